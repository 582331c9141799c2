"""The contract of `solvers.contract.Solver`, held against every registered game: engines, replay and state spaces."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.contract import AnyGame
from games.registry import ENTRIES
from solvers.contract import Answer, Query, no_report
from tests.contract.samples import NAMES, game_of, samples_of, solver_of
from tests.contract.walks import CHOICES, SEEN_MOVES, reachable, walk
from validators.must_fail import KINDS, must_fail_faults, must_fail_traces
from validators.outcome import Outcome, outcome_of
from validators.replay import replay

EVERY_GAME = pytest.mark.parametrize("name", NAMES)
NUMBERS = st.integers(0, 10_000)
#: Levels of each game that the fast suite solves with every engine.
FEW = 13
#: States up to which the rules alone are searched as the oracle.
SMALL = 1_000


def _answers(name: str, level: Any, metric: str, state: Any = None) -> tuple[Query, list[Answer]]:
    query = Query(metric, state)
    engines = [engine for engine in solver_of(name).engines if metric in engine.metrics]
    return query, [engine.solve(level, query, no_report) for engine in engines]


def _outcome(name: str, level: Any, metric: str, state: Any = None) -> Outcome:
    query, answers = _answers(name, level, metric, state)
    return outcome_of(game_of(name), level, query, answers)


def _rules_distance(game: AnyGame, level: Any) -> int | str | None:
    """Fewest moves to a win by the rules alone; None if there is no win, `unknown` beyond SMALL states."""
    graph = reachable(game, level, SMALL)
    if graph is None:
        return "unknown"
    depth = {game.initial(level): 0}
    for state, following in graph.items():
        if game.won(level, state):
            return depth[state]
        for next_state in following:
            depth.setdefault(next_state, depth[state] + 1)
    return None


@EVERY_GAME
def test_a_solver_names_its_game_its_engines_and_its_defaults(name: str) -> None:
    solver, game = solver_of(name), game_of(name)
    names = [engine.name for engine in solver.engines]
    assert solver.game == name
    assert len(set(names)) == len(names)
    assert set(solver.defaults) <= set(names)
    assert "dead_end_free" in solver.properties
    for engine in solver.engines:
        assert solver.engine_named(engine.name) is engine
        assert engine.metrics
        assert set(engine.metrics) <= set(game.metrics)
        assert engine.version >= 1
    for metric in game.metrics:
        assert any(metric in engine.metrics for engine in solver.engines), metric
    with pytest.raises(KeyError):
        solver.engine_named("no such engine")


@pytest.mark.parametrize("name", ENTRIES)
def test_every_registered_game_has_an_optimum_that_two_engines_can_support(name: str) -> None:
    solver, game = solver_of(name), game_of(name)
    assert len({engine.engine for engine in solver.engines if game.metrics[0] in engine.metrics}) > 1


def _check_outcomes(name: str, levels: tuple[Any, ...]) -> None:
    game = game_of(name)
    statuses = set()
    for level in levels:
        for metric in game.metrics:
            outcome = _outcome(name, level, metric)
            assert outcome.status in ("solvable", "unsolvable"), "a sample is small enough to be decided"
            statuses.add(outcome.status)
            if metric == game.metrics[0]:
                truth = _rules_distance(game, level)
                assert truth in (outcome.optimum, "unknown"), game.print(level)
            if outcome.status == "solvable":
                assert solver_of(name).explain(level) is None
                assert replay(game, level, outcome.moves or ()).won
    assert statuses == {"solvable", "unsolvable"}


@EVERY_GAME
def test_all_engines_agree_with_each_other_and_with_the_rules(name: str) -> None:
    _check_outcomes(name, samples_of(name)[:FEW])


@pytest.mark.slow
@EVERY_GAME
def test_all_engines_agree_on_many_levels(name: str) -> None:
    _check_outcomes(name, samples_of(name, 300))


@EVERY_GAME
def test_the_same_query_gets_the_same_answer(name: str) -> None:
    for level in samples_of(name)[:4]:
        for metric in game_of(name).metrics:
            first, second = _answers(name, level, metric)[1], _answers(name, level, metric)[1]
            for one, other in zip(first, second, strict=True):
                assert (one.status, one.moves, one.optimum) == (other.status, other.moves, other.optimum)
                assert (one.method.bound, one.method.exhausted) == (other.method.bound, other.method.exhausted)


@EVERY_GAME
def test_a_solved_level_is_solved_from_the_states_along_its_solution_with_one_move_less_each(name: str) -> None:
    game = game_of(name)
    metric = game.metrics[0]
    solved = 0
    for level in samples_of(name)[:6]:
        outcome = _outcome(name, level, metric)
        if outcome.moves is None or outcome.optimum is None:
            continue
        solved += 1
        for played, step in enumerate(replay(game, level, outcome.moves).steps):
            from_here = _outcome(name, level, metric, step.state)
            assert from_here.status == "solvable"
            assert from_here.optimum == outcome.optimum - played
    assert solved


@EVERY_GAME
@settings(max_examples=40)
@given(number=NUMBERS, choices=CHOICES)
def test_the_state_space_and_the_rules_agree_step_by_step(name: str, number: int, choices: list[int]) -> None:
    game, solver = game_of(name), solver_of(name)
    level = samples_of(name)[number % len(samples_of(name))]
    space = solver.space(level, None) if solver.space is not None else None
    if space is None:
        # Where states are too many to enumerate, a theorem must say what the enumeration would have said.
        assert solver.dead_end_theorem is not None
        return
    own = space.initial
    for choice in (*choices, 0):
        # The space may take boards for one that differ as played; it is held against the rules on its own boards.
        state = game.parse_state(level, space.state_json(own))
        after = dict(space.successors(own))
        assert [text for text, _ in space.successors(own)] == sorted(game.moves(level, state))
        assert space.won(own) == game.won(level, state)
        numerator, denominator = space.progress(own)
        progress = game.progress(level, state, None)
        assert numerator * progress.denominator == denominator * progress.numerator
        for text in list(after)[:SEEN_MOVES]:
            following = game.state_json(level, game.apply(level, state, text))
            assert solver.space(level, following).initial == after[text]
        if not after:
            return
        own = list(after.values())[choice % len(after)]


@EVERY_GAME
@settings(max_examples=40)
@given(number=NUMBERS, choices=CHOICES)
def test_a_state_read_from_its_json_is_the_one_that_the_moves_came_to(
    name: str, number: int, choices: list[int]
) -> None:
    """The judge of dead ends looks a state's own node up in the graph that starts at the initial state."""
    game, solver = game_of(name), solver_of(name)
    level = samples_of(name)[number % len(samples_of(name))]
    space = solver.space(level, None) if solver.space is not None else None
    if space is None:
        assert solver.dead_end_theorem is not None
        return
    own = space.initial
    for move, state in walk(game, level, choices):
        read = solver.space(level, game.state_json(level, state)).initial
        if move is not None:
            near = {following: hash(following) for _, following in space.successors(own)}
            assert near[read] == hash(read)
        own = read


