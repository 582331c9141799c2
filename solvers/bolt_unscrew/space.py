"""The full states of a level, for kernels that enumerate every one: (screws, flush screws, poses of all boards)."""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.grid import Cell
from games.screws import PlateLevel
from solvers.bolt_unscrew.plate import Node, Plate, plate_of
from solvers.bolt_unscrew.pose_book import bits_of
from solvers.bolt_unscrew.reading import position_of
from solvers.contract import StateSpace

__all__ = ["FullState", "space"]

#: Masks of the screws and of the flush ones, and (name, wood, holes) of each board still there in the level's order:
#: alike however a state was come to, and whatever it was read from.
FullState = tuple[int, int, tuple[tuple[str, int, int], ...]]


def space(level: PlateLevel, state: Json | None) -> StateSpace[FullState]:
    """Every full state that plays from a state (None: the initial one) can come to.

    Raises:
        MalformedState: the JSON is no state of the level.
    """
    position = position_of(level, state)
    plate = plate_of(position)

    def successors(full: FullState) -> Iterator[tuple[str, FullState]]:
        for source, target, after in plate.relocations(_node(plate, full)):
            yield plate.text(source, target), _full(plate, after)

    def state_json(full: FullState) -> Json:
        screws, flush, boards = full
        depths = (plate.depths[1 << bit] if flush >> bit & 1 else position.top for bit in bits_of(screws))
        points = plate.book.points(screws)
        return {
            "screws": [[*point, depth] for point, depth in zip(points, depths, strict=True)],
            "boards": {name: _drawn(plate, wood, holes) for name, wood, holes in boards},
        }

    def progress(full: FullState) -> tuple[int, int]:
        screws, flush, states = _node(plate, full)
        loose = 0
        for book, number, short in zip(plate.layers, states, plate.short, strict=True):
            reach = screws & ~(flush & short)
            loose += sum(pose is not None and not pose[1] & reach for pose in book.poses[number])
        return 2 * (position.total - len(full[2])) + loose, 2 * position.total

    return StateSpace(
        initial=_full(plate, plate.first),
        successors=successors,
        won=lambda full: not full[2],
        state_json=state_json,
        progress=progress,
    )


def _full(plate: Plate, node: Node) -> FullState:
    return node[0], node[1], plate.boards(node[2])


def _node(plate: Plate, full: FullState) -> Node:
    return full[0], full[1], plate.states(full[2])


def _drawn(plate: Plate, wood: int, holes: int) -> Json:
    points = list(plate.book.points(wood))
    bored = set(plate.book.points(holes))
    top, bottom = min(row for row, _ in points), max(row for row, _ in points)
    left, right = min(column for _, column in points), max(column for _, column in points)
    drawn: dict[Cell, str] = {point: "o" if point in bored else "=" for point in points}
    rows: list[Json] = [
        "".join(drawn.get((row, column), ".") for column in range(left, right + 1)) for row in range(top, bottom + 1)
    ]
    return {"at": [top, left], "rows": rows}
