"""A seeded fault as data, and what becomes of a level that is certified with it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from solvers.contract import Limits
from tests.faults.levels import LIMITS, drawn
from validators.certificate_faults import certificate_faults
from validators.certify import certify
from validators.outcome import EnginesDisagree

__all__ = ["UNNOTICED", "Fault", "outcome_with"]

UNNOTICED = "certified, and nothing noticed"


@dataclass(frozen=True)
class Fault:
    """One mistake.

    Attributes:
        name: what is wrong, in words.
        part: whose code it is in: an engine's name, or what the engines share.
        places: `module:attribute` of each place where the mistake is made; the module is the one that *uses* the name,
            so that one engine alone is changed where several import the same function.
        seed: original -> the mistaken version.
        level: the hand-drawn level on which it shows.
        caught: part of what is raised, or the id of the finding against the certificate; empty where it does not
            matter which.
    """

    name: str
    part: str
    places: tuple[str, ...]
    seed: Callable[[Any], Any]
    level: str
    caught: str

    def put_in(self, patch: pytest.MonkeyPatch) -> None:
        """Make the mistake, until the patch is undone."""
        for place in self.places:
            module, attribute = place.split(":")
            owner: Any = importlib.import_module(module)
            *outer, last = attribute.split(".")
            for step in outer:
                owner = getattr(owner, step)
            patch.setattr(owner, last, self.seed(getattr(owner, last)))


def outcome_with(level_name: str, limits: Limits = LIMITS) -> str:
    """How certifying a level ends: the error, the ids of the findings against the certificate, or `UNNOTICED`.

    An engine may notice by itself that its solver was not exact, or that its slides make no walk; it raises then.
    """
    game, solver, level = drawn(level_name)
    report: list[object] = []
    try:
        found = certify(game, solver, level, limits, lambda bound, moves: report.append((bound, moves)))
    except (EnginesDisagree, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    if found.certificate is None:
        return "undecided"
    ids = [fault.id for fault in certificate_faults(game, solver, level, found.certificate)]
    return ", ".join(ids) or UNNOTICED
