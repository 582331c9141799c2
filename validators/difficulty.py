"""The difficulty vector of a level: what a grade is computed from. A value that is not known is null with a reason.

Three sources. Along the solution the rules are asked (legal moves, visible progress). Of all states the level's graph
is read, where it is complete. The foresight gap, how often a player fails who always takes the best looking move, is
computed on the graph by dynamic programming where that is little work, and else estimated by seeded playouts.

All numbers are integers below 2^53 or ratios of such; a larger one is null, for JSON could not carry it exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, level_digest
from solvers.contract import AnySolver, Moves, StateSpace
from solvers.state_graph import StateGraph, distances, optimal_solutions
from validators.dead_ends import classify_by
from validators.foresight import CHOICES, PATIENCE, PLAYOUTS, foresight_exact, foresight_sampled, ratio

__all__ = ["KEYS", "difficulty_vector"]

_ALONG = ("mean_branching", "forced_share", "counter_intuitive")
_SOLVED = ("optimum", "length", "optimal_solutions", *_ALONG, "foresight_gap")
#: Every key of the vector.
KEYS = (*_SOLVED, "reachable", "dead_end_share", "first_fatal_move")
#: Legal moves that are counted at one state at the most.
MOVES_COUNTED = 10_000
#: States times moves up to which the foresight gap is computed exactly.
EXACT_WORK = 2_000_000
_LARGEST = 2**53

UNSOLVABLE = "the level is unsolvable"
TOO_LARGE = "too large to write exactly"
TOO_MANY_MOVES = f"a state has more than {MOVES_COUNTED} legal moves"
NOT_CANONICAL = "the solution is not proven the first of the shortest in move order"


@dataclass(frozen=True, slots=True)
class _Unknown:
    """The reason why a value is null."""

    reason: str


def difficulty_vector(
    game: AnyGame,
    solver: AnySolver,
    level: Any,
    solution: Moves | None,
    optimum: int | None,
    *,
    graph: StateGraph[Any] | None,
    canonical: bool,
    playable: bool = True,
    playouts: int = PLAYOUTS,
) -> tuple[dict[str, Json], dict[str, str]]:
    """All values of the vector of a decided level, ready for JSON, and a reason for every value that is null.

    Args:
        solution: a shortest play that wins; None for a level that is proven unsolvable.
        optimum: its cost in the game's default metric; None with no solution.
        graph: the level's full states, complete or not; None where they were not enumerated.
        canonical: whether `solution` is proven to be the first of the shortest in move order.
        playable: False for a game with too many legal moves at one state to choose from evenly.
        playouts: of each player, where the foresight gap is not computed exactly.

    Raises:
        EnginesDisagree: the graph contradicts the solution, or a proof that there are no dead ends.
    """
    known = {**_of_states(solver, level, solution is not None, graph), **_nothing(UNSOLVABLE)}
    if solution is not None and optimum is not None:
        known |= {"optimum": optimum, "length": len(solution)}
        known["optimal_solutions"] = _solutions(graph, len(solution))
        known |= _along(game, level, solution) if canonical else _nothing(NOT_CANONICAL, _ALONG)
        known["foresight_gap"] = _Unknown("the moves of one state are too many to play evenly")
        if playable and solver.space is not None:
            space = solver.space(level, None) or _space_of_rules(game, level)
            seed = f"foresight/v1 {level_digest(game, level)}"
            known["foresight_gap"] = _foresight(space, graph, patience=PATIENCE * optimum, playouts=playouts, seed=seed)
    values: dict[str, Json] = {}
    reasons: dict[str, str] = {}
    for key in KEYS:
        value = known[key] if _writable(known[key]) else _Unknown(TOO_LARGE)
        values[key] = None if isinstance(value, _Unknown) else value
        if isinstance(value, _Unknown):
            reasons[key] = value.reason
    return values, reasons


def _nothing(reason: str, keys: Sequence[str] = _SOLVED) -> dict[str, _Unknown]:
    return {key: _Unknown(reason) for key in keys}


def _writable(value: Json) -> bool:
    if isinstance(value, list):
        return all(map(_writable, value))
    if isinstance(value, dict):
        return all(map(_writable, value.values()))
    return not isinstance(value, int) or abs(value) < _LARGEST


def _not_enumerated(graph: StateGraph[Any] | None) -> _Unknown:
    if graph is None:
        return _Unknown("the states were not enumerated")
    return _Unknown(f"the enumeration stopped at its limit of {len(graph)} states")


def _of_states(
    solver: AnySolver, level: Any, solvable: bool, graph: StateGraph[Any] | None
) -> dict[str, Json | _Unknown]:
    """How many states there are, and how many of them are lost. A proof says the latter without counting."""
    found = classify_by(solver, level, graph, solvable=solvable)
    complete = graph is not None and graph.complete
    share: Json | _Unknown = _not_enumerated(graph)
    if found.dead_end_free or not solvable:
        share = [int(not solvable), 1]
    elif complete and found.dead is not None and found.reachable is not None:
        share = ratio(Fraction(found.dead, found.reachable))
    fatal: Json | _Unknown = found.first_fatal_move
    if fatal is None:
        fatal = _Unknown("there is no dead end") if found.dead_end_free else _not_enumerated(graph)
    return {
        "reachable": len(graph) if graph is not None and complete else _not_enumerated(graph),
        "dead_end_share": share,
        "first_fatal_move": fatal,
    }


def _solutions(graph: StateGraph[Any] | None, length: int) -> Json | _Unknown:
    if graph is None:
        return _not_enumerated(graph)
    known = distances(graph)
    number = optimal_solutions(graph, known)
    if number is None:
        return _not_enumerated(graph)
    if known.to_win[0] != length:
        return _Unknown("the optimum does not count moves")
    return number


def _along(game: AnyGame, level: Any, solution: Moves) -> dict[str, Json | _Unknown]:
    """What the rules show of each step of the solution: how many legal moves, and whether progress falls.

    Cost: the legal moves of every state on the way, `MOVES_COUNTED` of them at the most.
    """
    state = game.initial(level)
    choices: list[int] = []
    progress = [game.progress(level, state, None)]
    for move in solution:
        choices.append(sum(1 for _ in islice(game.moves(level, state), MOVES_COUNTED + 1)))
        state = game.apply(level, state, move)
        progress.append(game.progress(level, state, None))
    falls = sum(later < earlier for earlier, later in pairwise(progress))
    mean: Json | _Unknown = _Unknown(TOO_MANY_MOVES)
    if max(choices) <= MOVES_COUNTED:
        mean = ratio(Fraction(sum(choices), len(choices)))
    forced = ratio(Fraction(choices.count(1), len(choices)))
    return {"mean_branching": mean, "forced_share": forced, "counter_intuitive": falls}


def _foresight(
    space: StateSpace[Any], graph: StateGraph[Any] | None, *, patience: int, playouts: int, seed: str
) -> Json | _Unknown:
    if graph is not None and graph.complete and len(graph) * patience <= EXACT_WORK:
        return foresight_exact(graph, space, patience).to_json()
    sampled = foresight_sampled(space, patience, playouts, seed)
    return _Unknown(f"a state has more than {CHOICES} legal moves") if sampled is None else sampled.to_json()


def _space_of_rules(game: AnyGame, level: Any) -> StateSpace[Any]:
    """The level as its rules play it: slower than a solver's space, but there for every level."""
    return StateSpace(
        initial=game.initial(level),
        successors=lambda state: ((move, game.apply(level, state, move)) for move in game.moves(level, state)),
        won=lambda state: game.won(level, state),
        state_json=lambda state: game.state_json(level, state),
        progress=lambda state: game.progress(level, state, None).as_integer_ratio(),
    )
