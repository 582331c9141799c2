"""Maze Paint.

The board is a rectangle of wall `#` and floor `.`, one floor cell is the start `@`; outside the rectangle is wall.
The ball starts on the start cell, which is painted. A swipe (`U D L R`) slides the ball until the next cell is wall
and paints every cell that it enters. A swipe against an adjacent wall is illegal. The goal is decided at the end of a
slide: every floor cell painted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.finding import Finding, FindingKind
from games.grid import BOARD_SYMMETRIES, DIRECTIONS, Cell, cell_text, cells_of, with_cells
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import drawn_faults

__all__ = ["GAME", "MazePaintLevel", "MazePaintState"]

WALL, FLOOR, START = "#", ".", "@"

GLYPH = FindingKind(
    "maze-paint/glyph",
    "A cell of the board is not wall `#`, floor `.` or start `@`.",
    "Draw the cell with one of the three glyphs.",
)
NO_START = FindingKind(
    "maze-paint/no-start",
    "The board has no start cell.",
    "Mark the ball's floor cell with `@`, or ingest with --start.",
)
MANY_STARTS = FindingKind(
    "maze-paint/many-starts", "The board has more than one start cell.", "Keep one `@` and draw the others as `.`."
)
ALREADY_WON = FindingKind(
    "maze-paint/already-won",
    "The start is the only floor cell, so the level is won before the first move.",
    "Add floor.",
)


@dataclass(frozen=True, slots=True)
class MazePaintLevel:
    """The board as rows of `#`, `.` and one `@`."""

    rows: tuple[str, ...]

    @property
    def start(self) -> Cell:
        return next(cell for cell in cells_of(self.rows) if self.rows[cell[0]][cell[1]] == START)

    @property
    def floor(self) -> frozenset[Cell]:
        """Every cell that is not wall, the start included."""
        return frozenset(cell for cell in cells_of(self.rows) if self.rows[cell[0]][cell[1]] != WALL)


@dataclass(frozen=True, slots=True)
class MazePaintState:
    """Where the ball stands, and what is painted."""

    ball: Cell
    painted: frozenset[Cell]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    return drawn_faults(board, goal, GAME.goal_rules, _board_faults)


def _board_faults(rows: tuple[str, ...]) -> Iterator[Finding]:
    starts = []
    floor = 0
    for row, column in cells_of(rows):
        glyph = rows[row][column]
        if glyph not in (WALL, FLOOR, START):
            yield GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
        floor += glyph == FLOOR
        if glyph == START:
            starts.append((row, column))
    if not starts:
        yield NO_START.at("no cell is the start `@`")
    for cell in starts[1:]:
        yield MANY_STARTS.at(f"a second start; the first is at {cell_text(starts[0])}", cell_text(cell))
    if starts and not floor and len(starts) == 1:
        yield ALREADY_WON.at("the start is the only floor cell", cell_text(starts[0]))


def parse(board: Json, goal: Json) -> MazePaintLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return MazePaintLevel(tuple(board["rows"]))


def print_level(level: MazePaintLevel) -> tuple[Json, Json]:
    return {"rows": list(level.rows)}, {"rule": GAME.goal_rules[0]}


def initial(level: MazePaintLevel) -> MazePaintState:
    return MazePaintState(level.start, frozenset({level.start}))


def _slide(rows: tuple[str, ...], cell: Cell, letter: str) -> list[Cell]:
    """The cells that a ball on `cell` enters when swiped, in order; empty against a wall."""
    down, right = DIRECTIONS[letter]
    entered = []
    row, column = cell[0] + down, cell[1] + right
    while 0 <= row < len(rows) and 0 <= column < len(rows[0]) and rows[row][column] != WALL:
        entered.append((row, column))
        row, column = row + down, column + right
    return entered


def moves(level: MazePaintLevel, state: MazePaintState) -> Iterator[str]:
    if not won(level, state):
        yield from (letter for letter in DIRECTIONS if _slide(level.rows, state.ball, letter))


def apply(level: MazePaintLevel, state: MazePaintState, move: str) -> MazePaintState:
    if move not in DIRECTIONS:
        raise MalformedMove(f"{move!r} is not one of U, D, L, R")
    if won(level, state):
        raise IllegalMove("the level is already won")
    entered = _slide(level.rows, state.ball, move)
    if not entered:
        raise IllegalMove(f"a wall stands next to the ball at {cell_text(state.ball)} in direction {move}")
    return MazePaintState(entered[-1], state.painted.union(entered))


def won(level: MazePaintLevel, state: MazePaintState) -> bool:
    return state.painted == level.floor


def progress(level: MazePaintLevel, state: MazePaintState, distance: object = None) -> Fraction:
    """Painted cells over floor cells, the start counted in neither. `distance` plays no part."""
    return Fraction(len(state.painted) - 1, len(level.floor) - 1)


def state_json(level: MazePaintLevel, state: MazePaintState) -> Json:
    width = len(level.rows[0])
    painted = [
        "".join("1" if (row, column) in state.painted else "0" for column in range(width))
        for row in range(len(level.rows))
    ]
    return {"ball": list(state.ball), "painted": painted}


def parse_state(level: MazePaintLevel, value: Json) -> MazePaintState:
    if not isinstance(value, dict) or set(value) != {"ball", "painted"}:
        raise MalformedState("a state has the fields ball and painted, and no others")
    ball, painted = value["ball"], value["painted"]
    if not (isinstance(ball, list) and len(ball) == 2 and all(type(part) is int for part in ball)):
        raise MalformedState("ball is not a pair [row, column]")
    if not (isinstance(painted, list) and all(isinstance(row, str) for row in painted)):
        raise MalformedState("painted is not a list of texts of 0 and 1")
    if [len(row) for row in painted] != [len(row) for row in level.rows] or set("".join(painted)) - {"0", "1"}:
        raise MalformedState("painted is not a 0 or 1 for each cell of the board")
    cells = frozenset(cell for cell in cells_of(tuple(painted)) if painted[cell[0]][cell[1]] == "1")
    where = (ball[0], ball[1])
    if not cells <= level.floor:
        raise MalformedState(f"the painted cell {cell_text(min(cells - level.floor))} is wall")
    if where not in cells:
        raise MalformedState(f"the ball's cell {cell_text(where)} is not painted")
    if level.start not in cells:
        raise MalformedState(f"the start {cell_text(level.start)} is not painted")
    return MazePaintState(where, cells)


def cost(level: MazePaintLevel, move: str) -> tuple[int, ...]:
    return (1,)


def symmetries(level: MazePaintLevel) -> Iterator[Symmetry[MazePaintLevel]]:
    for symmetry in BOARD_SYMMETRIES:
        yield Symmetry(symmetry.name, MazePaintLevel(symmetry.rows_of(level.rows)), symmetry.direction)


def normal_form(level: MazePaintLevel) -> MazePaintLevel:
    """The least of the eight images of the board without its outer rows and columns of wall."""
    trimmed = _trim(level.rows)
    return MazePaintLevel(min(symmetry.rows_of(trimmed) for symmetry in BOARD_SYMMETRIES))


def _trim(rows: tuple[str, ...]) -> tuple[str, ...]:
    """The bounding box of the floor. Outside the rectangle is wall, so nothing about the play changes."""
    used_rows = [index for index, row in enumerate(rows) if row.strip(WALL)]
    kept = rows[used_rows[0] : used_rows[-1] + 1]
    left = min(len(row) - len(row.lstrip(WALL)) for row in kept)
    right = max(len(row.rstrip(WALL)) for row in kept)
    return tuple(row[left:right] for row in kept)


def draw(level: MazePaintLevel, state: MazePaintState) -> str:
    """`#` wall, `.` unpainted, `+` painted, `@` the ball."""
    painted = state.painted - {state.ball}
    lines = []
    for row, text in enumerate(level.rows):
        cells = ("+" if (row, column) in painted else glyph for column, glyph in enumerate(text.replace(START, FLOOR)))
        lines.append("".join("@" if (row, column) == state.ball else glyph for column, glyph in enumerate(cells)))
    return "\n".join(lines)


def split(text: str) -> tuple[str, ...]:
    """Moves with separators, or letters in one run (`RULD`). Words in small letters (`undo`) stay whole."""
    parts = split_moves(text)
    return tuple(move for part in parts for move in (part if part.isalpha() and part.isupper() else (part,)))


def attempts(level: MazePaintLevel, state: MazePaintState) -> Iterator[str]:
    yield from DIRECTIONS


def mutants(level: MazePaintLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with one cell turned from wall to floor or back, or with the start moved."""
    cells = list(cells_of(level.rows))
    random.Random(seed).shuffle(cells)
    for row, column in cells:
        glyph = level.rows[row][column]
        if glyph == START:
            continue
        flipped = FLOOR if glyph == WALL else WALL
        yield f"cell {row},{column} becomes {flipped}", {"rows": with_cells(level.rows, {(row, column): flipped})}
        if glyph == FLOOR:
            change = {level.start: FLOOR, (row, column): START}
            yield f"the start moves to {row},{column}", {"rows": with_cells(level.rows, change)}


GAME: Game[MazePaintLevel, MazePaintState] = Game(
    name="maze-paint",
    title="Maze Paint",
    prefix="mp",
    rules=1,
    goal_rules=("paint-all",),
    metrics=("slides",),
    findings=(*SHAPE_FINDINGS, GLYPH, NO_START, MANY_STARTS, ALREADY_WON),
    validate=validate,
    parse=parse,
    print=print_level,
    initial=initial,
    moves=moves,
    apply=apply,
    won=won,
    progress=progress,
    state_json=state_json,
    parse_state=parse_state,
    cost=cost,
    symmetries=symmetries,
    normal_form=normal_form,
    draw=draw,
    split=split,
    attempts=attempts,
    mutants=mutants,
)
