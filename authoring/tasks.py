"""What runs in a worker process: solve or certify one level. Arguments and values can be pickled."""

from __future__ import annotations

import importlib
from dataclasses import asdict, dataclass
from typing import Any

from games.canonical import Json
from games.registry import game_named
from solvers.contract import Limits, Moves, Query, Report, solver_named
from solvers.plan import DEFAULT, answers, engines_for
from validators.certify import Certified, certify
from validators.checkpoints import dead_end_checkpoints, play_checkpoints
from validators.dead_ends import EntryRefused, TraceUnknown, classify, graph_of, state_judge, trace
from validators.outcome import Outcome, outcome_of
from validators.properties import with_properties
from validators.replay import Refusal

__all__ = ["Classified", "certify_level", "checkpoint_level", "classify_level", "solve_level", "warm"]


@dataclass(frozen=True, slots=True)
class Classified:
    """The states of a level and the trace of a play: JSON values, and why something is open or refused."""

    classification: dict[str, Json]
    trace: dict[str, Json] | None
    refusal: Refusal | None
    reason: str | None


def warm(game: str, board: Json, goal: Json, question: Query | Limits, choice: str | None = None, *_: Any) -> None:
    """Import what the engines need, so that no budget is spent on it."""
    if not isinstance(choice, str):
        choice = DEFAULT
    metric = question.metric if isinstance(question, Query) else game_named(game).metrics[0]
    for engine in engines_for(solver_named(game), metric, choice):
        for name in engine.imports:
            importlib.import_module(name)


def solve_level(game: str, board: Json, goal: Json, query: Query, choice: str, report: Report) -> Outcome:
    """One level's outcome, its plays replayed by the rules.

    Raises:
        EnginesDisagree: an answer cannot be true.
    """
    rules, solver = game_named(game), solver_named(game)
    level = rules.parse(board, goal)
    found = tuple(answers(solver, level, query, choice, report))
    outcome = outcome_of(rules, level, query, found)
    return with_properties(solver, level, outcome, query.properties) if query.state is None else outcome


def certify_level(game: str, board: Json, goal: Json, limits: Limits, choice: str, report: Report) -> Certified:
    """One level's certificate, if it can be decided. Raises EnginesDisagree."""
    rules = game_named(game)
    return certify(rules, solver_named(game), rules.parse(board, goal), limits, report)


def classify_level(
    game: str, board: Json, goal: Json, query: Query, play: Moves | None, count: bool, report: Report
) -> Classified:
    """One level's states, and where a play first enters a dead end. Raises EnginesDisagree."""
    rules, solver = game_named(game), solver_named(game)
    level = rules.parse(board, goal)
    limit = query.limits.states
    graph = graph_of(solver, level, limit) if solver.dead_end_theorem is None or count else None
    solvable: bool | None = None
    if graph is None or not graph.complete:
        solvable = _solvable(solve_level(game, board, goal, query, DEFAULT, report))
    found = classify(solver, level, solvable=solvable, limit=limit, count=count, graph=graph)
    fields = ("basis", "reachable", "solvable", "dead", "unknown", "dead_end_free", "first_fatal_move")
    values = {name: getattr(found, name) for name in fields}
    if play is None:
        return Classified(values, None, None, None if found.decided else found.reason)
    try:
        verdict = trace(
            rules, level, play, state_judge(rules, solver, level, solvable=solvable, limit=limit, graph=graph)
        )
    except EntryRefused as error:
        return Classified(values, None, error.refusal, None)
    if isinstance(verdict, TraceUnknown):
        return Classified(values, None, None, f"entry {verdict.at}: {verdict.reason}")
    return Classified(values, asdict(verdict), None, None if found.decided else found.reason)


def checkpoint_level(
    game: str, board: Json, goal: Json, query: Query, choice: str, counts: tuple[int, int], report: Report
) -> tuple[Outcome, list[Json], str | None]:
    """One level's outcome, its D and N checkpoints, and why there are no D checkpoints. Raises EnginesDisagree."""
    rules, solver = game_named(game), solver_named(game)
    level = rules.parse(board, goal)
    outcome = solve_level(game, board, goal, query, choice, report)
    found = [] if outcome.status != "solvable" else list(play_checkpoints(rules, level, outcome.moves or (), counts[1]))
    if solver.dead_end_theorem is not None and outcome.status != "unsolvable":
        return outcome, [one.to_json() for one in found], solver.dead_end_theorem
    graph = graph_of(solver, level, query.limits.states)
    dead = () if graph is None else dead_end_checkpoints(rules, solver, level, graph, counts[0])
    reason = None
    if not dead:
        reason = "no dead end was found" + ("" if graph is not None and graph.complete else " within the limits")
    return outcome, [one.to_json() for one in (*dead, *found)], reason


def _solvable(outcome: Outcome) -> bool | None:
    if outcome.status == "undecided":
        return True if outcome.moves is not None else None
    return outcome.status == "solvable"
