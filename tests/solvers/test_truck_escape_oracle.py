"""Truck Escape's engines against the rules alone: hundreds of small random lots, every order of departures played."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import IllegalMove
from games.grid import DIRECTIONS
from games.truck_escape import GAME, TruckEscapeLevel, TruckEscapeState
from solvers.contract import Query, no_report
from solvers.state_graph import distances, explore
from solvers.truck_escape import SOLVER, measures
from solvers.truck_escape.lot import lot_of
from solvers.truck_escape.measures import rounds_of

NAMES = "Ab3ZyC"
ENGINES = [engine.name for engine in SOLVER.engines]


def random_lot(source: random.Random) -> TruckEscapeLevel:
    """One to six vehicles of one to three cells on a board of up to five by five, with a wall now and then."""
    height, width = source.randint(1, 4), source.randint(2, 5)
    rows = [["."] * width for _ in range(height)]
    facing: dict[str, str] = {}
    crowd = source.randint(2, len(NAMES))
    # Four tries for each name: the more vehicles find room, the more lots jam.
    for name in NAMES[:crowd] * 4:
        if name in facing:
            continue
        letter = source.choice("UDLR")
        down, right = DIRECTIONS[letter]
        row, column, length = source.randrange(height), source.randrange(width), source.randint(1, 3)
        cells = [(row + down * step, column + right * step) for step in range(length)]
        if all(0 <= r < height and 0 <= c < width and rows[r][c] == "." for r, c in cells):
            facing[name] = letter
            for r, c in cells:
                rows[r][c] = name
    for _ in range(source.choice((0, 0, 1, 3))):
        row, column = source.randrange(height), source.randrange(width)
        rows[row][column] = "#" if rows[row][column] == "." else rows[row][column]
    if not facing:
        return random_lot(source)
    return GAME.parse({"rows": ["".join(row) for row in rows], "facing": facing}, {"rule": "clear"})


def orders(level: TruckEscapeLevel, state: TruckEscapeState) -> Iterator[tuple[str, ...]]:
    """Every play of a state that wins or can go no further, in move order, with nothing skipped."""
    free = list(GAME.moves(level, state))
    if not free:
        yield ()
    for move in free:
        yield from ((move, *rest) for rest in orders(level, GAME.apply(level, state, move)))


class Truth(NamedTuple):
    """A level, and what the rules say of it: every play to its end, how many vehicles each leaves, every state."""

    level: TruckEscapeLevel
    plays: tuple[tuple[str, ...], ...]
    states: frozenset[TruckEscapeState]

    @property
    def solvable(self) -> bool:
        return any(len(play) == len(self.level.facing) for play in self.plays)


@cache
def truths() -> tuple[Truth, ...]:
    source = random.Random(26)
    return tuple(_truth(random_lot(source)) for _ in range(500))


def _truth(level: TruckEscapeLevel) -> Truth:
    states = {GAME.initial(level)}
    queue = list(states)
    for state in queue:
        for move in GAME.moves(level, state):
            after = GAME.apply(level, state, move)
            if after not in states:
                states.add(after)
                queue.append(after)
    return Truth(level, tuple(orders(level, GAME.initial(level))), frozenset(states))


def test_the_lots_are_of_both_kinds_and_some_are_long() -> None:
    solvable = [truth for truth in truths() if truth.solvable]
    assert len(solvable) > 200
    assert len(truths()) - len(solvable) > 80
    assert max(len(truth.plays) for truth in truths()) > 100
    assert max(measures(truth.level).rounds or 0 for truth in solvable) > 3


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_finds_the_first_of_all_winning_plays_in_move_order(name: str) -> None:
    for truth in truths():
        answer = SOLVER.engine_named(name).solve(truth.level, Query("departures"), no_report)
        wins = [play for play in truth.plays if len(play) == len(truth.level.facing)]
        assert answer.status == ("solvable" if wins else "unsolvable"), truth.level
        assert answer.moves == (wins[0] if wins else None)
        assert wins == sorted(wins)
        assert answer.optimum == answer.method.bound == (len(truth.level.facing) if wins else None)
        assert answer.canonical == bool(wins)
        assert answer.method.exhausted


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_answers_from_every_state_that_a_play_comes_to(name: str) -> None:
    for truth in truths()[:80]:
        for state in truth.states:
            query = Query("departures", GAME.state_json(truth.level, state))
            answer = SOLVER.engine_named(name).solve(truth.level, query, no_report)
            wins = (play for play in orders(truth.level, state) if len(play) == len(state.vehicles))
            first = next(wins, None)
            assert answer.moves == first
            assert answer.optimum == (None if first is None else len(state.vehicles))


def test_all_plays_of_a_lot_leave_the_same_vehicles_on_the_board() -> None:
    """Confluence: whatever leaves first, what can never leave is the same; so taking any free vehicle is no mistake."""
    for truth in truths():
        assert len({frozenset(play) for play in truth.plays}) == 1, truth.level


def test_a_vehicle_that_can_leave_can_still_leave_after_any_other() -> None:
    for truth in truths():
        for state in truth.states:
            free = set(GAME.moves(truth.level, state))
            for move in free:
                assert free - {move} <= set(GAME.moves(truth.level, GAME.apply(truth.level, state, move)))


@given(seed=st.integers(0, 10**6), choices=st.lists(st.integers(0, 99), min_size=6, max_size=6))
def test_any_legal_order_of_a_solvable_lot_wins(seed: int, choices: list[int]) -> None:
    level = random_lot(random.Random(seed))
    state = GAME.initial(level)
    for choice in choices:
        free = list(GAME.moves(level, state))
        if free:
            state = GAME.apply(level, state, free[choice % len(free)])
    assert GAME.won(level, state) == (SOLVER.explain(level) is None)


def test_a_solvable_lot_has_no_dead_end_and_an_unsolvable_one_nothing_else() -> None:
    for truth in truths():
        space = SOLVER.space(truth.level, None) if SOLVER.space else None
        assert space is not None
        graph = explore(space, 1000)
        assert graph.complete
        assert len(graph) == len(truth.states)
        to_win = distances(graph).to_win
        assert {moves >= 0 for moves in to_win} == {truth.solvable}


def test_the_explanation_of_an_unsolvable_lot_is_true() -> None:
    """A named wall stands in the vehicle's way with every other vehicle gone; of a circle each one blocks the next."""
    walls = circles = 0
    for truth in truths():
        reason = SOLVER.explain(truth.level)
        assert (reason is None) == truth.solvable
        if reason is None:
            continue
        wall = re.fullmatch(r"the wall at (\d+,\d+) stands between (\w) and the border, so \2 can never leave", reason)
        if wall:
            walls += 1
            with pytest.raises(IllegalMove, match=f"a wall at {wall[1]} stands in the way of {wall[2]}"):
                GAME.apply(truth.level, TruckEscapeState(frozenset({wall[2]})), wall[2])
            continue
        circles += 1
        pairs = re.findall(r"(\w) waits for (\w)", reason)
        assert len(pairs) >= 2
        assert all(one[1] == other[0] for one, other in pairwise([*pairs, pairs[0]]))
        assert len({name for name, _ in pairs}) == len(pairs)
        for name, other in pairs:
            with pytest.raises(IllegalMove, match=f"the vehicle {other} at .* stands in the way of {name}"):
                GAME.apply(truth.level, TruckEscapeState(frozenset({name, other})), name)
    assert walls > 30
    assert circles > 30


