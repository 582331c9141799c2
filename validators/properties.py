"""The properties of a level: every one named by its solver, with a value or with the reason why it has none."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from solvers.contract import AnySolver
from validators.outcome import Outcome

__all__ = ["with_properties"]

DEAD_END_FREE = "dead_end_free"


def with_properties(solver: AnySolver, level: Any, outcome: Outcome, asked: bool) -> Outcome:
    """The outcome with each of the solver's properties present, and a reason for each that is null.

    An unsolvable level is not dead-end free, and nothing else can be said of its solutions. Where a theorem or the
    level's own structure proves a solvable level dead-end free, no search is needed.
    """
    values = {name: outcome.properties.get(name) for name in solver.properties}
    reasons = dict(outcome.reasons)
    if outcome.status == "unsolvable":
        values = dict.fromkeys(values) | {DEAD_END_FREE: False}
        reasons = dict.fromkeys(values, "the level is unsolvable")
    elif outcome.status == "solvable" and values.get(DEAD_END_FREE) is None:
        values[DEAD_END_FREE] = True if solver.dead_end_theorem or solver.dead_end_free(level) else None
    default = "the search was not finished" if asked else "not asked here; `levelpress certify` decides it"
    kept = {name: reasons.get(name, default) for name, value in values.items() if value is None}
    return replace(outcome, properties=dict(sorted(values.items())), reasons=dict(sorted(kept.items())))
