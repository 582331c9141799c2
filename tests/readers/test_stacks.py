"""JSON stacks: names, numbers, free places, orientation, capacity."""

from __future__ import annotations

import json
from typing import Any

import pytest

from authoring.readers import BadOption, MissingChoice, Puzzle, Refusal, Unreadable
from authoring.readers.contract import ReadOptions
from authoring.readers.stacks import READER
from tests.readers.reading import board, read, refused

NUT = "nut-and-bolt"
UP = {"orientation": "bottom-first", "format": "stacks"}


def _board(value: Any, **options: str) -> Puzzle:
    return board(json.dumps(value), NUT, **{**UP, **options})


def _refused(value: Any) -> list[tuple[str, str | None]]:
    return refused(json.dumps(value), NUT, **UP)


def test_colour_names_become_letters_in_order_of_first_appearance_and_the_map_is_recorded() -> None:
    puzzle = _board([["Red", "Blue"], ["Blue", "Red"], []])
    assert puzzle.board == {"bolts": ["AB", "BA", ""], "capacity": 2}
    assert "stacks bottom-first, as asked for; the file does not say" in puzzle.taken
    assert any("Red is A, Blue is B" in sentence for sentence in puzzle.taken)


def test_single_letters_and_digits_keep_their_names() -> None:
    assert _board([["b", "A"], ["A", "b"]]).board["bolts"] == ["bA", "Ab"]
    assert _board([[1, 2], [2, 1]]).board["bolts"] == ["12", "21"]
    assert _board(["AB", "BA", ""]).board["bolts"] == ["AB", "BA", ""]


def test_numbers_above_nine_are_colours_too() -> None:
    assert _board([[10, 11], [11, 10]]).board["bolts"] == ["AB", "BA"]


def test_top_first_turns_every_stack_round() -> None:
    assert _board([["A", "A", "B"], ["B", "B", "A"]], orientation="top-first").board["bolts"] == ["BAA", "ABB"]


@pytest.mark.parametrize("free", ["Empty", "empty", "", None])
def test_free_places_are_left_out_and_tell_the_capacity(free: Any) -> None:
    puzzle = _board([["A", free], ["A", free], [free, free]])
    assert puzzle.board == {"bolts": ["A", "A", ""], "capacity": 2}
    assert "capacity 2, the places of the longest stack; the file states none" in puzzle.taken


def test_a_free_place_below_a_nut_shows_the_wrong_orientation() -> None:
    value = [[None, "A"], [None, "A"]]
    with pytest.raises(Unreadable, match="read bottom-first, stack 1 has a free place below a nut"):
        _board(value)
    assert _board(value, orientation="top-first").board["bolts"] == ["A", "A"]


def test_an_object_states_capacity_empty_bolts_and_orientation() -> None:
    puzzle = board(
        json.dumps(
            {
                "title": "T",
                "tubes": [["A"], ["A"]],
                "capacity": 2,
                "empty": 1,
                "order": "top-first",
                "minMoves": 9,
                "seed": 5,
            }
        ),
        NUT,
        format="stacks",
    )
    assert puzzle.board == {"bolts": ["A", "A", ""], "capacity": 2}
    assert puzzle.taken == ("stacks top-first, as the file states",)
    assert (puzzle.title, puzzle.note) == ("T", "seed: 5")
    # By which rule it counts, the file does not say.
    assert puzzle.stated == {"optimum": 9}


def test_many_boards_are_numbered_and_one_refused_does_not_stop_the_rest() -> None:
    value = {"levels": [{"tubes": [[1], [1]], "capacity": 2}, {"tubes": [["?"], [1]]}, {"tubes": [[2], [2]]}]}
    puzzles = read(json.dumps(value), NUT, **UP).puzzles
    assert [(type(puzzle), puzzle.number) for puzzle in puzzles] == [(Puzzle, 1), (Refusal, 2), (Puzzle, 3)]
    assert len(read(json.dumps([[["A"], ["A"]], [["B"], ["B"]]]), NUT, **UP).puzzles) == 2


def test_a_byte_order_mark_is_passed_over() -> None:
    data = b"\xef\xbb\xbf" + json.dumps([["A"], ["A"]]).encode()
    assert board(data, NUT, orientation="top-first").board["bolts"] == ["A", "A"]


@pytest.mark.parametrize(
    ("value", "finding"),
    [
        ([["A", "?"], ["A", "B"]], "ingest/not-carried"),
        ([["A", "Hidden"], ["A", "B"]], "ingest/not-carried"),
        ({"tubes": [["A"], ["A"]], "locked": [1]}, "ingest/not-carried"),
        ({"tubes": [["A"], ["A"]], "hidden": True}, "ingest/not-carried"),
        ([[0, 1], [1, 0]], "ingest/glyph"),
        ({"tubes": [["A"], ["A"]], "colors": 2}, "ingest/count"),
        ([[f"c{number}"] for number in range(63)], "ingest/too-many-colours"),
    ],
)
def test_what_the_board_cannot_have_is_refused_by_name(value: Any, finding: str) -> None:
    assert {fault for fault, _ in _refused(value)} == {finding}


@pytest.mark.parametrize(
    "value",
    [
        {"tubes": [["A"]], "bolts": [["A"]]},
        {"tubes": 3},
        {"tubes": [["A"], ["A"]], "capacity": -1},
        {"tubes": [["A"], ["A"]], "capacity": "2"},
        {"tubes": [["A"], ["A"]], "order": "sideways"},
        {"tubes": [["A"], 3]},
        {"tubes": [["A"], [["A"]]]},
        [["A"]] * 129,
        {"tubes": [["A"], ["A"]], "empty": 10**9},
        [],
        3,
    ],
)
def test_a_file_with_nothing_of_the_form_is_unreadable(value: Any) -> None:
    with pytest.raises(Unreadable):
        read(json.dumps(value), NUT, **UP)


def test_the_orientation_is_asked_for_and_must_be_one_that_does_not_contradict_the_file() -> None:
    source = json.dumps([["A"], ["A"]])
    with pytest.raises(MissingChoice, match=r"give --orientation bottom-first\|top-first"):
        read(source, NUT)
    with pytest.raises(BadOption, match="did you mean 'top-first'"):
        read(source, NUT, orientation="topfirst")
    with pytest.raises(BadOption, match="but the file states top-first"):
        read(json.dumps({"tubes": [["A"], ["A"]], "order": "top-first"}), NUT, **UP)


def test_a_native_level_is_not_taken_for_stacks() -> None:
    assert not READER.fits(b'{"format": "levelpress/level@1", "board": {"bolts": []}}', NUT, ReadOptions())
    assert READER.fits(b' {"tubes": []}', NUT, ReadOptions())
