"""The files of a snapshot, from the levels that it takes; they wait until they are published."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalogue.objectives import Objectives
from catalogue.schema_store import schema_of
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import read_json
from snapshots.admission import Entry
from snapshots.changes import Content, content_of, lazy_changes
from snapshots.croissant import CARD, croissant_card
from snapshots.environment import Environment
from snapshots.identity import Identity
from snapshots.layout import (
    MANIFEST,
    OBJECTIVES,
    ROLES,
    RUNTIME,
    SNAPSHOT_FORMAT,
    schema_path,
)
from snapshots.level_files import waiting_level
from snapshots.license_texts import license_expression, license_path
from snapshots.parentage import Numbers
from snapshots.pieces import canonical_document, in_pieces
from snapshots.presentation import NEWEST, Presentations
from snapshots.runtime import Build, blobs, runtime_digest, runtime_document
from snapshots.seeds import frozen_seeds
from snapshots.waiting_files import WaitingFiles

__all__ = ["Contents", "Draft", "Parts", "contents_of", "counts_of", "parts_of"]


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that decides a snapshot's bytes.

    Attributes:
        files: the levels' files, and after `parts_of` all others.
        entries: the levels, sorted by id.
        rows: their `levels[]` rows in the same order.
        build: the game build, or None; environment: what it must be shown with.
        licenses: SPDX id -> text, for the licences in use.
        parent, parent_content: the parent's {label, digest} or None, and what it holds.
    """

    label: str
    released_on: str
    official: bool
    objectives: Objectives
    files: WaitingFiles
    entries: Sequence[Entry]
    rows: Sequence[Mapping[str, Json]]
    build: Build | None
    environment: Environment
    licenses: Mapping[str, bytes]
    identity: Identity
    parent: Mapping[str, Json] | None
    parent_content: Content


@dataclass(frozen=True, slots=True)
class Contents:
    """Path -> bytes of every file of a snapshot, the root manifest among them, and its manifest's bytes."""

    files: WaitingFiles
    manifest: bytes

    @property
    def root_digest(self) -> str:
        """The identity of the snapshot: the digest of the raw bytes of its root manifest."""
        return sha256_of(self.manifest)


@dataclass(frozen=True, slots=True)
class Parts:
    """What a snapshot's other files say that its root manifest and the numbers in it need.

    Attributes:
        changes: the difference to the parent.
        runtime: the runtime digest, None without a game build.
    """

    changes: Mapping[str, Json]
    rules: Mapping[str, int]
    runtime: str | None


def parts_of(draft: Draft) -> Parts:
    """Put all files but those of the levels, which are there, and the root manifest among the draft's files.

    The same draft gives the same bytes, in any folder and on any machine.
    """
    files = draft.files
    rules = {entry.game.name: entry.game.rules for entry in draft.entries}
    runtime = None if draft.build is None else runtime_document(draft.build, rules, draft.environment)
    digest = None if runtime is None else runtime_digest(runtime)
    objectives = _public_objectives(draft)
    files.put(OBJECTIVES, "objectives", canonical_document(objectives))
    if draft.build is not None and runtime is not None:
        files.put(RUNTIME, "runtime", canonical_bytes(runtime))
        for path, data in blobs(draft.build):
            files.put(path, "blob", data)
    # An empty file says that the workspace has no canary; a missing one would say that somebody removed it.
    files.put("canary.txt", "canary", (draft.objectives.canary or "").encode("utf-8"))
    for spdx, text in draft.licenses.items():
        files.put(license_path(spdx), "license", text)
    used = {ROLES[role].format for role in files.roles()} | {SNAPSHOT_FORMAT, ROLES["changes"].format}
    for name in sorted(used - {None}, key=str):
        files.put(schema_path(str(name)), "schema", canonical_bytes(schema_of(str(name))))
    shape = {
        "label": draft.label,
        "files": files.rows(),
        "levels": draft.rows,
        "rules": rules,
        "runtime_digest": digest,
        "seed_scheme": NEWEST,
    }
    changes = canonical_document(lazy_changes(draft.parent_content, content_of(shape, objectives)))
    files.put("changes.json", "changes", changes)
    card = croissant_card(draft.label, draft.released_on, draft.licenses, files.rows(), len(draft.rows))
    files.put(CARD, "croissant", canonical_bytes(card))
    # Its bytes are a fraction of what it is as values.
    held = in_pieces(changes, str(ROLES["changes"].format))
    return Parts(read_json(changes) if held is None else held, rules, digest)


