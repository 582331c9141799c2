"""Numberlink files: many puzzles under their sizes, remarks as notes, and the dialect with directives."""

from __future__ import annotations

import pytest

from authoring.readers import Puzzle, Refusal, Unreadable
from tests.readers.reading import COLOR, board, read, refused

TWO = "# round a corner\n4 2\nA..A\nB..B\n\n# a column\n# by hand\n1 3\nx\n.\nx\n0 0\n\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_width_comes_first_and_remarks_go_with_the_puzzle_below(end: str) -> None:
    first, second = read(("\ufeff" + TWO).replace("\n", end), COLOR).puzzles
    assert isinstance(first, Puzzle)
    assert isinstance(second, Puzzle)
    assert (first.board["rows"], first.note, first.line) == (["A..A", "B..B"], "round a corner", 2)
    assert (second.board["rows"], second.note, second.number) == (["x", ".", "x"], "a column\nby hand", 2)


def test_the_end_mark_may_be_missing_but_nothing_may_follow_it() -> None:
    assert board("2 1\naa\n", COLOR).board["rows"] == ["aa"]
    first, stray = read("2 1\naa\n0 0\n# fine\n2 1\nbb\n", COLOR).puzzles
    assert isinstance(first, Puzzle)
    assert isinstance(stray, Refusal)
    assert [(finding.id, stray.line) for finding in stray.findings] == [("ingest/form", 5)]


def test_a_refused_puzzle_leaves_the_others() -> None:
    reading = read("2 2\naa\n2 1\nbb\n2 1\nc-\n999999999 1\nz\n2 1\ndd\nee\n", COLOR)
    found = [puzzle.findings[0].id if isinstance(puzzle, Refusal) else "read" for puzzle in reading.puzzles]
    assert found == ["ingest/count", "read", "ingest/glyph", "ingest/size", "ingest/count"]


def test_a_row_of_another_length_is_refused_with_its_place() -> None:
    assert refused("3 2\na.a\nbb\n", COLOR) == [("ingest/count", "1,0")]


def test_cells_that_stand_apart_are_read_with_the_rows_first() -> None:
    source = "2 3\nA . A\nB . B\nHOLE 0,1   # not there\nHOLE 1,1\n"
    assert board(source, COLOR).board["rows"] == ["A#A", "B#B"]


def test_directives_that_the_rules_do_not_have_are_refused_by_name() -> None:
    source = "2 3\nA . A\nB . B\nWALL 0,0 0,1\nBRIDGE 1,1\nLINK 0,0 1,2\n"
    refusal = read(source, COLOR).puzzles[0]
    assert isinstance(refusal, Refusal)
    assert [finding.id for finding in refusal.findings] == ["ingest/not-carried"] * 3
    assert "'BRIDGE 1,1'" in refusal.findings[1].message


@pytest.mark.parametrize("hole", ["0,0", "9,9", "here"], ids=["an endpoint", "off the board", "no cell"])
def test_a_hole_must_be_a_free_cell(hole: str) -> None:
    with pytest.raises(Unreadable):
        read(f"1 3\nA . A\nHOLE {hole}\n", COLOR)


@pytest.mark.parametrize("source", ["999999999 999999999\n", "0 4\n", "0 0\n", "4 4 4\n"])
def test_a_file_without_a_puzzle_of_the_form_is_unreadable(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, COLOR, format="numberlink")


@pytest.mark.parametrize("name", ["WALL", "BRIDGE", "WARP", "LINK", "BLEND", "BORDER"])
def test_what_the_rules_do_not_have_is_refused_by_name_with_its_line_and_the_rest_is_read(name: str) -> None:
    source = f"2 3\nA . A\nB . B\n{name} 0,1 1,1\n2 3\nA . A\nB . B\n"
    refusal, puzzle = read(source, COLOR).puzzles
    assert isinstance(refusal, Refusal)
    assert [finding.id for finding in refusal.findings] == ["ingest/not-carried"]
    assert name in refusal.findings[0].message
    assert "line 1" in refusal.findings[0].message
    assert isinstance(puzzle, Puzzle)
    assert puzzle.board["rows"] == ["A.A", "B.B"]