def test_every_engine_explains_an_unsolvable_lot_and_counts_what_stays() -> None:
    for truth in truths():
        for engine in SOLVER.engines:
            answer = engine.solve(truth.level, Query("departures"), no_report)
            assert (answer.explanation is None) == truth.solvable
        if not truth.solvable:
            stay = len(truth.level.facing) - len(truth.plays[0])
            assert f"leaves at least {stay} of {len(truth.level.facing)} vehicles" in (answer.explanation or "")


def test_rounds_are_the_fewest_in_which_all_can_leave_at_once() -> None:
    for truth in truths():
        level = truth.level
        state, rounds = GAME.initial(level), 0
        while free := set(GAME.moves(level, state)):
            state, rounds = TruckEscapeState(state.vehicles - free), rounds + 1
        known = measures(level)
        assert known.rounds == (rounds if truth.solvable else None)
        assert known.free_at_start == len(list(GAME.moves(level, GAME.initial(level))))
        assert sum(map(len, rounds_of(lot_of(level, GAME.initial(level).vehicles)))) == len(truth.plays[0])


def test_blockers_are_the_vehicles_without_which_another_could_leave() -> None:
    for truth in truths()[:100]:
        known = measures(truth.level).blockers
        for name, _ in truth.level.facing:
            others = {other for other, _ in truth.level.facing} - {name}
            alone = [list(GAME.moves(truth.level, TruckEscapeState(frozenset({name, other})))) for other in others]
            facing_wall = not list(GAME.moves(truth.level, TruckEscapeState(frozenset({name}))))
            if not facing_wall:
                assert known[name] == sum(name not in free for free in alone)


def test_a_solution_is_carried_over_by_every_symmetry_and_stays_as_long() -> None:
    for truth in truths()[:120]:
        answers = [
            SOLVER.engines[0].solve(image.level, Query("departures"), no_report)
            for image in GAME.symmetries(truth.level)
        ]
        assert {(answer.status, answer.moves) for answer in answers} == {(answers[0].status, answers[0].moves)}
        assert len({measures(image.level).rounds for image in GAME.symmetries(truth.level)}) == 1


def test_progress_rises_with_every_departure_and_counts_what_is_gone() -> None:
    for truth in truths()[:100]:
        state = GAME.initial(truth.level)
        for gone, move in enumerate(truth.plays[-1], 1):
            state = GAME.apply(truth.level, state, move)
            assert GAME.progress(truth.level, state, None) * len(truth.level.facing) == gone
