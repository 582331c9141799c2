"""Maze Paint against published answers, and how the engines grow with the board."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from games.maze_paint import GAME, MazePaintLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.maze_paint import SOLVER
from validators.outcome import evidence_of, outcome_of

__all__ = ["contest", "growth"]

QUERY = Query("slides", limits=Limits())


def contest(shared: Path) -> Iterator[str] | None:
    """The contest's levels by every engine, beside the answers that were published."""
    file = shared / "maze_paint" / "contest.jsonl"
    return _contest(file) if file.is_file() else None


def _contest(file: Path) -> Iterator[str]:
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    spent: dict[str, list[float]] = {engine.name: [] for engine in SOLVER.engines}
    decided: Counter[str] = Counter()
    evidence: Counter[str] = Counter()
    worse, apart = [], []
    for record in records:
        level = MazePaintLevel(tuple(record["level"]))
        answers = []
        for engine in SOLVER.engines:
            seconds, answer = timed(engine.name, level)
            spent[engine.name].append(seconds)
            decided[engine.name] += answer.status == "solvable"
            answers.append(answer)
        outcome = outcome_of(GAME, level, QUERY, answers)
        runs = [(run.engine, run.bound, run.exhausted) for run in outcome.methods]
        evidence[evidence_of(runs, outcome.optimum) if outcome.status == "solvable" else "undecided"] += 1
        optimum, published = outcome.optimum, record["known_best"]
        if optimum is not None and optimum < published:
            worse.append(f"{record['id']} ({published} published, {optimum} proven)")
        if optimum is not None and optimum > published:
            apart.append(record["id"])
    yield f"{len(records)} levels; every play replayed by the rules."
    yield ""
    yield "| Method | Decided | Total seconds | Worst |"
    yield "| --- | --- | --- | --- |"
    for name, seconds_each in spent.items():
        yield f"| `{name}` | {decided[name]} | {sum(seconds_each):.2f} | {max(seconds_each):.2f} |"
    yield ""
    yield "Evidence: " + ", ".join(f"{number} {name}" for name, number in sorted(evidence.items())) + "."
    yield f"Published answers that are not optimal: {', '.join(worse) or 'none'}."
    yield f"Published answers below our optimum: {', '.join(apart) or 'none'}."


def timed(engine: str, level: MazePaintLevel) -> tuple[float, Answer]:
    """Processor seconds and the answer of one engine."""
    began = time.process_time()
    answer = SOLVER.engine_named(engine).solve(level, QUERY, no_report)
    return time.process_time() - began, answer


def growth(shared: Path) -> Iterator[str]:
    """Random mazes of growing size: three a size, solvable ones, the worst of each engine."""
    yield "Random mazes with one cell in four a wall, on the part that can be painted; three a size, the worst of them."
    yield ""
    yield "| Board | Floor cells | Optimum | " + " | ".join(f"`{engine.name}`" for engine in SOLVER.engines) + " |"
    yield "| --- | --- | --- |" + " --- |" * len(SOLVER.engines)
    for size in (8, 10, 12, 14, 17, 20, 25, 30):
        rows = [_row(level) for level in _mazes(size)]
        cells, optima = ([one[part] for one in rows] for part in (0, 1))
        worst = [max(one[2][index] for one in rows) for index in range(len(SOLVER.engines))]
        open_ = [any(one[3][index] for one in rows) for index in range(len(SOLVER.engines))]
        times = " | ".join(f"{t:.2f}{' (undecided)' if u else ''}" for t, u in zip(worst, open_, strict=True))
        yield f"| {size} x {size} | {min(cells)}-{max(cells)} | {min(optima)}-{max(optima)} | {times} |"


def _row(level: MazePaintLevel) -> tuple[int, int, list[float], list[bool]]:
    runs = [timed(engine.name, level) for engine in SOLVER.engines]
    optimum = next((answer.optimum for _, answer in runs if answer.optimum is not None), 0)
    return len(level.floor), optimum, [seconds for seconds, _ in runs], [a.status == "undecided" for _, a in runs]


def _mazes(size: int) -> list[MazePaintLevel]:
    """Three solvable mazes: noise, then every cell that no slide can paint turned to wall, until nothing changes."""
    source = random.Random(size)
    found: list[MazePaintLevel] = []
    while len(found) < 3:
        grid = [["#" if source.random() < 0.25 else "." for _ in range(size)] for _ in range(size)]
        grid[0][0] = "@"
        level = _painted_part(grid)
        if level is not None and timed("walk-program-scip", level)[1].status == "solvable":
            found.append(level)
    return found


def _painted_part(grid: list[list[str]]) -> MazePaintLevel | None:
    while True:
        level = MazePaintLevel(tuple("".join(row) for row in grid))
        seen = _paintable(level)
        lost = level.floor - seen
        if not lost:
            return level if len(seen) > len(grid) else None
        for row, column in lost:
            grid[row][column] = "#"


def _paintable(level: MazePaintLevel) -> set[tuple[int, int]]:
    """Every cell that some play paints, by the rules."""
    start = GAME.initial(level)
    seen, stops, waiting = {start.ball}, {start.ball}, [start]
    while waiting:
        state = waiting.pop()
        for move in GAME.moves(level, state):
            after = GAME.apply(level, state, move)
            seen |= after.painted
            if after.ball not in stops:
                stops.add(after.ball)
                waiting.append(after)
    return seen
