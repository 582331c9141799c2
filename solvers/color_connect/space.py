"""The full states of a small level, for kernels that enumerate every one.

A state is the paths on the board as (colour, path) in order of colours. Their number grows exponentially with the
board; the kernels bound it.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.color_connect import ColorConnectLevel, Path
from games.grid import Cell, cell_text
from solvers.color_connect.board import Board, board_of, draw_text, paths_of
from solvers.contract import StateSpace

__all__ = ["Node", "space"]

#: (colour, path) of each path that lies, in order of colours.
Node = tuple[tuple[str, Path], ...]


#: Open cells above which it is not worth a start: 4 x 4 with two colours has 12,677 states and 4 million moves.
MAX_OPEN_CELLS = 12


def space(level: ColorConnectLevel, state: Json | None) -> StateSpace[Node] | None:
    """The level's states from `state` on, or from the empty board; None on a board that is not very small."""
    if len(level.open_cells) > MAX_OPEN_CELLS:
        return None
    board = board_of(level)
    return StateSpace(
        tuple(paths_of(state).items()),
        lambda node: _successors(board, node),
        lambda node: _won(board, node),
        lambda node: {"paths": {colour: [[*cell] for cell in path] for colour, path in node}},
        lambda node: _progress(board, node),
    )


def _successors(board: Board, node: Node) -> Iterator[tuple[str, Node]]:
    """Every clear and every path that can be drawn, lazily, in the order of the moves' texts.

    Depth first with cells in the order of their texts is that order: a path comes before those that go on from it, and
    the blank and the comma are less than any digit, so that whole texts compare as their first differing cells do.
    """
    if _won(board, node):
        return
    lying = dict(node)
    for colour in lying:
        yield f"clear {colour}", tuple(pair for pair in node if pair[0] != colour)
    for colour, ends in board.ends.items():
        closed = {cell for other, path in node if other != colour for cell in path}
        closed |= {cell for cell, owner in board.owner.items() if owner != colour}
        for end in sorted(ends, key=cell_text):
            for path in _paths(board, end, ends, closed):
                laid = path[::-1] if (path[-1], path[0]) == ends else path
                yield draw_text(colour, path), tuple(sorted({**lying, colour: laid}.items()))


def _paths(board: Board, start: Cell, ends: tuple[Cell, Cell], closed: set[Cell]) -> Iterator[Path]:
    """The paths from `start`, each before those that go on from it."""
    stack: list[Path] = [(start,)]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path
            if path[-1] in ends:
                continue
        onward = sorted(board.near[path[-1]], key=cell_text, reverse=True)
        stack.extend((*path, cell) for cell in onward if cell not in closed and cell not in path)


def _joined(board: Board, node: Node) -> int:
    return sum((path[0], path[-1]) == board.ends[colour] for colour, path in node)


def _won(board: Board, node: Node) -> bool:
    full = not board.cover or sum(len(path) for _, path in node) == len(board.cells)
    return full and _joined(board, node) == len(board.ends)


def _progress(board: Board, node: Node) -> tuple[int, int]:
    """Complete colours over all, at most 99/100 before the win. With at most 62 colours no share lies between."""
    joined, colours = _joined(board, node), len(board.ends)
    return (99, 100) if joined == colours and not _won(board, node) else (joined, colours)
