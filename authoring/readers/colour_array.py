"""Color Connect boards as JSON matrices of colours.

A cell is a text or a whole number: the name of a colour, or the value that means a free or a blocked cell. One matrix
is one board; an array of matrices holds many. Which number means free differs from source to source, so it is asked
for wherever a file leaves it open.
"""

from __future__ import annotations

from collections.abc import Iterator

from authoring.readers.array import boards_of
from authoring.readers.colours import map_text, name_map
from authoring.readers.contract import (
    FORM,
    GLYPH,
    NOT_CARRIED,
    SIZE,
    MissingChoice,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
)
from authoring.readers.goals import goal_of
from authoring.readers.lines import without_mark
from games.canonical import Json
from games.finding import Finding
from games.grid import cell_text
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "array", "color-connect"
_FREE, _BLOCKED = (".", "", " "), "#"
_LONGEST_NAME = 40


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the file begins like a JSON array."""
    return without_mark(data)[:4096].lstrip(b" \\t\\r\\n").startswith(b"[")


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every board of the array.

    Raises:
        Unreadable: no JSON that levelpress reads, or no array.
        MissingChoice: whether 0 is a colour or free is open, and --floor does not say.
        BadOption: the game has no such rule.
    """
    boards = boards_of(data)
    goal_of(_GAME, options)
    return Reading(_NAME, tuple(_puzzle(number, board, options) for number, board in enumerate(boards, 1)))


def _puzzle(number: int, board: Json, options: ReadOptions) -> Puzzle | Refusal:
    if isinstance(board, dict):
        keys = ", ".join(repr(key[:_LONGEST_NAME]) for key in list(board)[:20])
        return Refusal(number, (NOT_CARRIED.at(f"the puzzle is an object with {keys}; only a bare matrix is read"),))
    if not isinstance(board, list) or not all(isinstance(row, list) for row in board):
        return Refusal(number, (FORM.at("the board is not an array of arrays"),))
    height, width = len(board), max(map(len, board), default=0)
    if max(height, width) > MAX_SIDE:
        return Refusal(number, (SIZE.at(f"the board has {height} rows and up to {width} columns"),))
    unknown = tuple(_unknown(board))
    if unknown:
        return Refusal(number, unknown)
    free, blocked = _free_values(board, options), options.walls if options.walls is not None else _BLOCKED
    cells = [["." if cell is None or str(cell) in free else str(cell) for cell in row] for row in board]
    cells = [["#" if cell == blocked and cell != "." else cell for cell in row] for row in cells]
    names = name_map([cell for row in cells for cell in row if cell not in (".", "#")])
    if isinstance(names, Finding):
        return Refusal(number, (names,))
    goal, taken = goal_of(_GAME, options)
    rows = ["".join(names.get(cell, cell) for cell in row) for row in cells]
    renamed = () if all(name == colour for colour, name in names.items()) else (map_text(names),)
    meant = f"free cells: null, {', '.join(map(repr, sorted(free)))}"
    return Puzzle(number, {"rows": rows}, goal, taken=(taken, meant, *renamed))


def _free_values(board: list[list[Json]], options: ReadOptions) -> frozenset[str]:
    """What a free cell is written as."""
    if options.floor is not None:
        return frozenset({options.floor})
    values = {cell for row in board for cell in row}
    numbers = {value for value in values if isinstance(value, int)}
    if 0 in numbers and (min(numbers) < 0 or values & {None, *_FREE}):
        others = sorted(str(value) for value in numbers if value < 0)
        raise MissingChoice("--floor", ("0", *others, "."), "the array does not say whether 0 is a colour or free")
    if numbers and min(numbers) < 0:
        below = tuple(sorted(str(value) for value in numbers if value < 0))
        raise MissingChoice("--floor", below, "the array does not say whether a negative number is a colour or free")
    return frozenset({*_FREE, "0"}) if 0 in numbers else frozenset(_FREE)


def _unknown(board: list[list[Json]]) -> Iterator[Finding]:
    for row, cells in enumerate(board):
        for column, cell in enumerate(cells):
            if cell is None or type(cell) is int or (isinstance(cell, str) and len(cell) <= _LONGEST_NAME):
                continue
            shown, place = repr(cell)[:_LONGEST_NAME], cell_text((row, column))
            yield GLYPH.at(f"the value {shown} is no name of a colour", place, "Write a text or a whole number.")


READER = Reader(_NAME, _GAME, frozenset({"rule", "walls", "floor"}), fits, read)
