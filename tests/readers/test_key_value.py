"""Stacks as key=value lines."""

from __future__ import annotations

import pytest

from authoring.readers import BadOption, MissingChoice, Unreadable
from tests.readers.reading import board, read, refused

NUT = "nut-and-bolt"
UP = {"orientation": "bottom-first"}
SOURCE = "# By hand.\nheight=3\ncolors=2\nempty=2\ncolumn=001\ncolumn=110\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_columns_are_bolts_and_the_announced_empty_ones_follow(end: str) -> None:
    puzzle = board(SOURCE.replace("\n", end), NUT, **UP)
    assert puzzle.board == {"bolts": ["001", "110", "", ""], "capacity": 3}
    assert puzzle.note == "By hand."
    assert puzzle.taken == ("stacks bottom-first, as asked for; the file does not say",)


def test_top_first_columns_are_turned_round() -> None:
    assert board(SOURCE, NUT, orientation="top-first").board["bolts"] == ["100", "011", "", ""]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert board(b"\xef\xbb\xbf" + SOURCE.encode(), NUT, **UP).board["capacity"] == 3


def test_the_file_may_state_order_and_title_and_leave_the_height_out() -> None:
    puzzle = board("title=Twins\norder=bottom-first\ncolumn = AB\ncolumn=BA\n", NUT)
    assert (puzzle.title, puzzle.board) == ("Twins", {"bolts": ["AB", "BA"], "capacity": 2})
    assert puzzle.taken[0] == "stacks bottom-first, as the file states"


def test_names_joined_by_commas_are_mapped() -> None:
    assert board("column=10,red\ncolumn=red,10\n", NUT, **UP).board["bolts"] == ["AB", "BA"]


@pytest.mark.parametrize(
    ("source", "finding"),
    [
        (SOURCE.replace("colors=2", "colors=3"), "ingest/count"),
        (SOURCE + "hidden=1\n", "ingest/not-carried"),
        (SOURCE + "column=0?0\n", "ingest/not-carried"),
        (SOURCE + "column=0*0\n", "ingest/glyph"),
    ],
)
def test_what_does_not_add_up_or_has_no_meaning_is_refused(source: str, finding: str) -> None:
    assert refused(source, NUT, **UP) == [(finding, None if "?" not in source else "bolt 3")]


@pytest.mark.parametrize(
    "source",
    [SOURCE + "height=4\n", SOURCE + "order=up\n", "height=x\n" + SOURCE[10:].partition("\n")[2], "column=A,,B\n"],
)
def test_a_file_of_another_form_is_unreadable(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, NUT, **UP)
    with pytest.raises(Unreadable):
        read("height=3\nnothing\n", NUT, format="key-value", **UP)
    with pytest.raises(Unreadable):
        read("# only a remark\n", NUT, format="key-value", **UP)


def test_the_orientation_is_asked_for_and_must_not_contradict_the_file() -> None:
    with pytest.raises(MissingChoice, match="--orientation"):
        read(SOURCE, NUT)
    with pytest.raises(BadOption, match="but the file states bottom-first"):
        read(SOURCE + "order=bottom-first\n", NUT, orientation="top-first")
