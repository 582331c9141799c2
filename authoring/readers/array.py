"""Maze Paint boards as JSON arrays of 0 and 1.

Whether 1 is wall or floor differs from source to source, so it is asked for. One board is an array of rows; an
array of boards holds many.
"""

from __future__ import annotations

from collections.abc import Iterator

from authoring.readers.contract import (
    FORM,
    GLYPH,
    SIZE,
    BadOption,
    MissingChoice,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Unreadable,
)
from authoring.readers.lines import without_mark
from authoring.readers.start import start_cell, with_start
from games.canonical import Json
from games.finding import Finding
from games.grid import cell_text
from games.registry import game_named
from games.shape import MAX_SIDE
from games.strict_json import MalformedJson, read_json

__all__ = ["READER", "boards_of"]

_NAME, _GAME = "array", "maze-paint"
_VALUES = ("0", "1")


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the file begins like a JSON array."""
    return without_mark(data)[:4096].lstrip(b" \t\r\n").startswith(b"[")


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every board of the array.

    Raises:
        Unreadable: no JSON that levelpress reads, or no array.
        MissingChoice: neither --walls nor --floor says which value is wall, or --start is missing.
        BadOption: they say it twice over, or name another value; --start is malformed.
    """
    boards = boards_of(data)
    wall = _wall_value(options)
    return Reading(_NAME, tuple(_puzzle(number, board, wall, options) for number, board in enumerate(boards, 1)))


def boards_of(data: bytes) -> list[Json]:
    """The boards of a JSON array: its elements if each is a board of its own, else the one board that it is.

    Raises:
        Unreadable: no JSON that levelpress reads, or no array.
    """
    try:
        value = read_json(without_mark(data))
    except MalformedJson as error:
        raise Unreadable(str(error)) from None
    if not isinstance(value, list) or not value:
        raise Unreadable("the JSON is no array of rows")
    return value if _is_list_of_boards(value) else [value]


def _is_list_of_boards(value: list[Json]) -> bool:
    return all(isinstance(one, dict) or (isinstance(one, list) and one and isinstance(one[0], list)) for one in value)


def _wall_value(options: ReadOptions) -> int:
    """0 or 1: which one is wall."""
    for option, text in (("--walls", options.walls), ("--floor", options.floor)):
        if text is not None and text not in _VALUES:
            raise BadOption(option, f"{option} {text[:40]!r} is neither 0 nor 1, the values of an array")
    if options.walls is not None:
        return int(options.walls)
    if options.floor is not None:
        return 1 - int(options.floor)
    raise MissingChoice("--walls", _VALUES, "an array of 0 and 1 does not say which value is wall")


def _puzzle(number: int, board: Json, wall: int, options: ReadOptions) -> Puzzle | Refusal:
    if not isinstance(board, list) or not all(isinstance(row, list) for row in board):
        return Refusal(number, (FORM.at("the board is not an array of arrays"),))
    height, width = len(board), max(map(len, board), default=0)
    if max(height, width) > MAX_SIDE:
        return Refusal(number, (SIZE.at(f"the board has {height} rows and up to {width} columns"),))
    unknown = tuple(_unknown(board))
    if unknown:
        return Refusal(number, unknown)
    rows = tuple("".join("#" if cell == wall else "." for cell in row) for row in board)
    cell = start_cell(rows, options.start)
    if isinstance(cell, Finding):
        return Refusal(number, (cell,))
    taken = (f"{wall} is wall", f"start {cell_text(cell)} by the rule {options.start}")
    goal = {"rule": game_named(_GAME).goal_rules[0]}
    return Puzzle(number, {"rows": list(with_start(rows, cell))}, goal, taken=taken)


def _unknown(board: list[list[Json]]) -> Iterator[Finding]:
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if type(cell) is not int or cell not in (0, 1):
                shown = repr(cell)[:40]
                place = cell_text((row, column))
                yield GLYPH.at(f"the value {shown} is neither 0 nor 1", place, "Write the cell as 0 or 1.")


READER = Reader(_NAME, _GAME, frozenset({"start", "walls", "floor"}), fits, read)
