"""Rush Hour cards: `X` is the target, it leaves right of its own row; `.` is free, other capital letters are vehicles.

A card is a line of 36 characters, or rows of equal length of their own; cards drawn in rows stand between blank lines.
"""

from __future__ import annotations

from authoring.readers.contract import (
    FORM,
    MAX_PUZZLES,
    SIZE,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Unreadable,
)
from authoring.readers.glyphs import unknown_glyphs
from authoring.readers.lines import decoded_lines, is_blank
from authoring.readers.rush_text import CARD, blocks_of, file_families, rows_of, written
from games.shape import MAX_SIDE

__all__ = ["READER"]

_GAME = "rush-hour"
_GLYPHS = ".ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether a line is of this family or may be, or the first lines are rows of a card with its target."""
    try:
        lines = decoded_lines(data)
    except Unreadable:
        return False
    if any(written(line) for line in lines):
        return CARD in file_families(data)
    block = next(iter(blocks_of(lines)), None)
    if block is None:
        return False
    rows = [row.strip(" \t") for row in block.rows]
    return any("XX" in row for row in rows) and not any(set(row) - set(_GLYPHS) for row in rows)


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every card of the file.

    Raises:
        Unreadable: no text, no card, or far too many.
    """
    lines = decoded_lines(data)
    cards: list[tuple[int, list[str], int | None]] = []
    if any(written(line) for line in lines):
        for place, line in enumerate(lines, 1):
            one = written(line)
            if not is_blank(line):
                cards.append((place, rows_of(one.board) if one else [line.strip(" \t")], one.moves if one else None))
    else:
        cards = [(block.line, [row.strip(" \t") for row in block.rows], None) for block in blocks_of(lines)]
    if len(cards) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    return Reading(CARD, tuple(_puzzle(number, *card) for number, card in enumerate(cards, 1)))


def _puzzle(number: int, place: int, rows: list[str], moves: int | None) -> Puzzle | Refusal:
    if max(len(rows), *map(len, rows)) > MAX_SIDE:
        return Refusal(number, (SIZE.at(f"the card in line {place} is larger than {MAX_SIDE} cells a side"),), place)
    unknown = unknown_glyphs(rows, _GLYPHS)
    if unknown:
        return Refusal(number, unknown, place)
    row = next((index for index, text in enumerate(rows) if "X" in text), None)
    if row is None:
        return Refusal(number, (FORM.at(f"the card in line {place} has no target X"),), place)
    board = {"rows": rows, "target": "X", "exit": {"side": "R", "index": row}}
    stated = {} if moves is None else {"optimum": moves, "metric": "moves"}
    taken = (f"target X, exit R {row}, by the format",)
    return Puzzle(number, board, {"rule": "exit"}, place, taken=taken, stated=stated)


READER = Reader(CARD, _GAME, frozenset(), fits, read)
