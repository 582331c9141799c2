"""The exact number of moves, or cells, still needed from any state of Color Connect, against search with the rules."""

from __future__ import annotations

import heapq
import itertools
import random
import string
from dataclasses import replace

import pytest

from games.color_connect import GAME, ColorConnectLevel, ColorConnectState
from solvers.color_connect import SOLVER
from solvers.contract import Query, no_report

COLOURS = string.ascii_letters + string.digits

ENGINES = tuple(engine.name for engine in SOLVER.engines)


def level_of(rows: list[str], rule: str) -> ColorConnectLevel:
    return GAME.parse({"rows": rows}, {"rule": rule})


def distance(level: ColorConnectLevel, state: ColorConnectState, metric: str) -> int | None:
    """The least cost of a winning play, by Dijkstra's search over the rules' own moves."""
    place, order = GAME.metrics.index(metric), itertools.count()
    best, queue = {state: 0}, [(0, next(order), state)]
    while queue:
        cost, _, now = heapq.heappop(queue)
        if cost > best[now]:
            continue
        if GAME.won(level, now):
            return cost
        for move in GAME.moves(level, now):
            after, total = GAME.apply(level, now, move), cost + GAME.cost(level, move)[place]
            if total < best.get(after, total + 1):
                best[after] = total
                heapq.heappush(queue, (total, next(order), after))
    return None


def wandered(level: ColorConnectLevel, source: random.Random) -> ColorConnectState:
    """A state after a few random moves; long paths more often than short ones."""
    state = GAME.initial(level)
    for _ in range(source.randint(1, 5)):
        moves = list(GAME.moves(level, state))
        if moves:
            state = GAME.apply(level, state, max(source.sample(moves, min(3, len(moves))), key=len))
    return state


