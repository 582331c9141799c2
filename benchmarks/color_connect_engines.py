"""Measures the engines of Color Connect.

    python benchmarks/color_connect_engines.py cover FILE.jsonl       each board, unique, tight, by each engine
    python benchmarks/color_connect_engines.py settings FILE.jsonl    the same by CP-SAT under different parameters
    python benchmarks/color_connect_engines.py random                 boards of its own, up to 25x25

FILE has one JSON object a line with `id` and `level`, a list of rows in which every character that is no letter or
digit is a free cell. Seconds are processor time of the call (every engine uses one thread), so that other work on the
machine counts little; the libraries are loaded beforehand.
"""

from __future__ import annotations

import argparse
import json
import random
import string
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.color_connect import GAME, ColorConnectLevel
from games.grid import neighbours
from solvers.color_connect import SOLVER
from solvers.color_connect.arcs import Settings, solve_with
from solvers.contract import Answer, Limits, Query, no_report

COLOURS = string.ascii_letters + string.digits

SETTINGS = (
    Settings(presolve=False, linearization=0),
    Settings(presolve=False, linearization=1),
    Settings(presolve=False, linearization=2),
    Settings(linearization=0),
    Settings(linearization=1),
    Settings(linearization=2),
    Settings(linearization=0, probing=0),
    Settings(linearization=0, symmetry=0),
)


def boards(file: Path, rule: str) -> Iterator[tuple[str, ColorConnectLevel]]:
    """The file's boards under a rule."""
    for line in file.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        rows = ["".join(glyph if glyph.isalnum() else "." for glyph in row) for row in record["level"] if row.strip()]
        yield record["id"], GAME.parse({"rows": rows}, {"rule": rule})


def filled(source: random.Random, size: int, colours: int) -> list[str]:
    """A board that can be filled: a serpentine through all cells, tangled by reversing its ends, then cut up."""
    line = [(row, column if row % 2 == 0 else size - 1 - column) for row in range(size) for column in range(size)]
    for _ in range(40 * size * size):
        if source.random() < 0.5:
            line.reverse()
        joint = line.index(source.choice(neighbours(line[-1], size, size)))
        line[joint + 1 :] = reversed(line[joint + 1 :])
    cuts = [number * len(line) // colours for number in range(colours + 1)]
    glyphs = dict.fromkeys(line, ".")
    for colour, begin, end in zip(COLOURS, cuts, cuts[1:], strict=False):
        glyphs |= {line[begin]: colour, line[end - 1]: colour}
    return ["".join(glyphs[row, column] for column in range(size)) for row in range(size)]


def timed(call: Callable[[], Answer]) -> tuple[float, str]:
    """The processor seconds of a call, and what came of it."""
    began = time.process_time()
    answer = call()
    seconds = time.process_time() - began
    unique, tight = (answer.properties.get(name) for name in ("unique_cover", "tight"))
    return seconds, f"{answer.status} optimum={answer.optimum} bound={answer.method.bound} {unique=} {tight=}"


def cover(file: Path, effort: int) -> None:
    """Every board by every engine, and the totals."""
    totals = dict.fromkeys(SOLVER.defaults, 0.0)
    query = Query("draws", properties=True, limits=Limits(effort=effort))
    for name, level in boards(file, "cover"):
        for engine in totals:
            solve = SOLVER.engine_named(engine).solve
            seconds, what = timed(lambda solve=solve, level=level: solve(level, query, no_report))  # type: ignore[misc]
            totals[engine] += seconds
            print(f"{name:20} {engine:12} {seconds:7.2f} s  {what}", flush=True)
    print(*(f"{engine}: {seconds:.1f} s in all" for engine, seconds in totals.items()), sep="\n")


def settings(file: Path, effort: int) -> None:
    """The boards of up to ten rows, under CP-SAT's parameters one set after another."""
    query = Query("draws", properties=True, limits=Limits(effort=effort))
    levels = [pair for pair in boards(file, "cover") if len(pair[1].rows) <= 10]
    for chosen in SETTINGS:
        runs = [timed(lambda level=level: solve_with(level, query, no_report, chosen)) for _, level in levels]  # type: ignore[misc]  # noqa: B023
        undecided = sum("undecided" in what or (what.startswith("solvable") and "=None" in what) for _, what in runs)
        slowest = max(seconds for seconds, _ in runs)
        print(
            f"{sum(seconds for seconds, _ in runs):7.2f} s  slowest {slowest:6.2f} s  {undecided=}  {chosen}",
            flush=True,
        )


def random_boards(effort: int) -> None:
    """Boards that can be filled, by the first engine, under both rules and metrics."""
    solve = SOLVER.engine_named(SOLVER.defaults[0]).solve
    source = random.Random(1)
    for size, colours in ((10, 8), (15, 12), (15, 20), (20, 25), (20, 40), (25, 40), (25, 60)):
        rows = tuple(filled(source, size, colours))
        for rule, metric in (("cover", "draws"), ("connect", "draws"), ("connect", "cells")):
            level = ColorConnectLevel(rows, rule)
            query = Query(metric, properties=rule == "cover", limits=Limits(effort=effort))
            seconds, what = timed(lambda level=level, query=query: solve(level, query, no_report))  # type: ignore[misc]
            print(f"{size}x{size}, {colours} colours, {rule}, {metric}: {seconds:.2f} s  {what}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("cover", "settings", "random"))
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--effort", type=int, default=300)
    arguments = parser.parse_args()
    for engine in SOLVER.defaults:
        SOLVER.engine_named(engine).solve(ColorConnectLevel(("AA",), "cover"), Query("draws"), no_report)
    if arguments.what == "random":
        random_boards(arguments.effort)
    elif arguments.file is None:
        parser.error("this measurement needs a FILE")
    else:
        {"cover": cover, "settings": settings}[arguments.what](arguments.file, arguments.effort)


if __name__ == "__main__":
    main()
