"""Why not every vehicle of a lot can leave: a wall, or a circle of vehicles that wait for one another."""

from __future__ import annotations

from itertools import pairwise

from games.grid import cell_text
from games.truck_escape import TruckEscapeLevel
from solvers.truck_escape.lot import Lot, lot_of
from solvers.truck_escape.standing import standing

__all__ = ["circle_of", "explain", "jam_of"]


def explain(level: TruckEscapeLevel) -> str | None:
    """One sentence that proves the level unsolvable, or None for a solvable one: the question is decided exactly."""
    return jam_of(lot_of(level, standing(level, None)))


def jam_of(lot: Lot) -> str | None:
    """The wall that a vehicle faces, or a shortest circle of vehicles that wait for one another, or None.

    Exact: a vehicle that faces a wall never leaves, and of vehicles that wait in a circle none leaves first. Without
    either, following what a vehicle waits for never comes back and so ends at one that is free; it leaves, and what is
    left has neither wall nor circle again. Cost: a breadth-first search from each vehicle.
    """
    for name, cell in lot.walls.items():
        return f"the wall at {cell_text(cell)} stands between {name} and the border, so {name} can never leave"
    circles = [circle for name in lot.waits if (circle := circle_of(lot, name)) is not None]
    if not circles:
        return None
    circle = min(circles, key=len)
    chain = ", ".join(f"{name} waits for {other}" for name, other in pairwise((*circle, circle[0])))
    return f"{chain}: none of them can leave first"


def circle_of(lot: Lot, name: str) -> tuple[str, ...] | None:
    """A shortest circle through a vehicle, beginning with it, each waiting for the next; None where there is none."""
    came: dict[str, str] = {}
    queue = [name]
    for one in queue:
        for other in lot.waits[one]:
            if other == name:
                circle = [one]
                while circle[-1] != name:
                    circle.append(came[circle[-1]])
                return tuple(reversed(circle))
            if other not in came:
                came[other] = one
                queue.append(other)
    return None
