"""What every engine's answer gets besides the optimum: the property, and for an unsolvable level the reason."""

from __future__ import annotations

from dataclasses import replace

from games.maze_paint import MazePaintLevel
from solvers.contract import Answer, Engine, Query, Report
from solvers.maze_paint import search, structure

__all__ = ["answering"]


def answering(engine: Engine[MazePaintLevel]) -> Engine[MazePaintLevel]:
    """The engine, with `dead_end_free` answered when asked and unsolvability explained.

    The search decides the property by visiting every reduced state, where its limit allows; all else is decided from
    the slide graph, exactly and however large the level (`structure.dead_end_free`).
    """

    searches = engine.engine == search.ENGINE.engine

    def solve(level: MazePaintLevel, query: Query, report: Report) -> Answer:
        answer = engine.solve(level, query, report)
        if query.properties:
            seen = search.dead_end_free(level, query.state, query.limits.states) if searches else None
            if seen is None:
                seen = structure.dead_end_free(level, query.state)
            answer = replace(answer, properties={"dead_end_free": seen})
        if answer.status == "unsolvable":
            reason = structure.explain(level, query.state)
            answer = replace(answer, explanation=reason or _proven_by(answer))
        return answer

    return replace(engine, solve=solve)


def _proven_by(answer: Answer) -> str:
    if answer.method.engine == "search":
        return "the search visited every state that can be reached, and none of them is won"
    return "the integer program over the slide graph has no solution, so no walk from the start paints every cell"
