"""Maze Paint boards drawn as text, with or without a border of wall.

The board is the lines up to the first blank one; what follows are remarks. Rows are kept as drawn: no border is added
(outside the rectangle is wall by the rules), and no row is padded, since a cell that is not there is not known.
"""

from __future__ import annotations

from authoring.readers.claimed import claimed_minimum
from authoring.readers.contract import SIZE, BadOption, Puzzle, Reader, Reading, ReadOptions, Refusal, Unreadable
from authoring.readers.glyphs import Glyphs, glyphs_of, known_share, unknown_glyphs
from authoring.readers.lines import Block, decoded_lines, first_block
from authoring.readers.start import start_cell, with_start
from games.finding import Finding
from games.grid import cell_text
from games.registry import game_named
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "text", "maze-paint"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first lines look like a board in the glyphs asked for."""
    try:
        glyphs = glyphs_of(options, options.start_glyphs)
        block = first_block(decoded_lines(data), glyphs.walls + glyphs.floor)
    except Unreadable:
        return False
    return known_share(block.rows, glyphs.all)


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the file.

    Raises:
        Unreadable: no text, or no line that holds anything.
        MissingChoice: the board marks no start, and --start was not given.
        BadOption: --start names another cell than the board marks, or is malformed; a glyph is wall and floor.
    """
    glyphs = glyphs_of(options, options.start_glyphs)
    block = first_block(decoded_lines(data), glyphs.walls + glyphs.floor)
    return Reading(_NAME, (_puzzle(block, glyphs, options),))


def _puzzle(block: Block, glyphs: Glyphs, options: ReadOptions) -> Puzzle | Refusal:
    height, width = len(block.rows), max(map(len, block.rows))
    if max(height, width) > MAX_SIDE:
        return Refusal(1, (SIZE.at(f"the board has {height} rows and up to {width} columns"),), block.line)
    unknown = unknown_glyphs(block.rows, glyphs.all)
    if unknown:
        return Refusal(1, unknown, block.line)
    native = str.maketrans(dict.fromkeys(glyphs.walls, "#") | dict.fromkeys(glyphs.floor, ".")) | {
        ord(glyph): "@" for glyph in glyphs.starts
    }
    rows = tuple(row.translate(native) for row in block.rows)
    return _started(rows, block, options)


def _started(rows: tuple[str, ...], block: Block, options: ReadOptions) -> Puzzle | Refusal:
    rules = game_named(_GAME)
    goal = {"rule": rules.goal_rules[0]}
    marked = [(row, text.index("@")) for row, text in enumerate(rows) if "@" in text]
    if sum(text.count("@") for text in rows) > 1:
        return Refusal(1, rules.validate({"rows": list(rows)}, goal), block.line)
    taken: tuple[str, ...] = ()
    if not marked or options.start is not None:
        cell = start_cell(rows, options.start)
        if isinstance(cell, Finding):
            return Refusal(1, (cell,), block.line)
        if marked and cell != marked[0]:
            stated = f"the board marks its start at {cell_text(marked[0])}"
            raise BadOption("--start", f"--start {options.start} is {cell_text(cell)}, but {stated}")
        if not marked:
            rows = with_start(rows, cell)
            taken = (f"start {cell_text(cell)} by the rule {options.start}",)
    claimed = claimed_minimum(block.remarks)
    return Puzzle(1, {"rows": list(rows)}, goal, block.line, note=block.remarks, taken=taken, stated=claimed)


READER = Reader(_NAME, _GAME, frozenset({"start", "walls", "floor", "start_glyphs"}), fits, read)
