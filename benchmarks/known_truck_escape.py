"""Truck Escape on random lots of growing size: both engines, and the measures of what they solve."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from games.contract import InvalidLevel
from games.grid import DIRECTIONS
from games.names import NAMES
from games.truck_escape import GAME, TruckEscapeLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.truck_escape import SOLVER, measures

__all__ = ["growth", "random_lot"]

QUERY = Query("departures", limits=Limits(states=20_000))
LOTS = 100


def growth(shared: Path) -> Iterator[str]:
    """Random lots of growing size: how many are solvable, how long they are, and what each engine takes for all."""
    yield f"{LOTS} random lots a size, three cells in four offered to vehicles of one to three cells."
    yield ""
    yield "| Board | Vehicles | Solvable | Most rounds | " + " | ".join(f"`{e.name}`" for e in SOLVER.engines) + " |"
    yield "| --- | --- | --- | --- |" + " --- |" * len(SOLVER.engines)
    for size in (4, 5, 6, 8, 10, 12):
        source = random.Random(size)
        levels = [random_lot(source, size) for _ in range(LOTS)]
        runs = [_timed(name, levels) for name in (engine.name for engine in SOLVER.engines)]
        for one, other in zip(*(answers for _, answers in runs), strict=True):
            assert "undecided" in (one.status, other.status) or (one.status, one.moves) == (other.status, other.moves)
        solvable = sum(answer.status == "solvable" for answer in runs[0][1])
        rounds = max((measures(level).rounds or 0 for level in levels), default=0)
        vehicles = [len(level.facing) for level in levels]
        times = " | ".join(f"{seconds:.2f}{_open(answers)}" for seconds, answers in runs)
        yield f"| {size} x {size} | {min(vehicles)}-{max(vehicles)} | {solvable} | {rounds} | {times} |"


def _open(answers: list[Answer]) -> str:
    undecided = sum(answer.status == "undecided" for answer in answers)
    return f" ({undecided} undecided)" if undecided else ""


def _timed(engine: str, levels: list[TruckEscapeLevel]) -> tuple[float, list[Answer]]:
    began = time.process_time()
    answers = [SOLVER.engine_named(engine).solve(level, QUERY, no_report) for level in levels]
    return time.process_time() - began, answers


def random_lot(source: random.Random, size: int) -> TruckEscapeLevel:
    """Vehicles laid one after another where there is room, until three in four of the cells were tried.

    Each faces away from the middle more often than not: lots that face at random are almost all jammed.
    """
    rows = [["."] * size for _ in range(size)]
    facing: dict[str, str] = {}
    for _ in range(size * size * 3 // 4):
        if len(facing) == len(NAMES):
            break
        row, column, letter = source.randrange(size), source.randrange(size), source.choice("UDLR")
        outward = {"U": row, "D": size - 1 - row, "L": column, "R": size - 1 - column}[letter] * 2 < size
        if not outward and source.random() < 0.9:
            continue
        down, right = DIRECTIONS[letter]
        cells = [(row - down * step, column - right * step) for step in range(source.randint(1, 3))]
        if all(0 <= r < size and 0 <= c < size and rows[r][c] == "." for r, c in cells):
            name = NAMES[len(facing)]
            facing[name] = letter
            for r, c in cells:
                rows[r][c] = name
    try:
        return GAME.parse({"rows": ["".join(row) for row in rows], "facing": facing}, {"rule": "clear"})
    except InvalidLevel:  # no vehicle found room
        return random_lot(source, size)
