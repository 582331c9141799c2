"""Names of colours, nuts, vehicles and boards: one letter or digit each, drawn into the cells of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.grid import Cell, cells_of

__all__ = ["NAMES", "fresh_names", "named_cells", "renamed", "with_names"]

#: Every name there is, in the order in which a normal form hands them out.
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def named_cells(rows: Sequence[str]) -> dict[str, list[Cell]]:
    """Name -> the cells that bear it, in reading order; names in order of appearance."""
    found: dict[str, list[Cell]] = {}
    for row, column in cells_of(rows):
        if rows[row][column] in NAMES:
            found.setdefault(rows[row][column], []).append((row, column))
    return found


def fresh_names(rows: Sequence[str]) -> dict[str, str]:
    """The renaming that hands the names out anew, in order of appearance."""
    return dict(zip(named_cells(rows), NAMES, strict=False))


def with_names(rows: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The rows under a renaming; what it does not name stays."""
    return tuple("".join(names.get(glyph, glyph) for glyph in row) for row in rows)


def renamed(rows: Sequence[str]) -> tuple[str, ...]:
    """The rows with their names handed out anew: alike for boards alike but for names."""
    return with_names(rows, fresh_names(rows))
