"""The lifecycle of levels: certified, released, retired; playtests and rejections. Format `levelpress/state@1`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from games.canonical import Json

__all__ = ["FORMAT", "STATES", "Change", "Lifecycle", "Playtest", "Standing", "lifecycle_from_json"]

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
class Change:
    """One change of a level's state: the level as it then was, the date and the reason where given."""

    state: str
    level_digest: str
    on: str | None
    reason: str | None

    def to_json(self) -> dict[str, Json]:
        return {"state": self.state, "level_digest": self.level_digest, "on": self.on, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one level stands: its changes of state in order, what it is good for, who else has won it."""

    changes: tuple[Change, ...]
    why: str | None = None
    playtests: tuple[Playtest, ...] = ()

    @property
    def state(self) -> str:
        return self.changes[-1].state

    @property
    def released_digest(self) -> str | None:
        """The level digest at its release: from then on the level is never edited. None before."""
        return next((change.level_digest for change in self.changes if change.state == "released"), None)

    def to_json(self) -> dict[str, Json]:
        return {
            "state": self.state,
            "changes": [change.to_json() for change in self.changes],
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

    def moved(self, level_id: str, change: Change) -> Lifecycle:
        """The same with a level in a new state."""
        standing = self.levels.get(level_id, Standing(()))
        return self.with_standing(level_id, replace(standing, changes=(*standing.changes, change)))

    def with_standing(self, level_id: str, standing: Standing) -> Lifecycle:
        """The same with one level's standing replaced."""
        return replace(self, levels={**self.levels, level_id: standing})

    def with_rejected(self, file: str, level_digest: str | None, reason: str, on: str | None) -> Lifecycle:
        """The same with one more rejected candidate."""
        return replace(self, rejected=(*self.rejected, (file, level_digest, reason, on)))

    def next_id(self, prefix: str, also: Iterable[str] = ()) -> str:
        """The next free id of a game. Ids are never reused: retired levels keep theirs, and so do those in `also`."""
        used = [int(one.split("-")[1]) for one in (*self.levels, *also) if one.startswith(prefix + "-")]
        return f"{prefix}-{max(used, default=0) + 1:04d}"


def lifecycle_from_json(value: Json) -> Lifecycle:
    """The lifecycle in a document that already fits its schema."""
    levels = {
        level_id: Standing(
            tuple(
                Change(change["state"], change["level_digest"], change["on"], change["reason"])
                for change in one["changes"]
            ),
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
