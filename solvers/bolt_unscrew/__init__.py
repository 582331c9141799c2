"""Bolt Unscrew solved exactly: the fewest relocations by two searches that share neither search nor settling.

`breadth` walks reduced positions layer by layer and settles on bit masks (`plate`, `drops`, `pose_book`), which the
state space shares; `guided` is A* on tables of relations between poses (`relations`). Both read the level through
`reading`.
"""

from __future__ import annotations

from games.screws import PlateLevel
from solvers.bolt_unscrew import breadth, guided
from solvers.bolt_unscrew.explain import explain, proof_of_no_dead_end
from solvers.bolt_unscrew.questions import answering
from solvers.bolt_unscrew.space import space
from solvers.contract import Solver

__all__ = ["SOLVER"]

SOLVER: Solver[PlateLevel] = Solver(
    game="bolt-unscrew",
    engines=tuple(answering(engine) for engine in (breadth.ENGINE, guided.ENGINE)),
    defaults=(guided.ENGINE.name, breadth.ENGINE.name),
    properties=("dead_end_free",),
    dead_end_theorem=None,
    dead_end_free=proof_of_no_dead_end,
    space=space,
    explain=explain,
)
