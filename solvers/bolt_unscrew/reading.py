"""The position that a query asks about: where the screws stand and how the boards lie.

Both engines and the state space read a level here; everything that moves, each writes for itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.canonical import Json
from games.contract import MalformedState
from games.grid import Cell
from games.screws import PlateLevel

__all__ = ["Piece", "Position", "position_of"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A board that is still there: its name, its layer, its wood (holes included) and its holes, sorted."""

    name: str
    layer: int
    wood: tuple[Cell, ...]
    holes: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a solver needs beside names.

    Attributes:
        size: rows and columns of the plate.
        holes: the plate's holes, sorted.
        top: the top layer of the level, whatever boards are left.
        pieces: the boards still there, in the level's order.
        screws: point -> depth.
        total: the number of boards of the level.
    """

    size: Cell
    holes: tuple[Cell, ...]
    top: int
    pieces: tuple[Piece, ...]
    screws: dict[Cell, int]
    total: int


def position_of(level: PlateLevel, state: Json | None) -> Position:
    """The position of a canonical state JSON; with None the initial one.

    Raises:
        MalformedState: the JSON is not of the state's form, or names a board or a hole that the level does not have.
    """
    top = max(board.layer for board in level.boards)
    if state is None:
        pieces = tuple(
            Piece(one.name, one.layer, tuple(sorted(one.pose.wood)), tuple(sorted(one.pose.holes)))
            for one in level.boards
        )
        screws = {screw: _depth(pieces, screw, top) for screw in level.screws}
    else:
        layers = {one.name: one.layer for one in level.boards}
        try:
            drawn = {name: _piece(name, layers[name], one) for name, one in state["boards"].items()}
            screws = {(row, column): depth for row, column, depth in state["screws"]}
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise MalformedState("a state has the fields screws and boards of the level's boards") from fault
        if not set(screws) <= set(level.holes):
            raise MalformedState("a screw stands in no hole of the plate")
        pieces = tuple(drawn[one.name] for one in level.boards if one.name in drawn)
    return Position(level.size, level.holes, top, pieces, screws, len(level.boards))


def _piece(name: str, layer: int, one: Json) -> Piece:
    top, left = one["at"]
    points = {
        (top + down, left + right): glyph
        for down, text in enumerate(one["rows"])
        for right, glyph in enumerate(text)
        if glyph != "."
    }
    return Piece(name, layer, tuple(points), tuple(point for point, glyph in points.items() if glyph == "o"))


def _depth(pieces: tuple[Piece, ...], point: Cell, top: int) -> int:
    """How far a screw goes through the layers at the start: up to the first that is wood there, less one."""
    depth = top
    for piece in pieces:
        if point in piece.wood and point not in piece.holes:
            depth = min(depth, piece.layer - 1)
    return depth
