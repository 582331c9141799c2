"""Drawings as SVG, written by hand: the same drawing and scale give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from xml.sax.saxutils import escape, quoteattr

from authoring.pictures.drawing import (
    Box,
    Disc,
    Drawing,
    Polygon,
    Shape,
    Solid,
    Stencil,
    Text,
    Tile,
    bounds_of,
)
from authoring.pictures.raster import pixels_of

__all__ = ["svg_bytes"]

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def svg_bytes(drawing: Drawing, scale: int, title: str) -> bytes:
    """The drawing as an SVG file, `scale` pixels a cell where it is shown in its own size; `title` names it."""
    width, height = pixels_of(drawing, scale)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {drawing.width} {drawing.height}" role="img" font-family={quoteattr(_FONT)}>'
    )
    lines = [head, f"<title>{escape(_printable(title))}</title>", *_drawing(drawing, count(1)), "</svg>"]
    return ("\n".join(lines) + "\n").encode("utf-8")


def _printable(text: str) -> str:
    """The text without the control characters that XML cannot hold."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _drawing(drawing: Drawing, numbers: Iterator[int]) -> Iterator[str]:
    yield f'<rect width="{drawing.width}" height="{drawing.height}" fill="{drawing.ground}"/>'
    for shape in drawing.shapes:
        yield from _shape(shape, numbers)


def _shape(shape: Shape, numbers: Iterator[int]) -> Iterator[str]:
    if isinstance(shape, Tile):
        yield f'<svg x="{shape.x}" y="{shape.y}" width="{shape.drawing.width}" height="{shape.drawing.height}">'
        yield from _drawing(shape.drawing, numbers)
        yield "</svg>"
    elif isinstance(shape, Text):
        anchor = "start" if shape.left else "middle"
        place = f'x="{shape.x}" y="{shape.y + shape.size * 36 // 100}"'
        text = escape(_printable(shape.text))
        yield f'<text {place} font-size="{shape.size}" text-anchor="{anchor}" fill="{shape.fill}">{text}</text>'
    elif isinstance(shape, Stencil):
        name = f"m{next(numbers)}"
        left, top, right, bottom = bounds_of(shape.solid)
        area = f'x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
        yield f'<mask id="{name}" maskUnits="userSpaceOnUse" {area}>'
        yield from (_solid(one, "#ffffff", 100) for one in shape.solid)
        yield from (_solid(one, "#000000", 100) for one in shape.cut)
        yield "</mask>"
        yield f'<rect {area} fill="{shape.fill}" mask="url(#{name})"{_see(shape.opacity)}/>'
    else:
        yield _solid(shape, shape.fill, shape.opacity)


def _see(opacity: int) -> str:
    return "" if opacity == 100 else f' opacity="{opacity / 100:g}"'


def _solid(shape: Solid, color: str, opacity: int) -> str:
    see = _see(opacity)
    if isinstance(shape, Box):
        corner = f' rx="{shape.radius}"' if shape.radius else ""
        place = f'x="{shape.x}" y="{shape.y}" width="{shape.width}" height="{shape.height}"'
        return f'<rect {place}{corner} fill="{color}"{see}/>'
    if isinstance(shape, Disc):
        if shape.ring:
            middle = f"{(2 * shape.radius - shape.ring) / 2:g}"
            paint = f'fill="none" stroke="{color}" stroke-width="{shape.ring}"'
            return f'<circle cx="{shape.x}" cy="{shape.y}" r="{middle}" {paint}{see}/>'
        return f'<circle cx="{shape.x}" cy="{shape.y}" r="{shape.radius}" fill="{color}"{see}/>'
    if isinstance(shape, Polygon):
        return f'<polygon points="{" ".join(f"{x},{y}" for x, y in shape.points)}" fill="{color}"{see}/>'
    path = " ".join("M" + " L".join(f"{x} {y}" for x, y in _drawable(stroke)) for stroke in shape.strokes)
    paint = f'fill="none" stroke="{color}" stroke-width="{shape.width}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" {paint}{see}/>'


def _drawable(stroke: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """A stroke of one point as a line of no length, which is drawn as a dot."""
    return stroke * 2 if len(stroke) == 1 else stroke
