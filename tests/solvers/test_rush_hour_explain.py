"""What is seen to be unsolvable without search, and why; and what is not."""

from __future__ import annotations

import re

import pytest

from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel
from games.vehicle_ranges import ranges_of
from solvers.contract import Query, no_report
from solvers.rush_hour import SOLVER

WAITING = ("..A..", "..A#.", "XXA..", "#BB..", "#CCD.", "...D.")


def _level(*rows: str) -> RushHourLevel:
    row = next(index for index, text in enumerate(rows) if "X" in text)
    level = RushHourLevel(rows, "X", Exit("R", row))
    assert GAME.validate(*GAME.print(level)) == ()
    return level


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (("XX.#",), "a wall at 0,3"),
        (("XX.AA.",), "A lies along the way of X to the exit at 0,3"),
        (("XX.A", "...A"), "A stands on the way of X to the exit at 0,3 and can never clear it"),
        (("...A", "...A", "XX.A", "...."), "A stands on .* at 2,3"),
        # A could leave downwards, were it not for B, which is stuck itself.
        (("XX.A", "...A", "BBBB"), "A stands on"),
        # B has room, but covers 2,2 wherever it stands.
        (("XXA..", "..A..", ".BBB."), "A stands on"),
        # Downwards C is in the way for good, upwards the board ends.
        (("XX.A.", "...A.", "...C.", "...C."), "A stands on"),
    ],
)
def test_a_lasting_block_is_named(rows: tuple[str, ...], why: str) -> None:
    level = _level(*rows)
    explanation = SOLVER.explain(level)
    assert explanation is not None
    assert re.search(why, explanation)
    for engine in SOLVER.engines:
        for metric in GAME.metrics:
            assert engine.solve(level, Query(metric), no_report).status == "unsolvable"


def test_a_lasting_block_is_found_before_any_search() -> None:
    answer = SOLVER.engines[0].solve(_level("XX.A", "...A"), Query("moves"), no_report)
    assert (answer.method.states, answer.explanation) == (0, SOLVER.explain(_level("XX.A", "...A")))


@pytest.mark.parametrize("rows", [("XX.A", "...A", "...."), ("XXA..", "..A..", ".BB.."), ("XX.", "...")])
def test_a_solvable_level_is_not_explained(rows: tuple[str, ...]) -> None:
    level = _level(*rows)
    assert SOLVER.explain(level) is None
    assert SOLVER.engines[1].solve(level, Query("moves"), no_report).status == "solvable"


def test_vehicles_that_wait_for_each_other_in_vain_are_seen_by_search_alone() -> None:
    # A needs both B and C to its right, and D leaves one of the two places free or the other, never both.
    level = _level(*WAITING)
    assert SOLVER.explain(level) is None
    assert [engine.solve(level, Query("moves"), no_report).status for engine in SOLVER.engines] == ["unsolvable"] * 2


def test_the_block_is_looked_for_in_the_position_asked_about() -> None:
    # The rules know the order in a line alone: such a state is one, though no play from the start comes to it.
    level = _level("XX.A", "...A", "...#")
    assert SOLVER.explain(level) is not None
    free = _level("XX.A", "...A", "....", "....")
    state = {"vehicles": {"A": [2, 3], "X": [0, 0]}}
    answers = [engine.solve(free, Query("moves", state), no_report) for engine in SOLVER.engines]
    assert [answer.moves for answer in answers] == [("X+2",)] * 2


def test_ranges_grow_while_something_may_give_way_and_no_farther() -> None:
    rows = ("AA.B.", "...B.", "#CC..", "..#DD")
    assert ranges_of(rows) == {"A": (0, 3), "B": (0, 1), "C": (1, 3), "D": (3, 3)}
