"""Matrices of colours: what is free is never guessed, and case matters."""

from __future__ import annotations

import json

import pytest

from authoring.readers import MissingChoice, Unreadable
from tests.readers.reading import COLOR, board, read, refused, rows


def test_texts_and_numbers_are_colours_and_null_is_free() -> None:
    assert rows('[["A", null, "b"], ["A", ".", "b"]]', COLOR) == ["A.b", "A.b"]
    assert rows("[[1, 0, 2], [1, 0, 2]]", COLOR) == ["1.2", "1.2"]
    assert rows('[["A", "#"], ["A", ""]]', COLOR) == ["A#", "A."]


def test_upper_and_lower_case_are_two_colours() -> None:
    assert rows('[["B", "b"], ["B", "b"]]', COLOR) == ["Bb", "Bb"]


def test_long_names_are_renamed_in_order_and_the_map_is_recorded() -> None:
    puzzle = board('[["teal", "red"], ["teal", "red"]]', COLOR)
    assert puzzle.board["rows"] == ["AB", "AB"]
    assert "colours renamed: teal is A, red is B" in puzzle.taken


@pytest.mark.parametrize(
    ("source", "free", "expected"),
    [
        ("[[0, 1, -1], [0, 1, -1]]", "-1", ["01.", "01."]),
        ("[[0, null, 0]]", ".", ["0.0"]),
        ('[[0, ".", 0]]', ".", ["0.0"]),
        ("[[1, -1, 1]]", "-1", ["1.1"]),
    ],
)
def test_where_a_number_may_be_free_or_a_colour_the_person_must_say(
    source: str, free: str, expected: list[str]
) -> None:
    with pytest.raises(MissingChoice) as caught:
        read(source, COLOR)
    assert caught.value.option == "--floor"
    assert rows(source, COLOR, floor=free) == expected


def test_blocked_cells_have_a_value_by_option() -> None:
    assert rows("[[1, 9], [1, 0]]", COLOR, walls="9") == ["1#", "1."]


def test_an_object_with_walls_is_refused_by_name_and_the_rest_is_read() -> None:
    source = json.dumps([[["A", "A"]], {"rows": [["A", "A"]], "walls": [[0, 0, "right"]]}, [["c", "c"]]])
    first, second, third = read(source, COLOR).puzzles
    assert [finding.id for finding in second.findings] == ["ingest/not-carried"]  # type: ignore[union-attr]
    assert "'walls'" in second.findings[0].message  # type: ignore[union-attr]
    assert (first.number, third.number) == (1, 3)


def test_a_cell_that_names_no_colour_is_refused_with_its_place() -> None:
    assert refused('[["A", true, "A"], [["A"], "B", "B"]]', COLOR) == [("ingest/glyph", "0,1"), ("ingest/glyph", "1,0")]


@pytest.mark.parametrize("source", ["[]", "[1, 2]", '[[["A"], 3]]', "[" * 100, '[["A", 1.5]]'])
def test_what_is_no_matrix_is_unreadable(source: str) -> None:
    with pytest.raises(Unreadable):
        read(source, COLOR, format="array")
