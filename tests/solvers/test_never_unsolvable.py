"""That no play of Rush Hour, Truck Escape or Color Connect can become unsolvable: found by search, by the rules alone.

No theorem and no solver has a say here. Every state that plays of a small random level come to is listed through the
rules, and those from which a win can be reached are found backwards from the won ones. Boards too large to list are
passed over and counted; so that the search is seen to find dead ends where there are any, games that have some are
searched alike.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from games.contract import AnyGame
from games.registry import game_named, game_names
from solvers.contract import solver_named
from tests.contract.samples import RANDOM
from tests.contract.walks import reachable

#: Game -> states up to which a level is listed. Color Connect has most: a state is a set of paths.
NEVER = {"rush-hour": 400, "truck-escape": 400, "color-connect": 120}
SOMETIMES = {"maze-paint": 400, "nut-and-bolt": 400}
#: Levels that are drawn for each game.
FEW, MANY = 100, 1500


class Found(NamedTuple):
    """What the search found: levels listed of each kind, states of the solvable ones, and those without a win left."""

    solvable: int
    unsolvable: int
    passed_over: int
    states: int
    dead: int


def searched(name: str, limit: int, levels: int) -> Found:
    """Random levels of a game, each state of which is classified."""
    game, source = game_named(name), random.Random(f"never unsolvable: {name}")
    solvable = unsolvable = passed_over = states = dead = 0
    for _ in range(levels):
        level = game.parse(*RANDOM[name](source))
        graph = reachable(game, level, limit)
        if graph is None:
            passed_over += 1
            continue
        alive = winning(game, level, graph)
        if game.initial(level) not in alive:
            unsolvable += 1
            assert not alive, "a win that the start reaches, and a start that no win is reached from"
            continue
        solvable += 1
        states += len(graph)
        dead += len(graph) - len(alive)
    return Found(solvable, unsolvable, passed_over, states, dead)


def winning(game: AnyGame, level: Any, graph: dict[Any, list[Any]]) -> set[Any]:
    """The states from which a won one can be reached."""
    before: dict[Any, list[Any]] = {}
    for state, following in graph.items():
        for after in following:
            before.setdefault(after, []).append(state)
    queue = [state for state in graph if game.won(level, state)]
    alive = set(queue)
    for state in queue:
        fresh = [one for one in before.get(state, ()) if one not in alive]
        alive.update(fresh)
        queue += dict.fromkeys(fresh)
    return alive


def check_never(name: str, levels: int) -> None:
    found = searched(name, NEVER[name], levels)
    assert found.dead == 0, found
    assert found.solvable >= levels // 5, found
    assert found.unsolvable >= levels // 50, found
    assert found.states >= 2 * found.solvable, found


@pytest.mark.parametrize("name", NEVER)
def test_no_play_of_a_solvable_level_becomes_unsolvable(name: str) -> None:
    check_never(name, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", NEVER)
def test_no_play_of_many_solvable_levels_becomes_unsolvable(name: str) -> None:
    check_never(name, MANY)


@pytest.mark.parametrize("name", SOMETIMES)
def test_the_same_search_finds_the_dead_ends_of_games_that_have_some(name: str) -> None:
    assert searched(name, SOMETIMES[name], FEW).dead > 0


def test_the_games_that_claim_it_as_a_theorem_are_those_that_are_searched() -> None:
    claimed = {name for name in game_names() if solver_named(name).dead_end_theorem is not None}
    assert claimed == set(NEVER)
