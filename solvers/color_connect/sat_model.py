"""The SAT encoding of Color Connect: one variable an edge, one a cell and colour.

An endpoint has exactly one edge, a free cell two (none or two where the board need not be filled), and an edge joins
cells of one colour. Endpoints know their colour, so that every path that starts at an endpoint ends at its partner.
What is left are loops without an endpoint: they may be dropped where cells may stay free; where the board must be
filled, `loop_cuts` forbids those that were found and the question is asked again. There are finitely many, so that this
ends, and every clause added holds in every solution, so that it is exact.

A colour's variables are bound to a cell only by the edges there, and in a filled board by "some colour": along a path
the endpoint's "no other colour" carries over, hence pairwise exclusion would add nothing (measured: it is slower).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import combinations

from games.color_connect import Path
from games.grid import Cell
from solvers.color_connect.board import Board, Paths

__all__ = ["Clause", "Encoding", "decode", "encode", "loop_cuts", "touch_clauses"]

Clause = list[int]


@dataclass(frozen=True, slots=True)
class Encoding:
    """Clauses, and what their variables mean.

    Attributes:
        edges: pair of neighbours, in reading order -> variable.
        colours: cell and colour -> variable.
        clauses: the formula.
        top: the highest variable.
    """

    edges: dict[tuple[Cell, Cell], int]
    colours: dict[tuple[Cell, str], int]
    clauses: list[Clause]
    top: int

    def edge(self, one: Cell, other: Cell) -> int:
        """The variable of the edge between two neighbours."""
        return self.edges[min(one, other), max(one, other)]


def encode(board: Board, cover: bool) -> Encoding:
    """The formula whose models are the board's solutions, loops apart."""
    usable = [pair for pair in board.edges if _may_join(board, *pair)]
    edges = {pair: number for number, pair in enumerate(usable, 1)}
    names = [(cell, colour) for cell in board.cells for colour in board.ends]
    colours = {name: number for number, name in enumerate(names, len(edges) + 1)}
    encoding = Encoding(edges, colours, [], len(edges) + len(colours))
    encoding.clauses.extend(_degrees(board, encoding, cover))
    encoding.clauses.extend(_labels(board, encoding, cover))
    encoding.clauses.extend(_no_squares(encoding))
    return encoding


def _may_join(board: Board, one: Cell, other: Cell) -> bool:
    return one not in board.owner or other not in board.owner or board.owner[one] == board.owner[other]


def _degrees(board: Board, encoding: Encoding, cover: bool) -> Iterator[Clause]:
    at: dict[Cell, list[int]] = {cell: [] for cell in board.cells}
    for (one, other), edge in encoding.edges.items():
        at[one].append(edge)
        at[other].append(edge)
    for cell, around in at.items():
        degree = 1 if cell in board.owner else 2
        yield from ([-edge for edge in some] for some in combinations(around, degree + 1))
        if cover or degree == 1:
            # Among any len - degree + 1 edges there is one that is used. With too few edges this is the empty clause.
            yield from (list(some) for some in combinations(around, max(len(around) - degree + 1, 0)))
        else:
            yield from ([-edge, *(other for other in around if other != edge)] for edge in around)


def _labels(board: Board, encoding: Encoding, cover: bool) -> Iterator[Clause]:
    for colour, ends in board.ends.items():
        reached = _reached(board, colour)
        for cell in board.cells:
            variable = encoding.colours[cell, colour]
            if cell in ends:
                yield [variable]
            elif cell not in reached:
                yield [-variable]
        for (one, other), edge in encoding.edges.items():
            here, there = encoding.colours[one, colour], encoding.colours[other, colour]
            yield [-edge, -here, there]
            yield [-edge, here, -there]
    if cover:
        yield from ([encoding.colours[cell, colour] for colour in board.ends] for cell in board.cells)


def _reached(board: Board, colour: str) -> set[Cell]:
    """The cells that a path of the colour could come to from its first endpoint."""
    reached = {board.ends[colour][0]}
    stack = [board.ends[colour][0]]
    while stack:
        for cell in board.near[stack.pop()]:
            if cell not in reached and board.owner.get(cell, colour) == colour:
                reached.add(cell)
                stack.append(cell)
    return reached


def _no_squares(encoding: Encoding) -> Iterator[Clause]:
    """The smallest loops, round four cells, are forbidden beforehand."""
    edges = encoding.edges
    for one, other in edges:
        if one[0] == other[0]:
            low, low_other = (one[0] + 1, one[1]), (other[0] + 1, other[1])
            square = ((one, other), (one, low), (other, low_other), (low, low_other))
            if all(pair in edges for pair in square):
                yield [-edges[pair] for pair in square]


def decode(board: Board, encoding: Encoding, model: Set[int]) -> tuple[Paths, list[Path]]:
    """The paths of a model (its true variables), each from the endpoint first in reading order, and its loops."""
    joined: dict[Cell, list[Cell]] = {cell: [] for cell in board.cells}
    for (one, other), edge in encoding.edges.items():
        if edge in model:
            joined[one].append(other)
            joined[other].append(one)
    seen: set[Cell] = set()

    def follow(start: Cell) -> Path:
        path = [start]
        seen.add(start)
        while onward := [cell for cell in joined[path[-1]] if cell not in seen]:
            path.append(onward[0])
            seen.add(onward[0])
        return tuple(path)

    paths = {colour: follow(ends[0]) for colour, ends in board.ends.items()}
    return paths, [follow(cell) for cell in board.cells if joined[cell] and cell not in seen]


def loop_cuts(board: Board, encoding: Encoding, loop: Path) -> Clause:
    """A clause that holds in every filled board and forbids the loop.

    A set of cells without an endpoint is filled by paths that come from outside, so that some edge leaves it. The set
    is the loop with all that it encloses, or the loop alone where it encloses an endpoint.
    """
    inside = _enclosed(board, loop)
    if any(cell in board.owner for cell in inside):
        inside = set(loop)
    return [edge for (one, other), edge in encoding.edges.items() if (one in inside) != (other in inside)]


def _enclosed(board: Board, loop: Path) -> set[Cell]:
    """The open cells on and within a loop. By the crossing rule: going right, each vertical edge changes the side."""
    falls = {min(one, other) for one, other in zip(loop, (*loop[1:], loop[0]), strict=True) if one[1] == other[1]}
    on_loop = set(loop)
    inside = set(loop)
    for row, column in board.cells:
        crossings = sum((row, left) in falls for left in range(column))
        if (row, column) not in on_loop and crossings % 2:
            inside.add((row, column))
    return inside


def touch_clauses(board: Board, encoding: Encoding, unless: Mapping[str, Clause]) -> Iterator[Clause]:
    """Neighbours of one colour are joined, so that no path touches itself, unless a literal given for it holds."""
    for pair in board.edges:
        joined = [encoding.edges[pair]] if pair in encoding.edges else []
        for colour, literals in unless.items():
            yield [*literals, *joined, -encoding.colours[pair[0], colour], -encoding.colours[pair[1], colour]]
