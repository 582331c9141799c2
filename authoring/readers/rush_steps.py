"""Rush Hour boards as lists of vehicles, from programs that count every cell of a slide as a step.

    ROWS COLUMNS
    NUMBER OF VEHICLES
    NAME ROW COLUMN ROW COLUMN

A line for each vehicle with its two ends, cells counted from 0 at the top left. `X` is the target and leaves right of
its own row. Blank lines are passed over; a file may hold any number of boards, one after the other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from authoring.readers.contract import (
    COUNT,
    FORM,
    MAX_PUZZLES,
    SIZE,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Refused,
    Unreadable,
)
from authoring.readers.endpoints import rows_with
from authoring.readers.lines import decoded_lines, is_blank
from games.grid import Cell, cell_text
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "rush-steps", "rush-hour"
_SIZE = re.compile(r"[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_COUNT = re.compile(r"[ \t]*([0-9]{1,9})[ \t]*")
_VEHICLE = re.compile(r"[ \t]*([A-Za-z0-9])" + r"[ \t]+([0-9]{1,9})" * 4 + r"[ \t]*")


@dataclass(frozen=True, slots=True)
class _Section:
    """The lines of one board, each with its number."""

    line: int
    height: int
    width: int
    rest: tuple[tuple[int, str], ...]


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first lines are a size, a number and a vehicle."""
    try:
        lines = [line for line in decoded_lines(data) if not is_blank(line)][:3]
    except Unreadable:
        return False
    forms = (_SIZE, _COUNT, _VEHICLE)
    return len(lines) == 3 and all(form.fullmatch(line) for form, line in zip(forms, lines, strict=True))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every board of the file.

    Raises:
        Unreadable: no text, lines before the first size, or far too many boards.
    """
    sections = _sections(decoded_lines(data))
    if len(sections) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    return Reading(_NAME, tuple(_puzzle(number, section) for number, section in enumerate(sections, 1)))


def _sections(lines: tuple[str, ...]) -> list[_Section]:
    kept = [(place, line) for place, line in enumerate(lines, 1) if not is_blank(line)]
    begins = [index for index, (_, line) in enumerate(kept) if _SIZE.fullmatch(line)]
    if not kept:
        return []
    if begins[:1] != [0]:
        raise Unreadable(f"line {kept[0][0]} comes before any size `ROWS COLUMNS`")
    sections = []
    for begin, end in zip(begins, [*begins[1:], len(kept)], strict=True):
        size = _SIZE.fullmatch(kept[begin][1])
        if size is not None:
            sections.append(_Section(kept[begin][0], int(size[1]), int(size[2]), tuple(kept[begin + 1 : end])))
    return sections


def _puzzle(number: int, section: _Section) -> Puzzle | Refusal:
    try:
        cells = _cells(section)
    except Refused as fault:
        return Refusal(number, fault.findings, section.line)
    row = next((cell[0] for cell, name in cells.items() if name == "X"), None)
    if row is None:
        return Refusal(number, (FORM.at(f"the board in line {section.line} has no target X"),), section.line)
    rows = rows_with(section.width, section.height, cells)
    board = {"rows": rows, "target": "X", "exit": {"side": "R", "index": row}}
    taken = (f"target X, exit R {row}, by the format", "the file's minima count steps (--metric steps)")
    return Puzzle(number, board, {"rule": "exit"}, section.line, taken=taken)


def _cells(section: _Section) -> dict[Cell, str]:
    announced = f"line {section.line} announces {section.height} x {section.width} cells"
    if max(section.height, section.width) > MAX_SIDE:
        raise Refused(SIZE.at(announced))
    if not section.height or not section.width:
        raise Refused(FORM.at(announced))
    count = _COUNT.fullmatch(section.rest[0][1]) if section.rest else None
    if count is None:
        raise Refused(FORM.at(f"under line {section.line} there is no number of vehicles"))
    vehicles = section.rest[1:]
    if int(count[1]) != len(vehicles):
        stated = f"line {section.rest[0][0]} announces {int(count[1])} vehicles"
        raise Refused(COUNT.at(f"{stated}, there are {len(vehicles)}"))
    cells: dict[Cell, str] = {}
    for place, line in vehicles:
        match = _VEHICLE.fullmatch(line)
        if match is None:
            raise Refused(FORM.at(f"line {place} is not `NAME ROW COLUMN ROW COLUMN`, the name one letter or digit"))
        top, bottom = sorted((int(match[2]), int(match[4])))
        left, right = sorted((int(match[3]), int(match[5])))
        if bottom >= section.height or right >= section.width:
            off = f"off the board of {section.height} x {section.width} cells"
            raise Refused(FORM.at(f"{match[1]} in line {place} lies {off}"))
        if match[1] in cells.values():
            raise Refused(FORM.at(f"line {place} names a second vehicle {match[1]}"))
        for cell in [(row, column) for row in range(top, bottom + 1) for column in range(left, right + 1)]:
            if cell in cells:
                raise Refused(FORM.at(f"{match[1]} in line {place} lies on {cells[cell]}", cell_text(cell)))
            cells[cell] = match[1]
    return cells


READER = Reader(_NAME, _GAME, frozenset(), fits, read)
