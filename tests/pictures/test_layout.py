"""Strips and sheets."""

from __future__ import annotations

import pytest

from authoring.pictures.drawing import Drawing, Text, Tile
from authoring.pictures.layout import Entry, Section, framed, sheet, strip
from authoring.pictures.palette import LIGHT


def blank(width: int = 400, height: int = 300) -> Drawing:
    return Drawing(width, height, LIGHT.page, ())


def texts(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def places(drawing: Drawing) -> list[tuple[int, int]]:
    return [(shape.x, shape.y) for shape in drawing.shapes if isinstance(shape, Tile)]


def test_a_frame_has_its_number_and_its_words_below_the_picture() -> None:
    frame = framed(blank(), 7, "draw A", LIGHT)
    assert texts(frame) == ["7", "draw A"]
    assert frame.width == 400
    assert all(shape.y > 300 for shape in frame.shapes if isinstance(shape, Text))


def test_words_that_do_not_fit_are_cut_and_say_so() -> None:
    (_, words) = texts(framed(blank(), 1, "a move with a very long text indeed", LIGHT))
    assert words.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert len(words) < 15


@pytest.mark.parametrize(
    ("frames", "columns", "wanted"),
    [
        (1, None, [(0, 0)]),
        (3, 2, [(0, 0), (400, 0), (0, 300)]),
        (3, 9, [(0, 0), (400, 0), (800, 0)]),
        (4, 1, [(0, 0), (0, 300), (0, 600), (0, 900)]),
    ],
)
def test_a_strip_has_a_tile_for_each_frame_row_by_row(
    frames: int, columns: int | None, wanted: list[tuple[int, int]]
) -> None:
    picture = strip([blank()] * frames, columns, LIGHT)
    assert places(picture) == wanted
    assert picture.width == max(x for x, _ in wanted) + 400
    assert picture.height == max(y for _, y in wanted) + 300


def test_a_strip_chooses_columns_that_make_it_wider_than_high() -> None:
    picture = strip([blank(300, 300)] * 24, None, LIGHT)
    assert (picture.width, picture.height) == (6 * 300, 4 * 300)


def test_a_sheet_has_headings_and_two_lines_for_each_level() -> None:
    first = Section("maze/easy, 2 levels", (Entry(blank(), "mp-1  8", "Harbour"), Entry(blank(), "mp-2  9", "")))
    second = Section("other, 1 level", (Entry(blank(500, 100), "x-1  3", "Long"),))
    picture = sheet([first, second], None, LIGHT)
    assert texts(picture) == [
        "maze/easy, 2 levels",
        "mp-1  8",
        "Harbour",
        "mp-2  9",
        "",
        "other, 1 level",
        "x-1  3",
        "Long",
    ]
    assert picture.width >= 2 * 500
    tiles = [shape for shape in picture.shapes if isinstance(shape, Tile)]
    assert all(tile.x + tile.drawing.width <= picture.width for tile in tiles)
    assert all(tile.y + tile.drawing.height <= picture.height for tile in tiles)


def test_a_sheet_s_pictures_of_a_row_stand_on_one_line_and_overlap_nowhere() -> None:
    entries = tuple(Entry(blank(300, 100 * (1 + number % 3)), "id", "t") for number in range(7))
    picture = sheet([Section("all", entries)], 3, LIGHT)
    feet = [tile.y + tile.drawing.height for tile in picture.shapes if isinstance(tile, Tile)]
    assert feet[:3] == [feet[0]] * 3
    assert feet[3:6] == [feet[3]] * 3
    assert feet[3] - 300 > feet[0]
