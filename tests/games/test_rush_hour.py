"""Rush Hour's rules as docs/games states them, on boards drawn by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.contract import IllegalMove, MalformedMove, MalformedState, canon_digest
from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel, RushHourState

GATE = ("..B", "AAB", "...", "...")
GOAL = {"rule": "exit"}


def _board(target: str, way_out: str, *rows: str) -> dict[str, Any]:
    return {"rows": list(rows), "target": target, "exit": {"side": way_out[0], "index": int(way_out[1:])}}


def _level(target: str, way_out: str, *rows: str) -> RushHourLevel:
    return GAME.parse(_board(target, way_out, *rows), GOAL)


def _after(level: RushHourLevel, *play: str) -> RushHourState:
    state = GAME.initial(level)
    for move in play:
        state = GAME.apply(level, state, move)
    return state


def _moves(level: RushHourLevel, *play: str) -> list[str]:
    return list(GAME.moves(level, _after(level, *play)))


def test_the_state_names_the_top_or_left_cell_of_every_vehicle() -> None:
    level = _level("A", "R1", *GATE)
    assert GAME.state_json(level, GAME.initial(level)) == {"vehicles": {"A": [1, 0], "B": [0, 2]}}
    assert GAME.state_json(level, _after(level, "B+2")) == {"vehicles": {"A": [1, 0], "B": [2, 2]}}


def test_right_and_down_are_plus_left_and_up_are_minus() -> None:
    level = _level("A", "R1", "...B", ".AAB", "....", "....")
    assert _after(level, "B+2", "B-1", "A-1") == _after(level, "A-1", "B+1")
    assert GAME.state_json(level, _after(level, "B+2", "A-1")) == {"vehicles": {"A": [1, 0], "B": [2, 3]}}


def test_a_slide_goes_through_free_cells_only_and_stays_on_the_board() -> None:
    level = _level("A", "R1", "..B.", "AAB.", "....", "..#.")
    assert _moves(level) == ["B+1"]
    assert _moves(level, "B+1") == ["B-1"]


def test_moves_are_ordered_by_the_code_points_of_their_texts() -> None:
    level = _level("a", "D1", "." * 14, ".a............", ".a..........BB", "..............")
    assert _moves(level) == [*(f"B-{n}" for n in (1, 10, 2, 3, 4, 5, 6, 7, 8, 9)), "a+1", "a-1"]


def test_the_level_is_won_when_the_target_covers_the_border_cell_at_the_exit() -> None:
    level = _level("A", "R1", *GATE)
    assert not GAME.won(level, _after(level, "B+2"))
    won = _after(level, "B+2", "A+1")
    assert GAME.won(level, won)
    assert list(GAME.moves(level, won)) == []
    with pytest.raises(IllegalMove, match="already won"):
        GAME.apply(level, won, "A-1")


@pytest.mark.parametrize(
    ("way_out", "rows", "play"),
    [
        ("R0", ("AA..",), "A+2"),
        ("L0", ("..AA",), "A-2"),
        ("D0", ("A", "A", "."), "A+1"),
        ("U0", (".", "A", "A"), "A-1"),
    ],
)
def test_the_exit_may_be_on_any_side(way_out: str, rows: tuple[str, ...], play: str) -> None:
    level = _level("A", way_out, *rows)
    assert GAME.won(level, _after(level, play))


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("A+1", "B stands in the way of A at 1,2"),
        ("A-1", "A would leave the board at 1,-1"),
        ("B+3", "a wall stands in the way of B at 4,2"),
        ("B+" + "9" * 5000, "a wall stands in the way of B at 4,2"),
    ],
)
def test_a_move_against_the_rules_is_illegal_with_the_reason(move: str, why: str) -> None:
    level = _level("A", "R1", *GATE, "..#")
    with pytest.raises(IllegalMove, match=why):
        GAME.apply(level, GAME.initial(level), move)


@pytest.mark.parametrize(
    "move",
    ["", "A", "+1", "A1", "A+0", "A+01", "A++1", "A 1", "a+1", "C+1", "#+1", "A+1 ", "A+1\n", "A+١", "AB+1", "A−1"],
)
def test_what_is_not_of_the_form_or_names_no_vehicle_of_the_level_is_malformed(move: str) -> None:
    level = _level("A", "R1", *GATE)
    with pytest.raises(MalformedMove):
        GAME.apply(level, GAME.initial(level), move)


Change = Callable[[dict[str, Any]], None]


def _rows(*rows: str) -> Change:
    return lambda board: board.update(rows=list(rows))


def _exit(side: Any, index: Any) -> Change:
    return lambda board: board.update(exit={"side": side, "index": index})


#: Changes of the level GATE, and the findings that each must have: all of them, with their places.
MUTATIONS: dict[str, tuple[Change, list[tuple[str, str | None]]]] = {
    "a row too short": (_rows("..B", "AAB", ".."), [("board/rows", "2,0")]),
    "no rows": (_rows(), [("board/rows", None)]),
    "a side too long": (_rows("AA" + "." * 127), [("board/size", None)]),
    "an unknown glyph": (_rows("..B", "AAB", "?.."), [("rush-hour/glyph", "2,0")]),
    "a vehicle of one cell": (_rows("..B", "AAB", "C.."), [("vehicle/short", "2,0")]),
    "a vehicle round a corner": (_rows("..B", "AAB", ".BB"), [("vehicle/bent", "2,1")]),
    "a vehicle two cells wide": (_rows("..BB", "AABB"), [("vehicle/bent", "1,2")]),
    "two vehicles of one name": (_rows("..B", "AAB", "...", "..B"), [("vehicle/broken", "3,2")]),
    "two vehicles of one name in a row": (_rows("..B..", "AAB..", "CC.CC"), [("vehicle/broken", "2,3")]),
    "the target is not there": (lambda board: board.update(target="C"), [("rush-hour/no-target", None)]),
    "the target is a wall": (lambda board: board.update(target="#"), [("rush-hour/no-target", None)]),
    "the target is no text": (lambda board: board.update(target=1), [("board/shape", None)]),
    "the target is two vehicles": (lambda board: board.update(target="AB"), [("rush-hour/no-target", None)]),
    "the target is missing": (lambda board: board.pop("target"), [("board/shape", None)]),
    "the exit is missing": (lambda board: board.pop("exit"), [("board/shape", None)]),
    "the exit is a text": (lambda board: board.update(exit="R1"), [("board/shape", None)]),
    "the exit has no index": (lambda board: board.update(exit={"side": "R"}), [("board/shape", None)]),
    "the exit has a field more": (lambda board: board["exit"].update(width=1), [("board/shape", None)]),
    "the exit's side is unknown": (_exit("E", 1), [("exit/side", None)]),
    "the exit's side is two": (_exit("UD", 1), [("exit/side", None)]),
    "the exit's index is below the board": (_exit("R", 4), [("exit/index", None)]),
    "the exit's index is negative": (_exit("R", -1), [("exit/index", None)]),
    "the exit's index is a truth value": (_exit("R", True), [("board/shape", None)]),
    "the exit is on a side that the target does not face": (_exit("D", 1), [("exit/across", "1,0")]),
    "the exit is in another row": (_exit("R", 0), [("exit/line", "1,0")]),
    "the target is at the exit": (_exit("L", 1), [("rush-hour/already-won", "1,0")]),
    "a target of one cell": (_rows("..B", "A.B"), [("vehicle/short", "1,0")]),
    "two faults at once": (_rows("..B", "AAB", "C.?"), [("rush-hour/glyph", "2,2"), ("vehicle/short", "2,0")]),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutated_level_is_refused_for_just_what_is_wrong_with_it(name: str) -> None:
    change, expected = MUTATIONS[name]
    board = _board("A", "R1", *GATE)
    assert GAME.validate(board, GOAL) == ()
    change(board)
    assert [(fault.id, fault.place) for fault in GAME.validate(board, GOAL)] == expected


def test_every_kind_of_finding_of_the_game_is_shown_by_a_mutation() -> None:
    shown = {id_ for _, expected in MUTATIONS.values() for id_, _ in expected} | {"goal/rule"}
    assert shown == {kind.id for kind in GAME.findings}


def test_a_wall_at_the_exit_and_a_hopeless_board_are_still_levels() -> None:
    assert GAME.validate(_board("A", "R0", "AA.#"), GOAL) == ()


@pytest.mark.parametrize(
    ("vehicles", "why"),
    [
        ({"A": [1, 0]}, "lacks the vehicle B"),
        ({"A": [1, 0], "B": [0, 2], "C": [2, 0]}, "a vehicle more"),
        ({"A": [1, 0], "B": [0, 1]}, "slides along its own line"),
        ({"A": [1, 2], "B": [0, 2]}, "off the board at 1,3"),
        ({"A": [1, 1], "B": [0, 2]}, "on A at 1,2"),
        ({"A": [1, 0], "B": [-1, 2]}, "off the board at -1,2"),
        ({"A": [1, 0], "B": [0]}, "not a pair"),
        ({"A": [1, 0], "B": [0, True]}, "not a pair"),
        ([], "not an object"),
    ],
)
def test_a_state_that_the_level_cannot_have_is_malformed(vehicles: Any, why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(_level("A", "R1", *GATE), {"vehicles": vehicles})


def test_no_state_has_a_vehicle_beyond_a_wall_or_another_of_its_line() -> None:
    walled = _level("A", "R1", "BB.#..", "AA....")
    with pytest.raises(MalformedState, match="past what stands in its line"):
        GAME.parse_state(walled, {"vehicles": {"A": [1, 0], "B": [0, 4]}})
    pair = _level("A", "R1", "BB.CC.", "AA....")
    with pytest.raises(MalformedState, match="past what stands in its line"):
        GAME.parse_state(pair, {"vehicles": {"A": [1, 0], "B": [0, 4], "C": [0, 0]}})
    assert GAME.parse_state(pair, {"vehicles": {"A": [1, 0], "B": [0, 1], "C": [0, 4]}}) == _after(pair, "B+1", "C+1")


def test_a_move_costs_one_in_moves_and_its_cells_in_steps() -> None:
    level = _level("A", "R1", *GATE)
    assert (GAME.cost(level, "B+2"), GAME.cost(level, "B-1")) == ((1, 2), (1, 1))


def test_progress_counts_distinct_blockers_and_the_cells_towards_the_exit() -> None:
    # Two vehicles between the front and the exit, one of them on two of its cells; three cells to go.
    level = _level("A", "R1", "...B..", ".AAB.C", ".....C")
    initial = GAME.initial(level)
    assert GAME.progress(level, initial, None) == 0
    level = _level("A", "R1", "...B....", ".AAB..C.", "......C.", "........", "........")
    need = 5
    assert GAME.progress(level, _after(level, "C+1"), None) == Fraction(7, 10) / 2
    assert GAME.progress(level, _after(level, "B+3"), None) == Fraction(7, 10) / 2
    cleared = _after(level, "B+3", "A+2")
    assert GAME.progress(level, cleared, None) == Fraction(7, 10) / 2 + Fraction(3, 10) * Fraction(2, need)
    assert GAME.progress(level, _after(level, "A-1"), None) == 0
    assert GAME.progress(level, _after(level, "B+3", "C+1", "A+5"), None) == 1


def test_progress_before_the_win_is_at_most_99_in_100() -> None:
    level = _level("A", "R0", "AA" + "." * 100)
    assert GAME.progress(level, _after(level, "A+99"), None) == Fraction(99, 100)


def test_progress_with_the_distance_counts_above_all_the_moves_gone() -> None:
    level = _level("A", "R1", *GATE)
    left = {GAME.initial(level): 2, _after(level, "B+2"): 1, _after(level, "B+1"): 3}
    progress = GAME.progress(level, _after(level, "B+2"), left.get)
    assert progress == Fraction(8, 10) * Fraction(1, 2) + Fraction(2, 10) * Fraction(1, 2)
    assert GAME.progress(level, _after(level, "B+1"), left.get) == 0
    assert GAME.progress(level, _after(level, "B+2", "A+1"), left.get) == 1


def test_in_an_unsolvable_level_the_distance_plays_no_part() -> None:
    level = _level("A", "R0", "AA..#")
    for play in ((), ("A+1",)):
        state = _after(level, *play)
        assert GAME.progress(level, state, lambda state: None) == GAME.progress(level, state, None)


def test_the_exit_and_the_moves_are_mapped_along_by_every_symmetry() -> None:
    level = _level("A", "R1", *GATE)
    images = {image.name: (image.level.exit, image.move("A+1"), image.move("B-2")) for image in GAME.symmetries(level)}
    assert images == {
        "identity": (Exit("R", 1), "A+1", "B-2"),
        "rotate-90": (Exit("D", 2), "A+1", "B+2"),
        "rotate-180": (Exit("L", 2), "A-1", "B+2"),
        "rotate-270": (Exit("U", 1), "A-1", "B-2"),
        "mirror-left-right": (Exit("L", 1), "A-1", "B-2"),
        "mirror-top-bottom": (Exit("R", 2), "A+1", "B+2"),
        "transpose": (Exit("D", 1), "A+1", "B-2"),
        "anti-transpose": (Exit("U", 2), "A-1", "B+2"),
    }


def _alike(one: RushHourLevel, other: RushHourLevel) -> bool:
    return canon_digest(GAME, one) == canon_digest(GAME, other)


def test_renamed_levels_are_the_same_whatever_the_target_s_name() -> None:
    assert _alike(_level("A", "R1", *GATE), _level("z", "R1", "..A", "zzA", "...", "..."))
    assert not _alike(_level("A", "R0", "AA...", ".BB.."), _level("B", "R1", "AA...", ".BB.."))


@pytest.mark.parametrize(
    ("rows", "walled"),
    [
        (("AA.", "BBB"), ("AA.", "###")),
        (("AA..", "BB#."), ("AA..", "###.")),
        (("AA#..", "BBCDD", "..C..", "..C.."), ("AA#..", "#####", "..#..", "..#..")),
        # C has a cell of room, but covers 1,3 wherever it stands: B is stuck and C is not.
        (("AA#C", "BBBC", "###C", "###."), ("AA#C", "###C", "###C", "###.")),
    ],
)
def test_a_vehicle_that_can_never_move_counts_as_wall(rows: tuple[str, ...], walled: tuple[str, ...]) -> None:
    assert _alike(_level("A", "R0", *rows), _level("A", "R0", *walled))


def test_a_vehicle_that_may_move_is_no_wall() -> None:
    assert not _alike(_level("A", "R0", "AA..", "BBB."), _level("A", "R0", "AA..", "###."))


def test_a_target_that_can_never_move_stays_the_target() -> None:
    form = GAME.normal_form(_level("A", "R0", "AAB.", "..B."))
    assert GAME.validate(*GAME.print(form)) == ()
    assert sum(row.count(form.target) for row in form.rows) == 2


def test_the_board_is_drawn_in_a_frame_with_an_arrow_at_the_exit() -> None:
    level = _level("A", "R1", "..B#", "AAB.", "....", "....")
    drawn = GAME.draw(level, _after(level, "B+2"))
    assert drawn.splitlines() == ["+----+", "|...#|", "|AA..>", "|..B.|", "|..B.|", "+----+"]
