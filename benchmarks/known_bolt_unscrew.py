"""Bolt Unscrew: how positions and time grow with the boards and with the free holes, on plates drawn by a seed.

There are no published answers under these rules, so the figures are held against each other: both engines, and where
one of them visits every position, their numbers of positions too.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.growth import Point
from games.bolt_unscrew import GAME, BoltUnscrewLevel
from solvers.bolt_unscrew import SOLVER
from solvers.contract import Limits, Query, no_report

__all__ = ["Run", "growth", "growth_of", "plate_of_bars", "points", "runs", "write"]

GOAL = {"rule": "drop-all"}
QUERY = Query("relocations", limits=Limits(states=20_000))
#: (boards, free holes at the start, hidden holes), two plates each.
SIZES = (
    *((boards, 4, 2) for boards in (2, 4, 6, 8, 10, 12, 14)),
    *((6, free, 2) for free in (1, 2, 3)),
)
EACH = 2


@dataclass(frozen=True, slots=True)
class Run:
    """One engine on one plate: boards, holes, screws, holes free at the start, the verdict, the bounds reached (the
    optimum as a text, or `low..?` where undecided), positions held, processor seconds."""

    engine: str
    boards: int
    free: int
    holes: int
    screws: int
    status: str
    bounds: str
    positions: int
    seconds: float


def plate_of_bars(source: random.Random, boards: int, free: int, hidden: int) -> BoltUnscrewLevel:
    """A plate of bars, each on two or three screws, with free side columns; drawn again until it is at rest.

    `free` holes are open at the start, half of them in the side columns; `hidden` ones are behind wood.
    """
    rows = 5 + boards // 2
    while True:
        board = _drawn(source, boards, rows, 8, free, hidden)
        if board is not None and not GAME.validate(board, GOAL):
            return GAME.parse(board, GOAL)


def _drawn(source: random.Random, boards: int, rows: int, columns: int, free: int, hidden: int) -> Any:
    covered: dict[int, set[tuple[int, int]]] = {}
    screws: set[tuple[int, int]] = set()
    solid: set[tuple[int, int]] = set()
    bars: list[tuple[int, list[tuple[int, int]], set[tuple[int, int]]]] = []
    for layer in sorted(source.randint(1, 3) for _ in range(boards)):
        for _ in range(200):
            long = source.randint(3, 5)
            down, right = source.choice(((0, 1), (0, 1), (1, 0)))
            row = source.randint(0, rows - 1 - down * (long - 1))
            column = source.randint(1, columns - 2 - right * (long - 1))
            bar = [(row + down * step, column + right * step) for step in range(long)]
            ends = {bar[0], bar[-1]}
            if not covered.setdefault(layer, set()) & set(bar) and not ends & (solid | screws):
                break
        else:
            return None
        covered[layer] |= set(bar)
        bored = ends | {point for point in bar if point in screws and source.random() < 0.6}
        screws |= ends
        solid |= set(bar) - bored
        bars.append((layer, bar, bored))
    wood = {point for _, bar, _ in bars for point in bar}
    side = [(row, column) for row in range(rows) for column in (0, columns - 1)]
    bare = [(row, column) for row in range(rows) for column in range(1, columns - 1) if (row, column) not in wood]
    behind = sorted(wood - screws)
    if len(behind) < hidden or len(bare) < free // 2:
        return None
    extra = [*source.sample(side, free - free // 2), *source.sample(bare, free // 2), *source.sample(behind, hidden)]
    return {
        "size": [rows, columns],
        "holes": [list(point) for point in sorted({*screws, *extra})],
        "screws": [list(point) for point in sorted(screws)],
        "boards": [
            {"name": "ABCDEFGHIJKLMNOP"[place], "layer": layer, "at": list(bar[0]), "rows": _rows(bar, bored)}
            for place, (layer, bar, bored) in enumerate(bars)
        ],
    }


def _rows(bar: Sequence[tuple[int, int]], bored: set[tuple[int, int]]) -> list[str]:
    glyphs = ["o" if point in bored else "=" for point in bar]
    return ["".join(glyphs)] if bar[0][0] == bar[-1][0] else glyphs


def runs(sizes: Sequence[tuple[int, int, int]] = SIZES, each: int = EACH) -> Iterator[Run]:
    """Every engine on the plates of every size."""
    for boards, free, hidden in sizes:
        source = random.Random(f"{boards} boards, {free} free, {hidden} hidden")
        for _ in range(each):
            level = plate_of_bars(source, boards, free, hidden)
            for engine in SOLVER.engines:
                began = time.process_time()
                answer = engine.solve(level, QUERY, no_report)
                seconds = time.process_time() - began
                bounds = "none" if answer.status == "unsolvable" else str(answer.optimum or f"{answer.method.bound}..?")
                yield Run(
                    engine.name,
                    boards,
                    free,
                    len(level.holes),
                    len(level.screws),
                    answer.status,
                    bounds,
                    answer.method.states or 0,
                    seconds,
                )


def points(measured: Sequence[Run], by: str) -> list[Point]:
    """What a plot is made of: seconds `by` "boards" (at four free holes) or by "free holes" (at six boards)."""
    kept = [run for run in measured if (run.free == 4 if by == "boards" else run.boards == 6)]
    sizes = [run.boards if by == "boards" else run.free for run in kept]
    return [
        Point(run.engine, size, seed, size, run.status, run.bounds, run.seconds)
        for seed, (run, size) in enumerate(zip(kept, sizes, strict=True))
    ]


def growth(shared: Path) -> Iterator[str]:
    """Plates of two to fourteen bars, and of one to four free holes: what each engine needs and reaches."""
    return growth_of(list(runs()))


def growth_of(measured: Sequence[Run]) -> Iterator[str]:
    """The same of runs that were made already."""
    yield (
        "Plates of bars on two or three screws in three layers, free side columns, two more holes behind wood; "
        f"at most {QUERY.limits.states} positions. `low..?`: undecided, with the bound proven."
    )
    yield ""
    yield "| Boards | Free holes | Holes | Screws | Engine | Fewest relocations | Positions | Seconds |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
    for run in measured:
        yield (
            f"| {run.boards} | {run.free} | {run.holes} | {run.screws} | `{run.engine}` | {run.bounds} "
            f"| {run.positions} | {run.seconds:.2f} |"
        )


def write(root: Path) -> None:
    """The page docs/growth-bolt-unscrew.md with its two plots, from one run."""
    from benchmarks.plots import growth_plot
    from catalogue.document import write_bytes

    measured = list(runs())
    for by in ("boards", "free holes"):
        name = f"bolt-unscrew-{by.replace(' ', '-')}.svg"
        write_bytes(root / "docs" / "plots" / name, growth_plot(points(measured, by), by))
    page = "\n".join(
        (
            "# How Bolt Unscrew grows",
            "",
            "Written by `make bench`. Seconds are processor seconds of one core; hollow marks are undecided.",
            "",
            "![Seconds against boards](plots/bolt-unscrew-boards.svg)",
            "![Seconds against free holes](plots/bolt-unscrew-free-holes.svg)",
            "",
            *growth_of(measured),
            "",
        )
    )
    write_bytes(root / "docs" / "growth-bolt-unscrew.md", page.encode("utf-8"))
