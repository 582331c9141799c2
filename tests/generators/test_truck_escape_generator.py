"""Truck Escape lots: what counts as a flaw, and that everything made can be emptied and meets the target."""

from __future__ import annotations

import random
from typing import Any

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.truck_escape import GENERATORS, begin, board, change, faults, flaws
from games.truck_escape import GAME, TruckEscapeLevel
from solvers.contract import Query, no_report
from solvers.truck_escape import SOLVER, measures

LOT = GENERATORS[0]
GOAL = {"rule": GAME.goal_rules[0]}


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def outcome_of(level: TruckEscapeLevel) -> Any:
    return SOLVER.engine_named("blocking-graph").solve(level, Query("departures"), no_report)


def lot(*rows: str, **facing: str) -> TruckEscapeLevel:
    return TruckEscapeLevel(rows, tuple(sorted(facing.items())))


FULL = lot("AAB", "C.B", "CDD", A="R", B="D", C="U", D="R")


def test_a_full_lot_of_a_chain_has_no_flaw() -> None:
    assert flaws(FULL, Wanted()) == 0


def test_a_vehicle_too_few_is_a_flaw() -> None:
    assert flaws(FULL, Wanted(pieces=5)) == 4


def test_a_vehicle_that_waits_for_none_and_holds_up_none_is_a_flaw() -> None:
    assert flaws(lot("AAB", "C.B", "CDD", A="R", B="U", C="D", D="L"), Wanted()) == 0
    assert flaws(lot("AAB", "C.B", "CDD", A="L", B="U", C="D", D="R"), Wanted()) == 2 * 4


def test_an_empty_line_and_bare_asphalt_are_flaws() -> None:
    # The empty column, and four of the eight cells that 62 % of twelve are.
    bare = lot("AAB.", "..B.", "....", A="R", B="U")
    assert flaws(bare, Wanted()) == 2 * 2 + 4


def test_walls_are_counted_against_the_target() -> None:
    walled = lot("AAB", "C#B", "CDD", A="R", B="D", C="U", D="R")
    assert flaws(walled, Wanted(walls=(1, 1))) == 0
    assert flaws(walled, Wanted(walls=(2, 3))) == 1
    assert flaws(walled, Wanted(walls=(0, 0))) == 1


def test_a_facing_that_most_vehicles_share_is_a_fault() -> None:
    level = lot("AAA", "BBB", "CCC", A="R", B="R", C="R")
    told = list(faults(level, outcome_of(level)))
    assert any("face R" in one for one in told)
    assert any("may leave at once" in one for one in told)


def test_a_lot_with_all_facings_and_few_free_vehicles_has_no_fault() -> None:
    found = climb(LOT, Wanted(pieces=11, rows=6, columns=6), "4", 0, quiet)
    assert found is not None
    assert list(faults(found.level, found.outcome)) == []


@pytest.mark.parametrize("seed", range(6))
def test_every_draft_can_be_emptied(seed: int) -> None:
    source, wanted = random.Random(seed), Wanted(pieces=10, rows=6, columns=6)
    level = begin(source, wanted)
    for _ in range(15):
        assert level is not None
        assert GAME.validate(board(level), GOAL) == ()
        assert measures(level).rounds is not None
        assert level.rows == GAME.parse(board(level), GOAL).rows
        level = change(source, level, wanted)


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        (Wanted(optimum=(10, 12), measures={"rounds": (6, 8), "free": (1, 2)}), 0),
        (Wanted(pieces=13, rows=7, columns=6, measures={"rounds": (9, 9), "blockers": (2, 3)}), 1),
        (Wanted(pieces=9, rows=6, columns=6, walls=(2, 3)), 2),
    ],
)
def test_what_is_made_meets_the_target_by_another_engine_s_word(wanted: Wanted, number: int) -> None:
    found = climb(LOT, wanted, "11", number, quiet)
    assert found is not None
    answer = outcome_of(found.level)
    assert answer.optimum == len(found.level.facing)
    assert wanted.optimum is None or wanted.optimum[0] <= answer.optimum <= wanted.optimum[1]
    assert wanted.pieces in (None, answer.optimum)
    counted = LOT.measures(found.level, found.outcome)
    assert all(low <= counted[name] <= high for name, (low, high) in wanted.measures.items())
    walls = "".join(found.level.rows).count("#")
    assert wanted.walls is None or wanted.walls[0] <= walls <= wanted.walls[1]


def test_a_lot_too_small_to_park_in_comes_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=3, columns=9)) is None
