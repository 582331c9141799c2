"""A pinned snapshot in memory, for a runner: only bytes that were verified, and nothing before all of them were."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, Symmetry
from games.finding import Finding
from games.registry import game_named
from games.shape import nearest
from games.strict_json import read_json
from snapshots.advisories import Advisory
from snapshots.faults import FINDINGS, Fault
from snapshots.fingerprint import checked_fingerprint, differences, pinned_fingerprint
from snapshots.judgement import Judgement, judged
from snapshots.layout import OBJECTIVES, RUNTIME, certificate_path, level_path
from snapshots.pieces import whole
from snapshots.presentation import AUTHORED, presented
from snapshots.runtime import blob_path
from snapshots.seeds import seed_of
from snapshots.signature import PublicKey
from snapshots.verify import Options, verify
from snapshots.views import View, view_of

__all__ = ["AdvisoryWarning", "NoLevel", "NotOfficial", "NotVerified", "Snapshot", "open_pinned"]


class NotVerified(Exception):
    """The snapshot is not what the pin names. Carries every fault."""

    def __init__(self, pin: str, faults: tuple[Fault, ...]) -> None:
        listed = "; ".join(f"{fault.path}: {fault.id}: {fault.message}" for fault in faults)
        super().__init__(f"{pin}: {listed}")
        self.faults = faults

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The faults as findings, the form that every report knows; `file` is the path inside the snapshot."""
        kinds = {kind.id: kind for kind in FINDINGS}
        return tuple(kinds[one.id].at(one.message).about(file=one.path) for one in self.faults)


class NotOfficial(Exception):
    """The snapshot is what the pin names, but says itself that it is no official one."""


class NoLevel(KeyError):
    """The snapshot has no level of that id. The message names the near miss."""

    def __str__(self) -> str:
        # A KeyError shows its argument in quotes, as a name; this one's is a sentence.
        return str(self.args[0])


