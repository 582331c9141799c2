"""Rush Hour.

The board is a rectangle of free cells `.`, walls `#` and vehicles, each a straight line of two or more cells that bear
its name. `A+2` slides the vehicle A by two cells along its own axis, right or down; `A-2` left or up; through free
cells only. The exit is on the outer edge of one border cell, in line with the target vehicle; the level is won when
the target covers that cell.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from games.canonical import Json
from games.contract import (
    Distance,
    Game,
    IllegalMove,
    InvalidLevel,
    MalformedMove,
    MalformedState,
    Symmetry,
    split_moves,
)
from games.exits import FINDINGS as EXIT_FINDINGS
from games.exits import OPPOSITE, Exit, exit_faults, framed, line_faults
from games.finding import Finding, FindingKind
from games.grid import BOARD_SYMMETRIES, DIRECTIONS, BoardSymmetry, Cell, cell_text, with_cells
from games.names import NAMES, fresh_names, named_cells, with_names
from games.naming import Naming
from games.parking import FREE, WALL, changes_of, entered, line_length, parked, strange_cells, taken_cells
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import SHAPE, field_faults, goal_faults, rows_faults
from games.slides import free_slides, read_slide, renamed_slide, slide_fault, slide_names, slide_text
from games.vehicle_ranges import with_stuck_walled
from games.vehicles import FINDINGS as VEHICLE_FINDINGS
from games.vehicles import Vehicle, lanes_of, vehicle_faults, vehicles_of

__all__ = ["GAME", "RushHourLevel", "RushHourState"]

_MOST_BEFORE_THE_WIN = Fraction(99, 100)

GLYPH = FindingKind(
    "rush-hour/glyph",
    "A cell of the board is not free `.`, wall `#` or a vehicle (a letter or digit).",
    "Draw the cell with one of these glyphs.",
)
NO_TARGET = FindingKind(
    "rush-hour/no-target", "The board has no vehicle of the target's name.", "Name a vehicle of the board in `target`."
)
ALREADY_WON = FindingKind(
    "rush-hour/already-won",
    "The target covers the exit's cell at first, so the level is won before the first move.",
    "Let the target begin farther from the exit.",
)


@dataclass(frozen=True, slots=True)
class RushHourLevel:
    """The board as rows, the target's name, and the exit."""

    rows: tuple[str, ...]
    target: str
    exit: Exit

    @property
    def vehicles(self) -> tuple[Vehicle, ...]:
        """The vehicles as they stand at first, in order of their names' code points."""
        return vehicles_of(self.rows)


@dataclass(frozen=True, slots=True)
class RushHourState:
    """The vehicles as they stand, in order of their names' code points."""

    vehicles: tuple[Vehicle, ...]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    found = [*field_faults(board, "board", ("rows", "target", "exit")), *goal_faults(goal, GAME.goal_rules)]
    if not isinstance(board, dict):
        return tuple(found)
    rows: tuple[str, ...] | None = None
    if "rows" in board:
        shape = tuple(rows_faults(board["rows"]))
        found += shape
        if not shape:
            rows = tuple(board["rows"])
            found += (GLYPH.at(f"the glyph {glyph!r} is unknown", place) for glyph, place in strange_cells(rows))
            found += vehicle_faults(named_cells(rows))
    way_out: Exit | None = None
    if "exit" in board:
        faults = tuple(exit_faults(board["exit"], rows))
        found += faults
        way_out = None if faults else Exit(board["exit"]["side"], board["exit"]["index"])
    if "target" in board:
        found += _target_faults(board["target"], rows, way_out)
    return tuple(found)


def _target_faults(target: Json, rows: tuple[str, ...] | None, way_out: Exit | None) -> Iterator[Finding]:
    """Faults of the target by itself, then of its place before the exit, as far as rows and exit are without fault."""
    if not isinstance(target, str):
        yield SHAPE.at("board.target is not a text")
        return
    cells = named_cells(rows or ()).get(target)
    if rows is not None and cells is None:
        yield NO_TARGET.at(f"no vehicle {target[:20]!r} is on the board")
    if rows is None or cells is None or way_out is None or any(vehicle_faults({target: cells})):
        return
    vehicle = next(one for one in vehicles_of(rows) if one.name == target)
    faults = tuple(line_faults(way_out, vehicle))
    yield from faults
    if not faults and way_out.cell(rows) in cells:
        yield ALREADY_WON.at(f"{target} covers {cell_text(way_out.cell(rows))}", cell_text(vehicle.cell))


