"""Boards held to a plate by screws: the level and the state as values, and how a state comes to rest."""

from __future__ import annotations

from dataclasses import dataclass

from games.grid import Cell
from games.plate import Pose
from games.settling import settled

__all__ = ["Board", "PlateLevel", "PlateState", "Screw", "settle"]

#: (row, column, depth): the depth is the highest layer that the screw passes.
Screw = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Board:
    """A board as the level lists it: its name, its layer (1 is nearest the plate) and how it lies at the start."""

    name: str
    layer: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class PlateLevel:
    """The plate, its holes, the boards in the order that decides which turns first, and where the screws start.

    Attributes:
        size: rows and columns of the plate.
        holes: the plate's holes, sorted.
        boards: the boards in the level's order.
        screws: the holes in which screws start, sorted.
    """

    size: Cell
    holes: tuple[Cell, ...]
    boards: tuple[Board, ...]
    screws: tuple[Cell, ...]

    @property
    def layers(self) -> tuple[int, ...]:
        """The layers that have boards, nearest the plate first."""
        return tuple(sorted({board.layer for board in self.boards}))

    @property
    def top(self) -> int:
        """The highest layer number in the level; it never changes."""
        return max(board.layer for board in self.boards)

    def depth_at(self, point: Cell) -> int:
        """The highest layer that a screw at a point passes at the start; 0 where it is wholly behind wood."""
        blocking = [one.layer for one in self.boards if point in one.pose.wood and point not in one.pose.holes]
        return min(blocking) - 1 if blocking else self.top

    def mirrored(self) -> PlateLevel:
        """The level with left and right changed; the boards keep their order."""
        width = self.size[1]
        return PlateLevel(
            self.size,
            tuple(sorted((row, width - 1 - column) for row, column in self.holes)),
            tuple(Board(one.name, one.layer, one.pose.mirrored(width)) for one in self.boards),
            tuple(sorted((row, width - 1 - column) for row, column in self.screws)),
        )


@dataclass(frozen=True, slots=True)
class PlateState:
    """Where the screws stand, sorted, and how the boards lie that are still there, in the level's order."""

    screws: tuple[Screw, ...]
    boards: tuple[tuple[str, Pose], ...]

    def screw_at(self, point: Cell) -> Screw | None:
        """The screw in a hole, or None."""
        return next((screw for screw in self.screws if screw[:2] == point), None)

    def reaching(self, layer: int) -> frozenset[Cell]:
        """The points of the screws whose depth reaches a layer."""
        return frozenset(screw[:2] for screw in self.screws if screw[2] >= layer)

    def layer(self, level: PlateLevel, layer: int) -> dict[str, Pose]:
        """The boards of a layer by name, in the level's order."""
        its = {board.name for board in level.boards if board.layer == layer}
        return {name: pose for name, pose in self.boards if name in its}

    def buries(self, level: PlateLevel, screw: Screw) -> tuple[str, ...]:
        """The boards of layers above a screw's depth whose wood, holes included, lies over it."""
        layers = {board.name: board.layer for board in level.boards}
        return tuple(name for name, pose in self.boards if layers[name] > screw[2] and screw[:2] in pose.wood)

    def open_holes(self, level: PlateLevel) -> tuple[Cell, ...]:
        """The empty holes of the plate that no wood covers, sorted: where a screw can be put."""
        taken = {screw[:2] for screw in self.screws}
        for _, pose in self.boards:
            taken |= pose.wood
        return tuple(hole for hole in level.holes if hole not in taken)


def settle(level: PlateLevel, state: PlateState) -> PlateState:
    """The state once no board moves any more. Layers do not influence each other."""
    there: dict[str, Pose] = {}
    for layer in level.layers:
        there |= settled(state.layer(level, layer), state.reaching(layer), level.size)
    return PlateState(state.screws, tuple((one.name, there[one.name]) for one in level.boards if one.name in there))
