"""Pack lines: holes are carried over, bridges, walls and warps are refused by name."""

from __future__ import annotations

import pytest

from authoring.readers import Puzzle, Refusal, Unreadable
from games.registry import game_named
from tests.readers.reading import COLOR, board, read, refused

WIDE = "3:2,0,7,2;0,3;1,2,5"


def test_cells_count_in_reading_order_and_ends_of_paths_are_endpoints() -> None:
    puzzle = board(WIDE, COLOR)
    assert puzzle.board["rows"] == ["AB.", "A.B"]
    assert puzzle.note == "number 7 in its pack"
    assert puzzle.goal == {"rule": "connect"}


def test_the_stated_solution_is_given_as_moves_that_win() -> None:
    puzzle = board(WIDE, COLOR, rule="cover")
    assert puzzle.stated == {"solution": ["draw A 0,0 1,0", "draw B 0,1 0,2 1,2"]}
    game = game_named(COLOR)
    level = game.parse(board("2,0,1,1;0,1,3,2", COLOR, rule="cover").board, {"rule": "cover"})
    state = game.apply(level, game.initial(level), "draw A 0,0 0,1 1,1 1,0")
    assert game.won(level, state)


def test_holes_become_blocked_cells() -> None:
    assert board("3,0,1,1,,4:5;0,3,6", COLOR).board["rows"] == ["A..", ".##", "A.."]


def test_a_closed_border_is_refused_by_name() -> None:
    (refusal,) = read("3+B,0,1,1;0,3,6", COLOR).puzzles
    assert isinstance(refusal, Refusal)
    assert [finding.id for finding in refusal.findings] == ["ingest/not-carried"]
    assert "closed border (+B)" in refusal.findings[0].message


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_line_is_a_puzzle_and_refused_ones_count(end: str) -> None:
    lines = [WIDE, "", "3,0,2,1,4;0,1,2", "2,0,3,1;0,1;", "nonsense"]
    reading = read("\ufeff" + end.join(lines) + end, COLOR)
    assert [(type(puzzle), puzzle.number, puzzle.line) for puzzle in reading.puzzles] == [
        (Puzzle, 1, 1),
        (Refusal, 2, 3),
        (Puzzle, 3, 4),
        (Refusal, 4, 5),
    ]


@pytest.mark.parametrize(
    ("line", "findings"),
    [
        ("3,0,1,1,4:7;0,1,2", [("ingest/not-carried", "1,1"), ("ingest/not-carried", "2,1")]),
        ("3,0,1,1,,,0|3:4|5;0,1,2", [("ingest/not-carried", "0,0"), ("ingest/not-carried", "1,1")]),
        ("3,0,1,1;0,1,2,3", [("ingest/not-carried", "0,2")]),
        ("3,0,1,2;0,1,2", [("ingest/count", None)]),
        ("2,0,1,1,,," + ":".join(f"{n}|{m}" for n in range(5) for m in range(5)) + ";0,1", [("ingest/count", None)]),
        ("9,0,1,63" + ";0,1" * 63, [("ingest/too-many-colours", None)]),
    ],
    ids=["bridges", "walls", "a warp", "too few paths", "too many walls", "too many colours"],
)
def test_what_cannot_be_carried_over_is_refused_by_name(line: str, findings: list[tuple[str, str | None]]) -> None:
    assert refused(line, COLOR) == findings


@pytest.mark.parametrize(
    "line",
    [
        "3,0,1",
        "3,1,1,1;0,1",
        "3+X,0,1,1;0,1",
        "3,0,1,1;0,9",
        "3,0,1,1;0,x",
        "3,0,1,1;4",
        "3,0,1,2;0,1;1,2",
        "3,0,1,1,,0;0,1",
        "3,0,1,1,,,0-1;0,1",
        "129,0,1,1;0,1",
        "999999999:999999999,0,1,1;0,1",
        "0,0,1,0",
    ],
)
def test_a_file_without_one_line_of_the_form_is_unreadable(line: str) -> None:
    with pytest.raises(Unreadable):
        read(line, COLOR, format="flow-pack")


def test_far_too_many_lines_are_unreadable() -> None:
    with pytest.raises(Unreadable, match="more than 100000 puzzles"):
        read("2,0,1,1;0,1\n" * 100_001, COLOR, format="flow-pack")