def parse(board: Json, goal: Json) -> RushHourLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return RushHourLevel(tuple(board["rows"]), board["target"], Exit(board["exit"]["side"], board["exit"]["index"]))


def print_level(level: RushHourLevel) -> tuple[Json, Json]:
    board = {"rows": list(level.rows), "target": level.target, "exit": level.exit.json}
    return board, {"rule": GAME.goal_rules[0]}


def initial(level: RushHourLevel) -> RushHourState:
    return RushHourState(level.vehicles)


def moves(level: RushHourLevel, state: RushHourState) -> Iterator[str]:
    """The legal moves in order of their texts: of one vehicle `A+1` comes before `A+10`, that before `A+2`."""
    if won(level, state):
        return
    taken = taken_cells(level.rows, state.vehicles)
    for vehicle in state.vehicles:
        yield from free_slides(level.rows, taken, vehicle)


def apply(level: RushHourLevel, state: RushHourState, move: str) -> RushHourState:
    name, cells = _read_move(level, move)
    if won(level, state):
        raise IllegalMove("the level is already won")
    taken = taken_cells(level.rows, state.vehicles)
    vehicle = next(vehicle for vehicle in state.vehicles if vehicle.name == name)
    fault = slide_fault(level.rows, taken, vehicle, cells)
    if fault is not None:
        raise IllegalMove(fault)
    moved = replace(vehicle, cell=vehicle.cell_at(vehicle.place + cells))
    return RushHourState(tuple(moved if one is vehicle else one for one in state.vehicles))


def _read_move(level: RushHourLevel, move: str) -> tuple[str, int]:
    """The vehicle's name and the cells that it slides by, right and down positive."""
    slide = read_slide(move)
    if slide is None:
        raise MalformedMove(f"{move[:60]!r} is not a vehicle, + or - and a number of cells, as in A+2")
    if slide[0] not in "".join(level.rows):
        raise MalformedMove(f"the level has no vehicle {slide[0]}")
    return slide


def _way_out(level: RushHourLevel, state: RushHourState) -> list[Cell]:
    """The cells from the target's front to the exit, nearest first; none where it covers the exit's cell."""
    target = next(vehicle for vehicle in state.vehicles if vehicle.name == level.target)
    after = line_length(level.rows, target) - target.place - target.length
    return list(entered(target, after if level.exit.forward > 0 else -target.place))


def won(level: RushHourLevel, state: RushHourState) -> bool:
    return not _way_out(level, state)


def _blockers(level: RushHourLevel, state: RushHourState) -> int:
    """The number of distinct vehicles on the way out. A wall there is none."""
    taken = taken_cells(level.rows, state.vehicles)
    return len({taken.get(cell, WALL) for cell in _way_out(level, state)} - {WALL})


def progress(level: RushHourLevel, state: RushHourState, distance: Distance[RushHourState] | None = None) -> Fraction:
    """How clear the way out is and how far the target came; with the exact distance, above all how near the win is.

    The distance counts in a solvable level alone: where it is None of the initial state, it is as if not given.
    """
    if won(level, state):
        return Fraction(1)
    start, needed = initial(level), len(_way_out(level, initial(level)))
    clearance = max(Fraction(0), 1 - Fraction(_blockers(level, state), max(1, _blockers(level, start))))
    advance = Fraction(max(0, needed - len(_way_out(level, state))), needed)
    whole, left = (distance(start), distance(state)) if distance else (None, None)
    if whole is None or left is None:
        return min(_MOST_BEFORE_THE_WIN, Fraction(7, 10) * clearance + Fraction(3, 10) * advance)
    nearer = max(Fraction(0), 1 - Fraction(left, whole))
    return min(_MOST_BEFORE_THE_WIN, Fraction(8, 10) * nearer + Fraction(1, 10) * (clearance + advance))


