"""Positions packed into integers, with a table of moves for every row and column.

Each row that holds vehicles lying in it, and each column that holds vehicles lying in it, is a *line*. A key has one
field for each line: a bit for every cell that a vehicle of the line covers, and above those one for every cell that a
vehicle across it covers. The order of the vehicles in a line never changes, so the first bits alone say where they
stand, and keys and positions are one to one. The field of a line is all that decides which moves its vehicles have:
they are looked up, and made when a field is met for the first time. A move is the integer that the key is
XORed with, so the same integer takes it back.

Cost: a lookup for each line and an XOR for each move. A table has at most one entry for each way to fill its line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.rush_hour import RushHourLevel
from games.vehicles import Vehicle
from solvers.rush_hour.position import Places

__all__ = ["Lines", "Move", "lines_of", "slides"]

WALL = "#"


class Move(NamedTuple):
    """A slide: its text, the number of its cells, and what a key is XORed with."""

    text: str
    cells: int
    change: int


@dataclass(frozen=True, slots=True)
class Line:
    """One row or column that vehicles lie in.

    Attributes:
        vehicles: those that lie in it, first the one nearest its top or left end: index and vehicle.
        shift: where its field begins in a key.
        length: its number of cells, the bits of each half of the field.
        walls: its cells that are wall, as bits.
    """

    vehicles: tuple[tuple[int, Vehicle], ...]
    shift: int
    length: int
    walls: int


class Changes(dict[int, tuple[int, ...]]):
    """Field of a line -> what the moves of its vehicles change. Filled when a field is first met."""

    def __init__(self, lines: Lines, line: Line, farthest: int) -> None:
        super().__init__()
        self._rest = lines, line, farthest

    def __missing__(self, field: int) -> tuple[int, ...]:
        lines, line, farthest = self._rest
        changes = tuple(move.change for move in slides(lines, line, field) if move.cells <= farthest)
        self[field] = changes
        return changes


@dataclass(frozen=True, slots=True)
class Lines:
    """How the positions of a level are packed.

    Attributes:
        lines: every line with vehicles.
        bits: for every vehicle, place -> the bits of a key that it sets there.
        goal: the bit that is set in the positions that are won, and in no others.
    """

    lines: tuple[Line, ...]
    bits: tuple[tuple[int, ...], ...]
    goal: int

    def key(self, places: Places) -> int:
        """The key of a position."""
        return sum(bits[place] for bits, place in zip(self.bits, places, strict=True))

    def places(self, key: int) -> Places:
        """The position of a key."""
        places = [0] * len(self.bits)
        for line in self.lines:
            for index, place in _standing(line, key >> line.shift):
                places[index] = place
        return tuple(places)

    def tables(self, farthest: int) -> list[tuple[int, int, Changes]]:
        """For each line its shift, the mask of its field, and its moves of at most `farthest` cells."""
        return [(line.shift, (1 << 2 * line.length) - 1, Changes(self, line, farthest)) for line in self.lines]

    def moves(self, key: int) -> list[Move]:
        """Every slide from a position, in order of the texts."""
        found = (slides(self, line, key >> line.shift & ((1 << 2 * line.length) - 1)) for line in self.lines)
        return sorted(move for moves in found for move in moves)


def lines_of(level: RushHourLevel, places: Places) -> Lines:
    """The packing of the positions that plays from `places` can come to.

    The target must be the vehicle of its line that is nearest to the exit, or no position is won
    (`solvers.rush_hour.explain` sees that); then the exit's cell in the target's line is covered by it alone.
    """
    grouped: dict[tuple[bool, int], list[tuple[int, Vehicle]]] = {}
    for index in sorted(range(len(places)), key=lambda index: places[index]):
        vehicle = level.vehicles[index]
        grouped.setdefault((vehicle.across, vehicle.line), []).append((index, vehicle))
    height, width = len(level.rows), len(level.rows[0])
    lines, shift = {}, 0
    for (across, number), vehicles in sorted(grouped.items()):
        text = level.rows[number] if across else "".join(row[number] for row in level.rows)
        walls = sum(1 << place for place, glyph in enumerate(text) if glyph == WALL)
        lines[across, number] = Line(tuple(vehicles), shift, len(text), walls)
        shift += 2 * len(text)
    bits = []
    for vehicle in level.vehicles:
        length = width if vehicle.across else height
        own = lines[vehicle.across, vehicle.line]
        row = []
        for place in range(length - vehicle.length + 1):
            sets = ((1 << vehicle.length) - 1) << place + own.shift
            for along in range(place, place + vehicle.length):
                crossed = lines.get((not vehicle.across, along))
                if crossed is not None:
                    sets |= 1 << crossed.shift + crossed.length + vehicle.line
            row.append(sets)
        bits.append(tuple(row))
    target = next(vehicle for vehicle in level.vehicles if vehicle.name == level.target)
    own = lines[target.across, target.line]
    goal = 1 << own.shift + (own.length - 1 if level.exit.forward > 0 else 0)
    return Lines(tuple(lines.values()), tuple(bits), goal)


def _standing(line: Line, field: int) -> Iterator[tuple[int, int]]:
    """The index and the place of every vehicle of a line."""
    place = 0
    for index, vehicle in line.vehicles:
        while not field >> place & 1:
            place += 1
        yield index, place
        place += vehicle.length


def slides(lines: Lines, line: Line, field: int) -> Iterator[Move]:
    """Every slide of a line's vehicles when the line's field is such."""
    taken = (field | field >> line.length | line.walls) & ((1 << line.length) - 1)
    for (index, place), (_, vehicle) in zip(_standing(line, field), line.vehicles, strict=True):
        bits = lines.bits[index]
        for to in range(place + 1, line.length - vehicle.length + 1):
            if taken >> to + vehicle.length - 1 & 1:
                break
            yield Move(f"{vehicle.name}+{to - place}", to - place, bits[place] ^ bits[to])
        for to in range(place - 1, -1, -1):
            if taken >> to & 1:
                break
            yield Move(f"{vehicle.name}-{place - to}", place - to, bits[place] ^ bits[to])
