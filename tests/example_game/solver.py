"""The example game's solver: breadth-first search over rows as bit sets, without the rules module's functions."""

from __future__ import annotations

from typing import Any

from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report, Solver, StateSpace
from tests.example_game.rules import Lamps

__all__ = ["SOLVER"]


def _successors(row: int, size: int) -> list[tuple[str, int]]:
    pressed = ((at, row ^ ((7 << at >> 1) & ((1 << size) - 1))) for at in range(size) if row >> at & 1)
    return sorted((str(at + 1), following) for at, following in pressed)


def _read(text: str) -> int:
    return int(text[::-1], 2)


def _space(level: Lamps, state: Any) -> StateSpace[int]:
    size = len(level.row)
    return StateSpace(
        initial=_read(level.row if state is None else state["lamps"]),
        successors=lambda row: _successors(row, size),
        won=lambda row: row == 0,
        state_json=lambda row: {"lamps": f"{row:0{size}b}"[::-1]},
        progress=lambda row: (size - row.bit_count(), size),
    )


def _solve(level: Lamps, query: Query, report: Report) -> Answer:
    space = _space(level, query.state)
    plays: dict[int, Moves] = {space.initial: ()}
    queue = [space.initial]
    for row in queue:
        if space.won(row):
            method = MethodRun("breadth-first", "search", len(plays[row]), True, len(plays))
            return Answer("solvable", plays[row], len(plays[row]), method, canonical=True)
        for move, following in space.successors(row):
            if following not in plays:
                plays[following] = (*plays[row], move)
                queue.append(following)
    return Answer("unsolvable", None, None, MethodRun("breadth-first", "search", None, True, len(plays)))


SOLVER: Solver[Lamps] = Solver(
    game="example",
    engines=(Engine("breadth-first", "search", 1, (), ("presses",), _solve),),
    defaults=("breadth-first",),
    properties=("dead_end_free",),
    dead_end_theorem=None,
    dead_end_free=lambda level: None,
    space=_space,
    explain=lambda level: None,
)
