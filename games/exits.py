"""An exit: a gap in the frame round a board, on the outer edge of one border cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.canonical import Json
from games.finding import Finding, FindingKind
from games.grid import DIRECTIONS, BoardSymmetry, Cell, cell_text
from games.shape import SHAPE, field_faults
from games.vehicles import Vehicle

__all__ = ["ARROWS", "FINDINGS", "OPPOSITE", "Exit", "exit_faults", "framed", "line_faults"]

SIDE = FindingKind("exit/side", "The exit is on no side U, D, L or R of the board.", "Use one of the four letters.")
INDEX = FindingKind(
    "exit/index",
    "The exit is at no border cell of its side: its index is the row for L and R, the column for U and D, from 0.",
    "Use the number of a row or column of the board.",
)
ACROSS = FindingKind(
    "exit/across",
    "The exit is on a side that the vehicle that leaves does not face: it lies across the way out.",
    "Put the exit on L or R for a vehicle in a row, on U or D for one in a column.",
)
LINE = FindingKind(
    "exit/line",
    "The exit is on a side that the vehicle that leaves faces, but in another row or column than that.",
    "Put the exit into the vehicle's own row or column.",
)
FINDINGS = (SIDE, INDEX, ACROSS, LINE)
ARROWS = {"D": "v", "L": "<", "R": ">", "U": "^"}
OPPOSITE = {"D": "U", "L": "R", "R": "L", "U": "D"}


@dataclass(frozen=True, slots=True, order=True)
class Exit:
    """The side `U`, `D`, `L` or `R` of the board, and there the row (L, R) or the column (U, D)."""

    side: str
    index: int

    @property
    def across(self) -> bool:
        """Whether what leaves here moves along a row."""
        return self.side in "LR"

    @property
    def forward(self) -> int:
        """1 where what leaves moves right or down, -1 where left or up."""
        return sum(DIRECTIONS[self.side])

    @property
    def json(self) -> Json:
        """As a level has it."""
        return {"side": self.side, "index": self.index}

    def cell(self, rows: Sequence[str]) -> Cell:
        """The border cell at the exit."""
        last = 0 if self.side in "LU" else (len(rows[0]) if self.across else len(rows)) - 1
        return (self.index, last) if self.across else (last, self.index)

    def image(self, symmetry: BoardSymmetry, rows: Sequence[str]) -> Exit:
        """Where the exit is after a symmetry of the board."""
        side = symmetry.direction(self.side)
        row, column = symmetry.cell(self.cell(rows), len(rows), len(rows[0]))
        return Exit(side, row if side in "LR" else column)


def exit_faults(value: Json, rows: Sequence[str] | None) -> Iterator[Finding]:
    """Faults of an exit's JSON `{"side", "index"}`; the index is held against the board where that is a rectangle."""
    yield from field_faults(value, "board.exit", ("side", "index"))
    if not isinstance(value, dict):
        return
    side, index = value.get("side"), value.get("index")
    if "side" in value and (not isinstance(side, str) or side not in OPPOSITE):
        yield SIDE.at(f"the exit's side is {side!r}"[:80])
    if "index" in value and type(index) is not int:
        yield SHAPE.at("board.exit.index is no whole number")
    elif isinstance(index, int) and isinstance(side, str) and side in OPPOSITE and rows is not None:
        count = len(rows) if side in "LR" else len(rows[0])
        if not 0 <= index < count:
            yield INDEX.at(f"side {side} has the numbers 0 to {count - 1}")


def line_faults(way_out: Exit, vehicle: Vehicle) -> Iterator[Finding]:
    """Whether the vehicle that is to leave does not slide through the exit, and why."""
    where = cell_text(vehicle.cell)
    if vehicle.across != way_out.across:
        lies = "row" if vehicle.across else "column"
        yield ACROSS.at(f"{vehicle.name} lies in a {lies}, the exit is on side {way_out.side}", where)
    elif vehicle.line != way_out.index:
        lies = "row" if vehicle.across else "column"
        yield LINE.at(f"{vehicle.name} lies in {lies} {vehicle.line}, the exit is in {lies} {way_out.index}", where)


def framed(rows: Sequence[str], way_out: Exit) -> list[str]:
    """The rows within a frame that has an arrow where the exit is."""
    edge = f"+{'-' * len(rows[0])}+"
    lines = [list(edge), *(list(f"|{row}|") for row in rows), list(edge)]
    row, column = way_out.cell(rows)
    down, right = DIRECTIONS[way_out.side]
    lines[row + 1 + down][column + 1 + right] = ARROWS[way_out.side]
    return ["".join(line) for line in lines]
