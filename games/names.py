"""Names of colours, nuts, vehicles and boards: one letter or digit each, drawn into the cells of a board."""

from __future__ import annotations

from collections.abc import Sequence

from games.grid import Cell, cells_of

__all__ = ["NAMES", "named_cells", "renamed"]

#: Every name there is, in the order in which a normal form hands them out.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def named_cells(rows: Sequence[str]) -> dict[str, list[Cell]]:
    """Name -> the cells that bear it, in reading order; names in order of appearance."""
    found: dict[str, list[Cell]] = {}
    for row, column in cells_of(rows):
        if rows[row][column] in NAMES:
            found.setdefault(rows[row][column], []).append((row, column))
    return found


def renamed(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows with their names handed out anew, in order of appearance: alike for boards alike but for names."""
    fresh = dict(zip(named_cells(rows), NAMES, strict=False))
    return tuple("".join(fresh.get(glyph, glyph) for glyph in row) for row in rows)
