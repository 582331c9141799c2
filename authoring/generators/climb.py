"""Climbing to a target: draw a board, change it, keep what is no worse, until everything wanted holds.

A candidate depends on the generator, the target, the seed and its number alone, never on what else is searched or on
how many processes search: so the same command gives the same levels on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from authoring.generators.contract import Generator, Range, Wanted, miss
from games.canonical import Json
from games.contract import AnyGame, level_digest
from games.registry import game_named
from solvers.contract import AnySolver, Limits, Query, no_report, solver_named
from solvers.plan import answers
from solvers.state_graph import StateGraph
from validators.dead_ends import classify_by, graph_of
from validators.difficulty import difficulty_vector
from validators.outcome import Outcome, outcome_of
from validators.properties import with_properties

__all__ = ["Best", "Found", "climb", "nearness"]

#: Beginnings tried for one candidate before it is given up.
BEGINNINGS = 400
GRAPH_STATES = 100_000
#: Scores by what a draft lacks, each worse than all below it: flaws seen without solving, a proven optimum, a near
#: target, and what only an enumeration of the states tells.
_INVALID, _FLAWED, _HOPELESS, _FAR = 1_000_000, 100_000, 50_000, 1_000

#: Told of the best draft so far: its score and its optimum.
Best = Callable[[int, "int | None"], None]


@dataclass(frozen=True, slots=True)
class Found:
    """A board that meets the target, with its outcome."""

    board: Json
    goal: Json
    level: Any
    outcome: Outcome


def climb(generator: Generator, wanted: Wanted, seed: str, number: int, tell: Best) -> Found | None:
    """Candidate `number` of a seed, or None where the search came to nothing.

    A change is kept when the board is no worse with it: plateaus are wandered over, and after `steps` changes
    another beginning is drawn. Cost: at most one solve for each draft without flaws, BEGINNINGS x `steps` drafts.
    """
    source = random.Random(f"{generator.name}@{generator.version}/{seed}/{number}")
    game, solver = game_named(generator.game), solver_named(generator.game)
    goal = {"rule": wanted.rule or game.goal_rules[0]}
    best = _INVALID + 1
    for _ in range(BEGINNINGS):
        draft = generator.begin(source, wanted)
        if draft is None:
            continue
        score, found = _score(generator, game, solver, wanted, draft, goal)
        for _ in range(generator.steps):
            if score < best:
                best = score
                tell(score, found.outcome.optimum if found is not None else None)
            if score == 0:
                break
            changed = generator.change(source, draft, wanted)
            if changed is None:
                break
            other, also = _score(generator, game, solver, wanted, changed, goal)
            if other <= score:
                draft, score, found = changed, other, also
        if score == 0 and found is not None:
            return _checked(generator, game, solver, found)
    return None


def nearness(score: int, optimum: int | None) -> str:
    """What a search has told of its best draft, in words: what is wrong with it, or the optimum that it has got to."""
    if score >= _INVALID:
        return "no valid board yet"
    if score >= _FLAWED:
        return "a flawed board"
    if score >= _HOPELESS:
        return "no solution yet"
    return f"optimum {optimum}"


def _score(
    generator: Generator, game: AnyGame, solver: AnySolver, wanted: Wanted, draft: Any, goal: Json
) -> tuple[int, Found | None]:
    """How far a draft is from the target, 0 where it meets it. What costs much is asked only of what is near."""
    flaws = generator.flaws(draft, wanted)
    if flaws:
        return _FLAWED + flaws, None
    board = generator.board(draft)
    if game.validate(board, goal):
        return _INVALID, None
    level = game.parse(board, goal)
    outcome = _solved(generator, game, solver, level, properties=False)
    if outcome.status != "solvable":
        return _HOPELESS + (outcome.status == "undecided"), None
    found = Found(*game.print(level), level, outcome)
    misses = _near_misses(generator, wanted, found) or 3 * _is_symmetric(game, level)
    if not misses and any(outcome.properties.get(name) is None for name in wanted.properties):
        outcome = _solved(generator, game, solver, level, properties=True)
        found = Found(found.board, found.goal, level, outcome)
    misses += sum(5 * (outcome.properties.get(name) is not value) for name, value in wanted.properties.items())
    if misses:
        return _FAR + misses, found
    return _graph_misses(game, solver, level, outcome, wanted), found


def _solved(generator: Generator, game: AnyGame, solver: AnySolver, level: Any, *, properties: bool) -> Outcome:
    """What the generator's engines say. While searching they are believed; `_checked` does not."""
    query = _query(generator, game, properties)
    found = tuple(answers(solver, level, query, generator.engine, no_report))
    last = found[-1]
    outcome = Outcome(
        last.status,
        query.metric,
        last.moves,
        last.optimum,
        last.method.bound,
        tuple(answer.method for answer in found),
        last.canonical,
        last.properties,
        last.reasons,
        last.second_solution,
        last.explanation,
    )
    return with_properties(solver, level, outcome, asked=properties)


