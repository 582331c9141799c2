"""Dates of a level: the first day anybody could fetch it, and the first day anything like it could be fetched.

All dates are given, none is read from a clock. A day that is not known counts as exposed: it is null, and no model's
cutoff lies before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from catalogue.level_record import LevelRecord
from games.canonical import Json
from snapshots.history import History

__all__ = ["Dates", "Known", "Unknown", "dates_of", "exposure_of", "first_public_of", "known_level"]

#: Origins whose levels are first public with their first freeze, unless they say otherwise.
HOME_MADE = ("original", "generated")


class Unknown(Exception):
    """A date that is not known."""


@dataclass(frozen=True, slots=True)
class Known:
    """What dates and digests need of a level of the catalogue. The level itself is not held: there may be many.

    Attributes:
        digest, canon: the level digest and that of the normal form.
        origin, first_public, parents: as its provenance has them.
    """

    id: str | None
    revision: int
    digest: str
    canon: str
    origin: str
    first_public: str | None
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Dates:
    """What a date of a level depends on, indexed so that each date is looked up and not searched for.

    Attributes:
        by_name: level id or level digest -> the levels of the workspace with it, frozen now or not.
        by_canon: canon digest -> the levels of the workspace with that normal form.
        past: level id, level digest or canon digest -> the rows of earlier snapshots with it, oldest first.
        frozen_now: the ids that this freeze publishes.
        released_on: the day of this freeze.
        told: level id -> the earliest exposure that an advisory tells of.
    """

    by_name: Mapping[str, Sequence[Known]]
    by_canon: Mapping[str, Sequence[Known]]
    past: Mapping[str, Sequence[Mapping[str, Json]]]
    frozen_now: frozenset[str]
    released_on: str
    told: Mapping[str, str]


def dates_of(
    catalogue: Iterable[Known],
    frozen_now: frozenset[str],
    released_on: str,
    history: History,
    told: Mapping[str, str],
) -> Dates:
    """The dates that the levels of the workspace and the snapshots before this freeze give."""
    by_name: dict[str, list[Known]] = defaultdict(list)
    by_canon: dict[str, list[Known]] = defaultdict(list)
    for one in catalogue:
        for name in {str(one.id), one.digest}:
            by_name[name].append(one)
        by_canon[one.canon].append(one)
    past: dict[str, list[Mapping[str, Json]]] = defaultdict(list)
    for _, row in history.rows():
        for name in {row["id"], row["level_digest"], row["canon_digest"]}:
            past[name].append(row)
    # Plain dicts from here on: to look something up must not add it.
    return Dates(dict(by_name), dict(by_canon), dict(past), frozen_now, released_on, told)


def first_public_of(level: Known, dates: Dates) -> str | None:
    """The first day anybody could fetch that revision; None for a home-made level that nobody can fetch yet.

    Raises:
        Unknown: an adapted level or a variant without a date.
    """
    given = level.first_public
    if given is None and level.origin not in HOME_MADE:
        raise Unknown
    rows = [row for row in dates.past.get(str(level.id), ()) if row["revision"] == level.revision]
    # A date never moves later, so the first snapshot's stands against a later one given now.
    known = [*[row["first_public"] for row in rows[:1]], *([given] if given is not None else [])]
    if known:
        return str(min(known))
    return dates.released_on if level.id in dates.frozen_now else None


def known_level(record: LevelRecord) -> Known:
    """A level with its digests."""
    told = record.provenance
    parents = tuple(told["parents"])
    return Known(record.id, record.revision, record.digest, record.canon, told["origin"], told["first_public"], parents)


def exposure_of(level: Known, dates: Dates) -> str | None:
    """The exposure date: the earliest over the level, its earlier revisions, its ancestors, every level of equal
    normal form, and all of theirs, and over what advisories tell of them. None where one of these dates is unknown.

    A level's source has no date of its own in a level file: `first_public` of an adapted level is the source's.
    """
    found: list[str] = []
    seen: set[str] = set()
    todo = [level]
    while todo:
        one = todo.pop()
        key = f"{one.id}/{one.revision}/{one.digest}"
        if key in seen:
            continue
        seen.add(key)
        try:
            day = first_public_of(one, dates)
        except Unknown:
            return None
        found += [day] if day is not None else []
        rows = [*dates.past.get(str(one.id), ()), *dates.past.get(one.canon, ())]
        for parent in one.parents:
            parents, past = dates.by_name.get(parent, ()), dates.past.get(parent, ())
            if not (parents or past):
                return None
            rows += past
            todo += parents
        if any(row["exposure_date"] is None for row in rows):
            return None
        found += [str(row["exposure_date"]) for row in rows]
        found += [dates.told[name] for name in (str(one.id), *(row["id"] for row in rows)) if name in dates.told]
        todo += dates.by_canon.get(one.canon, ())
    return min(found, default=dates.released_on)
