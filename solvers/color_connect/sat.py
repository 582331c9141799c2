"""Engine `edge-sat`: every question as SAT over edges and colours, by CaDiCaL."""

from __future__ import annotations

import time
from functools import partial

from games.color_connect import ColorConnectLevel
from games.grid import Cell
from solvers.color_connect.board import Board, Paths, board_of, paths_of, play
from solvers.color_connect.explain import explain
from solvers.color_connect.sat_cost import cells_cost, draws_cost, shortest_lengths
from solvers.color_connect.sat_model import encode
from solvers.color_connect.sat_search import Cheapest, Covers, cheapest, covers
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report

__all__ = ["ENGINE", "solve"]

NAME = "edge-sat"
#: Conflicts that the try of a covering solution may cost where none is asked for. It often comes at once.
TRY = 2_000
OUT = "the conflict limit ran out"
UNSOLVABLE = "the level is unsolvable"


def solve(level: ColorConnectLevel, query: Query, report: Report) -> Answer:
    """Answers a query. `limits.effort` counts thousands of conflicts, once for the optimum, once for the properties.

    Exact: see `sat_model` for what a solution is, `sat_cost` for what its play costs, `sat_search` for the search
    upward from a lower bound. The question is NP-complete; the formula has about two clauses an edge and colour.
    """
    began = time.perf_counter()
    board, start = board_of(level), paths_of(query.state)
    best, facts = _answers(board, start, query, report)
    solvable, unsolvable = best.cost is not None and best.cost == best.bound, best.moves is False
    properties, reasons = _properties(best, facts) if query.properties else ({}, {})
    second = play(board, {}, facts.second, ()) if facts and facts.second and not start else None
    run = MethodRun(
        NAME, "sat", None if unsolvable else best.bound, solvable or unsolvable, seconds=time.perf_counter() - began
    )
    return Answer(
        "solvable" if solvable else "unsolvable" if unsolvable else "undecided",
        None if best.moves is False else best.moves,
        best.cost if solvable else None,
        run,
        properties=properties,
        reasons=reasons,
        second_solution=second,
        explanation=explain(level) if unsolvable else None,
    )


def _answers(board: Board, start: Paths, query: Query, report: Report) -> tuple[Cheapest, Covers | None]:
    """The optimum, and the covering solutions as far as they were asked for or came along."""
    conflicts = query.limits.effort * 1000
    least = _least(board, start, query.metric)
    shut_in = None in shortest_lengths(board).values()

    def found(paths: Paths) -> None:
        if not start:
            report(least, play(board, {}, paths, ()))

    if shut_in:
        return Cheapest(False, None, least), None
    facts = None
    if query.properties or (board.cover and not start):
        facts = covers(board, conflicts, found, query.properties)
    if board.cover and not start and facts:
        return _constant(board, facts, query.metric, least), facts
    if query.metric == "draws" and not start:
        known = facts or covers(board, min(TRY, conflicts), found, False)
        if known.first:
            return Cheapest(play(board, {}, straightened(board, known.first), ()), least, least), facts
    return _search(board, start, query.metric, conflicts, report), facts


def _least(board: Board, start: Paths, metric: str) -> int:
    """What every play costs at least, seen without search."""
    if start:
        return 0
    if metric == "draws":
        return len(board.ends)
    return len(board.cells) if board.cover else sum(length or 0 for length in shortest_lengths(board).values())


def _constant(board: Board, facts: Covers, metric: str, least: int) -> Cheapest:
    """Every way to fill an empty board costs the same in either metric."""
    if facts.first:
        return Cheapest(play(board, {}, facts.first, ()), least, least)
    return Cheapest(None if facts.first is None else False, None, least)


def _search(board: Board, start: Paths, metric: str, conflicts: int, report: Report) -> Cheapest:
    encoding = encode(board, board.cover)
    if metric == "draws":
        cost = draws_cost(board, encoding, start)
    else:
        cost = cells_cost(board, encoding, start)
    planned = partial(_plan, board, start, metric)
    return cheapest(board, encoding, cost, planned, (board.cover, conflicts), report=report)


def _plan(board: Board, start: Paths, metric: str, final: Paths, cleared: frozenset[str]) -> tuple[Moves, int]:
    """The play of a model and what it costs. Where clears cost nothing, all that lies in the way is cleared."""
    if metric == "draws" and not start:
        final = straightened(board, final)
    changed = {colour for colour in start if final[colour] != start[colour]}
    if metric == "cells":
        cleared = frozenset(colour for colour in changed if _in_the_way(colour, start, final))
    moves = play(board, start, final, cleared & changed)
    cost = len(moves) if metric == "draws" else sum(move.count(",") for move in moves)
    return moves, cost


def _in_the_way(colour: str, start: Paths, final: Paths) -> bool:
    return any(not set(start[colour]).isdisjoint(path) for other, path in final.items() if other != colour)


def straightened(board: Board, paths: Paths) -> Paths:
    """The same solution with each path, in turn, the shortest between the others. For the eye; nothing is proven."""
    if board.cover:
        return paths
    tidy = dict(paths)
    for colour, (first, second) in board.ends.items():
        closed = {cell for other, path in tidy.items() if other != colour for cell in path}
        came: dict[Cell, Cell] = {first: first}
        queue = [first]
        for cell in queue:
            for near in board.near[cell]:
                if near not in came and near not in closed:
                    came[near] = cell
                    queue.append(near)
        path = [second]
        while path[-1] != first:
            path.append(came[path[-1]])
        tidy[colour] = tuple(reversed(path))
    return tidy


def _properties(best: Cheapest, facts: Covers | None) -> tuple[dict[str, bool | None], dict[str, str]]:
    if best.moves is False:
        properties: dict[str, bool | None] = {"dead_end_free": False, "unique_cover": None, "tight": None}
        return properties, {"tight": UNSOLVABLE, "unique_cover": UNSOLVABLE}
    properties = {
        "dead_end_free": True if best.moves is not None or (facts and facts.first) else None,
        "unique_cover": facts.unique if facts else None,
        "tight": facts.tight if facts else None,
    }
    return properties, {name: OUT for name, value in sorted(properties.items()) if value is None}


ENGINE: Engine[ColorConnectLevel] = Engine(
    NAME, "sat", 1, ("python-sat",), ("draws", "cells"), solve, imports=("pysat.solvers", "pysat.card")
)
