"""Truck Escape solved exactly: by its blocking graph, and by trying every order of departures.

The two share the list of vehicles still there (`standing`) and nothing else: what stands in whose way, the first reads
in `lot`, the second by itself. `jam` names what makes a level unsolvable, `measures` what makes one long.
"""

from __future__ import annotations

from games.truck_escape import TruckEscapeLevel
from solvers.contract import Solver
from solvers.truck_escape import blocking, departures
from solvers.truck_escape.jam import explain
from solvers.truck_escape.measures import Measures, measures
from solvers.truck_escape.space import space

__all__ = ["SOLVER", "Measures", "measures"]

THEOREM = (
    "A departure only frees cells, so a vehicle that can leave now can still leave later, and every order of "
    "departures that the rules allow can be finished where one of them can."
)


def _dead_end_free(level: TruckEscapeLevel) -> str:
    """A proof for every solvable level: the theorem."""
    return THEOREM


SOLVER: Solver[TruckEscapeLevel] = Solver(
    game="truck-escape",
    engines=(blocking.ENGINE, departures.ENGINE),
    defaults=(blocking.ENGINE.name,),
    properties=("dead_end_free",),
    dead_end_theorem=THEOREM,
    dead_end_free=_dead_end_free,
    space=space,
    explain=explain,
)
