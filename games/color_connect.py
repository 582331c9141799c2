"""Color Connect.

The board is a rectangle; each cell is free `.`, blocked `#`, or an endpoint of a colour; each colour has exactly two
endpoints. `draw C r0,c0 r1,c1 ...` lays the whole path of colour C from either of its endpoints through orthogonally
adjacent, distinct, not blocked cells; it enters neither another colour's endpoint nor a cell on another colour's path,
replaces any earlier path of C, and may stop anywhere, at the latest at C's other endpoint. `clear C` removes C's path.
Goal `connect`: every colour's path joins both endpoints; `cover`: also every not blocked cell lies on a path.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.finding import Finding, FindingKind
from games.grid import BOARD_SYMMETRIES, BoardSymmetry, Cell, cell_text, cells_of, neighbours, with_cells
from games.names import named_cells, renamed, with_names
from games.naming import Naming
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import drawn_faults
from games.strokes import Path, drawn_text, path_of_json, read_stroke, renamed_stroke, stroke_fault, strokes_from
from games.strokes import stroke_names as colours_in

__all__ = ["GAME", "ColorConnectLevel", "ColorConnectState", "Path"]

FREE, BLOCKED = ".", "#"

GLYPH = FindingKind(
    "color-connect/glyph",
    "A cell of the board is not free `.`, blocked `#` or a colour (a letter or digit).",
    "Draw the cell with one of these glyphs.",
)
ENDPOINTS = FindingKind(
    "color-connect/endpoints", "A colour does not have exactly two endpoints.", "Give each colour two endpoints."
)
NO_COLOUR = FindingKind(
    "color-connect/no-colour", "The board has no colour, so the level is won before the first move.", "Add a pair."
)


@dataclass(frozen=True, slots=True)
class ColorConnectLevel:
    """The board as rows, and the goal's rule: `connect` or `cover`."""

    rows: tuple[str, ...]
    rule: str

    @property
    def size(self) -> tuple[int, int]:
        """Height and width."""
        return len(self.rows), len(self.rows[0])

    @property
    def endpoints(self) -> dict[str, tuple[Cell, Cell]]:
        """Colour -> its two endpoints in reading order; colours in order of code points."""
        return {colour: (ends[0], ends[1]) for colour, ends in sorted(named_cells(self.rows).items())}

    @property
    def open_cells(self) -> frozenset[Cell]:
        """Every cell that is not blocked."""
        return frozenset(cell for cell in cells_of(self.rows) if self.rows[cell[0]][cell[1]] != BLOCKED)


@dataclass(frozen=True, slots=True)
class ColorConnectState:
    """The paths that lie on the board, by colour in order of code points.

    A partial path begins at its endpoint, a complete one at the endpoint first in reading order.
    """

    paths: tuple[tuple[str, Path], ...]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    return drawn_faults(board, goal, GAME.goal_rules, _board_faults)


def _board_faults(rows: tuple[str, ...]) -> Iterator[Finding]:
    found = named_cells(rows)
    for row, column in cells_of(rows):
        glyph = rows[row][column]
        if glyph not in found and glyph not in (FREE, BLOCKED):
            yield GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
    for colour, ends in sorted(found.items()):
        if len(ends) == 1:
            yield ENDPOINTS.at(f"the colour {colour} has only one endpoint", cell_text(ends[0]))
        elif len(ends) > 2:
            yield ENDPOINTS.at(f"the colour {colour} has {len(ends)} endpoints", cell_text(ends[2]))
    if not found:
        yield NO_COLOUR.at("no cell is an endpoint")


def parse(board: Json, goal: Json) -> ColorConnectLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return ColorConnectLevel(tuple(board["rows"]), goal["rule"])


def print_level(level: ColorConnectLevel) -> tuple[Json, Json]:
    return {"rows": list(level.rows)}, {"rule": level.rule}


def initial(level: ColorConnectLevel) -> ColorConnectState:
    return ColorConnectState(())


