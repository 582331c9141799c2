"""Bolt Unscrew: a plate with holes, boards one layer over another that can be seen through, screws.

A screw of top depth is drawn on everything, with a wide head. Any other is drawn flush, with a flat, darker head, on
the layer that it reaches; boards above lie over it. A board's mark that a board above would cover, or that would stand
on a hole of the plate, is drawn last, on a disc of its colour. A board that hangs out of the plate makes the drawing
higher.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from authoring.pictures.arrows import Arrow, arrows, in_time
from authoring.pictures.cells import MARGIN, area, middle, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import CELL, Disc, Drawing, Line, Point, Shape, Stencil, Text
from authoring.pictures.palette import Theme, hues_of, ink_on, mixed
from games.canonical import Json
from games.grid import Cell

__all__ = ["PICTURE"]

_HOLE = 21
#: How much of a board's colour is seen; the rest is what lies behind it.
_SEEN = 66
#: How an arrow may be bent, in hundredths of its length, to one side or the other; how far before a hole it ends.
_BENDS = (10, -10, 18, -18, 28, -28)
_SHORT = 24


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `size`, `holes`, `boards` with their layers; state `screws` with depths, `boards` as they lie now."""
    height, width = board["size"]
    layers = {one["name"]: one["layer"] for one in board["boards"]}
    hues = hues_of(layers)
    top = max(layers.values())
    woods = {name: _wood(placed) for name, placed in state["boards"].items()}
    bottom = max([height, *(row + 1 for wood in woods.values() for row, _ in wood)])
    hidden = {(row, column) for row, column, _ in state["screws"]}
    shapes: list[Shape] = [panel(height, width, theme.block_edge, rim=14), panel(height, width, theme.cell, rim=8)]
    points = ((row, column) for row in range(height) for column in range(width))
    shapes += [Disc(*middle(point), 4, theme.line) for point in points]
    for row, column in board["holes"]:
        x, y = middle((row, column))
        shapes += [Disc(x, y, _HOLE + 4, theme.block_top), Disc(x, y, _HOLE, mixed(theme.block_edge, "#000000", 55))]
    dark = {middle((row, column)) for row, column in board["holes"]}
    marks: list[Shape] = []
    for layer in range(top + 1):
        for name in sorted(woods):
            if layers[name] == layer:
                over = {cell for other, wood in woods.items() if layers[other] > layer for cell in wood}
                shapes += _board(woods[name], hues[name])
                mark = _mark(woods[name], f"{name}{layer}", hues[name], hidden | over, theme)
                if (mark.x, mark.y) in {*dark, *map(middle, over)}:
                    marks += [Disc(mark.x, mark.y, _HOLE, hues[name]), replace(mark, fill=ink_on(hues[name]))]
                else:
                    shapes.append(mark)
        for row, column, depth in state["screws"]:
            if depth == layer:
                shapes += _screw((row, column), theme) if depth == top else _flush((row, column), theme)
    return Drawing(2 * MARGIN + width * CELL, 2 * MARGIN + bottom * CELL, theme.page, (*shapes, *marks))


def _wood(placed: Json) -> dict[Cell, str]:
    """The points of a board as it lies, each with `=` or `o`."""
    row, column = placed["at"]
    lines = enumerate(placed["rows"])
    drawn = (((row + down, column + right), glyph) for down, text in lines for right, glyph in enumerate(text))
    return {cell: glyph for cell, glyph in drawn if glyph != "."}


def _board(wood: dict[Cell, str], hue: str) -> Iterator[Shape]:
    """The wood with its holes cut out, each with a rim."""
    holes = sorted(cell for cell, glyph in wood.items() if glyph == "o")
    cut = tuple(Disc(*middle(cell), _HOLE, "") for cell in holes)
    edge = mixed(hue, "#000000", 45)
    yield Stencil((area(wood, 84, ""),), (area(wood, 74, ""),), edge)
    yield Stencil((area(wood, 74, ""),), cut, hue, opacity=_SEEN)
    yield from (Disc(*middle(cell), _HOLE + 4, edge, ring=4) for cell in holes)


def _mark(wood: dict[Cell, str], mark: str, hue: str, hidden: set[Cell], theme: Theme) -> Text:
    """The board's name and layer, in a place of its wood."""
    x, y = _place_of_mark(sorted(wood), sorted(cell for cell, glyph in wood.items() if glyph == "o"), hidden)
    return Text(x, y, mark, 30, ink_on(mixed(hue, theme.cell, 100 - _SEEN)) if len(wood) > 1 else theme.ink)


