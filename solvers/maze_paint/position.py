"""The position that a query asks about: where the ball stands and which cells still need paint."""

from __future__ import annotations

from dataclasses import dataclass

from games.canonical import Json
from games.contract import MalformedState
from games.grid import Cell
from games.maze_paint import MazePaintLevel

__all__ = ["Position", "position_of"]


@dataclass(frozen=True, slots=True)
class Position:
    """The ball's cell and the painted floor cells. Everything a solver needs beside the level."""

    ball: Cell
    painted: frozenset[Cell]


def position_of(level: MazePaintLevel, state: Json | None) -> Position:
    """The position of a canonical state JSON; with None the initial one: the start painted, the ball on it.

    Raises:
        MalformedState: the JSON is not of the state's form, or the ball or paint lies on wall.
    """
    if state is None:
        return Position(level.start, frozenset({level.start}))
    try:
        row, column = state["ball"]
        painted = frozenset(
            (at_row, at_column)
            for at_row, text in enumerate(state["painted"])
            for at_column, mark in enumerate(text)
            if mark == "1"
        )
    except (KeyError, TypeError, ValueError) as fault:
        raise MalformedState("a state has the fields ball and painted") from fault
    if (row, column) not in level.floor or not painted <= level.floor:
        raise MalformedState("the ball or paint lies on wall")
    return Position((row, column), painted)
