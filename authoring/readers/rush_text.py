"""Rush Hour boards of 36 characters in a line, and the two families that they come from.

In one, lines of a database, `A` is the target in the third row, `o` or `.` is free and a small `x` is a wall. In the
other, printed cards, a capital `X` is the target and `.` is free. A line is of a family when that family's target lies
across in the third row; where both do, where neither does and no small `o` or `x` decides, or where `X` and `x`
both occur, the line can be either's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from authoring.readers.lines import Block, is_blank, text_lines

__all__ = ["CARD", "LINE", "SIDE", "Written", "blocks_of", "families", "file_families", "rows_of", "written"]

SIDE = 6
LINE, CARD = "rush-line", "rush-card"
_LOOKED_AT = 1000
_THIRD = slice(2 * SIDE, 3 * SIDE)
_WRITTEN = re.compile(r"(?:([0-9]{1,9})[ \t]+)?([A-Za-z.#]{36})(?:[ \t]+([0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class Written:
    """A line `[moves] board [cluster]`: the minimum that it claims, the board, the positions that it counts."""

    moves: int | None
    board: str
    cluster: int | None


def written(line: str) -> Written | None:
    """What a line says, or None where it is not of the form."""
    match = _WRITTEN.fullmatch(line.strip(" \t"))
    if match is None:
        return None
    return Written(int(match[1]) if match[1] else None, match[2], int(match[3]) if match[3] else None)


def rows_of(board: str) -> list[str]:
    """The six rows of a board of 36 characters."""
    return [board[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]


def families(board: str) -> frozenset[str]:
    """The families that a board of 36 characters may be of, one or both."""
    both = frozenset((LINE, CARD))
    if "X" in board and "x" in board:
        return both
    third = board[_THIRD]
    found = frozenset(family for family, pair in ((LINE, "AA"), (CARD, "XX")) if pair in third)
    if found:
        return found
    return frozenset((LINE,)) if set("ox") & set(board) else both


def file_families(data: bytes) -> frozenset[str]:
    """The families that some of the first thousand lines of a file may be of.

    Raises:
        Unreadable: no text.
    """
    found: frozenset[str] = frozenset()
    for one in map(written, islice(text_lines(data), _LOOKED_AT)):
        if one is not None:
            found |= families(one.board)
    return found


def blocks_of(lines: tuple[str, ...]) -> Iterator[Block]:
    """The groups of lines between blank lines."""
    begin = None
    for index, line in enumerate((*lines, "")):
        if begin is None and not is_blank(line):
            begin = index
        elif begin is not None and is_blank(line):
            yield Block(begin + 1, lines[begin:index], None)
            begin = None
