"""Stacks as lines: a blank line is an empty bolt."""

from __future__ import annotations

import pytest

from authoring.readers import MissingChoice, Unreadable
from tests.readers.reading import board, read, refused

NUT = "nut-and-bolt"
UP = {"orientation": "bottom-first"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_each_line_is_a_bolt_and_blank_ones_are_empty(end: str) -> None:
    puzzle = board(end.join(["", "AAB", "BBA", "", ""]), NUT, **UP)
    assert puzzle.board == {"bolts": ["", "AAB", "BBA", ""], "capacity": 3}
    assert "2 blank lines are empty bolts" in puzzle.taken
    assert any(sentence.startswith("capacity 3") for sentence in puzzle.taken)


def test_the_end_of_the_last_line_begins_no_bolt() -> None:
    assert board("AB\nBA\n", NUT, **UP).board["bolts"] == board("AB\nBA", NUT, **UP).board["bolts"] == ["AB", "BA"]


def test_free_places_may_be_drawn_and_blanks_round_a_line_do_not_count() -> None:
    assert board(" A.\nA-\t\n__\n", NUT, **UP).board == {"bolts": ["A", "A", ""], "capacity": 2}


def test_top_first_lines_are_turned_round() -> None:
    assert board("AAB\nBBA\n", NUT, orientation="top-first").board["bolts"] == ["BAA", "ABB"]


def test_case_tells_colours_apart() -> None:
    assert board("aA\nAa\n", NUT, **UP).board["bolts"] == ["aA", "Aa"]


@pytest.mark.parametrize(
    ("source", "finding"),
    [
        ("A?\nAA\n", ("ingest/not-carried", "bolt 1")),
        ("AB\nA*\n", ("ingest/glyph", "bolt 2")),
    ],
)
def test_what_is_no_nut_is_refused(source: str, finding: tuple[str, str]) -> None:
    assert refused(source, NUT, format="stack-lines", **UP) == [finding]


@pytest.mark.parametrize("source", ["", "\n\n", ".A\n.A\n", "A\n" * 129])
def test_a_file_without_a_board_of_the_form_is_unreadable(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, NUT, format="stack-lines", **UP)


def test_the_orientation_is_asked_for() -> None:
    with pytest.raises(MissingChoice, match="--orientation"):
        read("AB\nBA\n", NUT)
