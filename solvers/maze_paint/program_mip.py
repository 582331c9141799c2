"""The shortest covering walk as an integer program, solved by branch and bound over linear relaxations.

A play is a directed walk in the slide graph that starts on the ball's stop and paints every cell that needs it. How
often it takes each slide says all that matters: slides that hang together, and are balanced at every stop but for the
walk's two ends, make a walk (Euler). So: an integer x[e] >= 0 for each slide, the times that it is taken, and a binary
end[v] for each stop;

- balance: slides out of v + end[v] = slides into v + (1 if v is the start), for every stop v;
- cover: the slides that paint c sum to at least 1, for every needed cell c that no other implies;
- connection: for a set S of stops without the start and a needed cell c,
  (slides that do not paint c and enter S from outside) + (slides that paint c, with tail outside S) >= 1.

Why a connection cut is valid: a winning walk has a first slide that paints c. If its tail is outside S, the second
sum counts it. Otherwise the walk, begun outside S, has entered S before that slide, by a slide that does not paint c,
and the first sum counts that one.

Why the cuts suffice: in an integer solution let W be the stops that slides in use can reach from the start. No slide in
use leaves W; so the balances of W add up to: ends in W = slides into W + 1. There is one end in all, so it lies in W,
and no slide in use enters W. If the slides with tail in W paint all needed cells, they make one covering walk, and in
an optimum there are no others, for the walk alone meets every row. If they leave a cell c unpainted, the cut of S = all
stops outside W and of c has left side 0: it is violated, and added. There are finitely many cuts, so the loop ends,
with a true walk, whose length is the value of a relaxation: the optimum. Likewise a program without solution proves
that no walk covers.

The cuts are found first on the linear relaxation: for every cell c the most violated cut is a minimum cut in the
network of the slides with capacity x[e], slides that paint c led to a sink. That is done in rounded integers, which is
safe, since every cut is valid, however it was found; the test on integer solutions is exact.

The value of a relaxation comes from floating-point arithmetic (tolerance 1e-6); it is rounded up after taking off 1e-4.
Effort counts branch-and-bound nodes over all rounds, and a unit for every begun 100,000 (cells x slides) of a round of
cuts on the relaxation.

The slide graph is that of `slides`; `search` and `program_cp_sat` use `runs`. No engine shares any code of model, cuts
or search with this one.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games.grid import Cell
from games.maze_paint import MazePaintLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report
from solvers.maze_paint.position import position_of
from solvers.maze_paint.slides import SlideGraph, covers, slide_graph, undominated
from solvers.maze_paint.walk import greedy_walk, one_walk

__all__ = ["ENGINE"]

NAME, LIBRARY, SOLVER = "walk-program-scip", "scip", "GSCIP"
#: Capacities are this many to 1: finer than any relaxation's tolerance.
SCALE = 1_000_000
#: A cut on the relaxation is worth adding when its left side is below this.
WORTH = 0.999

#: The slides of which every winning walk takes one at least.
Cut = tuple[int, ...]


class _Program:
    """The model as it grows."""

    def __init__(self, graph: SlideGraph, cover: dict[Cell, frozenset[int]]) -> None:
        from ortools.math_opt.python import mathopt

        self.model: Any = mathopt.Model()
        # Between two first paintings of watched cells a shortest play repeats no slide, so none is taken more often
        # than there are watched cells. Integrality comes after the relaxation is done with.
        self.x = [self.model.add_variable(lb=0, ub=len(cover)) for _ in graph.slides]
        self.ends = [self.model.add_variable(lb=0, ub=1) for _ in graph.stops]
        self.cuts: set[Cut] = set()
        inward: list[list[int]] = [[] for _ in graph.stops]
        for number, slide in enumerate(graph.slides):
            inward[slide.head].append(number)
        for stop, out in enumerate(graph.out):
            balance = self._sum(out) + self.ends[stop] - self._sum(inward[stop])
            self.model.add_linear_constraint(balance == (1 if stop == 0 else 0))
        self.add(tuple(sorted(slides)) for slides in cover.values())
        self.model.minimize(self._sum(range(len(graph.slides))))

    def _sum(self, slides: Iterable[int]) -> Any:
        from ortools.math_opt.python import mathopt

        return mathopt.fast_sum([self.x[number] for number in slides])

    def add(self, cuts: Iterable[Cut]) -> bool:
        """Add the cuts that are new; whether there was one."""
        new = [cut for cut in dict.fromkeys(cuts) if cut not in self.cuts]
        for cut in new:
            self.model.add_linear_constraint(self._sum(cut) >= 1)
        self.cuts.update(new)
        return bool(new)

    def make_integral(self) -> None:
        for variable in (*self.x, *self.ends):
            variable.integer = True


def solve(level: MazePaintLevel, query: Query, report: Report) -> Answer:
    """The exact answer, or bounds where the effort ran out. See the module."""
    position = position_of(level, query.state)
    needed = level.floor - position.painted
    graph = slide_graph(level, position.ball)
    cover = undominated(covers(graph, needed))
    if not needed:
        return _answer(0, (), True, 0)
    if not all(cover.values()):
        return _unsolvable(0)
    best = greedy_walk(graph, needed)
    report(1, best)
    program = _Program(graph, cover)
    bound, spent = _relax(graph, cover, program, query.limits.effort, lambda value: report(value, best))
    program.make_integral()
    return _branch(graph, cover, program, query.limits.effort - spent, bound, best, report)


def _relax(
    graph: SlideGraph, cover: dict[Cell, frozenset[int]], program: _Program, effort: int, report: Callable[[int], None]
) -> tuple[int, int]:
    """Add cuts until the linear relaxation violates none worth adding: the bound reached and the effort spent."""
    from ortools.math_opt.python import mathopt

    simplex: Any = mathopt.IncrementalSolver(program.model, mathopt.SolverType.GLOP)
    price = 1 + len(cover) * len(graph.slides) // 100_000
    bound, spent = 1, 0
    while spent + price <= effort:
        spent += price
        result = simplex.solve()
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            break
        bound = max(bound, _rounded_up(result.objective_value()))
        report(bound)
        flow = [max(0, round(value * SCALE)) for value in result.variable_values(program.x)]
        if not program.add(_violated(graph, cover, flow)):
            break
    return bound, spent


def _violated(graph: SlideGraph, cover: dict[Cell, frozenset[int]], flow: Sequence[int]) -> Iterator[Cut]:
    """For each cell its most violated cut, where it is worth adding.

    The least cut between the start and the cell, slides that paint the cell led to a sink, is the least left side
    over all S: S is what lies on the sink's side.
    """
    from ortools.graph.python import max_flow

    used = [number for number, amount in enumerate(flow) if amount]
    sink = len(graph.stops)
    for slides in cover.values():
        network: Any = max_flow.SimpleMaxFlow()
        for number in used:
            slide = graph.slides[number]
            network.add_arc_with_capacity(slide.tail, sink if number in slides else slide.head, flow[number])
        if network.solve(0, sink) == network.OPTIMAL and network.optimal_flow() >= WORTH * SCALE:
            continue
        for side in (set(network.get_source_side_min_cut()), set(range(sink)) - set(network.get_sink_side_min_cut())):
            yield _cut(graph, slides, side | {0})


def _cut(graph: SlideGraph, paints: frozenset[int], outside: set[int]) -> Cut:
    """The cut of the stops not in `outside`, which holds the start, and of the cell with these slides."""
    return tuple(
        number
        for number, slide in enumerate(graph.slides)
        if slide.tail in outside and (number in paints or slide.head not in outside)
    )


def _branch(
    graph: SlideGraph,
    cover: dict[Cell, frozenset[int]],
    program: _Program,
    effort: int,
    bound: int,
    best: Moves | None,
    report: Report,
) -> Answer:
    """Solve the integer program, add the cuts that its solution violates, and again, until it is one walk."""
    from ortools.math_opt.python import mathopt

    arcs = [(slide.tail, slide.head, slide.letter) for slide in graph.slides]
    nodes = 0
    while effort > nodes and (best is None or bound < len(best)):
        options = mathopt.SolveParameters(
            relative_gap_tolerance=0.0, threads=1, random_seed=1, node_limit=effort - nodes
        )
        result: Any = mathopt.solve(program.model, getattr(mathopt.SolverType, SOLVER), params=options)
        nodes += 1 + result.solve_stats.node_count
        reason = result.termination.reason
        if reason == mathopt.TerminationReason.INFEASIBLE:
            return _unsolvable(nodes)
        if math.isfinite(result.termination.objective_bounds.dual_bound):
            bound = max(bound, _rounded_up(result.termination.objective_bounds.dual_bound))
        if result.has_primal_feasible_solution():
            counts = [round(value) for value in result.variable_values(program.x)]
            reached = _reached(graph, counts)
            missed = [
                slides
                for slides in cover.values()
                if not any(counts[number] and graph.slides[number].tail in reached for number in slides)
            ]
            if not missed:
                walk = one_walk(
                    arcs, [count if arc[0] in reached else 0 for arc, count in zip(arcs, counts, strict=True)]
                )
                best = walk if best is None or len(walk) < len(best) else best
            elif reason == mathopt.TerminationReason.OPTIMAL:
                cuts = [_cut(graph, slides, reached) for slides in missed]
                cuts.extend(_violated(graph, cover, [count * SCALE for count in counts]))
                if not program.add(cuts):
                    raise RuntimeError("a violated cut is in the program already: its solution was not exact")
        report(bound, best)
        if reason != mathopt.TerminationReason.OPTIMAL:
            break
    return _answer(bound, best, best is not None and bound == len(best), nodes)


def _reached(graph: SlideGraph, counts: Sequence[int]) -> set[int]:
    """The stops that the slides in use can reach from the start."""
    reached = {0}
    queue = deque([0])
    while queue:
        for number in graph.out[queue.popleft()]:
            head = graph.slides[number].head
            if counts[number] and head not in reached:
                reached.add(head)
                queue.append(head)
    return reached


def _rounded_up(value: float) -> int:
    return math.ceil(value - 1e-4)


def _answer(bound: int, best: Moves | None, proven: bool, nodes: int) -> Answer:
    if best is not None and bound > len(best):
        raise RuntimeError(f"the bound {bound} is above a play of {len(best)} slides: the solver was not exact")
    method = MethodRun(NAME, LIBRARY, bound, proven, nodes)
    return Answer("solvable" if proven else "undecided", best, bound if proven else None, method)


def _unsolvable(nodes: int) -> Answer:
    return Answer("unsolvable", None, None, MethodRun(NAME, LIBRARY, None, True, nodes))


ENGINE: Engine[MazePaintLevel] = Engine(
    NAME,
    LIBRARY,
    1,
    ("ortools",),
    ("slides",),
    solve,
    imports=("ortools.math_opt.python.mathopt", "ortools.graph.python.max_flow"),
)
