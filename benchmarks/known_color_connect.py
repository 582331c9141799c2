"""Color Connect on the community's boards: every board solved, its uniqueness decided, by both engines."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from games.color_connect import GAME, ColorConnectLevel
from solvers.color_connect import SOLVER, arcs
from solvers.contract import Answer, Engine, Limits, Query, no_report

__all__ = ["grid_text", "settings"]

QUERY = Query("draws", properties=True, limits=Limits())


def grid_text(shared: Path) -> Iterator[str] | None:
    """All boards under `cover`: solvable, unique, tight."""
    levels = _levels(shared)
    return _grid_text(levels) if levels else None


def _levels(shared: Path) -> list[tuple[str, ColorConnectLevel]]:
    file = shared / "color_connect" / "grid_text.jsonl"
    if not file.is_file():
        return []
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [(record["id"], GAME.parse({"rows": record["level"]}, {"rule": "cover"})) for record in records]


def _grid_text(levels: list[tuple[str, ColorConnectLevel]]) -> Iterator[str]:
    engines = [SOLVER.engine_named(name) for name in SOLVER.defaults]
    yield f"{len(levels)} boards. `unique` and `tight` are decided in the seconds given."
    yield ""
    yield "| Board | Verdict | Unique | Tight | " + " | ".join(f"`{engine.name}`" for engine in engines) + " |"
    yield "| --- | --- | --- | --- |" + " --- |" * len(engines)
    totals = [0.0] * len(engines)
    for name, level in levels:
        runs = [_timed(engine, level) for engine in engines]
        totals = [total + seconds for total, (seconds, _) in zip(totals, runs, strict=True)]
        first = runs[0][1]
        assert all((a.status, a.properties) == (first.status, first.properties) for _, a in runs), name
        unique, tight = (_word(first.properties.get(key)) for key in ("unique_cover", "tight"))
        seconds = " | ".join(f"{seconds:.2f}" for seconds, _ in runs)
        yield f"| {name} | {first.status} | {unique} | {tight} | {seconds} |"
    yield f"| all | | | | {' | '.join(f'{total:.2f}' for total in totals)} |"


def _word(value: bool | None) -> str:
    return "-" if value is None else "yes" if value else "no"


def _timed(engine: Engine[ColorConnectLevel], level: ColorConnectLevel) -> tuple[float, Answer]:
    began = time.process_time()
    answer = engine.solve(level, QUERY, no_report)
    return time.process_time() - began, answer


def settings(shared: Path) -> Iterator[str] | None:
    """CP-SAT's presolve and linearization on the boards of up to ten rows."""
    levels = [pair for pair in _levels(shared) if len(pair[1].rows) <= 10]
    return _settings(levels) if levels else None


def _settings(levels: list[tuple[str, ColorConnectLevel]]) -> Iterator[str]:
    query = replace(QUERY, limits=Limits(effort=20))
    yield f"Solvable, unique and tight on {len(levels)} boards of up to ten rows, with an effort of 20 a question."
    yield ""
    yield "| Presolve | Linearization | Seconds | Undecided |"
    yield "| --- | --- | --- | --- |"
    for presolve in (False, True):
        for linearization in (0, 1, 2):
            chosen = replace(arcs.CHOSEN, presolve=presolve, linearization=linearization)
            began = time.process_time()
            answers = [arcs.solve_with(level, query, no_report, chosen) for _, level in levels]
            seconds = time.process_time() - began
            undecided = sum(answer.status == "undecided" for answer in answers)
            mark = " (chosen)" if chosen == arcs.CHOSEN else ""
            yield f"| {'on' if presolve else 'off'}{mark} | {linearization} | {seconds:.2f} | {undecided} |"