def contents_of(draft: Draft, parts: Parts, numbers: Numbers) -> Contents:
    """All files of a snapshot with the root manifest, which pins the others."""
    manifest = canonical_document(_manifest(draft, parts, numbers))
    draft.files.put(MANIFEST, "manifest", manifest)
    return Contents(draft.files, manifest)


def _manifest(draft: Draft, parts: Parts, numbers: Numbers) -> dict[str, Json]:
    listed = draft.files.rows()
    return {
        "format": SNAPSHOT_FORMAT,
        "label": draft.label,
        "comparability": numbers.comparability,
        "interface": numbers.interface,
        "released_on": draft.released_on,
        "parent": draft.parent,
        "counts": counts_of(draft.rows, len(draft.objectives.objectives), listed),
        "files": listed,
        "levels": draft.rows,
        "runtime_digest": parts.runtime,
        "seed_scheme": NEWEST,
        "rules": dict(parts.rules),
        "toolchain": draft.identity.toolchain(),
        "catalogue_commit": draft.identity.catalogue_commit,
        "official": draft.official,
        "canary": draft.objectives.canary,
        "license": license_expression(draft.licenses),
        "annotations": {},
    }


def counts_of(
    rows: Sequence[Mapping[str, Json]], objectives: int, files: Sequence[Mapping[str, Json]]
) -> dict[str, Json]:
    """The `counts` of a root manifest: of levels in all, per track and per game, of objectives, files and bytes."""
    tracks = Counter(str(row["track"]) for row in rows)
    return {
        "levels": len(rows),
        "core": tracks["core"],
        "fresh": tracks["fresh"],
        "games": dict(Counter(str(row["game"]) for row in rows)),
        "objectives": objectives,
        "files": len(files),
        "bytes": sum(file["size"] for file in files),
    }


def _public_objectives(draft: Draft) -> dict[str, Json]:
    """The objectives without their ranges, which would tell the runtime where the optimum lies."""
    return {
        "format": ROLES["objectives"].format,
        "canary": draft.objectives.canary,
        "objectives": [
            {
                "id": one.id,
                "game": one.game,
                "difficulty": one.difficulty,
                "count": one.count,
                "levels": list(one.levels),
            }
            for one in draft.objectives.objectives
        ],
        "fresh": list(draft.objectives.fresh),
        "seeds": _OfLevels(draft.entries, lambda entry: frozen_seeds(entry.known.digest)),
        "initial_states": _OfLevels(draft.entries, lambda entry: _initial_states(draft.files, entry)),
    }


class _OfLevels(Mapping[str, Json]):
    """Level id -> what is made of its entry when it is asked for."""

    def __init__(self, entries: Sequence[Entry], made: Callable[[Entry], Json]) -> None:
        self._entries, self._made = {entry.id: entry for entry in entries}, made

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __getitem__(self, level_id: str) -> Json:
        return self._made(self._entries[level_id])


def _initial_states(files: WaitingFiles, entry: Entry) -> dict[str, str]:
    """Layout seed -> digest of the initial state that it shows: the known answer of a runtime that honours its seed."""
    level, digest = waiting_level(files, entry.game, entry.id), entry.known.digest
    presentations = Presentations(entry.game, level, digest, NEWEST)
    return {seed: presentations.initial_answer(seed) for seed in frozen_seeds(digest)["layout"]}
