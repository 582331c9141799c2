"""Objectives: named, ordered selections of levels. Format `levelpress/objectives@1`; the file marks a workspace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from games.canonical import Json

__all__ = ["FORMAT", "Objective", "Objectives", "objectives_from_json"]

FORMAT = "levelpress/objectives@1"


@dataclass(frozen=True, slots=True)
class Objective:
    """One objective. `range` maps a measure to its inclusive [low, high]; empty demands nothing."""

    id: str
    game: str
    difficulty: str
    count: int
    range: Mapping[str, tuple[int, int]]
    levels: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "game": self.game,
            "difficulty": self.difficulty,
            "count": self.count,
            "range": {name: list(bounds) for name, bounds in self.range.items()},
            "levels": list(self.levels),
        }


@dataclass(frozen=True, slots=True)
class Objectives:
    """All objectives of a workspace, in order, its canary, its policy and the fresh track."""

    profile: str
    canary: str | None
    playtest_policy: str
    objectives: tuple[Objective, ...]
    fresh: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "profile": self.profile,
            "canary": self.canary,
            "policy": {"playtest": self.playtest_policy},
            "objectives": [objective.to_json() for objective in self.objectives],
            "fresh": list(self.fresh),
        }

    def named(self, objective_id: str) -> Objective:
        """The objective of that id.

        Raises:
            KeyError: no such objective.
        """
        return {objective.id: objective for objective in self.objectives}[objective_id]

    def objective_of(self, level_id: str) -> str | None:
        """The id of the objective that lists a level, or None."""
        return next((one.id for one in self.objectives if level_id in one.levels), None)

    def listed(self) -> tuple[str, ...]:
        """Every level id that the file names, objectives first."""
        return tuple(level for one in self.objectives for level in one.levels) + self.fresh

    def with_level(self, objective_id: str, level_id: str) -> Objectives:
        """The same with a level appended to an objective."""
        changed = replace(self.named(objective_id), levels=(*self.named(objective_id).levels, level_id))
        return self.with_objective(changed)

    def with_fresh(self, level_id: str) -> Objectives:
        """The same with a level appended to the fresh track."""
        return replace(self, fresh=(*self.fresh, level_id))

    def with_objective(self, objective: Objective) -> Objectives:
        """The same with an objective replaced, or appended where its id is new."""
        if any(one.id == objective.id for one in self.objectives):
            return replace(
                self, objectives=tuple(objective if one.id == objective.id else one for one in self.objectives)
            )
        return replace(self, objectives=(*self.objectives, objective))

    def without(self, level_id: str) -> Objectives:
        """The same with a level listed nowhere."""
        kept = tuple(
            replace(one, levels=tuple(level for level in one.levels if level != level_id)) for one in self.objectives
        )
        return replace(self, objectives=kept, fresh=tuple(level for level in self.fresh if level != level_id))


def objectives_from_json(value: Json) -> Objectives:
    """The objectives in a document that already fits its schema."""
    objectives = tuple(
        Objective(
            one["id"],
            one["game"],
            one["difficulty"],
            one["count"],
            {name: (low, high) for name, (low, high) in one["range"].items()},
            tuple(one["levels"]),
        )
        for one in value["objectives"]
    )
    return Objectives(value["profile"], value["canary"], value["policy"]["playtest"], objectives, tuple(value["fresh"]))
