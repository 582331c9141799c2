"""The exact solver of Rush Hour: fewest moves and fewest steps, proven by two searches that share no search code.

`line_search` visits positions breadth-first with a table of moves for every row and column; `best_first` is led by a
lower bound, with moves of its own. `explain` reads off the board what needs no search.
"""

from __future__ import annotations

from games.rush_hour import RushHourLevel
from solvers.contract import Solver
from solvers.rush_hour import best_first, line_search
from solvers.rush_hour.explain import explain
from solvers.rush_hour.space import space

__all__ = ["SOLVER"]

THEOREM = (
    "Every move can be taken back by a move, so from every state the initial one, and with it a win, can be reached."
)


def _dead_end_free(level: RushHourLevel) -> str:
    """A proof for every solvable level: the theorem."""
    return THEOREM


SOLVER: Solver[RushHourLevel] = Solver(
    game="rush-hour",
    engines=(line_search.ENGINE, best_first.ENGINE),
    defaults=(line_search.ENGINE.name, best_first.ENGINE.name),
    properties=("dead_end_free",),
    dead_end_theorem=THEOREM,
    dead_end_free=_dead_end_free,
    space=space,
    explain=explain,
)
