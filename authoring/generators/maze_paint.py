"""Maze Paint boards: rooms and corridors on an uneven lattice, then carved and filled until the target holds.

A board begins as a lattice of corridors with uneven gaps, some of them left out, some blocks opened to rooms. A change
carves or fills a short strip or a small room, or moves the start; afterwards floor that no slide paints is filled, so
no part of a board is idle. What makes a board look drawn rather than thrown is counted by `maze_shape`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from authoring.generators.contract import Generator, Wanted
from authoring.generators.maze_shape import Grid, flaws_of, shape_of
from games.grid import DIRECTIONS, Cell, with_cells
from games.maze_paint import FLOOR, GAME, START, WALL
from validators.outcome import Outcome

__all__ = ["GENERATORS"]

#: Rows and columns where the target leaves them open: from the least optimum wanted on, the sizes to draw from.
SIZES: tuple[tuple[int, tuple[Cell, ...]], ...] = (
    (0, ((7, 7), (8, 7), (8, 8), (9, 7), (9, 8))),
    (12, ((9, 8), (9, 9), (10, 8), (10, 9), (11, 9))),
    (17, ((10, 9), (11, 9), (11, 10), (12, 9), (12, 10), (13, 10))),
    (22, ((12, 10), (12, 11), (13, 10), (13, 11))),
)


def _size(source: random.Random, wanted: Wanted) -> Cell:
    least = wanted.optimum[0] if wanted.optimum else 10
    sizes = [sizes for start, sizes in SIZES if start <= least][-1]
    rows, columns = source.choice(sizes)
    return wanted.rows or rows, wanted.columns or columns


def begin(source: random.Random, wanted: Wanted) -> Grid | None:
    rows, columns = _size(source, wanted)
    if rows < 4 or columns < 4:
        return None
    across, down = _lines(source, rows), _lines(source, columns)
    floor: set[Cell] = set()
    # Each stretch of a lattice line between two crossings is there or not; most are.
    for row in across:
        for left, right in pairwise(down):
            if source.random() < 0.72:
                floor |= {(row, column) for column in range(left, right + 1)}
    for column in down:
        for top, bottom in pairwise(across):
            if source.random() < 0.72:
                floor |= {(row, column) for row in range(top, bottom + 1)}
    for _ in range(source.randrange(3)):
        top, left = source.choice(across[:-1]), source.choice(down[:-1])
        height, width = source.randint(2, 3), source.randint(2, 3)
        floor |= _within({(top + r, left + c) for r in range(height) for c in range(width)}, rows, columns)
    if not floor:
        return None
    cells = [WALL * columns] * rows
    start = source.choice(sorted(floor))
    return _settled(with_cells(cells, {cell: START if cell == start else FLOOR for cell in floor}))


def _lines(source: random.Random, size: int) -> list[int]:
    """The lattice's lines: the first and last inner one, and others at gaps of two to four."""
    lines = [1]
    while lines[-1] < size - 2:
        lines.append(lines[-1] + source.choice((2, 2, 3, 3, 4)))
    lines[-1] = size - 2
    if len(lines) > 1 and lines[-1] - lines[-2] < 2:
        del lines[-2]
    return lines


def _within(cells: set[Cell], rows: int, columns: int) -> set[Cell]:
    return {(row, column) for row, column in cells if 0 < row < rows - 1 and 0 < column < columns - 1}


def change(source: random.Random, grid: Grid, wanted: Wanted) -> Grid | None:
    for _ in range(20):
        changed = _settled(_changed(source, grid))
        if changed is not None and changed != grid:
            return changed
    return None


def _changed(source: random.Random, grid: Grid) -> Sequence[str]:
    rows, columns = len(grid), len(grid[0])
    drawn = list(grid)
    for _ in range(source.choice((1, 1, 2, 3))):
        start = next((row, text.index(START)) for row, text in enumerate(drawn) if START in text)
        kind = source.random()
        if kind < 0.1:
            floor = [(r, c) for r, text in enumerate(drawn) for c, glyph in enumerate(text) if glyph == FLOOR]
            if floor:
                drawn = with_cells(drawn, {start: FLOOR, source.choice(floor): START})
            continue
        glyph = FLOOR if kind < 0.55 else WALL
        if source.random() < 0.75:
            height, width = source.choice(((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (4, 1)))
        else:
            height, width = source.choice(((2, 2), (2, 3), (3, 2)))
        top, left = source.randint(1, rows - 2), source.randint(1, columns - 2)
        patch = _within({(top + r, left + c) for r in range(height) for c in range(width)}, rows, columns)
        drawn = with_cells(drawn, {cell: glyph for cell in patch if cell != start})
    return drawn


def _settled(grid: Sequence[str]) -> Grid | None:
    """The board with floor that no slide paints filled, again until all is painted; None where little is left."""
    while True:
        seen = _painted(grid)
        lost = {
            (row, column): WALL
            for row, text in enumerate(grid)
            for column, glyph in enumerate(text)
            if glyph != WALL and (row, column) not in seen
        }
        if not lost:
            return tuple(grid) if len(seen) > len(grid) else None
        grid = with_cells(grid, lost)


def _painted(grid: Sequence[str]) -> set[Cell]:
    """Every cell that slides from the start can paint."""
    start = next((row, text.index(START)) for row, text in enumerate(grid) if START in text)
    seen, stops, waiting = {start}, {start}, [start]
    while waiting:
        stop = waiting.pop()
        for down, right in DIRECTIONS.values():
            row, column = stop
            while grid[row + down][column + right] != WALL:
                row, column = row + down, column + right
                seen.add((row, column))
            if (row, column) not in stops:
                stops.add((row, column))
                waiting.append((row, column))
    return seen


def board(grid: Grid) -> Any:
    return {"rows": list(grid)}


def flaws(grid: Grid, wanted: Wanted) -> int:
    missed = 0
    if wanted.walls is not None:
        walls = sum(row.count(WALL) for row in grid)
        missed = max(wanted.walls[0] - walls, walls - wanted.walls[1], 0)
    return missed + flaws_of(grid)


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    """Shape of the board, and `choices`: stops of the solution with a way to go beside the one taken and back."""
    shape = shape_of(level.rows)
    return {
        "floor": shape.floor,
        "islands": shape.islands,
        "rooms": shape.rooms,
        "choices": _choices(level, outcome),
    }


def _choices(level: Any, outcome: Outcome) -> int:
    state = GAME.initial(level)
    found = 0
    for move in outcome.moves or ():
        found += len(tuple(GAME.moves(level, state))) > 2
        state = GAME.apply(level, state, move)
    return found


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    length = len(outcome.moves or ())
    if 5 * _choices(level, outcome) < 2 * length:
        yield "the play goes on by itself: at most of its stops nothing is to be decided"


GENERATORS = (
    Generator(
        name="maze-paint/rooms",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=400,
        states=60_000,
        board=board,
        flaws=flaws,
        engine="painted-search",
        measured=("floor", "islands", "rooms", "choices"),
    ),
)
