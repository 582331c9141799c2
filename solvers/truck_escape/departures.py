"""Engine `departure-search`: every order of departures, tried on the board's cells as bits.

Knows nothing of graphs or of what waits for what: it reads the board by itself, and at each step looks at the cells
between each vehicle's front and the border.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.truck_escape import TruckEscapeLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report
from solvers.truck_escape.standing import standing

__all__ = ["ENGINE", "solve"]

NAME = "departure-search"


@dataclass(frozen=True, slots=True)
class _Vehicle:
    """A vehicle: its cells and its way out, as bits of the board's cells in reading order."""

    name: str
    cells: int
    way: int


def _vehicles(level: TruckEscapeLevel, names: tuple[str, ...]) -> tuple[_Vehicle, ...]:
    """The vehicles of these names, in order of names.

    The way out lies in the row or column of any of a vehicle's cells; what of it is the vehicle itself or lies behind
    its back is taken away.
    """
    width = len(level.rows[0])
    facing = dict(level.facing)
    found = []
    for name in names:
        places = [(r, c) for r, row in enumerate(level.rows) for c in range(width) if row[c] == name]
        top, left = places[0]
        bottom, right = places[-1]
        beyond = {
            "U": [(r, left) for r in range(top)],
            "D": [(r, left) for r in range(bottom + 1, len(level.rows))],
            "L": [(top, c) for c in range(left)],
            "R": [(top, c) for c in range(right + 1, width)],
        }[facing[name]]
        found.append(_Vehicle(name, _bits(places, width), _bits(beyond, width)))
    return tuple(found)


def _bits(places: list[tuple[int, int]], width: int) -> int:
    return sum(1 << (row * width + column) for row, column in places)


def _walls(level: TruckEscapeLevel) -> int:
    return sum(1 << place for place, glyph in enumerate("".join(level.rows)) if glyph == "#")


def solve(level: TruckEscapeLevel, query: Query, report: Report) -> Answer:
    """Depth first over the sets of vehicles left, each set once, vehicles tried in order of names.

    Exact by enumeration: a set of vehicles left is the whole state, so one that was left without a win need not be
    looked at again. The first win found is the first of all wins in move order, for depth first with choices in that
    order meets plays in their order, and a set skipped has no win. All wins are equally long: a departure takes one
    vehicle away, so a play that leaves none has as many moves as there were vehicles.

    A solvable level costs about as many sets as it has vehicles; an unsolvable one as many as there are sets that the
    rules can leave, at most 2^n, and `limits.states` bounds them.

    Raises:
        MalformedState: `query.state` is no state of the level.
    """
    vehicles = _vehicles(level, standing(level, query.state))
    count = len(vehicles)
    board = sum(vehicle.cells for vehicle in vehicles) | _walls(level)
    seen = {board}
    play: list[int] = []
    frames = [(board, _free(vehicles, board))]
    fewest = count
    while frames and len(play) < count:
        occupied, choices = frames[-1]
        number = next(choices, None)
        if number is None:
            frames.pop()
            if play:
                play.pop()
            continue
        left = occupied & ~vehicles[number].cells
        if left in seen:
            continue
        if len(seen) >= query.limits.states:
            return Answer("undecided", None, None, MethodRun(NAME, "search", count, False, len(seen)))
        seen.add(left)
        play.append(number)
        fewest = min(fewest, count - len(play))
        frames.append((left, _free(vehicles, left)))
    if len(play) == count:
        moves: Moves = tuple(vehicles[number].name for number in play)
        report(count, moves)
        return Answer("solvable", moves, count, MethodRun(NAME, "search", count, True, len(seen)), canonical=True)
    reason = f"every order of departures was tried, and each leaves at least {fewest} of {count} vehicles on the board"
    return Answer("unsolvable", None, None, MethodRun(NAME, "search", None, True, len(seen)), explanation=reason)


def _free(vehicles: tuple[_Vehicle, ...], occupied: int) -> Iterator[int]:
    """The numbers of the vehicles still there whose way out is free."""
    for number, vehicle in enumerate(vehicles):
        if vehicle.cells & occupied and not vehicle.way & occupied:
            yield number


ENGINE: Engine[TruckEscapeLevel] = Engine(NAME, "search", 1, (), ("departures",), solve)
