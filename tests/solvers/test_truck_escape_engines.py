"""Truck Escape's engines on lots drawn by hand: walls, circles, chains, large lots, limits."""

from __future__ import annotations

import string
from typing import Any

import networkx as nx
import pytest

from games.contract import MalformedState
from games.truck_escape import GAME, TruckEscapeLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.truck_escape import SOLVER, blocking, measures
from solvers.truck_escape.lot import lot_of
from validators.certify import certify
from validators.outcome import evidence_of, outcome_of

ENGINES = [engine.name for engine in SOLVER.engines]
NAMES = string.ascii_letters + string.digits


def _level(rows: list[str], facing: str) -> TruckEscapeLevel:
    """Facings as `AR BD`."""
    return GAME.parse({"rows": rows, "facing": dict(pair for pair in facing.split())}, {"rule": "clear"})


def _solved(level: TruckEscapeLevel, name: str, state: Any = None, **limits: int) -> Answer:
    return SOLVER.engine_named(name).solve(level, Query("departures", state, Limits(**limits)), no_report)


def _chain(length: int) -> TruckEscapeLevel:
    """One row, all facing right: each waits for all to the right of it."""
    return _level([NAMES[:length]], " ".join(f"{name}R" for name in NAMES[:length]))


def _rank(length: int) -> TruckEscapeLevel:
    """One row, all facing up: all are free at once."""
    return _level([NAMES[:length]], " ".join(f"{name}U" for name in NAMES[:length]))


@pytest.mark.parametrize("name", ENGINES)
def test_the_least_free_name_leaves_first_and_digits_come_before_letters(name: str) -> None:
    level = _level(["a.C", "B9."], "aU CU BL 9D")
    assert _solved(level, name).moves == ("9", "B", "C", "a")


@pytest.mark.parametrize("name", ENGINES)
def test_a_vehicle_that_becomes_free_comes_before_those_that_were_free_all_along(name: str) -> None:
    assert _solved(_level(["AD.", "..C"], "AR DU CD"), name).moves == ("C", "D", "A")
    assert _solved(_level(["AB.", "..C"], "AR BU CD"), name).moves == ("B", "A", "C")


@pytest.mark.parametrize("name", ENGINES)
def test_the_optimum_is_the_number_of_vehicles(name: str) -> None:
    answer = _solved(_chain(5), name)
    assert (answer.optimum, answer.method.bound, answer.moves) == (5, 5, ("e", "d", "c", "b", "a"))


@pytest.mark.parametrize("name", ENGINES)
def test_a_won_state_has_the_empty_solution(name: str) -> None:
    answer = _solved(_chain(3), name, {"vehicles": []})
    assert (answer.status, answer.moves, answer.optimum) == ("solvable", (), 0)


@pytest.mark.parametrize("name", ENGINES)
def test_a_state_of_an_unsolvable_level_may_be_solvable_all_the_same(name: str) -> None:
    level = _level(["A.B"], "AR BL")
    assert _solved(level, name).status == "unsolvable"
    assert _solved(level, name, {"vehicles": ["A"]}).moves == ("A",)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("state", [{}, [], {"vehicles": "A"}, {"vehicles": ["A", "Q"]}])
def test_what_is_no_state_of_the_level_is_malformed(name: str, state: Any) -> None:
    with pytest.raises(MalformedState):
        _solved(_chain(3), name, state)


@pytest.mark.parametrize(
    ("rows", "facing", "reason"),
    [
        (["A.#"], "AR", "the wall at 0,2 stands between A and the border, so A can never leave"),
        (["A.#"], "AL", None),
        (["A#B"], "AR BR", "the wall at 0,1 stands between A and the border, so A can never leave"),
        (["A.B"], "AR BL", "A waits for B, B waits for A: none of them can leave first"),
        (["A.B"], "AL BR", None),
        (["A.B"], "AR BR", None),
        (
            ["AB", "DC"],
            "AR BD CL DU",
            "A waits for B, B waits for C, C waits for D, D waits for A: none of them can leave first",
        ),
        (["CAB", ".D."], "CL AR BL DU", "A waits for B, B waits for A: none of them can leave first"),
        (
            ["XAB", "YDC", "P.Q"],
            "XR AR BD CL DU YL PR QL",
            "P waits for Q, Q waits for P: none of them can leave first",
        ),
    ],
)
def test_the_wall_or_the_shortest_circle_is_named(rows: list[str], facing: str, reason: str | None) -> None:
    level = _level(rows, facing)
    assert SOLVER.explain(level) == reason
    assert _solved(level, "blocking-graph").explanation == reason


