"""Freeze: the released levels of a workspace become a snapshot that nobody edits again.

Nothing but the arguments, the workspace's files and the earlier snapshots decides the bytes: the same inputs give the
same root digest in any folder, as any user, in any time zone, locale, hash seed and umask.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue.workspace import Workspace
from games.canonical import Json, sha256_of
from games.finding import FindingKind
from games.strict_json import MAX_BYTES
from snapshots.admission import CheckCertificate, certificate_errors
from snapshots.environment import DEFAULT, Environment
from snapshots.faults import Fault
from snapshots.history import DAMAGED, read_history
from snapshots.identity import Identity
from snapshots.layout import MANIFEST
from snapshots.parentage import DEFAULTS, Wanted
from snapshots.pin import Pin
from snapshots.plan import FreezeRefused, MalformedRequest, Request, plan
from snapshots.publish import add_to_index, claimed, publish
from snapshots.tree import read_capped
from snapshots.verify import verify_folder

__all__ = ["FINDINGS", "FreezeBroken", "FreezeRefused", "Frozen", "MalformedRequest", "freeze"]

LABEL_TAKEN = FindingKind(
    "freeze/label-taken",
    "The label names a snapshot with other content; a label is used once, for ever.",
    "Freeze under the next label.",
)
FINDINGS = (LABEL_TAKEN,)


class FreezeBroken(RuntimeError):
    """What was written does not verify: a fault of levelpress or of the disk. Nothing was published."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.path}: {fault.id}: {fault.message}" for fault in faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozen snapshot; `created` is False where it was there already, byte for byte the same."""

    pin: str
    root_digest: str
    path: Path
    levels: int
    official: bool
    created: bool

    def to_json(self) -> dict[str, Json]:
        return {
            "format": "levelpress/freeze@1",
            "pin": self.pin,
            "root_digest": self.root_digest,
            "path": str(self.path),
            "levels": self.levels,
            "official": self.official,
            "created": self.created,
        }


def freeze(
    workspace: Workspace,
    label: str,
    released_on: str,
    *,
    identity: Identity,
    runtime: Path | None = None,
    non_official: bool = False,
    wanted: Wanted = DEFAULTS,
    check: CheckCertificate = certificate_errors,
    environment: Environment = DEFAULT,
) -> Frozen:
    """Freeze the levels that the workspace lists; the parameters are those of `Request`.

    Raises:
        MalformedRequest: label or date not of their form. MalformedPin: the parent is no pin.
        FreezeRefused: with every finding against it; nothing is written then.
        FreezeBroken: what was written does not verify.
        Unreadable, InvalidLevel: objectives.json or state.json cannot be read.
        OSError: the disk; the old state stands.
    """
    request = Request(label, released_on, identity, runtime, non_official, wanted, check, environment)
    with claimed(workspace.frozen):
        planned = plan(workspace, request)
        created = not os.path.lexists(planned.path)
        pin, path, levels = planned.pin, planned.path, planned.levels
        with planned.contents.files as files:
            # Manifest and changes are among the files; what is verified below needs the room.
            del planned
            if created:
                publish(workspace.frozen, label, files, lambda folder: _must_verify(folder, pin))
            else:
                _must_be_the_same(path, pin)
        add_to_index(workspace.frozen, read_history(workspace.frozen)[0])
    return Frozen(str(pin), pin.digest, path, levels, not non_official, created)


def _must_verify(folder: Path, pin: Pin) -> None:
    verified = verify_folder(folder, pin)
    if not verified.ok:
        raise FreezeBroken(verified.faults)


def _must_be_the_same(folder: Path, pin: Pin) -> None:
    """The label is taken: well if by the very same bytes, all of them still there."""
    try:
        digest = sha256_of(read_capped(folder / MANIFEST, MAX_BYTES))
    except OSError as error:
        raise FreezeRefused([LABEL_TAKEN.at(f"{pin.label} is there but cannot be read: {error.strerror}")]) from None
    if digest != pin.digest:
        raise FreezeRefused([LABEL_TAKEN.at(f"{pin.label} is frozen as {digest}, this would be {pin.digest}")])
    faults = verify_folder(folder, pin).faults
    if faults:
        raise FreezeRefused([DAMAGED.at(f"{fault.path}: {fault.message}").about(file=pin.label) for fault in faults])
