"""Color Connect puzzles in the text format of numberlink programs: any number of them in a file.

    # a remark
    W H
    H rows of W characters: `.` free, A-Z a-z 0-9 an endpoint
    0 0

The width comes first. A line that begins with `#` is a remark, so the format has no blocked cells. `0 0` ends the file.

A dialect writes `ROWS COLUMNS` above rows whose cells stand apart (`A . . A`), and directives below them: `HOLE r,c` is
a blocked cell; walls between cells, bridges and links are not in the rules and are refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from authoring.readers.colours import NAMES
from authoring.readers.contract import (
    COUNT,
    FORM,
    MAX_STREAM_BYTES,
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
from authoring.readers.glyphs import unknown_glyphs
from authoring.readers.goals import goal_of
from authoring.readers.lines import first_line, is_blank, refuse_many, text_lines
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "numberlink", "color-connect"
_HEADER = re.compile("[ \t]*([0-9]{1,9})[ \t]+([0-9]{1,9})[ \t]*")
_REMARK = "#"
_SPACED = re.compile("[^ \t](?:[ \t]+[^ \t])+[ \t]*")
_DIRECTIVE = re.compile("[ \t]*([A-Z]{2,12})[ \t]+(.*)")
_HOLE = re.compile("([0-9]{1,3}),([0-9]{1,3})")
#: What is kept of one puzzle's lines: a hole for every cell of the largest board, and no book of remarks.
_MAX_ROWS, _MAX_NOTES = 20_000, 200


@dataclass(slots=True)
class _Section:
    """One puzzle's lines: its header, the rows under it, the remarks before and between them. Filled line by line."""

    line: int
    width: int
    height: int
    notes: list[str]
    rows: list[str] = field(default_factory=list)


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first line that is neither blank nor a remark is a header."""
    return _HEADER.fullmatch(first_line(data, _REMARK)) is not None


def each(data: bytes, game: str, options: ReadOptions) -> Iterator[Puzzle | Refusal]:
    """Every puzzle of the file up to `0 0`.

    Raises:
        Unreadable: no text, rows before the first header, or far too many puzzles.
        BadOption: the game has no such rule.
    """
    goal_of(_GAME, options)
    refuse_many(_begins_puzzle(line) for line in text_lines(data))
    place, first = next(((n, line) for n, line in enumerate(text_lines(data), 1) if _is_content(line)), (0, None))
    if first is not None and _HEADER.fullmatch(first) is None:
        raise Unreadable(f"line {place} comes before any header `W H`")
    return _puzzles(text_lines(data), options)


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The same, all at once."""
    return Reading(_NAME, tuple(each(data, game, options)))


def _begins_puzzle(line: str) -> bool:
    header = _HEADER.fullmatch(line)
    return header is not None and (int(header[1]), int(header[2])) != (0, 0)


def _is_content(line: str) -> bool:
    return not is_blank(line) and not line.startswith(_REMARK)


def _puzzles(lines: Iterator[str], options: ReadOptions) -> Iterator[Puzzle | Refusal]:
    """Each puzzle as soon as the next one begins; last, a refusal for the first line after `0 0` that is more than a
    remark."""
    for number, section in enumerate(_sections(lines), 1):
        if isinstance(section, int):
            yield Refusal(number, (FORM.at(f"line {section} comes after the end of the file, `0 0`"),), section)
        else:
            yield _puzzle(number, section, options)


def _sections(lines: Iterator[str]) -> Iterator[_Section | int]:
    section: _Section | None = None
    notes: list[str] = []
    ended = False
    for place, line in enumerate(lines, 1):
        if is_blank(line):
            continue
        if line.startswith(_REMARK):
            complete = section is None or len(section.rows) >= section.height
            taken = notes if complete or section is None else section.notes
            if len(taken) < _MAX_NOTES:
                taken.append(line[1:].strip())
            continue
        if ended:
            yield place
            return
        header = _HEADER.fullmatch(line)
        if header is None:
            if section is not None and len(section.rows) < _MAX_ROWS:
                section.rows.append(line)
            continue
        if section is not None:
            yield section
        section, ended = None, int(header[1]) == int(header[2]) == 0
        if not ended:
            section = _Section(place, int(header[1]), int(header[2]), notes)
            notes = []
    if section is not None:
        yield section


def _puzzle(number: int, section: _Section, options: ReadOptions) -> Puzzle | Refusal:
    try:
        rows = _rows(section)
    except Refused as fault:
        return Refusal(number, fault.findings, section.line)
    goal, taken = goal_of(_GAME, options)
    note = "\n".join(section.notes) or None
    return Puzzle(number, {"rows": list(rows)}, goal, section.line, note=note, taken=(taken,))


def _rows(section: _Section) -> tuple[str, ...]:
    announced = f"line {section.line} announces {section.width} x {section.height} cells"
    if max(section.width, section.height) > MAX_SIDE:
        raise Refused(SIZE.at(announced))
    if not section.width or not section.height:
        raise Refused(FORM.at(announced))
    directives = [match for match in map(_DIRECTIVE.fullmatch, section.rows) if match]
    foreign = [
        NOT_CARRIED.at(f"the puzzle under line {section.line} has {match[0].strip()[:60]!r}")
        for match in directives
        if match[1] != "HOLE"
    ]
    if foreign:
        raise Refused(*foreign)
    rows = tuple(row for row in section.rows if _DIRECTIVE.fullmatch(row) is None)
    width, height = section.width, section.height
    if rows and all(_SPACED.fullmatch(row) for row in rows):
        width, height = height, width
        rows = tuple("".join(row.split()) for row in rows)
    if len(rows) != height:
        raise Refused(COUNT.at(f"{announced}; there are {len(rows)} rows, not {height}"))
    for index, row in enumerate(rows):
        if len(row) != width:
            raise Refused(COUNT.at(f"{announced}; row {index} has {len(row)}, not {width}", f"{index},0"))
    unknown = unknown_glyphs(rows, "." + NAMES)
    if unknown:
        raise Refused(*unknown)
    return _with_holes(rows, [match[2] for match in directives], section.line)


def _with_holes(rows: tuple[str, ...], holes: list[str], line: int) -> tuple[str, ...]:
    cells = [list(row) for row in rows]
    for text in holes:
        match = _HOLE.fullmatch(text.split("#")[0].strip())
        if match is None or int(match[1]) >= len(rows) or int(match[2]) >= len(rows[0]):
            raise Refused(FORM.at(f"{text[:40]!r} under line {line} is no cell of the board"))
        row, column = int(match[1]), int(match[2])
        if cells[row][column] not in ".#":
            raise Refused(FORM.at(f"a hole under line {line} lies on an endpoint", f"{row},{column}"))
        cells[row][column] = "#"
    return tuple("".join(row) for row in cells)


READER = Reader(_NAME, _GAME, frozenset({"rule"}), fits, read, MAX_STREAM_BYTES, each)
