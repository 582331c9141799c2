"""Color Connect packs in the line format of the game they come from.

    W[:H][+B],0,number,flows[,bridges[,holes[,walls]]];path;path;...

A line is a puzzle; cells count from 0 in reading order; a path lists the cells of one colour's official solution, its
ends are the endpoints. `+B` is a closed border, refused by name like bridges and walls. A hole is a blocked cell.
Bridges, walls between cells, and paths that step between cells that are no neighbours (warps) are not in the rules:
such a puzzle is refused, with the cells named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from authoring.readers.colours import NAMES, too_many
from authoring.readers.contract import (
    COUNT,
    FORM,
    MAX_STREAM_BYTES,
    NOT_CARRIED,
    SIZE,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Refused,
)
from authoring.readers.endpoints import drawn, rows_with
from authoring.readers.goals import goal_of
from authoring.readers.lines import first_line, puzzle_lines
from games.finding import Finding
from games.grid import Cell, cell_text
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "flow-pack", "color-connect"
_NUMBER = "[0-9]{1,9}"
_SIZE = re.compile(rf"({_NUMBER})(?::({_NUMBER}))?(\+B)?")
_LOOK = re.compile(rf"{_SIZE.pattern},[0-9]")
_CELL = re.compile(_NUMBER)
_WALL = re.compile(rf"{_NUMBER}\|{_NUMBER}")
_HEADER_FIELDS = range(4, 8)


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first line that is not blank begins like a puzzle of this format."""
    return _LOOK.match(first_line(data)) is not None


def each(data: bytes, game: str, options: ReadOptions) -> Iterator[Puzzle | Refusal]:
    """Every puzzle of the file, one a line, blank lines passed over.

    Raises:
        Unreadable: no text, or far too many puzzles.
        BadOption: the game has no such rule.
    """
    lines = puzzle_lines(data)
    goal_of(_GAME, options)
    return (_puzzle(number, place, line, options) for number, (place, line) in enumerate(lines, 1))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The same, all at once."""
    return Reading(_NAME, tuple(each(data, game, options)))


def _puzzle(number: int, place: int, line: str, options: ReadOptions) -> Puzzle | Refusal:
    try:
        return _read_line(number, place, line.strip(" \t"), options)
    except Refused as fault:
        return Refusal(number, fault.findings, place)


def _read_line(number: int, place: int, line: str, options: ReadOptions) -> Puzzle:
    header, *paths = line.rstrip(";").split(";")
    fields = header.split(",")
    size = _SIZE.fullmatch(fields[0])
    if size is None or len(fields) not in _HEADER_FIELDS or fields[1] != "0":
        form = "W[:H][+B],0,number,flows[,bridges[,holes[,walls]]]"
        raise Refused(FORM.at(f"the header {header[:60]!r} in line {place} is not {form}"))
    width, height = int(size[1]), int(size[2] or size[1])
    if not 0 < width <= MAX_SIDE or not 0 < height <= MAX_SIDE:
        raise Refused(SIZE.at(f"line {place} announces {height} rows and {width} columns"))
    bridges, holes, walls = (*fields[4:], "", "", "")[:3]
    if len(paths) > len(NAMES):
        raise Refused(too_many(len(paths)))
    if fields[3] != str(len(paths)):
        raise Refused(COUNT.at(f"line {place} announces {fields[3][:20]} paths and has {len(paths)}"))
    flows = [_cells(path, ",", width, height, place) for path in paths]
    blocked = _cells(holes, ":", width, height, place) if holes else ()
    border = [NOT_CARRIED.at("a closed border (+B), which the rules do not know")] if size[3] else []
    foreign = (*border, *_bridges(bridges, width, height, place), *_walls(walls, width, height, place), *_warps(flows))
    if foreign:
        raise Refused(*foreign)
    goal, taken = goal_of(_GAME, options)
    rows = _rows(width, height, flows, blocked, place)
    named = f"number {fields[2]} in its pack" if _CELL.fullmatch(fields[2]) else None
    moves = [drawn(NAMES[index], flow) for index, flow in enumerate(flows)]
    return Puzzle(
        number, {"rows": rows}, goal, place, note=named, taken=(taken,), stated={"solution": moves} if moves else {}
    )


def _cells(text: str, separator: str, width: int, height: int, place: int) -> tuple[Cell, ...]:
    cells = []
    for part in text.split(separator, width * height + 1):
        if _CELL.fullmatch(part) is None or int(part) >= width * height:
            raise Refused(FORM.at(f"{part[:40]!r} in line {place} is no cell of a board of {height} x {width}"))
        cells.append(divmod(int(part), width))
    return tuple(cells)


def _bridges(text: str, width: int, height: int, place: int) -> Iterator[Finding]:
    for cell in _cells(text, ":", width, height, place) if text else ():
        yield NOT_CARRIED.at(f"a bridge at {cell_text(cell)}: two paths may cross there", cell_text(cell))


def _walls(text: str, width: int, height: int, place: int) -> Iterator[Finding]:
    parts = dict.fromkeys(text.split(":")) if text else {}
    if len(parts) > 4 * width * height:
        raise Refused(COUNT.at(f"line {place} lists more walls than the board has sides of cells"))
    for part in parts:
        if _WALL.fullmatch(part) is None:
            raise Refused(FORM.at(f"{part[:40]!r} in line {place} is no wall between two cells"))
        here, there = _cells(part, "|", width, height, place)
        yield NOT_CARRIED.at(f"a wall between {cell_text(here)} and {cell_text(there)}", cell_text(here))


def _warps(flows: Sequence[tuple[Cell, ...]]) -> Iterator[Finding]:
    for flow in flows:
        for here, there in pairwise(flow):
            if abs(here[0] - there[0]) + abs(here[1] - there[1]) != 1:
                message = f"a path steps from {cell_text(here)} to {cell_text(there)}, which are no neighbours"
                yield NOT_CARRIED.at(message, cell_text(here))


def _rows(width: int, height: int, flows: Sequence[tuple[Cell, ...]], blocked: Sequence[Cell], place: int) -> list[str]:
    cells = dict.fromkeys(blocked, "#")
    for index, flow in enumerate(flows):
        if len(flow) < 2:
            raise Refused(FORM.at(f"path {index + 1} in line {place} has one cell, so no two ends"))
        for cell in (flow[0], flow[-1]):
            if cell in cells:
                raise Refused(
                    FORM.at(f"path {index + 1} in line {place} ends on a cell already taken", cell_text(cell))
                )
            cells[cell] = NAMES[index]
    return rows_with(width, height, cells)


READER = Reader(_NAME, _GAME, frozenset({"rule"}), fits, read, MAX_STREAM_BYTES, each)
