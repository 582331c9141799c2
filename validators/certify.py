"""Certify one level: every engine, the rules as judge, the full states where they can be listed, must-fail traces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, MoveError, level_digest
from solvers.contract import Answer, AnySolver, Limits, MethodRun, Query, Report
from solvers.plan import ALL, answers
from solvers.state_graph import Distances, StateGraph, distances, layers
from validators.audit import audit, number_of
from validators.certificate import Certificate, Method
from validators.certificate_faults import GRAPH_METHOD, STATIC_METHOD
from validators.dead_ends import graph_of
from validators.difficulty import difficulty_vector
from validators.must_fail import MustFail, must_fail_traces, trace_seed
from validators.outcome import EnginesDisagree, Outcome, evidence_of, outcome_of
from validators.properties import with_properties
from validators.replay import replay

__all__ = ["Certified", "certify"]


@dataclass(frozen=True, slots=True)
class Certified:
    """What `certify` found; no certificate where the level stays undecided."""

    outcome: Outcome
    certificate: Certificate | None


def certify(game: AnyGame, solver: AnySolver, level: Any, limits: Limits, report: Report) -> Certified:
    """Prove what can be proven of a level within deterministic limits.

    Raises:
        EnginesDisagree: two engines, or an engine and the rules, contradict each other.
    """
    query = Query(game.metrics[0], limits=limits, properties=True)
    found = list(answers(solver, level, query, ALL, report))
    static = solver.explain(level)
    if static is not None:
        found.append(
            Answer("unsolvable", None, None, MethodRun(STATIC_METHOD, "static", None, True), explanation=static)
        )
    graph = graph_of(solver, level, limits.graph_states)
    if graph is not None and graph.complete:
        found.append(_graph_answer(game, solver, level, graph))
    outcome = with_properties(solver, level, outcome_of(game, level, query, found), asked=True)
    if graph is not None:
        audit(game, solver, level, graph)
    if outcome.status == "undecided":
        return Certified(outcome, None)
    return Certified(outcome, _certificate(game, solver, level, limits, outcome, graph))


def _graph_answer(game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any]) -> Answer:
    """The enumeration of all full states as one more method: it proves the optimum, the play and the dead ends."""
    known = distances(graph)
    optimum = known.exact(0)
    space = solver.space(level, None) if solver.space is not None else None
    shells = layers(graph, space.state_json) if space is not None else None
    return Answer(
        "unsolvable" if optimum is None else "solvable",
        None if optimum is None else _first_play(game, solver, level, graph, known),
        optimum,
        MethodRun(GRAPH_METHOD, "search", optimum, True, len(graph), layers=shells),
        canonical=optimum is not None,
        properties={"dead_end_free": all(moves >= 0 for moves in known.to_win)},
    )


def _first_play(
    game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any], known: Distances
) -> tuple[str, ...]:
    """The first of the shortest plays in move order, by the rules' own moves.

    The graph may take states for one that differ on the board (bolts in any order), so its move texts are not those of
    the board that is played; the solver finds each state of the rules in the graph by its JSON.
    """
    state, played = game.initial(level), []
    while not game.won(level, state):
        at = number_of(game, solver, level, graph, state)
        for move in sorted(game.moves(level, state)):
            following = _applied(game, level, state, move)
            number = number_of(game, solver, level, graph, following)
            if number is not None and at is not None and known.to_win[number] == known.to_win[at] - 1:
                state = following
                played.append(move)
                break
        else:
            raise EnginesDisagree("the rules have no move that the enumeration of states needs")
    return tuple(played)


def _applied(game: AnyGame, level: Any, state: Any, move: str) -> Any:
    try:
        return game.apply(level, state, move)
    except MoveError as error:
        raise EnginesDisagree(f"the rules refuse a move that they list: {error.why}") from None


def _certificate(
    game: AnyGame, solver: AnySolver, level: Any, limits: Limits, outcome: Outcome, graph: StateGraph[Any] | None
) -> Certificate:
    engines = {run.name: run.engine for run in outcome.methods}
    methods = tuple(Method(run.name, run.bound, run.exhausted, run.layers) for run in outcome.methods)
    runs = [(engines[method.name], method.bound, method.exhausted) for method in methods]
    digest = level_digest(game, level)
    moves = outcome.moves
    difficulty, reasons = difficulty_vector(
        game,
        solver,
        level,
        moves,
        outcome.optimum,
        graph=graph,
        canonical=outcome.canonical,
        playable=solver.playable,
    )
    trail: tuple[str, ...] = ()
    must_fail: tuple[MustFail, ...] = ()
    if moves is not None:
        played = replay(game, level, moves)
        if played.refusal is not None:
            raise EnginesDisagree(f"the solution is refused by the rules: {played.refusal.why}")
        trail = tuple(step.digest for step in played.steps)
        must_fail = must_fail_traces(game, level, moves, trace_seed(digest))
    return Certificate(
        level_digest=digest,
        verdict="unsolvable" if moves is None else "solvable",
        moves=moves,
        canonical=outcome.canonical,
        metric=outcome.metric,
        optimum=outcome.optimum,
        evidence=evidence_of(runs, outcome.optimum),
        methods=methods,
        explanation=outcome.explanation,
        properties=outcome.properties,
        reasons=dict(sorted({**outcome.reasons, **reasons}.items())),
        difficulty=difficulty,
        trail=trail,
        must_fail=must_fail,
        toolchain=_toolchain(game, solver, limits),
    )


def _toolchain(game: AnyGame, solver: AnySolver, limits: Limits) -> Mapping[str, Json]:
    """What a repeated run must have in common; no clock, host, path or commit."""
    libraries = sorted({library for engine in solver.engines for library in engine.libraries})
    return {
        "rules": game.rules,
        "methods": {engine.name: engine.version for engine in solver.engines},
        "libraries": {library: version(library) for library in libraries},
        "limits": {"states": limits.states, "effort": limits.effort, "graph_states": limits.graph_states},
    }
