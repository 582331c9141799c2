"""Nut and Bolt against published answers, and every state of the larger boards classified."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from games.names import NAMES
from games.nut_and_bolt import GAME, NutAndBoltLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.nut_and_bolt import SOLVER
from solvers.nut_and_bolt.packing import packing_of
from solvers.nut_and_bolt.space import space
from solvers.nut_and_bolt.sweep import distances_to_win, sweep
from solvers.state_graph import distances, explore
from validators.outcome import evidence_of, outcome_of

__all__ = ["classified", "minima"]

QUERY = Query("transfers", limits=Limits())
#: File -> whether its numbers count by our rule; where not, they are shown and not compared.
FILES = {"pours": True, "minmoves": True, "single_balls": False, "unsolvable": True}
#: The most states that the classification holds.
MOST = 500_000


def minima(shared: Path) -> Iterator[str] | None:
    """Every board of the files by both engines, beside the answers that were published."""
    folder = shared / "nut_and_bolt"
    return _minima(folder) if folder.is_dir() else None


def _minima(folder: Path) -> Iterator[str]:
    yield "Every play replayed by the rules. Numbers by another move rule are in brackets and not compared."
    yield ""
    names = [engine.name for engine in SOLVER.engines]
    yield (
        "| Board | Bolts | Capacity | Published | Optimum | Evidence | "
        + " | ".join(f"`{name}`: states, s" for name in names)
        + " |"
    )
    yield "| --- | --- | --- | --- | --- | --- |" + " --- |" * len(names)
    apart = []
    for file, ours in FILES.items():
        for record in _records(folder / f"{file}.jsonl"):
            level = _level(record)
            runs = [_timed(name, level) for name in names]
            outcome = outcome_of(GAME, level, QUERY, [answer for _, answer in runs])
            methods = [(run.engine, run.bound, run.exhausted) for run in outcome.methods]
            evidence = "none" if outcome.status == "undecided" else evidence_of(methods, outcome.optimum)
            known = "unsolvable" if record.get("solvable") is False else record["known_best"] or "-"
            found = outcome.optimum if outcome.status == "solvable" else outcome.status
            if ours and known not in ("-", found):
                apart.append(str(record["id"]))
            cells = " | ".join(f"{answer.method.states}, {seconds:.2f}" for seconds, answer in runs)
            shown = known if ours else f"({known})"
            sizes = f"{len(level.bolts)} | {level.capacity}"
            yield f"| {record['id']} | {sizes} | {shown} | {found} | {evidence} | {cells} |"
    yield ""
    yield f"Published answers by our rule that differ: {', '.join(apart) or 'none'}."


def classified(shared: Path) -> Iterator[str] | None:
    """All states of the boards of fourteen bolts and more, each with its exact distance or as a dead end."""
    folder = shared / "nut_and_bolt"
    return _classified(folder) if folder.is_dir() else None


def _classified(folder: Path) -> Iterator[str]:
    yield f"Up to {MOST} states. The sweep lists states and moves and marks every distance; the generic graph, which"
    yield "certificates use, does the same with move texts for every legal move."
    yield ""
    yield "| Board | Bolts | Capacity | States | Dead ends | Sweep, s | Generic graph, s |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for file in ("pours", "minmoves"):
        for record in _records(folder / f"{file}.jsonl"):
            level = _level(record)
            if len(level.bolts) >= 14:
                yield f"| {record['id']} | {len(level.bolts)} | {level.capacity} | {_states(level)} |"


def _states(level: NutAndBoltLevel) -> str:
    packing = packing_of(level.bolts, level.capacity)
    began = time.process_time()
    found = sweep(packing, tuple(map(packing.pack, level.bolts)), MOST, to_end=True)
    if not found.complete:
        return f"over {len(found.rows)} | unknown | {time.process_time() - began:.2f} | not tried"
    dead = int((distances_to_win(found) < 0).sum())
    swept = time.process_time() - began
    if len(found.rows) > 200_000:
        return f"{len(found.rows)} | {dead} | {swept:.2f} | not tried"
    began = time.process_time()
    graph = explore(space(level, None), MOST)
    known = distances(graph)
    assert (len(graph), known.to_win.count(-1)) == (len(found.rows), dead)
    return f"{len(graph)} | {dead} | {swept:.2f} | {time.process_time() - began:.2f}"


def _timed(engine: str, level: NutAndBoltLevel) -> tuple[float, Answer]:
    """Processor seconds and the answer of one engine."""
    began = time.process_time()
    answer = SOLVER.engine_named(engine).solve(level, QUERY, no_report)
    return time.process_time() - began, answer


def _records(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def _level(record: dict[str, Any]) -> NutAndBoltLevel:
    names: dict[str, str] = {}
    bolts = ["".join(names.setdefault(nut, NAMES[len(names)]) for nut in stack) for stack in record["level"]]
    return GAME.parse({"bolts": bolts, "capacity": record["capacity"]}, {"rule": "sort"})
