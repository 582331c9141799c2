"""Levels of Bolt Unscrew with one fault each, and what the validation says of it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.bolt_unscrew import GAME
from tests.games.drawn_plates import GOAL, drawn_board

GOOD = drawn_board(
    "..... .@..@ ..... .@..o",
    a1="..... .o==o ..... .....",
    b2="..... ..... ..... .o...",
    c1="..... ..... ..... .o...",
)


def _set(*path: Any) -> Callable[[Any], None]:
    *where, key, value = path

    def change(board: Any) -> None:
        for step in where:
            board = board[step]
        board[key] = value

    return change


def _append(field: str, value: Any) -> Callable[[Any], None]:
    return lambda board: board[field].append(value)


def _board(name: str, layer: Any, at: list[int], *rows: str) -> Callable[[Any], None]:
    return _append("boards", {"name": name, "layer": layer, "at": at, "rows": list(rows)})


FAULTS: dict[str, tuple[Callable[[Any], None], str]] = {
    "a hole off the plate": (_append("holes", [4, 0]), "plate/hole"),
    "a hole left of the plate": (_append("holes", [0, -1]), "plate/hole"),
    "a hole twice": (_append("holes", [1, 1]), "plate/twice"),
    "a screw twice": (_append("screws", [1, 1]), "plate/twice"),
    "a screw in no hole": (_append("screws", [0, 0]), "plate/screw"),
    "a name of two characters": (_set("boards", 0, "name", "ab"), "plate/name"),
    "a name that is a sign": (_set("boards", 0, "name", "*"), "plate/name"),
    "a name twice": (_set("boards", 1, "name", "a"), "plate/name"),
    "layer 0": (_set("boards", 0, "layer", 0), "plate/layer"),
    "a layer that is true": (_set("boards", 0, "layer", True), "plate/layer"),
    "a layer beyond all": (_set("boards", 0, "layer", 1000), "plate/layer"),
    "a glyph without meaning": (_board("z", 3, [0, 0], "x"), "plate/glyph"),
    "a board without wood": (_board("z", 3, [0, 0], ".."), "plate/no-wood"),
    "a board in two parts": (_board("z", 3, [0, 0], "o.", ".o"), "plate/apart"),
    "a board beyond the right side": (_board("z", 3, [0, 4], "o="), "plate/off-plate"),
    "a board below the plate": (_board("z", 3, [3, 0], "o", "="), "plate/off-plate"),
    "two boards at one point": (_board("z", 1, [1, 2], "="), "plate/overlap"),
    "no board at all": (_set("boards", []), "plate/no-board"),
    "a board without a screw": (_board("z", 3, [0, 0], "o"), "plate/unsettled"),
    "a board that would turn": (_board("z", 3, [1, 1], "o="), "plate/unsettled"),
    "a size of one number": (_set("size", [4]), "board/shape"),
    "a size of no rows": (_set("size", [0, 5]), "board/shape"),
    "a plate too large": (_set("size", [4, 129]), "board/size"),
    "a point of three numbers": (_append("holes", [0, 0, 0]), "board/shape"),
    "a point of texts": (_append("screws", ["1", "1"]), "board/shape"),
    "holes that are no list": (_set("holes", "1,1"), "board/shape"),
    "boards that are no list": (_set("boards", {}), "board/shape"),
    "a board that is no object": (_append("boards", "o==o"), "board/shape"),
    "a board with an unknown field": (_set("boards", 0, "colour", "red"), "board/shape"),
    "a place of one number": (_set("boards", 0, "at", [1]), "board/shape"),
    "rows of different lengths": (_set("boards", 0, "rows", ["o==o", "="]), "board/rows"),
    "rows that are numbers": (_set("boards", 0, "rows", [1]), "board/shape"),
}


def test_the_level_without_a_fault_is_valid() -> None:
    assert GAME.validate(GOOD, GOAL) == ()


@pytest.mark.parametrize("name", FAULTS)
def test_a_level_with_one_fault_is_refused_for_it_alone(name: str) -> None:
    change, expected = FAULTS[name]
    board = copy.deepcopy(GOOD)
    change(board)
    assert {finding.id for finding in GAME.validate(board, GOAL)} == {expected}


def test_every_fault_of_a_board_is_reported_at_once() -> None:
    board = copy.deepcopy(GOOD)
    for name in ("a hole off the plate", "a screw in no hole", "layer 0", "a board in two parts", "a name twice"):
        FAULTS[name][0](board)
    expected = {f"plate/{part}" for part in ("hole", "screw", "layer", "apart", "name")}
    assert {finding.id for finding in GAME.validate(board, GOAL)} == expected


def test_every_kind_of_finding_of_the_game_is_shown_by_a_fault() -> None:
    own = {kind.id for kind in GAME.findings if kind.id.startswith("plate/")}
    assert own == {expected for _, expected in FAULTS.values() if expected.startswith("plate/")}


def test_a_fault_is_placed_where_it_is() -> None:
    board = copy.deepcopy(GOOD)
    FAULTS["two boards at one point"][0](board)
    FAULTS["a screw in no hole"][0](board)
    assert [(f.id, f.place) for f in GAME.validate(board, GOAL)] == [
        ("plate/screw", "0,0"),
        ("plate/overlap", "1,2"),
    ]


def test_a_board_may_hang_at_rest_on_one_screw_and_lie_on_another() -> None:
    hanging = drawn_board("@o ..", a1="o. =.")
    resting = drawn_board(".. @o", a1="== ..")
    assert GAME.validate(hanging, GOAL) == ()
    assert GAME.validate(resting, GOAL) == ()
