"""The moves of a board from its maximal runs of floor, with cells as bits of an integer.

A ball swiped along a row comes to rest at the end of the floor run of that row in which it lies, and it paints
the cells between; the same for columns. So the ends of all runs give every slide without walking a single one.
`slides` builds the same thing by walking, for the engines that shall not depend on this one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.grid import Cell
from games.maze_paint import MazePaintLevel

__all__ = ["MoveTable", "Swipe", "bits", "move_table", "watched_cells"]


@dataclass(frozen=True, slots=True)
class Swipe:
    """A legal swipe from a stop: its letter, the stop it ends on, the cells it enters as bits."""

    letter: str
    head: int
    paint: int


@dataclass(frozen=True, slots=True)
class MoveTable:
    """Swipes of every stop that can be reached from the ball's cell, which is stop 0.

    Attributes:
        width: columns of the board; the cell (row, column) is the bit `row * width + column`.
        floor: every floor cell as bits.
        stops: the cell number of each stop.
        swipes: for each stop its swipes in move order.
    """

    width: int
    floor: int
    stops: tuple[int, ...]
    swipes: tuple[tuple[Swipe, ...], ...]

    def mask(self, cells: frozenset[Cell]) -> int:
        """Cells as bits."""
        return sum(1 << (row * self.width + column) for row, column in cells)


def move_table(level: MazePaintLevel, ball: Cell) -> MoveTable:
    """The swipes that can come up in a play from a cell."""
    height, width = len(level.rows), len(level.rows[0])
    across = _ends(level.rows)
    along = _ends(tuple("".join(column) for column in zip(*level.rows, strict=True)))
    # A bar of n cells in a row, and a ladder of n cells in a column, both hanging on cell 0.
    bar = [(1 << n) - 1 for n in range(width + 1)]
    ladder = [sum(1 << (k * width) for k in range(n)) for n in range(height + 1)]
    stops = [ball[0] * width + ball[1]]
    index = {stops[0]: 0}
    swipes: list[tuple[Swipe, ...]] = []
    while len(swipes) < len(stops):
        row, column = divmod(stops[len(swipes)], width)
        left, right = across[row, column]
        top, bottom = along[column, row]
        ends = (
            ("D", bottom * width + column, ladder[bottom - row] << ((row + 1) * width + column)),
            ("L", row * width + left, bar[column - left] << (row * width + left)),
            ("R", row * width + right, bar[right - column] << (row * width + column + 1)),
            ("U", top * width + column, ladder[row - top] << (top * width + column)),
        )
        made = []
        for letter, end, paint in ends:
            if paint:
                if end not in index:
                    index[end] = len(stops)
                    stops.append(end)
                made.append(Swipe(letter, index[end], paint))
        swipes.append(tuple(made))
    floor = sum(1 << (row * width + column) for row, column in across)
    return MoveTable(width, floor, tuple(stops), tuple(swipes))


def _ends(lines: tuple[str, ...]) -> dict[Cell, tuple[int, int]]:
    """For each floor cell (line, place) the first and the last place of its run in the line."""
    return {
        (number, place): (run.start(), run.end() - 1)
        for number, line in enumerate(lines)
        for run in re.finditer(r"[^#]+", line)
        for place in range(run.start(), run.end())
    }


def bits(mask: int) -> list[int]:
    """The numbers of the set bits, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def watched_cells(table: MoveTable, needed: int) -> tuple[int, ...] | None:
    """The cells, of those that need paint, that have to be watched; None if some cell can never be painted.

    Cell b is implied by cell a when every play from here that paints a has painted b by the end of that swipe. Then
    a play that paints all watched cells has painted b as well, and b need not be watched. Of cells that
    imply one another the first stays. On real boards one cell in six remains.

    Exact, not only safe: `_sure` is the meet over all plays.
    """
    sure = _sure(table)
    follows: dict[int, int] = {}
    for stop, swipes in enumerate(table.swipes):
        for swipe in swipes:
            for cell in bits(swipe.paint & needed):
                follows[cell] = follows.get(cell, needed) & (sure[stop] | swipe.paint)
    if len(follows) < needed.bit_count():
        return None
    dropped = 0
    for cell in sorted(follows):
        up_to = (2 << cell) - 1
        dropped |= follows[cell] & ~up_to
        for other in bits(follows[cell] & up_to & ~dropped):
            if not follows[other] >> cell & 1:
                dropped |= 1 << other
    return tuple(bits(needed & ~dropped))


def _sure(table: MoveTable) -> list[int]:
    """For each stop the cells that every play from stop 0 has painted by the time the ball rests there.

    The greatest solution of: nothing at stop 0; elsewhere the intersection, over the swipes that end there, of what
    is sure at the swipe's stop and what it paints. As paint only adds, that is exactly what all plays have in common.
    """
    sure = [table.floor] * len(table.stops)
    sure[0] = 0
    waiting = [0]
    while waiting:
        stop = waiting.pop()
        for swipe in table.swipes[stop]:
            less = sure[swipe.head] & (sure[stop] | swipe.paint)
            if less != sure[swipe.head]:
                sure[swipe.head] = less
                waiting.append(swipe.head)
    return sure
