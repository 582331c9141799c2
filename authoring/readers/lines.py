"""The lines of a text file, and the board at its top.

Lines end in LF, CRLF or a bare CR, mixed as they come. Blanks are kept wherever they stand: in some files they are
floor. What no text file holds (NUL, control characters, bytes that are not UTF-8) is refused here,
once for all readers.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from authoring.readers.contract import MAX_PUZZLES, Unreadable

__all__ = [
    "Block",
    "decoded_lines",
    "first_block",
    "first_line",
    "is_blank",
    "puzzle_lines",
    "refuse_many",
    "text_lines",
    "without_mark",
]

#: Far more than any text of one puzzle has, and any file of many.
_MAX_LINES = 50_000
_MAX_STREAM_LINES = 1_500_000
#: A line is one puzzle at most: a board of 128 x 128 with a path through every cell and a wall on every side of each.
_MAX_LINE_BYTES = 1024 * 1024
_PIECE = 64 * 1024

_LINE_END = re.compile(rb"\r\n|\r|\n")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
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
    """The lines of the text of one puzzle.

    Raises:
        Unreadable: see `text_lines`; far too many lines for one puzzle.
    """
    _refuse_many_lines(data, _MAX_LINES)
    return tuple(text_lines(data))


def text_lines(data: bytes) -> Iterator[str]:
    """The lines of a UTF-8 text without their ends; a line end at the very end begins no further line.

    The bytes are judged at once, the lines are made one by one: the text of a large file is never held as a whole.

    Raises:
        Unreadable: not UTF-8, a control character other than a tab, an endless line, or far too many lines.
    """
    _refuse_many_lines(data, _MAX_STREAM_LINES)
    _refuse_binary(data)
    return _lines(data)


def _lines(data: bytes) -> Iterator[str]:
    begin = len(data) - len(without_mark(data))
    for number, end in enumerate(_LINE_END.finditer(data), 1):
        yield _line(data, begin, end.start(), number)
        begin = end.end()
    if begin < len(data):
        yield _line(data, begin, len(data), None)


def _line(data: bytes, begin: int, end: int, number: int | None) -> str:
    if end - begin > _MAX_LINE_BYTES:
        which = "the last line" if number is None else f"line {number}"
        raise Unreadable(f"{which} has {end - begin} bytes; the longest that is read has {_MAX_LINE_BYTES}")
    return data[begin:end].decode("utf-8")


def first_line(data: bytes, remark: str | None = None) -> str:
    """The first line that is neither blank nor a remark, cut at 4096 bytes; empty where there is none.

    For a look at what a file may be: only what lies before that line is judged, and nothing raises.
    """
    try:
        for line in _lines(without_mark(data[:_MAX_LINE_BYTES])):
            if not is_blank(line) and not (remark and line.startswith(remark)):
                return line[:4096]
    except UnicodeDecodeError:
        return ""
    return ""


def _refuse_many_lines(data: bytes, limit: int) -> None:
    if data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n") > limit:
        raise Unreadable(f"the file has more than {limit} lines")


def _refuse_binary(data: bytes) -> None:
    if data.startswith(_UTF_16):
        raise Unreadable("the file is UTF-16; save it as UTF-8")
    decoder = codecs.getincrementaldecoder("utf-8")()
    for begin in range(0, len(data), _PIECE):
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(data[begin : begin + _PIECE], final=begin + _PIECE >= len(data))
        except UnicodeDecodeError as error:
            raise Unreadable(f"no text: the byte at {begin - held + error.start} is not UTF-8") from None
    control = _CONTROL.search(data)
    if control is not None:
        line = sum(1 for _ in _LINE_END.finditer(data, 0, control.start())) + 1
        raise Unreadable(f"no text: the control character U+{control[0][0]:04X} in line {line}")


def is_blank(line: str, glyphs: str = "") -> bool:
    """Whether a line holds nothing. Blanks and tabs are something where they are among the `glyphs`."""
    if not glyphs:
        return not line.strip(" \t")
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


def refuse_many(puzzles: Iterable[bool]) -> None:
    """Counts the lines that begin a puzzle, as far as needed. Raises Unreadable where they are far too many."""
    if next(islice(filter(None, puzzles), MAX_PUZZLES, None), None):
        raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")


def puzzle_lines(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, each with its number from 1, in a format that has a puzzle a line.

    Raises:
        Unreadable: no text, or far too many puzzles; before the first line is given.
    """
    refuse_many(not is_blank(line) for line in text_lines(data))
    return ((place, line) for place, line in enumerate(text_lines(data), 1) if not is_blank(line))
