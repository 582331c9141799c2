"""Nut and Bolt's engines against a search by the rules alone, on boards drawn by a seed."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.nut_and_bolt import GAME, NutAndBoltLevel
from solvers.contract import Query, no_report
from solvers.nut_and_bolt import SOLVER
from solvers.nut_and_bolt.breaks import lower_bound
from solvers.nut_and_bolt.packing import packing_of
from solvers.nut_and_bolt.sweep import distances_to_win, sweep
from solvers.state_graph import canonical_solution, counts, distances, explore, first_fatal_move, optimal_solutions
from tests.games.drawn_bolts import Truth, random_level, truth_of
from validators.dead_ends import classify, state_judge, trace

SWEEP, BREAKS = (engine.name for engine in SOLVER.engines)


def _drawn(count: int, seed: int, limit: int) -> list[tuple[NutAndBoltLevel, Truth]]:
    """Levels with their truth, those with more states than the limit left out."""
    source = random.Random(seed)
    found = []
    while len(found) < count:
        level = random_level(source, 4)
        truth = truth_of(level, limit)
        if truth is not None:
            found.append((level, truth))
    return found


def _check_engines(level: NutAndBoltLevel, truth: Truth) -> str:
    start = truth.left[GAME.initial(level)]
    query = Query("transfers", properties=True)
    answers = {engine.name: engine.solve(level, query, no_report) for engine in SOLVER.engines}
    for answer in answers.values():
        assert answer.status == ("unsolvable" if start is None else "solvable"), level
        assert answer.optimum == answer.method.bound == start, level
    assert answers[SWEEP].moves == truth.first, level
    assert answers[SWEEP].canonical == (start is not None)
    assert answers[SWEEP].properties == {"dead_end_free": truth.dead_end_free}
    if SOLVER.explain(level) is not None:
        assert start is None, level
    return f"{answers[SWEEP].status}, {'free' if truth.dead_end_free else 'dead ends'}"


def _check_states(level: NutAndBoltLevel, truth: Truth) -> None:
    """The generic graph and the sweep both hold every state, bolts interchangeable, with its exact distance."""
    space = SOLVER.space
    assert space is not None
    graph = explore(space(level, None), 100_000)
    known = distances(graph)
    number = counts(known)
    assert (number.reachable, number.dead, number.unknown) == (truth.sorted_states(), truth.sorted_states(dead=True), 0)
    packing = packing_of(level.bolts, level.capacity)
    found = sweep(packing, tuple(map(packing.pack, level.bolts)), 100_000, to_end=True)
    assert found.complete
    by_row = dict(zip(map(tuple, found.rows.tolist()), distances_to_win(found).tolist(), strict=True))
    assert len(by_row) == len(found.rows) == truth.sorted_states()
    for state, left in truth.left.items():
        node = space(level, GAME.state_json(level, state)).initial
        assert known.exact(graph.index[node]) == left
        assert by_row[node] == (-1 if left is None else left)
        if left is not None:
            assert lower_bound(tuple(sorted(state.bolts)), level.capacity) <= left
            assert (lower_bound(tuple(sorted(state.bolts)), level.capacity) == 0) == (left == 0)


def _check_counts(level: NutAndBoltLevel, truth: Truth) -> None:
    """What is read off the graph of sorted boards holds of the board as played."""
    graph = explore(SOLVER.space(level, None), 100_000)  # type: ignore[misc]
    plays = canonical_solution(graph)
    assert optimal_solutions(graph) == (truth.solutions or None)
    assert (plays is None) == (truth.first is None)
    found = classify(SOLVER, level, solvable=truth.first is not None, limit=100_000, count=True)
    assert found.reachable == truth.sorted_states()
    assert found.dead_end_free == truth.dead_end_free
    assert found.first_fatal_move == first_fatal_move(graph) == _first_fatal(level, truth)


def _first_fatal(level: NutAndBoltLevel, truth: Truth) -> int | None:
    layer, seen, depth = {GAME.initial(level)}, set(truth.left), 0
    while layer:
        if any(truth.left[state] is None for state in layer):
            return depth
        seen -= layer
        after = {GAME.apply(level, state, move) for state in layer for move in GAME.moves(level, state)}
        layer, depth = after & seen, depth + 1
    return None


def _check_distances_from_states(level: NutAndBoltLevel, truth: Truth, source: random.Random) -> None:
    for state in source.sample(sorted(truth.left, key=repr), min(4, len(truth.left))):
        query = Query("transfers", GAME.state_json(level, state))
        for engine in SOLVER.engines:
            answer = engine.solve(level, query, no_report)
            assert answer.optimum == truth.left[state], (level, state, engine.name)
            assert (answer.status == "solvable") == (truth.left[state] is not None)


def _check_traces(level: NutAndBoltLevel, truth: Truth, source: random.Random) -> bool:
    """A random play with undos and restarts: the first dead end, its move and the delay, counted by hand."""
    play, stack = [], [GAME.initial(level)]
    boards = [stack[-1]]
    for _ in range(14):
        moves = list(GAME.moves(level, stack[-1]))
        choice = source.random()
        if choice < 0.2 and len(stack) > 1:
            play.append("undo")
            stack.pop()
        elif choice < 0.25 or not moves:
            play.append("restart")
            stack = stack[:1]
        else:
            play.append(source.choice(moves))
            stack.append(GAME.apply(level, stack[-1], play[-1]))
        boards.append(stack[-1])
    judge = state_judge(GAME, SOLVER, level, solvable=truth.first is not None, limit=100_000)
    found: Any = trace(GAME, level, play, judge)
    dead = [truth.left[board] is None for board in boards]
    at = dead.index(True) if True in dead else None
    assert found.first_unsolvable_at == at
    if at is None:
        assert found.delay is None
        return False
    assert found.fatal_move == (play[at - 1] if at else None)
    delay, ended_by = (1 if at else 0), "end"
    for entry, lost in zip(play[at:], dead[at + 1 :], strict=True):
        if entry == "restart" or (entry == "undo" and not lost):
            ended_by = entry
            break
        delay += entry != "undo"
    assert (found.delay, found.ended_by) == (delay, ended_by)
    return True


def _check(count: int, seed: int, limit: int) -> None:
    source = random.Random(seed)
    kinds: Counter[str] = Counter()
    traced = 0
    for number, (level, truth) in enumerate(_drawn(count, seed, limit)):
        kinds[_check_engines(level, truth)] += 1
        _check_counts(level, truth)
        if number % 3 == 0:
            _check_states(level, truth)
            _check_distances_from_states(level, truth, source)
            traced += _check_traces(level, truth, source)
    assert set(kinds) >= {"solvable, free", "solvable, dead ends", "unsolvable, dead ends"}, kinds
    assert traced


def test_small_boards_agree_with_the_rules_on_everything() -> None:
    _check(250, 1, 400)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_thousands_of_boards_agree_with_the_rules_on_everything(seed: int) -> None:
    _check(300, seed, 4_000)
