"""Color Connect solved exactly: by SAT, by CP-SAT and, on small boards, by enumeration.

SAT and enumeration read the board by `board`, CP-SAT by `grid`; what a solution is and what it costs, each has in a
model of its own (`sat_model` and `sat_cost`, `circuit`, `brute`).
"""

from __future__ import annotations

from games.color_connect import ColorConnectLevel
from solvers.color_connect import arcs, brute, sat
from solvers.color_connect.explain import explain
from solvers.color_connect.space import space
from solvers.contract import Solver

__all__ = ["SOLVER"]

THEOREM = (
    "Every path can be cleared, so every state that is not won leads back to the empty board, and from there a "
    "solvable level is won."
)


def _dead_end_free(level: ColorConnectLevel) -> str:
    """A proof for every solvable level: the theorem."""
    return THEOREM


def _is_to_cover(level: ColorConnectLevel) -> bool:
    """The property questions speak of covering solutions, which `connect` does not ask for."""
    return level.rule == "cover"


SOLVER: Solver[ColorConnectLevel] = Solver(
    game="color-connect",
    engines=(sat.ENGINE, arcs.ENGINE, brute.ENGINE),
    defaults=(sat.ENGINE.name, arcs.ENGINE.name),
    properties=("dead_end_free", "unique_cover", "tight"),
    dead_end_theorem=THEOREM,
    dead_end_free=_dead_end_free,
    space=space,
    explain=explain,
    playable=False,
    asks_in_solve=_is_to_cover,
)