def moves(level: ColorConnectLevel, state: ColorConnectState) -> Iterator[str]:
    """Every legal draw and clear, lazily: their number grows exponentially with the board."""
    if won(level, state):
        return
    yield from (f"clear {colour}" for colour, _ in state.paths)
    for colour, ends in level.endpoints.items():
        closed = _closed(level, state, colour)
        strokes = (path for start in ends for path in strokes_from(start, ends, closed, level.size))
        yield from (drawn_text(colour, path) for path in strokes)


def _closed(level: ColorConnectLevel, state: ColorConnectState, colour: str) -> dict[Cell, str]:
    """Cells that a path of `colour` may not enter, each with the reason."""
    closed = {cell: "blocked" for cell in cells_of(level.rows) if level.rows[cell[0]][cell[1]] == BLOCKED}
    for other, path in state.paths:
        if other != colour:
            closed |= dict.fromkeys(path, f"on the path of {other}")
    for other, ends in level.endpoints.items():
        if other != colour:
            closed |= dict.fromkeys(ends, f"an endpoint of {other}")
    return closed


def apply(level: ColorConnectLevel, state: ColorConnectState, move: str) -> ColorConnectState:
    colour, path = _read_move(level, move)
    if won(level, state):
        raise IllegalMove("the level is already won")
    paths = dict(state.paths)
    if path is None:
        if colour not in paths:
            raise IllegalMove(f"{colour} has no path to clear")
        del paths[colour]
    else:
        fault = _path_fault(level, state, colour, path)
        if fault is not None:
            raise IllegalMove(fault)
        ends = level.endpoints[colour]
        paths[colour] = path[::-1] if set(ends) == {path[0], path[-1]} and path[0] != ends[0] else path
    return ColorConnectState(tuple(sorted(paths.items())))


def _read_move(level: ColorConnectLevel, move: str) -> tuple[str, Path | None]:
    """The colour and the path of a move; None for a clear."""
    stroke = read_stroke(move)
    if stroke is None:
        raise MalformedMove(f"{move[:60]!r} is neither `draw C r,c r,c ...` nor `clear C`")
    if stroke[0] not in level.endpoints:
        raise MalformedMove(f"the level has no colour {stroke[0]}")
    return stroke


def _path_fault(level: ColorConnectLevel, state: ColorConnectState, colour: str, path: Path) -> str | None:
    """Why the path of a colour may not be laid in a state, or None."""
    return stroke_fault(path, level.endpoints[colour], _closed(level, state, colour), level.size)


def _complete(level: ColorConnectLevel, state: ColorConnectState) -> int:
    """The number of colours whose path joins both endpoints."""
    endpoints = level.endpoints
    return sum(set(endpoints[colour]) == {path[0], path[-1]} for colour, path in state.paths)


def won(level: ColorConnectLevel, state: ColorConnectState) -> bool:
    if _complete(level, state) < len(level.endpoints):
        return False
    return level.rule == "connect" or sum(len(path) for _, path in state.paths) == len(level.open_cells)


def progress(level: ColorConnectLevel, state: ColorConnectState, distance: object = None) -> Fraction:
    """Complete colours over colours, under `cover` at most 99/100 before the win. `distance` plays no part."""
    share = Fraction(_complete(level, state), len(level.endpoints))
    return share if won(level, state) else min(share, Fraction(99, 100))


def state_json(level: ColorConnectLevel, state: ColorConnectState) -> Json:
    return {"paths": {colour: [list(cell) for cell in path] for colour, path in state.paths}}


def parse_state(level: ColorConnectLevel, value: Json) -> ColorConnectState:
    if not isinstance(value, dict) or set(value) != {"paths"} or not isinstance(value["paths"], dict):
        raise MalformedState("a state has the one field paths, an object from colour to cells")
    state = initial(level)
    for colour, cells in sorted(value["paths"].items()):
        path = path_of_json(cells)
        if path is None:
            raise MalformedState(f"the path of {colour} is not a list of [row, column]")
        if colour not in level.endpoints:
            raise MalformedState(f"the level has no colour {colour}")
        fault = _path_fault(level, state, colour, path)
        if fault is not None:
            raise MalformedState(f"the path of {colour}: {fault}")
        ends = level.endpoints[colour]
        if set(ends) == {path[0], path[-1]} and path[0] != ends[0]:
            raise MalformedState(f"the complete path of {colour} begins at {cell_text(ends[0])} in a state")
        state = ColorConnectState((*state.paths, (colour, path)))
    return state


