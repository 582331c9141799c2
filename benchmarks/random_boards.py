"""Random boards of a given size, the same from the same seed on every machine."""

from __future__ import annotations

import random
import string

from games.color_connect import GAME as COLOR
from games.color_connect import ColorConnectLevel
from games.grid import Cell, neighbours
from games.maze_paint import GAME as MAZE
from games.maze_paint import MazePaintLevel

__all__ = ["connect_board", "maze"]

NAMES = string.ascii_uppercase + string.ascii_lowercase + string.digits


def maze(size: int, seed: int) -> MazePaintLevel | None:
    """Noise with one cell in four a wall, then every cell that no slide can paint turned to wall until nothing changes.

    None where next to nothing is left of the board.
    """
    source = random.Random(f"maze {size} {seed}")
    grid = [["#" if source.random() < 0.25 else "." for _ in range(size)] for _ in range(size)]
    grid[0][0] = "@"
    while True:
        level = MazePaintLevel(tuple("".join(row) for row in grid))
        seen = _paintable(level)
        lost = level.floor - seen
        if not lost:
            return level if len(seen) > size * size // 4 else None
        for row, column in lost:
            grid[row][column] = "#"


def _paintable(level: MazePaintLevel) -> set[Cell]:
    """Every cell that some play paints, by the rules."""
    start = MAZE.initial(level)
    seen, stops, waiting = {start.ball}, {start.ball}, [start]
    while waiting:
        state = waiting.pop()
        for move in MAZE.moves(level, state):
            after = MAZE.apply(level, state, move)
            seen |= after.painted
            if after.ball not in stops:
                stops.add(after.ball)
                waiting.append(after)
    return seen


def connect_board(size: int, seed: int) -> ColorConnectLevel:
    """A square board that can be filled, with as many colours as rows: a random path through all cells, cut in pieces.

    The path is a serpentine changed by backbiting: an end bites a neighbour, and the loop is opened again (Mansfield
    1982). Every piece has at least three cells.
    """
    source = random.Random(f"connect {size} {seed}")
    path = [(row, column if row % 2 == 0 else size - 1 - column) for row in range(size) for column in range(size)]
    for _ in range(10 * size * size):
        if source.random() < 0.5:
            path.reverse()
        place = {cell: index for index, cell in enumerate(path)}
        bitten = place[source.choice(sorted(neighbours(path[-1], size, size)))]
        path[bitten + 1 :] = reversed(path[bitten + 1 :])
    pieces = size
    spare = size * size - 3 * pieces
    marks = sorted(source.randint(0, spare) for _ in range(pieces - 1))
    cuts = [0, *(mark + 3 * (index + 1) for index, mark in enumerate(marks)), size * size]
    rows = [["."] * size for _ in range(size)]
    for index in range(pieces):
        for row, column in (path[cuts[index]], path[cuts[index + 1] - 1]):
            rows[row][column] = NAMES[index]
    return COLOR.parse({"rows": ["".join(row) for row in rows]}, {"rule": "cover"})
