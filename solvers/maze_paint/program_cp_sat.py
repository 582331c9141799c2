"""The shortest covering walk as an integer program, solved by CP-SAT.

The program is the one that `program_mip` explains, written again: multiplicities of swipes, balance at every stop with
a free end, a cover row for every watched cell, and connection cuts. It shares no code with that engine: the moves come
from `runs`, the cuts are found on integer solutions only, by reachability, and CP-SAT computes in integers throughout.
(Both make their plays by `walk`, which can spoil no bound.) It does share `runs` with `search`.

In a solution of the program let W be the stops that swipes in use can reach from the start. If swipes from W paint
every watched cell, they are one covering walk, and its length, the value of a relaxation, is the optimum. Otherwise,
for a watched cell c that they miss, two sets S are cut off: all stops outside W, and the stops from which swipes in use
lead to a painting of c. No swipe in use enters either set, or paints c from outside it; yet every winning walk does one
or the other: it paints c a first time from a stop outside S, or else from one inside, which it entered before, the
start being outside. Every round adds a cut that was violated, of finitely many: the loop ends.

Effort is CP-SAT's deterministic time, over all rounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.maze_paint import MazePaintLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report
from solvers.maze_paint.position import position_of
from solvers.maze_paint.runs import MoveTable, Swipe, move_table, watched_cells
from solvers.maze_paint.walk import one_walk

__all__ = ["ENGINE"]

NAME, LIBRARY = "walk-program-cp-sat", "cp-sat"

#: A swipe with the stop it starts from.
Arc = tuple[int, Swipe]


def solve(level: MazePaintLevel, query: Query, report: Report) -> Answer:
    """The exact answer, or bounds where the effort ran out. See the module."""
    from ortools.sat.python import cp_model

    position = position_of(level, query.state)
    table = move_table(level, position.ball)
    watched = watched_cells(table, table.floor & ~table.mask(position.painted))
    if watched is None:
        return _unsolvable()
    if not watched:
        return _answer(0, (), True)
    arcs = [(stop, swipe) for stop, swipes in enumerate(table.swipes) for swipe in swipes]
    model: Any = cp_model.CpModel()
    # Between two first paintings of watched cells a shortest play repeats no swipe.
    times = [model.new_int_var(0, len(watched), "") for _ in arcs]
    _balance(model, table, arcs, times)
    for cell in watched:
        _need_one(model, times, (k for k, (_, swipe) in enumerate(arcs) if swipe.paint >> cell & 1))
    model.minimize(sum(times))
    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    bound, spent = 1, 0.0
    best: Moves | None = None
    report(bound, best)
    while spent < query.limits.effort:
        solver.parameters.max_deterministic_time = query.limits.effort - spent
        status = solver.solve(model)
        spent += solver.response_proto.deterministic_time
        if status == cp_model.INFEASIBLE:
            return _unsolvable()
        bound = max(bound, -int(-solver.best_objective_bound // 1))
        report(bound, best)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        counts = [solver.value(variable) for variable in times]
        reached = _closure({0}, ((tail, swipe.head) for (tail, swipe), n in zip(arcs, counts, strict=True) if n))
        painted = 0
        for (tail, swipe), count in zip(arcs, counts, strict=True):
            painted |= swipe.paint if count and tail in reached else 0
        missed = [cell for cell in watched if not painted >> cell & 1]
        if not missed:
            kept = [count if tail in reached else 0 for (tail, _), count in zip(arcs, counts, strict=True)]
            best = one_walk([(tail, swipe.head, swipe.letter) for tail, swipe in arcs], kept)
            report(bound, best)
        if not missed or status == cp_model.FEASIBLE:
            break
        back = [(swipe.head, tail) for (tail, swipe), count in zip(arcs, counts, strict=True) if count]
        for cell in missed:
            used = {tail for (tail, swipe), n in zip(arcs, counts, strict=True) if n and swipe.paint >> cell & 1}
            for inside in (set(range(len(table.stops))) - reached, _closure(used, back)):
                _need_one(model, times, _crossing(arcs, cell, inside))
    return _answer(bound, best, best is not None and bound == len(best))


def _balance(model: Any, table: MoveTable, arcs: list[Arc], times: list[Any]) -> None:
    """Out plus end equals in, and one more at the start."""
    out: list[list[Any]] = [[] for _ in table.stops]
    into: list[list[Any]] = [[] for _ in table.stops]
    for (tail, swipe), variable in zip(arcs, times, strict=True):
        out[tail].append(variable)
        into[swipe.head].append(variable)
    for stop in range(len(table.stops)):
        model.add(sum(out[stop]) + model.new_bool_var("") == sum(into[stop]) + (stop == 0))


def _need_one(model: Any, times: list[Any], arcs: Iterable[int]) -> None:
    model.add(sum(times[k] for k in arcs) >= 1)


def _crossing(arcs: list[Arc], cell: int, inside: set[int]) -> Iterable[int]:
    """The arcs from outside the set that enter it or paint the cell."""
    for k, (tail, swipe) in enumerate(arcs):
        if tail not in inside and (swipe.head in inside or swipe.paint >> cell & 1):
            yield k


def _closure(start: set[int], steps: Iterable[tuple[int, int]]) -> set[int]:
    """Everything that can be reached from the set by the steps, itself included."""
    after: dict[int, set[int]] = {}
    for tail, head in steps:
        after.setdefault(tail, set()).add(head)
    reached = set(start)
    stack = list(start)
    while stack:
        for head in after.get(stack.pop(), set()) - reached:
            reached.add(head)
            stack.append(head)
    return reached


def _answer(bound: int, best: Moves | None, proven: bool) -> Answer:
    if best is not None and bound > len(best):
        raise RuntimeError(f"the bound {bound} is above a play of {len(best)} slides: the solver was not exact")
    method = MethodRun(NAME, LIBRARY, bound, proven)
    return Answer("solvable" if proven else "undecided", best, bound if proven else None, method)


def _unsolvable() -> Answer:
    return Answer("unsolvable", None, None, MethodRun(NAME, LIBRARY, None, True))


ENGINE: Engine[MazePaintLevel] = Engine(
    NAME, LIBRARY, 1, ("ortools",), ("slides",), solve, imports=("ortools.sat.python.cp_model",)
)
