"""Numbered arrows over a board: the moves of a play, each a line with its number on it, where it can be read.

A line has a rim in the ground's colour, so that a later one crosses an earlier one as a bridge. The numbers come after
all lines, in the order of the moves, and move along their lines till they cover neither each other nor, where there is
room, other lines or the marks of the board.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from authoring.pictures.drawing import Disc, Line, Point, Polygon, Shape, Text
from authoring.pictures.palette import HUES, Theme, ink_on, mixed

__all__ = ["Arrow", "arrow", "arrows", "badge", "head", "in_time"]

_LINE, _RIM, _BADGE, _NAME = 9, 4, 17, 20
#: From one place that a number may take along its line to the next.
_STEP = 10
#: What the lines of a play begin with, pass through and end with, so that the eye finds early and late ones.
_TIMES = (HUES[1], HUES[7], HUES[6], HUES[0], "#b3560a")


@dataclass(frozen=True, slots=True)
class Arrow:
    """One move: its way, its colour, and whether the way itself ends in a head.

    Where it does not, because the next move's way goes on there, the number bears the head and stands near the end.
    """

    points: tuple[Point, ...]
    color: str
    ends: bool = True


def in_time(number: int, count: int, theme: Theme) -> str:
    """The colour of move `number` of `count`, the first being 0: from blue to brown through red."""
    place = number * 100 * (len(_TIMES) - 1) // max(1, count - 1)
    at = min(place // 100, len(_TIMES) - 2)
    color = mixed(_TIMES[at], _TIMES[at + 1], place - 100 * at)
    return mixed(color, "#ffffff", 22) if theme.name == "dark" else color


def arrows(
    ways: Sequence[Arrow], first: int, theme: Theme, marks: Sequence[Point] = (), names: Sequence[tuple[Text, str]] = ()
) -> tuple[Shape, ...]:
    """Every way with its number, that of the first being `first`.

    Args:
        marks: what numbers keep off, where they can.
        names: the board's own marks, each with its ground; kept off too, and drawn once more over lines across them.
    """
    shapes: list[Shape] = [shape for way in ways for shape in arrow(way, theme.panel)]
    marks = [*marks, *((name.x, name.y) for name, _ in names)]
    points = [place for way in ways for place, _ in _samples(way.points)]
    for name, ground in names:
        if any(_near((name.x, name.y), point, _NAME - 1) for point in points):
            size = name.size * (70 if len(name.text) == 1 else 78) // 100
            shapes += [Disc(name.x, name.y, _NAME, ground), replace(name, size=size, fill=ink_on(ground))]
    for number, (way, (place, ahead)) in enumerate(zip(ways, _places(ways, marks), strict=True), first):
        nose = () if way.ends else _nose(place, ahead, way.color, theme)
        shapes += (*nose, *badge(place, number, way.color, theme))
    return tuple(shapes)


def arrow(way: Arrow, ground: str) -> tuple[Shape, ...]:
    """The line alone, rimmed by the ground and edged darker, so that pale colours can be seen on pale grounds."""
    line, edge = way.points, mixed(way.color, "#000000", 35)
    outer, inner = (
        Line((line,), _LINE + 2 * _RIM, ground),
        (Line((line,), _LINE, edge), Line((line,), _LINE - 3, way.color)),
    )
    if not way.ends:
        return outer, *inner
    tail, tip = line[0], (line[-2], line[-1])
    return (
        *head(*tip, ground, 22, 6),
        Disc(*tail, 12, ground),
        outer,
        Disc(*tail, 9, edge),
        *head(*tip, edge, 18, 2),
        *inner,
        Disc(*tail, 7, way.color),
        *head(*tip, way.color, 14),
    )


def badge(place: Point, number: int, color: str, theme: Theme, radius: int = _BADGE) -> tuple[Shape, ...]:
    """The number of a move on a disc."""
    x, y = place
    size = radius * (13 if number < 10 else 12 if number < 100 else 9) // 10
    return (
        Disc(x, y, radius + 3, theme.panel),
        Disc(x, y, radius, color),
        Text(x, y, str(number), size, ink_on(color)),
    )


def head(before: Point, tip: Point, color: str, size: int, beyond: int = 0) -> tuple[Polygon]:
    """A triangle that points from `before` to `tip` and ends there, or so much beyond."""
    back = 8 - 28 - (size - 14)
    return (_triangle(tip, _unit(before, tip), 8 + beyond, back, size, color),)


def _nose(place: Point, ahead: Point, color: str, theme: Theme) -> tuple[Polygon, ...]:
    """What makes the disc of a number point ahead."""
    rim = _triangle(place, ahead, _BADGE + 22, 2, _BADGE + 8, theme.panel)
    return rim, _triangle(place, ahead, _BADGE + 16, 5, _BADGE + 1, color)


def _triangle(place: Point, ahead: Point, tip: int, back: int, aside: int, color: str) -> Polygon:
    """A triangle that points `ahead`: its tip and its back so far ahead of the place, its corners so far aside."""
    (x, y), (right, down) = place, ahead
    corners = ((tip, 0), (back, aside), (back, -aside))
    return Polygon(
        tuple(
            (x + (along * right - across * down) // 1000, y + (along * down + across * right) // 1000)
            for along, across in corners
        ),
        color,
    )


def _unit(one: Point, two: Point) -> Point:
    """The direction from a point to another, a thousand long; integers, so that it is the same everywhere."""
    right, down = two[0] - one[0], two[1] - one[1]
    length = max(1, math.isqrt(right * right + down * down))
    return right * 1000 // length, down * 1000 // length


def _samples(line: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Places along a line, `_STEP` apart, each with the direction there."""
    found: list[tuple[Point, Point]] = []
    for one, two in pairwise(line):
        right, down = two[0] - one[0], two[1] - one[1]
        count = max(1, math.isqrt(right * right + down * down) // _STEP)
        ahead = _unit(one, two)
        found += [((one[0] + right * part // count, one[1] + down * part // count), ahead) for part in range(count)]
    return [*found, (line[-1], found[-1][1])]


def _places(ways: Sequence[Arrow], marks: Sequence[Point]) -> list[tuple[Point, Point]]:
    """Where each number stands on its line, with the direction there: the least bad place, the others being as found.

    The shortest lines choose first, as they have the fewest places; then all choose once more.
    """
    samples = [_samples(way.points) for way in ways]
    grid = [[place for place, _ in line] for line in samples]
    order = sorted(range(len(ways)), key=lambda number: (len(samples[number]), number))
    chosen: dict[int, tuple[Point, Point]] = {}
    lines = [_weights(number, samples[number], grid, marks, ways[number].ends) for number in range(len(ways))]
    for _ in range(3):
        for number in order:
            others = [place for other, (place, _) in chosen.items() if other != number]
            costs = [
                (cost + sum(_crowd(place, other) for other in others), index)
                for index, ((place, _), cost) in enumerate(zip(samples[number], lines[number], strict=True))
            ]
            chosen[number] = samples[number][min(costs)[1]]
    return [chosen[number] for number in range(len(ways))]


def _crowd(one: Point, two: Point) -> int:
    """How bad two numbers are at these places: nothing where they are clear of each other."""
    apart = math.isqrt((one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2)
    return max(0, 2 * _BADGE + 10 - apart) * 60


def _weights(
    number: int,
    line: Sequence[tuple[Point, Point]],
    grid: Sequence[Sequence[Point]],
    marks: Sequence[Point],
    ends: bool,
) -> list[int]:
    """How bad each place of a line is but for the other numbers: what it covers, and how far off it is."""
    wanted = len(line) // 2 if ends else len(line) - 4
    last = len(line) - 1
    found = []
    for index, (place, _) in enumerate(line):
        covered = sum(
            1
            for other, points in enumerate(grid)
            if other != number and any(_near(place, one, _BADGE + 6) for one in points)
        )
        marked = sum(1 for mark in marks if _near(place, mark, _BADGE + 16))
        edge = max(0, 3 - index) + max(0, (5 if ends else 3) - (last - index))
        found.append(80 * covered + 120 * marked + 60 * edge + 6 * abs(index - wanted))
    return found


def _near(one: Point, two: Point, reach: int) -> bool:
    return (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 < reach * reach
