"""The reading of a snapshot's files: each within its pinned size and digest, each level's together, then forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path

from games.canonical import Json
from games.contract import InvalidLevel
from games.registry import game_named, game_names
from games.strict_json import MAX_BYTES
from snapshots import faults
from snapshots.coherence import LEVEL_ROLES, Documents, coherence_faults
from snapshots.deep import deep_level_faults, fingerprint_faults, solutions_of
from snapshots.faults import Fault, fault
from snapshots.fingerprint import differences, observed_here, pinned_fingerprint
from snapshots.layout import JSON, OBJECTIVES, ROLES, RUNTIME, LevelPaths, paths_of
from snapshots.level_coherence import level_faults
from snapshots.manifest_index import FileIndex, Rows
from snapshots.public_scan import Secrets, leaks, secrets_of
from snapshots.tree import read_pinned

__all__ = ["Reading"]

#: Path, bytes, wanted format -> the value and its faults of form.
ReadDocument = Callable[[str, bytes, str | None], tuple[Json, list[Fault]]]


class Reading:
    """One reading of all files that a root manifest lists, but for those that are absent; to be asked once for its
    `faults`.

    The files are compared with one another only where each is what its place demands: else every absence and every
    broken document would be reported again as a contradiction.
    """

    def __init__(
        self,
        folder: Path,
        manifest: Mapping[str, Json],
        listed: FileIndex,
        absent: Set[str],
        document: ReadDocument,
        *,
        deep: bool,
        keep: bool,
        observed: Mapping[str, Json] | None,
    ) -> None:
        self._folder, self._absent, self._manifest, self._document = folder, absent, manifest, document
        self._deep, self._keep, self._observed = deep, keep, observed
        self._listed = listed
        self._broken: list[Fault] = []
        self._licenses: set[str] = set()
        self._secrets: list[tuple[str, list[tuple[str, ...]], list[str]]] = []
        self.files: dict[str, bytes] = {}
        self.fingerprint: dict[str, Json] | None = None

    def faults(self) -> list[Fault]:
        """Every fault of the listed files, and, where there is none, every contradiction between them."""
        values: dict[str, Json] = {}
        canary = b""
        for path, one in self._listed.items():
            if one["role"] not in LEVEL_ROLES:
                data, value = self._read(path)
                if ROLES[one["role"]].media_type == JSON and value is not None:
                    values[path] = value
                canary = data if path == "canary.txt" and data is not None else canary
        told = list(self._levels(values))
        if self._broken:
            return self._broken
        licenses = frozenset(self._licenses)
        folder = self._folder.absolute().parent
        told += coherence_faults(Documents(self._manifest, self._listed, values, canary, licenses, folder))
        if self._deep and not told:
            told += self._leaks()
        if (self._deep or self._observed is not None) and not told:
            told += self._fingerprint_faults(values.get(RUNTIME))
        return told

    def _levels(self, values: Mapping[str, Json]) -> Iterator[Fault]:
        """The files of every level, read together; and those that no row calls for."""
        rows = self._manifest["levels"]
        names = Rows(self._manifest, digests=True)
        shared = {OBJECTIVES: values[OBJECTIVES]} if OBJECTIVES in values else {}
        called = bytearray(len(self._listed))
        for row in rows:
            paths = paths_of(row)
            there = [path for path in paths if path in self._listed and not called[self._listed.place(path)]]
            own = {path: self._read(path)[1] for path in there}
            for path in there:
                called[self._listed.place(path)] = True
            documents = {path: value for path, value in own.items() if value is not None}
            if not self._broken:
                yield from self._level(row, paths, {**shared, **documents}, names)
        for path, one in self._listed.items():
            if one["role"] in LEVEL_ROLES and not called[self._listed.place(path)]:
                self._read(path)

    def _level(
        self, row: Mapping[str, Json], paths: LevelPaths, values: Mapping[str, Json], names: Mapping[str, Json]
    ) -> Iterator[Fault]:
        told = list(level_faults(self._manifest, row, values, names))
        yield from told
        public = values.get(paths.public)
        if public is not None and public["license"] is not None:
            self._licenses.add(public["license"])
        if self._deep and not told and all(path in values for path in (*paths, OBJECTIVES)):
            told = list(deep_level_faults(row, values, self._manifest["seed_scheme"]))
            yield from told
            if not told:
                self._keep_secrets(row, paths, values)

    def _keep_secrets(self, row: Mapping[str, Json], paths: LevelPaths, values: Mapping[str, Json]) -> None:
        if row["game"] not in game_names():
            return
        game, public, certificate = game_named(row["game"]), values[paths.public], values[paths.certificate]
        try:
            level = game.parse(public["board"], public["goal"])
        except InvalidLevel:
            return
        moves = tuple(certificate["solution"]["moves"])
        seeds = values[OBJECTIVES]["initial_states"][row["id"]]
        scheme = self._manifest["seed_scheme"]
        solutions = list(solutions_of(game, level, row["level_digest"], moves, seeds, scheme))
        self._secrets.append((row["id"], solutions, certificate["trail"]))

    def _leaks(self) -> Iterator[Fault]:
        """What the public files hold that is private. They are read again: their bytes are pinned."""
        secrets: Secrets = secrets_of(self._secrets)
        for path in (path for path in self._listed if path.startswith("public/")):
            one = self._listed[path]
            data, found = read_pinned(self._folder, path, one["size"], one["digest"])
            # One that changed meanwhile cannot be scanned, and what was not scanned must not pass.
            yield from found
            for told in leaks(path, data or b"", secrets):
                yield fault(faults.LEAK, path, told)

    def _fingerprint_faults(self, runtime: Json) -> Iterator[Fault]:
        pinned = pinned_fingerprint(self._manifest, runtime)
        observed = observed_here() if self._observed is None else self._observed
        found = differences(pinned, observed)
        self.fingerprint = {"pinned": pinned, "observed": dict(observed), "differences": found}
        return fingerprint_faults(found, here=self._observed is None)

    def _read(self, path: str) -> tuple[bytes | None, Json]:
        """The bytes and, of a JSON file, the value; None for what is not as its place demands."""
        one = self._listed[path]
        if path in self._absent:
            self._broken.append(fault(faults.MISSING, path, "listed in the root manifest, but not there"))
            return None, None
        role = ROLES[one["role"]]
        if role.media_type == JSON and one["size"] > MAX_BYTES:
            self._broken.append(fault(faults.MALFORMED, path, f"of {one['size']} bytes, more than {MAX_BYTES}"))
            return None, None
        data, found = read_pinned(self._folder, path, one["size"], one["digest"])
        self._broken += found
        if data is None:
            return None, None
        if self._keep:
            self.files[path] = data
        if role.media_type != JSON:
            return data, None
        value, found = self._document(path, data, role.format)
        self._broken += found
        return data, None if found else value
