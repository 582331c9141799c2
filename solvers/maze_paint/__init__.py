"""The exact solver of Maze Paint: the fewest slides that paint the board, proven by independent engines.

`search` visits every reduced state. `program_mip` and `program_cp_sat` solve the same integer program, written
twice, each with moves and cuts of its own; they reach where the states are too many to visit. `structure` reads off
the slide graph what needs no search.
"""

from __future__ import annotations

from games.maze_paint import MazePaintLevel
from solvers.contract import Solver
from solvers.maze_paint import program_cp_sat, program_mip, search
from solvers.maze_paint.questions import answering
from solvers.maze_paint.space import space
from solvers.maze_paint.structure import explain, proof_of_no_dead_end

__all__ = ["SOLVER"]

SOLVER: Solver[MazePaintLevel] = Solver(
    game="maze-paint",
    engines=tuple(answering(engine) for engine in (search.ENGINE, program_mip.ENGINE, program_cp_sat.ENGINE)),
    defaults=(search.ENGINE.name, program_mip.ENGINE.name),
    properties=("dead_end_free",),
    dead_end_theorem=None,
    dead_end_free=proof_of_no_dead_end,
    space=space,
    explain=explain,
)
