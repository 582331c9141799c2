"""A snapshot held against its parent: the changes, the numbers and the dates that follow from it.

`changes.json` is computed anew where the parent lies beside the snapshot. Where it does not, the changes must still
lead to what the snapshot holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from pathlib import Path

from catalogue.document import document_faults
from games.canonical import Json, sha256_of
from games.strict_json import MAX_BYTES, MalformedJson, read_json
from snapshots import faults
from snapshots.changes import (
    EMPTY,
    LEVEL_KINDS,
    Content,
    are_changes_between,
    bump_of,
    changes_between,
    content_of,
    level_kind,
)
from snapshots.faults import Fault, fault
from snapshots.layout import MANIFEST, OBJECTIVES, ROLES, SNAPSHOT_FORMAT
from snapshots.manifest_index import FileIndex, Rows
from snapshots.pieces import in_pieces
from snapshots.tree import read_capped, read_pinned

__all__ = ["parent_faults"]

CHANGES = "changes.json"
KINDS = (*LEVEL_KINDS, "rules", "seeds", "objectives", "formats")


def parent_faults(
    folder: Path, manifest: Mapping[str, Json], files: FileIndex, values: Mapping[str, Json]
) -> Iterator[Fault]:
    """Every contradiction between a snapshot, its changes and its parent; `folder` holds the snapshots."""
    parent, content = manifest["parent"], content_of(manifest, values[OBJECTIVES], files)
    changes = values[CHANGES]
    if parent is None:
        if not are_changes_between(changes, EMPTY, content):
            yield fault(faults.CHANGES, CHANGES, "not the changes of a snapshot without a parent")
        return
    if parent["label"] == manifest["label"]:
        yield fault(faults.PARENT, MANIFEST, "it names itself as its parent")
        return
    there = folder / parent["label"]
    try:
        beside = (there / MANIFEST).is_file()
    except OSError as error:
        yield _unreadable(parent["label"], error)
        return
    if not beside:
        yield from _led_faults(changes, parent["label"], content)
        return
    try:
        raw = read_capped(there / MANIFEST, MAX_BYTES)
        if sha256_of(raw) != parent["digest"]:
            yield fault(faults.PARENT, MANIFEST, f"the {parent['label']} beside it is {sha256_of(raw)}")
            return
        older = _read(raw, SNAPSHOT_FORMAT)
        before = content_of(older, _objectives(there, older))
        # A parent that lacks something of a level must show here, not when that level is compared.
        for name in before.levels:
            before.levels[name]
    except (OSError, MalformedJson, KeyError, TypeError, StopIteration, ValueError) as error:
        yield _unreadable(parent["label"], error)
        return
    same = are_changes_between(changes, before, content)
    wanted = changes if same else changes_between(before, content)
    if not same:
        yield fault(faults.CHANGES, CHANGES, f"not the changes from {parent['label']}")
    yield from _number_faults(older, manifest, wanted)
    yield from _date_faults(older, manifest)


def _unreadable(label: str, error: Exception) -> Fault:
    return fault(faults.PARENT, MANIFEST, f"the {label} beside it cannot be read ({type(error).__name__})")


def _objectives(folder: Path, manifest: Mapping[str, Json]) -> Json:
    one = next(one for one in manifest["files"] if one["path"] == OBJECTIVES)
    data, found = read_pinned(folder, OBJECTIVES, one["size"], one["digest"])
    if data is None:
        raise ValueError(found[0].message)
    return _read(data, str(ROLES["objectives"].format))


def _read(data: bytes, wanted: str) -> Json:
    """A document of the parent. Its digest says only that it is the one meant, not that it has everything."""
    value = in_pieces(data, wanted)
    if value is None:
        value = read_json(data)
        if any(True for _ in document_faults(value, wanted)):
            raise ValueError(f"it is no {wanted}")
    return value


def _led_faults(changes: Mapping[str, Json], parent: str, content: Content) -> Iterator[Fault]:
    """Without the parent: what the changes say is new must be what the snapshot holds."""
    if (changes["from"], changes["to"]) != (parent, content.label):
        yield fault(faults.CHANGES, CHANGES, f"from {changes['from']} to {changes['to']}")
    wrong = [kind for kind in KINDS if any(one["name"] >= two["name"] for one, two in pairwise(changes[kind]))]
    wrong += [kind for kind in LEVEL_KINDS if any(kind != level_kind(one["old"], one["new"]) for one in changes[kind])]
    if wrong:
        yield fault(faults.CHANGES, CHANGES, f"not sorted by name, or of another kind: {', '.join(wrong)}")
        return
    runtime = changes["runtime"]
    told = chain(
        ((one, content.levels) for kind in LEVEL_KINDS for one in changes[kind]),
        ((one, content.rules) for one in changes["rules"]),
        ((one, content.seeds) for one in changes["seeds"]),
        ((one, content.objectives) for one in changes["objectives"]),
        ((one, content.formats) for one in changes["formats"]),
        [] if runtime is None else [(runtime, {"runtime": content.runtime})],
    )
    for one, values in told:
        if values.get(one["name"]) != one["new"] or one["old"] == one["new"]:
            yield fault(faults.CHANGES, CHANGES, f"what it says of {one['name']} is not what the snapshot holds")
    if changes["bump"] != bump_of(changes):
        yield fault(faults.CHANGES, CHANGES, "the bump is not what its changes demand")


def _number_faults(
    older: Mapping[str, Json], manifest: Mapping[str, Json], changes: Mapping[str, Json]
) -> Iterator[Fault]:
    for name in ("comparability", "interface"):
        least = older[name] + changes["bump"][name]
        if manifest[name] < least:
            yield fault(faults.BUMP, MANIFEST, f"{name} is {manifest[name]}, parent and changes demand {least}")


def _date_faults(older: Mapping[str, Json], manifest: Mapping[str, Json]) -> Iterator[Fault]:
    """A date never moves later."""
    if manifest["released_on"] < older["released_on"]:
        yield fault(faults.DATE, MANIFEST, f"released before its parent, on {manifest['released_on']}")
    before = Rows(older)
    for row in manifest["levels"]:
        old = before.get(row["id"])
        if old is None:
            continue
        if old["revision"] == row["revision"] and row["first_public"] > old["first_public"]:
            yield fault(faults.DATE, MANIFEST, f"first_public of {row['id']} is later than in the parent")
        # Unknown counts as exposed at once, which nothing is earlier than.
        if row["exposure_date"] is not None and row["exposure_date"] > (old["exposure_date"] or ""):
            yield fault(faults.DATE, MANIFEST, f"exposure_date of {row['id']} is later than in the parent")
        if row["added_in"] != old["added_in"]:
            yield fault(faults.REFERENCE, MANIFEST, f"added_in of {row['id']} is not the parent's {old['added_in']}")
