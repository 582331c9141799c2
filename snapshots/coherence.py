"""Whether the files of a snapshot agree with one another and with the rules: everything derived is derived again.

To be asked only of a snapshot whose files are all there, pinned, canonical and of their schema. What the files of one
level say is asked level by level (`level_coherence`), so that many levels need no more memory than their manifest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path

from games.canonical import Json, canonical_bytes
from games.registry import game_names
from snapshots import faults
from snapshots.contents import counts_of
from snapshots.croissant import CARD, EDITIONS, croissant_card
from snapshots.faults import Fault, fault
from snapshots.layout import (
    MANIFEST,
    OBJECTIVES,
    ROLES,
    RUNTIME,
    paths_of,
    schema_path,
)
from snapshots.license_texts import license_expression, license_path
from snapshots.manifest_index import FileIndex
from snapshots.objective_coherence import objective_faults
from snapshots.parent_coherence import parent_faults
from snapshots.pin import is_date
from snapshots.runtime import blob_path, runtime_digest

__all__ = ["LEVEL_ROLES", "Documents", "coherence_faults"]

REQUIRED = (OBJECTIVES, "changes.json", "canary.txt", CARD)
#: The roles of the files that a level has one of each.
LEVEL_ROLES = ("level", "certificate", "provenance")


@dataclass(frozen=True, slots=True)
class Documents:
    """A snapshot but for the files of its levels.

    Attributes:
        manifest: the root manifest.
        files: its `files[]` rows by path.
        values: path -> value of its other JSON files.
        canary: the bytes of canary.txt.
        licenses: the licences that the levels name.
        folder: what the snapshot lies in, perhaps beside its parent.
    """

    manifest: Mapping[str, Json]
    files: FileIndex
    values: Mapping[str, Json]
    canary: bytes
    licenses: frozenset[str]
    folder: Path


def coherence_faults(snapshot: Documents) -> Iterator[Fault]:
    """Every contradiction within a snapshot that is not about one level's files."""
    manifest, values = snapshot.manifest, snapshot.values
    missing = [fault(faults.MISSING, path, "every snapshot has it") for path in REQUIRED if path not in snapshot.files]
    yield from missing
    yield from _root_faults(manifest)
    yield from _row_faults(manifest)
    yield from _file_set_faults(snapshot)
    yield from _runtime_faults(snapshot)
    if not missing:
        yield from _card_faults(snapshot)
        yield from objective_faults(manifest, values)
        yield from _count_faults(snapshot)
        yield from parent_faults(snapshot.folder, manifest, snapshot.files, values)
        canary = manifest["canary"] or ""
        if snapshot.canary != canary.encode("utf-8"):
            yield fault(faults.CANARY, "canary.txt", f"not the manifest's canary {canary!r}")


def _root_faults(manifest: Mapping[str, Json]) -> Iterator[Fault]:
    if not is_date(manifest["released_on"]):
        yield fault(faults.DATE, MANIFEST, f"released_on {manifest['released_on']} is no day of the calendar")
    commits = (manifest["toolchain"]["commit"], manifest["catalogue_commit"])
    if manifest["official"] and None in commits:
        yield fault(faults.OFFICIAL, MANIFEST, "official, but a commit is unknown")
    games = sorted({row["game"] for row in manifest["levels"]})
    if sorted(manifest["rules"]) != games:
        yield fault(faults.RULES, MANIFEST, f"rules names {sorted(manifest['rules'])}, the levels are of {games}")
    for name in sorted(set(games) - set(game_names())):
        yield fault(faults.RULES, MANIFEST, f"this levelpress has no game {name}")


def _row_faults(manifest: Mapping[str, Json]) -> Iterator[Fault]:
    rows = manifest["levels"]
    ids = (row["id"] for row in rows)
    if any(before >= after for before, after in pairwise(ids)):
        yield fault(faults.ORDER, MANIFEST, "levels is not sorted by id, or lists an id twice")
    first: dict[str, str] = {}
    for row in rows:
        other = first.setdefault(row["canon_digest"], row["id"])
        if other != row["id"]:
            yield fault(faults.DUPLICATE, MANIFEST, f"{row['id']} is the same as {other}")


