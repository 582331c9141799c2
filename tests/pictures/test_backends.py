"""One drawing as pixels and as SVG."""

from __future__ import annotations

import io
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring
from PIL import Image

from authoring.pictures.drawing import Box, Disc, Drawing, Line, Polygon, Shape, Stencil, Text, Tile, bounds_of
from authoring.pictures.raster import gif_bytes, image_of, pixels_of, png_bytes
from authoring.pictures.vector import svg_bytes

WHITE, RED, BLUE = "#ffffff", "#ff0000", "#0000ff"
SVG = "{http://www.w3.org/2000/svg}"


def drawing(*shapes: Shape, width: int = 100, height: int = 100) -> Drawing:
    return Drawing(width, height, WHITE, shapes)


def pixel(shape: Shape, x: int, y: int) -> tuple[int, ...]:
    """The colour at (x, y) of a shape drawn at one pixel a unit."""
    found = image_of(drawing(shape), 100).getpixel((x, y))
    assert isinstance(found, tuple)
    return found


def elements(picture: Drawing) -> list[Element]:
    return list(fromstring(svg_bytes(picture, 10, "a title")).iter())


EVERY_SHAPE = drawing(
    Box(10, 10, 30, 30, RED, radius=8),
    Disc(60, 30, 20, BLUE, ring=5, opacity=50),
    Polygon(((0, 90), (20, 60), (40, 90)), RED),
    Line((((50, 60), (90, 60), (90, 90)), ((60, 80),)), 10, BLUE),
    Stencil((Box(0, 0, 50, 50, ""),), (Disc(25, 25, 10, ""),), RED, opacity=40),
    Text(50, 50, "A<&>", 20, BLUE),
    Tile(50, 50, drawing(Box(0, 0, 500, 10, RED))),
)


@pytest.mark.parametrize(("scale", "size"), [(100, (250, 100)), (64, (160, 64)), (7, (18, 7))])
def test_a_picture_is_as_large_as_scale_times_cells(scale: int, size: tuple[int, int]) -> None:
    assert pixels_of(drawing(width=250), scale) == image_of(drawing(width=250), scale).size == size


@pytest.mark.parametrize("scale", [4, 33, 64])
def test_the_same_drawing_gives_the_same_bytes_in_every_format(scale: int) -> None:
    again = Drawing(EVERY_SHAPE.width, EVERY_SHAPE.height, EVERY_SHAPE.ground, EVERY_SHAPE.shapes)
    assert png_bytes(EVERY_SHAPE, scale) == png_bytes(again, scale)
    assert svg_bytes(EVERY_SHAPE, scale, "t") == svg_bytes(again, scale, "t")
    assert gif_bytes([EVERY_SHAPE, drawing()], scale, 100) == gif_bytes([again, drawing()], scale, 100)


def test_a_png_has_no_metadata() -> None:
    data = png_bytes(EVERY_SHAPE, 20)
    assert Image.open(io.BytesIO(data)).info == {}
    assert b"tIME" not in data


def test_a_box_is_filled_to_its_sides_and_not_beyond() -> None:
    box = Box(20, 30, 40, 20, RED)
    assert [pixel(box, x, 40) for x in (19, 20, 59, 60)] == [
        (255, 255, 255),
        (255, 0, 0),
        (255, 0, 0),
        (255, 255, 255),
    ]


def test_round_corners_leave_the_corner_free() -> None:
    assert pixel(Box(0, 0, 100, 100, RED, radius=40), 2, 2) == (255, 255, 255)
    assert pixel(Box(0, 0, 100, 100, RED), 2, 2) == (255, 0, 0)


def test_a_ring_is_empty_inside() -> None:
    ring = Disc(50, 50, 40, RED, ring=10)
    assert pixel(ring, 50, 50) == (255, 255, 255)
    assert pixel(ring, 50, 15) == (255, 0, 0)


def test_a_stencil_shows_the_ground_through_its_holes() -> None:
    plate = Stencil((Box(0, 0, 100, 100, ""),), (Disc(50, 50, 20, ""),), RED)
    assert pixel(plate, 50, 50) == (255, 255, 255)
    assert pixel(plate, 10, 50) == (255, 0, 0)


