"""Whether the files of a snapshot agree with one another and with the rules: everything derived is derived again.

To be asked only of a snapshot whose files are all there, pinned, canonical and of their schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.canonical import Json
from games.registry import game_names
from snapshots import faults
from snapshots.changes import first_changes
from snapshots.contents import counts_of
from snapshots.faults import Fault, fault
from snapshots.layout import MANIFEST, ROLES, schema_path
from snapshots.level_coherence import level_faults
from snapshots.license_texts import license_expression, license_path
from snapshots.objective_coherence import objective_faults
from snapshots.pin import is_date
from snapshots.runtime import blob_path, runtime_digest

__all__ = ["Documents", "coherence_faults"]

RUNTIME = "public/runtime/runtime.json"
REQUIRED = ("public/objectives.json", "changes.json", "canary.txt")


@dataclass(frozen=True, slots=True)
class Documents:
    """A snapshot in memory: its root manifest, path -> value of its JSON files, path -> bytes of all listed files."""

    manifest: Mapping[str, Json]
    values: Mapping[str, Json]
    files: Mapping[str, bytes]


def coherence_faults(snapshot: Documents) -> Iterator[Fault]:
    """Every contradiction within a snapshot."""
    manifest, values = snapshot.manifest, snapshot.values
    missing = [fault(faults.MISSING, path, "every snapshot has it") for path in REQUIRED if path not in snapshot.files]
    yield from missing
    yield from _root_faults(manifest)
    yield from _row_faults(manifest)
    for row in manifest["levels"]:
        yield from level_faults(manifest, row, values)
    yield from _file_set_faults(snapshot)
    yield from _runtime_faults(snapshot)
    if not missing:
        yield from objective_faults(manifest, values)
        yield from _count_faults(snapshot)
        yield from _changes_faults(snapshot)
        canary = manifest["canary"] or ""
        if snapshot.files["canary.txt"] != canary.encode("utf-8"):
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
    ids = [row["id"] for row in rows]
    if ids != sorted(set(ids)):
        yield fault(faults.ORDER, MANIFEST, "levels is not sorted by id, or lists an id twice")
    first: dict[str, str] = {}
    for row in rows:
        other = first.setdefault(row["canon_digest"], row["id"])
        if other != row["id"]:
            yield fault(faults.DUPLICATE, MANIFEST, f"{row['id']} is the same as {other}")


def _file_set_faults(snapshot: Documents) -> Iterator[Fault]:
    """The listed files are those that the rows, formats and licences in use call for, and no others."""
    manifest = snapshot.manifest
    roles = {one["path"]: one["role"] for one in manifest["files"]}
    wanted: set[str] = set(REQUIRED)
    for row in manifest["levels"]:
        wanted.add(f"public/levels/{row['game']}/{row['id']}.json")
        wanted |= {f"private/certificates/{row['id']}.json", f"private/provenance/{row['id']}.json"}
    used = {ROLES[role].format for role in roles.values()} - {None} | {manifest["format"]}
    wanted |= {schema_path(str(name)) for name in used}
    if manifest["runtime_digest"] is not None:
        wanted.add(RUNTIME)
        if RUNTIME in snapshot.values:
            wanted |= {blob_path(one["digest"]) for one in snapshot.values[RUNTIME]["files"].values()}
    public = [value for path, value in snapshot.values.items() if roles[path] == "level"]
    licenses = {value["license"] for value in public if value["license"] is not None}
    wanted |= {license_path(spdx) for spdx in licenses}
    if manifest["license"] != license_expression(licenses):
        yield fault(faults.LICENSE, MANIFEST, f"license is not {license_expression(licenses)!r}, which the levels have")
    for path in sorted(path for path, role in roles.items() if role == "schema"):
        name = snapshot.values[path].get("$id") if isinstance(snapshot.values[path], dict) else None
        if not isinstance(name, str) or schema_path(name) != path:
            yield fault(faults.REFERENCE, path, f"it is the schema of {name!r}")
    for path in sorted(wanted - set(roles) - set(REQUIRED)):
        yield fault(faults.MISSING, path, "called for by the levels, but not listed")
    for path in sorted(set(roles) - wanted):
        yield fault(faults.REFERENCE, path, "listed, but nothing in the snapshot calls for it")


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
        data = snapshot.files.get(blob_path(one["digest"]))
        if data is not None and len(data) != one["size"]:
            yield fault(faults.REFERENCE, RUNTIME, f"{url} has {len(data)} bytes, not {one['size']}")
    for file in manifest["files"]:
        if file["role"] == "blob" and blob_path(file["digest"]) != file["path"]:
            yield fault(faults.REFERENCE, file["path"], "not named by its digest")


def _count_faults(snapshot: Documents) -> Iterator[Fault]:
    manifest = snapshot.manifest
    objectives = len(snapshot.values["public/objectives.json"]["objectives"])
    counted = counts_of(manifest["levels"], objectives, manifest["files"])
    for name, number in counted.items():
        if manifest["counts"][name] != number:
            yield fault(faults.COUNT, MANIFEST, f"counts.{name} is {manifest['counts'][name]}, counted {number}")


def _changes_faults(snapshot: Documents) -> Iterator[Fault]:
    """Without a parent everything is added. With one, the changes can only be computed where the parent is at hand."""
    manifest = snapshot.manifest
    if manifest["parent"] is not None:
        return
    wanted = first_changes(manifest["label"], manifest["levels"], manifest["runtime_digest"], manifest["rules"])
    if snapshot.values["changes.json"] != wanted:
        yield fault(faults.CHANGES, "changes.json", "not the changes of a snapshot without a parent")
