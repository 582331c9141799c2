"""How time grows with the board: random mazes up to 40 x 40, random Color Connect boards up to 25 x 25, and ingest.

Every limit is deterministic; what a limit left open is printed as undecided with the bounds reached. Each measurement
is a `Point`; the tables and the plots of `benchmarks.reach` are made from the same points.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from authoring.program import run
from benchmarks.random_boards import connect_board, maze
from solvers.color_connect import SOLVER as COLOR
from solvers.contract import AnySolver, Limits, Query, no_report
from solvers.maze_paint import SOLVER as MAZE

__all__ = ["Point", "color_connect", "connect_points", "ingest", "maze_paint", "maze_points", "table"]

MAZE_SIZES, MAZES_EACH = (14, 17, 20, 23, 26, 30, 35, 40), 3
CONNECT_SIZES, CONNECT_EACH = (5, 8, 10, 12, 15, 18, 20, 22, 25), 2
MAZE_LIMITS = Limits(states=200_000, effort=200)
#: Conflicts in thousands, and CP-SAT's deterministic time: a few seconds a board at most.
CONNECT_LIMITS = {"edge-sat": Limits(effort=60), "arc-circuit": Limits(effort=12)}
LINES = (1_000, 2_000, 4_000, 10_000)


@dataclass(frozen=True, slots=True)
class Point:
    """One engine on one board: the board's side and cells, the verdict, the processor seconds, the bounds reached.

    `bounds` is the optimum as a text, or `low..high` where undecided, with `?` for a bound that is not known.
    """

    engine: str
    size: int
    seed: int
    cells: int
    status: str
    bounds: str
    seconds: float


def maze_points() -> list[Point]:
    """Every engine of Maze Paint on the random mazes."""
    points: list[Point] = []
    for size in MAZE_SIZES:
        drawn = ((seed, maze(size, seed)) for seed in range(1, 1000))
        chosen = [(seed, level) for seed, level in (next(pair for pair in drawn if pair[1]) for _ in range(MAZES_EACH))]
        for seed, level in chosen:
            assert level is not None
            for engine in MAZE.engines:
                points.append(_point(MAZE, engine.name, level, MAZE_LIMITS, size, seed, len(level.floor), "slides"))
    return points


def connect_points() -> list[Point]:
    """The two default engines of Color Connect on random boards that can be filled, under `cover`."""
    return [
        _point(COLOR, name, level, limits, size, seed, size * size, "draws")
        for size in CONNECT_SIZES
        for seed, level in ((seed, connect_board(size, seed)) for seed in range(1, CONNECT_EACH + 1))
        for name, limits in CONNECT_LIMITS.items()
    ]


def _point(
    solver: AnySolver, engine: str, level: Any, limits: Limits, size: int, seed: int, cells: int, metric: str
) -> Point:
    began = time.process_time()
    answer = solver.engine_named(engine).solve(level, Query(metric, limits=limits), no_report)
    seconds = time.process_time() - began
    low = "?" if answer.method.bound is None else str(answer.method.bound)
    high = "?" if answer.moves is None else str(len(answer.moves))
    bounds = {"solvable": str(answer.optimum), "unsolvable": "none"}.get(answer.status, f"{low}..{high}")
    return Point(engine, size, seed, cells, answer.status, bounds, seconds)


def table(points: Sequence[Point]) -> Iterator[str]:
    """A row a board: the verdict that some engine proved, and each engine's seconds or the bounds that it reached."""
    engines = list(dict.fromkeys(point.engine for point in points))
    yield "| Board | Seed | Cells | Verdict | " + " | ".join(f"`{name}`" for name in engines) + " |"
    yield "| --- | --- | --- | --- |" + " --- |" * len(engines)
    boards: dict[tuple[int, int], list[Point]] = {}
    for point in points:
        boards.setdefault((point.size, point.seed), []).append(point)
    for (size, seed), row in boards.items():
        proven = {point.bounds for point in row if point.status != "undecided"}
        assert len(proven) <= 1, (size, seed, proven)
        verdict = {"none": "unsolvable"}.get(word := next(iter(proven), "undecided"), word)
        cells = " | ".join(
            f"{p.seconds:.2f}" + (f" (undecided, {p.bounds})" if p.status == "undecided" else "") for p in row
        )
        yield f"| {size} x {size} | {seed} | {row[0].cells} | {verdict} | {cells} |"


def maze_paint(points: Sequence[Point]) -> Iterator[str]:
    """The mazes' table."""
    yield "Random mazes with one cell in four a wall, on the part that can be painted. The verdict is the fewest"
    yield f"slides. Limits: {MAZE_LIMITS.states} states, an effort of {MAZE_LIMITS.effort}."
    yield ""
    yield from table(points)


def color_connect(points: Sequence[Point]) -> Iterator[str]:
    """The random boards' table."""
    efforts = ", ".join(f"{limits.effort} for `{name}`" for name, limits in CONNECT_LIMITS.items())
    yield "Random boards that can be filled, with as many colours as rows, under `cover`. The verdict is the number of"
    yield f"draws. Limits: an effort of {efforts}."
    yield ""
    yield from table(points)


def ingest(shared: Path | None = None) -> Iterator[str]:
    """One file of many levels through the program: processor seconds and what each level costs."""
    yield "One numberlink file of so many 5 x 5 levels, every one written; processor seconds of the whole command."
    yield ""
    yield "| Levels | Seconds | Milliseconds a level |"
    yield "| --- | --- | --- |"
    for number in LINES:
        seconds = _ingested(number)
        yield f"| {number} | {seconds:.2f} | {1000 * seconds / number:.2f} |"


def _ingested(number: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "many.txt")
        blocks = (f"# puzzle {one}\n5 5\nA...A\nB...B\n.....\nC....\n....C\n" for one in range(number))
        file.write_text("".join(blocks), "utf-8")
        out = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            began = time.process_time()
            code = run(["ingest", "color-connect", str(file), "-o", str(Path(folder, "out"))])
            seconds = time.process_time() - began
        assert code == 0, code
    return seconds


if __name__ == "__main__":
    for line in (*maze_paint(maze_points()), "", *color_connect(connect_points()), "", *ingest()):
        print(line, flush=True)
    sys.exit(0)
