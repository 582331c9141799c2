"""What is seen of a level without search: why it is unsolvable, or that no play can spoil it.

Every reason is sound; a level for which none is given may be unsolvable, or free of dead ends, all the same.
"""

from __future__ import annotations

from games.screws import PlateLevel
from solvers.bolt_unscrew.plate import plate_of
from solvers.bolt_unscrew.reading import position_of

__all__ = ["explain", "proof_of_no_dead_end"]


def explain(level: PlateLevel) -> str | None:
    """One sentence that proves the level unsolvable, or None: that the start is a deadlock, `no_available_hole`.

    The boards are at rest and some are left, so if no screw can be relocated, nothing ever changes.
    """
    plate = plate_of(position_of(level, None))
    node = plate.first
    if node[0] == plate.holes:
        return "no_available_hole: every hole of the plate has a screw, so none can be relocated"
    if not plate.open_holes(node):
        return "no_available_hole: a board covers every empty hole of the plate, so no screw can be relocated"
    if not plate.movable(node):
        return "no_available_hole: every screw is buried under a board, so none can be relocated"
    return None


def proof_of_no_dead_end(level: PlateLevel) -> str | None:
    """A sentence that proves a level dead-end free, or None: as many free holes as screws.

    A free hole is one that no board can ever cover, sweep over or fall past. While not all boards have exited, look at
    the highest layer that still has boards. No screw that reaches it is buried. One of its boards is held by such a
    screw, or, since all its loose boards rest, one of them rests on such a screw; and that screw is in no free hole.
    So some free hole is empty, and the screw can go there. That leaves one screw less outside the free holes;
    repeated, it ends, and it can end only with all boards exited.
    """
    plate = plate_of(position_of(level, None))
    free = plate.holes
    for matter in plate.matters(plate.first):
        free &= ~matter
    spare, screws = free.bit_count(), plate.first[0].bit_count()
    if spare < screws:
        return None
    return f"no board ever comes to {spare} of the holes, and there are {screws} screws: every screw can be moved away"
