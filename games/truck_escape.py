"""Truck Escape.

The board is a rectangle of free cells `.`, walls `#` and vehicles, each a straight line of one or more cells that bear
its name and facing one of the four directions along its own axis (a vehicle of one cell may face any). The move is a
vehicle's name: if every cell from its front to the border in its facing direction is free, it leaves and its cells
become free; otherwise the move is illegal. The level is won when no vehicle is left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.facings import first_before, front_of, marked, may_face
from games.finding import Finding, FindingKind
from games.grid import BOARD_SYMMETRIES, DIRECTIONS, BoardSymmetry, Cell, cell_text, cells_of, with_cells
from games.names import fresh_names, named_cells, with_names
from games.naming import Naming
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import SHAPE, field_faults, goal_faults, rows_faults
from games.vehicles import crooked_at, gap_at

__all__ = ["GAME", "TruckEscapeLevel", "TruckEscapeState"]

FREE, WALL = ".", "#"

GLYPH = FindingKind(
    "truck-escape/glyph",
    "A cell of the board is not free `.`, wall `#` or a vehicle (a letter or digit).",
    "Draw the cell with one of these glyphs.",
)
NO_VEHICLE = FindingKind(
    "truck-escape/no-vehicle", "The board has no vehicle, so the level is won before the first move.", "Draw a vehicle."
)
BENT = FindingKind(
    "truck-escape/bent", "A vehicle's cells lie neither in one row nor in one column.", "Draw each vehicle straight."
)
BROKEN = FindingKind(
    "truck-escape/broken", "A vehicle's cells lie in one line with a gap.", "Close it, or give two vehicles two names."
)
FACING_MISSING = FindingKind(
    "truck-escape/facing-missing",
    "A vehicle of the board has no facing. Rules under which a vehicle may leave either way are another game.",
    'Name its direction in board.facing: `"A": "R"`.',
)
FACING_VALUE = FindingKind("truck-escape/facing-value", "A facing is not one of U, D, L, R.", "Use one of the four.")
FACING_ACROSS = FindingKind(
    "truck-escape/facing-across",
    "A vehicle of two or more cells faces across its own axis.",
    "Let a vehicle that lies in a row face L or R, one in a column U or D.",
)
FACING_UNKNOWN = FindingKind(
    "truck-escape/facing-unknown", "A facing is of a vehicle that is not on the board.", "Draw it, or drop its facing."
)
FACINGS = (FACING_MISSING, FACING_VALUE, FACING_ACROSS, FACING_UNKNOWN)


@dataclass(frozen=True, slots=True)
class TruckEscapeLevel:
    """The board as rows, and (vehicle, direction it faces) in order of code points."""

    rows: tuple[str, ...]
    facing: tuple[tuple[str, str], ...]

    @property
    def vehicles(self) -> dict[str, list[Cell]]:
        """Vehicle -> its cells in reading order; vehicles in order of code points."""
        return dict(sorted(named_cells(self.rows).items()))


@dataclass(frozen=True, slots=True)
class TruckEscapeState:
    """The vehicles still on the board."""

    vehicles: frozenset[str]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    found = [*field_faults(board, "board", ("rows", "facing")), *goal_faults(goal, GAME.goal_rules)]
    if not isinstance(board, dict):
        return tuple(found)
    shape = tuple(rows_faults(board["rows"])) if "rows" in board else None
    vehicles = named_cells(board["rows"]) if shape == () else None
    found += shape or ()
    if vehicles is not None:
        found += _rows_faults(board["rows"], vehicles)
    if "facing" in board:
        found += _facing_faults(board["facing"], vehicles)
    return tuple(found)


def _rows_faults(rows: Sequence[str], vehicles: Mapping[str, list[Cell]]) -> Iterator[Finding]:
    for row, column in cells_of(rows):
        glyph = rows[row][column]
        if glyph not in vehicles and glyph not in (FREE, WALL):
            yield GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
    if not vehicles:
        yield NO_VEHICLE.at("no cell bears a vehicle's name")
    for name, cells in sorted(vehicles.items()):
        turn, gap = crooked_at(cells), gap_at(cells)
        if turn is not None:
            yield BENT.at(f"the vehicle {name} is not straight", cell_text(turn))
        elif gap is not None:
            yield BROKEN.at(f"the vehicle {name} is not in one piece", cell_text(gap))


def _facing_faults(facing: Json, vehicles: Mapping[str, list[Cell]] | None) -> Iterator[Finding]:
    """Faults of the facings; without vehicles (the rows are no board) only those that are seen without them."""
    if not isinstance(facing, dict):
        yield SHAPE.at("board.facing is not an object from vehicle to direction")
        return
    for name, letter in sorted(facing.items()):
        cells = (vehicles or {}).get(name, [])
        if not isinstance(letter, str) or letter not in DIRECTIONS:
            yield FACING_VALUE.at(f"the facing of {name[:20]!r} is {str(letter)[:20]!r}")
        elif may_face(cells) and letter not in may_face(cells):
            ways = " or ".join(may_face(cells))
            yield FACING_ACROSS.at(f"the vehicle {name} faces {letter}, not {ways}", cell_text(cells[0]))
    if vehicles is not None:
        for name in sorted(facing.keys() - vehicles.keys()):
            yield FACING_UNKNOWN.at(f"the board has no vehicle {name[:20]!r}")
        for name in sorted(vehicles.keys() - facing.keys()):
            yield FACING_MISSING.at(f"the vehicle {name} has no facing", cell_text(vehicles[name][0]))


def parse(board: Json, goal: Json) -> TruckEscapeLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return TruckEscapeLevel(tuple(board["rows"]), tuple(sorted(board["facing"].items())))


def print_level(level: TruckEscapeLevel) -> tuple[Json, Json]:
    return _board(level.rows, dict(level.facing)), {"rule": GAME.goal_rules[0]}


def _board(rows: Sequence[str], facing: Mapping[str, str]) -> Json:
    return {"rows": list(rows), "facing": dict(sorted(facing.items()))}


def initial(level: TruckEscapeLevel) -> TruckEscapeState:
    return TruckEscapeState(frozenset(name for name, _ in level.facing))


def _obstacle(level: TruckEscapeLevel, state: TruckEscapeState, name: str) -> str | None:
    """What stands nearest between a vehicle's front and the border, in words, or None."""
    letter = dict(level.facing)[name]
    found = first_before(level.rows, front_of(level.rows, name, letter), letter, state.vehicles | {WALL})
    if found is None:
        return None
    what = "a wall" if found[0] == WALL else f"the vehicle {found[0]}"
    return f"{what} at {cell_text(found[1])} stands in the way of {name}"


