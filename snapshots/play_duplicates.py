"""Tier D2 at a freeze: a level that plays the same as one with another id, here or in an earlier snapshot.

The tiers before it are digests and stand in every manifest; for this one the earlier levels are read from their
snapshots, held against the manifest's digests. Most pairs are told apart by what the certificates say of their states.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from catalogue.document import Unreadable, read_document
from catalogue.duplicate_search import DuplicateSearch, Entrant
from catalogue.level_record import LevelRecord, new_provenance
from catalogue.workspace import read_certificate
from games.canonical import Json
from games.contract import InvalidLevel, level_digest
from games.registry import game_named
from snapshots.history import Earlier, History
from snapshots.layout import certificate_path, level_path
from validators.duplicates import BLOCKING

__all__ = ["same_plays"]


def same_plays(entrants: Mapping[str, Entrant], history: History, frozen: Path) -> Iterator[tuple[str, str]]:
    """The id of each level that plays the same as another, and what that one is.

    Args:
        entrants: the levels to be frozen, by id.
        frozen: the folder of the snapshots in `history`.

    A pair of equal normal forms is of an earlier tier and not named here.

    Raises:
        Unreadable: an earlier level or certificate is not what its manifest says.
    """
    search = DuplicateSearch()
    for pair in search.pairs(list(entrants.values()), [], BLOCKING):
        if pair.tier == "D2":
            yield pair.b, f"plays the same as {pair.a}"
    seen: set[tuple[str, str]] = set()
    for snapshot, row in history.rows():
        key = str(row["id"]), str(row["level_digest"])
        if key in seen or row["game"] not in {one.record.game.name for one in entrants.values()}:
            continue
        seen.add(key)
        earlier = _earlier(frozen / snapshot.label, snapshot, row)
        for level_id, entrant in entrants.items():
            if level_id != row["id"] and entrant.record.game.name == row["game"]:
                for pair in search.pair(earlier, entrant, BLOCKING):
                    if pair.tier == "D2":
                        yield level_id, f"plays the same as {row['id']} in {snapshot.label}"


def _earlier(folder: Path, snapshot: Earlier, row: Mapping[str, Json]) -> Entrant:
    """A level of an earlier snapshot with its certificate. Its name is not that of any level to be frozen."""
    level_id, game = str(row["id"]), game_named(str(row["game"]))
    path = folder / level_path(game.name, level_id)
    value = read_document(path)
    try:
        level = game.parse(value["board"], value["goal"])
        certificate = read_certificate(folder / certificate_path(level_id))
    except (InvalidLevel, KeyError, TypeError):
        raise Unreadable(f"{path}: not the level that the manifest of {snapshot.label} lists") from None
    same_rules = snapshot.rules[game.name] == game.rules
    if same_rules and level_digest(game, level) != row["level_digest"]:
        raise Unreadable(f"{path}: not the level that the manifest of {snapshot.label} lists")
    record = LevelRecord(level_id, 1, game, level, None, new_provenance("unknown"), None, None, ())
    # Under other rules the certificate speaks of another play, so the level is enumerated as it plays now.
    return Entrant(f"{level_id} in {snapshot.label}", record, certificate if same_rules else None, path)
