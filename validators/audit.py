"""A solver's full states held against the rules: the first of them, move by move.

An enumeration proves what no replay shows: that a level is unsolvable, or free of dead ends. It is worth no more than
the solver's reading of the level, which every engine may share. So the first states that plays reach are compared with
the rules: its progress, whether it is won, and where every move leads.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from games.contract import AnyGame, MalformedState, MoveError
from solvers.contract import AnySolver
from solvers.state_graph import StateGraph
from validators.outcome import EnginesDisagree

__all__ = ["MOVES_TRIED", "audit", "number_of"]

#: Moves that an audit makes by the rules. Enough to see every kind of move of a level many times, at little cost.
MOVES_TRIED = 2_000


def number_of(game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any], state: Any) -> int | None:
    """The graph's number of a state of the rules; None where the graph does not hold it."""
    space = solver.space(level, game.state_json(level, state)) if solver.space is not None else None
    return graph.index.get(space.initial) if space is not None else None


def _reading_fault(game: AnyGame, solver: AnySolver, level: Any, state: Any) -> str | None:
    """What the solver reads in a state of the rules otherwise than they do; None where it reads the same.

    The solver's JSON may be of another board that it takes for the same one, so it is read back, not compared.
    """
    space = solver.space(level, game.state_json(level, state)) if solver.space is not None else None
    if space is None:
        return None
    if Fraction(*space.progress(space.initial)) != game.progress(level, state, None):
        return "the progress of a state"
    try:
        written = game.parse_state(level, space.state_json(space.initial))
    except MalformedState:
        return "the JSON of a state"
    again = solver.space(level, game.state_json(level, written)) if solver.space is not None else None
    return None if again is not None and again.initial == space.initial else "the JSON of a state"


def audit(game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any]) -> None:
    """Compare the graph's first states with the rules, breadth-first, as far as MOVES_TRIED goes.

    Raises:
        EnginesDisagree: they differ.
    """
    first = game.initial(level)
    queue, seen, tried = [first], set(), 0
    for state in queue:
        number = number_of(game, solver, level, graph, state)
        if number is None or (state is first and number != 0):
            raise EnginesDisagree("the enumeration lacks a state that the rules reach, or begins at another")
        fault = _reading_fault(game, solver, level, state)
        if fault is not None:
            raise EnginesDisagree(f"the enumeration and the rules differ on {fault}")
        if number in seen or number >= graph.expanded:
            continue
        seen.add(number)
        if bool(graph.won[number]) != game.won(level, state):
            raise EnginesDisagree("the enumeration and the rules differ on whether a state is won")
        try:
            after = [game.apply(level, state, move) for move in game.moves(level, state)]
        except MoveError as error:
            raise EnginesDisagree(f"the rules refuse a move that they list: {error.why}") from None
        reached = {number_of(game, solver, level, graph, following) for following in after}
        if reached != {graph.target[edge] for edge in graph.edges(number)}:
            raise EnginesDisagree("the enumeration and the rules differ on where the moves of a state lead")
        queue += after
        tried += len(after)
        if tried >= MOVES_TRIED:
            return
