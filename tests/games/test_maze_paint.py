"""Maze Paint's rules as docs/games states them, on boards drawn by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.contract import IllegalMove, InvalidLevel, MalformedMove, MalformedState, canon_digest, level_digest
from games.maze_paint import GAME, MazePaintLevel, MazePaintState

PAINT = {"rule": "paint-all"}
LOOP = ("######", "#@...#", "#.##.#", "#....#", "######")


def _level(*rows: str) -> MazePaintLevel:
    return GAME.parse({"rows": list(rows)}, PAINT)


def _after(level: MazePaintLevel, play: str) -> MazePaintState:
    state = GAME.initial(level)
    for move in play:
        state = GAME.apply(level, state, move)
    return state


def _faults(*rows: str) -> list[tuple[str, str | None]]:
    return [(fault.id, fault.place) for fault in GAME.validate({"rows": list(rows)}, PAINT)]


def test_the_ball_starts_on_the_painted_start_cell() -> None:
    level = _level("#@.", "...")
    assert GAME.initial(level) == MazePaintState((0, 1), frozenset({(0, 1)}))


def test_a_swipe_slides_to_the_wall_and_paints_every_cell_that_the_ball_enters() -> None:
    state = _after(_level(*LOOP), "R")
    assert state == MazePaintState((1, 4), frozenset({(1, 1), (1, 2), (1, 3), (1, 4)}))


def test_outside_the_rectangle_is_wall() -> None:
    assert _after(_level("@.."), "R").ball == (0, 2)


def test_a_swipe_stops_before_a_wall_inside() -> None:
    assert _after(_level("@.#."), "R").ball == (0, 1)


@pytest.mark.parametrize("move", ["U", "L"])
def test_a_swipe_against_an_adjacent_wall_is_illegal(move: str) -> None:
    level = _level(*LOOP)
    with pytest.raises(IllegalMove, match="wall"):
        GAME.apply(level, GAME.initial(level), move)


@pytest.mark.parametrize("move", ["", "r", "RR", "R ", "X", "up", "R\n", "draw A 0,0 0,1"])
def test_anything_but_one_of_the_four_letters_is_malformed(move: str) -> None:
    level = _level(*LOOP)
    with pytest.raises(MalformedMove):
        GAME.apply(level, GAME.initial(level), move)


def test_a_malformed_move_is_malformed_in_a_won_state_too() -> None:
    level = _level("@.")
    with pytest.raises(MalformedMove):
        GAME.apply(level, _after(level, "R"), "x")


def test_the_level_is_won_when_the_last_cell_is_painted_and_not_before() -> None:
    level = _level(*LOOP)
    assert [GAME.won(level, _after(level, "RDLU"[:count])) for count in range(5)] == [False, False, False, False, True]


def test_the_win_is_decided_at_the_end_of_a_slide() -> None:
    # The slide paints the last open cell (0,1) on its way and runs on to the end of the corridor.
    level = _level("@..#", "##.#")
    assert _after(level, "RD").ball == (1, 2)
    assert GAME.won(level, _after(level, "RD"))


def test_a_won_level_takes_no_further_slide() -> None:
    level = _level("@.")
    state = _after(level, "R")
    assert list(GAME.moves(level, state)) == []
    with pytest.raises(IllegalMove, match="already won"):
        GAME.apply(level, state, "L")


def test_moves_are_listed_in_the_order_of_code_points() -> None:
    level = _level("...", ".@.", "...")
    assert list(GAME.moves(level, GAME.initial(level))) == ["D", "L", "R", "U"]


def test_revisited_cells_stay_painted_and_are_not_counted_twice() -> None:
    level = _level("@..", "#.#")
    assert _after(level, "R").painted == _after(level, "RL").painted
    assert GAME.progress(level, _after(level, "RL"), None) == Fraction(2, 3)


def test_progress_counts_painted_floor_without_the_start() -> None:
    level = _level(*LOOP)
    assert GAME.progress(level, GAME.initial(level), None) == 0
    assert GAME.progress(level, _after(level, "R"), None) == Fraction(3, 9)
    assert GAME.progress(level, _after(level, "RDLU"), None) == 1


def test_a_state_is_written_as_formats_says() -> None:
    level = _level("#####", "#@..#", "#####")
    assert GAME.state_json(level, GAME.initial(level)) == {"ball": [1, 1], "painted": ["00000", "01000", "00000"]}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ([], "fields"),
        ({"ball": [0, 0]}, "fields"),
        ({"ball": [0, 0], "painted": ["10"], "more": 1}, "fields"),
        ({"ball": [0], "painted": ["10"]}, "pair"),
        ({"ball": [0, False], "painted": ["10"]}, "pair"),
        ({"ball": [0, 0], "painted": "10"}, "list of texts"),
        ({"ball": [0, 0], "painted": ["1"]}, "each cell"),
        ({"ball": [0, 0], "painted": ["10", "00"]}, "each cell"),
        ({"ball": [0, 0], "painted": ["1x"]}, "each cell"),
        ({"ball": [0, 1], "painted": ["10"]}, "ball's cell"),
        ({"ball": [5, 5], "painted": ["10"]}, "ball's cell"),
        ({"ball": [-1, 0], "painted": ["10"]}, "ball's cell"),
        ({"ball": [0, 1], "painted": ["01"]}, "start"),
    ],
)
def test_what_is_no_state_of_the_level_is_malformed(value: Any, why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(_level("@."), value)


def test_painted_wall_is_malformed() -> None:
    with pytest.raises(MalformedState, match="0,2 is wall"):
        GAME.parse_state(_level("@.#"), {"ball": [0, 0], "painted": ["101"]})


def test_a_good_board_has_no_fault() -> None:
    assert _faults(*LOOP) == []


def test_an_unknown_glyph_is_named_with_its_cell() -> None:
    assert _faults("@x", ".o") == [("maze-paint/glyph", "0,1"), ("maze-paint/glyph", "1,1")]


def test_a_board_without_start_is_refused() -> None:
    assert _faults("..#") == [("maze-paint/no-start", None)]


def test_every_start_after_the_first_is_refused() -> None:
    assert _faults("@.@", ".@.") == [("maze-paint/many-starts", "0,2"), ("maze-paint/many-starts", "1,1")]


def test_a_start_without_other_floor_is_won_already_and_refused() -> None:
    assert _faults("#@#") == [("maze-paint/already-won", "0,1")]


def test_all_faults_are_carried_by_the_error() -> None:
    with pytest.raises(InvalidLevel) as refused:
        GAME.parse({"rows": ["x.", ".y"], "row": 1}, {"rule": "paint"})
    assert [fault.id for fault in refused.value.findings] == [
        "board/shape",
        "goal/rule",
        "maze-paint/glyph",
        "maze-paint/glyph",
        "maze-paint/no-start",
    ]
    assert "did you mean 'rows'?" in refused.value.findings[0].message


@pytest.mark.parametrize("text", ["RDLU", "R;D;L;U", "R; D;LU", "R\nD\nL\nU\n", "RD\r\nLU"])
def test_a_play_may_be_written_in_one_run_or_with_separators(text: str) -> None:
    assert GAME.split(text) == ("R", "D", "L", "U")


def test_words_stay_whole_where_a_play_is_split() -> None:
    assert GAME.split("RD;undo;restart;U") == ("R", "D", "undo", "restart", "U")


def test_padding_with_wall_changes_the_level_but_not_its_normal_form() -> None:
    inner, padded = _level("@..", "#.#"), _level("#####", "#@..#", "##.##", "#####", "#####")
    assert level_digest(GAME, inner) != level_digest(GAME, padded)
    assert canon_digest(GAME, inner) == canon_digest(GAME, padded)


def test_a_wall_row_between_floor_is_not_trimmed() -> None:
    assert canon_digest(GAME, _level("@.", "##", "..")) != canon_digest(GAME, _level("@.", ".."))


def test_a_start_elsewhere_is_another_puzzle() -> None:
    assert canon_digest(GAME, _level("@...")) == canon_digest(GAME, _level("...@"))
    assert canon_digest(GAME, _level("@...")) != canon_digest(GAME, _level(".@.."))


def test_symmetries_map_directions_with_the_board() -> None:
    level = _level("@..")
    images = {image.name: image for image in GAME.symmetries(level)}
    assert images["rotate-90"].level == _level("@", ".", ".")
    assert images["rotate-90"].move("R") == "D"
    assert images["mirror-left-right"].level == _level("..@")
    assert images["mirror-left-right"].move("R") == "L"


def test_the_drawing_marks_ball_painted_and_unpainted_floor() -> None:
    level = _level("@..", "#.#")
    assert GAME.draw(level, _after(level, "R")) == "++@\n#.#"
