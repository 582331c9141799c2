"""Rush Hour against known minima, and how the engines grow with the board."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.readers import Puzzle, ReadOptions, read_source
from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.rush_hour import SOLVER
from solvers.rush_hour.distances import distance_function
from validators.outcome import evidence_of, outcome_of

__all__ = ["growth", "known"]

#: File -> reader, and the keys of the known minima in moves and in steps.
SETS = {
    "cards.jsonl": ("rush-card", "known_best", "helper_step_optimum"),
    "database_sample.jsonl": ("rush-line", "known_best", None),
    "any_exit.jsonl": ("rush-box", "helper_slide_optimum", None),
    "steps_metric.jsonl": ("rush-steps", "helper_slide_optimum", "helper_step_optimum"),
}


def known(shared: Path) -> Iterator[str] | None:
    """Four sets of boards by both engines in both metrics, beside the minima that are known."""
    folder = shared / "rush_hour"
    return _known(folder) if folder.is_dir() else None


def _known(folder: Path) -> Iterator[str]:
    yield "Every play replayed by the rules. A board that is won at first is no level, and is counted apart."
    yield ""
    yield "| Set | Boards | Metric | Known minima met | Longest | Evidence | Method | Total seconds | Worst |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for name, (format_, *keys) in SETS.items():
        records = [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]
        levels = [(record, _level(record["level"], format_)) for record in records]
        for metric, key in zip(GAME.metrics, keys, strict=True):
            yield from _rows(name, metric, key, levels)


def _rows(name: str, metric: str, key: str | None, levels: list[tuple[Any, RushHourLevel | None]]) -> Iterator[str]:
    spent: dict[str, list[float]] = {engine.name: [] for engine in SOLVER.engines}
    evidence: Counter[str] = Counter()
    met, asked, longest = 0, 0, 0
    for record, level in levels:
        if level is None:
            evidence["won at first"] += 1
            continue
        answers = []
        for engine in SOLVER.engines:
            seconds, answer = timed(engine.name, level, metric)
            spent[engine.name].append(seconds)
            answers.append(answer)
        outcome = outcome_of(GAME, level, Query(metric), answers)
        runs = [(run.engine, run.bound, run.exhausted) for run in outcome.methods]
        evidence[evidence_of(runs, outcome.optimum) if outcome.status == "solvable" else outcome.status] += 1
        longest = max(longest, outcome.optimum or 0)
        if key is not None:
            asked += 1
            met += outcome.optimum == (None if record[key] == -1 else record[key])
    proofs = ", ".join(f"{number} {kind}" for kind, number in sorted(evidence.items()))
    answered = f"{met} of {asked}" if asked else "none known"
    for solved_by, each in spent.items():
        times = f"{sum(each):.2f} | {max(each):.3f}"
        yield f"| `{name}` | {len(levels)} | {metric} | {answered} | {longest} | {proofs} | `{solved_by}` | {times} |"


def _level(source: Any, format_: str) -> RushHourLevel | None:
    text = source if isinstance(source, str) else "\n".join(source)
    (puzzle,) = read_source(text.encode("utf-8"), GAME.name, ReadOptions(format=format_)).puzzles
    if not isinstance(puzzle, Puzzle) or GAME.validate(puzzle.board, puzzle.goal):
        return None
    return GAME.parse(puzzle.board, puzzle.goal)


def timed(engine: str, level: RushHourLevel, metric: str) -> tuple[float, Answer]:
    """Processor seconds and the answer of one engine."""
    began = time.process_time()
    answer = SOLVER.engine_named(engine).solve(level, Query(metric, limits=Limits()), no_report)
    return time.process_time() - began, answer


def growth(shared: Path) -> Iterator[str]:
    """Random crowded boards of growing size."""
    yield "Random boards crowded with vehicles of two and three cells, three a size; the worst of them, in moves."
    yield ""
    engines = " | ".join(f"`{engine.name}`" for engine in SOLVER.engines)
    yield f"| Board | Vehicles | Optimum | Positions held | {engines} | Distances of every state |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for size in (5, 6, 7, 8):
        levels = list(_crowded(size))
        runs = [[timed(engine.name, level, "moves") for engine in SOLVER.engines] for level in levels]
        optima = [run[0][1].optimum or 0 for run in runs]
        cells = [f"{size} x {size}", _span(len(level.vehicles) for level in levels), _span(optima)]
        cells.append(_span(run[0][1].method.states or 0 for run in runs))
        for index in range(len(SOLVER.engines)):
            open_ = sum(run[index][1].status == "undecided" for run in runs)
            worst = max(run[index][0] for run in runs)
            cells.append(f"{worst:.2f}{f' ({open_} undecided)' if open_ else ''}")
        began = time.process_time()
        beyond = sum(distance_function(level, 500_000) is None for level in levels)
        cells.append(
            f"{(time.process_time() - began) / len(levels):.2f}{f' ({beyond} beyond 500,000)' if beyond else ''}"
        )
        yield f"| {' | '.join(cells)} |"


def _span(numbers: Any) -> str:
    found = sorted(numbers)
    return f"{found[0]}-{found[-1]}"


def _crowded(size: int) -> Iterator[RushHourLevel]:
    """Three solvable boards, drawn until that many are."""
    source, found = random.Random(size), 0
    while found < 3:
        row = source.randrange(size)
        rows = [["."] * size for _ in range(size)]
        rows[row][:2] = "XX"
        names = iter("ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijklmnopqrstuvwxyz0123456789")
        for _ in range(size * size * 2):
            down = source.random() < 0.5
            top, left = source.randrange(size), source.randrange(size)
            cells = [(top + step * down, left + step * (not down)) for step in range(source.choice((2, 2, 3)))]
            if (down or top != row) and all(r < size and c < size and rows[r][c] == "." for r, c in cells):
                name = next(names, None)
                if name is None:
                    break
                for r, c in cells:
                    rows[r][c] = name
            if sum(line.count(".") for line in rows) <= size * size // 4:
                break
        level = RushHourLevel(tuple("".join(line) for line in rows), "X", Exit("R", row))
        if not GAME.validate(*GAME.print(level)) and SOLVER.explain(level) is None:
            answer = timed(SOLVER.engines[0].name, level, "moves")[1]
            if answer.status == "solvable" and (answer.optimum or 0) > 4:
                found += 1
                yield level
