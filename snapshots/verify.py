"""Verify: a snapshot on disk held against a pin, from raw bytes, offline.

The order matters. The root manifest's bytes are compared with the pin before anything parses them; only then does the
manifest say what the other files are; only bytes that it pins are read as documents. All faults are listed. What was
read is handed back, so that a runner uses the bytes that were checked and not a path that may have changed since.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from catalogue.document import Unreadable, document_faults
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MAX_BYTES, MalformedJson, read_json
from snapshots import faults
from snapshots.coherence import Documents, coherence_faults
from snapshots.faults import Fault, fault, in_order
from snapshots.layout import JSON, MANIFEST, ROLES, SIGNATURES, is_safe_path
from snapshots.pin import Pin, parse_pin
from snapshots.texts import text_faults
from snapshots.tree import Listing, clash_faults, crlf_hint, read_capped, read_pinned, shown, walk

__all__ = ["Verification", "snapshot_folder", "verify", "verify_folder"]

FORMAT = "levelpress/verification@1"
SNAPSHOT_FORMAT = "levelpress/snapshot@1"


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found.

    Attributes:
        pin: what the snapshot was held against.
        faults: every fault, sorted; none: the snapshot is exactly what the pin names.
        signature: `unsigned`, or `unknown key`: no key is known to this levelpress, so it calls no signature good.
        advisories: what later advisories say of the snapshot; nothing reads advisories yet.
        manifest: the root manifest, None where its bytes are not the pinned ones or no manifest.
        files: path -> bytes of every listed file whose bytes are the pinned ones.
    """

    pin: Pin
    faults: tuple[Fault, ...]
    signature: str
    advisories: tuple[Json, ...] = ()
    manifest: Mapping[str, Json] | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.faults

    def to_json(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "pin": str(self.pin),
            "ok": self.ok,
            "faults": [one.to_json() for one in self.faults],
            "signature": self.signature,
            "advisories": list(self.advisories),
        }


def snapshot_folder(root: Path, label: str) -> Path:
    """The folder of a snapshot under `root`, which is a folder of snapshots, a workspace, or the snapshot itself.

    Raises:
        Unreadable: there is none of that label, or its folder cannot be listed.
    """
    candidates = [root / label, root / "snapshots" / "frozen" / label]
    if root.resolve().name == label:
        candidates.append(root)
    for folder in candidates:
        try:
            os.listdir(folder)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise Unreadable(f"{folder}: cannot be read ({error.strerror})") from None
        return folder
    raise Unreadable(f"{root}: no snapshot {label} there")


def verify(pin: str, root: Path) -> Verification:
    """Hold the snapshot under `root` (see `snapshot_folder`) against a full pin.

    Raises:
        MalformedPin: the text is no full pin.
        Unreadable: there is no such snapshot.
    """
    wanted = parse_pin(pin)
    return verify_folder(snapshot_folder(root, wanted.label), wanted)


def verify_folder(folder: Path, pin: Pin) -> Verification:
    """Hold the snapshot in `folder`, whatever the folder's name, against a pin."""
    listing = walk(folder)
    found = [*listing.faults, *clash_faults(listing.files | listing.folders)]
    signature = "unknown key" if any(path.startswith(SIGNATURES + "/") for path in listing.files) else "unsigned"
    raw, more = _pinned_manifest(folder, listing, pin)
    if raw is None:
        return Verification(pin, in_order([*found, *more]), signature)
    manifest, more = _document(MANIFEST, raw, SNAPSHOT_FORMAT)
    if more:
        return Verification(pin, in_order([*found, *more]), signature)
    if manifest["label"] != pin.label:
        found.append(fault(faults.LABEL, MANIFEST, f"the label is {manifest['label']}"))
    found += _extra_faults(listing, manifest)
    broken = list(_path_faults(manifest))
    files, more = ({}, []) if broken else _read_files(folder, listing, manifest)
    broken += more
    documents: dict[str, Json] = {}
    for one in manifest["files"]:
        path, role = one["path"], ROLES[one["role"]]
        if path in files and role.media_type == JSON:
            documents[path], more = _document(path, files[path], role.format)
            broken += more
    # The files are compared with one another only where each is what its place demands: else every absence and
    # every broken document would be reported again as a contradiction.
    if not broken:
        broken += coherence_faults(Documents(manifest, documents, files))
    return Verification(pin, in_order([*found, *broken]), signature, (), manifest, files)


