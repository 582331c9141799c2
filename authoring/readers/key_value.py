"""A Nut and Bolt board as lines `key=value`, with a line `column=` for each bolt that is not empty.

    height=4        the capacity
    colors=2        the number of colours
    empty=1         empty bolts beside those listed
    column=0110     a nut a letter or digit, or names joined by commas

`order=bottom-first` or `order=top-first` states the orientation. Lines that begin with `#` are remarks: what they say
of the orientation is for people.
"""

from __future__ import annotations

import re

from authoring.readers.bolts import ORIENTATIONS, Name, Stacks, board_of, orientation_of
from authoring.readers.colours import NAMES
from authoring.readers.contract import (
    FORM,
    GLYPH,
    NOT_CARRIED,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Refused,
    Unreadable,
)
from authoring.readers.lines import decoded_lines, is_blank
from games.registry import game_named
from games.shape import nearest

__all__ = ["READER"]

_NAME, _GAME = "key-value", "nut-and-bolt"
_LINE = re.compile(r"[ \t]*([A-Za-z_-]{1,40})[ \t]*=[ \t]*(.*?)[ \t]*")
_COLUMN = "column"
#: Each key as files spell it -> what it means.
_KEYS = {
    "height": "capacity",
    "capacity": "capacity",
    "colors": "colours",
    "colours": "colours",
    "empty": "empty",
    "order": "order",
    "orientation": "order",
    "title": "title",
    "name": "title",
    _COLUMN: _COLUMN,
}
_COUNT = re.compile("0|[1-9][0-9]{0,8}")


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether a line begins with `column=` and all lines are remarks or of the form `key=value`."""
    try:
        lines = _lines(data)
    except Unreadable:
        return False
    matches = [_LINE.fullmatch(line) for _, line in lines]
    return all(matches) and any(match is not None and match[1] == _COLUMN for match in matches)


def _lines(data: bytes) -> list[tuple[int, str]]:
    """The lines that are neither blank nor remarks, each with its number from 1."""
    lines = enumerate(decoded_lines(data), 1)
    return [(place, line) for place, line in lines if not is_blank(line) and not line.lstrip(" \t").startswith("#")]


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """The one board of the file.

    Raises:
        Unreadable: no text, or no line of the form.
        MissingChoice: neither the file nor --orientation says which end of a column comes first.
        BadOption: --orientation is malformed, or not what the file states.
    """
    lines = _lines(data)
    if not lines:
        raise Unreadable("no board: the file has no line key=value")
    remarks = (line.lstrip(" \t").lstrip("#").strip() for line in decoded_lines(data) if line.lstrip().startswith("#"))
    note = "\n".join(remark for remark in remarks if remark)
    try:
        puzzle: Puzzle | Refusal = _puzzle(lines, note or None, options)
    except Refused as fault:
        puzzle = Refusal(1, fault.findings, lines[0][0])
    return Reading(_NAME, (puzzle,))


def _puzzle(lines: list[tuple[int, str]], note: str | None, options: ReadOptions) -> Puzzle:
    columns: list[tuple[Name, ...]] = []
    values: dict[str, str] = {}
    for place, line in lines:
        key, value = _key_value(place, line)
        if key == _COLUMN:
            columns.append(_column(place, value))
        elif key in values:
            raise Refused(FORM.at(f"line {place} gives the {key} a second time"))
        else:
            values[key] = value
    stated = values.get("order")
    if stated is not None and stated not in ORIENTATIONS:
        raise Refused(FORM.at(f"the stated order {stated[:40]!r} is none of {', '.join(ORIENTATIONS)}"))
    orientation, sentence = orientation_of(options, stated)
    counts = {key: _count(key, values.get(key)) for key in ("capacity", "empty", "colours")}
    read_ = Stacks(tuple(columns), counts["capacity"], counts["empty"] or 0, counts["colours"])
    board, taken = board_of(read_, orientation)
    goal = {"rule": game_named(_GAME).goal_rules[0]}
    title = values.get("title")
    return Puzzle(1, board, goal, lines[0][0], title=title, note=note, taken=(sentence, *taken))


def _key_value(place: int, line: str) -> tuple[str, str]:
    match = _LINE.fullmatch(line)
    if match is None:
        raise Refused(FORM.at(f"line {place} is not of the form key=value"))
    key = _KEYS.get(match[1].lower())
    if key is None:
        hint = nearest(match[1], tuple(_KEYS))
        raise Refused(NOT_CARRIED.at(f"line {place} has the key {match[1]!r}, which has no meaning here{hint}"))
    return key, match[2]


def _column(place: int, value: str) -> tuple[Name, ...]:
    names = [name.strip(" \t") for name in value.split(",")] if "," in value else list(value)
    if "" in names:
        raise Refused(FORM.at(f"line {place} has a nut without a name"))
    unknown = [] if "," in value else sorted(set(names) - set(NAMES) - {"?"})
    if unknown:
        fix = "Write each nut as one letter or digit, or join names by commas."
        raise Refused(*(GLYPH.at(f"line {place} has the character {one!r}", None, fix) for one in unknown))
    return tuple(names)


def _count(key: str, text: str | None) -> int | None:
    if text is None:
        return None
    if _COUNT.fullmatch(text) is None:
        raise Refused(FORM.at(f"the {key} {text[:40]!r} is no whole number"))
    return int(text)


READER = Reader(_NAME, _GAME, frozenset({"orientation"}), fits, read)