def moves(level: TruckEscapeLevel, state: TruckEscapeState) -> Iterator[str]:
    return (name for name in sorted(state.vehicles) if _obstacle(level, state, name) is None)


def apply(level: TruckEscapeLevel, state: TruckEscapeState, move: str) -> TruckEscapeState:
    if move not in dict(level.facing):
        raise MalformedMove(f"the level has no vehicle {move[:20]!r}")
    if won(level, state):
        raise IllegalMove("the level is already won")
    if move not in state.vehicles:
        raise IllegalMove(f"the vehicle {move} has already left")
    obstacle = _obstacle(level, state, move)
    if obstacle is not None:
        raise IllegalMove(obstacle)
    return TruckEscapeState(state.vehicles - {move})


def won(level: TruckEscapeLevel, state: TruckEscapeState) -> bool:
    return not state.vehicles


def progress(level: TruckEscapeLevel, state: TruckEscapeState, distance: object = None) -> Fraction:
    """Vehicles gone over all."""
    return 1 - Fraction(len(state.vehicles), len(level.facing))


def state_json(level: TruckEscapeLevel, state: TruckEscapeState) -> Json:
    return {"vehicles": sorted(state.vehicles)}


def parse_state(level: TruckEscapeLevel, value: Json) -> TruckEscapeState:
    if not isinstance(value, dict) or set(value) != {"vehicles"}:
        raise MalformedState("a state has the one field vehicles")
    names = value["vehicles"]
    if not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
        raise MalformedState("vehicles is not a list of names")
    if names != sorted(set(names)):
        raise MalformedState("the vehicles are not each named once in the order of code points")
    for name in sorted(set(names) - dict(level.facing).keys()):
        raise MalformedState(f"the level has no vehicle {name[:20]!r}")
    return TruckEscapeState(frozenset(names))


