"""The full states of a level, for kernels that enumerate every one: the vehicles left, as bits in order of names."""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.truck_escape import TruckEscapeLevel
from solvers.contract import StateSpace
from solvers.truck_escape.lot import lot_of
from solvers.truck_escape.measures import rounds_of
from solvers.truck_escape.standing import standing

__all__ = ["space"]

#: Vehicles of one round leave in any order and leave 2^n states; beyond a million an enumeration is not worth a start.
MAX_AT_ONCE = 20


def space(level: TruckEscapeLevel, state: Json | None) -> StateSpace[int] | None:
    """Every state that plays from a state (None: the initial one) can come to; None where those are over a million.

    Raises:
        MalformedState: the JSON is no state of the level.
    """
    names = standing(level, None)
    here = standing(level, state)
    lot = lot_of(level, names)
    if max(map(len, rounds_of(lot)), default=0) > MAX_AT_ONCE:
        return None
    bits = {name: 1 << number for number, name in enumerate(names)}
    ways = [
        (name, bits[name], sum(bits[other] for other in lot.waits[name])) for name in names if name not in lot.walls
    ]

    def successors(node: int) -> Iterator[tuple[str, int]]:
        for name, bit, way in ways:
            if node & bit and not node & way:
                yield name, node ^ bit

    return StateSpace(
        initial=sum(bits[name] for name in here),
        successors=successors,
        won=lambda node: node == 0,
        state_json=lambda node: {"vehicles": [name for name in names if node & bits[name]]},
        progress=lambda node: (len(names) - node.bit_count(), len(names)),
    )
