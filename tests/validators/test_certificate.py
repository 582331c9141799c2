"""A certificate held against its level: a true one stands, and one forged in a single place is found out."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.canonical import canonical_bytes, sha256_of
from games.finding import Finding
from tests.faults.levels import LEVELS, certificate_of, drawn
from validators.certificate import certificate_from_json
from validators.certificate_faults import certificate_faults

Forge = Callable[[dict[str, Any]], None]
OTHER = "sha256:" + "0" * 64


@pytest.fixture(scope="session", autouse=True)
def _made_before_anything_is_forged() -> None:
    for name in LEVELS:
        certificate_of(name)


def _found(name: str, forge: Forge = lambda value: None) -> list[Finding]:
    value = copy.deepcopy(certificate_of(name).to_json())
    forge(value)
    game, solver, level = drawn(name)
    return list(certificate_faults(game, solver, level, certificate_from_json(value)))


def _put(value: Any, *path: Any) -> Forge:
    """The forgery that sets the field at a path."""

    def forge(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return forge


def _drop(*path: Any) -> Forge:
    def forge(document: dict[str, Any]) -> None:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        del place[path[-1]]

    return forge


def _both(*forges: Forge) -> Forge:
    def forge(document: dict[str, Any]) -> None:
        for one in forges:
            one(document)

    return forge


def _method(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in document["optimum"]["methods"] if one["name"] == name)
    return found


def _moved_optimum(by: int) -> Forge:
    """The whole certificate made to agree on another optimum."""

    def forge(document: dict[str, Any]) -> None:
        document["optimum"]["value"] += by
        document["difficulty"]["optimum"] += by
        for method in document["optimum"]["methods"]:
            method["bound"] += by

    return forge


def _only(*names: str) -> Forge:
    """All methods but these are gone."""

    def forge(document: dict[str, Any]) -> None:
        document["optimum"]["methods"] = [_method(document, name) for name in names]

    return forge


def _in_method(name: str, /, **fields: Any) -> Forge:
    return lambda document: _method(document, name).update(fields)


def _twice(name: str) -> Forge:
    return lambda document: document["optimum"]["methods"].append(copy.deepcopy(_method(document, name)))


def _in_layers(change: Callable[[list[dict[str, Any]]], None]) -> Forge:
    return lambda document: change(_method(document, "state-graph")["layers"])


def _in_trace(kind: str, /, **fields: Any) -> Forge:
    def forge(document: dict[str, Any]) -> None:
        next(one for one in document["must_fail"] if one["kind"] == kind).update(fields)

    return forge


def _exhausted_nowhere(document: dict[str, Any]) -> None:
    for method in document["optimum"]["methods"]:
        method["exhausted"] = False
    document["optimum"]["evidence"] = "single"


RING_WIN = ["D", "R", "U", "L"]
EMPTY = {"states": 0, "digest": OTHER}


@pytest.mark.parametrize("name", LEVELS)
def test_a_certificate_as_certify_makes_it_has_no_fault_and_survives_its_file(name: str) -> None:
    certificate = certificate_of(name)
    assert _found(name) == []
    assert canonical_bytes(certificate_from_json(certificate.to_json()).to_json()) == canonical_bytes(
        certificate.to_json()
    )


FORGED: list[tuple[str, str, Forge, set[str]]] = [
    ("another level", "ring", _put(OTHER, "level_digest"), {"certificate/other-level"}),
    ("verdict turned", "ring", _put("unsolvable", "verdict"), {"certificate/verdict"}),
    ("last move changed", "ring", _put("R", "solution", "moves", 3), {"certificate/solution"}),
    ("last move gone", "ring", _drop("solution", "moves", 3), {"certificate/solution"}),
    ("move malformed", "ring", _put("X", "solution", "moves", 0), {"certificate/solution"}),
    ("move after the win", "ring", _put([*RING_WIN, "D"], "solution", "moves"), {"certificate/solution"}),
    ("another shortest play", "ring", _put(["R", "D", "L", "U"], "solution", "moves"), {"certificate/trail"}),
    (
        "a longer winning play",
        "ring",
        _put(["D", "U", *RING_WIN], "solution", "moves"),
        {"certificate/trail", "certificate/optimum"},
    ),
    ("solution gone", "ring", _put(None, "solution"), {"certificate/verdict"}),
    ("trail changed", "ring", _put(OTHER, "trail", 2), {"certificate/trail"}),
    ("trail cut", "ring", _drop("trail", 4), {"certificate/trail"}),
    ("trail gone", "ring", _put([], "trail"), {"certificate/trail", "certificate/verdict"}),
    ("optimum raised", "ring", _put(5, "optimum", "value"), {"certificate/optimum", "certificate/evidence"}),
    ("optimum lowered", "ring", _put(3, "optimum", "value"), {"certificate/optimum", "certificate/evidence"}),
    ("optimum raised everywhere", "ring", _moved_optimum(1), {"certificate/optimum"}),
    ("optimum lowered everywhere", "ring", _moved_optimum(-1), {"certificate/optimum"}),
    ("optimum gone", "ring", _put(None, "optimum", "value"), {"certificate/verdict", "certificate/optimum"}),
    ("optimum of the vector changed", "ring", _put(5, "difficulty", "optimum"), {"certificate/optimum"}),
    ("length of the vector changed", "ring", _put(5, "difficulty", "length"), {"certificate/optimum"}),
    ("bound above the optimum", "ring", _in_method("walk-program-scip", bound=5), {"certificate/optimum"}),
    (
        "no bound reaches the optimum",
        "ring",
        _both(
            _only("painted-search"),
            _in_method("painted-search", bound=3, exhausted=False),
            _put("single", "optimum", "evidence"),
        ),
        {"certificate/optimum"},
    ),
    ("evidence claimed lower", "ring", _put("single", "optimum", "evidence"), {"certificate/evidence"}),
    ("evidence of one method claimed higher", "ring", _only("painted-search"), {"certificate/evidence"}),
    (
        "two methods of one engine called independent",
        "ring",
        _only("painted-search", "state-graph"),
        {"certificate/evidence"},
    ),
    ("unknown method", "ring", _in_method("painted-search", name="oracle"), {"certificate/evidence"}),
    ("method of the other game", "ring", _in_method("painted-search", name="edge-sat"), {"certificate/evidence"}),
    ("method twice", "ring", _twice("painted-search"), {"certificate/evidence"}),
    ("no method at all", "ring", _put([], "optimum", "methods"), {"certificate/evidence", "certificate/optimum"}),
    ("property missing", "ring", _drop("properties", "dead_end_free"), {"certificate/property"}),
    ("property null without reason", "ring", _put(None, "properties", "dead_end_free"), {"certificate/property"}),
    ("reason of a null gone", "ring", _drop("reasons", "first_fatal_move"), {"certificate/property"}),
    ("reason of a null empty", "ring", _put("", "reasons", "first_fatal_move"), {"certificate/property"}),
    ("first layer gone", "ring", _in_layers(lambda layers: layers.__delitem__(0)), {"certificate/layers"}),
    (
        "first layer of two states",
        "ring",
        _in_layers(lambda layers: layers[0].update(states=2)),
        {"certificate/layers"},
    ),
    ("first layer another state", "ring", _in_layers(lambda one: one[0].update(digest=OTHER)), {"certificate/layers"}),
    ("empty layer", "ring", _in_layers(lambda layers: layers.insert(2, dict(EMPTY))), {"certificate/layers"}),
    ("no layer at all", "ring", _in_layers(lambda layers: layers.clear()), {"certificate/layers"}),
    ("must-fail kind missing", "ring", _drop("must_fail", 1), {"certificate/must-fail-kind"}),
    (
        "must-fail kind unknown",
        "ring",
        _in_trace("move-dropped", kind="move-doubled"),
        {"certificate/must-fail-kind"},
    ),
    (
        "must-fail kind twice",
        "ring",
        lambda document: document["must_fail"].append(dict(document["must_fail"][0])),
        {"certificate/must-fail-kind"},
    ),
    ("must-fail traces gone", "ring", _put([], "must_fail"), {"certificate/must-fail-kind", "certificate/verdict"}),
    ("must-fail trace that wins", "ring", _in_trace("move-dropped", moves=RING_WIN), {"certificate/must-fail"}),
    ("must-fail reason changed", "ring", _in_trace("move-dropped", expect="move/illegal"), {"certificate/must-fail"}),
    ("must-fail place changed", "ring", _in_trace("move-after-win", at=4), {"certificate/must-fail"}),
    (
        "must-fail board that is none",
        "ring",
        _in_trace("board-changed", board={"rows": ["@"]}),
        {"certificate/must-fail"},
    ),
    ("rules of another version", "ring", _put(2, "toolchain", "rules"), {"certificate/verdict"}),
    ("metric unknown", "ring", _put("steps", "optimum", "metric"), {"certificate/verdict"}),
    ("method version outdated", "ring", _put(0, "toolchain", "methods", "painted-search"), {"certificate/outdated"}),
    ("metric of another price", "columns", _put("cells", "optimum", "metric"), {"certificate/optimum"}),
    ("unique_cover missing", "columns", _drop("properties", "unique_cover"), {"certificate/property"}),
    ("tight null without reason", "columns", _put(None, "properties", "tight"), {"certificate/property"}),
    (
        "path that leaves a cell free",
        "two-fillings",
        _put(["draw A 0,0 0,1 0,2 1,2"], "solution", "moves"),
        {"certificate/solution"},
    ),
    (
        "must-fail trace that wins",
        "strips",
        _in_trace("last-move-missing", moves=["draw A 0,0 0,1 0,2", "draw B 1,0 1,1 1,2"]),
        {"certificate/must-fail"},
    ),
    ("unsolvable called solvable", "island", _put("solvable", "verdict"), {"certificate/verdict"}),
    (
        "unsolvable with a play",
        "island",
        _put({"moves": ["R"], "length": 1, "canonical": True}, "solution"),
        {"certificate/verdict", "certificate/solution", "certificate/must-fail-kind"},
    ),
    (
        "unsolvable with an optimum",
        "island",
        _put(3, "optimum", "value"),
        {"certificate/verdict", "certificate/optimum", "certificate/evidence"},
    ),
    ("unsolvable with a trail", "island", _put([OTHER], "trail"), {"certificate/verdict"}),
    ("unsolvable without an exhausted search", "island", _exhausted_nowhere, {"certificate/optimum"}),
    ("unsolvable by one search called independent", "odd", _only("edge-sat"), {"certificate/evidence"}),
    ("reason of an unsolvable level's null gone", "odd", _drop("reasons", "tight"), {"certificate/property"}),
]


@pytest.mark.parametrize(
    ("name", "forge", "ids"), [case[1:] for case in FORGED], ids=[f"{c[1]}: {c[0]}" for c in FORGED]
)
def test_a_forged_certificate_is_found_out(name: str, forge: Forge, ids: set[str]) -> None:
    assert {finding.id for finding in _found(name, forge)} == ids


#: Forgeries that need no proof to be seen through either: they contradict the rest of the certificate.
CONTRADICTIONS: list[tuple[str, str, Forge, str]] = [
    (
        "fewer layers than the optimum needs",
        "ring",
        _in_layers(lambda layers: layers.__delitem__(slice(2, None))),
        "certificate/layers",
    ),
    (
        "first layer of an unsolvable level another state",
        "one-way",
        _in_layers(lambda layers: layers[0].update(digest=OTHER)),
        "certificate/layers",
    ),
    ("a method exhausted below the optimum", "ring", _in_method("walk-program-scip", bound=3), "certificate/optimum"),
    ("a method exhausted without a win", "ring", _in_method("walk-program-scip", bound=None), "certificate/optimum"),
    (
        "a method with a bound on an unsolvable level, exhausted",
        "island",
        _in_method("painted-search", bound=3),
        "certificate/optimum",
    ),
]


@pytest.mark.parametrize(
    ("name", "forge", "wanted"), [case[1:] for case in CONTRADICTIONS], ids=[c[0] for c in CONTRADICTIONS]
)
def test_a_certificate_that_contradicts_itself_is_found_out(name: str, forge: Forge, wanted: str) -> None:
    assert wanted in {finding.id for finding in _found(name, forge)}


def test_an_outdated_method_is_a_warning_and_every_other_fault_an_error() -> None:
    severities: dict[str, str] = {}
    for _, name, forge, _ids in FORGED:
        severities |= {finding.id: finding.severity for finding in _found(name, forge)}
    assert severities.pop("certificate/outdated") == "warning"
    assert set(severities.values()) == {"error"}


def test_of_another_level_s_certificate_nothing_else_is_said() -> None:
    game, solver, level = drawn("corner")
    assert [fault.id for fault in certificate_faults(game, solver, level, certificate_of("ring"))] == [
        "certificate/other-level"
    ]


def test_the_first_layer_is_the_initial_state_alone() -> None:
    certificate = certificate_of("ring")
    first = next(method for method in certificate.methods if method.layers)
    assert first.layers is not None
    assert (first.layers[0].states, first.layers[0].digest) == (1, sha256_of(certificate.trail[0].encode()))
