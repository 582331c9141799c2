"""Color Connect boards drawn as text: letters and digits are endpoints, `.` is free, `#` is blocked.

Case matters: `B` and `b` are two colours. A letter outside `A-Za-z` is a colour too; then all colours are renamed in
order of first appearance, and the map is recorded.
"""

from __future__ import annotations

from authoring.readers.colours import NAMES, map_text, name_map
from authoring.readers.contract import SIZE, Puzzle, Reader, Reading, ReadOptions, Refusal, Unreadable
from authoring.readers.glyphs import Glyphs, glyphs_of, known_share, unknown_glyphs
from authoring.readers.goals import goal_of
from authoring.readers.lines import Block, decoded_lines, first_block
from games.finding import Finding
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "text", "color-connect"
#: Characters that the other text formats of the game are punctuated with.
_PUNCTUATION = ",;:="


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first lines look like a board: no blanks and no punctuation, unless an option gives it a meaning."""
    try:
        glyphs = glyphs_of(options)
        block = first_block(decoded_lines(data), glyphs.all)
    except Unreadable:
        return False
    strange = set(_PUNCTUATION + " \t") - set(glyphs.all)
    if any(strange & set(row) for row in block.rows):
        return False
    return known_share(block.rows, "".join(dict.fromkeys(glyphs.all + _colours(block, glyphs))))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the file.

    Raises:
        Unreadable: no text, or no line that holds anything.
        BadOption: the game has no such rule; a glyph is both blocked and free.
    """
    glyphs = glyphs_of(options)
    block = first_block(decoded_lines(data), glyphs.all)
    return Reading(_NAME, (_puzzle(block, glyphs, options),))


def _colours(block: Block, glyphs: Glyphs) -> str:
    """The colours of the board in order of first appearance."""
    cells = dict.fromkeys("".join(block.rows))
    return "".join(glyph for glyph in cells if glyph not in glyphs.all and (glyph in NAMES or glyph.isalpha()))


def _puzzle(block: Block, glyphs: Glyphs, options: ReadOptions) -> Puzzle | Refusal:
    height, width = len(block.rows), max(map(len, block.rows))
    if max(height, width) > MAX_SIDE:
        return Refusal(1, (SIZE.at(f"the board has {height} rows and up to {width} columns"),), block.line)
    colours = _colours(block, glyphs)
    unknown = unknown_glyphs(block.rows, glyphs.all + colours)
    if unknown:
        return Refusal(1, unknown, block.line)
    names = name_map(colours)
    if isinstance(names, Finding):
        return Refusal(1, (names,), block.line)
    goal, taken = goal_of(_GAME, options)
    native = str.maketrans(dict.fromkeys(glyphs.walls, "#") | dict.fromkeys(glyphs.floor, ".") | names)
    rows = [row.translate(native) for row in block.rows]
    renamed = () if all(name == colour for colour, name in names.items()) else (map_text(names),)
    return Puzzle(1, {"rows": rows}, goal, block.line, note=block.remarks, taken=(taken, *renamed))


READER = Reader(_NAME, _GAME, frozenset({"rule", "walls", "floor"}), fits, read)