def _file_set_faults(snapshot: Documents) -> Iterator[Fault]:
    """The listed files are those that the rows, formats and licences in use call for, and no others."""
    manifest, files = snapshot.manifest, snapshot.files
    used = {ROLES[one["role"]].format for one in manifest["files"]} - {None} | {manifest["format"]}
    wanted = {*REQUIRED, *(schema_path(str(name)) for name in used)}
    if manifest["runtime_digest"] is not None:
        wanted.add(RUNTIME)
        if RUNTIME in snapshot.values:
            wanted |= {blob_path(one["digest"]) for one in snapshot.values[RUNTIME]["files"].values()}
    licenses = snapshot.licenses
    wanted |= {license_path(spdx) for spdx in licenses}
    if manifest["license"] != license_expression(licenses):
        yield fault(faults.LICENSE, MANIFEST, f"license is not {license_expression(licenses)!r}, which the levels have")
    for path in sorted(one["path"] for one in manifest["files"] if one["role"] == "schema"):
        value = snapshot.values.get(path)
        name = value.get("$id") if isinstance(value, dict) else None
        if not isinstance(name, str) or schema_path(name) != path:
            yield fault(faults.REFERENCE, path, f"it is the schema of {name!r}")
    called = bytearray(len(files))
    for path in chain(wanted, _level_paths(manifest)):
        if path in files:
            called[files.place(path)] = True
        elif path not in REQUIRED:
            yield fault(faults.MISSING, path, "called for by the levels, but not listed")
    for path in files:
        if not called[files.place(path)]:
            yield fault(faults.REFERENCE, path, "listed, but nothing in the snapshot calls for it")


def _level_paths(manifest: Mapping[str, Json]) -> Iterator[str]:
    """Where the files of every level lie."""
    for row in manifest["levels"]:
        yield from paths_of(row)


def _runtime_faults(snapshot: Documents) -> Iterator[Fault]:
    manifest = snapshot.manifest
    value = snapshot.values.get(RUNTIME)
    if value is None:
        return
    if manifest["runtime_digest"] != runtime_digest(value):
        yield fault(faults.DERIVED, MANIFEST, f"runtime_digest is not {runtime_digest(value)}")
    if value["rules"] != manifest["rules"]:
        yield fault(faults.RULES, RUNTIME, "its rules are not the manifest's")
    for url, one in sorted(value["files"].items()):
        path = blob_path(one["digest"])
        size = snapshot.files[path]["size"] if path in snapshot.files else one["size"]
        if size != one["size"]:
            yield fault(faults.REFERENCE, RUNTIME, f"{url} has {size} bytes, not {one['size']}")
    for file in manifest["files"]:
        if file["role"] == "blob" and blob_path(file["digest"]) != file["path"]:
            yield fault(faults.REFERENCE, file["path"], "not named by its digest")


def _card_faults(snapshot: Documents) -> Iterator[Fault]:
    """The Croissant card says what follows from the manifest and nothing else."""
    manifest = snapshot.manifest
    facts = manifest["label"], manifest["released_on"], snapshot.licenses, manifest["files"], len(manifest["levels"])
    # Held against one another as bytes: no schema bounds a card, and as Python values 0 and false are equal. The rows
    # of a card are those of the public files, so it is not in itself.
    card = canonical_bytes(snapshot.values.get(CARD))
    if all(card != canonical_bytes(croissant_card(*facts, edition)) for edition in EDITIONS):
        yield fault(faults.DERIVED, CARD, "not the card that follows from the manifest")


def _count_faults(snapshot: Documents) -> Iterator[Fault]:
    manifest = snapshot.manifest
    objectives = len(snapshot.values[OBJECTIVES]["objectives"])
    counted = counts_of(manifest["levels"], objectives, manifest["files"])
    for name, number in counted.items():
        if manifest["counts"][name] != number:
            yield fault(faults.COUNT, MANIFEST, f"counts.{name} is {manifest['counts'][name]}, counted {number}")