def cost(level: ColorConnectLevel, move: str) -> tuple[int, ...]:
    """A draw counts one and its cells; a clear counts nothing in cells."""
    path = _read_move(level, move)[1]
    return (1, len(path) if path else 0)


def symmetries(level: ColorConnectLevel) -> Iterator[Symmetry[ColorConnectLevel]]:
    """The eight board symmetries."""
    height, width = level.size
    for symmetry in BOARD_SYMMETRIES:

        def move(text: str, symmetry: BoardSymmetry = symmetry) -> str:
            colour, path = _read_move(level, text)
            image = path and tuple(symmetry.cell(cell, height, width) for cell in path)
            return drawn_text(colour, image) if image else text

        yield Symmetry(symmetry.name, ColorConnectLevel(symmetry.rows_of(level.rows), level.rule), move)


def normal_form(level: ColorConnectLevel) -> ColorConnectLevel:
    """The least of the eight images, each with its colours renamed in reading order."""
    images = (renamed(symmetry.rows_of(level.rows)) for symmetry in BOARD_SYMMETRIES)
    return ColorConnectLevel(min(images), level.rule)


def _recoloured(level: ColorConnectLevel, names: Mapping[str, str]) -> ColorConnectLevel:
    return replace(level, rows=with_names(level.rows, names))


def draw(level: ColorConnectLevel, state: ColorConnectState) -> str:
    """Each path as its colour's letter; endpoints between brackets, so that a path can be told from its ends."""
    on_path = {cell: colour for colour, path in state.paths for cell in path}
    ends = {cell for pair in level.endpoints.values() for cell in pair}
    lines = []
    for row, text in enumerate(level.rows):
        cells = [(on_path.get((row, column), glyph), (row, column) in ends) for column, glyph in enumerate(text)]
        lines.append("".join(f"[{glyph}]" if end else f" {glyph} " for glyph, end in cells))
    return "\n".join(lines)


def attempts(level: ColorConnectLevel, state: ColorConnectState) -> Iterator[str]:
    """Every clear, and a stroke from each endpoint to each neighbouring cell, whatever lies there."""
    for colour, ends in level.endpoints.items():
        yield f"clear {colour}"
        yield from (drawn_text(colour, (end, cell)) for end in ends for cell in neighbours(end, *level.size))


def mutants(level: ColorConnectLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with one free cell blocked, one blocked cell freed, or one endpoint moved to a free cell."""
    source = random.Random(seed)
    cells = list(cells_of(level.rows))
    source.shuffle(cells)
    ends = [cell for pair in level.endpoints.values() for cell in pair]
    for cell in cells:
        glyph = level.rows[cell[0]][cell[1]]
        if glyph == FREE:
            yield f"cell {cell_text(cell)} becomes {BLOCKED}", {"rows": with_cells(level.rows, {cell: BLOCKED})}
            end = source.choice(ends)
            change = {end: FREE, cell: level.rows[end[0]][end[1]]}
            yield f"the endpoint {cell_text(end)} moves to {cell_text(cell)}", {"rows": with_cells(level.rows, change)}
        elif glyph == BLOCKED:
            yield f"cell {cell_text(cell)} becomes {FREE}", {"rows": with_cells(level.rows, {cell: FREE})}


GAME: Game[ColorConnectLevel, ColorConnectState] = Game(
    name="color-connect",
    title="Color Connect",
    prefix="cc",
    rules=1,
    goal_rules=("connect", "cover"),
    metrics=("draws", "cells"),
    findings=(*SHAPE_FINDINGS, GLYPH, ENDPOINTS, NO_COLOUR),
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
    split=split_moves,
    attempts=attempts,
    mutants=mutants,
    naming=Naming(lambda level: level.endpoints, _recoloured, renamed_stroke, colours_in),
)
