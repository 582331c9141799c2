"""Color Connect puzzles as lines of endpoint pairs, on a square board.

    N;x:y;x:y;...[=x:y;x:y;...|...]

N is the side. Points count from 1, the column first; two points after one another are a colour's endpoints. What
follows `=` is the claimed solution, one path a colour in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from authoring.readers.colours import NAMES, too_many
from authoring.readers.contract import (
    COUNT,
    FORM,
    MAX_STREAM_BYTES,
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
from games.grid import Cell, cell_text
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "pairs", "color-connect"
_NUMBER = "[0-9]{1,9}"
_SIDE = re.compile(_NUMBER)
_POINT = re.compile(f"({_NUMBER}):({_NUMBER})")
_LOOK = re.compile(f"{_NUMBER};{_POINT.pattern}")


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
    puzzle, marked, claimed = line.partition("=")
    side_text, *points = puzzle.rstrip(";").split(";")
    if _SIDE.fullmatch(side_text) is None:
        raise Refused(FORM.at(f"line {place} begins with {side_text[:40]!r}, not with the side of the board"))
    side = int(side_text)
    if not 0 < side <= MAX_SIDE:
        raise Refused(SIZE.at(f"line {place} announces {side} rows and columns"))
    if len(points) > 2 * len(NAMES):
        raise Refused(too_many((len(points) + 1) // 2))
    cells = [_cell(point, side, place) for point in points]
    if len(cells) % 2:
        raise Refused(COUNT.at(f"line {place} has {len(cells)} points, so one has no partner"))
    ends: dict[Cell, str] = {}
    for index, cell in enumerate(cells):
        if cell in ends:
            raise Refused(FORM.at(f"two points of line {place} lie on one cell", cell_text(cell)))
        ends[cell] = NAMES[index // 2]
    goal, taken = goal_of(_GAME, options)
    stated = {"solution": _moves(claimed, len(cells) // 2, side, place)} if marked else {}
    board = {"rows": rows_with(side, side, ends)}
    return Puzzle(number, board, goal, place, taken=(taken,), stated=stated)


def _cell(point: str, side: int, place: int) -> Cell:
    match = _POINT.fullmatch(point)
    if match is None:
        raise Refused(FORM.at(f"{point[:40]!r} in line {place} is no point x:y"))
    column, row = int(match[1]) - 1, int(match[2]) - 1
    if not (0 <= row < side and 0 <= column < side):
        raise Refused(FORM.at(f"the point {point} in line {place} is off the board; points count from 1 to {side}"))
    return row, column


def _moves(claimed: str, colours: int, side: int, place: int) -> list[str]:
    paths = claimed.split("|", colours + 1)
    if len(paths) != colours:
        raise Refused(COUNT.at(f"line {place} has {colours} pairs, its solution another number of paths"))
    return [
        drawn(NAMES[index], (_cell(point, side, place) for point in path.rstrip(";").split(";")))
        for index, path in enumerate(paths)
    ]


READER = Reader(_NAME, _GAME, frozenset({"rule"}), fits, read, MAX_STREAM_BYTES, each)