def _pinned_manifest(folder: Path, listing: Listing, pin: Pin) -> tuple[bytes | None, list[Fault]]:
    if MANIFEST not in listing.files:
        return None, [fault(faults.MISSING, MANIFEST, "there is no root manifest")]
    try:
        raw = read_capped(folder / MANIFEST, MAX_BYTES)
    except OSError as error:
        return None, [fault(faults.UNREADABLE, MANIFEST, f"cannot be read: {error.strerror}")]
    digest = sha256_of(raw)
    if digest != pin.digest:
        hint = crlf_hint(raw, pin.digest)
        return None, [fault(faults.PIN_MISMATCH, MANIFEST, f"{digest} instead of {pin.digest}{hint}")]
    return raw, []


def _document(path: str, data: bytes, wanted: str | None) -> tuple[Json, list[Fault]]:
    """The value of a JSON file with its faults of form: canonical, NFC, of its place's format and schema."""
    try:
        value = read_json(data)
    except MalformedJson as error:
        return None, [fault(faults.MALFORMED, path, str(error))]
    found = []
    if canonical_bytes(value) != data:
        found.append(fault(faults.NOT_CANONICAL, path, "not the RFC 8785 form of its value"))
    # Only a file with a non-ASCII letter or an escape can hold a text that is not in NFC.
    if not data.isascii() or b"\\u" in data:
        found += text_faults(path, value)
    if wanted is not None:
        for finding in document_faults(value, wanted):
            place = f"{finding.place}: " if finding.place else ""
            found.append(fault(faults.SCHEMA, path, f"{place}{finding.message}"))
    return value, found


def _path_faults(manifest: Mapping[str, Json]) -> Iterator[Fault]:
    """Before a listed path is used: it must be safe, where its role lies, and listed once in order."""
    paths = [one["path"] for one in manifest["files"]]
    for one in manifest["files"]:
        if not is_safe_path(one["path"]):
            yield fault(faults.PATH, MANIFEST, f"the path {one['path'][:100]!r} is unsafe")
        elif not ROLES[one["role"]].fits(one["path"]) or ROLES[one["role"]].media_type != one["media_type"]:
            yield fault(faults.PATH, MANIFEST, f"{one['path']} is no {one['role']} of type {one['media_type']}")
    if paths != sorted(set(paths), key=lambda path: path.encode("utf-8")):
        yield fault(faults.ORDER, MANIFEST, "files is not sorted by path, or lists a path twice")


def _read_files(folder: Path, listing: Listing, manifest: Mapping[str, Json]) -> tuple[dict[str, bytes], list[Fault]]:
    files: dict[str, bytes] = {}
    found: list[Fault] = []
    for one in manifest["files"]:
        path = one["path"]
        if path not in listing.files:
            found.append(fault(faults.MISSING, path, "listed in the root manifest, but not there"))
            continue
        data, more = read_pinned(folder, path, one["size"], one["digest"])
        found += more
        if data is not None:
            files[path] = data
    return files, found


def _extra_faults(listing: Listing, manifest: Mapping[str, Json]) -> Iterator[Fault]:
    listed = {MANIFEST, *(one["path"] for one in manifest["files"])}
    folders = {path[:at] for path in listed for at, letter in enumerate(path) if letter == "/"} | {SIGNATURES}
    for path in sorted(listing.files - listed):
        if not path.startswith(SIGNATURES + "/"):
            yield fault(faults.UNLISTED, shown(path), "not listed in the root manifest")
    for path in sorted(listing.folders - folders):
        if not path.startswith(SIGNATURES + "/"):
            yield fault(faults.UNLISTED, shown(path), "a folder of no listed file")
