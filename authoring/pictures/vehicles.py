"""A vehicle seen from above: a body, glass, a mark; for a game whose vehicles have a front, an arrow."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.pictures.cells import MARGIN, middle
from authoring.pictures.drawing import CELL, Box, Line, Point, Polygon, Shape, Text
from authoring.pictures.palette import ink_on, mixed
from games.grid import DIRECTIONS, Cell

__all__ = ["body", "facing_arrow", "glass"]

_INSET = 9


def body(cells: Sequence[Cell], hue: str) -> tuple[Shape, ...]:
    """The body over a straight run of cells: shade on the ground, a darker foot, a lit top."""
    x, y = MARGIN + cells[0][1] * CELL + _INSET, MARGIN + cells[0][0] * CELL + _INSET
    width = (cells[-1][1] - cells[0][1] + 1) * CELL - 2 * _INSET
    height = (cells[-1][0] - cells[0][0] + 1) * CELL - 2 * _INSET
    return (
        Box(x - 1, y + 5, width + 2, height + 2, "#000000", radius=24, opacity=25),
        Box(x, y, width, height, mixed(hue, "#000000", 30), radius=22),
        Box(x, y, width, height - 6, hue, radius=22),
        Box(x + 8, y + 6, width - 16, height - 20, mixed(hue, "#ffffff", 14), radius=18),
    )


def glass(cells: Sequence[Cell], side: str, hue: str) -> Polygon:
    """A window near the end of the vehicle that lies in direction `side`; it is narrower towards the middle."""
    down, right = DIRECTIONS[side]
    end = cells[-1] if down + right > 0 else cells[0]
    x, y = middle(end)

    def at(ahead: int, aside: int) -> Point:
        return x + ahead * right + aside * down, y + ahead * down + aside * right

    return Polygon((at(26, -30), at(26, 30), at(10, 23), at(10, -23)), mixed(hue, "#0b1020", 72))


def facing_arrow(cells: Sequence[Cell], side: str, hue: str, mark: str) -> tuple[Shape, ...]:
    """An arrow on the front cell, and the mark on the last cell behind it, beside the arrow where there is no other."""
    down, right = DIRECTIONS[side]
    front, back = (cells[-1], cells[0]) if down + right > 0 else (cells[0], cells[-1])
    x, y = middle(front)
    alone = front == back
    tip, wing, reach = (32, 19, 17) if alone else (26, 4, 22)

    def at(ahead: int, aside: int) -> Point:
        return x + ahead * right + aside * down, y + ahead * down + aside * right

    ink = ink_on(hue)
    arrow = Line(((at(wing, -reach), at(tip, 0), at(wing, reach)),), 9 if alone else 11, ink)
    if alone:
        return arrow, Text(x - 11 * right, y - 11 * down - 3 * abs(right), mark, 38, ink)
    shaft = Line(((at(-26, 0), at(tip - 2, 0)),), 11, ink)
    back_x, back_y = middle(back)
    return arrow, shaft, Text(back_x, back_y - 3, mark, 46, ink)
