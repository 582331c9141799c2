"""The fewest transfers by breadth-first search, and whether there is a dead end, from any board.

Bolts are interchangeable for the search: a permutation of bolts maps plays to plays, so boards with the same bolts in
another order need equally many moves. The search is a `sweep`; where a bolt does not fit a machine word, the slower
generic walk over the same states. The solution is then played on the board as it stands: at each step the first move in
move order that loses no time, which makes it the first of the shortest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from games.canonical import Json
from games.nut_and_bolt import NutAndBoltLevel
from solvers.contract import Answer, Engine, Limits, MethodRun, Moves, Query, Report, Status
from solvers.nut_and_bolt.packing import Packing, packing_of
from solvers.nut_and_bolt.position import bolts_of
from solvers.nut_and_bolt.space import Sorted, move_order, space_from
from solvers.nut_and_bolt.sweep import Sweep, distances_to_win, fits, sweep
from solvers.state_graph import distances, explore

__all__ = ["ENGINE", "dead_end_free"]

NAME = "layer-sweep"
UNFINISHED = "more states than the limit"


def solve(level: NutAndBoltLevel, query: Query, report: Report) -> Answer:
    """The first of the shortest plays, or proof that there is none, or the depth that the limit let it reach."""
    bolts = bolts_of(level, query.state)
    packing = packing_of(bolts, level.capacity)
    status, bound, states, ahead = (_swept if fits(packing) else _walked)(packing, bolts, query.limits)
    report(bound, None)
    moves = None
    if status == "solvable" and bound is not None:
        moves = _first_shortest(packing, bolts, bound, ahead)
    method = MethodRun(NAME, "search", bound, status != "undecided", states)
    answer = Answer(status, moves, bound if moves is not None else None, method, canonical=moves is not None)
    return answer if not query.properties else _with_property(answer, level, query)


def _with_property(answer: Answer, level: NutAndBoltLevel, query: Query) -> Answer:
    free = dead_end_free(level, query.state, query.limits.states)
    reasons = {} if free is not None else {"dead_end_free": UNFINISHED}
    return replace(answer, properties={"dead_end_free": free}, reasons=reasons)


#: Status, proven bound on the moves, states held, and whether a state at so many moves from the start is on a shortest
#: play.
Found = tuple[Status, "int | None", int, Callable[[int, Sorted], bool]]


def _swept(packing: Packing, bolts: tuple[str, ...], limits: Limits) -> Found:
    found = sweep(packing, tuple(map(packing.pack, bolts)), limits.states, to_end=False)
    goal = found.won[found.layers[-2] :].any()
    if not goal:
        undecided = not found.complete
        status: Status = "undecided" if undecided else "unsolvable"
        return status, found.depth + 1 if undecided else None, len(found.rows), lambda depth, state: False
    marked = _on_shortest(found)
    return "solvable", found.depth, len(found.rows), lambda depth, state: state in marked[depth]


def _on_shortest(found: Sweep) -> list[set[Sorted]]:
    """Per layer the states on shortest plays to a win of the last one, marked from there back."""
    wins = np.zeros(len(found.rows), bool)
    wins[found.layers[-2] :] = found.won[found.layers[-2] :]
    for origin, target in reversed(found.edges):
        wins[origin[wins[target]]] = True
    return [
        {tuple(row) for row in found.rows[begin:end][wins[begin:end]].tolist()}
        for begin, end in zip(found.layers, found.layers[1:], strict=False)
    ]


def _walked(packing: Packing, bolts: tuple[str, ...], limits: Limits) -> Found:
    graph = explore(space_from(bolts, packing.capacity), limits.states)
    known = distances(graph)
    optimum = known.exact(0)
    if optimum is None:
        undecided = known.verdict(0) != "dead"
        bound = (
            min(move + 1 for move in (known.to_frontier[0], known.to_win[0] - 1) if move >= 0) if undecided else None
        )
        return "undecided" if undecided else "unsolvable", bound, len(graph), lambda depth, state: False

    def ahead(depth: int, state: Sorted) -> bool:
        number = graph.index.get(state)
        return number is not None and known.to_win[number] == optimum - depth

    return "solvable", optimum, len(graph), ahead


def _first_shortest(
    packing: Packing, bolts: tuple[str, ...], optimum: int, ahead: Callable[[int, Sorted], bool]
) -> Moves:
    """The play on the board itself that takes, at each step, the first move that stays on a shortest play."""
    board = [packing.pack(bolt) for bolt in bolts]
    order = move_order(len(bolts))
    moves: list[str] = []
    for depth in range(1, optimum + 1):
        for (source, _), *targets in order:
            step = _step(packing, board, source, targets, partial(ahead, depth))
            if step is not None:
                moves.append(step[0])
                board = step[1]
                break
        else:
            raise RuntimeError("no move stays on the shortest plays that were found")
    return tuple(moves)


def _step(
    packing: Packing, board: list[int], source: int, targets: list[tuple[int, str]], wanted: Callable[[Sorted], bool]
) -> tuple[str, list[int]] | None:
    """The first move from one bolt that comes to a wanted state, and the board after it."""
    for target, text in targets:
        poured = packing.pour(board[source], board[target])
        if poured is None:
            continue
        after = list(board)
        after[source], after[target] = poured
        if wanted(tuple(sorted(after))):
            return text, after
    return None


def dead_end_free(level: NutAndBoltLevel, state: Json | None, states: int) -> bool | None:
    """Whether a win is left in every state that can be reached; None where they are more than `states`."""
    bolts = bolts_of(level, state)
    packing = packing_of(bolts, level.capacity)
    if not fits(packing):
        graph = explore(space_from(bolts, level.capacity), states)
        return min(distances(graph).to_win) >= 0 if graph.complete else None
    found = sweep(packing, tuple(map(packing.pack, bolts)), states, to_end=True)
    return bool((distances_to_win(found) >= 0).all()) if found.complete else None


ENGINE: Engine[NutAndBoltLevel] = Engine(NAME, "search", 1, ("numpy",), ("transfers",), solve, imports=("numpy",))
