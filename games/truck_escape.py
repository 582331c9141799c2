"""Truck Escape.

The board is a rectangle of free cells `.`, walls `#` and vehicles, each a straight line of one or more cells that bear
its name and facing one of the four directions along its own axis (a vehicle of one cell may face any). The move is a
vehicle's name: if every cell from its front to the border in its facing direction is free, it leaves and its cells
become free; otherwise the move is illegal. The level is won when no vehicle is left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.finding import Finding, FindingKind
from games.grid import BOARD_SYMMETRIES, DIRECTIONS, BoardSymmetry, Cell, cell_text, cells_of, with_cells
from games.names import NAMES, named_cells
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import SHAPE, field_faults, goal_faults, rows_faults

__all__ = ["GAME", "TruckEscapeLevel", "TruckEscapeState"]

FREE, WALL = ".", "#"
#: How a drawn board marks a vehicle's front.
ARROWS = {"D": "v", "L": "<", "R": ">", "U": "^"}

GLYPH = FindingKind(
    "truck-escape/glyph",
    "A cell of the board is not free `.`, wall `#` or a vehicle (a letter or digit).",
    "Draw the cell with one of these glyphs.",
)
NO_VEHICLE = FindingKind(
    "truck-escape/no-vehicle",
    "The board has no vehicle, so the level is won before the first move.",
    "Draw a vehicle.",
)
BENT = FindingKind(
    "truck-escape/bent",
    "A vehicle's cells do not lie in one row or one column.",
    "Draw it straight, or give its parts names of their own.",
)
BROKEN = FindingKind(
    "truck-escape/broken",
    "A vehicle's cells lie in one line, but with other cells between them.",
    "Draw it in one piece, or give its parts names of their own.",
)
FACING_MISSING = FindingKind(
    "truck-escape/facing-missing",
    "A vehicle of the board has no facing. Rules under which a vehicle may leave either way are another game.",
    'Name its direction in board.facing: `"A": "R"`.',
)
FACING_VALUE = FindingKind("truck-escape/facing-value", "A facing is not one of U, D, L, R.", "Use one of the four.")
FACING_ACROSS = FindingKind(
    "truck-escape/facing-across",
    "A vehicle of two or more cells faces across its own axis.",
    "Let a vehicle that lies in a row face L or R, one in a column U or D.",
)
FACING_UNKNOWN = FindingKind(
    "truck-escape/facing-unknown",
    "board.facing names a vehicle that is not on the board.",
    "Draw the vehicle, or remove its facing.",
)


@dataclass(frozen=True, slots=True)
class TruckEscapeLevel:
    """The board as rows, and (vehicle, direction it faces) in order of code points."""

    rows: tuple[str, ...]
    facing: tuple[tuple[str, str], ...]

    @property
    def vehicles(self) -> dict[str, list[Cell]]:
        """Vehicle -> its cells in reading order; vehicles in order of code points."""
        return dict(sorted(named_cells(self.rows).items()))


@dataclass(frozen=True, slots=True)
class TruckEscapeState:
    """The vehicles still on the board."""

    vehicles: frozenset[str]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    found = [*field_faults(board, "board", ("rows", "facing")), *goal_faults(goal, GAME.goal_rules)]
    if not isinstance(board, dict):
        return tuple(found)
    vehicles: dict[str, list[Cell]] | None = None
    if "rows" in board:
        shape = tuple(rows_faults(board["rows"]))
        found += shape
        if not shape:
            vehicles = named_cells(board["rows"])
            found += _rows_faults(board["rows"], vehicles)
    if "facing" in board:
        found += _facing_faults(board["facing"], vehicles)
    return tuple(found)


def _rows_faults(rows: list[str], vehicles: dict[str, list[Cell]]) -> Iterator[Finding]:
    for row, column in cells_of(rows):
        glyph = rows[row][column]
        if glyph not in vehicles and glyph not in (FREE, WALL):
            yield GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
    if not vehicles:
        yield NO_VEHICLE.at("no cell bears a vehicle's name")
    for name, cells in sorted(vehicles.items()):
        first, last = cells[0], cells[-1]
        if not _along_row(cells) and not _along_column(cells):
            off = next(cell for cell in cells if first[0] != cell[0] and first[1] != cell[1] or not _beside(cells, cell))
            yield BENT.at(f"the vehicle {name} has cells in more than one row and column", cell_text(off))
        elif last[0] - first[0] + last[1] - first[1] + 1 != len(cells):
            gap = next(cell for cell, after in zip(cells, cells[1:], strict=False) if _apart(cell, after))
            yield BROKEN.at(f"the vehicle {name} is not in one piece: it breaks off", cell_text(gap))


def _facing_faults(facing: Json, vehicles: dict[str, list[Cell]] | None) -> Iterator[Finding]:
    """Faults of the facings; with a board that is no rectangle (None), only what can be told without one."""
    if not isinstance(facing, dict):
        yield SHAPE.at("board.facing is not an object from vehicle to direction")
        return
    for name, letter in sorted(facing.items()):
        if not isinstance(letter, str) or letter not in DIRECTIONS:
            yield FACING_VALUE.at(f"the facing of {name[:20]!r} is {str(letter)[:20]!r}")
        elif vehicles is not None and name in vehicles and len(vehicles[name]) > 1:
            straight = _along_column if letter in "UD" else _along_row
            other = _along_row if letter in "UD" else _along_column
            if other(vehicles[name]) and not straight(vehicles[name]):
                lies = "row" if letter in "UD" else "column"
                yield FACING_ACROSS.at(
                    f"the vehicle {name} lies in a {lies} and faces {letter}", cell_text(vehicles[name][0])
                )
    if vehicles is None:
        return
    for name in sorted(facing.keys() - vehicles.keys()):
        yield FACING_UNKNOWN.at(f"the board has no vehicle {name[:20]!r}")
    for name in sorted(vehicles.keys() - facing.keys()):
        yield FACING_MISSING.at(f"the vehicle {name} has no facing", cell_text(vehicles[name][0]))