def boards(count: int, seed: int) -> list[list[str]]:
    source, found = random.Random(seed), []
    while len(found) < count:
        height, width = source.choice(((2, 3), (2, 4), (3, 3)))
        cells = [".#"[source.random() < 0.1] for _ in range(height * width)]
        for number, place in enumerate(source.sample(range(height * width), 2 * source.randint(1, 3))):
            cells[place] = COLOURS[number // 2]
        found.append(["".join(cells[row * width : row * width + width]) for row in range(height)])
    return found


def assert_distance(rows: list[str], rule: str, metric: str, source: random.Random, engines: tuple[str, ...]) -> bool:
    level = level_of(rows, rule)
    state = wandered(level, source)
    truth = distance(level, state, metric)
    for name in engines:
        answer = SOLVER.engine_named(name).solve(level, Query(metric, GAME.state_json(level, state)), no_report)
        where = (name, rows, rule, GAME.state_json(level, state))
        assert answer.optimum == truth, where
        assert answer.status == ("unsolvable" if truth is None else "solvable"), where
        if truth is not None:
            assert answer.method.bound == truth
            now, cost = state, 0
            for move in answer.moves or ():
                now, cost = GAME.apply(level, now, move), cost + GAME.cost(level, move)[GAME.metrics.index(metric)]
            assert GAME.won(level, now), where
            assert cost == truth, where
    return truth is not None


@pytest.mark.parametrize("metric", GAME.metrics)
@pytest.mark.parametrize("rule", GAME.goal_rules)
def test_every_engine_knows_what_is_still_needed_from_a_random_state(rule: str, metric: str) -> None:
    source = random.Random(7)
    solvable = [assert_distance(rows, rule, metric, source, ENGINES) for rows in boards(25, seed=3)]
    assert any(solvable)
    assert not all(solvable)


@pytest.mark.slow
@pytest.mark.parametrize("metric", GAME.metrics)
@pytest.mark.parametrize("rule", GAME.goal_rules)
def test_every_engine_knows_what_is_still_needed_from_many_random_states(rule: str, metric: str) -> None:
    source = random.Random(8)
    for rows in boards(400, seed=4):
        assert_distance(rows, rule, metric, source, ENGINES)


EXCHANGE = ["A..A", "....", "B..B"]
EXCHANGED = {"paths": {"A": [[0, 0], [1, 0], [1, 1]], "B": [[2, 0], [2, 1], [2, 2]]}}


@pytest.mark.parametrize("name", ENGINES)
class TestDrawnStates:
    def test_a_won_state_needs_nothing(self, name: str) -> None:
        state = {"paths": {"A": [[0, 0], [0, 1]]}}
        answer = SOLVER.engine_named(name).solve(level_of(["AA", ".."], "connect"), Query("draws", state), no_report)
        assert (answer.status, answer.optimum, answer.moves) == ("solvable", 0, ())

    def test_a_complete_path_that_fits_is_kept(self, name: str) -> None:
        state = {"paths": {"A": [[0, 0], [0, 1], [0, 2], [0, 3]]}}
        answer = SOLVER.engine_named(name).solve(level_of(EXCHANGE, "connect"), Query("draws", state), no_report)
        assert answer.optimum == 1
        assert answer.moves is not None
        assert answer.moves[0].startswith("draw B ")

    def test_a_path_in_the_way_is_redrawn_before_the_other(self, name: str) -> None:
        level = level_of(["..B", "A.A", "..B"], "connect")
        state = {"paths": {"A": [[1, 0], [1, 1], [0, 1], [0, 0]]}}
        answer = SOLVER.engine_named(name).solve(level, Query("draws", state), no_report)
        assert answer.status == "unsolvable"
        level = level_of(["A.A", "B.B", "..."], "connect")
        state = {"paths": {"A": [[0, 0], [0, 1], [1, 1]]}}
        answer = SOLVER.engine_named(name).solve(level, Query("draws", state), no_report)
        assert answer.moves is not None
        assert [move[:6] for move in answer.moves] == ["draw A", "draw B"]

    def test_two_paths_in_each_others_way_need_a_clear(self, name: str) -> None:
        level = level_of(["AB", "..", "..", "AB"], "cover")
        state = {"paths": {"A": [[0, 0], [1, 0], [1, 1]], "B": [[3, 1], [2, 1], [2, 0]]}}
        answer = SOLVER.engine_named(name).solve(level, Query("draws", state), no_report)
        assert answer.optimum == 3
        assert answer.moves is not None
        assert answer.moves[0].startswith("clear ")

    def test_clears_cost_no_cells(self, name: str) -> None:
        level = level_of(["AB", "..", "..", "AB"], "connect")
        state = {"paths": {"A": [[0, 0], [1, 0], [1, 1]], "B": [[3, 1], [2, 1], [2, 0]]}}
        answer = SOLVER.engine_named(name).solve(level, Query("cells", state), no_report)
        assert answer.optimum == 8


def enumerated(level: ColorConnectLevel) -> set[ColorConnectState]:
    seen, queue = {GAME.initial(level)}, [GAME.initial(level)]
    for state in queue:
        for move in GAME.moves(level, state):
            after = GAME.apply(level, state, move)
            if after not in seen:
                seen.add(after)
                queue.append(after)
    return seen


@pytest.mark.parametrize(
    ("rows", "rule"),
    [(["A.A"], "connect"), (["A.", "A."], "cover"), (["AB", "..", "AB"], "connect"), (["A.B", ".#.", "A.B"], "cover")],
)
def test_the_state_space_is_that_of_the_rules(rows: list[str], rule: str) -> None:
    level = level_of(rows, rule)
    assert SOLVER.space is not None
    whole = SOLVER.space(level, None)
    states = enumerated(level)
    reached = {whole.initial}
    queue = [whole.initial]
    for node in queue:
        state = GAME.parse_state(level, whole.state_json(node))
        successors = list(whole.successors(node))
        assert whole.won(node) == GAME.won(level, state)
        numerator, denominator = whole.progress(node)
        assert GAME.progress(level, state, None) * denominator == numerator
        assert [move for move, _ in successors] == sorted(GAME.moves(level, state))
        for move, after in successors:
            assert whole.state_json(after) == GAME.state_json(level, GAME.apply(level, state, move))
            if after not in reached:
                reached.add(after)
                queue.append(after)
    assert len(reached) == len(states)


def test_the_moves_of_the_state_space_are_in_order_where_numbers_have_two_digits() -> None:
    level = level_of(["A.........#", "#########.A"], "connect")
    assert SOLVER.space is not None
    whole = SOLVER.space(level, None)
    moves = [move for move, _ in whole.successors(whole.initial)]
    assert moves == sorted(GAME.moves(level, GAME.initial(level)))


def test_a_board_with_more_open_cells_than_can_be_enumerated_has_no_state_space() -> None:
    assert SOLVER.space is not None
    assert SOLVER.space(level_of(["A...", "....", "...A"], "connect"), None) is not None
    assert SOLVER.space(level_of(["A....", ".###.", "....A", "." * 5], "connect"), None) is None


def test_the_state_space_can_begin_at_a_state() -> None:
    level = level_of(["A.A"], "connect")
    assert SOLVER.space is not None
    state = {"paths": {"A": [[0, 0], [0, 1]]}}
    begun = SOLVER.space(level, state)
    assert begun.state_json(begun.initial) == state
    assert "clear A" in [move for move, _ in begun.successors(begun.initial)]


def test_repeated_questions_from_a_state_have_the_same_answer() -> None:
    level = level_of(EXCHANGE, "connect")
    engine = SOLVER.engine_named(ENGINES[0])
    answers = [engine.solve(level, Query("draws", EXCHANGED), no_report) for _ in range(2)]
    assert answers[0] == replace(answers[1], method=replace(answers[1].method, seconds=answers[0].method.seconds))
