"""JSON arrays of 0 and 1: what is wall is asked for, never guessed."""

from __future__ import annotations

import pytest

from authoring.readers import BadOption, MissingChoice, Puzzle, Unreadable
from tests.readers.reading import MAZE, read, refused, rows

ARRAY = "[[0, 1, 1], [0, 0, 1]]"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"walls": "1"}, ["@##", "..#"]),
        ({"floor": "0"}, ["@##", "..#"]),
        ({"walls": "0"}, ["#@.", "##."]),
        ({"floor": "1"}, ["#@.", "##."]),
    ],
)
def test_the_option_says_which_value_is_wall(options: dict[str, str], expected: list[str]) -> None:
    assert rows(ARRAY, MAZE, start="first", **options) == expected


def test_without_the_option_the_choice_is_asked_for() -> None:
    with pytest.raises(MissingChoice) as caught:
        read(ARRAY, MAZE, start="first")
    assert (caught.value.option, caught.value.values) == ("--walls", ("0", "1"))
    with pytest.raises(MissingChoice, match="--start"):
        read(ARRAY, MAZE, walls="1")
    with pytest.raises(BadOption, match="neither 0 nor 1"):
        read(ARRAY, MAZE, start="first", walls="#")


def test_an_array_of_boards_holds_many_and_a_refused_one_counts() -> None:
    reading = read(f"[{ARRAY}, [[0, 2]], {ARRAY}]", MAZE, start="first", walls="1")
    assert [(puzzle.number, isinstance(puzzle, Puzzle)) for puzzle in reading.puzzles] == [
        (1, True),
        (2, False),
        (3, True),
    ]


def test_every_other_value_is_named() -> None:
    assert refused("[[0, 2], [true, null]]", MAZE, start="first", walls="1") == [
        ("ingest/glyph", "0,1"),
        ("ingest/glyph", "1,0"),
        ("ingest/glyph", "1,1"),
    ]


@pytest.mark.parametrize("source", ["[" * 100_000, "[]", "[0, 1]", "[[0, 1]", "[[0.5]]", '["\\ud800"]'])
def test_what_is_no_array_of_rows_is_unreadable(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, MAZE, start="first", walls="1")
