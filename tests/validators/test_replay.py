"""Strict replay: every play is judged move by move, and stops at the first move that is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games import color_connect, maze_paint
from games.contract import MalformedState, state_digest
from validators.replay import FINDINGS, Refusal, refusal_finding, replay

PAINT = maze_paint.GAME
LOOP = PAINT.parse({"rows": ["######", "#@...#", "#.##.#", "#....#", "######"]}, {"rule": "paint-all"})
CONNECT = color_connect.GAME
PAIR = CONNECT.parse({"rows": ["A.A"]}, {"rule": "connect"})


def test_a_winning_play_stands_with_every_step_digest_and_progress() -> None:
    played = replay(PAINT, LOOP, ["R", "D", "L", "U"])
    assert played.won
    assert played.refusal is None
    assert played.length == 4
    assert [step.move for step in played.steps] == [None, "R", "D", "L", "U"]
    assert [step.progress for step in played.steps] == [Fraction(n, 9) for n in (0, 3, 5, 8, 9)]
    assert all(step.digest == state_digest(step.state) for step in played.steps)
    assert played.steps[0].state == PAINT.state_json(LOOP, PAINT.initial(LOOP))


def test_a_play_that_ends_too_early_is_not_won_at_the_number_of_moves_played() -> None:
    played = replay(PAINT, LOOP, ["R", "D"])
    assert (played.won, played.length) == (False, 2)
    assert played.refusal is not None
    assert (played.refusal.at, played.refusal.move, played.refusal.reason) == (2, None, "play/not-won")


def test_no_move_at_all_is_not_won_at_zero() -> None:
    refusal = replay(PAINT, LOOP, []).refusal
    assert refusal is not None
    assert (refusal.at, refusal.reason) == (0, "play/not-won")


def test_an_illegal_move_stops_the_play_there_and_nothing_after_it_counts() -> None:
    played = replay(PAINT, LOOP, ["R", "U", "D", "L", "U"])
    assert played.length == 1
    assert not played.won
    assert played.refusal is not None
    assert (played.refusal.at, played.refusal.move, played.refusal.reason) == (2, "U", "move/illegal")
    assert "wall" in played.refusal.why


def test_a_malformed_move_is_told_from_an_illegal_one() -> None:
    refusal = replay(PAINT, LOOP, ["R", "X"]).refusal
    assert refusal is not None
    assert (refusal.at, refusal.reason) == (2, "move/malformed")


@pytest.mark.parametrize("word", ["undo", "restart"])
def test_undo_and_restart_are_no_moves_of_a_solution(word: str) -> None:
    refusal = replay(PAINT, LOOP, ["R", word]).refusal
    assert refusal is not None
    assert refusal.reason == "move/malformed"


def test_a_move_after_the_win_is_refused_although_the_last_legal_state_is_won() -> None:
    played = replay(PAINT, LOOP, ["R", "D", "L", "U", "R"])
    assert played.won
    assert played.refusal is not None
    assert (played.refusal.at, played.refusal.reason) == (5, "play/after-win")


def test_a_malformed_move_after_the_win_is_malformed() -> None:
    refusal = replay(PAINT, LOOP, ["R", "D", "L", "U", "?"]).refusal
    assert refusal is not None
    assert (refusal.at, refusal.reason) == (5, "move/malformed")


def test_a_draw_in_the_colour_of_another_level_is_malformed() -> None:
    refusal = replay(CONNECT, PAIR, ["draw B 0,0 0,1"]).refusal
    assert refusal is not None
    assert refusal.reason == "move/malformed"


def test_a_play_may_start_from_a_state() -> None:
    middle = replay(PAINT, LOOP, ["R", "D"]).steps[-1].state
    played = replay(PAINT, LOOP, ["L", "U"], start=middle)
    assert played.won
    assert played.refusal is None
    assert played.steps[0].state == middle


def test_a_start_that_is_no_state_of_the_level_raises() -> None:
    with pytest.raises(MalformedState):
        replay(PAINT, LOOP, ["L"], start={"ball": [0, 0]})


def test_a_distance_is_handed_to_the_rules() -> None:
    asked = []

    def distance(state: object) -> int:
        asked.append(state)
        return 1

    assert replay(PAINT, LOOP, ["R"], distance=distance).length == 1
    assert asked == []  # Maze Paint's progress is structural: the distance plays no part


@pytest.mark.parametrize(
    ("refusal", "place", "said"),
    [
        (Refusal(3, "X" * 200, "move/malformed", "no such letter"), "move 3", "move 3 (" + "X" * 60 + ")"),
        (Refusal(2, "U", "move/illegal", "a wall"), "move 2", "move 2 (U): a wall"),
        (Refusal(5, "R", "play/after-win", "won"), "move 5", "move 5 (R): won"),
        (Refusal(4, None, "play/not-won", "not won"), "move 4", "move 4: not won"),
    ],
)
def test_a_refusal_is_a_finding_at_its_move(refusal: Refusal, place: str, said: str) -> None:
    finding = refusal_finding(refusal)
    assert (finding.id, finding.place, finding.severity) == (refusal.reason, place, "error")
    assert finding.message.startswith(said)
    assert finding.id in {kind.id for kind in FINDINGS}
