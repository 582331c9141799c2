"""Freeze: the released levels of a workspace become a snapshot that nobody edits again.

Nothing but the arguments, the workspace's files and the earlier snapshots decides the bytes: the same inputs give the
same root digest in any folder, as any user, in any time zone, locale, hash seed and umask.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable
from catalogue.workspace import Workspace, read_level
from games.canonical import Json, sha256_of
from games.contract import InvalidLevel
from games.finding import Finding, FindingKind, worst_first
from games.strict_json import MAX_BYTES
from snapshots.admission import CheckCertificate, Entry, admit, certificate_errors
from snapshots.contents import Draft, contents_of
from snapshots.exposure import Dates, Known, Unknown, exposure_of, first_public_of, known_level
from snapshots.faults import Fault
from snapshots.history import DAMAGED, History, read_history
from snapshots.identity import Identity
from snapshots.layout import MANIFEST
from snapshots.license_texts import license_text
from snapshots.pin import Pin, is_date, is_label
from snapshots.publish import add_to_index, claimed, publish
from snapshots.runtime import Build, read_build
from snapshots.tree import read_capped
from snapshots.verify import verify_folder

__all__ = ["FINDINGS", "FreezeBroken", "FreezeRefused", "Frozen", "MalformedRequest", "freeze"]

DATE = FindingKind(
    "freeze/date",
    "A date of a level is unknown, no day of the calendar, or after the day of the release.",
    "Write the first day anybody could fetch the level into its provenance.first_public.",
)
OUT_OF_ORDER = FindingKind(
    "freeze/out-of-order",
    "The snapshot is dated before one that is already frozen, whose dates could then no longer be right.",
    "Give a release date and label after the last snapshot's.",
)
LABEL_TAKEN = FindingKind(
    "freeze/label-taken",
    "The label names a snapshot with other content; a label is used once, for ever.",
    "Freeze under the next label.",
)
NOT_OFFICIAL = FindingKind(
    "freeze/not-official",
    "It is not certain which levelpress, or which commit of the catalogue, the snapshot would come from.",
    "Commit what is changed, or freeze with --non-official.",
)
FINDINGS = (DATE, OUT_OF_ORDER, LABEL_TAKEN, NOT_OFFICIAL)


class MalformedRequest(ValueError):
    """A label that is not lpb-YYYY.MM.P, or a date that is no day of the calendar."""


class FreezeRefused(Exception):
    """Nothing was frozen. Carries every finding that stands against it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = worst_first(findings)
        super().__init__("; ".join(f"{finding.id}: {finding.message}" for finding in self.findings))


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
    check: CheckCertificate = certificate_errors,
) -> Frozen:
    """Freeze the levels that the workspace lists.

    Raises:
        MalformedRequest: label or date not of their form.
        FreezeRefused: with every finding against it; nothing is written then.
        FreezeBroken: what was written does not verify.
        Unreadable, InvalidLevel: objectives.json or state.json cannot be read.
        OSError: the disk; the old state stands.
    """
    if not is_label(label):
        raise MalformedRequest(f"{label[:60]!r} is no label; a label is lpb-YYYY.MM.P")
    if not is_date(released_on):
        raise MalformedRequest(f"{released_on[:60]!r} is no day of the calendar as YYYY-MM-DD")
    request = _Request(label, released_on, identity, non_official, check)
    build, findings = (None, ()) if runtime is None else read_build(runtime)
    with claimed(workspace.frozen):
        history, damages = read_history(workspace.frozen)
        draft, refusals = _draft(workspace, request, build, history)
        findings = (*findings, *damages, *refusals)
        if findings:
            raise FreezeRefused(findings)
        contents = contents_of(draft)
        pin = Pin(label, contents.root_digest)
        created = not os.path.lexists(workspace.frozen / label)
        if created:
            publish(workspace.frozen, label, contents.files, lambda folder: _must_verify(folder, pin))
        else:
            _must_be_the_same(workspace.frozen / label, pin)
        add_to_index(workspace.frozen, read_history(workspace.frozen)[0])
    return Frozen(str(pin), pin.digest, workspace.frozen / label, len(draft.entries), draft.official, created)


