"""How a Maze Paint board looks: what of it reads as rooms and corridors, and what as noise.

Everything is counted in whole cells of the drawn rows, whose outer ring is wall.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.maze_paint import WALL

__all__ = ["Grid", "Shape", "flaws_of", "shape_of"]

#: The rows as drawn, wall round about.
Grid = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What is counted.

    Attributes:
        inner: cells within the outer ring.
        floor: cells that are not wall.
        unused: inner rows and columns without floor.
        margins: floor missing to a third of an outermost inner row or column, summed over the four.
        corners: windows of two by two with floor on one diagonal and wall on the other: the mark of noise.
        bends: windows of two by two with one or three floor cells: corners of the outline.
        pillars: inner walls with floor on all four sides.
        nubs: floor with one floor neighbour that is no end of a corridor, only a notch in its side.
        teeth: inner walls with floor on three sides.
        blocks: windows of three by three all wall.
        rooms: windows of two by two all floor.
        halls: windows of three by three all floor.
        islands: connected inner walls that do not touch the outer ring.
    """

    inner: int
    floor: int
    unused: int
    margins: int
    corners: int
    bends: int
    pillars: int
    nubs: int
    teeth: int
    blocks: int
    rooms: int
    halls: int
    islands: int


def shape_of(rows: Grid) -> Shape:
    """The counts of a board. Time: a few looks at each cell."""
    height, width = len(rows), len(rows[0])
    # One text with a cell's neighbours at fixed distances; the outer ring keeps every window on the board.
    cells = "".join("0" if glyph == WALL else "1" for row in rows for glyph in row)
    inner = [row * width + column for row in range(1, height - 1) for column in range(1, width - 1)]
    near = {at: (cells[at - width] + cells[at - 1] + cells[at + 1] + cells[at + width]).count("1") for at in inner}
    walls = [count for at, count in near.items() if cells[at] == "0"]
    small = [cells[at - width - 1 : at - width + 1] + cells[at - 1 : at + 1] for at in _ends(height, width, 1)]
    large = [
        cells[at - 2 * width - 2 : at - 2 * width + 1] + cells[at - width - 2 : at - width + 1] + cells[at - 2 : at + 1]
        for at in _ends(height, width, 2)
    ]
    lines = [cells[row * width + 1 : (row + 1) * width - 1] for row in range(1, height - 1)]
    columns = ["".join(line) for line in zip(*lines, strict=True)]
    sides = (lines[0], lines[-1], columns[0], columns[-1])
    return Shape(
        inner=len(inner),
        floor=cells.count("1"),
        unused=sum("1" not in line for line in (*lines, *columns)),
        margins=sum(max(0, (len(side) + 1) // 3 - side.count("1")) for side in sides),
        corners=small.count("0110") + small.count("1001"),
        bends=sum(window.count("1") % 2 for window in small),
        pillars=walls.count(4),
        nubs=sum(_is_nub(at, cells, near, width) for at in inner),
        teeth=walls.count(3),
        blocks=large.count("0" * 9),
        rooms=small.count("1111"),
        halls=large.count("1" * 9),
        islands=_islands(cells, width),
    )


def flaws_of(rows: Grid) -> int:
    """How far a board is from a drawn one; 0 where it passes. The bounds are a matter of taste, set by eye."""
    shape = shape_of(rows)
    least, most = shape.inner * 46 // 100, shape.inner * 74 // 100
    return (
        3 * shape.unused
        + shape.margins
        + max(0, shape.bends - shape.floor * 7 // 10)
        + 2 * shape.corners
        + 2 * max(0, shape.pillars - 1)
        + max(0, shape.nubs - 1)
        + max(0, shape.teeth - shape.inner // 20)
        + max(0, shape.blocks - shape.inner // 25)
        + max(0, shape.rooms - shape.inner // 5)
        + 2 * max(0, shape.halls - 1)
        + 2 * max(0, 1 - shape.islands)
        + max(0, least - shape.floor, shape.floor - most)
    )


def _ends(height: int, width: int, before: int) -> Iterator[int]:
    """The last cell of each window that reaches so many cells up and to the left."""
    return (row * width + column for row in range(before, height) for column in range(before, width))


def _is_nub(at: int, cells: str, near: dict[int, int], width: int) -> bool:
    """Floor whose one floor neighbour lies on a corridor or in a room that goes on at both sides."""
    if cells[at] == "0" or near[at] != 1:
        return False
    return any(cells[other] == "1" and near[other] > 2 for other in (at - width, at - 1, at + 1, at + width))


def _islands(cells: str, width: int) -> int:
    """Connected parts of the walls, the one with the outer ring left out."""
    left = {at for at, cell in enumerate(cells) if cell == "0"}
    parts = 0
    while left:
        parts += 1
        waiting = [left.pop()]
        while waiting:
            at = waiting.pop()
            # Walls at the end of a row and the beginning of the next are both of the ring, so it does no harm that
            # they count as neighbours here.
            for other in (at - width, at - 1, at + 1, at + width):
                if other in left:
                    left.discard(other)
                    waiting.append(other)
    return parts - 1
