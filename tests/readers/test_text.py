"""Text boards of Maze Paint: rows as drawn, remarks as note, starts by rule, nothing guessed."""

from __future__ import annotations

import pytest

from authoring.readers import BadOption, MissingChoice, Unreadable
from games.registry import game_named
from tests.readers.reading import MAZE, board, read, refused, rows

BORDERED = "#####\n#@..#\n###.#\n#####\n"
BARE = "@..#\n##..\n"
#: The two start rules name different cells: 0,2 and 2,1.
UNSTARTED = "##..#\n#..##\n#.###\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\n", "\n  \n"], ids=["no end", "one end", "blank lines", "blanks"])
def test_line_ends_marks_and_trailing_lines_change_nothing(end: str, mark: str, tail: str) -> None:
    source = (mark + BORDERED.rstrip("\n") + tail).replace("\n", end)
    puzzle = board(source.encode("utf-8"), MAZE)
    assert puzzle.board == {"rows": ["#####", "#@..#", "###.#", "#####"]}
    assert puzzle.note is None


def test_line_ends_may_be_mixed() -> None:
    assert rows("@..\r\n##.\r...\n", MAZE) == ["@..", "##.", "..."]


def test_a_board_without_a_border_stays_without_one() -> None:
    puzzle = board(BARE, MAZE)
    assert puzzle.board["rows"] == ["@..#", "##.."]
    assert game_named(MAZE).validate(puzzle.board, puzzle.goal) == ()


def test_remarks_after_a_blank_line_are_the_note_and_no_rows() -> None:
    puzzle = board("\n\n" + BARE + "\nby hand \n\n## not a row\n\n", MAZE)
    assert puzzle.board["rows"] == ["@..#", "##.."]
    assert puzzle.note == "by hand\n\n## not a row"
    assert puzzle.line == 3


def test_an_o_marks_the_start_too() -> None:
    assert rows("o..\n", MAZE) == ["@.."]


def test_blanks_can_be_floor_and_are_never_stripped() -> None:
    assert rows("*o *\n*   \n  **\n", MAZE, walls="*", floor=" ") == ["#@.#", "#...", "..##"]


def test_a_line_of_blanks_is_a_row_where_blanks_are_floor() -> None:
    puzzle = board("*o*\n   \n* *\n\nnote", MAZE, walls="*", floor=" ")
    assert puzzle.board["rows"] == ["#@#", "...", "#.#"]
    assert puzzle.note == "note"


def test_a_row_that_lost_its_trailing_blanks_is_told_and_not_filled_up() -> None:
    puzzle = board("*o *\n*\n", MAZE, walls="*", floor=" ")
    faults = game_named(MAZE).validate(puzzle.board, puzzle.goal)
    assert [(fault.id, fault.place) for fault in faults] == [("board/rows", "1,0")]


def test_trailing_blanks_are_cells_without_a_meaning_where_blanks_have_none() -> None:
    assert refused("@.. \n###\n", MAZE) == [("ingest/glyph", "0,3")]


def test_every_cell_without_a_meaning_is_named() -> None:
    assert refused("@.x#\n##..\n#..x\n", MAZE) == [("ingest/glyph", "0,2"), ("ingest/glyph", "2,3")]


def test_an_option_takes_the_default_meaning_away() -> None:
    assert refused("@.#\n.**\n", MAZE, walls="*") == [("ingest/glyph", "0,2")]
    assert rows("@oo\n.o.\n", MAZE, walls="o") == ["@##", ".#."]
    assert rows("@##\n", MAZE, walls="", floor="#") == ["@.."]


def test_a_character_cannot_be_wall_and_floor() -> None:
    with pytest.raises(BadOption, match=r"both name '\.'"):
        read(BARE, MAZE, walls=".#", floor=".")


def test_a_second_start_is_refused_by_the_rules_of_the_game() -> None:
    assert refused("@.o\n", MAZE) == [("maze-paint/many-starts", "0,2")]


def test_a_missing_start_asks_for_the_rule_by_option_and_values() -> None:
    with pytest.raises(MissingChoice) as caught:
        read(UNSTARTED, MAZE)
    assert (caught.value.option, caught.value.values) == ("--start", ("first", "left-bottom", "r,c"))
    assert str(caught.value) == "the board marks no start cell; give --start first|left-bottom|r,c"


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("first", ["##@.#", "#..##", "#.###"]),
        ("left-bottom", ["##..#", "#..##", "#@###"]),
        ("1,2", ["##..#", "#.@##", "#.###"]),
    ],
)
def test_the_start_is_placed_by_the_rule_and_the_rule_is_recorded(rule: str, expected: list[str]) -> None:
    puzzle = board(UNSTARTED, MAZE, start=rule)
    assert puzzle.board["rows"] == expected
    assert puzzle.taken[0].endswith(f"by the rule {rule}")


@pytest.mark.parametrize("cell", ["0,0", "9,0", "0,9"], ids=["wall", "below", "beside"])
def test_a_start_that_is_no_floor_cell_is_refused(cell: str) -> None:
    assert refused(UNSTARTED, MAZE, start=cell) == [("ingest/start", cell)]


def test_a_board_without_floor_has_no_start() -> None:
    assert refused("###\n", MAZE, start="first") == [("ingest/start", None)]


@pytest.mark.parametrize("rule", ["frist", "01,2", "1;2", "-1,0", ""])
def test_a_start_rule_that_does_not_exist_is_a_usage_error(rule: str) -> None:
    with pytest.raises(BadOption, match="none of first, left-bottom, r,c"):
        read(UNSTARTED, MAZE, start=rule)


def test_a_marked_start_stays() -> None:
    assert rows(BARE, MAZE, start="first") == ["@..#", "##.."]
    with pytest.raises(BadOption, match="is 1,2, but the board marks its start at 0,0"):
        read(BARE, MAZE, start="1,2")


def test_a_side_longer_than_any_board_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="1 rows and up to 129 columns"):
        read("@" + "." * 128, MAZE)


def test_a_file_without_a_board_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="no line that holds anything"):
        read("\n \n\t\n", MAZE, format="text")
