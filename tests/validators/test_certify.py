"""Certifying a level: the same bytes every time, every part held against the rules, and undecided never a pass."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from catalogue.document import document_faults
from games.canonical import pretty_bytes, sha256_of
from games.contract import AnyGame, state_digest
from solvers.contract import Limits, no_report, solver_named
from tests.contract.samples import game_of, samples_of, solver_of
from tests.faults.levels import LEVELS, LIMITS, certificate_of, certified, drawn
from validators.certificate import FORMAT
from validators.certificate_faults import certificate_faults
from validators.certify import certify
from validators.difficulty import KEYS
from validators.must_fail import KINDS
from validators.replay import replay

UNSOLVABLE = {"island", "one-way", "comb", "crossed", "odd"}
SOLVABLE = sorted(set(LEVELS) - UNSOLVABLE)
NOTHING = Limits(states=1, effort=0, graph_states=1)


def _layers_by_the_rules(game: AnyGame, level: Any) -> list[tuple[int, str]]:
    """Per number of moves the states first met there: their number, and the digest over their sorted digests."""

    def digest(state: Any) -> str:
        return state_digest(game.state_json(level, state))

    layer = {digest(game.initial(level)): game.initial(level)}
    seen = set(layer)
    found = []
    while layer:
        found.append((len(layer), sha256_of("\n".join(sorted(layer)).encode("ascii"))))
        following: dict[str, Any] = {}
        for state in layer.values():
            for move in game.moves(level, state):
                after = game.apply(level, state, move)
                following.setdefault(digest(after), after)
        layer = {name: state for name, state in following.items() if name not in seen}
        seen.update(layer)
    return found


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_the_verdict_is_the_one_drawn(name: str) -> None:
    certificate = certificate_of(name)
    assert certificate.verdict == ("unsolvable" if name in UNSOLVABLE else "solvable")
    assert (certificate.moves is None) == (name in UNSOLVABLE) == (certificate.optimum is None)


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_a_certificate_fits_its_schema(name: str) -> None:
    assert list(document_faults(certificate_of(name).to_json(), FORMAT)) == []


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_the_same_level_twice_gives_the_same_bytes(name: str) -> None:
    again = certified(name).certificate
    assert again is not None
    assert pretty_bytes(again.to_json()) == pretty_bytes(certificate_of(name).to_json())


def test_another_process_with_another_hash_seed_gives_the_same_bytes() -> None:
    names = ("ring", "trap", "island", "columns", "odd")
    code = (
        "import sys\n"
        "from games.canonical import pretty_bytes\n"
        "from tests.faults.levels import certificate_of\n"
        f"for name in {names!r}:\n"
        "    sys.stdout.buffer.write(pretty_bytes(certificate_of(name).to_json()))\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "271828")
    }
    assert said == {b"".join(pretty_bytes(certificate_of(name).to_json()) for name in names)}


@pytest.mark.parametrize("name", ["ring", "trap", "hook", "strips", "columns", "detour"])
def test_under_limits_too_small_a_level_stays_undecided_without_a_certificate(name: str) -> None:
    found = certified(name, NOTHING)
    assert (found.outcome.status, found.outcome.optimum, found.certificate) == ("undecided", None, None)


def test_one_engine_within_its_limits_decides_but_is_single_evidence() -> None:
    certificate = certified("trap", Limits(states=1_000, effort=0, graph_states=1)).certificate
    assert certificate is not None
    assert (certificate.optimum, certificate.evidence) == (4, "single")
    assert list(certificate_faults(*drawn("trap"), certificate)) == []


def test_the_search_and_the_enumeration_are_one_engine() -> None:
    certificate = certified("trap", Limits(states=1_000, effort=0, graph_states=1_000)).certificate
    assert certificate is not None
    assert certificate.evidence == "same-engine"


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_with_room_for_all_the_evidence_is_independent(name: str) -> None:
    certificate = certificate_of(name)
    assert certificate.evidence == "independent"
    engines = {engine.name for engine in drawn(name).solver.engines}
    assert engines <= {method.name for method in certificate.methods}


@pytest.mark.parametrize("name", sorted(set(LEVELS) - {"strangers"}))
def test_the_layers_are_those_that_the_rules_reach(name: str) -> None:
    game, _, level = drawn(name)
    (graph,) = (method for method in certificate_of(name).methods if method.layers is not None)
    assert graph.layers is not None
    assert [(layer.states, layer.digest) for layer in graph.layers] == _layers_by_the_rules(game, level)


def test_a_level_too_large_to_enumerate_has_no_layers_and_says_so() -> None:
    certificate = certificate_of("strangers")
    assert all(method.layers is None for method in certificate.methods)
    assert certificate.difficulty["reachable"] is None
    assert certificate.reasons["reachable"] == "the states were not enumerated"


def test_an_enumeration_that_stops_at_its_limit_counts_for_nothing_and_says_so() -> None:
    certificate = certified("trap", Limits(states=1_000, effort=50, graph_states=3)).certificate
    assert certificate is not None
    assert "state-graph" not in {method.name for method in certificate.methods}
    assert certificate.reasons["reachable"] == "the enumeration stopped at its limit of 3 states"


@pytest.mark.parametrize("game_name", ["maze-paint", "color-connect"])
def test_the_layers_of_drawn_and_random_levels_are_those_that_the_rules_reach(game_name: str) -> None:
    game, solver = game_of(game_name), solver_named(game_name)
    compared = 0
    for level in samples_of(game_name):
        certificate = certify(
            game, solver, level, Limits(states=2_000, effort=5, graph_states=400), no_report
        ).certificate
        for method in certificate.methods if certificate else ():
            if method.layers is not None:
                found = [(layer.states, layer.digest) for layer in method.layers]
                assert found == _layers_by_the_rules(game, level), level
                compared += 1
    assert compared >= 10


@pytest.mark.parametrize("name", SOLVABLE)
def test_the_trail_is_the_replayed_solution_and_its_cost_the_optimum(name: str) -> None:
    game, _, level = drawn(name)
    certificate = certificate_of(name)
    assert certificate.moves is not None
    played = replay(game, level, certificate.moves)
    assert (played.won, played.refusal) == (True, None)
    assert certificate.trail == tuple(step.digest for step in played.steps)
    assert sum(game.cost(level, move)[0] for move in certificate.moves) == certificate.optimum


@pytest.mark.parametrize("name", SOLVABLE)
def test_there_is_a_must_fail_trace_of_every_kind_or_the_reason_why_not(name: str) -> None:
    traces = certificate_of(name).must_fail
    assert [trace.kind for trace in traces] == list(KINDS)
    for trace in traces:
        assert (trace.none is None) == (trace.expect is not None) == (trace.moves is not None)


def test_where_the_order_of_moves_does_not_matter_the_swap_is_explained() -> None:
    (swap,) = (trace for trace in certificate_of("strips").must_fail if trace.kind == "moves-swapped")
    assert swap.none is not None
    assert "their order does not matter" in swap.none


@pytest.mark.parametrize("name", sorted(LEVELS))
def test_every_difficulty_key_and_property_is_there_with_a_reason_for_each_null(name: str) -> None:
    certificate = certificate_of(name)
    assert set(certificate.difficulty) == set(KEYS)
    assert set(certificate.properties) == set(drawn(name).solver.properties)
    nulls = {key for key, value in {**certificate.difficulty, **certificate.properties}.items() if value is None}
    assert nulls == set(certificate.reasons)
    assert all(certificate.reasons.values())


@pytest.mark.parametrize("name", sorted(UNSOLVABLE))
def test_an_unsolvable_level_has_neither_play_nor_trail_nor_traces_but_an_explanation(name: str) -> None:
    certificate = certificate_of(name)
    assert (certificate.moves, certificate.trail, certificate.must_fail) == (None, (), ())
    assert certificate.explanation
    assert certificate.properties["dead_end_free"] is False


def test_the_toolchain_names_versions_and_limits_and_nothing_of_the_machine() -> None:
    certificate = certificate_of("ring")
    assert set(certificate.toolchain) == {"rules", "methods", "libraries", "limits"}
    assert certificate.toolchain["rules"] == drawn("ring").game.rules
    assert certificate.toolchain["limits"] == {
        "states": LIMITS.states,
        "effort": LIMITS.effort,
        "graph_states": LIMITS.graph_states,
    }


def test_a_game_that_core_code_has_never_heard_of_is_certified_too() -> None:
    game, solver = game_of("example"), solver_of("example")
    (level, *_) = samples_of("example")
    certificate = certify(game, solver, level, Limits(), no_report).certificate
    assert certificate is not None
    assert list(certificate_faults(game, solver, level, certificate)) == []
    assert certificate.evidence == "same-engine"
