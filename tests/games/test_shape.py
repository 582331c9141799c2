"""The shape of a board and a goal: each finding accepted and rejected, with a suggestion for a near miss."""

from __future__ import annotations

from typing import Any

import pytest

from games.shape import MAX_SIDE, field_faults, goal_faults, nearest, rows_faults


def test_an_object_with_exactly_its_fields_has_no_fault() -> None:
    assert list(field_faults({"rows": [], "target": "A"}, "board", ("rows", "target"))) == []


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        (None, ["board is not an object"]),
        (["rows"], ["board is not an object"]),
        ({}, ["board lacks the field 'rows'"]),
        ({"rows": 1, "x": 2, "a": 3}, ["board has an unknown field 'a'", "board has an unknown field 'x'"]),
        ({"row": 1}, ["board lacks the field 'rows'", "board has an unknown field 'row'; did you mean 'rows'?"]),
    ],
)
def test_missing_and_unknown_fields_are_all_named(value: Any, messages: list[str]) -> None:
    faults = list(field_faults(value, "board", ("rows",)))
    assert [fault.message for fault in faults] == messages
    assert {fault.id for fault in faults} == {"board/shape"}


def test_a_goal_that_names_a_rule_of_the_game_has_no_fault() -> None:
    assert list(goal_faults({"rule": "cover"}, ("connect", "cover"))) == []


@pytest.mark.parametrize("rule", ["conect", "", None, 3, ["cover"], {"cover": 1}, True])
def test_an_unknown_rule_is_refused_with_the_rules_that_there_are(rule: Any) -> None:
    (fault,) = goal_faults({"rule": rule}, ("connect", "cover"))
    assert fault.id == "goal/rule"
    assert fault.fix == "Use one of: connect, cover."
    assert ("did you mean 'connect'?" in fault.message) == (rule == "conect")


def test_a_rectangle_has_no_fault() -> None:
    assert list(rows_faults(["ab", "cd"])) == []
    assert list(rows_faults(["a" * MAX_SIDE] * MAX_SIDE)) == []


@pytest.mark.parametrize("rows", [None, "ab", [1], ["a", None], {"0": "a"}])
def test_rows_that_are_no_list_of_texts_have_no_shape(rows: Any) -> None:
    assert [fault.id for fault in rows_faults(rows)] == ["board/shape"]


@pytest.mark.parametrize("rows", [[], [""], ["", ""]])
def test_a_board_without_cells_is_no_rectangle(rows: list[str]) -> None:
    assert [fault.id for fault in rows_faults(rows)] == ["board/rows"]


def test_every_row_of_another_length_is_named() -> None:
    faults = list(rows_faults(["abc", "ab", "abc", "abcd"]))
    assert [(fault.id, fault.place) for fault in faults] == [("board/rows", "1,0"), ("board/rows", "3,0")]


@pytest.mark.parametrize("rows", [["a" * (MAX_SIDE + 1)], ["a"] * (MAX_SIDE + 1)])
def test_a_side_beyond_the_limit_is_refused(rows: list[str]) -> None:
    assert [fault.id for fault in rows_faults(rows)] == ["board/size"]


def test_a_name_far_from_every_known_one_gets_no_suggestion() -> None:
    assert nearest("zzz", ("rows",)) == ""
