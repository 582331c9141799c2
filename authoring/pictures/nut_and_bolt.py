"""Nut and Bolt: bolts as threaded posts on a plank, numbered as moves name them, with coloured nuts on them.

A bolt that is full and of one colour has a cap. A bolt is one cell wide and a fifth; a nut is half a cell high. Bolts
stand in rows of at most eight.
"""

from __future__ import annotations

from authoring.pictures.contract import Picture
from authoring.pictures.drawing import Box, Disc, Drawing, Shape, Text
from authoring.pictures.palette import Theme, hues_of, ink_on, mixed
from games.canonical import Json

__all__ = ["PICTURE"]

_STEP, _NUT, _ROW = 120, 50, 8
#: Above the nuts of a row, and below them: the bolt's tip, the plank and the number.
_ABOVE, _BELOW = 70, 110


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `bolts` as texts, bottom first, and `capacity`; state `bolts`."""
    capacity, stacks = board["capacity"], state["bolts"]
    hues = hues_of("".join(board["bolts"]))
    rows = -(-len(stacks) // _ROW)
    across = -(-len(stacks) // rows)
    tall = _ABOVE + capacity * _NUT + _BELOW
    shapes: list[Shape] = []
    for number, stack in enumerate(stacks):
        x, foot = 50 + number % across * _STEP + _STEP // 2, number // across * tall + _ABOVE + capacity * _NUT
        full = len(stack) == capacity and len(set(stack)) == 1
        shapes += _post(x, foot, capacity, number + 1, theme)
        for place, name in enumerate(stack):
            shapes += _nut(x, foot - (place + 1) * _NUT, name, hues[name])
        if full:
            shapes += _cap(x, foot - capacity * _NUT - 22, hues[stack[0]])
    return Drawing(100 + across * _STEP, rows * tall, theme.page, tuple(shapes))


def _post(x: int, foot: int, capacity: int, number: int, theme: Theme) -> tuple[Shape, ...]:
    """A threaded rod on its piece of plank."""
    top = foot - capacity * _NUT - 26
    thread = (Box(x - 13, y, 26, 4, theme.metal_dark) for y in range(top + 14, foot - 4, 10))
    return (
        Box(x - 54, foot + 2, 108, 20, theme.block_edge, radius=8),
        Box(x - 54, foot, 108, 17, theme.block, radius=8),
        Box(x - 13, top, 26, foot - top, theme.metal, radius=10),
        *thread,
        Box(x - 7, top + 6, 5, foot - top - 8, "#ffffff", radius=2, opacity=40),
        Text(x, foot + 50, str(number), 36, theme.faint),
    )


def _nut(x: int, y: int, name: str, hue: str) -> tuple[Shape, ...]:
    """A hexagonal nut from its side: three faces, the outer two in shade."""
    return (
        Box(x - 50, y + 1, 100, _NUT - 2, mixed(hue, "#000000", 35), radius=13),
        Box(x - 47, y + 3, 94, _NUT - 7, mixed(hue, "#000000", 14), radius=11),
        Box(x - 26, y + 3, 52, _NUT - 7, hue),
        Box(x - 42, y + 6, 84, 5, "#ffffff", radius=2, opacity=30),
        Text(x, y + _NUT // 2, name, 34, ink_on(hue)),
    )


def _cap(x: int, y: int, hue: str) -> tuple[Shape, ...]:
    """What closes a bolt that is full and of one colour."""
    return (
        Disc(x, y, 22, mixed(hue, "#000000", 35)),
        Disc(x, y - 1, 19, hue),
        Disc(x - 6, y - 7, 5, "#ffffff", opacity=60),
    )


PICTURE = Picture(draw)
