"""The lines of a text file, and the board at its top.

Lines end in LF, CRLF or a bare CR, mixed as they come. Blanks are kept wherever they stand: in some files they are
floor. What no text file holds (NUL, control characters, bytes that are not UTF-8) is refused here,
once for all readers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from authoring.readers.contract import MAX_PUZZLES, Unreadable

__all__ = ["Block", "decoded_lines", "first_block", "is_blank", "puzzle_lines", "without_mark"]

#: Far more than any file of puzzles has.
_MAX_LINES = 50_000

_LINE_END = re.compile("\r\n|\r|\n")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_MARK = b"\xef\xbb\xbf"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Block:
    """The board at the top of a text file, and the remarks below the first blank line."""

    line: int
    rows: tuple[str, ...]
    remarks: str | None


def without_mark(data: bytes) -> bytes:
    """The bytes without a UTF-8 byte order mark at their start."""
    return data.removeprefix(_MARK)


def decoded_lines(data: bytes) -> tuple[str, ...]:
    """The lines of a UTF-8 text without their ends; a line end at the very end begins no further line.

    Raises:
        Unreadable: not UTF-8, a control character other than a tab, or far too many lines.
    """
    if data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n") > _MAX_LINES:
        raise Unreadable(f"the file has more than {_MAX_LINES} lines")
    if data.startswith(_UTF_16):
        raise Unreadable("the file is UTF-16; save it as UTF-8")
    try:
        text = without_mark(data).decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"no text: the byte at {error.start} is not UTF-8") from None
    control = _CONTROL.search(text)
    if control is not None:
        line = len(_LINE_END.findall(text, 0, control.start())) + 1
        raise Unreadable(f"no text: the control character U+{ord(control[0]):04X} in line {line}")
    lines = _LINE_END.split(text)
    return tuple(lines[:-1] if lines[-1] == "" else lines)


def is_blank(line: str, glyphs: str = "") -> bool:
    """Whether a line holds nothing. Blanks and tabs are something where they are among the `glyphs`."""
    return not any(character in glyphs or character not in " \t" for character in line)


def first_block(lines: tuple[str, ...], glyphs: str = "") -> Block:
    """The lines from the first one that is not blank up to the next blank one, and the remarks after it.

    Raises:
        Unreadable: no line holds anything.
    """
    begin = next((index for index, line in enumerate(lines) if not is_blank(line, glyphs)), None)
    if begin is None:
        raise Unreadable("no board: the file has no line that holds anything")
    end = next((index for index in range(begin, len(lines)) if is_blank(lines[index], glyphs)), len(lines))
    remarks = "\n".join(line.rstrip(" \t") for line in lines[end:]).strip("\n")
    return Block(begin + 1, lines[begin:end], remarks or None)


def puzzle_lines(data: bytes) -> list[tuple[int, str]]:
    """The lines that are not blank, each with its number from 1, in a format that has a puzzle a line.

    Raises:
        Unreadable: no text, or far too many puzzles.
    """
    lines = [(place, line) for place, line in enumerate(decoded_lines(data), 1) if not is_blank(line)]
    if len(lines) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    return lines
