"""Positions as places of the vehicles, and their moves by looking at the cells in front and behind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.grid import cells_of
from games.rush_hour import RushHourLevel
from games.vehicles import Vehicle

__all__ = ["Traffic", "traffic_of"]

WALL = "#"


@dataclass(frozen=True, slots=True)
class Traffic:
    """A level for whoever looks at one position after another.

    Attributes:
        vehicles: in order of names.
        covers: for every vehicle, place -> the cells that it covers there, as bits of the board in reading order.
        walls: the wall cells as bits.
        target: the target's index.
        goal: the place at which the target has won.
        forward: 1 if the target leaves right or down, -1 if left or up.
    """

    vehicles: tuple[Vehicle, ...]
    covers: tuple[tuple[int, ...], ...]
    walls: int
    target: int
    goal: int
    forward: int

    def won(self, places: Sequence[int]) -> bool:
        """Whether the target covers the cell at the exit."""
        return places[self.target] == self.goal

    def taken(self, places: Sequence[int]) -> int:
        """The cells that are not free, as bits."""
        taken = self.walls
        for covers, place in zip(self.covers, places, strict=True):
            taken |= covers[place]
        return taken

    def slides(self, places: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The index of the vehicle and its new place, of every slide; nearest places first."""
        taken = self.taken(places)
        for index, place in enumerate(places):
            covers = self.covers[index]
            others = taken ^ covers[place]
            for to in range(place + 1, len(covers)):
                if covers[to] & others:
                    break
                yield index, to
            for to in range(place - 1, -1, -1):
                if covers[to] & others:
                    break
                yield index, to

    def text(self, index: int, cells: int) -> str:
        """The text of a slide by so many cells, right and down positive."""
        return f"{self.vehicles[index].name}{cells:+d}"

    def way_out(self, place: int) -> int:
        """The cells between the target's front and the exit when it stands at a place, as bits."""
        covers = self.covers[self.target]
        way = 0
        for to in range(place, self.goal + self.forward, self.forward):
            way |= covers[to]
        return way ^ covers[place]


def traffic_of(level: RushHourLevel) -> Traffic:
    """The traffic of a level."""
    height, width = len(level.rows), len(level.rows[0])

    def covers(vehicle: Vehicle) -> Iterator[int]:
        for place in range((width if vehicle.across else height) - vehicle.length + 1):
            yield sum(1 << row * width + column for row, column in vehicle.cells_from(place))

    vehicles = level.vehicles
    tables = tuple(tuple(covers(vehicle)) for vehicle in vehicles)
    walls = sum(1 << row * width + column for row, column in cells_of(level.rows) if level.rows[row][column] == WALL)
    target = next(index for index, vehicle in enumerate(vehicles) if vehicle.name == level.target)
    goal = len(tables[target]) - 1 if level.exit.forward > 0 else 0
    return Traffic(vehicles, tables, walls, target, goal, level.exit.forward)
