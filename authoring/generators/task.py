"""One candidate's search, in a worker."""

from __future__ import annotations

import importlib
from typing import Any

from authoring.generators.climb import Best, climb
from authoring.generators.contract import Wanted
from authoring.generators.registry import generator_named
from games.canonical import Json
from solvers.contract import solver_named

__all__ = ["generate_level", "warm"]


def warm(name: str, *_: Any) -> None:
    """Import what the engines need, so that no budget is spent on it."""
    for engine in solver_named(name.partition("/")[0]).engines:
        for module in engine.imports:
            importlib.import_module(module)


def generate_level(
    name: str, wanted: Wanted, seed: str, number: int, report: Best
) -> tuple[Json, Json, int | None] | None:
    """Board, goal and optimum of one candidate, or None. The best score so far is reported with its optimum."""
    found = climb(generator_named(name), wanted, seed, number, report)
    return None if found is None else (found.board, found.goal, found.outcome.optimum)
