"""Bolts as integers: one digit a nut, bottom nut first, so that integers compare as the texts of the bolts do.

Digit 0 is a free place; colours count from 1 in order of code points. A bolt's nuts fill the digits from the highest
down. An empty bolt is 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Bolt", "Packing", "packing_of"]


@dataclass(frozen=True, slots=True)
class Bolt:
    """What a pour needs to know of a bolt: its nuts, the digit of the top one, and how many like it lie on top."""

    height: int
    top: int
    run: int


@dataclass(frozen=True, slots=True)
class Packing:
    """How the bolts of a level are packed.

    Attributes:
        colours: the colours in order of code points; the one at place `i` has digit `i + 1`.
        capacity: digits of a bolt.
        bits: bits of a digit.
    """

    colours: str
    capacity: int
    bits: int

    @property
    def width(self) -> int:
        """The bits of a bolt."""
        return self.bits * self.capacity

    def pack(self, bolt: str) -> int:
        code = 0
        for nut in bolt:
            code = code << self.bits | (self.colours.index(nut) + 1)
        return code << self.bits * (self.capacity - len(bolt))

    def text(self, code: int) -> str:
        digits = (code >> shift & (1 << self.bits) - 1 for shift in self.shifts())
        return "".join(self.colours[digit - 1] for digit in digits if digit)

    def shifts(self) -> range:
        """Where the digits stand, the bottom nut's first."""
        return range(self.width - self.bits, -1, -self.bits)

    def bolt(self, code: int) -> Bolt:
        height = top = run = 0
        for shift in self.shifts():
            digit = code >> shift & (1 << self.bits) - 1
            if digit == 0:
                break
            run = run + 1 if digit == top else 1
            height, top = height + 1, digit
        return Bolt(height, top, run)

    def pour(self, source: int, target: int) -> tuple[int, int] | None:
        """Two bolts after the first one's top run is poured onto the second, as many as fit; None where not legal."""
        one, other = self.bolt(source), self.bolt(target)
        if not one.height or other.height == self.capacity or (other.height and other.top != one.top):
            return None
        return self.poured(source, target)

    def poured(self, source: int, target: int) -> tuple[int, int]:
        """The same where the pour is known to be legal."""
        one, other = self.bolt(source), self.bolt(target)
        room = self.capacity - other.height
        nuts = min(one.run, room)
        free = self.bits * (self.capacity - one.height + nuts)
        added = sum(one.top << self.bits * place for place in range(nuts))
        return source >> free << free, target | added << self.bits * (room - nuts)


def packing_of(bolts: Iterable[str], capacity: int) -> Packing:
    """The packing for every arrangement of these bolts' nuts."""
    colours = "".join(sorted(set("".join(bolts))))
    return Packing(colours, capacity, len(colours).bit_length())
