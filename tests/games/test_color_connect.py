"""Color Connect's rules as docs/games states them, on boards drawn by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.color_connect import GAME, ColorConnectLevel, ColorConnectState
from games.contract import IllegalMove, MalformedMove, MalformedState, canon_digest

ROWS = ("A.B", ".#.", "A.B")


def _level(*rows: str, rule: str = "connect") -> ColorConnectLevel:
    return GAME.parse({"rows": list(rows)}, {"rule": rule})


def _after(level: ColorConnectLevel, *play: str) -> ColorConnectState:
    state = GAME.initial(level)
    for move in play:
        state = GAME.apply(level, state, move)
    return state


def _faults(*rows: str, rule: str = "connect") -> list[tuple[str, str | None]]:
    return [(fault.id, fault.place) for fault in GAME.validate({"rows": list(rows)}, {"rule": rule})]


def test_the_board_starts_without_paths() -> None:
    assert GAME.state_json(_level(*ROWS), GAME.initial(_level(*ROWS))) == {"paths": {}}


def test_a_draw_lays_the_whole_path() -> None:
    assert _after(_level(*ROWS), "draw A 0,0 1,0 2,0").paths == (("A", ((0, 0), (1, 0), (2, 0))),)


def test_a_complete_path_is_kept_from_the_endpoint_first_in_reading_order() -> None:
    level = _level(*ROWS)
    assert _after(level, "draw A 2,0 1,0 0,0") == _after(level, "draw A 0,0 1,0 2,0")


def test_a_partial_path_is_kept_from_its_endpoint() -> None:
    level = _level(*ROWS)
    assert _after(level, "draw A 2,0 1,0").paths == (("A", ((2, 0), (1, 0))),)
    assert _after(level, "draw A 0,0 1,0").paths == (("A", ((0, 0), (1, 0))),)


def test_a_path_replaces_the_colour_s_earlier_path_and_may_use_its_cells() -> None:
    level = _level(*ROWS)
    assert _after(level, "draw A 0,0 1,0", "draw A 2,0 1,0 0,0").paths == (("A", ((0, 0), (1, 0), (2, 0))),)
    assert _after(level, "draw A 0,0 1,0 2,0", "draw A 0,0 0,1").paths == (("A", ((0, 0), (0, 1))),)


def test_a_path_may_touch_its_own_side() -> None:
    level = _level("A..", "...", "..A", "B.B")
    state = _after(level, "draw A 0,0 0,1 0,2 1,2 1,1 1,0 2,0 2,1 2,2")
    assert len(state.paths[0][1]) == 9


def test_paths_are_kept_in_the_order_of_colours() -> None:
    state = _after(_level(*ROWS), "draw B 0,2 1,2", "draw A 0,0 1,0")
    assert [colour for colour, _ in state.paths] == ["A", "B"]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("draw A 0,0", "at least two cells"),
        ("draw A 1,0 0,0", "begins at 1,0"),
        ("draw A 0,1 0,0", "begins at 0,1"),
        ("draw A 0,0 0,1 1,1", "1,1 is blocked"),
        ("draw A 0,0 0,1 0,2", "0,2 is an endpoint of B"),
        ("draw A 0,0 2,0", "not neighbours"),
        ("draw A 0,0 1,0 0,0", "crosses itself"),
        ("draw A 0,0 0,0", "crosses itself"),
        ("draw A 0,0 1,0 2,0 2,1", "runs on beyond"),
        ("draw A 2,0 3,0", "3,0 is off the board"),
        ("draw A 0,0 0,9999", "0,9999 is off the board"),
        ("clear A", "no path to clear"),
    ],
)
def test_a_move_against_the_rules_is_illegal_with_the_reason(move: str, why: str) -> None:
    level = _level(*ROWS)
    with pytest.raises(IllegalMove, match=why):
        GAME.apply(level, GAME.initial(level), move)


def test_a_diagonal_step_is_illegal() -> None:
    level = _level("A.", ".A")
    with pytest.raises(IllegalMove, match="not neighbours"):
        GAME.apply(level, GAME.initial(level), "draw A 0,0 1,1")


def test_a_cell_on_another_colour_s_path_is_closed() -> None:
    level = _level(*ROWS)
    state = _after(level, "draw A 0,0 0,1")
    with pytest.raises(IllegalMove, match="0,1 is on the path of A"):
        GAME.apply(level, state, "draw B 0,2 0,1")


def test_a_cleared_path_opens_its_cells_again() -> None:
    level = _level(*ROWS)
    state = _after(level, "draw A 0,0 0,1", "clear A", "draw B 0,2 0,1")
    assert [colour for colour, _ in state.paths] == ["B"]


def test_a_path_can_be_cleared_once() -> None:
    level = _level(*ROWS)
    with pytest.raises(IllegalMove, match="no path to clear"):
        _after(level, "draw A 0,0 0,1", "clear A", "clear A")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "draw",
        "draw A",
        "draw A ",
        "draw C 0,0 0,1",
        "clear C",
        "draw a 0,0 0,1",
        "draw AB 0,0 0,1",
        "draw A 00,0 0,1",
        "draw A 0,0 0,01",
        "draw A 0,0  0,1",
        "draw A 0,0 0,1 ",
        " draw A 0,0 0,1",
        "draw A 0, 0 0,1",
        "draw A 0,0;0,1",
        "draw A -1,0 0,0",
        "draw A 0,0 0,1\n",
        "draw A 0,0 0,+1",
        "draw A ٠,0 0,1",
        "Draw A 0,0 0,1",
        "clear",
        "clear A 0,0",
        "clear A\n",
        "A",
    ],
)
def test_what_is_not_of_the_form_or_names_no_colour_of_the_level_is_malformed(move: str) -> None:
    level = _level(*ROWS)
    with pytest.raises(MalformedMove):
        GAME.apply(level, GAME.initial(level), move)


def test_a_row_number_however_long_is_refused_as_a_move() -> None:
    level = _level(*ROWS)
    with pytest.raises((MalformedMove, IllegalMove)):
        GAME.apply(level, GAME.initial(level), "draw A 0,0 " + "9" * 10_000 + ",0")


def test_colours_differ_by_case() -> None:
    level = _level("Aa", "Aa")
    assert list(level.endpoints) == ["A", "a"]
    assert not GAME.won(level, _after(level, "draw A 0,0 1,0"))


def test_connect_is_won_when_every_colour_joins_its_endpoints() -> None:
    level = _level(*ROWS)
    assert not GAME.won(level, _after(level, "draw A 0,0 1,0 2,0"))
    assert GAME.won(level, _after(level, "draw A 0,0 1,0 2,0", "draw B 0,2 1,2 2,2"))


def test_cover_asks_for_every_cell_that_is_not_blocked() -> None:
    level = _level(*ROWS, rule="cover")
    assert not GAME.won(level, _after(level, "draw A 0,0 1,0 2,0", "draw B 0,2 1,2 2,2"))
    filled = _level("A.", ".A", rule="cover")
    assert not GAME.won(filled, _after(filled, "draw A 0,0 0,1 1,1"))
    whole = _level("A.", "A.", rule="cover")
    assert GAME.won(whole, _after(whole, "draw A 0,0 0,1 1,1 1,0"))


def test_a_won_level_takes_neither_draw_nor_clear() -> None:
    level = _level("AA")
    state = _after(level, "draw A 0,0 0,1")
    assert list(GAME.moves(level, state)) == []
    for move in ("clear A", "draw A 0,1 0,0"):
        with pytest.raises(IllegalMove, match="already won"):
            GAME.apply(level, state, move)


def test_progress_is_the_share_of_complete_colours() -> None:
    level = _level(*ROWS)
    assert GAME.progress(level, _after(level, "draw A 0,0 1,0"), None) == 0
    assert GAME.progress(level, _after(level, "draw A 0,0 1,0 2,0"), None) == Fraction(1, 2)
    assert GAME.progress(level, _after(level, "draw A 0,0 1,0 2,0", "draw B 0,2 1,2 2,2"), None) == 1


def test_progress_under_cover_stays_at_most_ninety_nine_percent_before_the_win() -> None:
    level = _level(*ROWS, rule="cover")
    assert GAME.progress(level, _after(level, "draw A 0,0 1,0 2,0", "draw B 0,2 1,2 2,2"), None) == Fraction(99, 100)


def test_the_legal_moves_are_every_path_from_either_endpoint_and_every_clear() -> None:
    level = _level("A.A")
    assert sorted(GAME.moves(level, GAME.initial(level))) == [
        "draw A 0,0 0,1",
        "draw A 0,0 0,1 0,2",
        "draw A 0,2 0,1",
        "draw A 0,2 0,1 0,0",
    ]
    state = _after(level, "draw A 0,0 0,1")
    assert sorted(GAME.moves(level, state))[0] == "clear A"


def test_cells_are_counted_with_the_endpoints_and_a_clear_costs_a_gesture_without_cells() -> None:
    level = _level(*ROWS)
    assert GAME.metrics == ("draws", "cells")
    assert GAME.cost(level, "draw A 0,0 1,0 2,0") == (1, 3)
    assert GAME.cost(level, "clear A")[0] == 1


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "paths"),
        ({"paths": []}, "paths"),
        ({"paths": {}, "more": 1}, "paths"),
        ({"paths": {"C": [[0, 0], [0, 1]]}}, "no colour C"),
        ({"paths": {"A": []}}, "at least two"),
        ({"paths": {"A": [[0, 0]]}}, "at least two"),
        ({"paths": {"A": [[0, 0], [0, True]]}}, "not a list"),
        ({"paths": {"A": [[0, 0], [0]]}}, "not a list"),
        ({"paths": {"A": "0,0 0,1"}}, "not a list"),
        ({"paths": {"A": [[0, 0], [-1, 0]]}}, "off the board"),
        ({"paths": {"A": [[1, 0], [0, 0]]}}, "begins at 1,0"),
        ({"paths": {"A": [[2, 0], [1, 0], [0, 0]]}}, "begins at 0,0"),
        ({"paths": {"A": [[0, 0], [0, 1]], "B": [[0, 2], [0, 1]]}}, "on the path of A"),
    ],
)
def test_what_is_no_state_of_the_level_is_malformed(value: Any, why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(_level(*ROWS), value)


def test_a_good_board_has_no_fault() -> None:
    assert _faults(*ROWS) == []
    assert _faults(*ROWS, rule="cover") == []


def test_an_unknown_glyph_is_named_with_its_cell() -> None:
    assert _faults("A-A", "é..") == [("color-connect/glyph", "0,1"), ("color-connect/glyph", "1,0")]


@pytest.mark.parametrize(("rows", "place"), [(("A..",), "0,0"), (("AAA",), "0,2")])
def test_a_colour_without_exactly_two_endpoints_is_refused(rows: tuple[str, ...], place: str) -> None:
    assert _faults(*rows) == [("color-connect/endpoints", place)]


def test_every_colour_with_wrong_endpoints_is_reported() -> None:
    assert [fault[0] for fault in _faults("AB", "CD")] == ["color-connect/endpoints"] * 4


def test_a_board_without_colours_is_refused() -> None:
    assert _faults("..", ".#") == [("color-connect/no-colour", None)]


def test_a_goal_of_another_game_is_refused() -> None:
    assert _faults("AA", rule="paint-all") == [("goal/rule", None)]


def test_recoloured_and_turned_copies_have_one_normal_form() -> None:
    one, other = _level("A.B", "A.B"), _level("77", "..", "xx")
    assert canon_digest(GAME, one) == canon_digest(GAME, other)


def test_the_goal_is_part_of_the_puzzle() -> None:
    assert canon_digest(GAME, _level("A.A")) != canon_digest(GAME, _level("A.A", rule="cover"))


def test_symmetries_map_the_cells_of_a_draw() -> None:
    images = {image.name: image for image in GAME.symmetries(_level("A.A", "..."))}
    assert images["rotate-90"].move("draw A 0,0 0,1") == "draw A 0,1 1,1"
    assert images["rotate-90"].move("clear A") == "clear A"


def test_the_drawing_tells_endpoints_from_paths() -> None:
    level = _level("A.", "A.")
    assert GAME.draw(level, _after(level, "draw A 0,0 0,1")) == "[A] A \n[A] . "
