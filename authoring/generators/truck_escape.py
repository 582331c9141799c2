"""Truck Escape lots: parked so that each new vehicle stands in the way of others, then changed a vehicle at a time.

A lot is filled from the last vehicle to leave to the first: one more is parked only where the lot can still be emptied,
mostly across the way out of one that was free to go. So every draft is solvable, and chains grow by themselves; the
climb makes them as long as the target wants. `Wanted.pieces` is the number of vehicles, which is the optimum too.

A wall in a lot that can be emptied stands in nobody's way, so none is drawn unless `Wanted.walls` asks for them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from authoring.generators.contract import Generator, Wanted
from games.grid import DIRECTIONS, Cell, cells_of, with_cells
from games.names import NAMES, named_cells, renamed
from games.truck_escape import FREE, WALL, TruckEscapeLevel
from solvers.truck_escape import measures as level_measures
from solvers.truck_escape.lot import Lot, lot_of
from solvers.truck_escape.measures import rounds_of
from validators.outcome import Outcome

__all__ = ["GENERATORS", "begin", "change", "flaws"]

LENGTHS = (2, 2, 2, 3, 3, 4)
#: Least share of the cells that vehicles and walls take, in percent: below it a lot looks deserted.
FILLED = 62


def begin(source: random.Random, wanted: Wanted) -> TruckEscapeLevel | None:
    rows, columns = _size(source, wanted)
    if min(rows, columns) < 4:
        return None
    level = TruckEscapeLevel((FREE * columns,) * rows, ())
    for _ in range(source.randint(*wanted.walls) if wanted.walls else 0):
        free = [(r, c) for r, c in cells_of(level.rows) if level.rows[r][c] == FREE]
        level = TruckEscapeLevel(tuple(with_cells(level.rows, {source.choice(free): WALL})), ())
    vehicles = _vehicles_wanted(wanted) or rows * columns * 29 // 100
    for _ in range(4 * vehicles):
        if len(level.facing) < vehicles:
            level = _parked(source, level)
    return _named(level)


def _size(source: random.Random, wanted: Wanted) -> Cell:
    """A side a little longer than the other, with room for the vehicles wanted."""
    cells = (_vehicles_wanted(wanted) or source.randint(12, 20)) * 7 // 2
    columns = wanted.columns or max(5, round(cells**0.5) + source.choice((-1, 0, 0)))
    return wanted.rows or max(5, -(-cells // columns)), columns


def _vehicles_wanted(wanted: Wanted) -> int | None:
    return wanted.pieces or (wanted.optimum[1] if wanted.optimum else None)


def _parked(source: random.Random, level: TruckEscapeLevel) -> TruckEscapeLevel:
    """One vehicle more, where the lot can be emptied with it; the level itself where no try comes to that."""
    name = next((name for name in NAMES if name not in dict(level.facing)), None)
    free = {(r, c) for r, c in cells_of(level.rows) if level.rows[r][c] == FREE}
    if name is None or not free:
        return level
    for _ in range(40):
        across, length = source.random() < 0.5, source.choice(LENGTHS)
        row, column = source.choice(_doorsteps(level) or sorted(free) if source.random() < 0.6 else sorted(free))
        back = source.randrange(length)
        cells = [(row, column - back + step) if across else (row - back + step, column) for step in range(length)]
        if not free.issuperset(cells):
            continue
        facing = (*level.facing, (name, source.choice("LR" if across else "DU")))
        more = TruckEscapeLevel(tuple(with_cells(level.rows, dict.fromkeys(cells, name))), tuple(sorted(facing)))
        if _empties(lot_of(more, tuple(dict(more.facing)))):
            return more
    return level


def _doorsteps(level: TruckEscapeLevel) -> list[Cell]:
    """The free cells on the way out of vehicles that may leave at once."""
    found = set()
    for name, cells in level.vehicles.items():
        down, right = DIRECTIONS[dict(level.facing)[name]]
        row, column = max(cells, key=lambda cell: cell[0] * down + cell[1] * right)
        way = []
        row, column = row + down, column + right
        while 0 <= row < len(level.rows) and 0 <= column < len(level.rows[0]):
            way.append((row, column))
            row, column = row + down, column + right
        if all(level.rows[r][c] == FREE for r, c in way):
            found |= {*way}
    return sorted(found)


def _empties(lot: Lot) -> bool:
    return sum(map(len, rounds_of(lot))) == len(lot.waits)


def _gone(source: random.Random, level: TruckEscapeLevel) -> TruckEscapeLevel:
    """One vehicle less. What could be emptied still can."""
    if not level.facing:
        return level
    name = source.choice(level.facing)[0]
    rows = tuple(row.replace(name, FREE) for row in level.rows)
    return TruckEscapeLevel(rows, tuple(one for one in level.facing if one[0] != name))


def change(source: random.Random, level: TruckEscapeLevel, wanted: Wanted) -> TruckEscapeLevel | None:
    """One to three vehicles parked elsewhere, and as many more as are missing."""
    vehicles = _vehicles_wanted(wanted) or len(level.facing)
    for _ in range(20):
        changed = level
        for _ in range(source.choice((1, 1, 2, 3))):
            changed = _gone(source, changed)
        for _ in range(4):
            if len(changed.facing) < vehicles:
                changed = _parked(source, changed)
        changed = _named(changed)
        if changed.facing and changed != level:
            return changed
    return None


def _named(level: TruckEscapeLevel) -> TruckEscapeLevel:
    """The vehicles named anew in reading order."""
    fresh = dict(zip(named_cells(level.rows), NAMES, strict=False))
    return TruckEscapeLevel(renamed(level.rows), tuple(sorted((fresh[name], way) for name, way in level.facing)))


def board(level: TruckEscapeLevel) -> Any:
    return {"rows": list(level.rows), "facing": dict(level.facing)}


def flaws(level: TruckEscapeLevel, wanted: Wanted) -> int:
    """Vehicles missing, idle ones, lines that nothing stands in, and bare asphalt."""
    cells = "".join(level.rows)
    lot = lot_of(level, tuple(dict(level.facing)))
    lines = (*level.rows, *("".join(column) for column in zip(*level.rows, strict=True)))
    missing = abs((_vehicles_wanted(wanted) or len(level.facing)) - len(level.facing))
    walls = cells.count(WALL)
    walled = max(wanted.walls[0] - walls, walls - wanted.walls[1], 0) if wanted.walls else 0
    taken = len(cells) - cells.count(FREE)
    bare = max(0, -(-len(cells) * FILLED // 100) - taken)
    return 4 * missing + walled + 2 * _idle(lot) + 2 * sum(not line.strip(FREE + WALL) for line in lines) + bare


def _idle(lot: Lot) -> int:
    """Vehicles that wait for none and for which none waits."""
    awaited = {other for others in lot.waits.values() for other in others}
    return sum(not others and name not in awaited for name, others in lot.waits.items())


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    """`rounds`, `free`: vehicles that may leave at once, and `blockers`: the most vehicles on one's way out."""
    found = level_measures(level)
    return {
        "rounds": found.rounds or 0,
        "free": found.free_at_start,
        "blockers": max(found.blockers.values(), default=0),
    }


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    found = level_measures(level)
    if 4 * found.free_at_start > len(level.facing) + 2:
        yield "more than a quarter of the vehicles may leave at once"
    ways = [letter for _, letter in level.facing]
    for letter in sorted(DIRECTIONS):
        if not 0 < 2 * ways.count(letter) <= len(ways):
            yield f"none or more than half of the vehicles face {letter}"


GENERATORS = (
    Generator(
        name="truck-escape/chained-lot",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=300,
        board=board,
        flaws=flaws,
        engine="departure-search",
        measured=("rounds", "free", "blockers"),
    ),
)
