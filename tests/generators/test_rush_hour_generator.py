"""Rush Hour boards: begun where a win is farthest, used whole, and without a part that has nothing to do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.rush_hour import GENERATORS, TARGET, Draft, begin, change, flaws, idle_parts
from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel
from solvers.contract import Query, no_report
from solvers.rush_hour import SOLVER
from solvers.state_graph import distances, explore
from validators.outcome import Outcome, outcome_of

PARKING = GENERATORS[0]
RIGHT = Exit("R", 2)


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def outcome(level: RushHourLevel) -> Outcome:
    query = Query(GAME.metrics[0])
    return outcome_of(GAME, level, query, [engine.solve(level, query, no_report) for engine in SOLVER.engines])


def idle(*rows: str) -> list[str]:
    level = RushHourLevel(rows, TARGET, RIGHT)
    return list(idle_parts(level, outcome(level)))


def test_a_vehicle_that_no_mover_comes_near_is_idle() -> None:
    assert idle("......", "...B..", "AA.B..", "......", "......", "CC....") == ["the vehicle C"]


def test_a_vehicle_that_bounds_the_way_of_a_mover_has_a_part() -> None:
    assert idle("......", "...B..", "AA.B..", "......", "......", "..CC..") == []


def test_a_wall_that_bounds_no_way_is_idle_and_one_that_does_is_not() -> None:
    assert idle("......", "...B..", "AA.B..", "......", "......", "#.....") == ["the wall at 5,0"]
    assert idle("......", "...B..", "AA.B..", "......", "......", "...#..") == []


def test_a_board_used_whole_has_no_flaw_and_each_lack_is_one() -> None:
    whole = Draft(("B.CCC.", "B.D.E.", "AAD.EF", "..G..F", "HHG.II", ".JJJ.."), RIGHT, 5)
    assert flaws(whole, Wanted()) == 0
    assert flaws(whole, Wanted(pieces=12)) == 2
    assert flaws(whole, Wanted(walls=(3, 4))) == 3
    assert flaws(whole, Wanted(optimum=(7, 9))) == 20
    # One row and two of the board's cells fewer.
    assert flaws(replace(whole, rows=(*whole.rows[:5], "......")), Wanted()) >= 2


def test_a_vehicle_that_can_never_move_is_a_flaw() -> None:
    free = Draft(("B.CCC.", "B.D.E.", "AAD.EF", "..G..F", "HHG.II", ".JJJ.."), RIGHT, 5)
    stuck = replace(free, rows=("B.CCC.", "B.D.E.", "AAD.EF", "..G..F", "..G.II", "JJJKKK"))
    assert flaws(stuck, Wanted()) - flaws(free, Wanted()) == 4


@pytest.mark.parametrize("seed", range(4))
def test_no_position_of_the_cluster_needs_more_moves_than_the_start_unless_the_target_forbids_it(seed: int) -> None:
    source = random.Random(seed)
    open_end, bounded = Wanted(), Wanted(optimum=(3, 4))
    draft = next(one for one in iter(lambda: begin(source, open_end), 0) if one is not None)
    for wanted in (open_end, bounded):
        changed = change(source, draft, wanted)
        assert changed is not None
        assert SOLVER.space is not None
        graph = explore(SOLVER.space(changed.level, None), 30_000)
        assert graph.complete
        left = distances(graph).to_win
        assert left[0] == changed.optimum
        assert left[0] == (max(left) if wanted is open_end else min(max(left), 4))


@pytest.mark.parametrize("seed", range(4))
def test_every_change_gives_a_valid_board_with_no_vehicle_along_the_target_s_line(seed: int) -> None:
    source, wanted = random.Random(seed), Wanted(optimum=(3, 30), walls=(1, 2))
    draft = next(one for one in iter(lambda: begin(source, wanted), 0) if one is not None)
    for _ in range(12):
        draft = change(source, draft, wanted) or draft
        assert GAME.validate(PARKING.board(draft), {"rule": "exit"}) == ()
        target = next(one for one in draft.level.vehicles if one.name == TARGET)
        alike = [one for one in draft.level.vehicles if (one.across, one.line) == (target.across, target.line)]
        assert alike == [target]


@pytest.mark.parametrize(
    "wanted",
    [Wanted(optimum=(9, 12)), Wanted(optimum=(13, 16), walls=(1, 1)), Wanted(optimum=(8, 12), rows=5, columns=6)],
)
def test_what_is_made_meets_the_target_by_both_engines_word(wanted: Wanted) -> None:
    found = climb(PARKING, wanted, "11", 0, quiet)
    assert found is not None
    again = outcome(found.level)
    assert wanted.optimum is not None
    assert again.optimum is not None
    assert wanted.optimum[0] <= again.optimum <= wanted.optimum[1]
    assert list(idle_parts(found.level, again)) == []
    assert flaws(Draft(found.level.rows, found.level.exit, again.optimum), wanted) == 0
    measured = PARKING.measures(found.level, again)
    assert measured["movers"] <= measured["vehicles"]
    assert (len(found.level.rows), len(found.level.rows[0])) == (wanted.rows or 6, wanted.columns or 6)


def test_a_board_too_small_to_park_on_comes_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=3, columns=6)) is None
