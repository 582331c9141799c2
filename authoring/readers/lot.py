"""Truck Escape boards drawn as text, the vehicles' facings below.

    AA.B
    .#.B

    A R
    B down

Letters and digits are vehicles, `.` is free, `#` is wall; after a blank line each vehicle's name and the direction that
it faces; what follows after another blank line are remarks. Files of related games in which a vehicle leaves either way
along its axis are refused by name: without a facing each vehicle would be another puzzle's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from authoring.readers.contract import (
    FORM,
    MAX_PUZZLES,
    NOT_CARRIED,
    SIZE,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Refused,
    Unreadable,
)
from authoring.readers.glyphs import Glyphs, glyphs_of, known_share, unknown_glyphs
from authoring.readers.lines import Block, decoded_lines, first_block
from games.names import NAMES
from games.registry import game_named
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "lot", "truck-escape"
_WORDS = {"u": "U", "up": "U", "d": "D", "down": "D", "l": "L", "left": "L", "r": "R", "right": "R"}
_FACING = re.compile(r"[ \t]*([A-Za-z0-9])[ \t]*(?:[ \t]|:)[ \t]*([A-Za-z]{1,5})[ \t]*")
#: A list of cars with an axis each, `EW` or `NS`, and no direction: in JSON or as a Python dictionary.
_CAR_LIST = re.compile("[\"']car_list[\"']")
#: What a row of a board does not hold unless an option gives it a meaning.
_PUNCTUATION = ",;:=\"'[]{} \t"


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first lines look like a board of letters, or like a list of cars."""
    try:
        glyphs = glyphs_of(options)
        lines = decoded_lines(data)
        if any(map(_CAR_LIST.search, lines)):
            return True
        block = first_block(lines, glyphs.all)
    except Unreadable:
        return False
    strange = set(_PUNCTUATION) - set(glyphs.all)
    return not any(strange & set(row) for row in block.rows) and known_share(block.rows, glyphs.all + _names(glyphs))


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the file, or a refusal for every list of cars that may leave either way.

    Raises:
        Unreadable: no text, no line that holds anything, or far too many lists of cars.
        BadOption: a glyph is both wall and free.
    """
    glyphs = glyphs_of(options)
    lines = decoded_lines(data)
    lists = [number for number, line in enumerate(lines, 1) if _CAR_LIST.search(line)]
    if len(lists) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    if lists:
        return Reading(_NAME, tuple(_either_way(number, line) for number, line in enumerate(lists, 1)))
    block = first_block(lines, glyphs.all)
    try:
        return Reading(_NAME, (_puzzle(block, glyphs),))
    except Refused as fault:
        return Reading(_NAME, (Refusal(1, fault.findings, block.line),))


def _either_way(number: int, line: int) -> Refusal:
    reason = f"the cars of the list in line {line} may leave either way along their axis; a facing for each is needed"
    fix = "Decide which way each car leaves, and draw the board as text with the facings below it."
    return Refusal(number, (NOT_CARRIED.at(reason, fix=fix),), line)


def _names(glyphs: Glyphs) -> str:
    """The characters that name vehicles: those that no option takes for wall or free cells."""
    return "".join(name for name in NAMES if name not in glyphs.all)


def _puzzle(block: Block, glyphs: Glyphs) -> Puzzle:
    height, width = len(block.rows), max(map(len, block.rows))
    if max(height, width) > MAX_SIDE:
        raise Refused(SIZE.at(f"the board has {height} rows and up to {width} columns"))
    unknown = unknown_glyphs(block.rows, glyphs.all + _names(glyphs))
    if unknown:
        raise Refused(*unknown)
    native = str.maketrans(dict.fromkeys(glyphs.walls, "#") | dict.fromkeys(glyphs.floor, "."))
    facing, note = _facings((block.remarks or "").split("\n"))
    drawn = any(glyph in _names(glyphs) for row in block.rows for glyph in row)
    if drawn and not facing:
        reason = (
            "no vehicle has a facing, so that each may leave either way along its axis; a facing for each is needed"
        )
        raise Refused(NOT_CARRIED.at(reason, fix="After a blank line name the direction of each vehicle: `A R`."))
    board = {"rows": [row.translate(native) for row in block.rows], "facing": dict(sorted(facing.items()))}
    return Puzzle(1, board, {"rule": game_named(_GAME).goal_rules[0]}, block.line, note=note)


def _facings(lines: Sequence[str]) -> tuple[dict[str, str], str | None]:
    """Vehicle -> direction of the lines up to the next blank one, and the remarks after it.

    Lines among which no direction stands are remarks from the first on.
    """
    end = next((index for index, text in enumerate(lines) if not text.strip()), len(lines))
    found = [_FACING.fullmatch(text) for text in lines[:end]]
    ways = [match and _WORDS.get(match[2].lower()) for match in found]
    if not any(ways):
        return {}, "\n".join(lines).strip("\n") or None
    facing: dict[str, str] = {}
    faults = []
    for index, (match, way) in enumerate(zip(found, ways, strict=True)):
        text = lines[index].strip()[:40]
        if match is None or way is None:
            faults.append(FORM.at(f"{text!r} below the board is no vehicle with a direction"))
        elif match[1] in facing:
            faults.append(FORM.at(f"{text!r} below the board gives {match[1]} a second direction"))
        else:
            facing[match[1]] = way
    if faults:
        raise Refused(*faults)
    return facing, "\n".join(lines[end:]).strip("\n") or None


READER = Reader(_NAME, _GAME, frozenset({"walls", "floor"}), fits, read)
