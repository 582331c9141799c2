"""Every mistake put into an engine of Nut and Bolt is caught when the level on which it shows is certified."""

from __future__ import annotations

import pytest

from games.nut_and_bolt import GAME
from solvers.contract import Limits, no_report
from solvers.nut_and_bolt import SOLVER
from tests.faults.nut_and_bolt import FAULTS, LEVELS, SHARED
from tests.faults.seeded import Fault
from tests.games.drawn_bolts import level_of
from validators.certify import certify
from validators.outcome import EnginesDisagree

LIMITS = Limits(states=20_000, graph_states=2_000)


def _certified(name: str) -> str:
    """The status, or the error that the engines' disagreement is."""
    capacity, bolts = LEVELS[name]
    try:
        found = certify(GAME, SOLVER, level_of(capacity, *bolts), LIMITS, no_report)
    except (EnginesDisagree, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return found.outcome.status if found.certificate is not None else "undecided"


@pytest.mark.parametrize("fault", [*FAULTS, *SHARED], ids=lambda fault: f"{fault.part}: {fault.name}")
def test_a_seeded_fault_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.put_in(monkeypatch)
    outcome = _certified(fault.level)
    assert outcome not in ("solvable", "undecided")
    assert fault.caught in outcome, outcome


@pytest.mark.parametrize(
    ("level", "status"),
    [
        ("swap", "solvable"),
        ("join", "solvable"),
        ("short-of-room", "solvable"),
        ("lost", "unsolvable"),
        ("full", "unsolvable"),
        ("roomy", "solvable"),
    ],
)
def test_without_a_fault_the_same_level_certifies(level: str, status: str) -> None:
    assert _certified(level) == status


def test_every_engine_has_faults_of_its_own() -> None:
    parts = {fault.part for fault in FAULTS}
    assert {engine.name for engine in SOLVER.engines} | {"static", "state-graph"} <= parts
    assert len(FAULTS) >= 6
