"""The full states of a small level, for kernels that enumerate every one.

A state is the paths on the board as (colour, path) in order of colours. Their number grows exponentially with the
board; the kernels bound it.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.color_connect import ColorConnectLevel, Path
from games.grid import Cell
from solvers.color_connect.board import Board, board_of, draw_text, paths_of
from solvers.contract import StateSpace

__all__ = ["Node", "space"]

#: (colour, path) of each path that lies, in order of colours.
Node = tuple[tuple[str, Path], ...]


def space(level: ColorConnectLevel, state: Json | None) -> StateSpace[Node]:
    """The level's states from `state` on, or from the empty board."""
    board = board_of(level)
    return StateSpace(
        tuple(paths_of(state).items()),
        lambda node: _successors(board, node),
        lambda node: _won(board, node),
        lambda node: {"paths": {colour: [[*cell] for cell in path] for colour, path in node}},
        lambda node: _progress(board, node),
    )


def _successors(board: Board, node: Node) -> list[tuple[str, Node]]:
    """Every clear and every path that can be drawn, in the order of the moves' texts."""
    if _won(board, node):
        return []
    lying = dict(node)
    moves = [(f"clear {colour}", tuple(pair for pair in node if pair[0] != colour)) for colour in lying]
    for colour, ends in board.ends.items():
        closed = {cell for other, path in node if other != colour for cell in path}
        closed |= {cell for cell, owner in board.owner.items() if owner != colour}
        for end in ends:
            for path in _paths(board, [end], ends, closed):
                laid = path[::-1] if (path[-1], path[0]) == ends else path
                moves.append((draw_text(colour, path), tuple(sorted({**lying, colour: laid}.items()))))
    return sorted(moves)


def _paths(board: Board, path: list[Cell], ends: tuple[Cell, Cell], closed: set[Cell]) -> Iterator[Path]:
    """The paths that begin with `path` and have a cell more, or several."""
    for near in board.near[path[-1]]:
        if near not in closed and near not in path:
            longer = [*path, near]
            yield tuple(longer)
            if near not in ends:
                yield from _paths(board, longer, ends, closed)


def _joined(board: Board, node: Node) -> int:
    return sum((path[0], path[-1]) == board.ends[colour] for colour, path in node)


def _won(board: Board, node: Node) -> bool:
    full = not board.cover or sum(len(path) for _, path in node) == len(board.cells)
    return full and _joined(board, node) == len(board.ends)


def _progress(board: Board, node: Node) -> tuple[int, int]:
    """Complete colours over all, at most 99/100 before the win. With at most 62 colours no share lies between."""
    joined, colours = _joined(board, node), len(board.ends)
    return (99, 100) if joined == colours and not _won(board, node) else (joined, colours)