@dataclass(frozen=True, slots=True)
class _Request:
    label: str
    released_on: str
    identity: Identity
    non_official: bool
    check: CheckCertificate


def _draft(
    workspace: Workspace, request: _Request, build: Build | None, history: History
) -> tuple[Draft, tuple[Finding, ...]]:
    """What to freeze, and every finding against it."""
    objectives = workspace.read_objectives()
    others = history.without(request.label)
    entries, findings = admit(workspace, objectives, workspace.read_lifecycle(), others, request.check)
    dates = Dates(
        _catalogue(workspace),
        frozenset(entry.id for entry in entries),
        request.released_on,
        others.before(request.released_on, request.label),
    )
    rows, date_faults = _rows(entries, dates, request.label)
    texts = {spdx: license_text(workspace, spdx) for spdx in _licenses(entries)}
    draft = Draft(
        label=request.label,
        released_on=request.released_on,
        official=not request.non_official,
        objectives=objectives,
        entries=entries,
        rows=rows,
        build=build,
        licenses={spdx: text for spdx, text in texts.items() if text is not None},
        identity=request.identity,
    )
    return draft, (*findings, *date_faults, *_request_faults(request, history))


def _request_faults(request: _Request, history: History) -> Iterator[Finding]:
    identity = request.identity
    if not request.non_official:
        for doubt in identity.doubts:
            yield NOT_OFFICIAL.at(doubt)
        if not identity.doubts and None in (identity.tool_commit, identity.catalogue_commit):
            yield NOT_OFFICIAL.at("a commit is unknown")
    if any(one.label == request.label for one in history.snapshots):
        return
    later = [
        one for one in history.snapshots if one not in history.before(request.released_on, request.label).snapshots
    ]
    if later:
        yield OUT_OF_ORDER.at(f"{later[-1].label} was released on {later[-1].released_on}")


def _catalogue(workspace: Workspace) -> list[Known]:
    """Every level of the workspace that can be read; for a listed one that cannot, `admit` has a finding."""
    known = []
    for path in sorted((workspace.root / "catalogue" / "levels").glob("*/*.json")):
        try:
            known.append(known_level(read_level(path)))
        except (Unreadable, InvalidLevel):
            continue
    return known


def _licenses(entries: Sequence[Entry]) -> list[str]:
    return sorted({entry.record.license for entry in entries if entry.record.license is not None})


def _rows(entries: Sequence[Entry], dates: Dates, label: str) -> tuple[list[dict[str, Json]], list[Finding]]:
    """The manifest's `levels[]`, and a finding for each level whose first public day is not known."""
    rows, findings = [], []
    # An entry whose file carries another id has its finding already; no date can be looked up for it.
    for entry in (one for one in entries if one.id == one.record.id):
        level = known_level(entry.record)
        try:
            first = first_public_of(entry.record, dates)
        except Unknown:
            origin = entry.record.provenance["origin"]
            findings.append(DATE.at(f"first_public is null, its origin is {origin}").about(level=entry.id))
            continue
        if first is None or not is_date(first) or first > dates.released_on:
            message = f"first_public is {first}, the release is on {dates.released_on}"
            findings.append(DATE.at(message).about(level=entry.id))
        since = [one.label for one, row in dates.history.rows() if row["id"] == entry.id]
        rows.append(
            {
                "id": entry.id,
                "revision": entry.record.revision,
                "game": entry.record.game.name,
                "objective": entry.objective,
                "track": entry.track,
                "level_digest": level.digest,
                "canon_digest": level.canon,
                "first_public": first,
                "added_in": since[0] if since else label,
                "exposure_date": exposure_of(level, dates),
            }
        )
    return rows, findings


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
