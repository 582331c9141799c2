"""The files of a snapshot, from the levels that it takes: values in, bytes out, nothing read or written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalogue.level_record import LevelRecord
from catalogue.objectives import Objectives
from catalogue.schema_store import schema_of
from games.canonical import Json, canonical_bytes, sha256_of
from snapshots.admission import Entry
from snapshots.changes import Content, changes_between, content_of
from snapshots.croissant import CARD, croissant_card
from snapshots.identity import Identity
from snapshots.layout import (
    MANIFEST,
    OBJECTIVES,
    ROLES,
    RUNTIME,
    certificate_path,
    level_path,
    provenance_path,
    schema_path,
)
from snapshots.license_texts import license_expression, license_path
from snapshots.parentage import Numbers
from snapshots.presentation import Presentations
from snapshots.runtime import Build, blobs, runtime_digest, runtime_document
from snapshots.seeds import SCHEME, frozen_seeds

__all__ = ["SNAPSHOT_FORMAT", "Contents", "Draft", "Parts", "contents_of", "counts_of", "parts_of"]

SNAPSHOT_FORMAT = "levelpress/snapshot@1"


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that decides a snapshot's bytes.

    Attributes:
        entries: the levels, sorted by id.
        rows: their `levels[]` rows in the same order.
        build: the game build, or None.
        licenses: SPDX id -> text, for the licences in use.
        parent, parent_content: the parent's {label, digest} or None, and what it holds.
    """

    label: str
    released_on: str
    official: bool
    objectives: Objectives
    entries: Sequence[Entry]
    rows: Sequence[Mapping[str, Json]]
    build: Build | None
    licenses: Mapping[str, bytes]
    identity: Identity
    parent: Mapping[str, Json] | None
    parent_content: Content


@dataclass(frozen=True, slots=True)
class Contents:
    """Path -> bytes of every file of a snapshot, the root manifest among them."""

    files: Mapping[str, bytes]

    @property
    def root_digest(self) -> str:
        """The identity of the snapshot: the digest of the raw bytes of its root manifest."""
        return sha256_of(self.files[MANIFEST])


@dataclass(frozen=True, slots=True)
class Parts:
    """The files of a snapshot but for the root manifest, which needs the numbers that these decide.

    Attributes:
        files: path -> (role, bytes).
        changes: the difference to the parent.
    """

    files: Mapping[str, tuple[str, bytes]]
    changes: Mapping[str, Json]
    rules: Mapping[str, int]
    runtime: str | None


def parts_of(draft: Draft) -> Parts:
    """All files but the root manifest. The same draft gives the same bytes, in any folder and on any machine."""
    rules = {entry.record.game.name: entry.record.game.rules for entry in draft.entries}
    runtime = None if draft.build is None else runtime_document(draft.build, rules)
    digest = None if runtime is None else runtime_digest(runtime)
    files: dict[str, tuple[str, bytes]] = {}
    for entry in draft.entries:
        record = entry.record
        files[level_path(record.game.name, entry.id)] = _json("level", _public_level(record))
        files[certificate_path(entry.id)] = _json("certificate", entry.certificate.to_json())
        files[provenance_path(entry.id)] = _json("provenance", _provenance(record))
    objectives = _public_objectives(draft)
    files[OBJECTIVES] = _json("objectives", objectives)
    if draft.build is not None and runtime is not None:
        files[RUNTIME] = _json("runtime", runtime)
        files |= {path: ("blob", data) for path, data in blobs(draft.build)}
    # An empty file says that the workspace has no canary; a missing one would say that somebody removed it.
    files["canary.txt"] = ("canary", (draft.objectives.canary or "").encode("utf-8"))
    files |= {license_path(spdx): ("license", text) for spdx, text in draft.licenses.items()}
    used = {ROLES[role].format for role, _ in files.values()} | {SNAPSHOT_FORMAT, ROLES["changes"].format}
    files |= {schema_path(str(name)): _json("schema", schema_of(str(name))) for name in sorted(used - {None}, key=str)}
    shape = {
        "label": draft.label,
        "files": _listed(files),
        "levels": draft.rows,
        "rules": rules,
        "runtime_digest": digest,
    }
    changes = changes_between(draft.parent_content, content_of(shape, objectives))
    files["changes.json"] = _json("changes", changes)
    card = croissant_card(draft.label, draft.released_on, draft.licenses, _listed(files), len(draft.rows))
    files[CARD] = _json("croissant", card)
    return Parts(files, changes, rules, digest)


def contents_of(draft: Draft, parts: Parts, numbers: Numbers) -> Contents:
    """All files of a snapshot with the root manifest, which pins the others."""
    manifest = canonical_bytes(_manifest(draft, parts, numbers))
    return Contents({**{path: data for path, (_, data) in parts.files.items()}, MANIFEST: manifest})


def _manifest(draft: Draft, parts: Parts, numbers: Numbers) -> dict[str, Json]:
    listed = _listed(parts.files)
    return {
        "format": SNAPSHOT_FORMAT,
        "label": draft.label,
        "comparability": numbers.comparability,
        "interface": numbers.interface,
        "released_on": draft.released_on,
        "parent": draft.parent,
        "counts": counts_of(draft.rows, len(draft.objectives.objectives), listed),
        "files": listed,
        "levels": [dict(row) for row in draft.rows],
        "runtime_digest": parts.runtime,
        "seed_scheme": SCHEME,
        "rules": dict(parts.rules),
        "toolchain": draft.identity.toolchain(),
        "catalogue_commit": draft.identity.catalogue_commit,
        "official": draft.official,
        "canary": draft.objectives.canary,
        "license": license_expression(draft.licenses),
        "annotations": {},
    }


def _listed(files: Mapping[str, tuple[str, bytes]]) -> list[dict[str, Json]]:
    """The `files[]` of a root manifest."""
    return [
        {
            "path": path,
            "size": len(data),
            "digest": sha256_of(data),
            "media_type": ROLES[role].media_type,
            "role": role,
        }
        for path, (role, data) in sorted(files.items(), key=lambda item: item[0].encode("ascii"))
    ]


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


def _json(role: str, value: Json) -> tuple[str, bytes]:
    return role, canonical_bytes(value)


def _public_level(record: LevelRecord) -> dict[str, Json]:
    """What the runtime may see of a level. Origin, tags and everything of the certificate stay private."""
    value = record.to_json()
    kept = {key: value[key] for key in ("id", "revision", "game", "title", "board", "goal", "license", "canary")}
    return {"format": ROLES["level"].format, **kept}


def _provenance(record: LevelRecord) -> dict[str, Json]:
    value = record.to_json()
    kept = {key: value[key] for key in ("id", "revision", "provenance", "tags")}
    return {"format": ROLES["provenance"].format, **kept}


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
        "seeds": {entry.id: frozen_seeds(entry.known.digest) for entry in draft.entries},
        "initial_states": {entry.id: _initial_states(entry) for entry in draft.entries},
    }


def _initial_states(entry: Entry) -> dict[str, str]:
    """Layout seed -> digest of the initial state that it shows: the known answer of a runtime that honours its seed."""
    game, level, digest = entry.record.game, entry.record.level, entry.known.digest
    presentations = Presentations(game, level, digest)
    return {seed: presentations.initial_answer(seed) for seed in frozen_seeds(digest)["layout"]}
