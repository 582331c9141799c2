"""The exact distance function that the rules' progress asks its caller for."""

from __future__ import annotations

from typing import Any

from games.contract import AnyGame, Distance, state_digest
from solvers.contract import AnySolver, Limits, Query, no_report
from solvers.plan import DEFAULT, answers

__all__ = ["Undecided", "distance_by"]


class Undecided(RuntimeError):
    """A distance that the limits do not let anybody prove."""


def distance_by(game: AnyGame, solver: AnySolver, level: Any, limits: Limits) -> Distance[Any]:
    """State -> the fewest moves that it still needs, None where no win is left; each state is solved once.

    The function raises Undecided where the limits ran out.
    """
    known: dict[str, int | None] = {}

    def distance(state: Any) -> int | None:
        value = game.state_json(level, state)
        digest = state_digest(value)
        if digest not in known:
            found = list(answers(solver, level, Query(game.metrics[0], value, limits), DEFAULT, no_report))
            decided = [answer for answer in found if answer.status != "undecided"]
            if not decided:
                raise Undecided(f"the distance of a state is not decided within {limits.states} states")
            known[digest] = decided[0].optimum
        return known[digest]

    return distance
