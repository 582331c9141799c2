"""Bolt Unscrew drawn as text: the plate with its holes and screws, then each board with its layer.

    plate Gate
    .@..@o
    ......
    board a layer 1
    .o==o.
    ......

Every drawing of a puzzle has the plate's size. In the plate `o` is an empty hole and `@` one with a screw; in a board
`=` is wood and `o` a hole in it; `.` is nothing in both. Levels of games in which plates hang on anchors are refused by
name: they say too little of what our rules ask for, and mean something else by what they say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from authoring.readers.colours import name_map
from authoring.readers.contract import (
    FORM,
    GLYPH,
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
from authoring.readers.goals import goal_of
from authoring.readers.lines import decoded_lines
from games.canonical import Json
from games.finding import Finding
from games.grid import Cell, cell_text, cells_of
from games.names import NAMES
from games.plate import BARE, HOLE, WOOD
from games.shape import MAX_SIDE

__all__ = ["READER"]

_NAME, _GAME = "plate", "bolt-unscrew"
_PLATE = re.compile(r"plate(?:[ \t]+(.{0,200}))?")
_BOARD = re.compile(r"board[ \t]+([^ \t]{1,40})[ \t]+layer[ \t]+([0-9]{1,3})")
_SCREW = "@"
#: Plates on anchors: what a level of such a game holds, and nothing of ours does.
_ANCHORED = ('"plates"', '"anchors"')
_OTHERWISE = (
    "holes are places of a drawing there, not of a lattice",
    "a plate is a rectangle on anchors without a shape on the lattice, so what it covers is not stated",
    "a plate falls as soon as its anchors are loose, whatever lies in its way, and never turns",
)


@dataclass(slots=True)
class _Drawing:
    """A header and the rows below it, while the file is read."""

    line: int
    title: str
    layer: int | None
    rows: list[str] = field(default_factory=list)


def fits(data: bytes, game: str, options: ReadOptions) -> bool:
    """Whether the first line that says anything is a header `plate`, or the file speaks of plates on anchors."""
    try:
        lines = decoded_lines(data)
    except Unreadable:
        return False
    if any(map(_is_anchored, lines)):
        return True
    first = next((line.strip(" \t") for line in lines if _says_something(line)), "")
    return _PLATE.fullmatch(first) is not None


def _is_anchored(line: str) -> bool:
    return all(word in line for word in _ANCHORED)


def _says_something(line: str) -> bool:
    return bool(line.strip(" \t")) and not line.lstrip(" \t").startswith(";")


def read(data: bytes, game: str, options: ReadOptions) -> Reading:
    """Every puzzle of the file, or a refusal for every level with plates on anchors.

    Raises:
        Unreadable: no text, no header `plate`, something before the first one, or far too many puzzles.
    """
    lines = decoded_lines(data)
    foreign = [number for number, line in enumerate(lines, 1) if _is_anchored(line)]
    if foreign:
        return Reading(_NAME, tuple(_anchored(place, line) for place, line in enumerate(foreign, 1)))
    puzzles: list[list[_Drawing]] = []
    for drawing in _drawings(lines):
        if drawing.layer is None:
            puzzles.append([])
        puzzles[-1].append(drawing)
        if len(puzzles) > MAX_PUZZLES:
            raise Unreadable(f"the file has more than {MAX_PUZZLES} puzzles")
    if not puzzles:
        raise Unreadable("the file has no line `plate`")
    return Reading(_NAME, tuple(_puzzle(number, drawings) for number, drawings in enumerate(puzzles, 1)))


def _anchored(number: int, line: int) -> Refusal:
    return Refusal(number, tuple(NOT_CARRIED.at(f"line {line}: {why}") for why in _OTHERWISE), line)


def _drawings(lines: tuple[str, ...]) -> Iterator[_Drawing]:
    now: _Drawing | None = None
    for number, line in enumerate(lines, 1):
        if not _says_something(line):
            continue
        text = line.strip(" \t")
        plate, board = _PLATE.fullmatch(text), _BOARD.fullmatch(text)
        if plate is None and board is None:
            if now is None:
                raise Unreadable(f"line {number} stands before the first line `plate`")
            now.rows.append(text)
            continue
        if now is not None:
            yield now
        elif plate is None:
            raise Unreadable(f"line {number} is a board before the first line `plate`")
        now = _Drawing(number, board[1], int(board[2])) if board else _Drawing(number, (plate and plate[1]) or "", None)
    if now is not None:
        yield now


def _puzzle(number: int, drawings: list[_Drawing]) -> Puzzle | Refusal:
    plate, *boards = drawings
    try:
        return _read(number, plate, boards)
    except Refused as fault:
        return Refusal(number, fault.findings, plate.line)


def _read(number: int, plate: _Drawing, boards: list[_Drawing]) -> Puzzle:
    height, width = len(plate.rows), max(map(len, plate.rows), default=0)
    if not plate.rows:
        raise Refused(FORM.at(f"no row follows the plate in line {plate.line}"))
    if max(height, width) > MAX_SIDE:
        raise Refused(SIZE.at(f"the plate in line {plate.line} has {height} rows and {width} columns"))
    if len(boards) > len(NAMES):
        raise Refused(FORM.at(f"the puzzle has {len(boards)} boards; a level can name {len(NAMES)}"))
    faults = [*_faults(plate, height, width, HOLE + _SCREW)]
    for board in boards:
        faults += _faults(board, height, width, HOLE + WOOD)
    if faults:
        raise Refused(*faults)
    names = name_map([board.title for board in boards])
    if isinstance(names, Finding):
        raise Refused(names)
    goal, _ = goal_of(_GAME, ReadOptions())
    renamed = ", ".join(f"{title} is {name}" for title, name in names.items() if title != name)
    board_json: Json = {
        "size": [height, width],
        "holes": [list(cell) for cell in _points(plate, HOLE + _SCREW)],
        "boards": [_board(drawing, names[drawing.title]) for drawing in boards],
        "screws": [list(cell) for cell in _points(plate, _SCREW)],
    }
    return Puzzle(
        number,
        board_json,
        goal,
        plate.line,
        plate.title or None,
        taken=(f"boards renamed: {renamed}",) if renamed else (),
    )


def _faults(drawing: _Drawing, height: int, width: int, glyphs: str) -> Iterator[Finding]:
    if [len(row) for row in drawing.rows] != [width] * height:
        yield FORM.at(f"the drawing below line {drawing.line} is not {height} rows of {width} characters")
    for cell in cells_of(drawing.rows):
        glyph = drawing.rows[cell[0]][cell[1]]
        if glyph not in glyphs + BARE:
            yield GLYPH.at(f"{glyph!r} in the drawing below line {drawing.line} has no meaning there", cell_text(cell))


def _points(drawing: _Drawing, glyphs: str) -> list[Cell]:
    return [cell for cell in cells_of(drawing.rows) if drawing.rows[cell[0]][cell[1]] in glyphs]


def _board(drawing: _Drawing, name: str) -> Json:
    """A board as its bounding box; one without wood stays as it is drawn, for the validation to refuse."""
    cells = _points(drawing, HOLE + WOOD) or [(0, 0)]
    top, bottom = min(row for row, _ in cells), max(row for row, _ in cells)
    left, right = min(column for _, column in cells), max(column for _, column in cells)
    rows: list[Json] = [drawing.rows[row][left : right + 1] for row in range(top, bottom + 1)]
    return {"name": name, "layer": drawing.layer, "at": [top, left], "rows": rows}


READER = Reader(_NAME, _GAME, frozenset(), fits, read)
