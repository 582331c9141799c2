"""What the blocking graph says of a level's difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.truck_escape import TruckEscapeLevel
from solvers.truck_escape.lot import Lot, lot_of
from solvers.truck_escape.standing import standing

__all__ = ["Measures", "measures", "rounds_of"]


@dataclass(frozen=True, slots=True)
class Measures:
    """Measures of a level.

    Attributes:
        rounds: rounds needed if all free vehicles leave at once, which is the longest chain of vehicles of which each
            waits for the next, counted in vehicles; None for an unsolvable level.
        free_at_start: vehicles that can leave at once.
        blockers: vehicle -> the number of vehicles on its way out at the start.
    """

    rounds: int | None
    free_at_start: int
    blockers: Mapping[str, int]


def measures(level: TruckEscapeLevel) -> Measures:
    """The measures of a level, in time linear in its blocking graph times the rounds."""
    lot = lot_of(level, standing(level, None))
    rounds = rounds_of(lot)
    free = [name for name, others in lot.waits.items() if not others and name not in lot.walls]
    all_left = sum(map(len, rounds)) == len(lot.waits)
    blockers = {name: len(others) for name, others in lot.waits.items()}
    return Measures(len(rounds) if all_left else None, len(free), blockers)


def rounds_of(lot: Lot) -> tuple[tuple[str, ...], ...]:
    """The vehicles that leave in each round if all free ones leave at once; the vehicles of no round never leave."""
    rounds: list[tuple[str, ...]] = []
    left = set(lot.waits)
    while free := tuple(
        name for name in lot.waits if name in left and name not in lot.walls and left.isdisjoint(lot.waits[name])
    ):
        rounds.append(free)
        left -= {*free}
    return tuple(rounds)
