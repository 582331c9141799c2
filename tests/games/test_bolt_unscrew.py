"""The rules of Bolt Unscrew: depths, burials, relocations, goal, progress, symmetries and the drawing."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from games.bolt_unscrew import GAME, BoltUnscrewLevel
from games.contract import IllegalMove, MalformedMove, MalformedState, canon_digest, level_digest
from games.screws import Board
from tests.games.drawn_plates import GOAL, drawn_board, drawn_level, random_plate

#: A bar on two screws, a hole at the far right.
BAR = drawn_level(
    "........ ..@..@.. ........ ........ .......o ........",
    a1="........ ..o==o.. ........ ........ ........ ........",
)
#: Screw 1,1 holds a and is behind b, which hangs on 0,1; screw 2,1 is behind a; 0,3 and 3,3 are open.
COVERED = drawn_level(
    ".@.o .@.. .@.. ...o",
    a1=".... .o.. .=.. ....",
    b2=".o.. .=.. .... ....",
)


def _depths(level: BoltUnscrewLevel) -> dict[tuple[int, int], int]:
    return {screw[:2]: screw[2] for screw in GAME.initial(level).screws}


def _play(level: BoltUnscrewLevel, *moves: str) -> Any:
    state = GAME.initial(level)
    for move in moves:
        state = GAME.apply(level, state, move)
    return state


def test_a_screws_depth_is_one_less_than_the_lowest_layer_with_wood_and_no_hole_at_its_point() -> None:
    assert _depths(COVERED) == {(0, 1): 2, (1, 1): 1, (2, 1): 0}
    through = drawn_level("@o", a1="o.", b4="o.")
    assert _depths(through) == {(0, 0): 4}
    assert _depths(drawn_level("@o @.", a1="o. ..", b2="o. o.", c7="o. =.")) == {(0, 0): 7, (1, 0): 6}


def test_the_depth_is_fixed_until_the_screw_is_moved_and_then_is_the_top_layer() -> None:
    state = _play(COVERED, "0,1>0,3")
    assert state.screws == ((0, 3, 2), (1, 1, 1), (2, 1, 0))
    assert [name for name, _ in state.boards] == ["a"], "b has fallen, though the screw 1,1 stood behind it"
    state = GAME.apply(COVERED, state, "1,1>0,1")
    assert state.screws == ((0, 1, 2), (0, 3, 2), (2, 1, 0))


def test_a_screw_that_does_not_reach_a_layer_neither_holds_nor_stops_its_boards() -> None:
    level = drawn_level("@.o .@. ...", a1="... .o. .=.", b2="o.. === ...")
    assert _depths(level) == {(0, 0): 2, (1, 1): 1}
    assert not _play(level, "0,0>0,2").boards[1:], "b falls past the screw 1,1 of depth 1"


def test_a_buried_screw_cannot_be_moved_even_if_it_shows_through_a_hole() -> None:
    with pytest.raises(IllegalMove, match="buried under board b"):
        GAME.apply(COVERED, GAME.initial(COVERED), "1,1>0,3")
    # c, behind which the screw 1,0 stands, falls away; what is left over it is a hole of d.
    level = drawn_level("@.o @@@", a1="... o..", c2="o.. =..", d3="... ooo")
    state = _play(level, "0,0>0,2")
    assert [name for name, _ in state.boards] == ["a", "d"]
    assert state.screw_at((1, 0)) == (1, 0, 1)
    with pytest.raises(IllegalMove, match="buried under board d"):
        GAME.apply(level, state, "1,0>0,0")


def test_a_screw_is_not_buried_by_wood_of_layers_that_it_passes() -> None:
    level = drawn_level("@o", a1="o.", b2="o.")
    assert list(GAME.moves(level, GAME.initial(level))) == ["0,0>0,1"]


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("1,2>1,2", "stands already"),
        ("1,2>1,5", "another screw"),
        ("4,7>1,2", "no screw"),
        ("0,0>4,7", "no hole"),
        ("1,2>0,0", "no hole"),
        ("99,2>4,7", "no hole"),
        ("1,2>4,8", "no hole"),
        ("1,2>4,123456789012345678901234567890", "no hole"),
    ],
)
def test_a_move_of_the_form_that_the_rules_forbid_is_illegal(move: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        GAME.apply(BAR, GAME.initial(BAR), move)


@pytest.mark.parametrize(
    "move",
    [
        "",
        "1,2",
        "1,2>4",
        "1,2->4,7",
        "01,2>4,7",
        "1,2>4,07",
        "1,2 > 4,7",
        "-1,2>4,7",
        "1,2>4,7;",
        "a>b",
        "1,2>4,\uff17",
    ],
)
def test_a_text_that_is_not_of_the_form_is_malformed(move: str) -> None:
    with pytest.raises(MalformedMove):
        GAME.apply(BAR, GAME.initial(BAR), move)


@pytest.mark.parametrize("over", ["=", "o"])
def test_a_hole_under_wood_is_no_target_in_any_layer_even_under_a_boards_hole(over: str) -> None:
    level = drawn_level("@.@.o ..o..", a1="o=o.. .....", b2=f"..o.. ..{over}..")
    assert list(GAME.moves(level, GAME.initial(level))) == ["0,0>0,4", "0,2>0,4"]
    with pytest.raises(IllegalMove, match="board b covers"):
        GAME.apply(level, GAME.initial(level), "0,0>1,2")


def test_a_move_is_judged_on_the_board_as_it_stands_before_the_boards_settle() -> None:
    # The hole 2,0 is clear before the bar turns down over it: the screw may go there, and then blocks the turn.
    level = drawn_level("@.@ ... o..", a1="o=o ... ...")
    state = _play(level, "0,2>2,0")
    assert state.boards == GAME.initial(level).boards


def test_a_relocated_screw_takes_no_hold_of_anything() -> None:
    state = _play(BAR, "1,2>4,7")
    assert state.screws == ((1, 5, 1), (4, 7, 1))
    assert dict(state.boards)["a"].rows == ("o", "=", "=", "o")


def test_layers_do_not_influence_each_other() -> None:
    level = drawn_level("@..o .... .@@.", a1="o... =... ....", b2=".... .... =oo.")
    state = _play(level, "0,0>0,3")
    assert [name for name, _ in state.boards] == ["b"], "a falls past b, which is in front of it"
    same = drawn_level("@..o .... .@@.", a1="o... =... ....", b1=".... .... =oo.")
    assert [name for name, _ in _play(same, "0,0>0,3").boards] == ["a", "b"]


def test_a_level_is_won_when_all_boards_have_exited_and_accepts_no_move_then() -> None:
    state = _play(BAR, "1,2>4,7", "1,5>1,2")
    assert GAME.won(BAR, state)
    assert list(GAME.moves(BAR, state)) == []
    with pytest.raises(IllegalMove, match="already won"):
        GAME.apply(BAR, state, "1,2>1,5")


#: a hangs above a screw at 2,0; b hangs beside it.
ABOVE = drawn_level("@..o .... @.@. ....", a1="o... .... .... ....", b2=".... .... ..o. ..=.")


def test_progress_counts_exited_boards_and_half_of_the_released_ones() -> None:
    state = GAME.initial(ABOVE)
    for move, progress in (("0,0>0,3", "1/4"), ("2,2>0,0", "3/4"), ("2,0>2,2", "1")):
        state = GAME.apply(ABOVE, state, move)
        assert GAME.progress(ABOVE, state) == Fraction(progress)


def test_progress_never_falls_along_random_plays() -> None:
    source = random.Random(5)
    released = 0
    for _ in range(150):
        level = random_plate(source)
        state = GAME.initial(level)
        for _ in range(12):
            legal = list(GAME.moves(level, state))
            if not legal:
                break
            after = GAME.apply(level, state, source.choice(legal))
            assert GAME.progress(level, after) >= GAME.progress(level, state)
            state = after
            released += GAME.progress(level, state).denominator % 2 == 0
    assert released


def test_a_state_at_rest_without_a_legal_move_is_a_deadlock_and_not_won() -> None:
    full = drawn_level("@@", a1="oo")
    assert list(GAME.moves(full, GAME.initial(full))) == []
    assert not GAME.won(full, GAME.initial(full))
    assert GAME.deadlock == "no_available_hole"


def test_the_mirror_image_plays_alike_state_by_state() -> None:
    source = random.Random(11)
    turned = 0
    for _ in range(200):
        level = random_plate(source, boards=6)
        _, mirror = GAME.symmetries(level)
        state, image = GAME.initial(level), GAME.initial(mirror.level)
        for _ in range(10):
            legal = list(GAME.moves(level, state))
            assert sorted(map(mirror.move, legal)) == list(GAME.moves(mirror.level, image))
            if not legal:
                break
            move = source.choice(legal)
            before = dict(state.boards)
            state, image = GAME.apply(level, state, move), GAME.apply(mirror.level, image, mirror.move(move))
            width = level.size[1]
            assert image.boards == tuple((name, pose.mirrored(width)) for name, pose in state.boards)
            turned += any(len(pose.rows) != len(before[name].rows) for name, pose in state.boards)
    assert turned > 20, "hardly anything turned, so that nothing was tried"


def test_the_normal_form_forgets_names_gaps_between_layers_and_the_side_but_not_the_order_of_boards() -> None:
    level = drawn_level("@..o @...", a2="o... ....", b5=".... o...")
    renamed = drawn_level("@..o @...", x1="o... ....", a2=".... o...")
    reordered = drawn_level("@..o @...", b5=".... o...", a2="o... ....")
    assert canon_digest(GAME, level) == canon_digest(GAME, renamed) == canon_digest(GAME, level.mirrored())
    assert canon_digest(GAME, level) != canon_digest(GAME, reordered)
    assert len({level_digest(GAME, one) for one in (level, renamed, reordered, level.mirrored())}) == 4


def test_layers_numbered_without_gaps_play_alike_and_keep_what_screws_pass() -> None:
    source = random.Random(3)
    for _ in range(60):
        level = random_plate(source)
        spread = BoltUnscrewLevel(
            level.size,
            level.holes,
            tuple(Board(one.name, 3 * one.layer + 1, one.pose) for one in level.boards),
            level.screws,
        )
        assert GAME.normal_form(spread) == GAME.normal_form(level)
        state, other = GAME.initial(level), GAME.initial(spread)
        for _ in range(8):
            legal = list(GAME.moves(level, state))
            assert legal == list(GAME.moves(spread, other))
            if not legal:
                break
            move = source.choice(legal)
            state, other = GAME.apply(level, state, move), GAME.apply(spread, other, move)
            assert state.boards == other.boards


def test_a_board_drawn_with_a_margin_is_the_same_level() -> None:
    board = drawn_board("@o", a1="o.")
    trimmed = {**board, "boards": [{"name": "a", "layer": 1, "at": [0, 0], "rows": ["o"]}]}
    assert GAME.parse(board, GOAL) == GAME.parse(trimmed, GOAL)
    assert GAME.print(GAME.parse(board, GOAL))[0] == trimmed


STATE = {"screws": [[1, 2, 1], [1, 5, 1]], "boards": {"a": {"at": [1, 2], "rows": ["o==o"]}}}


def test_the_state_of_the_format_is_read_and_written() -> None:
    assert GAME.state_json(BAR, GAME.initial(BAR)) == STATE
    assert GAME.parse_state(BAR, STATE) == GAME.initial(BAR)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"screws": [[1, 5, 1], [1, 2, 1]]}, "sorted"),
        ({"screws": [[1, 2, 1]]}, "number of screws"),
        ({"screws": [[1, 2, 1], [1, 4, 1]]}, "different holes"),
        ({"screws": [[1, 2, 0], [1, 5, 1]]}, "another depth"),
        ({"screws": [[1, 2], [1, 5]]}, "not a list of"),
        ({"boards": {"z": {"at": [1, 2], "rows": ["o==o"]}}}, "no board 'z'"),
        ({"boards": {"a": {"at": [1, 2], "rows": ["o=o"]}}}, "another shape"),
        ({"boards": {"a": {"at": [1, 1], "rows": [".o==o"]}}}, "bounding box"),
        ({"boards": {"a": {"at": [1, 5], "rows": ["o==o"]}}}, "beyond the plate"),
        ({"boards": {"a": {"at": [6, 2], "rows": ["o==o"]}}}, "beyond the plate"),
        ({"boards": {"a": {"at": [1, 1], "rows": ["o==o"]}}}, "goes through the wood"),
        ({"boards": {"a": {"at": [3, 2], "rows": ["o==o"]}}}, "not at rest"),
        ({"boards": []}, "not an object"),
        ({"more": 1}, "no others"),
    ],
)
def test_what_is_no_state_of_the_level_is_malformed(change: dict[str, Any], why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(BAR, {**STATE, **change})


def test_two_boards_of_a_layer_that_share_a_point_are_no_state() -> None:
    level = drawn_level("@@o", a1="o..", b1=".o.")
    value = GAME.state_json(level, GAME.initial(level))
    value["boards"]["b"]["at"] = [0, 0]
    with pytest.raises(MalformedState, match="shares a point"):
        GAME.parse_state(level, value)


def test_the_drawing_shows_flush_and_buried_screws_and_what_blocks_a_turn() -> None:
    level = drawn_level("@.@ .o. @..", a1="o=o ... ...", b2="... ... o..")
    state = _play(level, "0,2>1,1")
    drawn = GAME.draw(level, state)
    assert "layer 1: a would turn clockwise about 0,0; in the way: screw 1,1, screw 2,0" in drawn
    boards = drawn_level("@.@o .... ..@@", a1="o=o. .... ....", b1=".... .... .=oo")
    assert "in the way: board b" in GAME.draw(boards, _play(boards, "0,2>0,3"))
    covered = GAME.draw(COVERED, GAME.initial(COVERED))
    front, plate = covered.split("front")[1].split("plate")
    assert "b@" in front
    assert plate.split("layer")[0].count("x") == 2
    assert "*" in GAME.draw(COVERED, _play(COVERED, "0,1>0,3"))


def test_the_drawing_names_the_border_and_loose_boards() -> None:
    level = drawn_level("....... ...@.@o", a1="....... ===o=o.")
    state = _play(level, "1,5>1,6")
    assert "a would turn counter-clockwise about 1,3; in the way: no room above or beside the plate" in GAME.draw(
        level, state
    )
    assert "layer 1: no screw holds a" in GAME.draw(ABOVE, _play(ABOVE, "0,0>0,3"))


def test_rows_below_the_plate_are_drawn_while_boards_hang_there() -> None:
    level = drawn_level("@..@", a1="o==o")
    longer = drawn_level("@..@o", a1="o==o.")
    assert "     1  " not in GAME.draw(level, GAME.initial(level))
    assert "     3  a" in GAME.draw(longer, _play(longer, "0,3>0,4"))
