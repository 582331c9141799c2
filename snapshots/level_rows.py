"""The manifest's `levels[]`: a row for each level that a snapshot takes, with its digests and dates."""

from __future__ import annotations

from collections.abc import Sequence

from games.canonical import Json
from games.finding import Finding, FindingKind
from snapshots.admission import Entry
from snapshots.exposure import Dates, Unknown, exposure_of, first_public_of
from snapshots.history import History
from snapshots.pin import is_date

__all__ = ["FINDINGS", "level_rows"]

DATE = FindingKind(
    "freeze/date",
    "A date of a level is unknown, no day of the calendar, or after the day of the release.",
    "Write the first day anybody could fetch the level into its provenance.first_public.",
)
FINDINGS = (DATE,)


def level_rows(
    entries: Sequence[Entry], dates: Dates, history: History, label: str
) -> tuple[list[dict[str, Json]], list[Finding]]:
    """The rows, sorted by id, and a finding for each level whose first public day is not known."""
    rows: list[dict[str, Json]] = []
    findings: list[Finding] = []
    since: dict[str, str] = {}
    for snapshot, row in history.rows():
        since.setdefault(str(row["id"]), snapshot.label)
    # An entry whose file carries another id has its finding already; no date can be looked up for it.
    for entry in (one for one in entries if one.id == one.known.id):
        try:
            first = first_public_of(entry.known, dates)
        except Unknown:
            findings.append(DATE.at(f"first_public is null, its origin is {entry.known.origin}").about(level=entry.id))
            continue
        if first is None or not is_date(first) or first > dates.released_on:
            message = f"first_public is {first}, the release is on {dates.released_on}"
            findings.append(DATE.at(message).about(level=entry.id))
        rows.append(
            {
                "id": entry.id,
                "revision": entry.known.revision,
                "game": entry.game.name,
                "objective": entry.objective,
                "track": entry.track,
                "level_digest": entry.known.digest,
                "canon_digest": entry.known.canon,
                "first_public": first,
                "added_in": since.get(entry.id, label),
                "exposure_date": exposure_of(entry.known, dates),
            }
        )
    return rows, findings
