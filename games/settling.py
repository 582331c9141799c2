"""How the pieces of one layer settle: falls, and quarter turns about a single support.

Settling always ends. A fall moves at least one piece down a row; a turn replaces the sum (dr, dc) of offsets from the
pivot by (|dc|, ..), and is made only where |dc| > dr. So each step raises the sum of the row numbers of all points of
the pieces. That sum is bounded: a piece that has not left keeps a point on the plate and is connected, so that none
of its points lies further below the last row than it has points; and a piece that has left is gone. `settled` asserts
that the sum grows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.grid import Cell
from games.plate import CLOCKWISE, COUNTER, Pose, swept

__all__ = ["Turn", "falling", "settled", "supports", "turns"]

#: The poses of a layer's pieces by name, in the order in which the level lists them.
Layer = Mapping[str, Pose]


@dataclass(frozen=True, slots=True)
class Turn:
    """The quarter turn that a piece on a single support wants to make.

    Attributes:
        name: the piece.
        pivot: its support.
        sense: `CLOCKWISE` or `COUNTER`.
        pose: how it would lie afterwards.
        blockers: the points of screws and of other pieces that it would sweep over, in reading order.
        leaves: whether it would reach above the first row or beyond the side columns.
    """

    name: str
    pivot: Cell
    sense: int
    pose: Pose
    blockers: tuple[Cell, ...]
    leaves: bool

    @property
    def can(self) -> bool:
        return not self.blockers and not self.leaves


def supports(pose: Pose, screws: frozenset[Cell]) -> frozenset[Cell]:
    """The screws, of those that reach the layer, that pass through a piece's holes."""
    return pose.holes & screws


def falling(layer: Layer, screws: frozenset[Cell]) -> frozenset[str]:
    """The pieces that fall one row together.

    A piece without support rests on a screw, on a supported piece or on a resting piece at a point that it would newly
    cover one row lower; all the others fall. So pieces that only hold one another fall together.
    """
    loose = {name: pose.lower().wood - pose.wood for name, pose in layer.items() if not supports(pose, screws)}
    ground = set(screws)
    for name, pose in layer.items():
        if name not in loose:
            ground |= pose.wood
    while resting := [name for name, below in loose.items() if below & ground]:
        for name in resting:
            ground |= layer[name].wood
            del loose[name]
    return frozenset(loose)


def turns(layer: Layer, screws: frozenset[Cell], columns: int) -> Iterator[Turn]:
    """The turns that pieces on a single support want to make, blocked ones too, in the order of the layer."""
    for name, pose in layer.items():
        held = supports(pose, screws)
        if len(held) != 1:
            continue
        (pivot,) = held
        down, right = pose.lean(pivot)
        if right == 0 or abs(right) <= down:
            continue
        sense = CLOCKWISE if right > 0 else COUNTER
        turned = pose.turned(pivot, sense)
        others = set(screws)
        for other, its in layer.items():
            if other != name:
                others |= its.wood
        blockers = tuple(sorted(swept(pose, pivot, sense, others)))
        leaves = any(row < 0 or not 0 <= column < columns for row, column in turned.wood)
        yield Turn(name, pivot, sense, turned, blockers, leaves)


def settled(layer: Layer, screws: frozenset[Cell], size: Cell) -> dict[str, Pose]:
    """The pieces still there once nothing moves, in the order of the layer.

    Args:
        layer: the pieces, none of whose points share a place.
        screws: the points of the screws that reach the layer; one that stands on wood stands in a hole of it.
        size: rows and columns of the plate; below the last row is open air.
    """
    now = dict(layer)
    while True:
        after = dict(now)
        down = falling(now, screws)
        if down:
            after |= {name: now[name].lower() for name in down}
        else:
            turn = next((turn for turn in turns(now, screws, size[1]) if turn.can), None)
            if turn is None:
                return now
            after[turn.name] = turn.pose
        assert _height(after) > _height(now), "a fall or a turn raises the sum of the row numbers"
        now = {name: pose for name, pose in after.items() if any(row < size[0] for row, _ in pose.wood)}


def _height(layer: Layer) -> int:
    return sum(pose.row_sum for pose in layer.values())
