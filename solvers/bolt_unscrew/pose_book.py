"""Poses of boards as pairs of bit masks, with their falls, their turns and everything that they can still come to.

A point (row, column) is bit `row * width + column`; rows below the plate simply are higher bits. A pose is the pair
(wood, holes). The sweep is decided by the rules' inequality in another form: (4A + 4B - 1)^2 < 64AB says
16 (A - B)^2 + 1 < 8 (A + B), which for integers is 2 (A - B)^2 < A + B.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import isqrt

from games.grid import Cell

__all__ = ["MaskPose", "PoseBook", "bits_of"]

#: (wood, holes) as masks.
MaskPose = tuple[int, int]


def bits_of(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class PoseBook:
    """What follows from a pose alone, looked up once. The dictionaries only remember pure results.

    Attributes:
        size: rows and columns of the plate.
    """

    size: Cell
    _turns: dict[tuple[int, int, int], tuple[MaskPose, int] | None] = field(default_factory=dict)
    _sweeps: dict[tuple[int, int, int], tuple[Cell, ...]] = field(default_factory=dict)
    _ahead: dict[tuple[int, int, int], int] = field(default_factory=dict)

    @property
    def plate(self) -> int:
        """Every point of the plate."""
        return (1 << self.size[0] * self.size[1]) - 1

    def mask(self, points: Iterable[Cell]) -> int:
        return sum(1 << row * self.size[1] + column for row, column in points)

    def points(self, mask: int) -> Iterator[Cell]:
        return (divmod(bit, self.size[1]) for bit in bits_of(mask))

    def turn(self, pose: MaskPose, pivot: int) -> tuple[MaskPose, int] | None:
        """The pose after the quarter turn that a board wants to make about a single support, and the points, other
        than the pivot, that its wood sweeps over; None where it wants none or would leave the plate's sides or top.

        `pivot` is the mask of the support.
        """
        key = (*pose, pivot)
        if key not in self._turns:
            self._turns[key] = self._turn(pose, pivot)
        return self._turns[key]

    def _turn(self, pose: MaskPose, pivot: int) -> tuple[MaskPose, int] | None:
        ((row, column),) = self.points(pivot)
        wood = [(r - row, c - column) for r, c in self.points(pose[0])]
        down, right = (sum(parts) for parts in zip(*wood, strict=True))
        # Written for the clockwise turn; the other is its mirror image, made by `side`.
        side = 1 if right > 0 else -1
        if not right or side * right <= down:
            return None
        turned = [(row + side * c, column - side * r) for r, c in wood]
        if any(r < 0 or not 0 <= c < self.size[1] for r, c in turned):
            return None
        holes = [(row + side * (c - column), column - side * (r - row)) for r, c in self.points(pose[1])]
        swept = 0
        for r, c in wood:
            for q_row, q_column in self._sweep(r, c, side):
                if row + q_row >= 0 and 0 <= column + q_column < self.size[1]:
                    swept |= 1 << (row + q_row) * self.size[1] + column + q_column
        return (self.mask(turned), self.mask(holes)), swept

    def _sweep(self, down: int, right: int, side: int) -> tuple[Cell, ...]:
        """The offsets that wood at one offset passes over in a quarter turn; never the pivot, for there A is 0."""
        key = (down, right, side)
        if key not in self._sweeps:
            after = (side * right, -side * down)
            b = down * down + right * right
            reach = isqrt(b) + 1
            span = range(-reach, reach + 1)
            self._sweeps[key] = tuple(
                (r, c)
                for r in span
                for c in span
                if 2 * (r * r + c * c - b) ** 2 < r * r + c * c + b
                and r * down + c * right >= 0
                and r * after[0] + c * after[1] >= 0
            )
        return self._sweeps[key]

    def ahead(self, pose: MaskPose, supports: int) -> int:
        """Points of the plate that a board may still come to cover or sweep over, or would have to fall past; those
        that it covers included. A superset, alike whatever the other boards and screws do.

        A board only ever loses supports. So it stays until one is left, turns about that one in the way that its pose
        alone decides, or is kept from it, and once it is loose it falls straight down. What a step may need to be free,
        and what blocks it, lies in this set; a screw elsewhere means nothing to the board any more.
        """
        key = (*pose, supports)
        if key not in self._ahead:
            found = self._shadow(pose[0])
            for bit in bits_of(supports):
                now, turn = pose, self.turn(pose, 1 << bit)
                while turn is not None:
                    now, swept = turn
                    found |= swept | self._shadow(now[0])
                    turn = self.turn(now, 1 << bit)
            self._ahead[key] = found & self.plate
        return self._ahead[key]

    def _shadow(self, wood: int) -> int:
        """The wood and every point of the plate below it."""
        shadow, low = 0, wood & self.plate
        while low:
            shadow |= low
            low = low << self.size[1] & self.plate
        return shadow
