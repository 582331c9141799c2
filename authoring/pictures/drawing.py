"""A drawing: shapes in whole units, a hundred to a cell, from back to front. Data alone; the backends draw it.

Every shape is a frozen value. Colours are `#rrggbb`, opacity is a percentage, `x` counts right and `y` counts down.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "CELL",
    "Box",
    "Disc",
    "Drawing",
    "Line",
    "Point",
    "Polygon",
    "Shape",
    "Solid",
    "Stencil",
    "Text",
    "Tile",
    "bounds_of",
]

#: Units of a cell's side. `--scale` is the number of pixels that a cell becomes.
CELL = 100

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, with round corners where `radius` is more than 0."""

    x: int
    y: int
    width: int
    height: int
    fill: str
    radius: int = 0
    opacity: int = 100


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle round (x, y); with a `ring`, a circle's line of that width, drawn inwards from `radius`."""

    x: int
    y: int
    radius: int
    fill: str
    ring: int = 0
    opacity: int = 100


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str
    opacity: int = 100


@dataclass(frozen=True, slots=True)
class Line:
    """Strokes of one width with round ends and joints, drawn as one: where they overlap nothing is drawn twice."""

    strokes: tuple[tuple[Point, ...], ...]
    width: int
    fill: str
    opacity: int = 100


Solid = Box | Disc | Polygon | Line


@dataclass(frozen=True, slots=True)
class Stencil:
    """The area of `solid` without that of `cut`, in one colour: a plate with holes. Their own colours do not count."""

    solid: tuple[Solid, ...]
    cut: tuple[Solid, ...]
    fill: str
    opacity: int = 100


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text of that size, its capitals centred on (x, y); with `left`, it begins at x."""

    x: int
    y: int
    text: str
    size: int
    fill: str
    left: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A drawing put into another, its top left corner at (x, y). What lies beyond its ground is not drawn."""

    x: int
    y: int
    drawing: Drawing


Shape = Box | Disc | Polygon | Line | Stencil | Text | Tile


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a ground of `width` x `height` units."""

    width: int
    height: int
    ground: str
    shapes: tuple[Shape, ...]


def bounds_of(shapes: tuple[Solid, ...]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the area that shapes can cover."""
    sides = [_sides(shape) for shape in shapes]
    lefts, tops, rights, bottoms = zip(*sides, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _sides(shape: Solid) -> tuple[int, int, int, int]:
    if isinstance(shape, Box):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        reach: int = shape.radius
        points: tuple[Point, ...] = ((shape.x, shape.y),)
    elif isinstance(shape, Polygon):
        reach, points = 0, shape.points
    else:
        reach, points = (shape.width + 1) // 2, tuple(point for stroke in shape.strokes for point in stroke)
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach
