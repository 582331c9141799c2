"""Rush Hour boards of a database, one a line of 36 characters: `A` is the target, the exit is right of the third row.

    [moves] board [cluster]

`o` or `.` is free, `x` is a wall, other letters are vehicles. The numbers are the fewest moves and the number of
positions that the database claims; the first is handed on to be compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from authoring.readers.contract import (
    FORM,
    GLYPH,
    MAX_STREAM_BYTES,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Unreadable,
)
from authoring.readers.lines import puzzle_lines
from authoring.readers.rush_text import LINE, SIDE, file_families, rows_of, written
from games.grid import cell_text

__all__ = ["READER"]

_GAME = "rush-hour"
_FREE, _WALL = "o.", "x"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether a line is of this family, or may be."""
    try:
        return LINE in file_families(data)
    except Unreadable:
        return False


def each(data: bytes, game: str, options: ReadOptions) -> Iterator[Puzzle | Refusal]:
    """Every puzzle of the file, one a line, blank lines passed over.

    Raises:
        Unreadable: no text, or far too many puzzles.
    """
    lines = puzzle_lines(data)
    return (_puzzle(number, place, line) for number, (place, line) in enumerate(lines, 1))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The same, all at once."""
    return Reading(LINE, tuple(each(data, game, options)))


def _puzzle(number: int, place: int, line: str) -> Puzzle | Refusal:
    one = written(line)
    if one is None:
        form = "`[moves] board [cluster]` with a board of 36 characters"
        return Refusal(number, (FORM.at(f"line {place} is not {form}"),), place)
    strange = [
        GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text(divmod(index, SIDE)))
        for index, glyph in enumerate(one.board)
        if glyph not in _FREE + _WALL and not ("A" <= glyph <= "Z")
    ]
    if strange:
        return Refusal(number, tuple(strange), place)
    native = one.board.translate(str.maketrans(_FREE + _WALL, "..#"))
    board = {"rows": rows_of(native), "target": "A", "exit": {"side": "R", "index": 2}}
    stated = {} if one.moves is None else {"optimum": one.moves, "metric": "moves"}
    note = None if one.cluster is None else f"{one.cluster} positions by the file"
    taken = ("target A, exit R 2, by the format",)
    return Puzzle(number, board, {"rule": "exit"}, place, note=note, taken=taken, stated=stated)


READER = Reader(LINE, _GAME, frozenset(), fits, read, MAX_STREAM_BYTES, each)
