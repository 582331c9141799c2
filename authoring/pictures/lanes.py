"""Lanes: where several runs of a play lie along one row or column, each gets a line of its own beside the others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.grid import Cell

__all__ = ["Run", "offsets_of", "run_between"]


@dataclass(frozen=True, slots=True)
class Run:
    """A straight way over the cells `low` to `high` of a row (`across`) or of a column, its number `index`."""

    across: bool
    index: int
    low: int
    high: int


def run_between(one: Cell, other: Cell) -> Run:
    """The run from a cell to another of its row or of its column."""
    across = one[0] == other[0]
    low, high = sorted((one[1], other[1]) if across else (one[0], other[0]))
    return Run(across, one[0] if across else one[1], low, high)


def offsets_of(runs: Sequence[Run], gap: int, room: int, alone: int = 0) -> tuple[int, ...]:
    """How far each run is drawn beside the middle of its row or column: right of a column, below a row.

    Runs that have a cell in common never get the same line. Lines that lie together are `gap` apart, or closer where
    they would need more than `room`, and lie about the middle; one that has no other beside it lies at `alone`.
    """
    found = [0] * len(runs)
    for together in _clusters(runs):
        lines: list[int] = []
        line_of: dict[int, int] = {}
        for number in together:
            run = runs[number]
            line = next((line for line, end in enumerate(lines) if end < run.low), len(lines))
            lines[line:] = [run.high, *lines[line + 1 :]]
            line_of[number] = line
        step = min(gap, room // max(1, len(lines) - 1))
        for number, line in line_of.items():
            found[number] = line * step - (len(lines) - 1) * step // 2 if len(lines) > 1 else alone
    return tuple(found)


def _clusters(runs: Sequence[Run]) -> Iterator[list[int]]:
    """The numbers of runs that hang together by common cells, by where they begin."""
    order = sorted(range(len(runs)), key=lambda number: (_line(runs[number]), runs[number].low, number))
    cluster: list[int] = []
    end = -1
    for number in order:
        run = runs[number]
        if cluster and (_line(run) != _line(runs[cluster[0]]) or run.low > end):
            yield cluster
            cluster = []
        end = max(end, run.high) if cluster else run.high
        cluster.append(number)
    if cluster:
        yield cluster


def _line(run: Run) -> tuple[bool, int]:
    return run.across, run.index
