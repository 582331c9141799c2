"""Text boards of Color Connect."""

from __future__ import annotations

import pytest

from authoring.readers import BadOption
from games.registry import game_named
from tests.readers.reading import COLOR, board, read, refused, rows

GRID = "A.b\n.#B\nAbB\n"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "byte order mark"])
def test_line_ends_and_marks_change_nothing(end: str, mark: str) -> None:
    puzzle = board((mark + GRID + "\n\n").replace("\n", end), COLOR)
    assert puzzle.board == {"rows": ["A.b", ".#B", "AbB"]}
    assert game_named(COLOR).validate(puzzle.board, puzzle.goal) == ()


def test_the_goal_is_connect_unless_asked_for_and_both_are_recorded() -> None:
    assert board(GRID, COLOR).goal == {"rule": "connect"}
    assert board(GRID, COLOR).taken == ("goal rule connect: the file states none",)
    assert board(GRID, COLOR, rule="cover").goal == {"rule": "cover"}
    assert board(GRID, COLOR, rule="cover").taken == ("goal rule cover, as asked for; the file states none",)


def test_a_rule_that_the_game_does_not_have_is_a_usage_error() -> None:
    with pytest.raises(BadOption, match="did you mean 'cover'"):
        read(GRID, COLOR, rule="covers")


def test_free_and_blocked_cells_by_option() -> None:
    assert rows("A A\nXB \nB  \n", COLOR, floor=" ", walls="X") == ["A.A", "#B.", "B.."]
    assert rows("A0A\n", COLOR, floor="0") == ["A.A"]


def test_remarks_are_the_note() -> None:
    assert board("A.A\n\nsmall\n", COLOR).note == "small"


def test_every_cell_without_a_meaning_is_named() -> None:
    assert refused("A.A\n.+.\n..*\n", COLOR) == [("ingest/glyph", "1,1"), ("ingest/glyph", "2,2")]


def test_letters_outside_the_names_are_colours_renamed_in_order_with_the_map_recorded() -> None:
    puzzle = board("ж.B\n...\nB.ж\n", COLOR)
    assert puzzle.board["rows"] == ["A.B", "...", "B.A"]
    assert puzzle.taken[1] == "colours renamed: ж is A, B is B"


def test_more_colours_than_names_are_refused() -> None:
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 63)))
    assert refused(f"{letters}\n{letters}\n", COLOR) == [("ingest/too-many-colours", None)]
    assert len(rows(f"{letters[:62]}\n{letters[:62]}\n", COLOR)[0]) == 62
