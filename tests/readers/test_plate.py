"""Drawings of plates: read point by point; what they cannot say is refused by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from authoring.readers import Puzzle, Refusal, Unreadable
from games.registry import game_named
from tests.readers.pages import example
from tests.readers.reading import board, read, refused

PLATE = "bolt-unscrew"
GATE = """; a remark
plate Gate
......
.@..@o

......
board a layer 1
......
.o==o.
......
"""


def test_holes_screws_and_boards_are_read_point_by_point() -> None:
    puzzle = board(GATE, PLATE)
    assert puzzle.board == {
        "size": [3, 6],
        "holes": [[1, 1], [1, 4], [1, 5]],
        "screws": [[1, 1], [1, 4]],
        "boards": [{"name": "a", "layer": 1, "at": [1, 1], "rows": ["o==o"]}],
    }
    assert (puzzle.title, puzzle.line, puzzle.taken) == ("Gate", 2, ())
    assert puzzle.goal == {"rule": "drop-all"}
    assert game_named(PLATE).validate(puzzle.board, puzzle.goal) == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_file_holds_several_plates_and_refused_ones_count(end: str) -> None:
    wrong = "plate Wrong\n.@.\nboard a layer 1\n.o\n"
    reading = read(("\ufeff" + GATE + wrong + GATE).replace("\n", end), PLATE)
    assert reading.format == "plate"
    assert [(type(one), one.number, one.line) for one in reading.puzzles] == [
        (Puzzle, 1, 2),
        (Refusal, 2, 11),
        (Puzzle, 3, 16),
    ]


def test_boards_keep_the_order_of_the_file_and_are_cut_to_their_box() -> None:
    drawn = "plate\n@.@\no..\nboard b layer 2\n..o\n..=\nboard a layer 1\no..\n=..\n"
    boards = board(drawn, PLATE).board["boards"]
    assert [(one["name"], one["layer"], one["at"], one["rows"]) for one in boards] == [
        ("b", 2, [0, 2], ["o", "="]),
        ("a", 1, [0, 0], ["o", "="]),
    ]


def test_long_names_are_mapped_in_order_and_the_map_is_noted() -> None:
    puzzle = board(GATE.replace("board a", "board crossbar"), PLATE)
    assert puzzle.board["boards"][0]["name"] == "A"
    assert puzzle.taken == ("boards renamed: crossbar is A",)


def test_a_board_without_wood_is_left_to_the_validation() -> None:
    puzzle = board(GATE + "board z layer 1\n......\n......\n......\n", PLATE)
    assert [f.id for f in game_named(PLATE).validate(puzzle.board, puzzle.goal)] == ["plate/no-wood"]


@pytest.mark.parametrize(
    ("drawn", "findings"),
    [
        (GATE.replace(".o==o.\n......", ".o==o."), [("ingest/form", None)]),
        (GATE.replace(".o==o.", ".o==o"), [("ingest/form", None)]),
        (GATE.replace(".@..@o", ".@..=o"), [("ingest/glyph", "1,4")]),
        (GATE.replace(".o==o.", ".@=xo."), [("ingest/glyph", "1,1"), ("ingest/glyph", "1,3")]),
        ("plate\n" + "." * 129 + "\nboard a layer x\n", [("ingest/size", None)]),
        (GATE + "".join(f"board b{n} layer 1\n......\n......\n......\n" for n in range(62)), [("ingest/form", None)]),
    ],
    ids=["a row too few", "a short row", "wood in the plate", "a screw in a board", "too wide", "too many boards"],
)
def test_a_drawing_that_is_not_of_the_form_is_refused(drawn: str, findings: list[tuple[str, str | None]]) -> None:
    refusals = [one for one in read(GATE + drawn, PLATE).puzzles if isinstance(one, Refusal)]
    assert [(finding.id, finding.place) for finding in refusals[0].findings] == findings


@pytest.mark.parametrize(
    "drawn",
    ["board a layer 1\no\nplate\n@\n", "@\nplate\n@\n", "plate\n", "; nothing\n", ""],
    ids=["a board first", "rows first", "no row", "remarks alone", "empty"],
)
def test_a_file_without_a_plate_is_unreadable(drawn: str) -> None:
    with pytest.raises(Unreadable):
        read(drawn, PLATE, format="plate")


ANCHORED = '{"name": "x", "holes": [], "plates": [{"id": "p", "layer": 0, "anchors": ["h"]}], "screws": {}}\n'


def test_levels_with_plates_on_anchors_are_refused_one_a_line_with_every_reason() -> None:
    reading = read(ANCHORED * 2, PLATE, format="plate")
    assert [(type(one), one.line) for one in reading.puzzles] == [(Refusal, 1), (Refusal, 2)]
    assert refused(ANCHORED, PLATE, format="plate") == [("ingest/not-carried", None)] * 3


def test_the_levels_of_other_rules_are_all_refused_by_name(shared_levels: Path) -> None:
    data = (shared_levels / "bolt_unscrew" / "other_rules.jsonl").read_bytes()
    reading = read(data, PLATE, format="plate")
    assert len(reading.puzzles) == 8
    for one in reading.puzzles:
        assert isinstance(one, Refusal)
        assert {finding.id for finding in one.findings} == {"ingest/not-carried"}


def test_the_example_of_the_page_is_a_level() -> None:
    puzzle = board(example("plate.md"), PLATE)
    assert puzzle.title == "Gate"
    assert [one["name"] for one in puzzle.board["boards"]] == ["a", "b"]
    assert game_named(PLATE).validate(puzzle.board, puzzle.goal) == ()
