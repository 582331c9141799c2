"""What a solution costs, as literals to be counted.

*Draws.* A colour is drawn unless its path lies there already. A path that is to change lies in the way of every
colour whose final path crosses it, until it is redrawn itself or cleared; clearing costs a move. So a play of final
paths F is an order of the colours and a set of cleared ones, such that each colour not cleared comes before those whose
final paths cross its present one. Fewest moves = fewest changed colours and clears together, over all F: every colour
that changes needs its draw, drawing something else first is never better than clearing, and a path that stays is in
nobody's way.

*Cells.* A path of colour c has at least dist(c) cells, and each step of it goes one nearer to its second endpoint or
one farther away (the grid is bipartite), hence it has dist(c) + 2 * (steps away) cells. Counting the steps away instead
of the cells starts the search at the sum of the distances; most optima are only a few steps above.

Where cells may stay free, only paths that touch themselves nowhere are looked at, but for those that lie already: the
short cut between two neighbours on a path is a path too, has fewer cells, and gets in fewer ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations

from games.grid import Cell
from solvers.color_connect.board import Board, Paths
from solvers.color_connect.sat_model import Clause, Encoding, touch_clauses

__all__ = ["Cost", "cells_cost", "draws_cost", "shortest_lengths"]


@dataclass(frozen=True, slots=True)
class Cost:
    """base + the sum of weight * literal, made exact by the clauses (no solution costs less than counted).

    Attributes:
        base: what every solution costs.
        terms: (weight, literal).
        clauses: what ties the literals to the solution.
        top: the highest variable.
        cleared: colour -> literal that says it is cleared first.
        least: (literal, how much): where the literal holds, the terms sum to at least so much. Prunes only.
    """

    base: int
    terms: tuple[tuple[int, int], ...]
    clauses: tuple[Clause, ...]
    top: int
    cleared: dict[str, int]
    least: tuple[tuple[int, int], ...]


def _complete(board: Board, start: Paths) -> Paths:
    return {colour: path for colour, path in start.items() if {path[0], path[-1]} == {*board.ends[colour]}}


def _keeps(board: Board, encoding: Encoding, start: Paths) -> tuple[dict[str, int], list[Clause]]:
    """Colour with a complete path -> a new literal under which the final path is the present one."""
    keeps = {colour: encoding.top + number for number, colour in enumerate(_complete(board, start), 1)}
    clauses = [[-keeps[colour], encoding.edge(*pair)] for colour in keeps for pair in pairwise(start[colour])]
    return keeps, clauses


def _no_touch(board: Board, encoding: Encoding, keeps: dict[str, int]) -> Iterator[Clause]:
    unless = {colour: [keeps[colour]] if colour in keeps else [] for colour in board.ends}
    return touch_clauses(board, encoding, unless)


def draws_cost(board: Board, encoding: Encoding, start: Paths) -> Cost:
    """The number of moves from `start`."""
    keeps, clauses = _keeps(board, encoding, start)
    if not board.cover:
        clauses.extend(_no_touch(board, encoding, keeps))
    top = encoding.top + len(keeps)
    cleared = {colour: top + number for number, colour in enumerate(start, 1)}
    top += len(cleared)
    before = {pair: top + number for number, pair in enumerate(combinations(start, 2), 1)}
    top += len(before)

    def comes_before(one: str, other: str) -> int:
        return before[one, other] if (one, other) in before else -before[other, one]

    for one, other, third in permutations(start, 3):
        clauses.append([-comes_before(one, other), -comes_before(other, third), comes_before(one, third)])
    for lying, path in start.items():
        for colour in start:
            if colour != lying:
                order = comes_before(lying, colour)
                clauses.extend([-encoding.colours[cell, colour], cleared[lying], order] for cell in path)
    terms = (*((1, -keep) for keep in keeps.values()), *((1, literal) for literal in cleared.values()))
    return Cost(len(board.ends) - len(keeps), terms, tuple(clauses), top, cleared, ())


def cells_cost(board: Board, encoding: Encoding, start: Paths) -> Cost:
    """The number of cells to draw from `start`. The colours must have paths by themselves: see `shortest_lengths`."""
    keeps, clauses = _keeps(board, encoding, start)
    top = encoding.top + len(keeps)
    if board.cover:
        base = len(board.cells) - sum(len(start[colour]) for colour in keeps)
        drawn = tuple((len(start[colour]), -keep) for colour, keep in keeps.items())
        return Cost(base, drawn, tuple(clauses), top, {}, ())
    towards = {pair: top + number for number, pair in enumerate(encoding.edges, 1)}
    top += len(towards)
    away = {cell: top + number for number, cell in enumerate(board.cells, 1)}
    top += len(away)
    clauses.extend(_directions(board, encoding, towards))
    clauses.extend(_no_touch(board, encoding, keeps))
    base, terms, least = 0, [(2, literal) for literal in away.values()], []
    for colour, (first, second) in board.ends.items():
        near, far = _distances(board, colour, first), _distances(board, colour, second)
        length = far[first] + 1
        kept = [keeps[colour]] if colour in keeps else []
        if kept:
            terms.append((length, -keeps[colour]))
        else:
            base += length
            for cell in far:
                detour = near[cell] + far[cell] + 1 - length
                if detour:
                    least.append((encoding.colours[cell, colour], detour))
        for (one, other), edge in encoding.edges.items():
            if one in far and other in far:
                if far[other] > far[one]:
                    leaves, literal = one, -towards[one, other]
                else:
                    leaves, literal = other, towards[one, other]
                clauses.append([-edge, literal, -encoding.colours[leaves, colour], away[leaves], *kept])
    return Cost(base, tuple(terms), tuple(clauses), top, {}, tuple(least))


def shortest_lengths(board: Board) -> dict[str, int | None]:
    """Colour -> the cells of its shortest path past the other colours' endpoints, None where it has none."""
    lengths: dict[str, int | None] = {}
    for colour, (first, second) in board.ends.items():
        distance = _distances(board, colour, second).get(first)
        lengths[colour] = None if distance is None else distance + 1
    return lengths


def _directions(board: Board, encoding: Encoding, towards: dict[tuple[Cell, Cell], int]) -> Iterator[Clause]:
    """Each used edge points from its path's first endpoint to the second: `towards` says whether in reading order."""
    leaving: dict[Cell, list[tuple[int, int]]] = {cell: [] for cell in board.cells}
    for (one, other), edge in encoding.edges.items():
        leaving[one].append((edge, towards[one, other]))
        leaving[other].append((edge, -towards[one, other]))
    for cell, around in leaving.items():
        if cell in board.owner:
            sign = 1 if board.ends[board.owner[cell]][0] == cell else -1
            yield from ([-edge, sign * leaves] for edge, leaves in around)
        else:
            for one_edge, other_edge in combinations(around, 2):
                yield [-one_edge[0], -other_edge[0], one_edge[1], other_edge[1]]
                yield [-one_edge[0], -other_edge[0], -one_edge[1], -other_edge[1]]


def _distances(board: Board, colour: str, start: Cell) -> dict[Cell, int]:
    """The steps from `start` to every cell that the colour can come to, past the other colours' endpoints."""
    distances = {start: 0}
    queue = [start]
    for cell in queue:
        for near in board.near[cell]:
            if near not in distances and board.owner.get(near, colour) == colour:
                distances[near] = distances[cell] + 1
                queue.append(near)
    return distances
