"""Objectives and lifecycle held against the levels that there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from catalogue.lifecycle import Change, Lifecycle
from catalogue.objective_faults import (
    KnownLevel,
    count_faults,
    lifecycle_faults,
    objective_faults,
    order_faults,
    range_faults,
)
from catalogue.objectives import Objective, Objectives

CANARY = "levelpress canary 77aa"
ONE, TWO, LINK = "mp-0001", "mp-0002", "cc-0001"
EASY = Objective("maze-paint/easy", "maze-paint", "easy", 2, {"optimum": (2, 4)}, (ONE, TWO))
LINKS = Objective("color-connect/easy", "color-connect", "easy", 1, {}, (LINK,))
OBJECTIVES = Objectives("custom", CANARY, "none", (EASY, LINKS), ("mp-0003",))
KNOWN = {
    level_id: KnownLevel(level_id, True, game, f"sha256:{level_id}", CANARY, 3)
    for level_id, game in (
        (ONE, "maze-paint"),
        (TWO, "maze-paint"),
        (LINK, "color-connect"),
        ("mp-0003", "maze-paint"),
    )
}


def _lifecycle(**states: str) -> Lifecycle:
    """Every known level certified; `states` adds one more change (`mp_0001="retired"`)."""
    lifecycle = Lifecycle()
    for level_id, level in KNOWN.items():
        lifecycle = lifecycle.moved(level_id, Change("certified", level.level_digest, None, None))
    for name, state in states.items():
        level_id = name.replace("_", "-")
        lifecycle = lifecycle.moved(level_id, Change(state, KNOWN[level_id].level_digest, None, None))
    return lifecycle


def _with(**fields: Any) -> Objectives:
    """The objectives with the first one's fields changed."""
    return replace(OBJECTIVES, objectives=(replace(EASY, **fields), LINKS))


def _but(level_id: str, **fields: Any) -> dict[str, KnownLevel]:
    return {**KNOWN, level_id: replace(KNOWN[level_id], **fields)}


def _listed(
    objectives: Objectives = OBJECTIVES, lifecycle: Lifecycle | None = None, known: dict[str, KnownLevel] | None = None
) -> list[str]:
    lifecycle = _lifecycle() if lifecycle is None else lifecycle
    return [fault.id for fault in objective_faults(objectives, lifecycle, KNOWN if known is None else known)]


def _standing(lifecycle: Lifecycle | None = None, known: dict[str, KnownLevel] | None = None) -> list[tuple[str, str]]:
    lifecycle = _lifecycle() if lifecycle is None else lifecycle
    faults = lifecycle_faults(OBJECTIVES, lifecycle, KNOWN if known is None else known)
    return [(fault.id, fault.level or "") for fault in faults]


def test_a_catalogue_in_order_has_no_fault() -> None:
    assert _listed() == []
    assert _standing() == []
    assert list(count_faults(OBJECTIVES)) == []


@pytest.mark.parametrize("states", [{"mp_0001": "released"}, {"mp_0001": "released", "cc_0001": "released"}])
def test_released_levels_that_are_as_released_have_no_fault(states: dict[str, str]) -> None:
    assert _listed(lifecycle=_lifecycle(**states)) == []
    assert _standing(_lifecycle(**states)) == []


