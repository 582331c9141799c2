"""Which engines answer a question, one after another."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from solvers.contract import Answer, AnySolver, Engine, MethodRun, Query, Report

__all__ = ["ALL", "DEFAULT", "answers", "engines_for"]

#: Every engine that knows the metric.
ALL = "all"
#: The solver's own order, until one decides.
DEFAULT = "default"


def engines_for(solver: AnySolver, metric: str, choice: str) -> tuple[Engine[Any], ...]:
    """The engines that `choice` (a name, ALL or DEFAULT) stands for.

    Raises:
        KeyError: no engine of that name that knows the metric.
    """
    able = {engine.name: engine for engine in solver.engines if metric in engine.metrics}
    if choice == ALL:
        return tuple(able.values())
    if choice == DEFAULT:
        return tuple(able[name] for name in solver.defaults if name in able)
    return (able[choice],)


def answers(solver: AnySolver, level: Any, query: Query, choice: str, report: Report) -> Iterator[Answer]:
    """The engines' answers as they come, each with its wall time.

    By default a level that is seen to be unsolvable is not searched.
    """
    engines = engines_for(solver, query.metric, choice)
    if choice == DEFAULT and query.state is None:
        reason = solver.explain(level)
        if reason is not None:
            yield Answer("unsolvable", None, None, MethodRun("static", "static", None, True), explanation=reason)
            return
    for engine in engines:
        started = time.perf_counter()
        answer = engine.solve(level, query, report)
        method = replace(answer.method, seconds=time.perf_counter() - started)
        yield replace(answer, method=method)
        if choice == DEFAULT and answer.status != "undecided":
            return
