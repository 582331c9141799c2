"""Facings: the direction along its own axis in which a vehicle leaves the board, its front, and what is before it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from games.grid import DIRECTIONS, Cell

__all__ = ["first_before", "front_of", "marked", "may_face"]

#: How a drawn board marks a vehicle's front.
ARROWS = {"D": "v", "L": "<", "R": ">", "U": "^"}


def may_face(cells: Sequence[Cell]) -> str:
    """The directions along the axis of these cells: all four for a single cell, none where they are not in line."""
    in_a_row = len({row for row, _ in cells}) == 1
    in_a_column = len({column for _, column in cells}) == 1
    return "LR" * in_a_row + "UD" * in_a_column


def front_of(rows: Sequence[str], name: str, letter: str) -> Cell:
    """The cell of a vehicle that leaves the board first. Asked at every move: it looks for the name only."""
    held = [row for row, text in enumerate(rows) if name in text]
    row = held[-1] if letter == "D" else held[0]
    return row, rows[row].rfind(name) if letter == "R" else rows[row].find(name)


def first_before(rows: Sequence[str], front: Cell, letter: str, standing: Container[str]) -> tuple[str, Cell] | None:
    """What stands nearest between a front and the border, glyph and cell, of the glyphs that stand; None if nothing."""
    (row, column), (down, right) = front, DIRECTIONS[letter]
    row, column = row + down, column + right
    while 0 <= row < len(rows) and 0 <= column < len(rows[0]):
        if rows[row][column] in standing:
            return rows[row][column], (row, column)
        row, column = row + down, column + right
    return None


def marked(rows: Sequence[str], fronts: Mapping[Cell, str]) -> str:
    """The rows with a blank after each cell, which is an arrow at the fronts: `A A>`. Fronts are cell -> facing."""
    arrows = {cell: ARROWS[letter] for cell, letter in fronts.items()}
    lines = []
    for row, text in enumerate(rows):
        lines.append("".join(glyph + arrows.get((row, at), " ") for at, glyph in enumerate(text)).rstrip())
    return "\n".join(lines)
