"""What every engine's answer gets besides the optimum: `dead_end_free`, and for an unsolvable level the reason."""

from __future__ import annotations

from dataclasses import replace

from games.screws import PlateLevel
from solvers.bolt_unscrew import breadth
from solvers.bolt_unscrew.explain import explain
from solvers.contract import Answer, Engine, Query, Report

__all__ = ["answering"]

EXHAUSTED = "the search came to every position that can be reached, and none of them is won"


def answering(engine: Engine[PlateLevel]) -> Engine[PlateLevel]:
    """The engine, with its property answered when asked and unsolvability explained.

    The breadth-first search decides `dead_end_free` by visiting every reduced position, where its limit allows; the
    other leaves it open.
    """
    visits_all = engine.name == breadth.ENGINE.name

    def solve(level: PlateLevel, query: Query, report: Report) -> Answer:
        answer = engine.solve(level, query, report)
        if query.properties:
            seen = breadth.dead_end_free(level, query.state, query.limits.states) if visits_all else None
            reasons = {} if seen is not None else {"dead_end_free": _open_reason(visits_all)}
            answer = replace(answer, properties={"dead_end_free": seen}, reasons=reasons)
        if answer.status == "unsolvable":
            static = explain(level) if query.state is None else None
            answer = replace(answer, explanation=static or EXHAUSTED)
        return answer

    return replace(engine, solve=solve)


def _open_reason(visits_all: bool) -> str:
    if visits_all:
        return "more positions can be reached than the limit allows to visit"
    return "the guided search does not visit every position"
