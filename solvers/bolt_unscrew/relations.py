"""The boards of one layer as tables of facts about numbered poses, for the search that is guided by a bound.

Written independently of `pose_book` and `drops`: points are pairs, screws and holes of the plate are bits by their
place in the plate's list of holes, and who rests is found as what can reach an anchor in the graph "comes down on".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isqrt
from typing import NamedTuple

from games.grid import Cell

__all__ = ["LayerTable", "Lying"]

#: The pose number of each board of the layer in the level's order; -1 for one that has exited.
Lying = tuple[int, ...]


class Facts(NamedTuple):
    """A pose: its wood, its holes, the points it would newly cover one row lower; and those sets as far as they are
    holes of the plate, as bits."""

    wood: frozenset[Cell]
    holes: frozenset[Cell]
    below: frozenset[Cell]
    wood_bits: int
    hole_bits: int
    below_bits: int


class Swing(NamedTuple):
    """A quarter turn: the pose after it, the points that it sweeps over, and those that are holes of the plate."""

    pose: int
    swept: frozenset[Cell]
    swept_bits: int


@dataclass(frozen=True, slots=True)
class LayerTable:
    """One layer. The dictionaries and lists only remember pure results.

    Attributes:
        size: rows and columns of the plate.
        holes: point -> bit of each hole of the plate.
        number: the layer's number in the level.
        facts: pose number -> facts.
    """

    size: Cell
    holes: dict[Cell, int]
    number: int
    facts: list[Facts] = field(default_factory=list)
    _numbers: dict[tuple[frozenset[Cell], frozenset[Cell]], int] = field(default_factory=dict)
    _lower: dict[int, int] = field(default_factory=dict)
    _swings: dict[tuple[int, int], Swing | None] = field(default_factory=dict)
    _meets: dict[tuple[int, int], bool] = field(default_factory=dict)
    _past: dict[int, int] = field(default_factory=dict)
    _settled: dict[tuple[Lying, int], Lying] = field(default_factory=dict)
    _covered: dict[Lying, int] = field(default_factory=dict)
    _bored: dict[Lying, int] = field(default_factory=dict)
    _future: dict[tuple[Lying, int], int] = field(default_factory=dict)
    _way: dict[tuple[Lying, int], int] = field(default_factory=dict)

    def bits(self, points: frozenset[Cell]) -> int:
        return sum(self.holes[point] for point in points if point in self.holes)

    def pose(self, wood: frozenset[Cell], holes: frozenset[Cell]) -> int:
        """The number of a pose."""
        key = (wood, holes)
        if key not in self._numbers:
            self._numbers[key] = len(self.facts)
            below = frozenset((row + 1, column) for row, column in wood) - wood
            self.facts.append(Facts(wood, holes, below, *(self.bits(points) for points in (wood, holes, below))))
        return self._numbers[key]

    def lower(self, pose: int) -> int:
        """The pose one row further down; -1 where that is wholly below the plate."""
        if pose not in self._lower:
            facts = self.facts[pose]
            wood = frozenset((row + 1, column) for row, column in facts.wood)
            holes = frozenset((row + 1, column) for row, column in facts.holes)
            self._lower[pose] = self.pose(wood, holes) if min(wood)[0] < self.size[0] else -1
        return self._lower[pose]

    def swing(self, pose: int, pivot: int) -> Swing | None:
        """The quarter turn that a board wants to make about a single support; None where it wants none or would leave
        the plate at the top or a side."""
        key = (pose, pivot)
        if key not in self._swings:
            self._swings[key] = self._swing(pose, pivot)
        return self._swings[key]

    def _swing(self, pose: int, pivot: int) -> Swing | None:
        facts = self.facts[pose]
        row, column = next(point for point, bit in self.holes.items() if bit == pivot)
        lean = sum(c - column for _, c in facts.wood)
        if abs(lean) <= sum(r - row for r, _ in facts.wood) or lean == 0:
            return None

        def turned(point: Cell) -> Cell:
            down, right = point[0] - row, point[1] - column
            return (row + right, column - down) if lean > 0 else (row - right, column + down)

        wood = frozenset(map(turned, facts.wood))
        if min(wood)[0] < 0 or not all(0 <= c < self.size[1] for _, c in wood):
            return None
        swept = frozenset(_swept(facts.wood, turned, (row, column)))
        return Swing(self.pose(wood, frozenset(map(turned, facts.holes))), swept, self.bits(swept))

    def meets(self, pose: int, other: int) -> bool:
        """Whether a pose one row lower newly covers wood of the other."""
        key = (pose, other)
        if key not in self._meets:
            self._meets[key] = not self.facts[pose].below.isdisjoint(self.facts[other].wood)
        return self._meets[key]

    def past(self, pose: int) -> int:
        """The holes of the plate that a loose board covers or has to fall past, as bits."""
        if pose not in self._past:
            found, now = 0, pose
            while now >= 0:
                found |= self.facts[now].wood_bits
                now = self.lower(now)
            self._past[pose] = found
        return self._past[pose]

    def covered(self, lying: Lying) -> int:
        """The holes of the plate under wood of the layer, as bits."""
        if lying not in self._covered:
            self._covered[lying] = _joined(self.facts[pose].wood_bits for pose in lying if pose >= 0)
        return self._covered[lying]

    def in_the_way(self, lying: Lying, screws: int) -> int:
        """Screws of which each must be moved at least once more: those that hold a board, and those that a loose board
        has to fall past. A loose board never turns and is never held again."""
        return _joined(screws & (self.facts[pose].hole_bits & screws or self.past(pose)) for pose in lying if pose >= 0)

    def future(self, lying: Lying, screws: int) -> int:
        """A superset of the holes of the plate that can still matter to the layer's boards, as bits: what they may
        come to cover, sweep over or fall past. Supports are only ever lost, so the last one is among those now."""
        if lying not in self._bored:
            self._bored[lying] = _joined(self.facts[pose].hole_bits for pose in lying if pose >= 0)
        holding = screws & self._bored[lying]
        key = (lying, holding)
        if key not in self._future:
            self._future[key] = self._to_come(lying, holding)
        return self._future[key]

    def _to_come(self, lying: Lying, screws: int) -> int:
        found = 0
        for pose in lying:
            if pose >= 0:
                found |= self.past(pose)
                held = self.facts[pose].hole_bits & screws
                while held:
                    pivot = held & -held
                    held ^= pivot
                    swing = self.swing(pose, pivot)
                    while swing is not None:
                        found |= swing.swept_bits | self.past(swing.pose)
                        swing = self.swing(swing.pose, pivot)
        return found

    def settled(self, lying: Lying, screws: int) -> Lying:
        """How the boards lie once nothing moves. `screws`: those that reach the layer.

        Ends, because no pose comes back: a fall lowers it, and a turn is wanted only where it lowers its centre.
        """
        key = (lying, screws)
        if key not in self._settled:
            now: Lying | None = lying
            while now is not None:
                lying = now
                now = self._fallen(lying, screws) or self._swung(lying, screws)
            self._settled[key] = lying
        return self._settled[key]

    def _fallen(self, lying: Lying, screws: int) -> Lying | None:
        facts = self.facts
        loose = {place for place, pose in enumerate(lying) if pose >= 0 and not facts[pose].hole_bits & screws}
        stable = [place for place, pose in enumerate(lying) if pose >= 0 and place not in loose]
        stable += [place for place in loose if facts[lying[place]].below_bits & screws]
        for anchor in stable:
            loose.discard(anchor)
            found = [place for place in loose if self.meets(lying[place], lying[anchor])]
            loose.difference_update(found)
            stable += found
        if not loose:
            return None
        return tuple(self.lower(pose) if place in loose else pose for place, pose in enumerate(lying))

    def _swung(self, lying: Lying, screws: int) -> Lying | None:
        for place, pose in enumerate(lying):
            held = self.facts[pose].hole_bits & screws if pose >= 0 else 0
            swing = self.swing(pose, held) if held.bit_count() == 1 else None
            if swing is None or swing.swept_bits & screws:
                continue
            others = (self.facts[other].wood for at, other in enumerate(lying) if other >= 0 and at != place)
            if all(swing.swept.isdisjoint(wood) for wood in others):
                return (*lying[:place], swing.pose, *lying[place + 1 :])
        return None


def _joined(masks: Iterator[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _swept(wood: frozenset[Cell], turned: Callable[[Cell], Cell], pivot: Cell) -> Iterator[Cell]:
    """The points that a turn sweeps over, by the rules' inequality, tried on every point of the square round each."""
    for row, column in wood:
        w = (row - pivot[0], column - pivot[1])
        after = turned((row, column))
        v = (after[0] - pivot[0], after[1] - pivot[1])
        b = w[0] * w[0] + w[1] * w[1]
        # Wood at distance r sweeps over nothing beyond distance r + 1/2.
        far = isqrt(b) + 1
        for down in range(-far, far + 1):
            for right in range(-far, far + 1):
                a = down * down + right * right
                within = down * w[0] + right * w[1] >= 0 and down * v[0] + right * v[1] >= 0
                if within and (4 * a + 4 * b - 1) ** 2 < 64 * a * b:
                    yield pivot[0] + down, pivot[1] + right
