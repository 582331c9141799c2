"""Vehicles that slide along their own lines on a board with walls: what they stand on, and where they may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from games.canonical import Json
from games.contract import MalformedState
from games.grid import Cell, cell_text, cells_of
from games.names import NAMES
from games.vehicles import Vehicle

__all__ = ["FREE", "WALL", "changes_of", "entered", "line_length", "on_board", "parked", "strange_cells", "taken_cells"]

FREE, WALL = ".", "#"


def on_board(rows: Sequence[str], cell: Cell) -> bool:
    """Whether the board has that cell."""
    return 0 <= cell[0] < len(rows) and 0 <= cell[1] < len(rows[0])


def line_length(rows: Sequence[str], vehicle: Vehicle) -> int:
    """The number of cells of the row or column that a vehicle lies in."""
    return len(rows[0]) if vehicle.across else len(rows)


def strange_cells(rows: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Every cell drawn as neither free, wall nor vehicle: its glyph and its `row,column`."""
    for row, column in cells_of(rows):
        if rows[row][column] not in FREE + WALL + NAMES:
            yield rows[row][column], cell_text((row, column))


def taken_cells(rows: Sequence[str], vehicles: Sequence[Vehicle]) -> dict[Cell, str]:
    """Every cell that is not free when the vehicles stand so: `#`, or the name of the vehicle on it."""
    taken = {cell: WALL for cell in cells_of(rows) if rows[cell[0]][cell[1]] == WALL}
    for vehicle in vehicles:
        taken |= dict.fromkeys(vehicle.cells_from(vehicle.place), vehicle.name)
    return taken


def entered(vehicle: Vehicle, cells: int) -> Iterator[Cell]:
    """The cells that a vehicle enters, one after another, when it slides by so many cells; on the board or not."""
    for step in range(1, abs(cells) + 1):
        yield vehicle.cell_at(vehicle.place + vehicle.length - 1 + step if cells > 0 else vehicle.place - step)


def parked(rows: Sequence[str], vehicles: Sequence[Vehicle], value: Json) -> tuple[Vehicle, ...]:
    """The vehicles where a JSON object from name to top or left cell has them.

    Raises:
        MalformedState: no such object, other vehicles, a place off the board, off the vehicle's line or taken, or one
            that the vehicle could come to only past a wall or past another vehicle that lies along its line.
    """
    if not isinstance(value, dict):
        raise MalformedState("vehicles is not an object from name to cell")
    names = [vehicle.name for vehicle in vehicles]
    if set(value) != set(names):
        lacking = sorted(set(names) - set(value))
        raise MalformedState(f"the state lacks the vehicle {lacking[0]}" if lacking else "the state has a vehicle more")
    taken = taken_cells(rows, ())
    placed = []
    for vehicle in vehicles:
        cell = value[vehicle.name]
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)):
            raise MalformedState(f"the place of {vehicle.name} is not a pair [row, column]")
        now = replace(vehicle, cell=(cell[0], cell[1]))
        if now.line != vehicle.line:
            raise MalformedState(f"{vehicle.name} cannot come to {cell_text(now.cell)}: it slides along its own line")
        placed.append(now)
        _claim(rows, taken, now)
    for vehicle, now in zip(vehicles, placed, strict=True):
        if _between(rows, vehicles, vehicle, vehicle) != _between(rows, placed, vehicle, now):
            raise MalformedState(f"{vehicle.name} cannot come to {cell_text(now.cell)} past what stands in its line")
    return tuple(placed)


def _claim(rows: Sequence[str], taken: dict[Cell, str], vehicle: Vehicle) -> None:
    for cell in vehicle.cells_from(vehicle.place):
        if not on_board(rows, cell):
            raise MalformedState(f"{vehicle.name} would stand off the board at {cell_text(cell)}")
        if cell in taken:
            held = "a wall" if taken[cell] == WALL else taken[cell]
            raise MalformedState(f"{vehicle.name} would stand on {held} at {cell_text(cell)}")
        taken[cell] = vehicle.name


def _between(rows: Sequence[str], vehicles: Sequence[Vehicle], line: Vehicle, vehicle: Vehicle) -> Mapping[str, bool]:
    """What stands in a line, walls by their place and vehicles by name, and whether it comes before the vehicle."""
    before = {
        f"{WALL}{place}": place < vehicle.place
        for place in range(line_length(rows, line))
        if rows[line.cell_at(place)[0]][line.cell_at(place)[1]] == WALL
    }
    return before | {
        other.name: other.place < vehicle.place
        for other in vehicles
        if (other.across, other.line) == (line.across, line.line)
    }


def changes_of(rows: Sequence[str], vehicles: Sequence[Vehicle]) -> Iterator[tuple[str, dict[Cell, str]]]:
    """Small changes of a board, in words and as cells to be drawn anew; not every result need be a level.

    A free cell walled or a wall freed, in reading order; then for each vehicle: gone, or shifted by a cell.
    """
    for cell in cells_of(rows):
        flipped = {FREE: WALL, WALL: FREE}.get(rows[cell[0]][cell[1]])
        if flipped is not None:
            yield f"cell {cell_text(cell)} becomes {flipped}", {cell: flipped}
    for vehicle in vehicles:
        gone = dict.fromkeys(vehicle.cells_from(vehicle.place), FREE)
        yield f"the vehicle {vehicle.name} is gone", gone
        for step in (-1, 1):
            there = vehicle.cells_from(vehicle.place + step)
            if all(on_board(rows, cell) for cell in there):
                shifted = gone | dict.fromkeys(there, vehicle.name)
                yield f"the vehicle {vehicle.name} starts {step:+d} along its line", shifted
