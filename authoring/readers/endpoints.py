"""Color Connect boards and moves from lists of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.grid import Cell, cell_text

__all__ = ["drawn", "rows_with"]


def drawn(colour: str, path: Iterable[Cell]) -> str:
    """The move that lays a path."""
    return " ".join((f"draw {colour}", *map(cell_text, path)))


def rows_with(width: int, height: int, cells: Mapping[Cell, str]) -> list[str]:
    """A free board with the given cells drawn. Costs the rows that have any, so that an empty board costs nothing."""
    rows = ["." * width] * height
    for row in {row for row, _ in cells}:
        rows[row] = "".join(cells.get((row, column), ".") for column in range(width))
    return rows
