"""Snapshots that are consistent on the outside: every digest is right, but they say something untrue.

Each is a frozen snapshot whose documents are changed, pinned again by a rewritten root manifest, and verified against
the pin of that forgery.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from games.canonical import Json, canonical_bytes, sha256_of
from snapshots.pin import Pin
from snapshots.verify import verify, verify_folder
from tests.snapshots.workspaces import LABEL

Copy = Callable[[], Path]
Change = Callable[[Json], object]
MANIFEST = "snapshot.json"


def write_pinned(folder: Path, manifest: Json, files: dict[str, bytes]) -> Pin:
    """Write files and pin them, and the manifest, as a forger would."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    for one in manifest["files"]:
        if one["path"] in files:
            data = files[one["path"]]
            one |= {"size": len(data), "digest": sha256_of(data)}
    if isinstance(manifest.get("counts"), dict) and "bytes" in manifest["counts"]:
        manifest["counts"]["bytes"] = sum(one["size"] for one in manifest["files"])
    raw = canonical_bytes(manifest)
    (folder / MANIFEST).write_bytes(raw)
    return Pin(LABEL, sha256_of(raw))


def forged(folder: Path, path: str, change: Change) -> set[str]:
    """The ids of the faults after a document was changed and everything pinned again."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    files = {}
    if path == MANIFEST:
        change(manifest)
    else:
        value = json.loads((folder / path).read_bytes())
        change(value)
        files[path] = canonical_bytes(value)
    pin = write_pinned(folder, manifest, files)
    return {fault.id for fault in verify_folder(folder, pin).faults}


def set_row(level_id: str, **fields: Json) -> Change:
    def change(manifest: Json) -> None:
        next(row for row in manifest["levels"] if row["id"] == level_id).update(fields)

    return change


LEVEL = "public/levels/maze-paint/mp-0001.json"
CERTIFICATE = "private/certificates/mp-0001.json"
PROVENANCE = "private/provenance/mp-0001.json"
OBJECTIVES = "public/objectives.json"
RUNTIME = "public/runtime/runtime.json"
SCHEMA = "schemas/snapshot-1.json"
OTHER = "sha256:" + "5" * 64

LIES: list[tuple[str, str, str, Change]] = [
    ("a board that is not the digest's", "snapshot/derived-digest", LEVEL, lambda v: v["board"].update(rows=["@..."])),
    ("a board against the rules", "snapshot/level", LEVEL, lambda v: v["board"].update(rows=["..."])),
    ("a level with another id", "snapshot/cross-reference", LEVEL, lambda v: v.update(id="mp-0002")),
    ("a level with another revision", "snapshot/cross-reference", LEVEL, lambda v: v.update(revision=2)),
    ("a level with another canary", "snapshot/canary", LEVEL, lambda v: v.update(canary="x")),
    ("a level with a field more", "snapshot/schema", LEVEL, lambda v: v.update(optimum=1)),
    ("a level with a licence that has no text", "snapshot/license", LEVEL, lambda v: v.update(license="MIT")),
    ("a level without a canary field", "snapshot/schema", LEVEL, lambda v: v.pop("canary")),
    ("a title not in NFC", "snapshot/not-nfc", LEVEL, lambda v: v.update(title="e\u0301")),
    ("a certificate of another level", "snapshot/cross-reference", CERTIFICATE, lambda v: v.update(level_digest=OTHER)),
    ("a certificate of no solution", "snapshot/cross-reference", CERTIFICATE, lambda v: v.update(verdict="unsolvable")),
    ("a trail from another state", "snapshot/derived-digest", CERTIFICATE, lambda v: v["trail"].__setitem__(0, OTHER)),
    ("a provenance of another level", "snapshot/cross-reference", PROVENANCE, lambda v: v.update(id="mp-0002")),
    ("an unknown date", "snapshot/date", PROVENANCE, lambda v: v["provenance"].update(origin="adapted")),
    (
        "a first day before the row's",
        "snapshot/date",
        PROVENANCE,
        lambda v: v["provenance"].update(first_public="2020-01-01"),
    ),
    ("a level in no list", "snapshot/cross-reference", OBJECTIVES, lambda v: v.update(fresh=[])),
    ("a level in two lists", "snapshot/order", OBJECTIVES, lambda v: v["fresh"].append("mp-0001")),
    ("an objective twice", "snapshot/order", OBJECTIVES, lambda v: v["objectives"].append(v["objectives"][0])),
    ("an objective's wrong count", "snapshot/count", OBJECTIVES, lambda v: v["objectives"][0].update(count=7)),
    (
        "a seed of somebody's choice",
        "snapshot/derived-digest",
        OBJECTIVES,
        lambda v: v["seeds"]["mp-0001"].update(agent=["7"]),
    ),
    ("a level without seeds", "snapshot/derived-digest", OBJECTIVES, lambda v: v["seeds"].pop("mp-0001")),
    (
        "seeds of no level",
        "snapshot/derived-digest",
        OBJECTIVES,
        lambda v: v["seeds"].update({"mp-0009": v["seeds"]["mp-0001"]}),
    ),
    (
        "another initial state",
        "snapshot/derived-digest",
        OBJECTIVES,
        lambda v: v["initial_states"]["mp-0001"].update({"0": OTHER}),
    ),
    ("another canary in the objectives", "snapshot/canary", OBJECTIVES, lambda v: v.update(canary="x")),
    (
        "a schema of another format",
        "snapshot/cross-reference",
        SCHEMA,
        lambda v: v.update({"$id": "levelpress/level@1"}),
    ),
    ("a schema of no format", "snapshot/cross-reference", SCHEMA, lambda v: v.pop("$id")),
    ("a wrong card", "snapshot/derived-digest", "croissant.json", lambda v: v.update(name="another")),
    ("changes that leave a level out", "snapshot/changes", "changes.json", lambda v: v["added"].pop()),
    ("changes of another snapshot", "snapshot/changes", "changes.json", lambda v: v.update(to="lpb-2026.12.1")),
    (
        "a runtime that is not the digest's",
        "snapshot/derived-digest",
        RUNTIME,
        lambda v: v["environment"].update(locale="de"),
    ),
    ("a runtime under other rules", "snapshot/rules", RUNTIME, lambda v: v["rules"].update({"maze-paint": 2})),
    (
        "a served file's wrong size",
        "snapshot/cross-reference",
        RUNTIME,
        lambda v: v["files"]["/js/a.js"].update(size=3),
    ),
    (
        "a served file that is not there",
        "snapshot/missing-file",
        RUNTIME,
        lambda v: v["files"]["/js/a.js"].update(digest=OTHER),
    ),
    ("another label", "snapshot/label", MANIFEST, lambda v: v.update(label="lpb-2026.12.1")),
    ("an unknown field", "snapshot/schema", MANIFEST, lambda v: v.update(extra=1)),
    ("a missing field", "snapshot/schema", MANIFEST, lambda v: v.pop("annotations")),
    ("another format", "snapshot/schema", MANIFEST, lambda v: v.update(format="levelpress/snapshot@2")),
    (
        "a level digest of somebody's choice",
        "snapshot/derived-digest",
        MANIFEST,
        set_row("mp-0001", level_digest=OTHER),
    ),
    (
        "a canon digest of somebody's choice",
        "snapshot/derived-digest",
        MANIFEST,
        set_row("mp-0001", canon_digest=OTHER),
    ),
    (
        "a runtime digest of somebody's choice",
        "snapshot/derived-digest",
        MANIFEST,
        lambda v: v.update(runtime_digest=OTHER),
    ),
    ("no runtime digest with a runtime", "snapshot/derived-digest", MANIFEST, lambda v: v.update(runtime_digest=None)),
    ("another seed scheme", "snapshot/schema", MANIFEST, lambda v: v.update(seed_scheme="lpb/seed/v2")),
    ("another rules version", "snapshot/rules", MANIFEST, lambda v: v["rules"].update({"maze-paint": 2})),
    ("a game without levels", "snapshot/rules", MANIFEST, lambda v: v["rules"].update({"rush-hour": 1})),
    ("a wrong count of levels", "snapshot/count", MANIFEST, lambda v: v["counts"].update(levels=6)),
    ("a wrong count of a game", "snapshot/count", MANIFEST, lambda v: v["counts"]["games"].update({"maze-paint": 9})),
    ("rows out of order", "snapshot/order", MANIFEST, lambda v: v["levels"].reverse()),
    ("files out of order", "snapshot/order", MANIFEST, lambda v: v["files"].reverse()),
    ("a file listed twice", "snapshot/order", MANIFEST, lambda v: v["files"].insert(0, v["files"][0])),
    ("a level that no row has", "snapshot/cross-reference", MANIFEST, lambda v: v["levels"].pop()),
    ("a level of the wrong track", "snapshot/cross-reference", MANIFEST, set_row("mp-0001", track="fresh")),
    (
        "a level of the wrong objective",
        "snapshot/cross-reference",
        MANIFEST,
        set_row("mp-0001", objective="maze-paint/hard"),
    ),
    (
        "two rows that are the same level",
        "snapshot/duplicate",
        MANIFEST,
        lambda v: v["levels"].append(v["levels"][0] | {"id": "cc-0009"}),
    ),
    ("a day off the calendar", "snapshot/date", MANIFEST, lambda v: v.update(released_on="2026-02-30")),
    ("exposed after it was public", "snapshot/date", MANIFEST, set_row("mp-0001", first_public="2026-11-01")),
    ("public after the release", "snapshot/date", MANIFEST, set_row("mp-0001", first_public="2026-12-05")),
    ("official without a commit", "snapshot/official", MANIFEST, lambda v: v.update(catalogue_commit=None)),
    ("another canary in the manifest", "snapshot/canary", MANIFEST, lambda v: v.update(canary="x")),
    ("another licence", "snapshot/license", MANIFEST, lambda v: v.update(license="MIT")),
]


@pytest.mark.parametrize(("kind", "path", "change"), [lie[1:] for lie in LIES], ids=[lie[0] for lie in LIES])
def test_a_consistent_snapshot_cannot_say(copy: Copy, kind: str, path: str, change: Change) -> None:
    assert kind in forged(copy() / LABEL, path, change)


def test_a_level_cannot_be_exposed_later_than_its_ancestor(copy: Copy) -> None:
    folder = copy() / LABEL
    # The changes name the provenance file's digest; nothing else stands against the ancestor.
    assert forged(folder, PROVENANCE, lambda value: value["provenance"].update(parents=["mp-0002"])) == {
        "snapshot/changes",
    }
    assert "snapshot/date" in forged(folder, MANIFEST, set_row("mp-0002", exposure_date=None))


def test_a_snapshot_pinned_again_without_a_change_verifies(copy: Copy) -> None:
    assert forged(copy() / LABEL, MANIFEST, lambda value: None) == set()


def test_annotations_are_the_only_free_area(copy: Copy) -> None:
    assert forged(copy() / LABEL, MANIFEST, lambda value: value["annotations"].update(note=["free"])) == set()


def test_a_consistent_forgery_is_caught_by_the_honest_pin(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    assert forged(folder, MANIFEST, lambda value: value["annotations"].update(note="forged")) == set()
    assert [fault.id for fault in verify(pin, folder.parent).faults] == ["snapshot/pin-mismatch"]


PATHS = [
    "../outside.json",
    "/etc/hostname",
    "c:/x.json",
    "public\\x.json",
    "Changes.json",
    "signatures/x.json",
    "a/./b",
]


@pytest.mark.parametrize("path", PATHS)
def test_an_unsafe_path_is_refused_before_it_is_read(copy: Copy, path: str) -> None:
    folder = copy() / LABEL
    (folder.parent / "outside.json").write_bytes(b"{}")
    assert "snapshot/path" in forged(folder, MANIFEST, lambda value: value["files"][1].update(path=path))


@pytest.mark.parametrize("size", [0, 1, 2**52])
def test_a_size_that_lies_is_refused_whatever_it_says(copy: Copy, size: int) -> None:
    assert forged(copy() / LABEL, MANIFEST, lambda value: value["files"][0].update(size=size)) == {"snapshot/size"}


def test_a_path_must_be_where_its_role_lies(copy: Copy) -> None:
    def change(manifest: Json) -> None:
        one = next(one for one in manifest["files"] if one["role"] == "certificate")
        one["role"] = "level"

    assert "snapshot/path" in forged(copy() / LABEL, MANIFEST, change)


BAD_JSON = {
    "duplicate-keys": (b'{"a":1,"a":1}', "snapshot/malformed"),
    "a-hundred-thousand-deep": (b"[" * 100_000 + b"]" * 100_000, "snapshot/malformed"),
    "nan": (b'{"a":NaN}', "snapshot/malformed"),
    "too-large-a-float": (b'{"a":1e400}', "snapshot/malformed"),
    "two-to-the-53": (b'{"a":9007199254740992}', "snapshot/malformed"),
    "a-huge-integer": (b'{"a":' + b"9" * 10_000 + b"}", "snapshot/malformed"),
    "one-point-zero": (b'{"a":1.0}', "snapshot/malformed"),
    "minus-zero": (b'{"a":-0}', "snapshot/malformed"),
    "a-lone-surrogate": (b'{"a":"\\ud800"}', "snapshot/malformed"),
    "a-byte-order-mark": (b"\xef\xbb\xbf{}", "snapshot/malformed"),
    "utf-16": ('{"a":1}'.encode("utf-16"), "snapshot/malformed"),
    "trailing-data": (b"{}{}", "snapshot/malformed"),
    "nothing": (b"", "snapshot/malformed"),
    "blanks": (b'{"a": 1}', "snapshot/not-canonical"),
    "a-final-newline": (b'{"a":1}\n', "snapshot/not-canonical"),
    "another-key-order": (b'{"b":1,"a":1}', "snapshot/not-canonical"),
    "another-escape": (b'{"a":"\\u0041"}', "snapshot/not-canonical"),
    "crlf": (b'{"a":1,\r\n"b":2}', "snapshot/not-canonical"),
}


@pytest.mark.parametrize(("data", "kind"), BAD_JSON.values(), ids=BAD_JSON)
def test_json_in_any_other_form_is_refused(copy: Copy, data: bytes, kind: str) -> None:
    folder = copy() / LABEL
    pin = write_pinned(folder, json.loads((folder / MANIFEST).read_bytes()), {"changes.json": data})
    assert ("changes.json", kind) in {(one.path, one.id) for one in verify_folder(folder, pin).faults}


@pytest.mark.parametrize(("data", "kind"), BAD_JSON.values(), ids=BAD_JSON)
def test_a_root_manifest_in_any_other_form_is_refused(copy: Copy, data: bytes, kind: str) -> None:
    folder = copy() / LABEL
    (folder / MANIFEST).write_bytes(data)
    faults = verify_folder(folder, Pin(LABEL, sha256_of(data))).faults
    assert (MANIFEST, kind) in {(one.path, one.id) for one in faults}
