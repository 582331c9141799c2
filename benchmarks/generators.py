"""Accepted levels a minute, per game and target."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.registry import MODULES, generators_of
from authoring.generators.task import warm

__all__ = ["rates"]

#: Processor seconds that one target may take, and levels after which it is left.
BUDGET, ENOUGH = 20.0, 12
SEED = "1"


def _unique(size: int, pieces: int) -> Wanted:
    return Wanted(rows=size, columns=size, pieces=pieces, properties={"unique_cover": True})


#: Game -> target in words and as such. A game that has a generator but no line here is measured without a target.
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
}


def rates(shared: Path) -> Iterator[str]:
    """One row a target: how many levels were accepted in how many processor seconds."""
    yield f"One process; at most {ENOUGH} levels or {BUDGET:.0f} seconds a target, whichever comes first."
    yield ""
    yield "| Generator | Target | Levels | Seconds | Levels a minute |"
    yield "| --- | --- | --- | --- | --- |"
    for game in MODULES:
        for generator in generators_of(game):
            warm(generator.name)
            for words, wanted in TARGETS.get(game, {"none": Wanted()}).items():
                levels, seconds = _rate(generator.name, wanted)
                rate = 60 * levels / seconds if seconds else 0.0
                yield f"| `{generator.name}` | {words} | {levels} | {seconds:.1f} | {rate:.0f} |"


def _rate(name: str, wanted: Wanted) -> tuple[int, float]:
    """Levels accepted and the processor seconds of all the searches for them, those that came to nothing included."""
    generator = next(one for one in generators_of(name.partition("/")[0]) if one.name == name)
    began, found, number = time.process_time(), 0, 0
    while number < ENOUGH and time.process_time() - began < BUDGET:
        found += climb(generator, wanted, SEED, number, lambda score, optimum: None) is not None
        number += 1
    return found, time.process_time() - began
