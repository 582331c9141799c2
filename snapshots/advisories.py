"""Advisories: what became known of frozen snapshots afterwards. Format `levelpress/advisory@1`.

Frozen bytes never change. A yank, an erratum or an earlier exposure is a numbered file beside the snapshots, each with
the digest of the one before, so that none can be cut out of the middle or rewritten unseen. What is cut off the end
shows only to who remembers a later number: reports carry the last one known. A pinned run goes on under a yank, with a
loud warning; a later advisory may lift an earlier one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable, document_faults, read_bytes
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MalformedJson, read_json
from snapshots import faults
from snapshots.faults import Fault, fault
from snapshots.pin import is_date
from snapshots.texts import text_faults

__all__ = [
    "FOLDER",
    "FORMAT",
    "KINDS",
    "Advisories",
    "Advisory",
    "advisory_name",
    "concerning",
    "exposures",
    "read_advisories",
]

FORMAT = "levelpress/advisory@1"
FOLDER = "advisories"
KINDS = ("yank", "erratum", "exposure", "lift")
_NAME = re.compile(r"([0-9]{4})-([a-z0-9]+(?:-[a-z0-9]+)*)\.json")


@dataclass(frozen=True, slots=True)
class Advisory:
    """One advisory: its document, and the number of the later one that lifts it."""

    value: Mapping[str, Json]
    lifted_by: int | None

    def to_json(self) -> dict[str, Json]:
        kept = ("number", "kind", "issued_on", "snapshot", "levels", "exposure_date", "lifts", "message")
        return {**{key: self.value[key] for key in kept}, "lifted_by": self.lifted_by}


@dataclass(frozen=True, slots=True)
class Advisories:
    """All advisories of a folder of snapshots, in order, the digest of the last one, and what is wrong with them."""

    all: tuple[Advisory, ...] = ()
    digest: str | None = None
    faults: tuple[Fault, ...] = ()

    @property
    def last(self) -> int:
        """The number of the last one; 0 where there is none."""
        return max((int(one.value["number"]) for one in self.all), default=0)


def advisory_name(number: int, slug: str) -> str:
    """The file name of an advisory. Raises ValueError for a slug that is not lower-case words with hyphens."""
    name = f"{number:04d}-{slug}.json"
    if not _NAME.fullmatch(name):
        raise ValueError(f"{slug[:60]!r} is no slug: lower-case words with hyphens between them")
    return name


def read_advisories(frozen: Path) -> Advisories:
    """The advisories beside the snapshots. Of a broken chain, what can be read is given, with the faults."""
    folder = frozen / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        broken = (fault(faults.ADVISORY, FOLDER, "not a folder"),) if folder.is_symlink() or folder.exists() else ()
        return Advisories(faults=broken)
    found: list[Fault] = []
    values: list[Mapping[str, Json]] = []
    before: str | None = None
    for number, path in enumerate(sorted(folder.iterdir(), key=lambda path: path.name), 1):
        shown = f"{FOLDER}/{path.name}"
        value, data, more = _read(path, shown)
        found += more
        match = _NAME.fullmatch(path.name)
        if match is None or int(match[1]) != number:
            found.append(fault(faults.ADVISORY, shown, f"number {number} is expected here; one before it is missing"))
        if value is not None:
            found += _chain_faults(value, shown, match, before, values)
            values.append(value)
        before = None if data is None else sha256_of(data)
    lifted = {value["lifts"]: value["number"] for value in values if value["lifts"] is not None}
    return Advisories(tuple(Advisory(value, lifted.get(value["number"])) for value in values), before, tuple(found))


def _read(path: Path, shown: str) -> tuple[Mapping[str, Json] | None, bytes | None, list[Fault]]:
    if path.is_symlink():
        return None, None, [fault(faults.NOT_REGULAR, shown, "a symbolic link")]
    try:
        data = read_bytes(path)
        value = read_json(data)
    except (Unreadable, MalformedJson) as error:
        return None, None, [fault(faults.ADVISORY, shown, f"cannot be read: {str(error).rpartition(': ')[2]}")]
    found = [fault(faults.SCHEMA, shown, one.message) for one in document_faults(value, FORMAT)]
    if found:
        return None, data, found
    if canonical_bytes(value) != data:
        found.append(fault(faults.NOT_CANONICAL, shown, "not the RFC 8785 form of its value"))
    found += text_faults(shown, value)
    return value, data, found


def _chain_faults(
    value: Mapping[str, Json],
    shown: str,
    match: re.Match[str] | None,
    before: str | None,
    earlier: Sequence[Mapping[str, Json]],
) -> Iterator[Fault]:
    if match is not None and value["number"] != int(match[1]):
        yield fault(faults.ADVISORY, shown, f"its number is {value['number']}")
    if value["previous"] != before:
        yield fault(faults.ADVISORY, shown, f"it follows {value['previous']}, but before it lies {before}")
    if value["lifts"] is not None and value["lifts"] not in [one["number"] for one in earlier]:
        yield fault(faults.ADVISORY, shown, f"it lifts number {value['lifts']}, which does not come before it")
    for key in ("issued_on", "exposure_date"):
        if value[key] is not None and not is_date(value[key]):
            yield fault(faults.DATE, shown, f"{key} is {value[key]}, no day of the calendar")


def concerning(advisories: Advisories, pin: str, manifest: Mapping[str, Json]) -> tuple[Advisory, ...]:
    """The advisories that speak of a snapshot or, naming no snapshot, of a level in it. A lifted one says so."""
    if not advisories.all:
        return ()
    ids = {row["id"] for row in manifest["levels"]}
    return tuple(
        one
        for one in advisories.all
        if one.value["kind"] != "lift"
        and (one.value["snapshot"] == pin or (one.value["snapshot"] is None and ids & set(one.value["levels"])))
    )


def exposures(advisories: Advisories, until: str) -> dict[str, str]:
    """Level id -> the earliest exposure that advisories issued until a day tell of, unless they were lifted by then.

    What became known later does not count: a snapshot frozen again must be the same.
    """
    known = [one for one in advisories.all if one.value["issued_on"] <= until]
    lifted = {one.value["lifts"] for one in known}
    told: dict[str, str] = {}
    for one in known:
        if one.value["number"] not in lifted and one.value["exposure_date"] is not None:
            for level in one.value["levels"]:
                told[level] = min(told.get(level, one.value["exposure_date"]), one.value["exposure_date"])
    return told
