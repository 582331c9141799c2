"""Snapshots by name where nothing is scored: a full pin, or a label, which then means what lies there now."""

from __future__ import annotations

from pathlib import Path

from catalogue.document import Unreadable, read_bytes
from games.canonical import sha256_of
from games.strict_json import read_json
from snapshots.changes import Content, content_of
from snapshots.layout import MANIFEST, OBJECTIVES
from snapshots.pin import Pin, is_label, parse_pin
from snapshots.verify import PLAIN, Options, Verification, snapshot_folder, verify

__all__ = ["content_in", "pin_named", "seed_scheme_of", "verified_by_name"]


def pin_named(name: str, root: Path) -> Pin:
    """The pin that a text names: itself, or that of the snapshot that lies under the label.

    Raises:
        MalformedPin: neither. Unreadable: no such snapshot there.
    """
    if not is_label(name):
        return parse_pin(name)
    return Pin(name, sha256_of(read_bytes(snapshot_folder(root, name) / MANIFEST)))


def seed_scheme_of(pin: str, root: Path) -> str:
    """How the seeds of the snapshot that a full pin names show levels: its manifest's `seed_scheme`.

    Raises:
        MalformedPin: no full pin. Unreadable: there is no such snapshot, or its manifest is another.
    """
    named = parse_pin(pin)
    raw = read_bytes(snapshot_folder(root, named.label) / MANIFEST)
    if sha256_of(raw) != named.digest:
        raise Unreadable(f"{named.label}: the root manifest is not the one that {pin} names")
    scheme: str = read_json(raw)["seed_scheme"]
    return scheme


def verified_by_name(name: str, root: Path, options: Options = PLAIN) -> Verification:
    """The verification of the snapshot that a text names. Raises as `pin_named`."""
    return verify(str(pin_named(name, root)), root, options)


def content_in(found: Verification) -> Content:
    """What a verified snapshot holds, for `changes_between`; its files must have been kept.

    Raises:
        Unreadable: it does not verify.
    """
    if not found.ok or found.manifest is None:
        raise Unreadable(f"{found.pin.label}: not what the pin names; `levelpress verify` lists its faults")
    return content_of(found.manifest, read_json(found.files[OBJECTIVES]))
