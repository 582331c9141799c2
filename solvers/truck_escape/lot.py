"""What stands between each vehicle and the border: the other vehicles that it waits for, and walls."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.grid import DIRECTIONS, Cell
from games.truck_escape import TruckEscapeLevel

__all__ = ["Lot", "lot_of"]

WALL = "#"


@dataclass(frozen=True, slots=True)
class Lot:
    """The vehicles still on a board and what each waits for.

    Attributes:
        waits: vehicle -> the vehicles on its way out, nearest first; vehicles in order of names.
        walls: vehicle -> the nearest wall on its way out, where there is one.
    """

    waits: Mapping[str, tuple[str, ...]]
    walls: Mapping[str, Cell]


def lot_of(level: TruckEscapeLevel, standing: Collection[str]) -> Lot:
    """Reads the way out of every vehicle still there. Time and space are linear in vehicles times the board's side."""
    waits: dict[str, tuple[str, ...]] = {}
    walls: dict[str, Cell] = {}
    for name, letter in level.facing:
        if name not in standing:
            continue
        way = _way_out(level, name, letter)
        glyphs = [level.rows[row][column] for row, column in way]
        waits[name] = tuple(dict.fromkeys(glyph for glyph in glyphs if glyph in standing))
        if WALL in glyphs:
            walls[name] = way[glyphs.index(WALL)]
    return Lot(waits, walls)


def _way_out(level: TruckEscapeLevel, name: str, letter: str) -> list[Cell]:
    """The cells from a vehicle's front to the border, nearest first."""
    down, right = DIRECTIONS[letter]
    row, column = max(level.vehicles[name], key=lambda cell: cell[0] * down + cell[1] * right)
    way = []
    row, column = row + down, column + right
    while 0 <= row < len(level.rows) and 0 <= column < len(level.rows[0]):
        way.append((row, column))
        row, column = row + down, column + right
    return way
