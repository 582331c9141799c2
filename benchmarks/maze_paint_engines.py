"""How fast and how far each exact engine of Maze Paint is, on a file of levels.

    python -m benchmarks.maze_paint_engines LEVELS.jsonl [--states N] [--effort N]

Each line of the file is a JSON object with `id`, `level` (rows with one `@`) and, where known, `known_best`. For each
engine the table gives how many levels it decided, the processor seconds in all and at worst, and which level that was
(every engine runs in one thread); then the levels that an engine left undecided, with the bounds reached, and those
whose `known_best` is not the optimum. Ends with status 1 if two engines disagree or a play does not win when replayed.

The order of the default engines rests on this table: the search comes first because it alone proves which of the
shortest plays is the canonical one and, where its states are few enough, is as fast as any; SCIP comes next, because it
decides what the search cannot in less time than CP-SAT, which is kept as the second opinion on such levels.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from games.maze_paint import GAME, MazePaintLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.maze_paint import SOLVER

__all__ = ["main"]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("levels", type=Path)
    parser.add_argument("--states", type=int, default=Limits().states)
    parser.add_argument("--effort", type=int, default=Limits().effort)
    options = parser.parse_args(arguments)
    records = [json.loads(line) for line in options.levels.read_text(encoding="utf-8").splitlines()]
    levels = {record["id"]: MazePaintLevel(tuple(record["level"])) for record in records}
    query = Query("slides", limits=Limits(states=options.states, effort=options.effort))
    optima: dict[str, set[int | None]] = {name: set() for name in levels}
    faults = 0
    # Libraries load on their first use; that is no engine's time.
    first = next(iter(levels.values()))
    for engine in SOLVER.engines:
        engine.solve(first, Query("slides", limits=Limits(states=10, effort=1)), no_report)
    print(f"{'engine':22} {'decided':>9} {'seconds':>9} {'worst':>7}  worst level")
    for engine in SOLVER.engines:
        seconds: dict[str, float] = {}
        undecided: list[str] = []
        for name, level in levels.items():
            begun = time.process_time()
            answer = engine.solve(level, query, no_report)
            seconds[name] = time.process_time() - begun
            faults += not _wins(level, answer)
            if answer.status == "undecided":
                most = len(answer.moves) if answer.moves is not None else "?"
                undecided.append(f"{name} ({answer.method.bound}..{most})")
            else:
                optima[name].add(answer.optimum)
        slowest = max(seconds, key=lambda name: seconds[name])
        decided = f"{len(levels) - len(undecided)}/{len(levels)}"
        print(f"{engine.name:22} {decided:>9} {sum(seconds.values()):9.2f} {seconds[slowest]:7.2f}  {slowest}")
        if undecided:
            print(f"    undecided: {', '.join(undecided)}")
    for record in records:
        found = optima[record["id"]]
        if len(found) > 1:
            print(f"{record['id']}: engines disagree: {sorted(map(str, found))}")
            faults += 1
        elif found and record.get("known_best") is not None and found != {record["known_best"]}:
            print(f"{record['id']}: published {record['known_best']}, proven {found.pop()}")
    return int(faults > 0)


def _wins(level: MazePaintLevel, answer: Answer) -> bool:
    if answer.moves is None:
        return answer.status != "solvable"
    state = GAME.initial(level)
    for move in answer.moves:
        state = GAME.apply(level, state, move)
    return GAME.won(level, state)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
