"""Rush Hour boards: parked at random, then changed a vehicle at a time, each time begun where a win is farthest.

Every move can be taken back, so the positions of a board form clusters in which each can come to each. A draft is made
from a parking by listing its whole cluster and counting, breadth-first from the won positions backwards, the moves that
each position needs. The one that needs most (of those that the target allows) becomes the start. That is exact, and
finds the hard beginning of a board at once, where changing one parking for another would find it by luck.

Cost: one visit to each position of a cluster, of at most `CLUSTER` positions; larger clusters are passed over, which
keeps boards dense.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from authoring.generators.contract import Generator, Wanted
from games.exits import Exit
from games.grid import Cell, cell_text, cells_of, with_cells
from games.names import NAMES, named_cells
from games.parking import FREE, WALL, entered, on_board, taken_cells
from games.rush_hour import GAME, RushHourLevel
from games.vehicle_ranges import ranges_of
from games.vehicles import Vehicle, vehicles_of
from solvers.rush_hour.explain import explain
from solvers.rush_hour.line_search import expanded
from solvers.rush_hour.lines import lines_of
from validators.outcome import Outcome

__all__ = ["GENERATORS", "Draft", "idle_parts"]

CLUSTER = 3_000
TARGET = NAMES[0]
CLASSIC = Exit("R", 2)


@dataclass(frozen=True, slots=True)
class Draft:
    """A board: its rows, in which the target is `TARGET`, its exit, and its optimum where that is counted already."""

    rows: tuple[str, ...]
    exit: Exit
    optimum: int = 0

    @property
    def level(self) -> RushHourLevel:
        return RushHourLevel(self.rows, TARGET, self.exit)


def begin(source: random.Random, wanted: Wanted) -> Draft | None:
    height, width = wanted.rows or 6, wanted.columns or 6
    if min(height, width) < 4:
        return None
    way_out = _exit(source, height, width)
    rows = [FREE * width] * height
    last = (width if way_out.across else height) - 2
    place = source.randint(0, last - 2)
    place = place if way_out.forward > 0 else last - place
    cells = [(way_out.index, place + step) if way_out.across else (place + step, way_out.index) for step in (0, 1)]
    draft = Draft(tuple(with_cells(rows, dict.fromkeys(cells, TARGET))), way_out)
    least, most = wanted.walls or source.choice(((0, 0), (0, 0), (1, 2)))
    for _ in range(source.randint(least, most)):
        draft = _walled(source, draft)
    vehicles = wanted.pieces or height * width * source.randint(29, 37) // 100
    for _ in range(4 * vehicles):
        if len(named_cells(draft.rows)) < vehicles:
            draft = _parked(source, draft)
    return _farthest(source, draft, wanted)


def _exit(source: random.Random, height: int, width: int) -> Exit:
    """Mostly where everybody knows it, else on another side or line; never along an edge of the board."""
    if source.random() < 0.7:
        return CLASSIC
    side = source.choice("DLRU")
    return Exit(side, source.randint(1, (height if side in "LR" else width) - 2))


def _parked(source: random.Random, draft: Draft) -> Draft:
    """One vehicle more, not along the target's line; the draft itself where there is no room."""
    name = next((name for name in NAMES if name not in "".join(draft.rows)), None)
    height, width = len(draft.rows), len(draft.rows[0])
    across, length = source.random() < 0.5, source.choice((2, 2, 2, 3))
    row = source.randrange(height if across else height - length + 1)
    column = source.randrange(width - length + 1 if across else width)
    if name is None or (across == draft.exit.across and draft.exit.index == (row if across else column)):
        return draft
    cells = [(row, column + step) if across else (row + step, column) for step in range(length)]
    if any(draft.rows[r][c] != FREE for r, c in cells):
        return draft
    return replace(draft, rows=tuple(with_cells(draft.rows, dict.fromkeys(cells, name))))


def _gone(source: random.Random, draft: Draft) -> Draft:
    """One vehicle less."""
    names = sorted(set(named_cells(draft.rows)) - {TARGET})
    return _without(draft, named_cells(draft.rows)[source.choice(names)]) if names else draft


def _without(draft: Draft, cells: Sequence[Cell]) -> Draft:
    return replace(draft, rows=tuple(with_cells(draft.rows, dict.fromkeys(cells, FREE))))


def _walled(source: random.Random, draft: Draft) -> Draft:
    """One wall more, not in the target's line."""
    free = [
        cell
        for cell in cells_of(draft.rows)
        if draft.rows[cell[0]][cell[1]] == FREE and (cell[0] if draft.exit.across else cell[1]) != draft.exit.index
    ]
    return replace(draft, rows=tuple(with_cells(draft.rows, {source.choice(free): WALL}))) if free else draft


