"""Engine `arc-circuit`: every question as one circuit over arcs, by CP-SAT."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.color_connect import ColorConnectLevel
from solvers.color_connect.board import Board, Paths, paths_of, play
from solvers.color_connect.circuit import (
    Circuit,
    build,
    forbid,
    forbid_touching,
    minimise_cells,
    minimise_draws,
    read,
)
from solvers.color_connect.explain import explain
from solvers.color_connect.grid import grid_of
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report, Status

__all__ = ["CHOSEN", "ENGINE", "Settings", "solve", "solve_with"]

NAME = "arc-circuit"
SEED = 1
UNSOLVABLE = "the level is unsolvable"
OUT = "the deterministic time ran out"


@dataclass(frozen=True, slots=True)
class Settings:
    """Parameters of CP-SAT that change the time, never the answer."""

    presolve: bool = True
    probing: int = 2
    linearization: int = 1
    symmetry: int = 2


#: The fastest of those that `benchmarks/color_connect_engines.py settings` compares: on these boards the presolve takes
#: longer than the search, and the linear relaxation of a circuit prunes less than it costs.
CHOSEN = Settings(presolve=False, linearization=0)


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Paths and clears of the best solution; whether the question is settled; the objective's proven bound."""

    paths: Paths | None
    cleared: frozenset[str]
    ended: bool
    bound: int | None


def solve(level: ColorConnectLevel, query: Query, report: Report) -> Answer:
    """Answers a query. `limits.effort` is CP-SAT's deterministic time for each question asked of it.

    Exact: `circuit` says why its solutions are the board's; CP-SAT proves optimality and infeasibility. Worst-case
    exponential. One worker and a fixed seed, so that a run repeats exactly.
    """
    return solve_with(level, query, report, CHOSEN)


def solve_with(level: ColorConnectLevel, query: Query, report: Report, settings: Settings) -> Answer:
    """The same with other settings, for measuring them."""
    began = time.perf_counter()
    board, start = grid_of(level), paths_of(query.state)

    def ask(circuit: Circuit, listener: Callable[[int], None] | None = None) -> _Outcome:
        return _ask(board, circuit, query.limits.effort, settings, listener)

    best = _best(board, start, query.metric, ask, report)
    moves = None if best.paths is None else _moves(board, start, query.metric, best)
    if best.paths is None:
        status: Status = "unsolvable" if best.ended else "undecided"
    else:
        status = "solvable" if best.ended else "undecided"
    properties: dict[str, bool | None] = {}
    second = None
    if query.properties and status == "unsolvable":
        properties = {"dead_end_free": False, "unique_cover": None, "tight": None}
    elif query.properties:
        first = best if board.cover and not start else None
        unique, tight, second = _covers(board, first, ask)
        second = None if start else second
        properties = {"dead_end_free": None if moves is None else True, "unique_cover": unique, "tight": tight}
    why = UNSOLVABLE if status == "unsolvable" else OUT
    run = MethodRun(
        NAME,
        "cp-sat",
        None if status == "unsolvable" else best.bound,
        best.ended,
        seconds=time.perf_counter() - began,
    )
    return Answer(
        status,
        moves,
        best.bound if status == "solvable" else None,
        run,
        properties=properties,
        reasons={name: why for name, value in sorted(properties.items()) if value is None},
        second_solution=second,
        explanation=explain(level) if status == "unsolvable" else None,
    )


def _best(board: Board, start: Paths, metric: str, ask: Callable[..., _Outcome], report: Report) -> _Outcome:
    """The optimum. From the initial state the number of draws is fixed, and in a filled board that of cells."""
    circuit = build(board, board.cover)
    if not start and (metric == "draws" or board.cover):
        found = ask(circuit)
        cost = len(board.ends) if metric == "draws" else len(board.cells)
        return _Outcome(found.paths, found.cleared, found.ended, cost)
    if metric == "draws":
        circuit = minimise_draws(board, circuit, start)
    else:
        minimise_cells(board, circuit, start)
    return ask(circuit, lambda bound: report(bound, None))


def _moves(board: Board, start: Paths, metric: str, best: _Outcome) -> Moves:
    final = best.paths or {}
    changed = {colour for colour in start if final[colour] != start[colour]}
    return play(board, start, final, changed if metric == "cells" else best.cleared & changed)


def _covers(
    board: Board, first: _Outcome | None, ask: Callable[..., _Outcome]
) -> tuple[bool | None, bool | None, Moves | None]:
    """Whether exactly one way fills the board, whether a tight one does, and a second one."""
    found = first or ask(build(board, True))
    if found.paths is None:
        return (False, False, None) if found.ended else (None, None, None)
    others = build(board, True)
    forbid(others, found.paths)
    second = ask(others)
    tightly = build(board, True)
    forbid_touching(board, tightly)
    tight = ask(tightly)
    return (
        False if second.paths else True if second.ended else None,
        True if tight.paths else False if tight.ended else None,
        play(board, {}, second.paths, ()) if second.paths else None,
    )


def _ask(
    board: Board, circuit: Circuit, effort: int, settings: Settings, listener: Callable[[int], None] | None
) -> _Outcome:
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    solver.parameters.max_deterministic_time = effort
    solver.parameters.cp_model_presolve = settings.presolve
    solver.parameters.cp_model_probing_level = settings.probing
    solver.parameters.linearization_level = settings.linearization
    solver.parameters.symmetry_level = settings.symmetry
    if listener is not None:
        solver.best_bound_callback = lambda bound: listener(_whole(bound))
    status = solver.solve(circuit.model)
    if status == cp_model.MODEL_INVALID:
        raise AssertionError(f"the model is invalid: {circuit.model.validate()}")
    bound = _whole(solver.best_objective_bound) if status != cp_model.INFEASIBLE and listener else None
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _Outcome(None, frozenset(), status == cp_model.INFEASIBLE, bound)
    cleared = frozenset(colour for colour, literal in circuit.cleared.items() if solver.boolean_value(literal))
    return _Outcome(read(board, circuit, solver), cleared, status == cp_model.OPTIMAL, bound)


def _whole(bound: float) -> int:
    """The least whole number that is not below a bound of CP-SAT, which is exact but for rounding."""
    return max(math.ceil(bound - 1e-6), 0)


ENGINE: Engine[ColorConnectLevel] = Engine(
    NAME, "cp-sat", 1, ("ortools",), ("draws", "cells"), solve, imports=("ortools.sat.python.cp_model",)
)
