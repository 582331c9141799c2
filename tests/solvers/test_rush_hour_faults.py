"""Every seeded fault in the engines of Rush Hour is caught when the level on which it shows is certified."""

from __future__ import annotations

from typing import Any

import pytest

from games.rush_hour import GAME, RushHourLevel
from solvers.contract import Limits, no_report
from solvers.rush_hour import SOLVER
from tests.faults.rush_hour import BOARDS, FAULTS, SHARED
from tests.faults.seeded import UNNOTICED, Fault
from validators.certificate_faults import certificate_faults
from validators.certify import certify
from validators.outcome import EnginesDisagree

LIMITS = Limits(states=20_000, effort=50, graph_states=2_000)


def _level(name: str) -> RushHourLevel:
    target, way_out, rows = BOARDS[name]
    board: Any = {"rows": list(rows), "target": target, "exit": {"side": way_out[0], "index": int(way_out[1:])}}
    return GAME.parse(board, {"rule": "exit"})


def _outcome(name: str) -> str:
    """How certifying a level ends: the error, the ids of the findings against the certificate, or `UNNOTICED`."""
    level = _level(name)
    try:
        found = certify(GAME, SOLVER, level, LIMITS, no_report)
    except (EnginesDisagree, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    if found.certificate is None:
        return "undecided"
    ids = [fault.id for fault in certificate_faults(GAME, SOLVER, level, found.certificate)]
    return ", ".join(ids) or UNNOTICED


@pytest.mark.parametrize("fault", [*FAULTS, *SHARED], ids=lambda fault: f"{fault.part}: {fault.name}")
def test_a_seeded_fault_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.put_in(monkeypatch)
    outcome = _outcome(fault.level)
    assert outcome != UNNOTICED
    assert fault.caught in outcome, outcome


@pytest.mark.parametrize("name", BOARDS)
def test_without_a_fault_the_same_level_certifies(name: str) -> None:
    assert _outcome(name) == UNNOTICED


def test_every_engine_has_faults_of_its_own() -> None:
    assert {engine.name for engine in SOLVER.engines} | {"static", "state-graph"} == {fault.part for fault in FAULTS}
    assert len({(fault.part, fault.name) for fault in FAULTS}) == len(FAULTS)