@EVERY_GAME
def test_a_structural_proof_is_never_given_for_a_solvable_level_with_a_dead_end(name: str) -> None:
    game, solver = game_of(name), solver_of(name)
    judged = 0
    for level in samples_of(name):
        graph = reachable(game, level, SMALL // 4)
        if graph is None:
            continue
        alive = {state for state in graph if game.won(level, state)}
        if not alive:
            continue
        judged += 1
        while more := {state for state, after in graph.items() if state not in alive and alive.intersection(after)}:
            alive |= more
        if len(alive) < len(graph):
            assert solver.dead_end_theorem is None
            assert solver.dead_end_free(level) is None, game.print(level)
    assert judged


@EVERY_GAME
def test_the_replay_refuses_the_wrong_answers_made_from_every_solution(name: str) -> None:
    game = game_of(name)
    refused = 0
    for level in samples_of(name)[:FEW]:
        moves = _outcome(name, level, game.metrics[0]).moves
        if moves is None:
            continue
        traces = must_fail_traces(game, level, moves, seed=1)
        assert [trace.kind for trace in traces] == list(KINDS)
        assert traces == must_fail_traces(game, level, moves, seed=1)
        assert list(must_fail_faults(game, level, moves, traces, 1)) == []
        for trace in traces:
            assert (trace.none is None) != (trace.expect is None)
            refused += trace.none is None
    assert refused


@EVERY_GAME
def test_a_solution_is_carried_over_by_every_symmetry(name: str) -> None:
    game = game_of(name)
    for level in samples_of(name)[:FEW]:
        moves = _outcome(name, level, game.metrics[0]).moves
        for image in islice(game.symmetries(level), 8):
            if moves is not None:
                assert replay(game, image.level, [image.move(move) for move in moves]).won
