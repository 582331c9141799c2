"""Verify: a snapshot on disk held against a pin, from raw bytes, offline.

The order matters. The root manifest's bytes are compared with the pin before anything parses them; only then does the
manifest say what the other files are; only bytes that it pins are read as documents. All faults are listed. What was
read is handed back where that is asked for, so that a runner uses the bytes that were checked and not a path that may
have changed since; where it is not, each level's files are read, checked and forgotten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from catalogue.document import Unreadable, document_faults
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MAX_BYTES, MalformedJson, read_json
from snapshots import faults
from snapshots.advisories import Advisories, Advisory, concerning, read_advisories
from snapshots.faults import Fault, fault, in_order
from snapshots.file_reading import Reading
from snapshots.layout import MANIFEST, ROLES, SIGNATURES, SNAPSHOT_FORMAT, is_safe_path
from snapshots.manifest_index import FileIndex
from snapshots.pieces import in_pieces
from snapshots.pin import Pin, parse_pin
from snapshots.signature import GOOD, PublicKey, signature_of
from snapshots.texts import text_faults
from snapshots.tree import Listing, clash_faults, crlf_hint, read_capped, shown, walk

__all__ = ["Options", "Verification", "snapshot_folder", "verify", "verify_folder"]

FORMAT = "levelpress/verification@1"
#: The formats whose documents grow with the number of levels.
LONG = frozenset({SNAPSHOT_FORMAT, *(str(ROLES[role].format) for role in ("changes", "objectives"))})
#: An envelope holds one digest; a larger file in signatures/ is none.
MAX_ENVELOPE = 1 << 20


@dataclass(frozen=True, slots=True)
class Options:
    """How to verify.

    Attributes:
        deep: replay every certificate, check every seed's known answer, scan the public part, compare fingerprints.
        keep: hand back the bytes of every file.
        observed: the fingerprint of a run (see `pinned_fingerprint`): where it differs from the pinned one is a fault.
        keys: the keys whose signatures count.
        require_signature: a fault unless one of them signed.
    """

    deep: bool = False
    keep: bool = False
    observed: Mapping[str, Json] | None = None
    keys: Sequence[PublicKey] = ()
    require_signature: bool = False


PLAIN = Options()


@dataclass(frozen=True, slots=True)
class Verification:
    """What `verify` found.

    Attributes:
        pin: what the snapshot was held against.
        faults: every fault, sorted; none: the snapshot is exactly what the pin names.
        signature: `unsigned`, `unknown key`, `bad signature` or `good`.
        advisories: those that speak of this snapshot.
        last_advisory: the number of the last advisory known, 0 for none.
        fingerprint: {pinned, observed, differences} of a deep verification, or where one was given; else None.
        manifest: the root manifest, None where its bytes are not the pinned ones or no manifest. Its long lists are
            made from their bytes item by item, see `snapshots.pieces`.
        files: path -> bytes of every listed file whose bytes are the pinned ones; empty unless kept.
    """

    pin: Pin
    faults: tuple[Fault, ...]
    signature: str
    advisories: tuple[Advisory, ...] = ()
    last_advisory: int = 0
    fingerprint: Mapping[str, Json] | None = None
    manifest: Mapping[str, Json] | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def warnings(self) -> tuple[str, ...]:
        """What somebody who goes on all the same must be told: the advisories that stand."""
        return tuple(
            f"{self.pin.label}: advisory {one.value['number']}, {one.value['kind']} of "
            f"{', '.join(one.value['levels']) or 'the snapshot'}: {one.value['message']}"
            for one in self.advisories
            if one.lifted_by is None
        )

    def to_json(self) -> dict[str, Json]:
        fingerprint = {} if self.fingerprint is None else {"fingerprint": dict(self.fingerprint)}
        return {
            **fingerprint,
            "format": FORMAT,
            "pin": str(self.pin),
            "ok": self.ok,
            "faults": [one.to_json() for one in self.faults],
            "signature": self.signature,
            "advisories": {"last": self.last_advisory, "concerning": [one.to_json() for one in self.advisories]},
        }


def snapshot_folder(root: Path, label: str) -> Path:
    """The folder of a snapshot under `root`, which is a folder of snapshots, a workspace, or the snapshot itself.

    Raises:
        Unreadable: there is none of that label, or its folder cannot be listed.
    """
    candidates = [root / label, root / "snapshots" / "frozen" / label]
    # Not Path.resolve, which raises where links run in a circle.
    if os.path.basename(os.path.realpath(root)) == label:
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


def verify(pin: str, root: Path, options: Options = PLAIN) -> Verification:
    """Hold the snapshot under `root` (see `snapshot_folder`) against a full pin, and read the advisories beside it.

    Raises:
        MalformedPin: the text is no full pin.
        Unreadable: there is no such snapshot.
        ModuleNotFoundError: a signature is to be checked without the library cryptography.
    """
    wanted = parse_pin(pin)
    folder = snapshot_folder(root, wanted.label)
    return _advised(verify_folder(folder, wanted, options), read_advisories(folder.absolute().parent))


def _advised(found: Verification, advisories: Advisories) -> Verification:
    told = () if found.manifest is None else concerning(advisories, str(found.pin), found.manifest)
    return replace(
        found,
        faults=in_order([*found.faults, *advisories.faults]),
        advisories=told,
        last_advisory=advisories.last,
    )


def verify_folder(folder: Path, pin: Pin, options: Options = PLAIN) -> Verification:
    """Hold the snapshot in `folder`, whatever the folder's name, against a pin."""
    listing = walk(folder)
    found = [*listing.faults, *clash_faults(listing.files | listing.folders)]
    signature = signature_of(_envelopes(folder, listing), pin.digest, options.keys)
    if options.require_signature and signature != GOOD:
        found.append(fault(faults.SIGNATURE, SIGNATURES, signature))
    raw, more = _pinned_manifest(folder, listing, pin)
    if raw is None:
        return Verification(pin, in_order([*found, *more]), signature)
    manifest, more = _document(MANIFEST, raw, SNAPSHOT_FORMAT)
    if more:
        return Verification(pin, in_order([*found, *more]), signature)
    if manifest["label"] != pin.label:
        found.append(fault(faults.LABEL, MANIFEST, f"the label is {manifest['label']}"))
    listed = FileIndex(manifest)
    found += _extra_faults(listing, listed)
    absent = listed.keys() - listing.files
    # As long as the manifest's paths, and needed no more.
    del listing
    broken = list(_path_faults(manifest))
    if broken:
        return Verification(pin, in_order([*found, *broken]), signature, manifest=manifest)
    reading = Reading(
        folder, manifest, listed, absent, _document, deep=options.deep, keep=options.keep, observed=options.observed
    )
    found += reading.faults()
    return Verification(
        pin, in_order(found), signature, (), 0, reading.fingerprint, manifest=manifest, files=reading.files
    )


