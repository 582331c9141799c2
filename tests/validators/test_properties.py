"""Every property of a solver has a value, or the reason why it has none."""

from __future__ import annotations

from typing import Any

import pytest

from tests.faults.levels import drawn
from tests.validators.drawn_game import solver_of
from validators.outcome import Outcome
from validators.properties import with_properties

CONNECT = drawn("columns").solver


def _outcome(status: Any, reasons: Any = None, **properties: bool | None) -> Outcome:
    return Outcome(status, "draws", None, None, None, (), properties=properties, reasons=reasons or {})


def test_every_property_is_there_in_order_and_a_known_value_stays() -> None:
    found = with_properties(CONNECT, None, _outcome("solvable", tight=False, unique_cover=True), asked=True)
    assert list(found.properties.items()) == [("dead_end_free", True), ("tight", False), ("unique_cover", True)]
    assert found.reasons == {}


@pytest.mark.parametrize(
    ("asked", "said"), [(True, "the search was not finished"), (False, "`levelpress certify` decides it")]
)
def test_a_property_that_nobody_decided_is_null_and_says_why(asked: bool, said: str) -> None:
    found = with_properties(CONNECT, None, _outcome("solvable"), asked=asked)
    assert found.properties["tight"] is None
    assert said in found.reasons["tight"]


def test_the_reason_of_the_engine_is_kept_and_that_of_a_known_value_dropped() -> None:
    reasons = {"tight": "the conflict limit ran out", "unique_cover": "the step limit ran out"}
    found = with_properties(CONNECT, None, _outcome("solvable", reasons, unique_cover=False), asked=True)
    assert found.reasons == {"tight": "the conflict limit ran out"}


def test_an_unsolvable_level_is_not_dead_end_free_and_nothing_else_can_be_said_of_it() -> None:
    found = with_properties(CONNECT, None, _outcome("unsolvable", dead_end_free=True, tight=True), asked=True)
    assert found.properties == {"dead_end_free": False, "tight": None, "unique_cover": None}
    assert found.reasons == dict.fromkeys(("tight", "unique_cover"), "the level is unsolvable")


def test_a_level_proves_itself_dead_end_free_by_its_structure() -> None:
    solver = solver_of(dead_end_free=lambda level: "every move can be taken back")
    assert with_properties(solver, None, _outcome("solvable"), asked=True).properties == {"dead_end_free": True}


def test_neither_a_theorem_nor_a_structure_speaks_of_a_level_that_may_be_unsolvable() -> None:
    solver = solver_of(dead_end_theorem="moves can be undone", dead_end_free=lambda level: "so it is")
    assert with_properties(solver, None, _outcome("undecided"), asked=True).properties == {"dead_end_free": None}


def test_without_any_proof_the_property_is_null() -> None:
    found = with_properties(solver_of(), None, _outcome("solvable"), asked=True)
    assert (found.properties, set(found.reasons)) == ({"dead_end_free": None}, {"dead_end_free"})


def test_an_engine_s_no_is_not_overruled_by_a_proof() -> None:
    solver = solver_of(dead_end_theorem="moves can be undone")
    found = with_properties(solver, None, _outcome("solvable", dead_end_free=False), asked=True)
    assert found.properties == {"dead_end_free": False}
