"""Strokes: paths of cells that a player draws from an endpoint, as moves write them and as the rules limit them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from games.canonical import Json
from games.grid import Cell, cell_text, neighbours

__all__ = [
    "Path",
    "drawn_text",
    "path_of_json",
    "read_stroke",
    "renamed_stroke",
    "stroke_fault",
    "stroke_names",
    "strokes_from",
]

Path = tuple[Cell, ...]
_NUMBER = "(?:0|[1-9][0-9]{0,3})"
_DRAW = re.compile(f"draw ([A-Za-z0-9])((?: {_NUMBER},{_NUMBER})+)")
_CLEAR = re.compile("clear ([A-Za-z0-9])")


def drawn_text(colour: str, path: Path) -> str:
    """The move that lays a path: `draw A 0,0 0,1`."""
    return " ".join((f"draw {colour}", *map(cell_text, path)))


def read_stroke(move: str) -> tuple[str, Path | None] | None:
    """The colour and the path of `draw C r,c r,c ...`; no path for `clear C`; None for anything else."""
    cleared = _CLEAR.fullmatch(move)
    if cleared is not None:
        return cleared[1], None
    drawn = _DRAW.fullmatch(move)
    if drawn is None:
        return None
    pairs = (text.split(",") for text in drawn[2].split())
    return drawn[1], tuple((int(row), int(column)) for row, column in pairs)


def stroke_names(move: str) -> tuple[str, ...]:
    """The colour that a move names; none where the text is not of the form."""
    stroke = read_stroke(move)
    return stroke[:1] if stroke else ()


def renamed_stroke(move: str, names: Mapping[str, str]) -> str:
    """The move of the colour that bears the new name. A text not of the form stays."""
    verb, _, rest = move.partition(" ")
    return f"{verb} {names.get(rest[0], rest[0])}{rest[1:]}" if stroke_names(move) else move


def path_of_json(value: Json) -> Path | None:
    """The path in a list of `[row, column]`, or None where the value is no such list."""
    if not isinstance(value, list):
        return None
    for cell in value:
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)):
            return None
    return tuple((cell[0], cell[1]) for cell in value)


def stroke_fault(path: Path, ends: tuple[Cell, Cell], closed: Mapping[Cell, str], size: tuple[int, int]) -> str | None:
    """Why a path may not be laid, or None.

    Args:
        ends: the two endpoints of its colour.
        closed: cells that it may not enter, each with what is there.
        size: height and width of the board.
    """
    if len(path) < 2:
        return "a path has at least two cells"
    for cell in path:
        if not (0 <= cell[0] < size[0] and 0 <= cell[1] < size[1]):
            return f"{cell_text(cell)} is off the board"
        if cell in closed:
            return f"{cell_text(cell)} is {closed[cell]}"
    if path[0] not in ends:
        return f"the path begins at {cell_text(path[0])}, not at an endpoint of its colour"
    if len(set(path)) != len(path):
        return "the path crosses itself"
    for here, there in pairwise(path):
        if abs(here[0] - there[0]) + abs(here[1] - there[1]) != 1:
            return f"{cell_text(here)} and {cell_text(there)} are not neighbours"
    if any(cell in ends for cell in path[1:-1]):
        return "the path runs on beyond the other endpoint of its colour"
    return None


def strokes_from(
    start: Cell, ends: tuple[Cell, Cell], closed: Mapping[Cell, str], size: tuple[int, int]
) -> Iterator[Path]:
    """Every path that may be laid from an endpoint, lazily: their number grows exponentially with the board."""
    stack: list[Path] = [(start,)]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path
            if path[-1] in ends:
                continue
        steps = neighbours(path[-1], *size)
        stack.extend((*path, cell) for cell in reversed(steps) if cell not in closed and cell not in path)
