"""Vehicles: the straight runs of equal names that are drawn into the rows of a board.

A name is one vehicle, however long. What may be said of it without a game's rules is said here: where it stands, which
way it lies, and whether its cells are one straight run at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.finding import Finding, FindingKind
from games.grid import Cell, cell_text
from games.names import named_cells

__all__ = ["FINDINGS", "Vehicle", "crooked_at", "gap_at", "lanes_of", "vehicle_faults", "vehicles_of"]


SHORT = FindingKind("vehicle/short", "A vehicle has one cell alone.", "Give each vehicle two cells or more.")
BENT = FindingKind(
    "vehicle/bent",
    "The cells of a vehicle lie neither in one row nor in one column.",
    "Draw each vehicle straight, and give two vehicles two names.",
)
BROKEN = FindingKind(
    "vehicle/broken",
    "The cells of a vehicle lie in one line, but not one next to the other.",
    "Close the gap, or give two vehicles two names.",
)
FINDINGS = (SHORT, BENT, BROKEN)


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A vehicle where it is drawn.

    Attributes:
        name: one letter or digit.
        cell: its top or left cell.
        length: the number of its cells.
        across: whether it lies in a row; a vehicle of one cell does.
    """

    name: str
    cell: Cell
    length: int
    across: bool

    @property
    def line(self) -> int:
        """The row that it lies in, or the column of one that does not lie across."""
        return self.cell[0] if self.across else self.cell[1]

    @property
    def place(self) -> int:
        """How far along its line its top or left cell is."""
        return self.cell[1] if self.across else self.cell[0]

    def cell_at(self, place: int) -> Cell:
        """The cell of its line that is so far along."""
        return (self.cell[0], place) if self.across else (place, self.cell[1])

    def cells_from(self, place: int) -> tuple[Cell, ...]:
        """The cells that it covers when its top or left cell is so far along its line."""
        return tuple(self.cell_at(place + step) for step in range(self.length))


def vehicles_of(rows: Sequence[str]) -> tuple[Vehicle, ...]:
    """The vehicles of a board whose vehicles are straight and whole, in order of their names' code points."""
    return tuple(
        Vehicle(name, cells[0], len(cells), cells[0][0] == cells[-1][0])
        for name, cells in sorted(named_cells(rows).items())
    )


def lanes_of(vehicles: Sequence[Vehicle]) -> dict[str, tuple[int, bool, int]]:
    """Name -> its length, whether it lies across, and the number of its row or column."""
    return {vehicle.name: (vehicle.length, vehicle.across, vehicle.line) for vehicle in vehicles}


def vehicle_faults(cells_by_name: Mapping[str, Sequence[Cell]]) -> Iterator[Finding]:
    """Vehicles that are not one straight run of two or more cells, each at its first cell that does not fit.

    Args:
        cells_by_name: the cells of each vehicle, in reading order.
    """
    for name, cells in sorted(cells_by_name.items()):
        begins = f"the vehicle {name}, which begins at {cell_text(cells[0])},"
        if len(cells) == 1:
            yield SHORT.at(f"the vehicle {name} has one cell", cell_text(cells[0]))
        elif (bend := crooked_at(cells)) is not None:
            yield BENT.at(f"{begins} is not straight", cell_text(bend))
        elif (gap := gap_at(cells)) is not None:
            yield BROKEN.at(f"{begins} has a gap", cell_text(gap))


def crooked_at(cells: Sequence[Cell]) -> Cell | None:
    """The first cell that is not in one line with all before it, or None."""
    for number, cell in enumerate(cells):
        before = cells[: number + 1]
        if len({row for row, _ in before}) > 1 and len({column for _, column in before}) > 1:
            return cell
    return None


def gap_at(cells: Sequence[Cell]) -> Cell | None:
    """The first cell of a straight vehicle that is no neighbour of the one before it, or None."""
    steps = ((there, there[0] - here[0] + there[1] - here[1]) for here, there in pairwise(cells))
    return next((there for there, step in steps if step != 1), None)