class AdvisoryWarning(UserWarning):
    """An advisory speaks of the snapshot that was opened. The run goes on; its report should say so."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A verified snapshot. Everything it gives comes from the bytes that were verified.

    Attributes:
        pin, manifest, files: the full pin, the root manifest, path -> bytes of every listed file.
        signature: `unsigned`, `unknown key`, `bad signature` or `good`.
        advisories: those that speak of this snapshot, lifted ones too; `last_advisory` the number of the last one
            known of any, which a report carries.
    """

    pin: str
    manifest: Mapping[str, Json]
    files: Mapping[str, bytes]
    signature: str = "unsigned"
    advisories: tuple[Advisory, ...] = ()
    last_advisory: int = 0

    def levels(self) -> Iterator[Mapping[str, Json]]:
        """The public level documents (`levelpress/public-level@1`), by id."""
        yield from map(self._public, self.manifest["levels"])

    def level(self, level_id: str, seed: str = AUTHORED) -> dict[str, Json]:
        """A public level document with the board and goal that a layout seed shows.

        Raises:
            NoLevel: a KeyError, no such level. ValueError: no seed. TypeError: a seed that is no text.
        """
        value, game, shown = self._shown(level_id, seed)
        board, goal = game.print(shown.level)
        return {**value, "board": board, "goal": goal}

    def objectives(self) -> tuple[Mapping[str, Json], ...]:
        """The objectives with their level ids in the order of play."""
        return tuple(read_json(self.files[OBJECTIVES])["objectives"])

    def seed(self, level_id: str, purpose: str, attempt: int) -> str:
        """The seed of one attempt at a level, counted from 0.

        Raises:
            NoLevel: a KeyError, no such level. ValueError: as `seed_of`. TypeError: an attempt that is no whole number.
        """
        if not isinstance(attempt, int) or isinstance(attempt, bool):
            raise TypeError(f"an attempt is a whole number from 0, not {attempt!r}")
        return seed_of(self._row(level_id)["level_digest"], purpose, attempt)

    def known_answers(self, level_id: str) -> Mapping[str, str]:
        """Layout seed -> digest of the initial state that a runtime must show. Raises NoLevel, a KeyError."""
        self._row(level_id)
        answers: Mapping[str, str] = read_json(self.files[OBJECTIVES])["initial_states"][level_id]
        return answers

    def view(self, name: str) -> View:
        """The view `core`, `all`, `after=DATE` or `model_cutoff=DATE`. Raises NoView."""
        manifest, seeds = self.manifest, read_json(self.files[OBJECTIVES])["seeds"]
        return view_of(name, manifest["levels"], manifest["runtime_digest"], manifest["rules"], seeds)

    def runtime(self) -> dict[str, bytes]:
        """URL -> bytes of the game build; empty where the snapshot has none."""
        return {url: self.files[blob_path(one["digest"])] for url, one in sorted(self.served().items())}

    def served(self) -> Mapping[str, Mapping[str, Json]]:
        """URL -> digest, media type and size of every served file; empty where the snapshot has no game build."""
        served: Mapping[str, Mapping[str, Json]] = (
            read_json(self.files[RUNTIME])["files"] if RUNTIME in self.files else {}
        )
        return served

    def fingerprint(self) -> dict[str, Json]:
        """With what the snapshot must be run: see `pinned_fingerprint`."""
        return pinned_fingerprint(self.manifest, read_json(self.files[RUNTIME]) if RUNTIME in self.files else None)

    def fingerprint_differences(self, observed: Mapping[str, Json]) -> list[dict[str, Json]]:
        """Where what a runner observed is not what is pinned: see `differences`.

        Raises:
            MalformedFingerprint: a ValueError, `observed` is not of the form of `fingerprint()`.
        """
        return differences(self.fingerprint(), checked_fingerprint(observed))

    def judge(self, level_id: str, moves: Sequence[str], seed: str = AUTHORED) -> Judgement:
        """What the rules say of a play on the level as that layout seed shows it.

        Raises:
            NoLevel: a KeyError, no such level. ValueError: no seed. TypeError: a seed that is no text, or moves that
                are no list of texts.
        """
        _, game, shown = self._shown(level_id, seed)
        return judged(game, shown.level, moves)

    def solution(self, level_id: str, seed: str = AUTHORED) -> tuple[str, ...]:
        """The certified solution, carried over to a layout seed. Private: for tests of a runner, never for a player.

        Raises:
            NoLevel: a KeyError, no such level. ValueError: no seed. TypeError: a seed that is no text.
        """
        _, _, shown = self._shown(level_id, seed)
        certificate = read_json(self.files[certificate_path(level_id)])
        return tuple(shown.move(move) for move in certificate["solution"]["moves"])

    def _shown(self, level_id: str, seed: str) -> tuple[Mapping[str, Json], AnyGame, Symmetry[Any]]:
        """A level's public document, its game, and the presentation that a seed picks by the snapshot's own scheme."""
        row = self._row(level_id)
        value = self._public(row)
        if not isinstance(seed, str):
            raise TypeError(f"a seed is a text in decimal, not {seed!r}")
        game = game_named(row["game"])
        level = game.parse(value["board"], value["goal"])
        return value, game, presented(game, level, seed, row["level_digest"], self.manifest["seed_scheme"])

    def _row(self, level_id: str) -> Mapping[str, Json]:
        for row in self.manifest["levels"]:
            if row["id"] == level_id:
                found: Mapping[str, Json] = row
                return found
        known = [row["id"] for row in self.manifest["levels"]]
        hint = nearest(level_id, known) if isinstance(level_id, str) else ""
        raise NoLevel(f"no level {level_id!r} in {self.manifest['label']}{hint}")

    def _public(self, row: Mapping[str, Json]) -> Mapping[str, Json]:
        value: Mapping[str, Json] = read_json(self.files[level_path(row["game"], row["id"])])
        return value


def open_pinned(
    pin: str,
    root: Path | str,
    *,
    allow_non_official: bool = False,
    keys: Sequence[PublicKey] = (),
    require_signature: bool = False,
) -> Snapshot:
    """The snapshot that a full pin names, below a folder of snapshots, a workspace, or the snapshot's own folder.

    Advisories that speak of it are given as an AdvisoryWarning each; the run goes on.

    Raises:
        MalformedPin: no full pin; a bare label is none.
        Unreadable: no such snapshot there.
        NotVerified: anything in it differs from what the pin names.
        NotOfficial: it is no official snapshot, and that was not allowed.
    """
    verified = verify(pin, Path(root), Options(keep=True, keys=keys, require_signature=require_signature))
    if not verified.ok or verified.manifest is None:
        raise NotVerified(pin, verified.faults)
    if not verified.manifest["official"] and not allow_non_official:
        raise NotOfficial(f"{pin}: no official snapshot; allow_non_official=True opens it all the same")
    for told in verified.warnings:
        warnings.warn(told, AdvisoryWarning, stacklevel=2)
    return Snapshot(
        pin, whole(verified.manifest), verified.files, verified.signature, verified.advisories, verified.last_advisory
    )