def _envelopes(folder: Path, listing: Listing) -> Iterator[bytes]:
    for path in sorted(listing.files):
        if path.startswith(SIGNATURES + "/"):
            try:
                yield read_capped(folder / path, MAX_ENVELOPE)
            except OSError:
                yield b""


def _pinned_manifest(folder: Path, listing: Listing, pin: Pin) -> tuple[bytes | None, list[Fault]]:
    if MANIFEST not in listing.files:
        return None, [fault(faults.MISSING, MANIFEST, "there is no root manifest")]
    try:
        raw = read_capped(folder / MANIFEST, MAX_BYTES)
    except OSError as error:
        return None, [fault(faults.UNREADABLE, MANIFEST, f"cannot be read: {error.strerror}")]
    if len(raw) > MAX_BYTES:
        return None, [fault(faults.MALFORMED, MANIFEST, f"larger than {MAX_BYTES} bytes")]
    digest = sha256_of(raw)
    if digest != pin.digest:
        hint = crlf_hint(raw, pin.digest)
        return None, [fault(faults.PIN_MISMATCH, MANIFEST, f"{digest} instead of {pin.digest}{hint}")]
    return raw, []


def _document(path: str, data: bytes, wanted: str | None) -> tuple[Json, list[Fault]]:
    """The value of a JSON file with its faults of form: canonical, NFC, of its place's format and schema."""
    if wanted in LONG and (pieces := in_pieces(data, wanted)) is not None:
        return pieces, []
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
    before, ordered = None, True
    for one in manifest["files"]:
        if not is_safe_path(one["path"]):
            yield fault(faults.PATH, MANIFEST, f"the path {one['path'][:100]!r} is unsafe")
        elif not ROLES[one["role"]].fits(one["path"]) or ROLES[one["role"]].media_type != one["media_type"]:
            yield fault(faults.PATH, MANIFEST, f"{one['path']} is no {one['role']} of type {one['media_type']}")
        # Code points stand in the order of their UTF-8 bytes.
        ordered = ordered and (before is None or before < one["path"])
        before = one["path"]
    if not ordered:
        yield fault(faults.ORDER, MANIFEST, "files is not sorted by path, or lists a path twice")


def _extra_faults(listing: Listing, listed: FileIndex) -> Iterator[Fault]:
    folders = {SIGNATURES}
    for path in listed:
        folders.update(path[:at] for at, letter in enumerate(path) if letter == "/")
    for path in sorted(listing.files - listed.keys() - {MANIFEST}):
        if not path.startswith(SIGNATURES + "/"):
            yield fault(faults.UNLISTED, shown(path), "not listed in the root manifest")
    for path in sorted(listing.folders - folders):
        if not path.startswith(SIGNATURES + "/"):
            yield fault(faults.UNLISTED, shown(path), "a folder of no listed file")
