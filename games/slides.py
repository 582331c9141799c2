"""Slides of vehicles along their own lines: their texts (`A+2`, `A-1`), which are free, and what stands in the way."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.grid import Cell, cell_text
from games.parking import WALL, entered, line_length, on_board
from games.vehicles import Vehicle

__all__ = ["free_slides", "read_slide", "renamed_slide", "slide_fault", "slide_names", "slide_text"]

_SLIDE = re.compile("([A-Za-z0-9])([+-])([1-9][0-9]*)")


def read_slide(text: str) -> tuple[str, int] | None:
    """The vehicle's name and the cells that it slides by, right and down positive; None if not of the form."""
    read = _SLIDE.fullmatch(text)
    # No board is that large: the first digits of a long number are enough to slide off it.
    return (read[1], int(read[2] + read[3][:6])) if read else None


def slide_text(name: str, cells: int) -> str:
    """The text of a slide by so many cells."""
    return f"{name}{cells:+d}"


def slide_names(text: str) -> tuple[str, ...]:
    """The vehicle that a slide's text names; none where the text is not of the form."""
    slide = read_slide(text)
    return slide[:1] if slide else ()


def renamed_slide(text: str, names: Mapping[str, str]) -> str:
    """The text of the slide of the vehicle that bears the new name. A text not of the form stays."""
    return names.get(text[0], text[0]) + text[1:] if slide_names(text) else text


def free_slides(rows: Sequence[str], taken: Mapping[Cell, str], vehicle: Vehicle) -> list[str]:
    """The texts of the slides that a vehicle can make, in order of code points: `A+1` before `A+10` before `A+2`."""
    length = line_length(rows, vehicle)
    texts = []
    for direction in (1, -1):
        for count, cell in enumerate(entered(vehicle, direction * length), 1):
            if cell in taken or not on_board(rows, cell):
                break
            texts.append(slide_text(vehicle.name, direction * count))
    return sorted(texts)


def slide_fault(rows: Sequence[str], taken: Mapping[Cell, str], vehicle: Vehicle, cells: int) -> str | None:
    """Why a vehicle cannot slide by so many cells, or None."""
    for cell in entered(vehicle, cells):
        if not on_board(rows, cell):
            return f"{vehicle.name} would leave the board at {cell_text(cell)}"
        if cell in taken:
            what = "a wall" if taken[cell] == WALL else taken[cell]
            return f"{what} stands in the way of {vehicle.name} at {cell_text(cell)}"
    return None