def _place_of_mark(wood: Sequence[Cell], holes: Sequence[Cell], hidden: set[Cell]) -> Point:
    """The middle one of the points that are no hole and, if there are such, that nothing lies over or shines through.

    Where all points are holes: between two of them, or beside the only one.
    """
    plain = [cell for cell in wood if cell not in holes]
    if plain:
        open_ = [cell for cell in plain if cell not in hidden] or plain
        return middle(open_[len(open_) // 2])
    (x, y), (row, column) = middle(wood[0]), wood[0]
    if (row, column + 1) in holes:
        return x + CELL // 2, y
    return (x, y + CELL // 2) if (row + 1, column) in holes else (x + 42, y + 42)


def _screw(cell: Cell, theme: Theme) -> tuple[Shape, ...]:
    x, y = middle(cell)
    return (
        Disc(x, y + 4, 33, "#000000", opacity=30),
        Disc(x, y, 33, theme.metal_dark),
        Disc(x, y - 2, 30, theme.metal),
        Disc(x - 5, y - 8, 18, "#ffffff", opacity=35),
        Line((((x - 14, y - 2), (x + 14, y - 2)), ((x, y - 16), (x, y + 12))), 7, theme.metal_dark),
    )


def _flush(cell: Cell, theme: Theme) -> tuple[Shape, ...]:
    x, y = middle(cell)
    return (
        Disc(x, y, _HOLE - 1, mixed(theme.metal_dark, "#000000", 45)),
        Disc(x, y, _HOLE - 4, mixed(theme.metal_dark, "#000000", 15)),
        Line((((x - 9, y), (x + 9, y)),), 5, mixed(theme.metal_dark, "#000000", 60)),
    )


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """The plate as it is, and for each move an arrow from its hole to the other, bowed past what lies between."""
    start = draw(board, states[0], theme)
    names = [shape for shape in start.shapes if isinstance(shape, Text)]
    marks = [(name.x, name.y) for name in names]
    hues = hues_of(one["name"] for one in board["boards"])
    holes = [middle((row, column)) for row, column in board["holes"]]
    ways: list[Arrow] = []
    for number, move in enumerate(moves):
        source, target = (
            middle((int(row), int(column))) for row, column in (end.split(",") for end in move.split(">"))
        )
        taken = [point for point in (*marks, *holes) if point not in (source, target)]
        bows = [_bow(source, target, bend) for bend in _BENDS]
        costs = [
            (_covers(bow, taken, ways) + _beyond(bow, start) + abs(bend), index)
            for index, (bow, bend) in enumerate(zip(bows, _BENDS, strict=True))
        ]
        ways.append(Arrow(bows[min(costs)[1]], in_time(number, len(moves), theme)))
    return replace(
        start,
        shapes=(*start.shapes, *arrows(ways, first, theme, holes, [(name, hues[name.text[0]]) for name in names])),
    )


def _bow(one: Point, two: Point, bend: int) -> tuple[Point, ...]:
    """A bow from the middle of a hole almost to that of another; its bend is so many hundredths of its length."""
    right, down = two[0] - one[0], two[1] - one[1]
    high = one[0] + right // 2 + down * bend // 50, one[1] + down // 2 - right * bend // 50
    far, near = math.isqrt(right * right + down * down), math.isqrt((two[0] - high[0]) ** 2 + (two[1] - high[1]) ** 2)
    end = two[0] - (two[0] - high[0]) * _SHORT // near, two[1] - (two[1] - high[1]) * _SHORT // near
    parts = max(4, far // 40)

    def at(part: int) -> Point:
        back, ahead = parts - part, part
        x, y = (
            (back * back * one[axis] + 2 * back * ahead * high[axis] + ahead * ahead * end[axis]) // (parts * parts)
            for axis in (0, 1)
        )
        return x, y

    return tuple(at(part) for part in range(parts + 1))


def _covers(bow: Sequence[Point], taken: Sequence[Point], ways: Sequence[Arrow]) -> int:
    """How much a bow covers of what should be seen: marks and holes, and the ways of earlier moves."""
    marked = sum(1 for x, y in taken if any((x - a) ** 2 + (y - b) ** 2 < 32 * 32 for a, b in bow))
    inner = bow[1:-1]
    crossed = sum(
        1 for way in ways for x, y in way.points[1:-1] if any((x - a) ** 2 + (y - b) ** 2 < 24 * 24 for a, b in inner)
    )
    return 60 * marked + 15 * crossed


def _beyond(bow: Sequence[Point], drawing: Drawing) -> int:
    """How much of a bow lies on the plate's rim or outside."""
    return 40 * sum(1 for x, y in bow if not (65 < x < drawing.width - 65 and 65 < y < drawing.height - 65))


PICTURE = Picture(draw, path, most=8)