def change(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    for _ in range(40):
        changed = draft
        for _ in range(source.choice((1, 1, 2, 3))):
            kind = source.random()
            walls = [cell for cell in cells_of(changed.rows) if changed.rows[cell[0]][cell[1]] == WALL]
            if walls and kind < 0.1:
                changed = _walled(source, _without(changed, [source.choice(walls)]))
            elif kind < 0.3:
                changed = _gone(source, changed)
            elif kind < 0.6:
                changed = _parked(source, changed)
            else:
                changed = _parked(source, _gone(source, changed))
        if changed.rows == draft.rows:
            continue
        best = _farthest(source, changed, wanted)
        if best is not None and best.rows != draft.rows:
            return best
    return None


def _farthest(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """The draft begun where a win is farthest, but no farther than wanted; None where there is no win.

    None also where the cluster has more than CLUSTER positions.
    """
    level = draft.level
    if explain(level) is not None:
        return None
    places = tuple(vehicle.place for vehicle in level.vehicles)
    lines = lines_of(level, places)
    tables = lines.tables(max(len(level.rows), len(level.rows[0])))
    seen = {lines.key(places): 0}
    layer = list(seen)
    while layer:
        layer = expanded(tables, layer, seen, 0)
        if len(seen) > CLUSTER:
            return None
    won = [key for key in seen if key & lines.goal]
    left, most = dict.fromkeys(won, 0), wanted.optimum[1] if wanted.optimum else len(seen)
    layer, number, farthest = won, 0, won
    while layer and number < most:
        farthest, number = layer, number + 1
        layer = expanded(tables, layer, left, number)
    farthest = layer or farthest
    if not farthest or farthest is won:
        return None
    start = source.choice(sorted(farthest))
    return replace(draft, rows=_drawn(level, lines.places(start)), optimum=left[start])


def _drawn(level: RushHourLevel, places: Sequence[int]) -> tuple[str, ...]:
    """The rows with the vehicles at other places, named anew in reading order."""
    empty = ["".join(FREE if glyph in NAMES else glyph for glyph in row) for row in level.rows]
    parked = zip(level.vehicles, places, strict=True)
    rows = with_cells(empty, {cell: one.name for one, place in parked for cell in one.cells_from(place)})
    others = [name for name in named_cells(rows) if name != TARGET]
    fresh = {TARGET: TARGET, **dict(zip(others, NAMES[1:], strict=False))}
    return tuple("".join(fresh.get(glyph, glyph) for glyph in row) for row in rows)


def board(draft: Draft) -> Any:
    return {"rows": list(draft.rows), "target": TARGET, "exit": draft.exit.json}


def flaws(draft: Draft, wanted: Wanted) -> int:
    """Rows, columns and quarters without a vehicle, a board half empty, vehicles that can never move, walls missed.

    The optimum is known of every draft, so what misses it is a flaw too: no such draft is solved again.
    """
    rows, vehicles = draft.rows, vehicles_of(draft.rows)
    height, width = len(rows), len(rows[0])
    cells = [cell for vehicle in vehicles for cell in vehicle.cells_from(vehicle.place)]
    unused = height - len({row for row, _ in cells}) + width - len({column for _, column in cells})
    unused += 4 - len({(2 * row // height, 2 * column // width) for row, column in cells})
    ranges, walls = ranges_of(rows), sum(row.count(WALL) for row in rows)
    least, most = wanted.walls or (0, 2)
    bounds = wanted.optimum or (1, draft.optimum)
    return (
        10 * max(0, bounds[0] - draft.optimum)
        + 2 * unused
        + max(0, height * width // 2 - len(cells))
        + 2 * sum(ranges[vehicle.name] == (vehicle.place, vehicle.place) for vehicle in vehicles)
        + max(least - walls, walls - most, 0)
        + (0 if wanted.pieces is None else abs(len(vehicles) - wanted.pieces))
    )


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    """`movers`: vehicles that the solution moves; `vehicles`: all there are; `long`: those of three cells or more."""
    return {
        "movers": len({move[0] for move in outcome.moves or ()}),
        "vehicles": len(level.vehicles),
        "long": sum(vehicle.length > 2 for vehicle in level.vehicles),
    }


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    for part in idle_parts(level, outcome):
        yield f"{part} neither moves nor holds up one that does"


def idle_parts(level: RushHourLevel, outcome: Outcome) -> Iterator[str]:
    """The vehicles and walls that have no part in the solution, a shortest one.

    A vehicle has a part if it moves, or if it bounds, at some time of the play, the way of one that moves: stands
    where that one's free cells end, in front or behind. A wall has a part if it bounds such a way. Cost: one replay.
    """
    movers = {move[0] for move in outcome.moves or ()} | {level.target}
    walls = {f"the wall at {row},{column}" for row, column in cells_of(level.rows) if level.rows[row][column] == WALL}
    idle = {f"the vehicle {one.name}" for one in level.vehicles if one.name not in movers} | walls
    state = GAME.initial(level)
    for move in (*(outcome.moves or ()), None):
        taken = taken_cells(level.rows, state.vehicles)
        for vehicle in state.vehicles:
            if vehicle.name in movers:
                for way in (1, -1):
                    cell = _end_of_way(level.rows, taken, vehicle, way)
                    glyph = taken.get(cell)
                    idle.discard(f"the wall at {cell_text(cell)}" if glyph == WALL else f"the vehicle {glyph}")
        if move is not None:
            state = GAME.apply(level, state, move)
    yield from sorted(idle)


def _end_of_way(rows: Sequence[str], taken: Mapping[Cell, str], vehicle: Vehicle, way: int) -> Cell:
    """The first cell in front of a vehicle (`way` 1) or behind it (-1) that is not free, on the board or just off."""
    for cell in entered(vehicle, way * max(len(rows), len(rows[0]))):
        if cell in taken or not on_board(rows, cell):
            return cell
    raise ValueError("a board has an end in every direction")


GENERATORS = (
    Generator(
        name="rush-hour/farthest-start",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=300,
        states=200_000,
        board=board,
        flaws=flaws,
        engine="line-search",
        measured=("movers", "vehicles", "long"),
    ),
)
