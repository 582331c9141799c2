"""The full states of a level, for kernels that enumerate every one: (stop, painted cells as bits)."""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.maze_paint import MazePaintLevel
from solvers.contract import StateSpace
from solvers.maze_paint.position import position_of
from solvers.maze_paint.runs import move_table

__all__ = ["FullState", "space"]

#: The ball's cell in reading order and the painted cells as bits: alike however a state was come to.
FullState = tuple[int, int]


def space(level: MazePaintLevel, state: Json | None) -> StateSpace[FullState]:
    """Every full state that plays from a state (None: the initial one) can come to.

    Raises:
        MalformedState: the JSON is no state of the level.
    """
    position = position_of(level, state)
    table = move_table(level, position.ball)
    width, floor = table.width, table.floor
    height = len(level.rows)
    swipes = {
        table.stops[tail]: [(swipe.letter, table.stops[swipe.head], swipe.paint) for swipe in row]
        for tail, row in enumerate(table.swipes)
    }
    most = floor.bit_count() - 1

    def successors(node: FullState) -> Iterator[tuple[str, FullState]]:
        stop, painted = node
        if painted != floor:
            for letter, head, paint in swipes[stop]:
                yield letter, (head, painted | paint)

    def state_json(node: FullState) -> Json:
        stop, painted = node
        # Bit 0 is the first cell in reading order: the lowest bit comes first.
        text = f"{painted:0{width * height}b}"[::-1]
        rows: list[Json] = [text[row * width : (row + 1) * width] for row in range(height)]
        return {"ball": list(divmod(stop, width)), "painted": rows}

    return StateSpace(
        initial=(table.stops[0], table.mask(position.painted)),
        successors=successors,
        won=lambda node: node[1] == floor,
        state_json=state_json,
        progress=lambda node: (node[1].bit_count() - 1, most),
    )
