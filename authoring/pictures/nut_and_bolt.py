"""Nut and Bolt: bolts as threaded posts on a plank, numbered as moves name them, with coloured nuts on them.

A bolt that is full and of one colour has a cap. A bolt is one cell wide and a fifth; a nut is half a cell high. Bolts
stand in rows of at most eight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from authoring.pictures.arrows import Arrow, arrow, badge
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import Box, Disc, Drawing, Line, Shape, Text
from authoring.pictures.palette import Theme, hues_of, ink_on, mixed
from games.canonical import Json

__all__ = ["PICTURE"]

_STEP, _NUT, _ROW = 120, 50, 8
#: What a move takes below the bolts.
_STAIR = 46
#: Above the nuts of a row, and below them: the bolt's tip, the plank and the number.
_ABOVE, _BELOW = 70, 110


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `bolts` as texts, bottom first, and `capacity`; state `bolts`."""
    return _standing(board, state, theme, _ROW)


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """The bolts in one row, and below them the moves, from top to bottom: arrows from bolt to bolt with what they move.

    Under each bolt hangs a line, on which the arrows begin and end. Moves whose arrows do not meet may stand side by
    side; else each stands below the one before.
    """
    start = _standing(board, states[0], theme, len(board["bolts"]))
    hues = hues_of("".join(board["bolts"]))
    ends = [(int(source) - 1, int(target) - 1) for source, target in (move.split(">") for move in moves)]
    levels = _levels([(min(pair), max(pair)) for pair in ends])
    top = start.height + 10
    bottom = top + (max(levels, default=-1) + 1) * _STAIR
    rails = tuple(
        ((_middle_of(bolt), start.height - 22), (_middle_of(bolt), bottom)) for bolt in range(len(board["bolts"]))
    )
    shapes: list[Shape] = [*start.shapes, *([Line(rails, 4, theme.line)] if moves else [])]
    numbers: list[Shape] = []
    for number, ((source, target), level) in enumerate(zip(ends, levels, strict=True)):
        before, after = states[number]["bolts"], states[number + 1]["bolts"]
        name, count = before[source][-1], len(after[target]) - len(before[target])
        y, ahead = top + level * _STAIR + _STAIR // 2, 1 if target > source else -1
        line = (_middle_of(source), y), (_middle_of(target) - 8 * ahead, y)
        shapes += arrow(Arrow(line, hues[name]), theme.page)
        shapes += _moved_nuts(_middle_of(source) + 55 * ahead, y, name, count, hues[name], theme)
        numbers += badge(line[0], first + number, theme.ink, theme, 18)
    tall = bottom + 40 if moves else start.height
    return Drawing(start.width, tall, theme.page, (*shapes, *numbers))


def _levels(spans: Sequence[tuple[int, int]]) -> list[int]:
    """How far down each move stands: below every earlier one whose bolts its own meet, on the line of the last else."""
    found: list[int] = []
    for number, (low, high) in enumerate(spans):
        meeting = [found[other] + 1 for other in range(number) if spans[other][0] <= high and low <= spans[other][1]]
        found.append(max([*meeting, *found[-1:]], default=0))
    return found


def _moved_nuts(x: int, y: int, name: str, count: int, hue: str, theme: Theme) -> Iterator[Shape]:
    """As many nuts as a move moves, in a pile seen from its side."""
    for place in range(count):
        left = x - 17 + (2 * place - count + 1) * 5
        yield Box(left - 3, y - 19, 40, 38, theme.page, radius=9)
        yield Box(left, y - 16, 34, 32, mixed(hue, "#000000", 22), radius=7)
        yield Box(left + 2, y - 14, 30, 28, hue, radius=6)
    yield Text(x + (count - 1) * 5, y, name, 26, ink_on(hue))


def _middle_of(bolt: int) -> int:
    """Where a bolt of the first row stands."""
    return 50 + bolt * _STEP + _STEP // 2


def _standing(board: Json, state: Json, theme: Theme, most: int) -> Drawing:
    """The bolts in rows of at most so many."""
    capacity, stacks = board["capacity"], state["bolts"]
    hues = hues_of("".join(board["bolts"]))
    rows = -(-len(stacks) // most)
    across = -(-len(stacks) // rows)
    tall = _ABOVE + capacity * _NUT + _BELOW
    shapes: list[Shape] = []
    for number, stack in enumerate(stacks):
        x, foot = _middle_of(number % across), number // across * tall + _ABOVE + capacity * _NUT
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


PICTURE = Picture(draw, path, most=60)
