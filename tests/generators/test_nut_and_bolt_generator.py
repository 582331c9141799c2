"""Nut and Bolt boards: dealt whole, never sorted beforehand, and within the target by both engines' word."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.nut_and_bolt import GENERATORS, begin, change, faults, flaws
from games.nut_and_bolt import GAME, NutAndBoltLevel
from solvers.contract import Query, no_report
from solvers.nut_and_bolt import SOLVER
from validators.outcome import Outcome, outcome_of

DEAL = GENERATORS[0]
ANY = Wanted()


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def outcome(level: NutAndBoltLevel) -> Outcome:
    query = Query(GAME.metrics[0])
    return outcome_of(GAME, level, query, [engine.solve(level, query, no_report) for engine in SOLVER.engines])


def test_runs_of_three_are_flaws() -> None:
    assert flaws(("ABCA", "BCAB", "CABC", ""), ANY) == 0
    assert flaws(("AAAB", "BCCB", "CABC", ""), ANY) > 0


def test_a_few_pairs_are_none_and_many_are() -> None:
    assert flaws(("AABC", "BCAB", "CABC", ""), ANY) == 0
    assert flaws(("AABC", "BBCA", "CCAB", ""), ANY) == 2


def test_bolts_that_are_alike_are_a_flaw() -> None:
    assert flaws(("ABAB", "ABAB", ""), ANY) == 2


def test_a_bolt_that_the_solution_never_touches_is_a_fault() -> None:
    spare = NutAndBoltLevel(("AB", "BA", "", ""), 2)
    assert list(faults(spare, outcome(spare))) == ["bolt 4 has no part in the solution"]
    tight = NutAndBoltLevel(("AB", "BA", ""), 2)
    assert list(faults(tight, outcome(tight))) == []


@pytest.mark.parametrize("seed", range(5))
def test_every_change_keeps_the_nuts_and_the_bolts(seed: int) -> None:
    source = random.Random(seed)
    wanted = Wanted(pieces=6, measures={"capacity": (3, 3), "empty": (2, 2)})
    bolts = begin(source, wanted)
    for _ in range(50):
        assert bolts is not None
        assert Counter("".join(bolts)) == dict.fromkeys("ABCDEF", 3)
        assert [len(bolt) for bolt in bolts] == [3] * 6 + [0] * 2
        assert "".join(dict.fromkeys("".join(bolts))) == "ABCDEF"
        bolts = change(source, bolts, wanted)


def test_fewer_than_two_colours_or_nuts_come_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(pieces=1)) is None
    assert begin(random.Random(0), Wanted(measures={"capacity": (1, 1)})) is None


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(optimum=(9, 10), pieces=3),
        Wanted(optimum=(16, 18), pieces=5, measures={"pairs": (0, 0)}),
        Wanted(optimum=(12, 14), pieces=4, measures={"empty": (1, 1)}),
    ],
)
def test_what_is_made_meets_the_target_by_both_engines_word(wanted: Wanted) -> None:
    found = climb(DEAL, wanted, "11", 0, quiet)
    assert found is not None
    again = outcome(found.level)
    assert wanted.optimum is not None
    assert again.optimum is not None
    assert wanted.optimum[0] <= again.optimum <= wanted.optimum[1]
    assert flaws(found.level.bolts, wanted) == 0
    assert list(faults(found.level, again)) == []
    measured = DEAL.measures(found.level, again)
    assert all(low <= measured[name] <= high for name, (low, high) in wanted.measures.items())
    assert len(set("".join(found.level.bolts))) == wanted.pieces
