"""A level with everything that travels with it: identity, title, origin, licence. Format `levelpress/level@1`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from catalogue.document import document_faults
from games.canonical import Json
from games.contract import AnyGame, InvalidLevel, canon_digest, level_digest
from games.finding import Finding, FindingKind
from games.registry import game_named, game_names
from games.shape import nearest

__all__ = ["FINDINGS", "FORMAT", "LevelRecord", "level_record", "level_record_faults", "new_provenance"]

FORMAT = "levelpress/level@1"

UNKNOWN_GAME = FindingKind(
    "level/game", "A level names a game that levelpress does not have.", "Name one of its games."
)
PREFIX = FindingKind(
    "level/id", "A level's id does not start with its game's prefix.", "Let `catalogue add` give the id."
)
FINDINGS = (UNKNOWN_GAME, PREFIX)


@dataclass(frozen=True, slots=True)
class LevelRecord:
    """A valid level and its record. `level` is the game's own level value; `provenance` is read only."""

    id: str | None
    revision: int
    game: AnyGame
    level: Any
    title: str | None
    provenance: Mapping[str, Json]
    license: str | None
    canary: str | None
    tags: tuple[str, ...]

    @property
    def digest(self) -> str:
        """The level digest: what a certificate is bound to."""
        return level_digest(self.game, self.level)

    @property
    def canon(self) -> str:
        """The digest of the normal form."""
        return canon_digest(self.game, self.level)

    def to_json(self) -> dict[str, Json]:
        board, goal = self.game.print(self.level)
        return {
            "format": FORMAT,
            "id": self.id,
            "revision": self.revision,
            "game": self.game.name,
            "title": self.title,
            "board": board,
            "goal": goal,
            "provenance": dict(self.provenance),
            "license": self.license,
            "canary": self.canary,
            "tags": sorted(self.tags),
        }

    def with_id(self, level_id: str, canary: str | None) -> LevelRecord:
        """The record as it enters a workspace's catalogue."""
        return replace(self, id=level_id, canary=canary)


def level_record(value: Json) -> LevelRecord:
    """The record in a level document.

    Raises:
        InvalidLevel: the document breaks its schema or its game's rules; carries every fault.
    """
    faults = tuple(level_record_faults(value))
    if faults:
        raise InvalidLevel(faults)
    game = game_named(value["game"])
    return LevelRecord(
        id=value["id"],
        revision=value["revision"],
        game=game,
        level=game.parse(value["board"], value["goal"]),
        title=value["title"],
        provenance=value["provenance"],
        license=value["license"],
        canary=value["canary"],
        tags=tuple(value["tags"]),
    )


def level_record_faults(value: Json) -> Iterator[Finding]:
    """Every fault of a level document: its form by the schema, its board and goal by the rules of its game."""
    yield from document_faults(value, FORMAT)
    if not isinstance(value, dict) or not isinstance(value.get("game"), str):
        return
    name = value["game"]
    if name not in game_names():
        yield UNKNOWN_GAME.at(f"no game {name!r}{nearest(name, game_names())}", "game")
        return
    game = game_named(name)
    level_id = value.get("id")
    if isinstance(level_id, str) and not level_id.startswith(game.prefix + "-"):
        yield PREFIX.at(f"the id {level_id!r} does not start with {game.prefix}-", "id")
    if "board" in value and "goal" in value:
        yield from game.validate(value["board"], value["goal"])


def new_provenance(origin: str, **known: Json) -> dict[str, Json]:
    """A provenance with every key present; what is not known is null."""
    blank: dict[str, Json] = {
        "origin": origin,
        "source": None,
        "source_license": None,
        "source_sha256": None,
        "first_public": None,
        "reference": None,
        "generator": None,
        "parents": [],
        "author": None,
        "note": None,
    }
    unknown = set(known) - set(blank)
    if unknown:
        raise TypeError(f"no provenance field {sorted(unknown)}")
    return blank | known
