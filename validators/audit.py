"""A solver's full states held against the rules: the first of them, move by move.

An enumeration proves what no replay shows: that a level is unsolvable, or free of dead ends. It is worth no more than
the solver's reading of the level, which every engine may share. So the first states that plays reach are compared with
the rules: its progress, whether it is won, and where every move leads.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from games.contract import AnyGame, MoveError
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


def _progress(game: AnyGame, solver: AnySolver, level: Any, state: Any) -> Fraction | None:
    """The progress that the solver reads in a state of the rules."""
    space = solver.space(level, game.state_json(level, state)) if solver.space is not None else None
    return Fraction(*space.progress(space.initial)) if space is not None else None


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
        if _progress(game, solver, level, state) != game.progress(level, state, None):
            raise EnginesDisagree("the enumeration and the rules differ on the progress of a state")
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
