"""Cells of a rectangle, the four directions, and the eight symmetries of a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = [
    "BOARD_SYMMETRIES",
    "DIRECTIONS",
    "BoardSymmetry",
    "Cell",
    "cell_text",
    "cells_of",
    "neighbours",
    "with_cells",
]

#: (row, column), counted from the top left corner.
Cell = tuple[int, int]

#: Direction letter -> step. In the order of code points, which is the order of moves.
DIRECTIONS: dict[str, Cell] = {"D": (1, 0), "L": (0, -1), "R": (0, 1), "U": (-1, 0)}
_LETTERS = {step: letter for letter, step in DIRECTIONS.items()}


def cell_text(cell: Cell) -> str:
    """A cell as findings and moves write it: `row,column`."""
    return f"{cell[0]},{cell[1]}"


def neighbours(cell: Cell, height: int, width: int) -> tuple[Cell, ...]:
    """The orthogonal neighbours of a cell that lie on the board, in the order of DIRECTIONS."""
    row, column = cell
    around = ((row + down, column + right) for down, right in DIRECTIONS.values())
    return tuple((r, c) for r, c in around if 0 <= r < height and 0 <= c < width)


def cells_of(rows: Sequence[str]) -> Iterator[Cell]:
    """Every cell of a board drawn as rows, in reading order."""
    return ((row, column) for row, text in enumerate(rows) for column in range(len(text)))


def with_cells(rows: Sequence[str], change: Mapping[Cell, str]) -> list[str]:
    """The rows with some cells drawn anew."""
    return [
        "".join(change.get((row, column), glyph) for column, glyph in enumerate(text)) for row, text in enumerate(rows)
    ]


@dataclass(frozen=True, slots=True)
class BoardSymmetry:
    """A symmetry of the rectangle, as a matrix on (row, column) with an offset from the board's size.

    `swaps` tells whether height and width change places.
    """

    name: str
    rows: tuple[int, int]
    columns: tuple[int, int]

    @property
    def swaps(self) -> bool:
        return self.rows[0] == 0

    def step(self, step: Cell) -> Cell:
        """The image of a step."""
        down, right = step
        return (
            self.rows[0] * down + self.rows[1] * right,
            self.columns[0] * down + self.columns[1] * right,
        )

    def direction(self, letter: str) -> str:
        """The image of a direction letter."""
        return _LETTERS[self.step(DIRECTIONS[letter])]

    def cell(self, cell: Cell, height: int, width: int) -> Cell:
        """The image of a cell of a board of that height and width."""
        row, column = self.step(cell)
        corner_row, corner_column = self.step((height - 1, width - 1))
        return row - min(corner_row, 0), column - min(corner_column, 0)

    def rows_of(self, rows: Sequence[str], letter: Callable[[str], str] = str) -> tuple[str, ...]:
        """The image of a board drawn as rows; `letter` maps each character on the way."""
        height, width = len(rows), len(rows[0])
        new_height, new_width = (width, height) if self.swaps else (height, width)
        image = [[""] * new_width for _ in range(new_height)]
        for row in range(height):
            for column in range(width):
                to_row, to_column = self.cell((row, column), height, width)
                image[to_row][to_column] = letter(rows[row][column])
        return tuple("".join(line) for line in image)


#: The identity first; then rotations (clockwise) and mirrors.
BOARD_SYMMETRIES: tuple[BoardSymmetry, ...] = (
    BoardSymmetry("identity", (1, 0), (0, 1)),
    BoardSymmetry("rotate-90", (0, 1), (-1, 0)),
    BoardSymmetry("rotate-180", (-1, 0), (0, -1)),
    BoardSymmetry("rotate-270", (0, -1), (1, 0)),
    BoardSymmetry("mirror-left-right", (1, 0), (0, -1)),
    BoardSymmetry("mirror-top-bottom", (-1, 0), (0, 1)),
    BoardSymmetry("transpose", (0, 1), (1, 0)),
    BoardSymmetry("anti-transpose", (0, -1), (-1, 0)),
)
