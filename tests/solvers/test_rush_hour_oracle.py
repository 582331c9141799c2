"""Both engines of Rush Hour, the state space and the distances against a search by the rules alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from games.canonical import canonical_bytes
from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel
from solvers.contract import Limits, Query, no_report
from solvers.rush_hour import SOLVER
from solvers.rush_hour.distances import distance_function
from solvers.rush_hour.space import space
from tests.solvers.rush_hour_boards import cheapest, first_of_the_shortest, random_levels, reached
from validators.outcome import outcome_of, play_cost
from validators.replay import replay

LINES, BLOCKERS = SOLVER.engines


def _compare(levels: Iterable[RushHourLevel]) -> Counter[str]:
    """Every answer and every play against the rules; how many levels were of which kind."""
    seen: Counter[str] = Counter()
    for level in levels:
        graph = reached(level)
        for number, metric in enumerate(GAME.metrics):
            left = cheapest(level, graph, number)
            truth = left.get(GAME.initial(level))
            query = Query(metric)
            answers = [engine.solve(level, query, no_report) for engine in SOLVER.engines]
            outcome = outcome_of(GAME, level, query, answers)
            assert (outcome.optimum, outcome.status) == (truth, "unsolvable" if truth is None else "solvable")
            for answer in answers:
                assert answer.method.bound == truth
                if answer.moves is not None:
                    assert replay(GAME, level, answer.moves).won
                    assert play_cost(GAME, level, metric, answer.moves) == truth
            if truth is not None and metric == "moves":
                assert answers[0].canonical
                assert answers[0].moves == first_of_the_shortest(level, graph, left)
                seen["more than two moves"] += truth > 2
            seen[f"{outcome.status} in {metric}"] += 1
        seen["explained"] += SOLVER.explain(level) is not None
    return seen


def test_every_answer_is_the_rules_on_hundreds_of_small_boards() -> None:
    seen = _compare(random_levels(1, 250))
    assert seen["solvable in moves"] > 100
    assert seen["unsolvable in steps"] > 20
    assert seen["explained"] > 5


@pytest.mark.slow
def test_every_answer_is_the_rules_on_thousands_of_boards() -> None:
    seen = _compare(random_levels(2, 4000))
    assert seen["more than two moves"] > 50
    assert seen["unsolvable in moves"] >= seen["explained"] > 200


def _states_compare(levels: Iterable[RushHourLevel], seed: int) -> int:
    """Answers from random states, and the distance of every state, against the rules; how many states were asked."""
    source, asked = random.Random(seed), 0
    for level in levels:
        graph = reached(level)
        tables = [cheapest(level, graph, number) for number in range(2)]
        distance = distance_function(level, 100_000)
        assert distance is not None
        for state in graph:
            assert distance(GAME.state_json(level, state)) == tables[0].get(state)
        for state in source.sample(list(graph), min(3, len(graph))):
            for metric, left in zip(GAME.metrics, tables, strict=True):
                query = Query(metric, GAME.state_json(level, state))
                answers = [engine.solve(level, query, no_report) for engine in SOLVER.engines]
                assert [answer.optimum for answer in answers] == [left.get(state)] * 2
                assert outcome_of(GAME, level, query, answers).status != "undecided"
                asked += 1
    return asked


def test_distances_and_answers_from_random_states_are_the_rules() -> None:
    assert _states_compare(random_levels(3, 60), 3) > 200


@pytest.mark.slow
def test_distances_and_answers_from_many_random_states_are_the_rules() -> None:
    assert _states_compare(random_levels(4, 800), 4) > 2000


def test_the_state_space_has_the_states_moves_and_progress_of_the_rules() -> None:
    for level in random_levels(5, 20):
        graph = reached(level)
        full = space(level, None)
        of_json = {canonical_bytes(GAME.state_json(level, state)): state for state in graph}
        seen, queue = {full.initial}, [full.initial]
        for node in queue:
            state = of_json[canonical_bytes(full.state_json(node))]
            found = list(full.successors(node))
            assert [text for text, _ in found] == [text for text, _ in graph[state]]
            assert [canonical_bytes(full.state_json(after)) for _, after in found] == [
                canonical_bytes(GAME.state_json(level, after)) for _, after in graph[state]
            ]
            assert full.won(node) == GAME.won(level, state)
            numerator, denominator = full.progress(node)
            shown = GAME.progress(level, state, None)
            assert numerator * shown.denominator == shown.numerator * denominator
            fresh = {after for _, after in found} - seen
            seen |= fresh
            queue.extend(sorted(fresh))
        assert len(seen) == len(graph)


def test_a_distance_is_asked_of_reachable_states_alone_and_within_the_limit() -> None:
    level = RushHourLevel(("XX..",), "X", Exit("R", 0))
    distance = distance_function(level, 3)
    assert distance is not None
    assert [distance({"vehicles": {"X": [0, place]}}) for place in range(3)] == [1, 1, 0]
    assert distance_function(level, 2) is None
    walled = distance_function(RushHourLevel(("XX..A", "....A"), "X", Exit("R", 0)), 1000)
    assert walled is not None
    assert walled({"vehicles": {"A": [0, 4], "X": [0, 2]}}) is None
    parted = distance_function(RushHourLevel(("A..#", "A..#", "XX..", "#BB#"), "X", Exit("R", 2)), 1000)
    assert parted is not None
    with pytest.raises(KeyError):
        parted({"vehicles": {"A": [2, 0], "B": [3, 1], "X": [2, 1]}})


def test_symmetric_copies_have_the_same_optima() -> None:
    for level in random_levels(6, 25):
        for metric in GAME.metrics:
            optima = {
                engine.solve(image.level, Query(metric), no_report).optimum
                for image in GAME.symmetries(level)
                for engine in SOLVER.engines
            }
            assert len(optima) == 1


def test_a_position_at_the_exit_has_the_empty_solution() -> None:
    level = next(level for level in random_levels(7, 50) if LINES.solve(level, Query("moves"), no_report).moves)
    play = LINES.solve(level, Query("moves"), no_report).moves or ()
    state = replay(GAME, level, play).steps[-1].state
    for engine in SOLVER.engines:
        answer = engine.solve(level, Query("steps", state), no_report)
        assert (answer.status, answer.moves, answer.optimum) == ("solvable", (), 0)


HARD = ("..AAA.", "XXIG..", "..IGBB", "EEE.C.", "HFF.CD", "H...CD")


@pytest.mark.parametrize("engine", SOLVER.engines, ids=lambda engine: engine.name)
@pytest.mark.parametrize("metric", GAME.metrics)
def test_out_of_states_is_undecided_with_a_true_lower_bound(engine: object, metric: str) -> None:
    level = GAME.parse({"rows": list(HARD), "target": "X", "exit": {"side": "R", "index": 1}}, {"rule": "exit"})
    reported: list[int | None] = []
    answer = engine.solve(level, Query(metric), no_report)  # type: ignore[attr-defined]
    assert answer.optimum == {"moves": 22, "steps": 45}[metric]
    for states in (1, 30, 300):
        query = Query(metric, limits=Limits(states=states))
        short = engine.solve(level, query, lambda bound, moves: reported.append(bound))  # type: ignore[attr-defined]
        assert (short.status, short.optimum, short.method.exhausted) == ("undecided", None, False)
        assert 0 < short.method.bound <= answer.optimum
        assert reported[-1] <= short.method.bound
        reported.clear()


def test_the_fewest_moves_and_the_fewest_steps_are_different_questions() -> None:
    # A clears the way by three cells down, or by one cell up once B has made room.
    rows = ("..BB", "...A", "...A", "XX.A", "....", "....", "....")
    level = GAME.parse({"rows": list(rows), "target": "X", "exit": {"side": "R", "index": 3}}, {"rule": "exit"})
    moves, steps = (LINES.solve(level, Query(metric), no_report) for metric in GAME.metrics)
    assert (moves.moves, moves.optimum) == (("A+3", "X+2"), 2)
    assert (steps.moves, steps.optimum) == (("B-1", "A-1", "X+2"), 4)
    assert [BLOCKERS.solve(level, Query(metric), no_report).optimum for metric in GAME.metrics] == [2, 4]


def test_fixed_boards_have_fixed_numbers_of_states() -> None:
    counts = {
        ("XX....",): 5,
        ("XX..", "..A.", "..A.", "...."): 7,
        HARD: 12_041,
    }
    found = {}
    for rows in counts:
        row = next(index for index, text in enumerate(rows) if "X" in text)
        level = GAME.parse({"rows": list(rows), "target": "X", "exit": {"side": "R", "index": row}}, {"rule": "exit"})
        full = space(level, None)
        seen = {full.initial}
        queue = [full.initial]
        for node in queue:
            for _, after in full.successors(node):
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
        found[rows] = len(seen)
    assert found == counts
