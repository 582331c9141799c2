"""The profile `longpuzzlebench`: the sixteen objectives and 114 levels that it demands, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalogue.objectives import Objectives

__all__ = ["LONGPUZZLEBENCH", "Demand", "profile_gaps"]


@dataclass(frozen=True, slots=True)
class Demand:
    """What the profile demands of one objective: its game, difficulty, number of levels and range of optima."""

    game: str
    difficulty: str
    count: int
    optimum: tuple[int, int] | None = None


LONGPUZZLEBENCH = (
    Demand("bolt-unscrew", "easy", 8),
    Demand("bolt-unscrew", "hard", 8),
    Demand("rush-hour", "easy", 10),
    Demand("rush-hour", "medium", 10),
    Demand("rush-hour", "hard", 10),
    Demand("nut-and-bolt", "easy", 3),
    Demand("nut-and-bolt", "medium", 3),
    Demand("nut-and-bolt", "hard", 3),
    Demand("nut-and-bolt", "extreme", 3),
    Demand("nut-and-bolt", "nightmare", 1),
    Demand("truck-escape", "default", 5),
    Demand("maze-paint", "easy", 10, (7, 12)),
    Demand("maze-paint", "medium", 10, (13, 16)),
    Demand("maze-paint", "hard", 10, (18, 25)),
    Demand("color-connect", "easy", 10),
    Demand("color-connect", "hard", 10),
)


def profile_gaps(objectives: Objectives) -> Iterator[str]:
    """What a workspace of that profile lacks or has too much, one sentence each; nothing for other profiles."""
    if objectives.profile != "longpuzzlebench":
        return
    there = {(one.game, one.difficulty): one for one in objectives.objectives}
    for demand in LONGPUZZLEBENCH:
        name = f"{demand.game}/{demand.difficulty}"
        one = there.pop((demand.game, demand.difficulty), None)
        if one is None:
            yield f"the objective {name} with {demand.count} levels is missing"
        elif one.count != demand.count:
            yield f"the objective {name} has a count of {one.count}, not {demand.count}"
        elif demand.optimum and tuple(one.range.get("optimum", ())) != demand.optimum:
            yield f"the objective {name} does not demand an optimum of {demand.optimum[0]} to {demand.optimum[1]}"
    for one in there.values():
        yield f"the objective {one.id} is none of the sixteen"
