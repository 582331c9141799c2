"""Lots of Truck Escape as text: boards with facings below, and relatives that are refused by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from authoring.readers import BadOption, Refusal, Unreadable
from games.registry import game_named
from tests.readers.reading import board, read, refused

TRUCK = "truck-escape"
LOT = "AA.B\n.#.B\nC...\n\nA R\nB D\nC U\n"
EITHER_WAY = {"size": 3, "car_list": [[1, 0, 0, "EW"], [2, 2, 1, "NS"]], "barrier_list": [[1, 1]]}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("head", ["", "\n", " \n\n"], ids=["no head", "blank line", "blank lines"])
def test_a_lot_reads_as_drawn_whatever_its_line_ends(end: str, mark: str, head: str) -> None:
    puzzle = board((mark + head + LOT).replace("\n", end), TRUCK)
    assert puzzle.board == {"rows": ["AA.B", ".#.B", "C..."], "facing": {"A": "R", "B": "D", "C": "U"}}
    assert puzzle.goal == {"rule": "clear"}
    assert puzzle.note is None
    assert game_named(TRUCK).validate(puzzle.board, puzzle.goal) == ()


@pytest.mark.parametrize(
    "line", ["A R", "A: R", "A:R", " A  R ", "A r", "A right", "A: Right", "A\tRIGHT", "A : right"]
)
def test_a_facing_is_a_letter_or_a_word_after_a_blank_or_a_colon(line: str) -> None:
    assert board(f"A..\n\n{line}\n", TRUCK).board["facing"] == {"A": "R"}


@pytest.mark.parametrize(("word", "letter"), [("up", "U"), ("down", "D"), ("left", "L"), ("right", "R")])
def test_every_direction_has_its_word(word: str, letter: str) -> None:
    assert board(f"A..\n\nA {word}\n", TRUCK).board["facing"] == {"A": letter}


def test_facings_may_stand_in_any_order() -> None:
    assert list(board("BA\n\nB U\nA L\n", TRUCK).board["facing"]) == ["A", "B"]


def test_what_follows_the_facings_after_a_blank_line_is_the_note() -> None:
    assert board(LOT + "\nby hand\n\nA L is no facing here\n\n", TRUCK).note == "by hand\n\nA L is no facing here"


def test_case_matters() -> None:
    assert board("Aa\n\nA L\na R\n", TRUCK).board["facing"] == {"A": "L", "a": "R"}


def test_other_characters_for_walls_and_free_cells_are_taken_as_asked() -> None:
    puzzle = board("AA_x\n\nA R\n", TRUCK, walls="x", floor="_")
    assert puzzle.board == {"rows": ["AA.#"], "facing": {"A": "R"}}


def test_a_blank_may_be_a_free_cell() -> None:
    assert board("A  B\nC##D\n\nA U\nB U\nC L\nD R\n", TRUCK, floor=" ").board["rows"] == ["A..B", "C##D"]


def test_a_character_cannot_be_wall_and_free() -> None:
    with pytest.raises(BadOption, match="both name"):
        read(LOT, TRUCK, walls="x", floor="x")


def test_a_start_does_not_go_with_a_lot() -> None:
    with pytest.raises(BadOption, match="--start"):
        read(LOT, TRUCK, start="first")


def test_a_vehicle_without_a_facing_is_left_to_the_rules() -> None:
    puzzle = board("AB\n\nA L\n", TRUCK)
    assert [fault.id for fault in game_named(TRUCK).validate(puzzle.board, puzzle.goal)] == [
        "truck-escape/facing-missing"
    ]


@pytest.mark.parametrize("tail", ["", "\n\n", "\n\nA may leave either way\n", "\n\nA up or down\n"])
def test_a_board_without_any_facing_is_refused_since_its_vehicles_may_leave_either_way(tail: str) -> None:
    assert refused("A.B" + tail, TRUCK) == [("ingest/not-carried", None)]
    (refusal,) = read("A.B" + tail, TRUCK).puzzles
    assert isinstance(refusal, Refusal)
    assert "a facing for each is needed" in refusal.findings[0].message


@pytest.mark.parametrize("text", [json.dumps(EITHER_WAY), repr(EITHER_WAY), json.dumps(EITHER_WAY, indent=1)])
def test_a_list_of_cars_that_leave_either_way_is_refused_by_name(text: str) -> None:
    assert refused(text, TRUCK, format="lot") == [("ingest/not-carried", None)]
    (refusal,) = read(text, TRUCK, format="lot").puzzles
    assert isinstance(refusal, Refusal)
    assert "may leave either way along their axis; a facing for each is needed" in refusal.findings[0].message
    # Without the format's name no object is a level document, so nothing else fits.
    assert refused(text, TRUCK) == [("ingest/not-carried", None)]


def test_every_list_of_a_file_is_refused_with_its_line() -> None:
    lines = [json.dumps({"id": number, "level": EITHER_WAY}) for number in range(3)]
    puzzles = read("\n\n".join(lines), TRUCK, format="lot").puzzles
    assert [(puzzle.number, puzzle.line) for puzzle in puzzles] == [(1, 1), (2, 3), (3, 5)]
    assert all(isinstance(puzzle, Refusal) for puzzle in puzzles)


def test_a_line_among_the_facings_that_is_none_makes_the_file_unreadable() -> None:
    with pytest.raises(Unreadable, match="'B sideways' below the board is no vehicle with a direction"):
        read("A.B\n\nA R\nB sideways\n", TRUCK)


def test_a_second_facing_of_a_vehicle_is_no_facing() -> None:
    with pytest.raises(Unreadable, match="'A L' below the board gives A a second direction"):
        read("A..\n\nA R\nA L\n", TRUCK)


def test_an_unknown_glyph_is_named_with_its_place() -> None:
    assert refused("A.*\n\nA R\n", TRUCK) == [("ingest/glyph", "0,2")]


def test_a_board_larger_than_any_is_refused() -> None:
    with pytest.raises(Unreadable, match="129 columns"):
        read("A" + "." * 128 + "\n\nA L\n", TRUCK)


def test_prose_is_no_lot() -> None:
    with pytest.raises(Unreadable, match="no reading fits"):
        read("Dear reader, this is no board.\n", TRUCK)


def test_a_board_without_vehicles_is_left_to_the_rules() -> None:
    puzzle = board("..#\n", TRUCK)
    assert [fault.id for fault in game_named(TRUCK).validate(puzzle.board, puzzle.goal)] == ["truck-escape/no-vehicle"]


def test_the_levels_of_a_game_whose_cars_leave_either_way_are_all_refused(shared_levels: Path) -> None:
    data = (shared_levels / "truck_escape" / "either_way.jsonl").read_bytes()
    puzzles = read(data, TRUCK, format="lot").puzzles
    assert len(puzzles) == 4
    for puzzle in puzzles:
        assert isinstance(puzzle, Refusal)
        assert [finding.id for finding in puzzle.findings] == ["ingest/not-carried"]
