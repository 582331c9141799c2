"""Pairs of points: the column first, counted from 1."""

from __future__ import annotations

import pytest

from authoring.readers import Puzzle, Refusal, Unreadable
from games.registry import game_named
from tests.readers.reading import COLOR, board, read, refused

LINE = "3;1:1;1:3;2:1;3:2=1:1;1:2;1:3|2:1;3:1;3:2"


def test_the_column_comes_first_and_points_count_from_1() -> None:
    puzzle = board(LINE, COLOR)
    assert puzzle.board["rows"] == ["AB.", "..B", "A.."]
    assert puzzle.goal == {"rule": "connect"}


def test_the_stated_solution_is_given_as_moves_that_win() -> None:
    puzzle = board(LINE, COLOR)
    game = game_named(COLOR)
    level = game.parse(puzzle.board, puzzle.goal)
    state = game.initial(level)
    for move in puzzle.stated["solution"]:
        state = game.apply(level, state, move)
    assert game.won(level, state)
    assert board("2;1:1;2:2", COLOR).stated == {}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_line_is_a_puzzle_and_refused_ones_count(end: str) -> None:
    reading = read(end.join([LINE, "", "3;1:1", "2;1:1;2:2;"]), COLOR)
    assert [(type(puzzle), puzzle.number, puzzle.line) for puzzle in reading.puzzles] == [
        (Puzzle, 1, 1),
        (Refusal, 2, 3),
        (Puzzle, 3, 4),
    ]


@pytest.mark.parametrize(
    ("line", "finding"),
    [
        ("3;1:1;1:2;2:2", "ingest/count"),
        ("3;1:1;1:2=1:1;1:2|2:2", "ingest/count"),
        ("3" + ";1:1" * 126, "ingest/too-many-colours"),
    ],
)
def test_what_does_not_add_up_is_refused(line: str, finding: str) -> None:
    assert refused(line, COLOR) == [(finding, None)]


@pytest.mark.parametrize(
    "line",
    [
        "3;0:1;1:1",
        "3;4:1;1:1",
        "3;1:1;1:1",
        "3;1:1;x:1",
        "3;1:1;1:2=1:1;9:9",
        "0;1:1;1:2",
        "999999999;1:1;1:2",
        "x;1:1",
    ],
)
def test_a_file_without_one_line_of_the_form_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable):
        read(line, COLOR, format="pairs")
