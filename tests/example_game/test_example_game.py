"""One registry entry and one module each of rules and solver are all that a game takes."""

from __future__ import annotations

from typing import Any

import pytest

from catalogue.level_record import level_record, level_record_faults, new_provenance
from games import registry
from solvers.contract import Query, no_report, solver_named
from solvers.state_graph import counts, distances, explore
from validators.dead_ends import classify
from validators.must_fail import must_fail_faults, must_fail_traces
from validators.outcome import outcome_of
from validators.replay import replay

BOARD, GOAL = {"lamps": "0110100"}, {"rule": "all-dark"}


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.Entry("ex", "tests.example_game.rules", "tests.example_game.solver")
    monkeypatch.setitem(registry.ENTRIES, "example", entry)


def _solved(lamps: str) -> tuple[Any, Any, Any]:
    game = registry.game_named("example")
    level = game.parse({"lamps": lamps}, GOAL)
    query = Query(game.metrics[0])
    answers = [engine.solve(level, query, no_report) for engine in solver_named("example").engines]
    return game, level, outcome_of(game, level, query, answers)


def test_the_registry_knows_the_example_game_by_name_and_prefix() -> None:
    assert registry.game_names()[-1] == "example"
    assert registry.game_named("example").title == "Lamps in a row"
    assert registry.game_with_prefix("ex") == "example"


def test_its_level_is_solved_and_the_solution_replays() -> None:
    game, level, outcome = _solved("0110100")
    assert outcome.status == "solvable"
    assert replay(game, level, outcome.moves).refusal is None
    assert outcome.optimum == len(outcome.moves)


def test_a_lamp_alone_takes_one_press() -> None:
    _, _, outcome = _solved("1")
    assert (outcome.moves, outcome.optimum) == (("1",), 1)


def test_its_unsolvable_level_is_found_unsolvable() -> None:
    _, _, outcome = _solved("01")
    assert (outcome.status, outcome.moves, outcome.optimum) == ("unsolvable", None, None)


def test_its_must_fail_traces_are_refused() -> None:
    game, level, outcome = _solved("0110100")
    traces = must_fail_traces(game, level, outcome.moves, seed=7)
    assert list(must_fail_faults(game, level, outcome.moves, traces, 7)) == []
    assert {trace.expect for trace in traces} >= {"play/not-won", "play/after-win", "move/illegal"}


def test_its_states_are_classified() -> None:
    _, level, _ = _solved("0110100")
    solver = solver_named("example")
    graph = explore(solver.space(level, None), 1000)
    number = counts(distances(graph))
    found = classify(solver, level, solvable=True, limit=1000)
    assert graph.complete
    assert (found.basis, found.reachable, found.unknown) == ("search", number.reachable, 0)
    assert found.solvable + found.dead == found.reachable


def _document() -> dict[str, Any]:
    return {
        "format": "levelpress/level@1",
        "id": "ex-0001",
        "revision": 1,
        "game": "example",
        "title": "Three lamps",
        "board": BOARD,
        "goal": GOAL,
        "provenance": new_provenance("original"),
        "license": "Apache-2.0",
        "canary": None,
        "tags": [],
    }


def test_its_level_document_is_read_and_written_like_any_other() -> None:
    assert level_record(_document()).to_json() == _document()


def test_its_faults_are_reported_in_its_level_document() -> None:
    faults = list(level_record_faults({**_document(), "id": "mp-0001", "board": {"lamps": "000"}}))
    assert [fault.id for fault in faults] == ["level/id", "example/dark"]
    faults = list(level_record_faults({**_document(), "board": {"lamps": "2"}}))
    assert [fault.id for fault in faults] == ["example/lamps"]


def test_its_modules_are_small() -> None:
    import inspect

    for module in (inspect.getmodule(registry.game_named("example").parse), inspect.getmodule(_solver_function())):
        assert module is not None
        assert len(inspect.getsource(module).splitlines()) < 150


def _solver_function() -> Any:
    return solver_named("example").engines[0].solve
