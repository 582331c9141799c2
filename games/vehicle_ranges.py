"""How far each vehicle of a board could come at most: a range of places that no play leaves.

The ranges are a least fixed point. Every vehicle begins with the place where it is drawn, and a range grows by one
cell while that cell is on the board, is no wall, and is either empty at first or is held at first by a vehicle whose
own range has a place off that cell. Vehicles of one line never pass each other, so a range ends before the
farthest place of the next vehicle in its line.

No play leaves the ranges: the first move that did would need a cell that is wall, or that its first holder, still
within its own range, covers. The converse is false (two vehicles may need each other out of the way), so ranges prove
what cannot happen and nothing else. Cost: at most one pass over the vehicles for each cell that is gained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.grid import Cell, with_cells
from games.vehicles import Vehicle, vehicles_of

__all__ = ["Ranges", "always_covers", "ranges_of", "with_stuck_walled"]

WALL = "#"
#: Name -> the least and the greatest place that the vehicle could come to.
Ranges = Mapping[str, tuple[int, int]]


def ranges_of(rows: Sequence[str]) -> Ranges:
    """The range of every vehicle of a board whose vehicles are straight and whole."""
    vehicles = {vehicle.name: vehicle for vehicle in vehicles_of(rows)}
    ranges = {name: (vehicle.place, vehicle.place) for name, vehicle in vehicles.items()}

    def opens(mover: Vehicle, place: int, step: int) -> bool:
        """Whether the mover could come to cover the cell so far along its line, moving by `step`."""
        row, column = mover.cell_at(place)
        if place < 0 or row >= len(rows) or column >= len(rows[0]) or rows[row][column] == WALL:
            return False
        limits = [
            ranges[other.name][0] + other.length if step < 0 else ranges[other.name][1]
            for other in vehicles.values()
            if (other.across, other.line) == (mover.across, mover.line) and (other.place - mover.place) * step > 0
        ]
        if any(place < limit if step < 0 else place >= limit for limit in limits):
            return False
        holder = vehicles.get(rows[row][column])
        return (
            holder is None
            or (holder.across, holder.line) == (mover.across, mover.line)
            or not always_covers(holder, ranges, (row, column))
        )

    grown = True
    while grown:
        grown = False
        for name, vehicle in vehicles.items():
            least, most = ranges[name]
            while opens(vehicle, least - 1, -1):
                least -= 1
            while opens(vehicle, most + vehicle.length, 1):
                most += 1
            if (least, most) != ranges[name]:
                ranges[name] = least, most
                grown = True
    return ranges


def always_covers(vehicle: Vehicle, ranges: Ranges, cell: Cell) -> bool:
    """Whether a vehicle covers a cell at every place of its range."""
    least, most = ranges[vehicle.name]
    return all(cell in vehicle.cells_from(place) for place in (least, most))


def with_stuck_walled(rows: Sequence[str], but: str) -> tuple[str, ...]:
    """The rows with every vehicle whose range is one place drawn as wall, except the one named `but`."""
    ranges = ranges_of(rows)
    stuck = (one for one in vehicles_of(rows) if ranges[one.name] == (one.place, one.place) and one.name != but)
    return tuple(with_cells(rows, {cell: WALL for one in stuck for cell in one.cells_from(one.place)}))
