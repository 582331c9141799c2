"""Why a level is unsolvable, where that is seen without search.

Every reason is a condition that each solution meets; a level that none of them refutes may be unsolvable all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.color_connect import ColorConnectLevel
from games.grid import Cell, cell_text
from solvers.color_connect.board import Board, board_of

__all__ = ["explain"]


def explain(level: ColorConnectLevel) -> str | None:
    """One sentence that proves the level unsolvable, or None. Linear in cells times colours.

    Under `connect`: the two endpoints of each colour must be joined past the other colours' endpoints, and no two pairs
    may alternate along the border: two curves in a disc that join alternating points of its rim meet.

    Under `cover` also: each free cell has two neighbours to come from and go to, lies where some colour comes, and the
    two shades of a checkerboard are left over as the endpoints demand. A path alternates between dark and light cells,
    so that it has one dark cell more than light ones if it begins and ends on dark, one fewer if on light, else as
    many; the paths' cells are all the open ones.
    """
    board = board_of(level)
    reasons = [*_walled_in(board), *_apart(board), *_crossing(level, board)]
    if board.cover:
        reasons += [*_dead_cells(board), *_unreached(board), *_parity(board)]
    return next(iter(reasons), None)


def _enters(board: Board, colour: str, cell: Cell) -> bool:
    return board.owner.get(cell, colour) == colour


def _walled_in(board: Board) -> Iterator[str]:
    for colour, ends in board.ends.items():
        for end in ends:
            if not any(_enters(board, colour, near) for near in board.near[end]):
                yield f"the endpoint of {colour} at {cell_text(end)} has no neighbour that its path could enter"


def _region(board: Board, colour: str) -> set[Cell]:
    """What the first endpoint of a colour is connected with past the other colours' endpoints."""
    region = {board.ends[colour][0]}
    stack = list(region)
    while stack:
        for near in board.near[stack.pop()]:
            if near not in region and _enters(board, colour, near):
                region.add(near)
                stack.append(near)
    return region


def _apart(board: Board) -> Iterator[str]:
    for colour, (first, last) in board.ends.items():
        if last not in _region(board, colour):
            yield (
                f"blocked cells and other colours' endpoints separate {cell_text(first)} from {cell_text(last)}, "
                f"the endpoints of {colour}"
            )


def _crossing(level: ColorConnectLevel, board: Board) -> Iterator[str]:
    height, width = len(level.rows), len(level.rows[0])
    border = [
        *((0, column) for column in range(width)),
        *((row, width - 1) for row in range(1, height)),
        *((height - 1, column) for column in reversed(range(width - 1)) if height > 1),
        *((row, 0) for row in reversed(range(1, height - 1)) if width > 1),
    ]
    place = {cell: number for number, cell in enumerate(border)}
    spans = {
        colour: sorted(place[end] for end in ends) for colour, ends in board.ends.items() if {*ends} <= place.keys()
    }
    for one, other in combinations(spans, 2):
        if sum(spans[one][0] < number < spans[one][1] for number in spans[other]) == 1:
            yield f"the endpoints of {one} and {other} alternate along the border, so that their paths would cross"


def _dead_cells(board: Board) -> Iterator[str]:
    for cell in board.cells:
        if cell not in board.owner and len(board.near[cell]) < 2:
            yield f"the free cell {cell_text(cell)} has fewer than two open neighbours, so no path passes through it"


def _unreached(board: Board) -> Iterator[str]:
    reached = {cell for colour in board.ends for cell in _region(board, colour)}
    for cell in board.cells:
        if cell not in reached:
            yield f"no colour can reach the free cell {cell_text(cell)}"


def _parity(board: Board) -> Iterator[str]:
    surplus = sum(_shade(cell) for cell in board.cells)
    demand = sum((_shade(first) + _shade(last)) // 2 for first, last in board.ends.values())
    if surplus != demand:
        yield (
            f"on a checkerboard (dark: row plus column is even) the open cells have {_surplus(surplus)}, "
            f"but paths between these endpoints have {_surplus(demand)}"
        )


def _shade(cell: Cell) -> int:
    """1 for a dark cell, -1 for a light one."""
    return 1 if sum(cell) % 2 == 0 else -1


def _surplus(dark: int) -> str:
    if dark == 0:
        return "as many dark as light cells"
    return f"{abs(dark)} more {'dark' if dark > 0 else 'light'} than {'light' if dark > 0 else 'dark'} cells"