def test_opacity_lets_the_ground_through() -> None:
    _, green, _ = pixel(Box(0, 0, 100, 100, RED, opacity=50), 50, 50)
    assert 126 <= green <= 129


def test_strokes_that_cross_are_not_darker_where_they_cross() -> None:
    cross = Line((((10, 50), (90, 50)), ((50, 10), (50, 90))), 20, RED, opacity=50)
    assert pixel(cross, 50, 50) == pixel(cross, 20, 50)


@pytest.mark.parametrize("scale", [1, 4, 5])
def test_a_stroke_of_less_than_a_pixel_is_drawn_at_every_scale(scale: int) -> None:
    picture = drawing(
        Line((((10, 10), (90, 90)), ((50, 50),)), 4, RED), Disc(50, 50, 1, RED), Disc(40, 40, 2, RED, ring=1)
    )
    assert image_of(picture, scale).size == (scale, scale)


def test_a_slanted_stroke_has_its_width() -> None:
    slant = Line((((10, 10), (90, 90)),), 28, RED)
    assert pixel(slant, 59, 41) == (255, 0, 0)
    assert pixel(slant, 62, 38) == (255, 255, 255)


def test_what_lies_beyond_a_tile_is_not_drawn() -> None:
    tile = Tile(10, 10, Drawing(30, 30, BLUE, (Box(0, 0, 90, 90, RED),)))
    assert pixel(tile, 39, 39) == (255, 0, 0)
    assert pixel(tile, 41, 20) == (255, 255, 255)
    (inner,) = [one for one in elements(drawing(tile)) if one.tag == f"{SVG}svg" and one.get("x")]
    assert (inner.get("width"), inner.get("height")) == ("30", "30")


def test_a_mark_is_drawn_about_its_place() -> None:
    image = image_of(drawing(Text(50, 50, "H", 60, "#000000")), 100).convert("L")
    box = image.point([255 if value < 128 else 0 for value in range(256)]).getbbox()
    assert box is not None
    assert abs(box[0] + box[2] - 100) <= 4
    assert abs(box[1] + box[3] - 100) <= 6


def test_svg_is_well_formed_and_escapes_what_it_is_given() -> None:
    picture = drawing(Text(50, 50, "<&>\x00\x1b", 20, BLUE))
    root = fromstring(svg_bytes(picture, 10, "a & b <c> \x00"))
    texts = {one.tag.removeprefix(SVG): one.text for one in root.iter() if one.text and one.text.strip()}
    assert texts == {"title": "a & b <c> \ufffd", "text": "<&>\ufffd\ufffd"}
    assert (root.get("width"), root.get("viewBox")) == ("10", "0 0 100 100")


def test_svg_has_an_element_for_every_kind_of_shape() -> None:
    tags = {one.tag.removeprefix(SVG) for one in elements(EVERY_SHAPE)}
    assert {"rect", "circle", "polygon", "path", "mask", "text", "svg", "title"} <= tags


def test_masks_have_names_of_their_own() -> None:
    hole = Stencil((Box(0, 0, 50, 50, ""),), (), RED)
    masks = [one.get("id") for one in elements(drawing(hole, Tile(0, 0, drawing(hole)))) if one.tag == f"{SVG}mask"]
    assert masks == ["m1", "m2"]


def test_bounds_take_in_the_width_of_strokes() -> None:
    assert bounds_of((Line((((10, 20), (30, 20)),), 7, RED), Disc(50, 50, 10, RED))) == (6, 16, 60, 60)


def test_a_gif_has_a_frame_for_each_drawing_and_holds_the_last() -> None:
    data = gif_bytes([drawing(Disc(20 * n, 50, 10, RED)) for n in range(4)], 20, 100)
    with Image.open(io.BytesIO(data)) as image:
        assert image.n_frames == 4
        durations = []
        for frame in range(4):
            image.seek(frame)
            durations.append(image.info["duration"])
        assert durations == [100, 100, 100, 300]