def cost(level: TruckEscapeLevel, move: str) -> tuple[int, ...]:
    return (1,)


def symmetries(level: TruckEscapeLevel) -> Iterator[Symmetry[TruckEscapeLevel]]:
    """The eight board symmetries."""
    for symmetry in BOARD_SYMMETRIES:
        yield Symmetry(symmetry.name, _image(level, symmetry), str)


def _image(level: TruckEscapeLevel, symmetry: BoardSymmetry) -> TruckEscapeLevel:
    facing = tuple((name, symmetry.direction(letter)) for name, letter in level.facing)
    return TruckEscapeLevel(symmetry.rows_of(level.rows), facing)


def normal_form(level: TruckEscapeLevel) -> TruckEscapeLevel:
    """The least of the eight images, each with its vehicles renamed in reading order."""
    images = (_image(level, symmetry) for symmetry in BOARD_SYMMETRIES)
    images = (_renamed(image, fresh_names(image.rows)) for image in images)
    return min(images, key=lambda image: (image.rows, image.facing))


def _renamed(level: TruckEscapeLevel, names: Mapping[str, str]) -> TruckEscapeLevel:
    facing = tuple(sorted((names[name], letter) for name, letter in level.facing))
    return TruckEscapeLevel(with_names(level.rows, names), facing)


def _kinds(level: TruckEscapeLevel) -> dict[str, tuple[int, str, int]]:
    """Length, facing, and the row or column along which it leaves."""
    cells = level.vehicles
    return {name: (len(cells[name]), way, cells[name][0][0 if way in "LR" else 1]) for name, way in level.facing}


def _departed(text: str) -> tuple[str, ...]:
    return (text,)


def draw(level: TruckEscapeLevel, state: TruckEscapeState) -> str:
    """Each cell with a blank after it, which is an arrow at the front of a vehicle: `A A>`."""
    fronts = {front_of(level.rows, name, way): way for name, way in level.facing if name in state.vehicles}
    gone = {name: FREE for name, _ in level.facing if name not in state.vehicles}
    return marked(with_names(level.rows, gone), fronts)


def attempts(level: TruckEscapeLevel, state: TruckEscapeState) -> Iterator[str]:
    return (name for name, _ in level.facing)


def mutants(level: TruckEscapeLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with one vehicle facing another way along its axis, or one cell turned from free to wall or back."""
    facing, changes = dict(level.facing), list[tuple[str, Json]]()
    for name, letter in level.facing:
        for other in may_face(level.vehicles[name]).replace(letter, ""):
            changes.append((f"the vehicle {name} faces {other}", _board(level.rows, {**facing, name: other})))
    for row, column in cells_of(level.rows):
        if level.rows[row][column] in (FREE, WALL):
            flipped = FREE if level.rows[row][column] == WALL else WALL
            rows = with_cells(level.rows, {(row, column): flipped})
            changes.append((f"cell {row},{column} becomes {flipped}", _board(rows, facing)))
    random.Random(seed).shuffle(changes)
    yield from changes


GAME: Game[TruckEscapeLevel, TruckEscapeState] = Game(
    name="truck-escape",
    title="Truck Escape",
    prefix="te",
    rules=1,
    goal_rules=("clear",),
    metrics=("departures",),
    findings=(*SHAPE_FINDINGS, GLYPH, NO_VEHICLE, BENT, BROKEN, *FACINGS),
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
    naming=Naming(_kinds, _renamed, lambda text, names: names.get(text, text), _departed),
)
