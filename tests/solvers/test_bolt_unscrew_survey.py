"""The survey of all reduced positions against the engines and the enumeration of full states."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from games.bolt_unscrew import BoltUnscrewLevel
from solvers.bolt_unscrew import SOLVER
from solvers.bolt_unscrew.space import FullState, space
from solvers.bolt_unscrew.survey import survey
from solvers.contract import Query, no_report
from solvers.state_graph import StateGraph, counts, distances, explore
from tests.games.drawn_plates import drawn_level, random_plate
from validators.foresight import foresight_exact

#: One bar on two screws, two empty holes beside it: nothing is ever in the way of the bar but its own screws.
BAR = drawn_level(".@.@. ..... o...o", a1=".o=o. ..... .....")


def graphs(seed: str, number: int) -> list[tuple[BoltUnscrewLevel, StateGraph[FullState]]]:
    source = random.Random(seed)
    found: list[tuple[BoltUnscrewLevel, StateGraph[FullState]]] = []
    while len(found) < number:
        level = random_plate(source, boards=5, side=6, free=3)
        graph = explore(space(level, None), 1_500)
        if graph.complete:
            found.append((level, graph))
    return found


def test_optimum_and_dead_ends_are_those_of_the_full_states() -> None:
    lost = 0
    for level, graph in graphs("survey", 40):
        seen = survey(level, 10_000, 10**9)
        assert seen is not None
        known = distances(graph)
        assert seen.optimum == (known.to_win[0] if known.to_win[0] >= 0 else None)
        assert (seen.dead_permille == 0) == (counts(known).dead == 0)
        lost += 0 < seen.dead_permille < 1_000
    assert lost > 3


def test_a_greedy_player_who_can_win_has_a_chance_and_another_has_none() -> None:
    with_chance = without = 0
    for level, graph in graphs("greedy", 70):
        optimum = distances(graph).to_win[0]
        if optimum < 1:
            continue
        seen = survey(level, 10_000, 10**9)
        assert seen is not None
        greedy = foresight_exact(graph, space(level, None), 40 * optimum).greedy
        assert (seen.greedy_permille(40 * optimum) > 0) == (greedy > Fraction(0)), level
        with_chance += greedy > 0
        without += greedy == 0
    assert with_chance > 3
    assert without > 2


def test_progress_counts_loose_boards_once_and_exited_ones_twice() -> None:
    seen = survey(BAR, 100, 10**9)
    assert seen is not None
    assert seen.progress[0] == 0
    assert max(seen.progress) == 2


def test_what_has_more_positions_or_stands_for_more_states_than_asked_is_not_surveyed() -> None:
    seen = survey(BAR, 1_000, 1_000)
    assert seen is not None
    assert seen.size == sum(seen.states) > len(seen.left) > 1
    assert survey(BAR, len(seen.left), seen.size) == seen
    assert survey(BAR, len(seen.left) - 1, seen.size) is None
    assert survey(BAR, len(seen.left), seen.size - 1) is None


@pytest.mark.parametrize("name", [engine.name for engine in SOLVER.engines])
def test_the_survey_finds_the_engines_optimum_on_plates_of_many_layers(name: str) -> None:
    source, compared = random.Random("layers"), 0
    while compared < 12:
        level = random_plate(source, boards=8, side=7, free=3)
        seen = survey(level, 2_000, 10**9)
        if seen is None:
            continue
        assert SOLVER.engine_named(name).solve(level, Query("relocations"), no_report).optimum == seen.optimum
        compared += len(seen.left) > 20
