"""Issuing an advisory: one more numbered file beside the snapshots, written whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import document_faults
from games.canonical import Json, canonical_bytes
from games.finding import Finding, FindingKind
from snapshots.advisories import FOLDER, FORMAT, advisory_name, read_advisories
from snapshots.history import read_history
from snapshots.pin import is_date
from snapshots.publish import claimed, write_once
from snapshots.texts import text_faults

__all__ = ["FINDINGS", "AdvisoryRefused", "Notice", "issue"]

REFUSED = FindingKind(
    "advisory/refused",
    "The advisory speaks of something that is not frozen, contradicts itself, or the chain before it is broken.",
    "Name a frozen snapshot by its pin and levels that it holds; restore the advisories as they were published.",
)
FINDINGS = (REFUSED,)


class AdvisoryRefused(Exception):
    """Nothing was written. Carries every finding against it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("; ".join(finding.message for finding in findings))


@dataclass(frozen=True, slots=True)
class Notice:
    """What an advisory says: see `levelpress/advisory@1`. Without a snapshot it speaks of the levels in all of them."""

    kind: str
    issued_on: str
    message: str
    snapshot: str | None = None
    levels: tuple[str, ...] = ()
    exposure_date: str | None = None
    lifts: int | None = None


def issue(frozen: Path, slug: str, notice: Notice) -> Path:
    """Write the next advisory and return its path.

    Raises:
        AdvisoryRefused: with everything against it.
        ValueError: a slug that is none.
        OSError: the disk; nothing was written.
    """
    with claimed(frozen):
        known = read_advisories(frozen)
        value: dict[str, Json] = {
            "format": FORMAT,
            "number": known.last + 1,
            "previous": known.digest,
            "issued_on": notice.issued_on,
            "kind": notice.kind,
            "snapshot": notice.snapshot,
            "levels": sorted(set(notice.levels)),
            "exposure_date": notice.exposure_date,
            "lifts": notice.lifts,
            "message": notice.message,
        }
        against = [f"{one.path}: {one.message}" for one in known.faults]
        against += [one.message for one in document_faults(value, FORMAT)]
        against += [one.message for one in text_faults("advisory", value)]
        against += _contradictions(frozen, notice, {one.value["number"] for one in known.all})
        if against:
            raise AdvisoryRefused([REFUSED.at(one) for one in against])
        path = frozen / FOLDER / advisory_name(known.last + 1, slug)
        write_once(path, canonical_bytes(value))
    return path


def _contradictions(frozen: Path, notice: Notice, numbers: set[int]) -> list[str]:
    told = [
        f"{day} is no day of the calendar"
        for day in (notice.issued_on, notice.exposure_date)
        if day is not None and not is_date(day)
    ]
    if (notice.kind == "lift") != (notice.lifts is not None):
        told.append("a lift names the number that it lifts, and nothing else does")
    if notice.lifts is not None and notice.lifts not in numbers:
        told.append(f"there is no advisory number {notice.lifts}")
    if (notice.kind == "exposure") != (notice.exposure_date is not None):
        told.append("an exposure gives the day of the earlier exposure, and nothing else does")
    if notice.kind != "lift" and notice.snapshot is None and not notice.levels:
        told.append("it speaks of no snapshot and of no level")
    if notice.kind == "exposure" and not notice.levels:
        told.append("an exposure names its levels")
    history, damages = read_history(frozen)
    told += [one.message for one in damages]
    named = [one for one in history.snapshots if notice.snapshot in (None, one.pin)]
    if notice.snapshot is not None and not named:
        told.append(f"no snapshot with the pin {notice.snapshot} is frozen here")
    there = {row["id"] for one in named for row in one.manifest["levels"]}
    told += [f"no such level is frozen there: {level}" for level in sorted(set(notice.levels) - there)]
    return told
