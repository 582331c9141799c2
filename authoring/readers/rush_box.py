"""Rush Hour boards drawn in a box, the exit marked in its border; any number of boxes between blank lines.

The border is the first and the last row and column: `+`, `-`, `|` or `#`, and one exit mark, `@` or an arrow. Inside,
a blank or `.` is free, `+` or `#` is a wall, letters and digits are vehicles, `*` is the target. Where there is no `*`
the target is the vehicle that lies along the exit's line, if it is the only one.
"""

from __future__ import annotations

from authoring.readers.contract import (
    COUNT,
    FORM,
    GLYPH,
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
from authoring.readers.lines import Block, decoded_lines
from authoring.readers.rush_text import blocks_of
from games.exits import Exit
from games.grid import Cell, cell_text
from games.names import NAMES, named_cells
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "rush-box", "rush-hour"
_BORDER, _MARKS = "+-|#", "@<>^v"
_FREE, _WALL, _TARGET = " .", "+#", "*"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first lines are a box: a border above, below and on both sides, with a mark in it."""
    try:
        block = next(iter(blocks_of(decoded_lines(data))), None)
    except Unreadable:
        return False
    if block is None or len(block.rows) < 3:
        return False
    rows = [row.rstrip(" \t") for row in block.rows]
    border = rows[0] + rows[-1] + "".join(row[:1] + row[-1:] for row in rows)
    return not set(border) - set(_BORDER + _MARKS) and bool(set(border) & set(_BORDER))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every box of the file.

    Raises:
        Unreadable: no text, or far too many boxes.
    """
    blocks = tuple(blocks_of(decoded_lines(data)))
    if len(blocks) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    return Reading(_NAME, tuple(_puzzle(number, block) for number, block in enumerate(blocks, 1)))


def _puzzle(number: int, block: Block) -> Puzzle | Refusal:
    try:
        rows, way_out = _opened([row.rstrip(" \t") for row in block.rows], block.line)
        target, name = _target_of(rows, way_out)
    except Refused as fault:
        return Refusal(number, fault.findings, block.line)
    native = str.maketrans(dict.fromkeys(_FREE, ".") | dict.fromkeys(_WALL, "#") | {target: name})
    board = {"rows": [row.translate(native) for row in rows], "target": name, "exit": way_out.json}
    taken = f"the target * is named {name}" if target == _TARGET else f"target {name}: it lies along the exit's line"
    return Puzzle(number, board, {"rule": "exit"}, block.line, taken=(taken,))


def _opened(box: list[str], line: int) -> tuple[list[str], Exit]:
    """The rows inside a box and the exit in its border."""
    if len(box) < 3 or len(box[0]) < 3:
        raise Refused(FORM.at(f"line {line} begins no box: there is nothing inside"))
    height, width = len(box) - 2, len(box[0]) - 2
    if max(height, width) > MAX_SIDE:
        raise Refused(SIZE.at(f"the box in line {line} has {height} rows and {width} columns"))
    uneven = [
        COUNT.at(f"row {index} of the box in line {line} has {len(row)} characters, not {width + 2}")
        for index, row in enumerate(box)
        if len(row) != width + 2
    ]
    if uneven:
        raise Refused(*uneven)
    edges = [("U", at, box[0][at + 1]) for at in range(width)] + [("D", at, box[-1][at + 1]) for at in range(width)]
    edges += [("L", at, box[at + 1][0]) for at in range(height)] + [("R", at, box[at + 1][-1]) for at in range(height)]
    corners = [box[0][0], box[0][-1], box[-1][0], box[-1][-1]]
    strange = [mark for mark in (*corners, *(edge[2] for edge in edges)) if mark not in _BORDER + _MARKS]
    if strange:
        raise Refused(GLYPH.at(f"the glyph {strange[0]!r} is in the border of the box in line {line}"))
    marked = [Exit(side, at) for side, at, mark in edges if mark in _MARKS]
    if len(marked) != 1 or any(corner in _MARKS for corner in corners):
        raise Refused(COUNT.at(f"the border of the box in line {line} has {len(marked)} exits in its sides, not one"))
    return [row[1:-1] for row in box[1:-1]], marked[0]


def _target_of(rows: list[str], way_out: Exit) -> tuple[str, str]:
    """The target as drawn, and its name in the level."""
    strange = [
        GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
        for row, text in enumerate(rows)
        for column, glyph in enumerate(text)
        if glyph not in _FREE + _WALL + _TARGET + NAMES
    ]
    if strange:
        raise Refused(*strange)
    cells = named_cells(rows)
    if any(_TARGET in row for row in rows):
        free = [name for name in ("X", *NAMES) if name not in cells]
        if not free:
            raise Refused(FORM.at("no name is left for the target *"))
        return _TARGET, free[0]
    along = [name for name, held in cells.items() if _lies_along(held, way_out)]
    if len(along) != 1:
        listed = ", ".join(along) or "none"
        raise Refused(FORM.at(f"no target *, and the vehicles along the exit's line are not one but: {listed}"))
    return along[0], along[0]


def _lies_along(cells: list[Cell], way_out: Exit) -> bool:
    lines = {(row if way_out.across else column) for row, column in cells}
    return lines == {way_out.index} and len(cells) > 1


READER = Reader(_NAME, _GAME, frozenset(), fits, read)
