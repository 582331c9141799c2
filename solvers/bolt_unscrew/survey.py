"""Every reduced position of a level at once: how long it is, how much of it is lost, how a greedy player fares.

For those who look for levels. A certificate rests on the engines and on the enumeration of full states; what is told
here of full states is an estimate, for one reduced position stands for several of them (`breadth`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from games.screws import PlateLevel
from solvers.bolt_unscrew.breadth import reduced, successors
from solvers.bolt_unscrew.plate import Node, Plate, plate_of
from solvers.bolt_unscrew.reading import position_of

__all__ = ["Survey", "survey"]

_ONE = 10**9


@dataclass(frozen=True, slots=True)
class Survey:
    """All reduced positions in the order of a breadth-first walk, the initial one first.

    Attributes:
        after: position -> the positions one move on, without repetitions; none where it is won.
        left: position -> fewest moves to a win, -1 where none is left.
        states: position -> ways to put its spare screws into the free holes: about as many full states it stands for.
        progress: position -> boards exited and loose, an exited one counted twice.
    """

    after: Sequence[Sequence[int]]
    left: Sequence[int]
    states: Sequence[int]
    progress: Sequence[int]

    @property
    def optimum(self) -> int | None:
        """The fewest moves to win; None for an unsolvable level. Exact."""
        return None if self.left[0] < 0 else self.left[0]

    @property
    def size(self) -> int:
        """About as many full states as there are."""
        return sum(self.states)

    @property
    def dead_permille(self) -> int:
        """About the dead ends among the full states, in thousandths; 0 only where there is none."""
        dead = sum(states for states, left in zip(self.states, self.left, strict=True) if left < 0)
        return -(-1_000 * dead // self.size)

    def greedy_permille(self, patience: int) -> int:
        """About the chance, in thousandths, to win within so many moves for a player who always takes a move of the
        best progress, ties evenly among positions. Cost: patience times the moves that this player may make."""
        chosen: dict[int, list[int]] = {0: []}
        for position in (waiting := [0]):
            top = max((self.progress[one] for one in self.after[position]), default=0)
            chosen[position] = [one for one in self.after[position] if self.progress[one] == top]
            fresh = [one for one in chosen[position] if one not in chosen]
            chosen |= {one: [] for one in fresh}
            waiting.extend(fresh)
        chance = {position: _ONE * (self.left[position] == 0) for position in chosen}
        for _ in range(patience):
            chance = {
                position: sum(chance[one] for one in following) // len(following) if following else chance[position]
                for position, following in chosen.items()
            }
        return -(-1_000 * chance[0] // _ONE)


def survey(level: PlateLevel, positions: int, states: int) -> Survey | None:
    """The survey of a level, or None where it has more positions, or about more full states, than that.

    Exact as `breadth` is: a reduced position has as many moves left as every state that it stands for.
    """
    plate = plate_of(position_of(level, None))
    count = plate.first[0].bit_count()
    number = {reduced(plate, plate.first): 0}
    waiting = list(number)
    after: list[list[int]] = []
    weights: list[int] = []
    held = 0
    for small in waiting:
        weights.append(_ways(plate, small, count))
        held += weights[-1]
        following: dict[int, None] = {}
        for one in successors(plate, small, count) if not plate.won(small) else ():
            place = number.setdefault(one, len(waiting))
            if place == len(waiting):
                waiting.append(one)
            following[place] = None
        after.append(list(following))
        if len(waiting) > positions or held > states:
            return None
    won = [plate.won(small) for small in waiting]
    return Survey(after, _left(after, won), weights, [_progress(plate, small) for small in waiting])


def _ways(plate: Plate, small: Node, count: int) -> int:
    free = plate.holes
    for matter in plate.matters(small):
        free &= ~matter
    return comb(free.bit_count(), count - small[0].bit_count())


def _progress(plate: Plate, small: Node) -> int:
    screws, flush, states = small
    found = 0
    for book, number, short in zip(plate.layers, states, plate.short, strict=True):
        reach = screws & ~(flush & short)
        found += sum(2 if pose is None else not pose[1] & reach for pose in book.poses[number])
    return found


def _left(after: Sequence[Sequence[int]], won: Sequence[bool]) -> list[int]:
    before: list[list[int]] = [[] for _ in after]
    for place, following in enumerate(after):
        for one in following:
            before[one].append(place)
    left = [0 if one else -1 for one in won]
    layer = [place for place, one in enumerate(won) if one]
    for place in layer:
        for earlier in before[place]:
            if left[earlier] < 0:
                left[earlier] = left[place] + 1
                layer.append(earlier)
    return left