def _checked(generator: Generator, game: AnyGame, solver: AnySolver, found: Found) -> Found:
    """The same once more, its play replayed by the rules. Raises EnginesDisagree where that fails."""
    query = _query(generator, game, properties=False)
    outcome_of(game, found.level, query, tuple(answers(solver, found.level, query, generator.engine, no_report)))
    return found


def _query(generator: Generator, game: AnyGame, properties: bool) -> Query:
    return Query(game.metrics[0], limits=Limits(generator.states, generator.effort, 0), properties=properties)


def _near_misses(generator: Generator, wanted: Wanted, found: Found) -> int:
    """What the outcome tells: the optimum, the measures, the generator's faults."""
    misses = 10 * miss(found.outcome.optimum, wanted.optimum)
    measures = generator.measures(found.level, found.outcome) if wanted.measures else {}
    misses += sum(10 * miss(measures[name], bounds) for name, bounds in wanted.measures.items())
    return misses + 3 * len(list(generator.faults(found.level, found.outcome)))


def _is_symmetric(game: AnyGame, level: Any) -> bool:
    """Whether a symmetry of the board other than the identity leaves the level as it is."""
    own = level_digest(game, level)
    images: Iterator[Any] = (symmetry.level for symmetry in islice(game.symmetries(level), 1, None))
    return any(level_digest(game, image) == own for image in images)


def _graph_misses(game: AnyGame, solver: AnySolver, level: Any, outcome: Outcome, wanted: Wanted) -> int:
    if wanted.dead_end_permille is None and wanted.foresight_gap_permille is None:
        return 0
    if wanted.foresight_gap_permille is None and outcome.properties.get("dead_end_free") is True:
        return miss(0, wanted.dead_end_permille)
    graph = graph_of(solver, level, GRAPH_STATES)
    if graph is None or not graph.complete:
        return 999
    return _dead_end_miss(solver, level, graph, wanted.dead_end_permille) + _gap_miss(
        game, solver, level, outcome, graph, wanted.foresight_gap_permille
    )


def _dead_end_miss(solver: AnySolver, level: Any, graph: StateGraph[Any], bounds: Range | None) -> int:
    if bounds is None:
        return 0
    found = classify_by(solver, level, graph, solvable=True)
    if found.dead is None or found.reachable is None:
        return miss(0, bounds)
    return miss(1_000 * found.dead // found.reachable, bounds)


def _gap_miss(
    game: AnyGame, solver: AnySolver, level: Any, outcome: Outcome, graph: StateGraph[Any], least: int | None
) -> int:
    if least is None:
        return 0
    values, _ = difficulty_vector(
        game,
        solver,
        level,
        outcome.moves,
        outcome.optimum,
        graph=graph,
        canonical=outcome.canonical,
        playable=solver.playable,
    )
    foresight = values["foresight_gap"]
    if foresight is None:
        return 999
    gap: Range = tuple(foresight["gap"])
    return max(0, least - 1_000 * gap[0] // gap[1])
