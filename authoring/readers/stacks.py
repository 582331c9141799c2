"""Nut and Bolt boards as JSON: stacks of colour names or numbers.

A board is an array of stacks, or an object with the stacks under `tubes`, `bolts`, `bottles`, `stacks` or `columns`.
A stack is an array of names or numbers, or a text of one letter a nut. `"Empty"`, `""` and null are free places; `[]`
is an empty bolt. An array of boards, or an object with one under `levels`, holds many. A claimed number of moves
is passed on without a metric: such files do not say by which rule they count.
"""

from __future__ import annotations

import re
from typing import Any

from authoring.readers.bolts import FREE, ORIENTATIONS, Name, Stacks, board_of, orientation_of
from authoring.readers.contract import (
    FORM,
    GLYPH,
    MAX_PUZZLES,
    NOT_CARRIED,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Refused,
    Unreadable,
)
from authoring.readers.lines import without_mark
from games.canonical import Json
from games.registry import game_named
from games.strict_json import MalformedJson, read_json

__all__ = ["READER"]

_NAME, _GAME = "stacks", "nut-and-bolt"
_STACKS = ("tubes", "bolts", "bottles", "stacks", "columns")
_CAPACITY = ("capacity", "height")
_EMPTY = ("empty", "emptyTubes", "emptyBottles")
_ORDER = ("orientation", "order")
_COLOURS = ("colorCount", "colors", "colours")
_TITLE = ("title", "name", "id", "level", "levelNumber")
_CLAIM = ("minMoves", "optimum")
_LEVELS = "levels"
_LOOK = re.compile('"(?:' + "|".join((*_STACKS, _LEVELS)) + r')"\s*:')
_FREE_TEXTS = frozenset({"", "empty"})


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the file begins like a JSON array, or like an object with stacks that is no native level."""
    text = without_mark(data)[:65536].lstrip(b" \t\r\n").decode("utf-8", "replace")
    if text.startswith("["):
        return True
    return text.startswith("{") and "levelpress/" not in text and _LOOK.search(text) is not None


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every board of the file.

    Raises:
        Unreadable: no JSON that levelpress reads, no array and no object with stacks, or far too many boards.
        MissingChoice: neither the file nor --orientation says which end of a stack comes first.
        BadOption: --orientation is malformed, or not what the file states.
    """
    try:
        value = read_json(without_mark(data))
    except MalformedJson as error:
        raise Unreadable(str(error)) from None
    boards = _boards(value)
    if len(boards) > MAX_PUZZLES:
        raise Unreadable(f"the file has more than {MAX_PUZZLES} boards")
    return Reading(_NAME, tuple(_puzzle(number, board, options) for number, board in enumerate(boards, 1)))


def _boards(value: Json) -> list[Json]:
    if isinstance(value, dict) and isinstance(value.get(_LEVELS), list):
        value = value[_LEVELS]
        return list(value)
    if isinstance(value, dict):
        return [value]
    if not isinstance(value, list) or not value:
        raise Unreadable("the JSON is neither an array of stacks nor an object with stacks")
    many = any(isinstance(one, dict) or (isinstance(one, list) and _holds_stacks(one)) for one in value)
    return value if many else [value]


def _holds_stacks(value: list[Json]) -> bool:
    return any(isinstance(one, list) for one in value)


def _puzzle(number: int, board: Json, options: ReadOptions) -> Puzzle | Refusal:
    try:
        fields = board if isinstance(board, dict) else {_STACKS[0]: board}
        read_, order, title, note, claim = _fields(fields)
        orientation, sentence = orientation_of(options, order)
        result, taken = board_of(read_, orientation)
    except Refused as fault:
        return Refusal(number, fault.findings)
    goal = {"rule": game_named(_GAME).goal_rules[0]}
    return Puzzle(number, result, goal, title=title, note=note, taken=(sentence, *taken), stated=claim)


def _fields(fields: dict[str, Json]) -> tuple[Stacks, str | None, str | None, str | None, dict[str, Json]]:
    """The stacks of an object, the orientation and the title that it states, its remarks, and what it claims."""
    present = [key for key in _STACKS if key in fields]
    if len(present) != 1 or not isinstance(fields[present[0]], list):
        raise Refused(FORM.at(f"the board has not exactly one array of stacks under {', '.join(_STACKS)}"))
    order = _first(fields, _ORDER)
    if order is not None and order not in ORIENTATIONS:
        raise Refused(FORM.at(f"the stated orientation {str(order)[:40]!r} is none of {', '.join(ORIENTATIONS)}"))
    title = _first(fields, _TITLE)
    known = (*present, *_CAPACITY, *_EMPTY, *_COLOURS, *_ORDER, *_CLAIM)
    remarks = []
    for key, value in fields.items():
        if key in known:
            continue
        if value is True or isinstance(value, list | dict):
            raise Refused(NOT_CARRIED.at(f"the board has {key[:40]!r}, which the rules do not have"))
        if value is not title:
            remarks.append(f"{key[:40]}: {str(value)[:200]}")
    stacks = tuple(_stack(number, stack) for number, stack in enumerate(fields[present[0]], 1))
    read_ = Stacks(stacks, _count(fields, _CAPACITY), _count(fields, _EMPTY) or 0, _count(fields, _COLOURS))
    claim = _count(fields, _CLAIM)
    claims = {} if claim is None else {"optimum": claim}
    return read_, order, None if title is None else str(title)[:200], "\n".join(remarks) or None, claims


def _first(fields: dict[str, Json], keys: tuple[str, ...]) -> Any:
    return next((fields[key] for key in keys if key in fields), None)


def _count(fields: dict[str, Json], keys: tuple[str, ...]) -> int | None:
    value = _first(fields, keys)
    if value is not None and (type(value) is not int or value < 0):
        raise Refused(FORM.at(f"{keys[0]} is {str(value)[:40]!r}, no whole number"))
    return value


def _stack(number: int, stack: Json) -> tuple[Name, ...]:
    if isinstance(stack, str):
        return tuple(stack)
    if not isinstance(stack, list):
        raise Refused(FORM.at(f"stack {number} is neither an array nor a text", f"bolt {number}"))
    return tuple(_nut(number, nut) for nut in stack)


def _nut(number: int, nut: Json) -> Name:
    if nut is None or (isinstance(nut, str) and nut.lower() in _FREE_TEXTS):
        return FREE
    if type(nut) is int and nut == 0:
        # Some files write 0 for a free place, some for the first colour.
        raise Refused(
            GLYPH.at(
                f"stack {number} has a 0, which may be a colour or a free place",
                f"bolt {number}",
                "Write a free place as null, or give the colour another number.",
            )
        )
    if type(nut) is int or isinstance(nut, str):
        return str(nut)
    raise Refused(FORM.at(f"stack {number} has {str(nut)[:40]!r}, neither a name nor a number", f"bolt {number}"))


READER = Reader(_NAME, _GAME, frozenset({"orientation"}), fits, read)
