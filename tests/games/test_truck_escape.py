"""Truck Escape's rules as docs/games states them, on boards drawn by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from games.contract import IllegalMove, InvalidLevel, MalformedMove, MalformedState, canon_digest, level_digest
from games.truck_escape import GAME, TruckEscapeLevel, TruckEscapeState

CLEAR = {"rule": "clear"}
#: A waits for B, B for a wall that is not on its way; C is free.
ROWS = ["AA.B", "...B", "C#.."]
FACING = {"A": "R", "B": "D", "C": "L"}


def _level(rows: list[str], **facing: str) -> TruckEscapeLevel:
    return GAME.parse({"rows": rows, "facing": facing}, CLEAR)


def _after(level: TruckEscapeLevel, play: str) -> TruckEscapeState:
    state = GAME.initial(level)
    for move in play:
        state = GAME.apply(level, state, move)
    return state


def _free(level: TruckEscapeLevel, play: str = "") -> list[str]:
    return list(GAME.moves(level, _after(level, play)))


def _faults(board: Any, goal: Any = None) -> list[tuple[str, str | None]]:
    return [(fault.id, fault.place) for fault in GAME.validate(board, CLEAR if goal is None else goal)]


def test_all_vehicles_stand_on_the_board_at_the_start() -> None:
    level = _level(ROWS, **FACING)
    assert GAME.initial(level) == TruckEscapeState(frozenset("ABC"))
    assert not GAME.won(level, GAME.initial(level))


def test_a_vehicle_leaves_when_every_cell_before_it_is_free() -> None:
    assert _after(_level(["A..."], A="R"), "A").vehicles == frozenset()


def test_a_vehicle_leaves_in_its_facing_direction_only() -> None:
    assert _free(_level(["#A."], A="R")) == ["A"]
    assert _free(_level(["#A."], A="L")) == []


def test_a_vehicle_at_the_border_leaves_at_once() -> None:
    assert _free(_level([".AA"], A="R")) == ["A"]


@pytest.mark.parametrize(("facing", "free"), [("U", ["A"]), ("D", []), ("L", ["A"]), ("R", [])], ids=str)
def test_a_vehicle_of_one_cell_may_face_any_direction(facing: str, free: list[str]) -> None:
    level = _level(["...", ".A#", ".#."], A=facing)
    assert _free(level) == free


def test_a_vehicle_far_off_on_the_way_out_stands_in_the_way() -> None:
    level = _level(["A....B"], A="R", B="U")
    with pytest.raises(IllegalMove, match="the vehicle B at 0,5 stands in the way of A"):
        GAME.apply(level, GAME.initial(level), "A")


def test_the_nearest_obstacle_is_named() -> None:
    level = _level(["AB.#C"], A="R", B="U", C="U")
    with pytest.raises(IllegalMove, match="the vehicle B at 0,1"):
        GAME.apply(level, GAME.initial(level), "A")
    with pytest.raises(IllegalMove, match="a wall at 0,3"):
        GAME.apply(level, _after(level, "B"), "A")


def test_a_departure_frees_the_vehicle_s_cells() -> None:
    level = _level(ROWS, **FACING)
    assert _free(level) == ["B", "C"]
    assert _free(level, "B") == ["A", "C"]


def test_a_vehicle_behind_or_beside_is_not_in_the_way() -> None:
    level = _level(["B..", "CA.", "D.."], A="R", B="U", C="L", D="L")
    assert "A" in _free(level)


def test_the_level_is_won_when_the_last_vehicle_is_gone_and_not_before() -> None:
    level = _level(ROWS, **FACING)
    assert [GAME.won(level, _after(level, "BAC"[:count])) for count in range(4)] == [False, False, False, True]


def test_a_won_level_takes_no_further_move() -> None:
    level = _level(["A"], A="U")
    state = _after(level, "A")
    assert _free(level, "A") == []
    with pytest.raises(IllegalMove, match="already won"):
        GAME.apply(level, state, "A")


def test_a_vehicle_that_is_gone_is_an_illegal_move() -> None:
    level = _level(ROWS, **FACING)
    with pytest.raises(IllegalMove, match="B has already left"):
        GAME.apply(level, _after(level, "B"), "B")


@pytest.mark.parametrize("move", ["", "D", "b", "AB", "A ", "A+1", "A\n", "#", "."])
def test_a_name_that_the_level_does_not_have_is_malformed(move: str) -> None:
    level = _level(ROWS, **FACING)
    for state in (GAME.initial(level), _after(level, "BAC")):
        with pytest.raises(MalformedMove):
            GAME.apply(level, state, move)


def test_moves_are_listed_in_the_order_of_code_points() -> None:
    level = _level(["bZ9a"], b="U", Z="U", a="U", **{"9": "U"})
    assert _free(level) == ["9", "Z", "a", "b"]


def test_progress_is_the_share_of_vehicles_that_are_gone() -> None:
    level = _level(ROWS, **FACING)
    shares = [GAME.progress(level, _after(level, "BAC"[:count]), None) for count in range(4)]
    assert shares == [0, Fraction(1, 3), Fraction(2, 3), 1]


def test_a_state_is_written_as_formats_says() -> None:
    level = _level(["BB.", "..A"], A="R", B="L")
    assert GAME.state_json(level, GAME.initial(level)) == {"vehicles": ["A", "B"]}
    assert GAME.state_json(level, _after(level, "AB")) == {"vehicles": []}
    assert GAME.parse_state(level, {"vehicles": ["B"]}) == _after(level, "A")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "one field"),
        ({}, "one field"),
        ({"vehicles": [], "more": 1}, "one field"),
        ({"vehicles": "AB"}, "list of names"),
        ({"vehicles": ["A", 1]}, "list of names"),
        ({"vehicles": ["B", "A"]}, "order"),
        ({"vehicles": ["A", "A"]}, "order"),
        ({"vehicles": ["A", "D"]}, "no vehicle 'D'"),
        ({"vehicles": ["AB"]}, "no vehicle 'AB'"),
    ],
)
def test_what_is_no_state_of_the_level_is_malformed(value: Any, why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(_level(ROWS, **FACING), value)


def test_a_good_board_has_no_fault() -> None:
    assert _faults({"rows": ROWS, "facing": FACING}) == []


#: What is changed about the good board -> the board, and every finding against it with its place.
MUTATIONS: dict[str, tuple[Any, list[tuple[str, str | None]]]] = {
    "no object": ([], [("board/shape", None)]),
    "no facings at all": ({"rows": ROWS}, [("board/shape", None)]),
    "no rows at all": ({"facing": FACING}, [("board/shape", None)]),
    "another field": ({"rows": ROWS, "facing": FACING, "exit": "R"}, [("board/shape", None)]),
    "rows in one text": ({"rows": "AA.B", "facing": FACING}, [("board/shape", None)]),
    "facings in a list": ({"rows": ROWS, "facing": ["R", "D", "L"]}, [("board/shape", None)]),
    "no cells": ({"rows": [], "facing": {}}, [("board/rows", None)]),
    "a ragged row": ({"rows": ["AA.B", "...", "C#.B"], "facing": FACING}, [("board/rows", "1,0")]),
    "too large": ({"rows": ["A" + "." * 128], "facing": {"A": "L"}}, [("board/size", None)]),
    "an unknown glyph": ({"rows": ["AA.B", "*..B", "C#.."], "facing": FACING}, [("truck-escape/glyph", "1,0")]),
    "no vehicle": ({"rows": ["...", "#.."], "facing": {}}, [("truck-escape/no-vehicle", None)]),
    "a vehicle round a corner": (
        {"rows": ["AA.B", ".A.B", "C#.."], "facing": FACING},
        [("truck-escape/bent", "1,1")],
    ),
    "two vehicles of one name apart": (
        {"rows": ["AA.B", "...B", "C#.A"], "facing": FACING},
        [("truck-escape/bent", "2,3")],
    ),
    "a square vehicle": ({"rows": ["AA", "AA"], "facing": {"A": "R"}}, [("truck-escape/bent", "1,0")]),
    "a vehicle with a gap": ({"rows": ["A.AB", "...B", "C#.."], "facing": FACING}, [("truck-escape/broken", "0,2")]),
    "a vehicle with another on it": (
        {"rows": ["AA.B", "...C", ".#.B"], "facing": FACING},
        [("truck-escape/broken", "2,3")],
    ),
    "a facing missing": (
        {"rows": ROWS, "facing": {"A": "R", "B": "D"}},
        [("truck-escape/facing-missing", "2,0")],
    ),
    "every facing missing": (
        {"rows": ROWS, "facing": {}},
        [
            ("truck-escape/facing-missing", "0,0"),
            ("truck-escape/facing-missing", "0,3"),
            ("truck-escape/facing-missing", "2,0"),
        ],
    ),
    "no such direction": ({"rows": ROWS, "facing": FACING | {"C": "X"}}, [("truck-escape/facing-value", None)]),
    "a facing in small letters": ({"rows": ROWS, "facing": FACING | {"A": "r"}}, [("truck-escape/facing-value", None)]),
    "two directions": ({"rows": ROWS, "facing": FACING | {"A": "LR"}}, [("truck-escape/facing-value", None)]),
    "a direction that is no text": ({"rows": ROWS, "facing": FACING | {"A": 1}}, [("truck-escape/facing-value", None)]),
    "facing up from a row": ({"rows": ROWS, "facing": FACING | {"A": "U"}}, [("truck-escape/facing-across", "0,0")]),
    "facing left from a column": (
        {"rows": ROWS, "facing": FACING | {"B": "L"}},
        [("truck-escape/facing-across", "0,3")],
    ),
    "a facing of nobody": ({"rows": ROWS, "facing": FACING | {"D": "U"}}, [("truck-escape/facing-unknown", None)]),
    "a facing of the wall": ({"rows": ROWS, "facing": FACING | {"#": "U"}}, [("truck-escape/facing-unknown", None)]),
    "a vehicle renamed on the board only": (
        {"rows": ["DD.B", "...B", "C#.."], "facing": FACING},
        [("truck-escape/facing-unknown", None), ("truck-escape/facing-missing", "0,0")],
    ),
    "ragged, and no such direction": (
        {"rows": ["AA.", "B"], "facing": {"A": "X", "Q": "U"}},
        [("board/rows", "1,0"), ("truck-escape/facing-value", None)],
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_faulty_board_is_refused_with_every_fault_and_its_place(name: str) -> None:
    board, expected = MUTATIONS[name]
    assert _faults(board) == expected
    with pytest.raises(InvalidLevel):
        GAME.parse(board, CLEAR)


def test_every_kind_of_finding_has_a_mutation() -> None:
    assert {fault for _, faults in MUTATIONS.values() for fault, _ in faults} | {"goal/rule"} == {
        kind.id for kind in GAME.findings
    }


def test_the_goal_must_be_to_clear_the_board() -> None:
    assert _faults({"rows": ROWS, "facing": FACING}, {"rule": "exit"}) == [("goal/rule", None)]


def test_a_board_and_a_goal_that_are_both_at_fault_are_told_together() -> None:
    assert _faults({"rows": ["AA"], "facing": {"A": "U"}}, {"rule": "exit"}) == [
        ("goal/rule", None),
        ("truck-escape/facing-across", "0,0"),
    ]


def test_62_vehicles_fit_and_the_largest_board_is_128_cells_wide() -> None:
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    assert _faults({"rows": [names + "." * 66], "facing": dict.fromkeys(names, "U")}) == []
    tall = _level([*names], **dict.fromkeys(names, "L"))
    assert len(_free(tall)) == 62


def test_facings_may_be_written_in_any_order_and_print_in_the_order_of_names() -> None:
    board = {"rows": ROWS, "facing": {"C": "L", "A": "R", "B": "D"}}
    level = GAME.parse(board, CLEAR)
    assert list(GAME.print(level)[0]["facing"]) == ["A", "B", "C"]
    assert level_digest(GAME, level) == level_digest(GAME, _level(ROWS, **FACING))


def test_symmetries_turn_the_facings_with_the_board() -> None:
    level = _level(["AA.", "..B"], A="R", B="U")
    images = {image.name: image.level for image in GAME.symmetries(level)}
    assert len(images) == 8
    assert images["mirror-left-right"] == _level([".AA", "B.."], A="L", B="U")
    assert images["rotate-90"] == _level([".A", ".A", "B."], A="D", B="R")
    assert images["transpose"] == _level(["A.", "A.", ".B"], A="D", B="L")


def test_renaming_changes_the_level_digest_and_not_the_canon_digest() -> None:
    level = _level(["AA.", "..B", ".C."], A="R", B="U", C="L")
    others = []
    for names in permutations("xY7"):
        table = str.maketrans(dict(zip("ABC", names, strict=True)))
        rows = [row.translate(table) for row in level.rows]
        others.append(_level(rows, **{name.translate(table): way for name, way in level.facing}))
    assert {canon_digest(GAME, other) for other in others} == {canon_digest(GAME, level)}
    assert len({level_digest(GAME, other) for other in (level, *others)}) == 7


def test_a_vehicle_turned_round_is_another_puzzle() -> None:
    one, other = _level(["AA.", "..B"], A="R", B="U"), _level(["AA.", "..B"], A="L", B="U")
    assert canon_digest(GAME, one) != canon_digest(GAME, other)


def test_an_outer_row_of_walls_is_another_puzzle() -> None:
    assert canon_digest(GAME, _level(["AA"], A="R")) != canon_digest(GAME, _level(["AA", "##"], A="R"))


def test_the_board_is_drawn_with_an_arrow_at_each_front() -> None:
    level = _level(["AA.B", "...B", "C#.D"], A="R", B="U", C="L", D="D")
    assert GAME.draw(level, GAME.initial(level)) == "A A>. B^\n. . . B\nC<# . Dv"
    assert GAME.draw(level, _after(level, "BCD")) == "A A>. .\n. . . .\n. # . ."


def test_mutants_turn_a_vehicle_or_change_a_cell() -> None:
    level = _level(["AA.", "#.B"], A="R", B="U")
    changes = dict(GAME.mutants(level, 1))
    assert set(changes) == {
        "the vehicle A faces L",
        "the vehicle B faces D",
        "the vehicle B faces L",
        "the vehicle B faces R",
        "cell 0,2 becomes #",
        "cell 1,0 becomes .",
        "cell 1,1 becomes #",
    }
    assert all(_faults(board) == [] for board in changes.values())
    assert changes["the vehicle A faces L"] == {"rows": ["AA.", "#.B"], "facing": {"A": "L", "B": "U"}}
