"""Color Connect boards, worked backwards from a solved one: paths fill the board, then their ends are moved about.

A draft is a solved board. Every change keeps it solved: a path takes a cell from the end of another, or bites into
another and takes the rest of it along. So each board has a covering solution by construction, and the climb looks for
one that has no other. Cells are blocked by taking them from an end, so a board with blocked cells stays solved too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from authoring.generators.contract import Generator, Wanted
from games.color_connect import BLOCKED, FREE
from games.grid import BOARD_SYMMETRIES, Cell, neighbours
from games.names import NAMES, renamed
from validators.outcome import Outcome

__all__ = ["GENERATORS", "Solved"]

#: Fewest cells of a path: endpoints with less between them are joined at a glance.
SHORTEST = 4
#: Changes made to a first, orderly solved board before it counts as drawn at random.
SHUFFLES = 12


@dataclass(frozen=True, slots=True)
class Solved:
    """A board with paths that fill all of it but the blocked cells.

    Attributes:
        size: height and width.
        paths: the cells of each path, from one endpoint to the other.
    """

    size: Cell
    paths: tuple[tuple[Cell, ...], ...]

    @property
    def blocked(self) -> list[Cell]:
        """The cells without a path, in reading order."""
        height, width = self.size
        laid = {cell for path in self.paths for cell in path}
        return [(row, column) for row in range(height) for column in range(width) if (row, column) not in laid]


def begin(source: random.Random, wanted: Wanted) -> Solved | None:
    height = wanted.rows or source.randint(5, 8)
    width = wanted.columns or height
    lowest = max(height, width) - 1
    colours = wanted.pieces or _colours(wanted) or source.randint(lowest, lowest + 2)
    if colours > len(NAMES) or height * width < SHORTEST * colours:
        return None
    draft = Solved((height, width), _cut(_serpentine(source, height, width), colours))
    for _ in range(SHUFFLES * height * width):
        draft = _moved(source, draft) or draft
    return draft


def _colours(wanted: Wanted) -> int | None:
    """Fewest draws is the number of colours, so a wanted optimum is a wanted number of colours."""
    return wanted.optimum and wanted.optimum[0]


def _serpentine(source: random.Random, height: int, width: int) -> list[Cell]:
    path = [(row, column if row % 2 == 0 else width - 1 - column) for row in range(height) for column in range(width)]
    return path[::-1] if source.random() < 0.5 else path


def _cut(path: list[Cell], pieces: int) -> tuple[tuple[Cell, ...], ...]:
    """The path in pieces of nearly equal length."""
    cuts = [len(path) * index // pieces for index in range(pieces + 1)]
    return tuple(tuple(path[first:last]) for first, last in pairwise(cuts))


def change(source: random.Random, draft: Solved, wanted: Wanted) -> Solved | None:
    blocked = len(draft.blocked)
    least, most = wanted.walls or (0, 0)
    for _ in range(50):
        if blocked < least or (blocked < most and source.random() < 0.1):
            changed = _blocked(source, draft)
        elif blocked > most or (blocked and source.random() < 0.2):
            changed = _freed(source, draft)
        else:
            changed = _moved(source, draft)
        if changed is not None:
            return changed
    return None


def _moved(source: random.Random, draft: Solved) -> Solved | None:
    """One path grows from an end into a neighbouring path, which gives the cell, and what lies behind it, away."""
    taker = source.randrange(len(draft.paths))
    path = draft.paths[taker] if source.random() < 0.5 else draft.paths[taker][::-1]
    cell = source.choice(neighbours(path[-1], *draft.size))
    giver = next((index for index, other in enumerate(draft.paths) if cell in other), taker)
    if giver == taker:
        return None
    other = draft.paths[giver]
    if other[0] == cell or (other[-1] != cell and source.random() < 0.5):
        other = other[::-1]
    at = other.index(cell)
    kept, taken = other[:at], other[at:]
    if len(kept) < SHORTEST:
        return None
    paths = list(draft.paths)
    paths[taker], paths[giver] = path + taken, kept
    return replace(draft, paths=tuple(paths))


def _blocked(source: random.Random, draft: Solved) -> Solved | None:
    """One path gives the cell at an end away, to be blocked."""
    index = source.randrange(len(draft.paths))
    path = draft.paths[index] if source.random() < 0.5 else draft.paths[index][::-1]
    if len(path) <= SHORTEST:
        return None
    return replace(draft, paths=(*draft.paths[:index], path[:-1], *draft.paths[index + 1 :]))


def _freed(source: random.Random, draft: Solved) -> Solved | None:
    """A blocked cell beside the end of a path is added to it."""
    cell = source.choice(draft.blocked)
    near = neighbours(cell, *draft.size)
    ends = [(index, end) for index, path in enumerate(draft.paths) for end in (0, -1) if path[end] in near]
    if not ends:
        return None
    index, end = source.choice(ends)
    path = draft.paths[index]
    longer = (cell, *path) if end == 0 else (*path, cell)
    return replace(draft, paths=(*draft.paths[:index], longer, *draft.paths[index + 1 :]))


def board(draft: Solved) -> Any:
    height, width = draft.size
    rows = [[BLOCKED] * width for _ in range(height)]
    for name, path in zip(NAMES, draft.paths, strict=False):
        for row, column in path:
            rows[row][column] = FREE
        for row, column in (path[0], path[-1]):
            rows[row][column] = name
    return {"rows": list(renamed(["".join(row) for row in rows]))}


def flaws(draft: Solved, wanted: Wanted) -> int:
    """Paths that touch themselves, adjacent endpoints among them; paths far longer than the others; walls missed."""
    least, most = wanted.walls or (0, 0)
    blocked = len(draft.blocked)
    cells = sum(map(len, draft.paths))
    longest = max(cells * 9 // (4 * len(draft.paths)), SHORTEST + 2)
    return (
        2 * sum(_touches(path, draft.size) for path in draft.paths)
        + sum(max(0, len(path) - longest) for path in draft.paths)
        + max(least - blocked, blocked - most, 0)
    )


def _touches(path: tuple[Cell, ...], size: Cell) -> int:
    """Neighbouring cells of one path that do not follow one another."""
    place = {cell: index for index, cell in enumerate(path)}
    return sum(
        place[other] > index + 1 for cell, index in place.items() for other in neighbours(cell, *size) if other in place
    )


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    """`span`: how far the endpoints lie apart, summed; `inner`: endpoints that are not on the board's edge."""
    height, width = level.size
    ends = level.endpoints.values()
    return {
        "span": sum(_apart(*pair) for pair in ends),
        "inner": sum(0 < row < height - 1 and 0 < column < width - 1 for pair in ends for row, column in pair),
    }


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    for colour, pair in level.endpoints.items():
        if _apart(*pair) == 1:
            yield f"the endpoints of {colour} are adjacent from the start"
    own = renamed(level.rows)
    if any(renamed(symmetry.rows_of(level.rows)) == own for symmetry in BOARD_SYMMETRIES[1:]):
        yield "the board is symmetric but for the names of its colours"


GENERATORS = (
    Generator(
        name="color-connect/solved-board",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=3000,
        board=board,
        flaws=flaws,
        engine="edge-sat",
        measured=("span", "inner"),
    ),
)
