"""Tier D2 at a freeze: a level that plays the same as one with another id, here or in an earlier snapshot.

The tiers before it are digests and stand in every manifest; for this one the earlier levels are read from their
snapshots, held against the manifest's digests. Most pairs are told apart by what the certificates say of their states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from catalogue.document import Unreadable, read_document
from catalogue.duplicate_search import DuplicateSearch, Entrant
from catalogue.level_record import LevelRecord, new_provenance
from catalogue.workspace import read_certificate
from games.canonical import Json
from games.contract import AnyGame, InvalidLevel, level_digest
from games.registry import game_named
from snapshots.history import Earlier, History
from snapshots.layout import certificate_path, level_path
from snapshots.level_files import waiting_certificate, waiting_level
from snapshots.waiting_files import WaitingFiles
from validators.duplicates import BLOCKING
from validators.plays_same import Profile, profile_of

__all__ = ["WaitingEntrants", "same_plays"]


class WaitingEntrants(Mapping[str, Entrant]):
    """The levels of a freeze, each made from its files when it is asked for."""

    def __init__(self, files: WaitingFiles, games: Mapping[str, AnyGame]) -> None:
        self._files, self._games = files, games

    def __len__(self) -> int:
        return len(self._games)

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __getitem__(self, level_id: str) -> Entrant:
        game = self._games[level_id]
        level = waiting_level(self._files, game, level_id)
        record = LevelRecord(level_id, 1, game, level, None, new_provenance("unknown"), None, None, ())
        return Entrant(level_id, record, waiting_certificate(self._files, level_id))


class _Alike:
    """Levels by game and by what their certificates say of their states: what may play the same as another."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[int, ...]], list[str]] = defaultdict(list)
        self._unknown: dict[str, list[tuple[str, Profile]]] = defaultdict(list)
        self._sums: dict[str, list[tuple[str, Profile]]] = defaultdict(list)
        self._place: dict[str, int] = {}

    def add(self, name: str, game: str, profile: Profile) -> None:
        self._place[name] = len(self._place)
        if profile.layers is None:
            self._unknown[game].append((name, profile))
        else:
            self._known[game, profile.layers].append(name)
            self._sums[game].append((name, profile))

    def to(self, game: str, profile: Profile) -> list[str]:
        """The levels that were added of that game and are not told apart from a profile, in the order of adding."""
        if profile.layers is not None:
            found = [*self._known.get((game, profile.layers), ())]
            found += [name for name, other in self._unknown[game] if not profile.rules_out(other)]
        else:
            others = (*self._unknown[game], *self._sums[game])
            found = [name for name, other in others if not profile.rules_out(other)]
        return sorted(found, key=self._place.__getitem__)


def same_plays(
    entrants: Mapping[str, Entrant],
    history: History,
    frozen: Path,
    kinds: Mapping[str, tuple[str, Profile]] | None = None,
) -> Iterator[tuple[str, str]]:
    """The id of each level that plays the same as another, and what that one is.

    Args:
        entrants: the levels to be frozen, by id.
        frozen: the folder of the snapshots in `history`.
        kinds: game and profile of each level to be frozen, where they are known.

    A pair of equal normal forms is of an earlier tier and not named here. The cost is linear in the levels as long as
    their certificates tell them apart: only levels of one game with as many states at every distance are compared, and
    those whose certificates do not say how many with every other that may have as many.

    Raises:
        Unreadable: an earlier level or certificate is not what its manifest says.
    """
    kinds = kinds or {name: (one.record.game.name, _profile(one)) for name, one in entrants.items()}
    search, alike = DuplicateSearch(), _Alike()
    for name in entrants:
        for other in alike.to(*kinds[name]):
            for pair in search.pair(entrants[other], entrants[name], BLOCKING):
                if pair.tier == "D2":
                    yield pair.b, f"plays the same as {pair.a}"
        alike.add(name, *kinds[name])
    games = {game for game, _ in kinds.values()}
    seen: set[tuple[str, str]] = set()
    for snapshot, row in history.rows():
        key = str(row["id"]), str(row["level_digest"])
        if key in seen or row["game"] not in games:
            continue
        seen.add(key)
        earlier = _earlier(frozen / snapshot.label, snapshot, row)
        for level_id in alike.to(row["game"], _profile(earlier)):
            if level_id != row["id"]:
                for pair in search.pair(earlier, entrants[level_id], BLOCKING):
                    if pair.tier == "D2":
                        yield level_id, f"plays the same as {row['id']} in {snapshot.label}"


def _profile(entrant: Entrant) -> Profile:
    if entrant.certificate is None:
        return Profile(None)
    return profile_of(entrant.certificate, entrant.solver, entrant.record.level)


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
