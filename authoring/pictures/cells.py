"""Boards of square cells: where a cell lies in a drawing, and areas of cells with round corners."""

from __future__ import annotations

from collections.abc import Iterable

from authoring.pictures.drawing import CELL, Box, Drawing, Line, Point, Shape
from authoring.pictures.palette import Theme
from games.grid import Cell

__all__ = ["MARGIN", "area", "cell_boxes", "middle", "on_board", "panel"]

#: Half a cell is left round every board.
MARGIN = CELL // 2


def middle(cell: Cell) -> Point:
    """The centre of a cell."""
    return MARGIN + cell[1] * CELL + CELL // 2, MARGIN + cell[0] * CELL + CELL // 2


def on_board(height: int, width: int, theme: Theme, shapes: Iterable[Shape]) -> Drawing:
    """A drawing of a board of `height` x `width` cells: the cells and a margin of half a cell on each side."""
    return Drawing(2 * MARGIN + width * CELL, 2 * MARGIN + height * CELL, theme.page, tuple(shapes))


def panel(height: int, width: int, color: str, rim: int = 12, radius: int = 26) -> Box:
    """The ground of a board, a rim wider than its cells."""
    return Box(MARGIN - rim, MARGIN - rim, width * CELL + 2 * rim, height * CELL + 2 * rim, color, radius=radius)


def cell_boxes(cells: Iterable[Cell], color: str, gap: int = 3, radius: int = 12) -> tuple[Box, ...]:
    """One box for each cell, smaller than it by `gap` on each side."""
    corners = ((x - CELL // 2 + gap, y - CELL // 2 + gap) for x, y in map(middle, sorted(cells)))
    return tuple(Box(x, y, CELL - 2 * gap, CELL - 2 * gap, color, radius=radius) for x, y in corners)


def area(cells: Iterable[Cell], width: int, color: str, down: int = 0) -> Line:
    """The cells as one area with round corners: strokes of `width` between neighbours, shifted `down`.

    Strokes narrower than a cell leave a hole between four cells that are all there; the diagonals close it.
    """
    held = set(cells)
    strokes: list[tuple[Cell, ...]] = []
    for row, column in sorted(held):
        right, below, across = (row, column + 1), (row + 1, column), (row + 1, column + 1)
        strokes += [((row, column), other) for other in (right, below) if other in held]
        if {right, below, across} <= held:
            strokes += [((row, column), across), (right, below)]
        if not held & {right, below, (row, column - 1), (row - 1, column)}:
            strokes.append(((row, column),))
    return Line(tuple(tuple((x, y + down) for x, y in map(middle, stroke)) for stroke in strokes), width, color)