def test_an_explanation_from_a_state_names_what_is_left_there() -> None:
    level = _level(["A.B", "C.D"], "AR BL CR DL")
    answer = _solved(level, "blocking-graph", {"vehicles": ["C", "D"]})
    assert answer.explanation == "C waits for D, D waits for C: none of them can leave first"


def test_the_search_says_how_many_vehicles_stay() -> None:
    answer = _solved(_level(["A.BC"], "AR BL CR"), "departure-search")
    assert (
        answer.explanation
        == "every order of departures was tried, and each leaves at least 2 of 3 vehicles on the board"
    )


def test_a_search_out_of_states_is_undecided_and_keeps_its_bound() -> None:
    answer = _solved(_chain(5), "departure-search", states=3)
    assert (answer.status, answer.moves, answer.method.bound, answer.method.exhausted) == ("undecided", None, 5, False)
    assert _solved(_chain(5), "departure-search", states=6).status == "solvable"


def test_the_search_of_an_unsolvable_lot_looks_at_every_set_once() -> None:
    rows = ["".join(NAMES[:6]), "y" + "....z"]
    level = _level(rows, " ".join(f"{name}U" for name in NAMES[:6]) + " yR zL")
    answer = _solved(level, "departure-search")
    assert (answer.status, answer.method.states) == ("unsolvable", 2**6)


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("build", [_chain, _rank])
def test_62_vehicles_are_solved_by_both_engines(name: str, build: Any) -> None:
    answer = _solved(build(62), name)
    assert (answer.status, answer.optimum) == ("solvable", 62)


def test_a_level_of_many_free_vehicles_is_solved_by_two_engines_without_its_states() -> None:
    assert SOLVER.space is not None
    assert SOLVER.space(_rank(21), None) is None
    assert SOLVER.space(_rank(20), None) is not None
    answers = [_solved(_rank(40), name) for name in ENGINES]
    outcome = outcome_of(GAME, _rank(40), Query("departures"), answers)
    runs = [(run.engine, run.bound, run.exhausted) for run in outcome.methods]
    assert (outcome.optimum, evidence_of(runs, outcome.optimum)) == (40, "independent")


def test_a_long_chain_has_few_states_and_all_are_counted() -> None:
    found = certify(GAME, SOLVER, _chain(40), Limits(), no_report).certificate
    assert found is not None
    assert found.difficulty["reachable"] == 41
    assert [method.name for method in found.methods] == [*ENGINES, "state-graph"]


def test_measures_of_a_chain_and_of_a_rank() -> None:
    chain, rank = measures(_chain(4)), measures(_rank(4))
    assert (chain.rounds, chain.free_at_start, dict(chain.blockers)) == (4, 1, {"a": 3, "b": 2, "c": 1, "d": 0})
    assert (rank.rounds, rank.free_at_start, set(rank.blockers.values())) == (1, 4, {0})


def test_a_vehicle_before_a_wall_is_never_free() -> None:
    known = measures(_level(["A#.B"], "AR BL"))
    assert (known.rounds, known.free_at_start) == (None, 0)


def test_rounds_are_the_longest_path_of_the_blocking_graph() -> None:
    level = _level(["AAB.", "C..D", "EE.D", "F.G."], "AR BU CR DU ER FR GR")
    graph = blocking.blocking_graph(lot_of(level, "ABCDEFG"))
    assert measures(level).rounds == nx.dag_longest_path_length(graph) + 1 == 2


def test_a_graph_that_cannot_be_sorted_though_nothing_is_to_blame_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "jam_of", lambda lot: None)
    with pytest.raises(RuntimeError, match="cycle"):
        _solved(_level(["A.B"], "AR BL"), "blocking-graph")
