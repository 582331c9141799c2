"""Bolt Unscrew: a plate with holes, boards one layer over another that can be seen through, screws.

A screw of top depth is drawn on everything, with a wide head. Any other is drawn flush, with a flat, darker head, on
the layer that it reaches; boards above lie over it. A board that hangs out of the plate makes the drawing higher.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    for layer in range(top + 1):
        for name in sorted(woods):
            if layers[name] == layer:
                over = {cell for other, wood in woods.items() if layers[other] > layer for cell in wood}
                shapes += _board(woods[name], f"{name}{layer}", hues[name], hidden | over, theme)
        for row, column, depth in state["screws"]:
            if depth == layer:
                shapes += _screw((row, column), theme) if depth == top else _flush((row, column), theme)
    return Drawing(2 * MARGIN + width * CELL, 2 * MARGIN + bottom * CELL, theme.page, tuple(shapes))


def _wood(placed: Json) -> dict[Cell, str]:
    """The points of a board as it lies, each with `=` or `o`."""
    row, column = placed["at"]
    lines = enumerate(placed["rows"])
    drawn = (((row + down, column + right), glyph) for down, text in lines for right, glyph in enumerate(text))
    return {cell: glyph for cell, glyph in drawn if glyph != "."}


def _board(wood: dict[Cell, str], mark: str, hue: str, hidden: set[Cell], theme: Theme) -> Iterator[Shape]:
    """The wood with its holes cut out, each with a rim, and the mark, the board's name and layer, on it."""
    holes = sorted(cell for cell, glyph in wood.items() if glyph == "o")
    cut = tuple(Disc(*middle(cell), _HOLE, "") for cell in holes)
    edge = mixed(hue, "#000000", 45)
    yield Stencil((area(wood, 84, ""),), (area(wood, 74, ""),), edge)
    yield Stencil((area(wood, 74, ""),), cut, hue, opacity=_SEEN)
    yield from (Disc(*middle(cell), _HOLE + 4, edge, ring=4) for cell in holes)
    x, y = _place_of_mark(sorted(wood), holes, hidden)
    yield Text(x, y, mark, 30, ink_on(mixed(hue, theme.cell, 100 - _SEEN)) if len(wood) > 1 else theme.ink)


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


PICTURE = Picture(draw)
