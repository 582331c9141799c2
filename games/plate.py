"""The lattice in front of a plate: poses of rigid pieces, their falls and quarter turns, and what a turn sweeps over.

A point is (row, column), rows counting down. A piece is a set of points, its wood, some of them its holes. Integers
only: whether wood sweeps over a point is decided by one inequality between squares of distances.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from games.grid import DIRECTIONS, Cell

__all__ = ["BARE", "CLOCKWISE", "COUNTER", "HOLE", "WOOD", "Pose", "is_connected", "pose_of", "swept", "turned_offset"]

HOLE, WOOD, BARE = "o", "=", "."
#: The sense of a quarter turn, as the factor in `turned_offset`.
CLOCKWISE, COUNTER = 1, -1


@dataclass(frozen=True, slots=True)
class Pose:
    """How a piece lies: its wood, holes included, and its holes. Two poses with the same points are the same pose."""

    wood: frozenset[Cell]
    holes: frozenset[Cell]

    @property
    def row_sum(self) -> int:
        """The sum of the row numbers of its points: what every fall and every turn raises."""
        return sum(row for row, _ in self.wood)

    @property
    def at(self) -> Cell:
        """The top left corner of the bounding box."""
        return min(row for row, _ in self.wood), min(column for _, column in self.wood)

    @property
    def rows(self) -> tuple[str, ...]:
        """The bounding box drawn with `o`, `=` and `.`."""
        top, left = self.at
        bottom, right = max(row for row, _ in self.wood), max(column for _, column in self.wood)
        return tuple(
            "".join(self.glyph((row, column)) for column in range(left, right + 1)) for row in range(top, bottom + 1)
        )

    def glyph(self, point: Cell) -> str:
        if point in self.holes:
            return HOLE
        return WOOD if point in self.wood else BARE

    def lower(self) -> Pose:
        """The pose one row further down."""
        return Pose(
            frozenset((row + 1, column) for row, column in self.wood),
            frozenset((row + 1, column) for row, column in self.holes),
        )

    def turned(self, pivot: Cell, sense: int) -> Pose:
        """The pose after a quarter turn about a point."""
        return Pose(
            frozenset(_turned(point, pivot, sense) for point in self.wood),
            frozenset(_turned(point, pivot, sense) for point in self.holes),
        )

    def mirrored(self, width: int) -> Pose:
        """The pose on the plate seen from behind: left and right changed."""
        return Pose(
            frozenset((row, width - 1 - column) for row, column in self.wood),
            frozenset((row, width - 1 - column) for row, column in self.holes),
        )

    def lean(self, pivot: Cell) -> Cell:
        """The sum of its points' offsets from a pivot: (down, right)."""
        size = len(self.wood)
        return self.row_sum - size * pivot[0], sum(column for _, column in self.wood) - size * pivot[1]


def pose_of(at: Cell, rows: Sequence[str]) -> Pose:
    """The pose that rows of `o`, `=` and `.` draw, their top left character at `at`."""
    points = {
        (at[0] + down, at[1] + right): glyph
        for down, text in enumerate(rows)
        for right, glyph in enumerate(text)
        if glyph != BARE
    }
    return Pose(frozenset(points), frozenset(point for point, glyph in points.items() if glyph == HOLE))


def turned_offset(offset: Cell, sense: int) -> Cell:
    """An offset after a quarter turn: clockwise, right becomes down and down becomes left."""
    return sense * offset[1], -sense * offset[0]


def _turned(point: Cell, pivot: Cell, sense: int) -> Cell:
    down, right = turned_offset((point[0] - pivot[0], point[1] - pivot[1]), sense)
    return pivot[0] + down, pivot[1] + right


def swept(pose: Pose, pivot: Cell, sense: int, points: Iterable[Cell]) -> Iterator[Cell]:
    """Those of the points, other than the pivot, over which wood sweeps when the pose makes a quarter turn.

    With offsets q and w from the pivot, A = q.q, B = w.w and w' the offset w after the turn, the wood at w sweeps over
    q if `(4A + 4B - 1)^2 < 64AB` (the distances differ by less than half a step) and `q.w >= 0` and `q.w' >= 0` (q
    lies in the quarter that w passes).

    The inequality says 2(A - B)^2 < A + B, so |A - B| is at most the root of A + 1: only wood at about the point's own
    distance is tried, which keeps a large plate cheap.
    """
    offsets = sorted(
        (down * down + right * right, down, right)
        for down, right in ((row - pivot[0], column - pivot[1]) for row, column in pose.wood)
    )
    squares = [square for square, _, _ in offsets]
    for point in points:
        if point == pivot:
            continue
        q_down, q_right = point[0] - pivot[0], point[1] - pivot[1]
        a = q_down * q_down + q_right * q_right
        reach = isqrt(a) + 2
        for b, down, right in offsets[bisect_left(squares, a - reach) : bisect_left(squares, a + reach + 1)]:
            if (4 * a + 4 * b - 1) ** 2 >= 64 * a * b or q_down * down + q_right * right < 0:
                continue
            after_down, after_right = turned_offset((down, right), sense)
            if q_down * after_down + q_right * after_right >= 0:
                yield point
                break


def is_connected(points: frozenset[Cell]) -> bool:
    """Whether points form one piece, edge by edge. True for none."""
    waiting = list(points)[:1]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        for down, right in DIRECTIONS.values():
            near = (row + down, column + right)
            if near in points and near not in seen:
                seen.add(near)
                waiting.append(near)
    return len(seen) == len(points)
