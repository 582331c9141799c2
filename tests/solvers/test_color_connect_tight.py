"""The number of tight covering solutions against plain enumeration of all ways to fill small boards."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.color_connect import GAME
from games.grid import Cell, neighbours
from solvers.color_connect.sat_tight import TightCovers, tight_covers


def fillings(rows: list[str]) -> Iterator[dict[str, tuple[Cell, ...]]]:
    """Every covering solution, path by path."""
    height, width = len(rows), len(rows[0])
    open_cells = {(r, c) for r in range(height) for c in range(width) if rows[r][c] != "#"}
    ends = {
        name: [cell for cell in sorted(open_cells) if rows[cell[0]][cell[1]] == name]
        for name in sorted({*"".join(rows)} - {".", "#"})
    }
    endpoints = {cell for pair in ends.values() for cell in pair}

    def paths(path: list[Cell], goal: Cell, free: set[Cell]) -> Iterator[tuple[Cell, ...]]:
        for near in neighbours(path[-1], height, width):
            if near == goal:
                yield (*path, goal)
            elif near in free and near not in endpoints:
                yield from paths([*path, near], goal, free - {near})

    def rest(names: list[str], free: set[Cell]) -> Iterator[dict[str, tuple[Cell, ...]]]:
        if not names:
            if not free:
                yield {}
            return
        first, last = ends[names[0]]
        for path in paths([first], last, free):
            yield from ({names[0]: path} | others for others in rest(names[1:], free - set(path)))

    yield from rest(sorted(ends), open_cells)


def is_tight(filling: dict[str, tuple[Cell, ...]]) -> bool:
    return not any(
        abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 and j - i > 1
        for path in filling.values()
        for i, a in enumerate(path)
        for j, b in enumerate(path)
    )


def asked(rows: list[str]) -> TightCovers:
    return tight_covers(GAME.parse({"rows": rows}, {"rule": "cover"}), 10)


def test_it_agrees_with_enumeration() -> None:
    source, seen = random.Random(3), set()
    for _ in range(150):
        side = source.choice((3, 4))
        cells = [(r, c) for r in range(side) for c in range(side)]
        grid = [["."] * side for _ in range(side)]
        for name in "ABC"[: source.choice((2, 3))]:
            for row, column in source.sample([cell for cell in cells if grid[cell[0]][cell[1]] == "."], 2):
                grid[row][column] = name
        rows = ["".join(row) for row in grid]
        tight = sum(map(is_tight, fillings(rows)))
        assert asked(rows) == TightCovers(tight > 0, tight == 1)
        seen.add(min(tight, 2))
    assert seen >= {0, 1}


def test_one_way_to_fill_that_touches_itself_is_no_tight_one() -> None:
    assert asked(["A.A", "B.B"]) == TightCovers(True, True)
    assert asked(["A.", "A."]) == TightCovers(False, False)


def test_without_effort_nothing_is_claimed() -> None:
    assert tight_covers(GAME.parse({"rows": ["A.A", "B.B"]}, {"rule": "cover"}), 0) == TightCovers(None, None)
