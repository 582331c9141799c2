"""Dates of a level: the first day anybody could fetch it, and the first day anything like it could be fetched.

All dates are given, none is read from a clock. A day that is not known counts as exposed: it is null, and no model's
cutoff lies before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalogue.level_record import LevelRecord
from games.canonical import Json
from snapshots.history import History

__all__ = ["Dates", "Known", "Unknown", "exposure_of", "first_public_of", "known_level"]

#: Origins whose levels are first public with their first freeze, unless they say otherwise.
HOME_MADE = ("original", "generated")


class Unknown(Exception):
    """A date that is not known."""


@dataclass(frozen=True, slots=True)
class Known:
    """A level of the catalogue with its digests, which cost more than comparing them."""

    record: LevelRecord
    digest: str
    canon: str


@dataclass(frozen=True, slots=True)
class Dates:
    """What a date of a level depends on.

    Attributes:
        catalogue: every level of the workspace, frozen now or not.
        frozen_now: the ids that this freeze publishes.
        released_on: the day of this freeze.
        history: the snapshots before it.
    """

    catalogue: Sequence[Known]
    frozen_now: frozenset[str]
    released_on: str
    history: History


def first_public_of(record: LevelRecord, dates: Dates) -> str | None:
    """The first day anybody could fetch that revision; None for a home-made level that nobody can fetch yet.

    Raises:
        Unknown: an adapted level or a variant without a date.
    """
    given = record.provenance["first_public"]
    if given is None and record.provenance["origin"] not in HOME_MADE:
        raise Unknown
    frozen = [
        row["first_public"]
        for _, row in dates.history.rows()
        if (row["id"], row["revision"]) == (record.id, record.revision)
    ]
    # A date never moves later, so the first snapshot's stands against a later one given now.
    known = [*frozen[:1], *([given] if given is not None else [])]
    if known:
        return str(min(known))
    return dates.released_on if record.id in dates.frozen_now else None


def known_level(record: LevelRecord) -> Known:
    """A level with its digests."""
    return Known(record, record.digest, record.canon)


def exposure_of(level: Known, dates: Dates) -> str | None:
    """The exposure date: the earliest over the level, its earlier revisions, its ancestors, every level of equal
    normal form, and all of theirs. None where one of these dates is unknown.

    A level's source has no date of its own in a level file: `first_public` of an adapted level is the source's.
    """
    found: list[str] = []
    seen: set[str] = set()
    todo = [level]
    while todo:
        one = todo.pop()
        key = f"{one.record.id}/{one.record.revision}/{one.digest}"
        if key in seen:
            continue
        seen.add(key)
        try:
            day = first_public_of(one.record, dates)
        except Unknown:
            return None
        found += [day] if day is not None else []
        rows = list(_rows_of(one, dates.history))
        if any(row["exposure_date"] is None for row in rows):
            return None
        found += [str(row["exposure_date"]) for row in rows]
        todo += [other for other in dates.catalogue if other.canon == one.canon]
        for parent in one.record.provenance["parents"]:
            parents = [other for other in dates.catalogue if parent in (other.record.id, other.digest)]
            past = [row for _, row in dates.history.rows() if parent in (row["id"], row["level_digest"])]
            if not (parents or past) or any(row["exposure_date"] is None for row in past):
                return None
            found += [str(row["exposure_date"]) for row in past]
            todo += parents
    return min(found, default=dates.released_on)


def _rows_of(level: Known, history: History) -> Iterator[Mapping[str, Json]]:
    """What earlier snapshots say of a level: of its id in any revision, and of its normal form."""
    return (row for _, row in history.rows() if row["id"] == level.record.id or row["canon_digest"] == level.canon)
