"""Why a level is unsolvable, seen without search: something on the way out that can never leave it."""

from __future__ import annotations

from games.grid import cell_text, with_cells
from games.names import NAMES
from games.rush_hour import RushHourLevel
from games.vehicle_ranges import always_covers, ranges_of
from solvers.rush_hour.position import Places, places_of

__all__ = ["explain", "lasting_block"]

FREE, WALL = ".", "#"


def explain(level: RushHourLevel) -> str | None:
    """Why the level is unsolvable, or None where this test sees no reason."""
    return lasting_block(level, places_of(level, None))


def lasting_block(level: RushHourLevel, places: Places) -> str | None:
    """What stands on the way from the target to the exit and can never leave it, when the vehicles stand so.

    Three things never do: a wall; a vehicle that lies along the same line, for vehicles cannot pass each other; and
    one across it that covers its cell at every place of its range (`games.vehicle_ranges`), which no play leaves.
    """
    now = {vehicle: vehicle.cells_from(place) for vehicle, place in zip(level.vehicles, places, strict=True)}
    empty = ["".join(FREE if glyph in NAMES else glyph for glyph in row) for row in level.rows]
    rows = with_cells(empty, {cell: vehicle.name for vehicle, cells in now.items() for cell in cells})
    on_cell = {cell: vehicle for vehicle, cells in now.items() for cell in cells}
    target = next(vehicle for vehicle in now if vehicle.name == level.target)
    last = level.exit.cell(rows)
    front = now[target][-1 if level.exit.forward > 0 else 0]
    steps = abs(last[0] - front[0]) + abs(last[1] - front[1])
    ranges = ranges_of(rows)
    for step in range(1, steps + 1):
        cell = target.cell_at(front[1 if target.across else 0] + level.exit.forward * step)
        way = f"the way of {target.name} to the exit"
        if rows[cell[0]][cell[1]] == WALL:
            return f"a wall at {cell_text(cell)} stands on {way}"
        if cell not in on_cell:
            continue
        other = on_cell[cell]
        if other.across == target.across:
            return f"{other.name} lies along {way} at {cell_text(cell)}, and vehicles cannot pass each other"
        if always_covers(other, ranges, cell):
            return f"{other.name} stands on {way} at {cell_text(cell)} and can never clear it"
    return None