def state_json(level: RushHourLevel, state: RushHourState) -> Json:
    return {"vehicles": {vehicle.name: list(vehicle.cell) for vehicle in state.vehicles}}


def parse_state(level: RushHourLevel, value: Json) -> RushHourState:
    if not isinstance(value, dict) or set(value) != {"vehicles"}:
        raise MalformedState("a state has the field vehicles, and no others")
    return RushHourState(parked(level.rows, level.vehicles, value["vehicles"]))


def cost(level: RushHourLevel, move: str) -> tuple[int, ...]:
    """A slide is one move, and a step for each cell."""
    return 1, abs(_read_move(level, move)[1])


def _image(level: RushHourLevel, symmetry: BoardSymmetry) -> RushHourLevel:
    return RushHourLevel(symmetry.rows_of(level.rows), level.target, level.exit.image(symmetry, level.rows))


def symmetries(level: RushHourLevel) -> Iterator[Symmetry[RushHourLevel]]:
    """The eight board symmetries, the exit mapped along."""
    across = {vehicle.name: vehicle.across for vehicle in level.vehicles}
    for symmetry in BOARD_SYMMETRIES:

        def move(text: str, symmetry: BoardSymmetry = symmetry) -> str:
            name, cells = _read_move(level, text)
            step = symmetry.step(DIRECTIONS["R" if across[name] else "D"])
            return slide_text(name, cells * sum(step))

        yield Symmetry(symmetry.name, _image(level, symmetry), move)


def normal_form(level: RushHourLevel) -> RushHourLevel:
    """The least of the eight images, with vehicles that can never move drawn as wall and the others renamed.

    That a vehicle never moves is read off its range (`games.vehicle_ranges`); the target stays a vehicle in any case.
    """
    walled = replace(level, rows=with_stuck_walled(level.rows, level.target))
    images = (_image(walled, symmetry) for symmetry in BOARD_SYMMETRIES)
    images = (_renamed(image, fresh_names(image.rows)) for image in images)
    return min(images, key=lambda image: (image.rows, image.exit, image.target))


def _renamed(level: RushHourLevel, names: Mapping[str, str]) -> RushHourLevel:
    return RushHourLevel(with_names(level.rows, names), names[level.target], level.exit)


def draw(level: RushHourLevel, state: RushHourState) -> str:
    """The board in a frame that has an arrow at the exit."""
    empty = ["".join(FREE if glyph in NAMES else glyph for glyph in row) for row in level.rows]
    return "\n".join(framed(with_cells(empty, taken_cells(level.rows, state.vehicles)), level.exit))


def attempts(level: RushHourLevel, state: RushHourState) -> Iterator[str]:
    """Every vehicle by every number of cells that its line has, whatever is in the way."""
    for vehicle in level.vehicles:
        for count in range(1, line_length(level.rows, vehicle)):
            yield from (f"{vehicle.name}+{count}", f"{vehicle.name}-{count}")


def mutants(level: RushHourLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with a free cell walled, a wall freed, a vehicle gone or shifted by a cell, or the exit opposite."""
    changes = list(changes_of(level.rows, level.vehicles))
    random.Random(seed).shuffle(changes)
    board, _ = print_level(level)
    for what, change in changes:
        yield what, {**board, "rows": with_cells(level.rows, change)}
    opposite = replace(level.exit, side=OPPOSITE[level.exit.side])
    yield f"the exit is on side {opposite.side}", {**board, "exit": opposite.json}


GAME: Game[RushHourLevel, RushHourState] = Game(
    name="rush-hour",
    title="Rush Hour",
    prefix="rh",
    rules=1,
    goal_rules=("exit",),
    metrics=("moves", "steps"),
    findings=(*SHAPE_FINDINGS, *VEHICLE_FINDINGS, *EXIT_FINDINGS, GLYPH, NO_TARGET, ALREADY_WON),
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
    naming=Naming(lambda level: lanes_of(level.vehicles), _renamed, renamed_slide, slide_names),
    progress_by_distance=True,
)
