"""The CP-SAT model of Color Connect: one circuit through all paths.

Each path runs from the endpoint first in reading order to the other one; from there a closing arc leads to the next
colour's first endpoint. So a solution is one circuit of arcs between neighbouring cells; a cell that stays free has an
arc to itself, which no cell has where the board must be filled. One circuit has no detached loop. Each cell on it has
one colour, the same at both ends of every arc but the closing ones, so that a path ends at its own colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from games.color_connect import Path
from games.grid import Cell
from solvers.color_connect.board import Board, Paths

__all__ = ["Circuit", "build", "forbid", "forbid_touching", "minimise_cells", "minimise_draws", "read"]


@dataclass(frozen=True, slots=True)
class Circuit:
    """A CP-SAT model and its variables.

    Attributes:
        model: the `CpModel`.
        arcs: (from, to) -> literal.
        labels: cell and colour -> literal; at most one colour a cell, none on a free one.
        free: cell -> literal that no path comes here; empty where the board must be filled.
        cleared: colour -> literal that its present path is cleared first; see `minimise_draws`.
    """

    model: Any
    arcs: dict[tuple[Cell, Cell], Any]
    labels: dict[tuple[Cell, str], Any]
    free: dict[Cell, Any]
    cleared: dict[str, Any]


def build(board: Board, cover: bool) -> Circuit:
    """The model whose solutions are the board's solutions."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    number = {cell: index for index, cell in enumerate(board.cells)}
    firsts = {ends[0] for ends in board.ends.values()}
    lasts = {ends[1] for ends in board.ends.values()}
    labels = {(cell, colour): model.new_bool_var("") for cell in board.cells for colour in board.ends}
    free = {} if cover else {cell: model.new_bool_var("") for cell in board.cells if cell not in board.owner}
    arcs = {}
    for cell in board.cells:
        for near in board.near[cell]:
            foreign = cell in board.owner and near in board.owner and board.owner[cell] != board.owner[near]
            if cell not in lasts and near not in firsts and not foreign:
                arcs[cell, near] = model.new_bool_var("")
    circuit = [(number[cell], number[near], literal) for (cell, near), literal in arcs.items()]
    circuit += [(number[cell], number[cell], literal) for cell, literal in free.items()]
    colours = tuple(board.ends)
    for colour, following in zip(colours, (*colours[1:], colours[0]), strict=True):
        circuit.append((number[board.ends[colour][1]], number[board.ends[following][0]], model.new_constant(1)))
    model.add_circuit(circuit)
    if {end for arc in circuit for end in arc[:2]} != set(number.values()):
        # A cell without any arc is no node for CP-SAT, so that the circuit would leave it out unasked.
        model.add_bool_or(model.new_constant(0))
    for cell in board.cells:
        model.add_exactly_one(*(labels[cell, colour] for colour in colours), *([free[cell]] if cell in free else []))
        if cell in board.owner:
            model.add_bool_and(labels[cell, board.owner[cell]])
    for (cell, near), literal in arcs.items():
        for colour in colours:
            model.add_implication(labels[cell, colour], labels[near, colour]).only_enforce_if(literal)
            model.add_implication(labels[near, colour], labels[cell, colour]).only_enforce_if(literal)
    return Circuit(model, arcs, labels, free, {})


def read(board: Board, circuit: Circuit, solver: Any) -> Paths:
    """The paths of a solution, each from the endpoint first in reading order."""
    following = {cell: near for (cell, near), literal in circuit.arcs.items() if solver.boolean_value(literal)}
    return {colour: _walk(following, *ends) for colour, ends in board.ends.items()}


def _walk(following: dict[Cell, Cell], cell: Cell, last: Cell) -> Path:
    path = [cell]
    while path[-1] != last:
        path.append(following[path[-1]])
    return tuple(path)


def forbid(circuit: Circuit, paths: Paths) -> None:
    """Not all of these paths together: some step of one is missing."""
    circuit.model.add_bool_or(~circuit.arcs[step] for path in paths.values() for step in pairwise(path))


def forbid_touching(board: Board, circuit: Circuit) -> None:
    """Neighbours of one colour follow each other on its path."""
    for one, other in board.edges:
        steps = [circuit.arcs[step] for step in ((one, other), (other, one)) if step in circuit.arcs]
        for colour in board.ends:
            circuit.model.add_bool_or(*steps, ~circuit.labels[one, colour], ~circuit.labels[other, colour])


def _keep(board: Board, circuit: Circuit, start: Paths) -> dict[str, Any]:
    """Colour with a complete path -> whether it is the final one too."""
    keep = {}
    for colour, path in start.items():
        if (path[0], path[-1]) == board.ends[colour]:
            keep[colour] = circuit.model.new_bool_var("")
            circuit.model.add_bool_and(circuit.arcs[step] for step in pairwise(path)).only_enforce_if(keep[colour])
    return keep


def minimise_draws(board: Board, circuit: Circuit, start: Paths) -> Circuit:
    """The objective: fewest draws and clears from `start`.

    A final path that crosses a lying one is drawn after that one is redrawn, at a later `time`, or else it is cleared.
    A path that does not change has nothing in its way, and what is drawn twice might as well be cleared first.
    """
    model = circuit.model
    keep = _keep(board, circuit, start)
    cleared = {colour: model.new_bool_var("") for colour in start}
    times = {colour: model.new_int_var(0, len(start), "") for colour in start}
    for lying, path in start.items():
        for colour in start:
            if colour != lying:
                crosses = model.new_bool_var("")
                for cell in path:
                    model.add_implication(circuit.labels[cell, colour], crosses)
                model.add(times[lying] < times[colour]).only_enforce_if(crosses, ~cleared[lying])
    model.minimize(len(board.ends) - sum(keep.values()) + sum(cleared.values()))
    return Circuit(model, circuit.arcs, circuit.labels, circuit.free, cleared)


def minimise_cells(board: Board, circuit: Circuit, start: Paths) -> None:
    """The objective: fewest cells to draw from `start`; clears cost none."""
    kept = sum(len(start[colour]) * literal for colour, literal in _keep(board, circuit, start).items())
    circuit.model.minimize(len(board.cells) - sum(circuit.free.values()) - kept)
