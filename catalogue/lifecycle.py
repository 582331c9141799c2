"""The lifecycle of levels: certified, released, retired; playtests and rejections. Format `levelpress/state@1`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.canonical import Json

__all__ = ["FORMAT", "STATES", "Lifecycle", "Playtest", "Standing", "lifecycle_from_json"]

FORMAT = "levelpress/state@1"
STATES = ("certified", "released", "retired")


@dataclass(frozen=True, slots=True)
class Playtest:
    """A winning play by somebody or something else than the solver, bound to the level digest it was made on."""

    kind: str
    by: str
    level_digest: str
    moves: tuple[str, ...]
    on: str | None

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "by": self.by,
            "level_digest": self.level_digest,
            "moves": list(self.moves),
            "on": self.on,
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one level stands: its changes of state in order, each (state, date or None, reason or None)."""

    changes: tuple[tuple[str, str | None, str | None], ...]
    why: str | None = None
    playtests: tuple[Playtest, ...] = ()

    @property
    def state(self) -> str:
        return self.changes[-1][0]

    def to_json(self) -> dict[str, Json]:
        return {
            "state": self.state,
            "changes": [{"state": state, "on": on, "reason": reason} for state, on, reason in self.changes],
            "why": self.why,
            "playtests": [playtest.to_json() for playtest in self.playtests],
        }


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """Every level of the catalogue by id, and the rejected candidates: (file name, level digest, reason, date)."""

    levels: Mapping[str, Standing] = field(default_factory=dict)
    rejected: tuple[tuple[str, str | None, str, str | None], ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "levels": {level_id: standing.to_json() for level_id, standing in sorted(self.levels.items())},
            "rejected": [
                {"file": file, "level_digest": digest, "reason": reason, "on": on}
                for file, digest, reason, on in self.rejected
            ],
        }

    def moved(self, level_id: str, state: str, on: str | None, reason: str | None = None) -> Lifecycle:
        """The same with a level in a new state."""
        standing = self.levels.get(level_id, Standing(()))
        return self.with_standing(level_id, replace(standing, changes=(*standing.changes, (state, on, reason))))

    def with_standing(self, level_id: str, standing: Standing) -> Lifecycle:
        """The same with one level's standing replaced."""
        return replace(self, levels={**self.levels, level_id: standing})

    def with_rejected(self, file: str, level_digest: str | None, reason: str, on: str | None) -> Lifecycle:
        """The same with one more rejected candidate."""
        return replace(self, rejected=(*self.rejected, (file, level_digest, reason, on)))

    def next_id(self, prefix: str) -> str:
        """The next free id of a game. Ids are never reused: retired levels keep theirs."""
        used = [int(level_id.split("-")[1]) for level_id in self.levels if level_id.startswith(prefix + "-")]
        return f"{prefix}-{max(used, default=0) + 1:04d}"


def lifecycle_from_json(value: Json) -> Lifecycle:
    """The lifecycle in a document that already fits its schema."""
    levels = {
        level_id: Standing(
            tuple((change["state"], change["on"], change["reason"]) for change in one["changes"]),
            one["why"],
            tuple(
                Playtest(test["kind"], test["by"], test["level_digest"], tuple(test["moves"]), test["on"])
                for test in one["playtests"]
            ),
        )
        for level_id, one in value["levels"].items()
    }
    rejected = tuple((one["file"], one["level_digest"], one["reason"], one["on"]) for one in value["rejected"])
    return Lifecycle(levels, rejected)