SPOILT: dict[str, tuple[Callable[[], list[str]], list[str]]] = {
    "a level that there is not": (
        lambda: _listed(_with(levels=(ONE, "mp-0009"))),
        ["objective/unknown-level"],
    ),
    "a fresh level that there is not": (
        lambda: _listed(replace(OBJECTIVES, fresh=("mp-0009",))),
        ["objective/unknown-level"],
    ),
    "a level of another game": (
        lambda: _listed(replace(OBJECTIVES, objectives=(replace(EASY, levels=(ONE, LINK)),))),
        ["objective/other-game"],
    ),
    "a level twice in one objective": (
        lambda: _listed(_with(levels=(ONE, ONE))),
        ["objective/listed-twice"],
    ),
    "a level in an objective and on the fresh track": (
        lambda: _listed(replace(OBJECTIVES, fresh=(ONE,))),
        ["objective/listed-twice"],
    ),
    "a retired level": (
        lambda: _listed(lifecycle=_lifecycle(mp_0001="retired")),
        ["objective/retired"],
    ),
    "a retired level on the fresh track": (
        lambda: _listed(lifecycle=_lifecycle(mp_0003="retired")),
        ["objective/retired"],
    ),
    "an objective of no game": (
        lambda: _listed(_with(game="chess", levels=())),
        ["objective/game"],
    ),
    "two objectives of one id": (
        lambda: _listed(replace(OBJECTIVES, objectives=(EASY, replace(LINKS, id=EASY.id)))),
        ["objective/repeated", "objective/repeated"],
    ),
    "an optimum below the range": (
        lambda: _listed(known=_but(ONE, optimum=1)),
        ["objective/out-of-range"],
    ),
    "an optimum above the range": (
        lambda: _listed(known=_but(TWO, optimum=5)),
        ["objective/out-of-range"],
    ),
    "an optimum that nobody knows": (
        lambda: _listed(known=_but(ONE, optimum=None)),
        ["objective/out-of-range"],
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_fault_of_the_objectives_is_named(name: str) -> None:
    found, ids = SPOILT[name]
    assert found() == ids


@pytest.mark.parametrize(("optimum", "inside"), [(1, False), (2, True), (4, True), (5, False), (None, False)])
def test_a_range_includes_both_its_ends_and_nothing_unknown(optimum: int | None, inside: bool) -> None:
    level = replace(KNOWN[ONE], optimum=optimum)
    ids = [(fault.id, fault.level, fault.place) for fault in range_faults(EASY, level)]
    assert ids == ([] if inside else [("objective/out-of-range", ONE, EASY.id)])


def test_a_measure_that_is_no_measure_is_out_of_every_range() -> None:
    odd = replace(EASY, range={"beauty": (0, 10)})
    (fault,) = range_faults(odd, KNOWN[ONE])
    assert (fault.id, fault.message) == ("objective/out-of-range", "beauty unknown, wanted 0 to 10")


def test_no_range_demands_nothing() -> None:
    assert list(range_faults(LINKS, replace(KNOWN[LINK], optimum=None))) == []


@pytest.mark.parametrize("levels", [(), (ONE,), (ONE, TWO, "mp-0003")])
def test_an_objective_with_too_few_or_too_many_levels_is_noted(levels: tuple[str, ...]) -> None:
    (fault,) = count_faults(_with(levels=levels))
    assert (fault.id, fault.severity, fault.place) == ("objective/count", "note", EASY.id)
    assert fault.message == f"{len(levels)} levels listed, 2 demanded"


@pytest.mark.parametrize(("first", "second", "falls"), [(2, 4, False), (3, 3, False), (4, 3, True), (None, 3, False)])
def test_a_level_easier_than_the_one_before_it_is_noted(first: int | None, second: int, falls: bool) -> None:
    known = {ONE: replace(KNOWN[ONE], optimum=first), TWO: replace(KNOWN[TWO], optimum=second)}
    found = [(fault.id, fault.severity, fault.level, fault.place) for fault in order_faults(OBJECTIVES, known)]
    assert found == ([("objective/falls", "note", TWO, EASY.id)] if falls else [])


def test_a_level_file_without_an_entry_is_named() -> None:
    lifecycle = _lifecycle()
    rest = {level_id: one for level_id, one in lifecycle.levels.items() if level_id != TWO}
    assert _standing(replace(lifecycle, levels=rest)) == [("lifecycle/not-listed", TWO)]


def test_an_entry_without_a_level_file_is_named() -> None:
    known = {level_id: level for level_id, level in KNOWN.items() if level_id != TWO}
    assert _standing(known=known) == [("lifecycle/no-file", TWO)]


def test_of_a_level_that_is_there_but_unread_nothing_is_said() -> None:
    known = {level_id: level for level_id, level in KNOWN.items() if level_id not in (TWO, "mp-0003")}
    assert list(lifecycle_faults(OBJECTIVES, _lifecycle(), known, {TWO, "mp-0003"})) == []
    assert list(objective_faults(OBJECTIVES, Lifecycle(), known, {TWO, "mp-0003"})) == []


def test_a_missing_level_that_the_lifecycle_has_is_no_unknown_one() -> None:
    known = {level_id: level for level_id, level in KNOWN.items() if level_id not in (TWO, "mp-0003")}
    assert _listed(known=known) == []
    assert _listed(known=known, lifecycle=Lifecycle()) == ["objective/unknown-level"] * 2


def test_without_a_certificate_that_can_be_read_nobody_knows_the_range() -> None:
    assert _listed(known=_but(ONE, optimum=None, proof_read=False)) == []


def test_a_released_level_that_was_edited_is_named() -> None:
    edited = _but(ONE, level_digest="sha256:other")
    assert _standing(_lifecycle(mp_0001="released"), edited) == [("lifecycle/released-edited", ONE)]


def test_a_level_retired_after_its_release_must_stay_as_released() -> None:
    lifecycle = _lifecycle(mp_0001="released").moved(ONE, Change("retired", KNOWN[ONE].level_digest, None, "leaked"))
    assert _standing(lifecycle) == []
    assert _standing(lifecycle, _but(ONE, level_digest="sha256:other")) == [("lifecycle/released-edited", ONE)]


def test_a_level_that_was_never_released_may_be_edited() -> None:
    assert _standing(known=_but(ONE, level_digest="sha256:other")) == []


@pytest.mark.parametrize("canary", [None, "another canary"])
def test_a_level_without_the_workspace_s_canary_is_named(canary: str | None) -> None:
    assert _standing(known=_but(ONE, canary=canary)) == [("level/canary", ONE)]


def test_faults_come_in_the_order_of_the_ids() -> None:
    known = {level_id: replace(level, canary=None) for level_id, level in reversed(KNOWN.items())}
    assert [level for _, level in _standing(known=known)] == sorted(KNOWN)
