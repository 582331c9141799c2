"""The start cell of a Maze Paint board that marks none, by an explicit rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from authoring.readers.contract import START, BadOption, MissingChoice
from games.finding import Finding
from games.grid import Cell, cell_text
from games.shape import nearest

__all__ = ["START_VALUES", "start_cell", "with_start"]

START_VALUES = ("first", "left-bottom", "r,c")
_CELL = re.compile("(0|[1-9][0-9]{0,3}),(0|[1-9][0-9]{0,3})")
_FLOOR, _MARK = ".", "@"


def start_cell(rows: Sequence[str], rule: str | None) -> Cell | Finding:
    """The start that `rule` names on a board of `#` and `.` (a marked start counts as floor).

    `first` is the first floor cell in reading order, `left-bottom` the lowest floor cell of the leftmost column that
    has floor, `r,c` that cell. A Finding where there is no such floor cell.

    Raises:
        MissingChoice: no rule was given.
        BadOption: the rule is none of the three.
    """
    floor = [
        (row, column) for row, text in enumerate(rows) for column, glyph in enumerate(text) if glyph in (_FLOOR, _MARK)
    ]
    if rule is None:
        raise MissingChoice("--start", START_VALUES, "the board marks no start cell")
    named = _CELL.fullmatch(rule)
    if named is None and rule not in START_VALUES[:2]:
        hint = nearest(rule, START_VALUES[:2])
        raise BadOption("--start", f"--start {rule[:40]!r} is none of {', '.join(START_VALUES)}{hint}")
    if not floor:
        return START.at("the board has no floor cell to start on")
    if named is not None:
        cell = int(named[1]), int(named[2])
        if cell not in floor:
            return START.at(f"the cell {cell_text(cell)} is not a floor cell", cell_text(cell))
        return cell
    return floor[0] if rule == "first" else min(floor, key=lambda cell: (cell[1], -cell[0]))


def with_start(rows: Sequence[str], cell: Cell) -> tuple[str, ...]:
    """The rows with the start marked."""
    row, column = cell
    marked = rows[row][:column] + _MARK + rows[row][column + 1 :]
    return (*rows[:row], marked, *rows[row + 1 :])
