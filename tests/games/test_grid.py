"""Directions, neighbours and the eight symmetries of a board."""

from __future__ import annotations

from itertools import product

import pytest

from games.grid import BOARD_SYMMETRIES, DIRECTIONS, cell_text, neighbours

BOARD = ("abc", "def")
IMAGES = {
    "identity": ("abc", "def"),
    "rotate-90": ("da", "eb", "fc"),
    "rotate-180": ("fed", "cba"),
    "rotate-270": ("cf", "be", "ad"),
    "mirror-left-right": ("cba", "fed"),
    "mirror-top-bottom": ("def", "abc"),
    "transpose": ("ad", "be", "cf"),
    "anti-transpose": ("fc", "eb", "da"),
}


def test_directions_come_in_the_order_of_code_points_and_point_where_they_say() -> None:
    assert list(DIRECTIONS) == sorted(DIRECTIONS) == ["D", "L", "R", "U"]
    assert DIRECTIONS == {"D": (1, 0), "L": (0, -1), "R": (0, 1), "U": (-1, 0)}


def test_a_cell_is_written_as_row_and_column() -> None:
    assert cell_text((3, 12)) == "3,12"


def test_neighbours_lie_on_the_board_in_the_order_of_directions() -> None:
    assert neighbours((1, 1), 3, 3) == ((2, 1), (1, 0), (1, 2), (0, 1))
    assert neighbours((0, 0), 2, 2) == ((1, 0), (0, 1))
    assert neighbours((0, 0), 1, 1) == ()


def test_the_eight_images_of_a_board_are_those_drawn_by_hand() -> None:
    assert {symmetry.name: symmetry.rows_of(BOARD) for symmetry in BOARD_SYMMETRIES} == IMAGES
    assert BOARD_SYMMETRIES[0].name == "identity"


def test_the_symmetries_form_a_group() -> None:
    images = set(IMAGES.values())
    for first, second in product(BOARD_SYMMETRIES, repeat=2):
        assert second.rows_of(first.rows_of(BOARD)) in images
    for first in BOARD_SYMMETRIES:
        inverses = [second for second in BOARD_SYMMETRIES if second.rows_of(first.rows_of(BOARD)) == BOARD]
        assert len(inverses) == 1


@pytest.mark.parametrize("symmetry", BOARD_SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_the_map_of_cells_and_the_map_of_boards_agree(symmetry) -> None:  # type: ignore[no-untyped-def]
    image = symmetry.rows_of(BOARD)
    for row, column in product(range(2), range(3)):
        to_row, to_column = symmetry.cell((row, column), 2, 3)
        assert image[to_row][to_column] == BOARD[row][column]
    assert symmetry.swaps == (len(image) == 3)


@pytest.mark.parametrize("symmetry", BOARD_SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_the_map_of_directions_and_the_map_of_cells_agree(symmetry) -> None:  # type: ignore[no-untyped-def]
    for letter, (down, right) in DIRECTIONS.items():
        here, there = (1, 1), (1 + down, 1 + right)
        image_here, image_there = symmetry.cell(here, 3, 4), symmetry.cell(there, 3, 4)
        step = (image_there[0] - image_here[0], image_there[1] - image_here[1])
        assert DIRECTIONS[symmetry.direction(letter)] == step == symmetry.step((down, right))


def test_rotation_is_clockwise_for_directions_too() -> None:
    rotate = next(symmetry for symmetry in BOARD_SYMMETRIES if symmetry.name == "rotate-90")
    assert {letter: rotate.direction(letter) for letter in "URDL"} == {"U": "R", "R": "D", "D": "L", "L": "U"}


def test_characters_are_mapped_on_the_way() -> None:
    assert BOARD_SYMMETRIES[0].rows_of(BOARD, str.upper) == ("ABC", "DEF")
