"""A Nut and Bolt board as lines: a bolt a line, a letter or digit a nut; a blank line is an empty bolt.

So a file is one board, and blank lines at its begin or end are bolts too. `.`, `-` and `_` are free places.
"""

from __future__ import annotations

from authoring.readers.bolts import FREE, Name, Stacks, board_of, orientation_of
from authoring.readers.colours import NAMES
from authoring.readers.contract import GLYPH, Puzzle, Reader, Reading, ReadOptions, Refusal, Refused, Unreadable
from authoring.readers.lines import decoded_lines
from games.nut_and_bolt import MAX_CAPACITY
from games.registry import game_named

__all__ = ["READER"]

_NAME, _GAME = "stack-lines", "nut-and-bolt"
_FREE_GLYPHS = ".-_"
_KNOWN = frozenset(NAMES + _FREE_GLYPHS + "?")


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether there are two lines or more, none longer than a bolt, and all of names and free places."""
    try:
        lines = [line.strip(" \t") for line in decoded_lines(data)]
    except Unreadable:
        return False
    return len(lines) > 1 and any(lines) and all(len(one) <= MAX_CAPACITY and _KNOWN.issuperset(one) for one in lines)


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the file.

    Raises:
        Unreadable: no text, or no line that holds anything.
        MissingChoice: --orientation is missing.
        BadOption: --orientation is malformed.
    """
    lines = [line.strip(" \t") for line in decoded_lines(data)]
    if not any(lines):
        raise Unreadable("no board: the file has no line that holds anything")
    orientation, sentence = orientation_of(options)
    return Reading(_NAME, (_puzzle(lines, orientation, sentence),))


def _puzzle(lines: list[str], orientation: str, sentence: str) -> Puzzle | Refusal:
    try:
        stacks = tuple(_stack(number, line) for number, line in enumerate(lines, 1))
        board, taken = board_of(Stacks(stacks), orientation)
    except Refused as fault:
        return Refusal(1, fault.findings, 1)
    blank = lines.count("")
    empty = (f"{blank} blank lines are empty bolts" if blank > 1 else "a blank line is an empty bolt",) if blank else ()
    return Puzzle(1, board, {"rule": game_named(_GAME).goal_rules[0]}, 1, taken=(sentence, *empty, *taken))


def _stack(number: int, line: str) -> tuple[Name, ...]:
    unknown = sorted(set(line) - _KNOWN)
    if unknown:
        fix = "Write each nut as one letter or digit."
        raise Refused(*(GLYPH.at(f"line {number} has the character {one!r}", f"bolt {number}", fix) for one in unknown))
    return tuple(FREE if one in _FREE_GLYPHS else one for one in line)


READER = Reader(_NAME, _GAME, frozenset({"orientation"}), fits, read)
