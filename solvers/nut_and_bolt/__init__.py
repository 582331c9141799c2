"""The exact solver of Nut and Bolt: the fewest transfers, by two engines that share no search code.

`search` sweeps the states breadth-first, bolts interchangeable, and can classify every one of them; its play is the
first of the shortest. `breaks` is A* on a lower bound, and reaches further where only the optimum is asked for.
"""

from __future__ import annotations

from games.nut_and_bolt import NutAndBoltLevel
from solvers.contract import Solver
from solvers.nut_and_bolt import breaks, search
from solvers.nut_and_bolt.explain import explain
from solvers.nut_and_bolt.space import space

__all__ = ["SOLVER"]

SOLVER: Solver[NutAndBoltLevel] = Solver(
    game="nut-and-bolt",
    engines=(search.ENGINE, breaks.ENGINE),
    defaults=(search.ENGINE.name, breaks.ENGINE.name),
    properties=("dead_end_free",),
    dead_end_theorem=None,
    dead_end_free=lambda level: None,
    space=space,
    explain=explain,
)
