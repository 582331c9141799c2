"""Drawings as pixels, by Pillow. The same drawing and scale give the same pixels.

Every shape becomes a mask of its own bounding box, drawn larger and averaged down, through which its colour is laid:
that gives smooth edges and one rule for opacity, and the largest mask stays small.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFont

from authoring.pictures.drawing import (
    CELL,
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

__all__ = ["MAX_PIXELS", "gif_bytes", "image_of", "pixels_of", "png_bytes"]

#: Larger pictures are refused before anything is drawn.
MAX_PIXELS = 64_000_000
#: A mask is drawn four times as large, unless one side would be longer than this.
_FINE, _LONGEST = 4, 12_000


def pixels_of(drawing: Drawing, scale: int) -> tuple[int, int]:
    """Width and height in pixels, rounded up."""
    return -(-drawing.width * scale // CELL), -(-drawing.height * scale // CELL)


def image_of(drawing: Drawing, scale: int) -> Image.Image:
    """The drawing at `scale` pixels a cell."""
    image = Image.new("RGB", pixels_of(drawing, scale), drawing.ground)
    for shape in drawing.shapes:
        _lay(image, shape, scale)
    return image


def png_bytes(drawing: Drawing, scale: int) -> bytes:
    """The drawing as a PNG file, without any metadata."""
    stream = io.BytesIO()
    image_of(drawing, scale).save(stream, "PNG", optimize=False, compress_level=9)
    return stream.getvalue()


def gif_bytes(drawings: Sequence[Drawing], scale: int, milliseconds: int) -> bytes:
    """The drawings, all of one size, as an animation that repeats; the last is held three times as long."""
    images = [image_of(drawing, scale) for drawing in drawings]
    # One palette for all frames: that of the first and the last side by side, which hold every colour of a play.
    both = Image.new("RGB", (images[0].width * 2, images[0].height))
    both.paste(images[0], (0, 0))
    both.paste(images[-1], (images[0].width, 0))
    palette = both.quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    frames = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    durations = [milliseconds] * (len(frames) - 1) + [3 * milliseconds]
    stream = io.BytesIO()
    frames[0].save(stream, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0, optimize=False)
    return stream.getvalue()


def _lay(image: Image.Image, shape: Shape, scale: int) -> None:
    if isinstance(shape, Tile):
        image.paste(image_of(shape.drawing, scale), (shape.x * scale // CELL, shape.y * scale // CELL))
    elif isinstance(shape, Text):
        _write(image, shape, scale)
    else:
        solid, cut = (shape.solid, shape.cut) if isinstance(shape, Stencil) else ((shape,), ())
        bounds = bounds_of(solid)
        low = [side * scale // CELL for side in bounds[:2]]
        high = [-(-side * scale // CELL) for side in bounds[2:]]
        size = high[0] - low[0], high[1] - low[1]
        if min(size) > 0:
            mask = _mask(solid, cut, scale, (low[0], low[1]), (size[0], size[1]))
            if shape.opacity < 100:
                mask = mask.point([value * shape.opacity // 100 for value in range(256)])
            image.paste(shape.fill, (low[0], low[1], high[0], high[1]), mask)


def _mask(
    solid: Sequence[Solid], cut: Sequence[Solid], scale: int, low: tuple[int, int], size: tuple[int, int]
) -> Image.Image:
    """The area of the shapes in the rectangle of `size` pixels at `low`, 255 where it is wholly covered."""
    fine = max(1, min(_FINE, _LONGEST // max(size)))
    large = Image.new("L", (size[0] * fine, size[1] * fine), 0)
    pen = ImageDraw.Draw(large)
    factor = scale * fine / CELL
    for shapes, value in ((solid, 255), (cut, 0)):
        for shape in shapes:
            _paint(pen, shape, factor, (low[0] * fine, low[1] * fine), value)
    return large if fine == 1 else large.resize(size, Image.Resampling.BOX)


def _paint(pen: ImageDraw.ImageDraw, shape: Solid, factor: float, low: tuple[int, int], value: int) -> None:
    """One shape on a large mask. Pillow counts the last pixel in, so right and bottom sides are one less."""

    def at(x: int, y: int) -> tuple[float, float]:
        return x * factor - low[0], y * factor - low[1]

    def round_(x: int, y: int, radius: float) -> tuple[float, float, float, float]:
        middle, reach = at(x, y), radius * factor
        # At a small scale a thin line's end is less than a pixel of the large mask.
        last = max(reach - 1, -reach)
        return middle[0] - reach, middle[1] - reach, middle[0] + last, middle[1] + last

    if isinstance(shape, Box):
        left, top = at(shape.x, shape.y)
        right, bottom = at(shape.x + shape.width, shape.y + shape.height)
        place = (left, top, max(left, right - 1), max(top, bottom - 1))
        pen.rounded_rectangle(place, shape.radius * factor, fill=value)
    elif isinstance(shape, Disc):
        where = round_(shape.x, shape.y, shape.radius)
        if shape.ring:
            pen.ellipse(where, outline=value, width=max(1, round(shape.ring * factor)))
        else:
            pen.ellipse(where, fill=value)
    elif isinstance(shape, Polygon):
        pen.polygon([at(*point) for point in shape.points], fill=value)
    else:
        for stroke in shape.strokes:
            for one, two in pairwise(stroke):
                _segment(pen, at(*one), at(*two), shape.width * factor / 2, value)
            for point in stroke:
                pen.ellipse(round_(*point, shape.width / 2), fill=value)


def _segment(
    pen: ImageDraw.ImageDraw, one: tuple[float, float], two: tuple[float, float], reach: float, value: int
) -> None:
    """A stroke's straight part, `reach` to each side, without its ends. Pillow's own wide lines differ by a pixel."""
    if one[0] == two[0] or one[1] == two[1]:
        wide, tall = (reach, 0.0) if one[0] == two[0] else (0.0, reach)
        left, right = min(one[0], two[0]) - wide, max(one[0], two[0]) + wide
        top, bottom = min(one[1], two[1]) - tall, max(one[1], two[1]) + tall
        pen.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=value)
        return
    length = math.dist(one, two)
    over, down = (two[1] - one[1]) * reach / length, (one[0] - two[0]) * reach / length
    corners = [(x + side * over, y + side * down) for (x, y), side in ((one, 1), (two, 1), (two, -1), (one, -1))]
    pen.polygon(corners, fill=value)


def _write(image: Image.Image, text: Text, scale: int) -> None:
    font = ImageFont.load_default(max(1, text.size * scale / CELL))
    # Capitals are about 72 % of the size: the baseline lies half of that below the middle.
    place = text.x * scale / CELL, (text.y + text.size * 36 / 100) * scale / CELL
    ImageDraw.Draw(image).text(place, text.text, fill=text.fill, font=font, anchor="ls" if text.left else "ms")
