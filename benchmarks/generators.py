"""Accepted levels a minute, per generator and target."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from authoring.generators.climb import climb
from authoring.generators.contract import Generator, Wanted
from authoring.generators.registry import MODULES, generators_of
from authoring.generators.task import warm

__all__ = ["BUDGET", "ENOUGH", "TARGETS", "rates", "targets_of"]

#: Processor seconds that one target may take, and levels after which it is left.
BUDGET, ENOUGH = 8.0, 12
SEED = "1"


def _unique(size: int, pieces: int) -> Wanted:
    return Wanted(rows=size, columns=size, pieces=pieces, properties={"unique_cover": True})


def _deal(colours: int, empty: int, optimum: tuple[int, int]) -> Wanted:
    return Wanted(pieces=colours, optimum=optimum, measures={"empty": (empty, empty)})


def _lot(rows: int, columns: int, vehicles: int, rounds: int) -> Wanted:
    return Wanted(rows=rows, columns=columns, pieces=vehicles, measures={"rounds": (rounds, rounds)})


#: Game, or one of its generators by name -> target in words and as such, from easy to hard.
TARGETS: dict[str, dict[str, Wanted]] = {
    "maze-paint": {
        "optimum 7": Wanted(optimum=(7, 7)),
        "optimum 9, no dead ends": Wanted(optimum=(9, 9), properties={"dead_end_free": True}),
        "optimum 14": Wanted(optimum=(14, 14)),
        "optimum 14, no dead ends": Wanted(optimum=(14, 14), properties={"dead_end_free": True}),
        "optimum 18": Wanted(optimum=(18, 18)),
        "optimum 25": Wanted(optimum=(25, 25)),
    },
    "color-connect": {
        "5 x 5, 4 colours, unique cover": _unique(5, 4),
        "7 x 7, 6 colours, unique cover": _unique(7, 6),
        "8 x 8, 7 colours, unique cover": _unique(8, 7),
        "10 x 10, 9 colours, unique cover": _unique(10, 9),
    },
    "rush-hour": {
        "optimum 8..10": Wanted(optimum=(8, 10)),
        "optimum 14..15": Wanted(optimum=(14, 15)),
        "optimum 14..15, one wall": Wanted(optimum=(14, 15), walls=(1, 1)),
        "optimum 20..21": Wanted(optimum=(20, 21)),
    },
    "nut-and-bolt": {
        "3 colours, 1 bolt empty, optimum 10": _deal(3, 1, (10, 10)),
        "5 colours, 2 bolts empty, optimum 18": _deal(5, 2, (18, 18)),
        "8 colours, 2 bolts empty, optimum 28": _deal(8, 2, (28, 28)),
        "12 colours, 2 bolts empty, optimum 40..41": _deal(12, 2, (40, 41)),
    },
    "truck-escape": {
        "6 x 6, 12 vehicles, 8 rounds": _lot(6, 6, 12, 8),
        "8 x 8, 21 vehicles, 14 rounds": _lot(8, 8, 21, 14),
        "11 x 10, 36 vehicles, 24 rounds": _lot(11, 10, 36, 24),
    },
    "bolt-unscrew": {
        "2 boards, optimum 5": Wanted(pieces=2, optimum=(5, 5)),
        "3 boards, optimum 9": Wanted(pieces=3, optimum=(9, 9)),
        "5 boards, optimum 13..20, at most 2 hidden": Wanted(
            pieces=5, optimum=(13, 20), measures={"free": (1, 2), "hidden": (0, 2)}
        ),
    },
    "bolt-unscrew/staged-plate": {
        "6 boards": Wanted(pieces=6),
        "7 boards, optimum 12..20": Wanted(pieces=7, optimum=(12, 20)),
    },
}


class _Spent(Exception):
    """The budget of a target is used up in the middle of a search."""


def rates(shared: Path) -> Iterator[str]:
    """One row a target: how many levels were accepted in how many processor seconds."""
    yield f"One process; at most {ENOUGH} levels or {BUDGET:.0f} seconds a target, whichever comes first."
    yield ""
    yield "| Generator | Target | Levels | Seconds | Levels a minute |"
    yield "| --- | --- | --- | --- | --- |"
    for game in MODULES:
        for generator in generators_of(game):
            warm(generator.name)
            for words, wanted in targets_of(generator).items():
                levels, seconds = _rate(generator, wanted)
                rate = f"{60 * levels / seconds:.1f}" if levels else f"under {60 / seconds:.1f}"
                yield f"| `{generator.name}` | {words} | {levels} | {seconds:.1f} | {rate} |"


def targets_of(generator: Generator) -> dict[str, Wanted]:
    """The targets of a generator: its own, else those of its game."""
    return TARGETS.get(generator.name) or TARGETS[generator.game]


def _rate(generator: Generator, wanted: Wanted) -> tuple[int, float]:
    """Levels accepted and the processor seconds of all the searches for them, those that came to nothing included."""
    began, found = time.process_time(), 0

    def change(source: Random, draft: Any, target: Wanted) -> Any:
        if time.process_time() - began >= BUDGET:
            raise _Spent
        return generator.change(source, draft, target)

    def begin(source: Random, target: Wanted) -> Any:
        if time.process_time() - began >= BUDGET:
            raise _Spent
        return generator.begin(source, target)

    until_spent = replace(generator, begin=begin, change=change)
    try:
        for number in range(ENOUGH):
            found += climb(until_spent, wanted, SEED, number, lambda score, optimum: None) is not None
    except _Spent:
        pass
    return found, time.process_time() - began
