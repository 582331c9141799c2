"""Engine `brute-force`: every way to lay the paths, one after another. The oracle on small boards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations

from games.color_connect import ColorConnectLevel, Path
from games.grid import Cell
from solvers.color_connect.board import Board, Paths, board_of, paths_of, play
from solvers.color_connect.explain import explain
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report, Status

__all__ = ["ENGINE", "OutOfStates", "all_solutions", "solve"]

NAME = "brute-force"


class OutOfStates(Exception):
    """More partial paths were tried than the limit allows."""


class _Steps:
    """Counts tried steps against a limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.taken = 0

    def take(self) -> None:
        if self.taken >= self.limit:
            raise OutOfStates(f"{self.limit} steps were not enough")
        self.taken += 1


def all_solutions(board: Board, steps: _Steps) -> Iterator[Paths]:
    """Every set of disjoint paths that joins all pairs, each once, colours in order and steps in the order of cells.

    Depth first over all simple paths of the first colour, then of the next in the cells left: exact by enumeration,
    exponential in the number of cells.

    Raises:
        OutOfStates: the limit ran out.
    """
    colours = tuple(board.ends)
    used: set[Cell] = set(board.owner)

    def lay(number: int, done: Paths) -> Iterator[Paths]:
        if number == len(colours):
            yield dict(done)
            return
        colour = colours[number]
        steps.take()
        for path in extend(*board.ends[colour]):
            yield from lay(number + 1, {**done, colour: path})

    def extend(first: Cell, last: Cell) -> Iterator[Path]:
        path = [first]
        choices = [iter(sorted(board.near[first]))]
        while choices:
            cell = next(choices[-1], None)
            if cell is None:
                choices.pop()
                left = path.pop()
                if path:
                    used.remove(left)
            elif cell == last:
                yield (*path, cell)
            elif cell not in used:
                steps.take()
                used.add(cell)
                path.append(cell)
                choices.append(iter(sorted(board.near[cell])))

    return lay(0, {})


def solve(level: ColorConnectLevel, query: Query, report: Report) -> Answer:
    """Answers a query by looking at every solution of the board. `limits.states` bounds the steps tried.

    The cost of final paths from a state: every changed path is drawn once; paths that lie in each other's way in a
    circle need clears, the fewest of which are found by trying every set of colours, small sets first.
    """
    began = time.perf_counter()
    board, start = board_of(level), paths_of(query.state)
    steps = _Steps(query.limits.states)
    best: tuple[int, Moves] | None = None
    covering: list[Paths] = []
    many, tight, ended = False, False, True
    try:
        for final in all_solutions(board, steps):
            fills = sum(map(len, final.values())) == len(board.cells)
            if fills:
                many = bool(covering)
                tight = tight or not any(_self_touching(path) for path in final.values())
                covering = [*covering[:1], final]
            if fills or not board.cover:
                cost, cleared = _cost(start, final, query.metric)
                if best is None or cost < best[0]:
                    best = cost, play(board, start, final, cleared)
                    report(None, best[1])
    except OutOfStates:
        ended = False
    status: Status = "undecided" if not ended else "unsolvable" if best is None else "solvable"
    bound = best[0] if ended and best else None
    run = MethodRun(NAME, "search", bound, ended, steps.taken, time.perf_counter() - began)
    properties: dict[str, bool | None] = {}
    reasons: dict[str, str] = {}
    if query.properties:
        properties, reasons = _properties(best is not None, ended, (bool(covering), many, tight))
    second = play(board, {}, covering[1], ()) if query.properties and many and not start else None
    return Answer(
        status,
        best[1] if best else None,
        bound,
        run,
        properties=properties,
        reasons=reasons,
        second_solution=second,
        explanation=explain(level) if status == "unsolvable" else None,
    )


def _properties(
    found: bool, ended: bool, covers: tuple[bool, bool, bool]
) -> tuple[dict[str, bool | None], dict[str, str]]:
    some, many, tight = covers
    if ended and not found:
        reason = "the level is unsolvable"
        return {"dead_end_free": False, "unique_cover": None, "tight": None}, dict.fromkeys(
            ("tight", "unique_cover"), reason
        )
    properties = {
        "dead_end_free": True if found else None,
        "unique_cover": False if many else some if ended else None,
        "tight": True if tight else False if ended else None,
    }
    return properties, {name: "the step limit ran out" for name, value in sorted(properties.items()) if value is None}


def _self_touching(path: Path) -> bool:
    return any(
        abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        for number, one in enumerate(path)
        for other in path[number + 2 :]
    )


def _cost(start: Paths, final: Paths, metric: str) -> tuple[int, tuple[str, ...]]:
    """What the cheapest play to these final paths costs, and what it clears first."""
    changed = [colour for colour in final if start.get(colour) != final[colour]]
    blocks = {
        (lying, colour)
        for lying in changed
        for colour in changed
        if lying != colour and set(start.get(lying, ())) & set(final[colour])
    }
    for size in range(len(changed) + 1):
        for cleared in combinations(changed, size):
            if not _circular({pair for pair in blocks if pair[0] not in cleared}):
                cells = sum(len(final[colour]) for colour in changed)
                return (len(changed) + size if metric == "draws" else cells), cleared
    raise AssertionError("with every path cleared nothing is in the way")


def _circular(blocks: set[tuple[str, str]]) -> bool:
    """Whether the pairs (goes first, goes second) contain a circle, by taking away who waits for nobody."""
    while blocks:
        waiting = {second for _, second in blocks}
        free = {first for first, _ in blocks} - waiting
        if not free:
            return True
        blocks = {pair for pair in blocks if pair[0] not in free}
    return False


ENGINE: Engine[ColorConnectLevel] = Engine(NAME, "search", 1, (), ("draws", "cells"), solve)
