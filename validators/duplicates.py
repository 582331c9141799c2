"""Duplicates by digest: D0, the same content; D1, the same normal form under the game's symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from games.finding import Finding, FindingKind

__all__ = ["FINDINGS", "Duplicate", "Fingerprint", "duplicate_faults", "duplicate_finding", "duplicates"]

SAME = FindingKind(
    "duplicate/same", "Two levels have the same content (tier D0).", "Keep one of them; reject or retire the other."
)
SAME_FORM = FindingKind(
    "duplicate/same-form",
    "Two levels have the same normal form: one mirrors, turns, recolours or pads the other (tier D1).",
    "Keep one of them; reject or retire the other.",
)
FINDINGS = (SAME, SAME_FORM)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A level's name and its two digests."""

    name: str
    level_digest: str
    canon_digest: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two levels that are the same, the first named before the second."""

    tier: Literal["D0", "D1"]
    a: str
    b: str


def duplicates(levels: Iterable[Fingerprint]) -> Iterator[Duplicate]:
    """Each level that repeats an earlier one, with the first that it repeats. Linear in the number of levels."""
    contents: dict[str, str] = {}
    forms: dict[str, str] = {}
    for level in levels:
        if level.level_digest in contents:
            yield Duplicate("D0", contents[level.level_digest], level.name)
        elif level.canon_digest in forms:
            yield Duplicate("D1", forms[level.canon_digest], level.name)
        contents.setdefault(level.level_digest, level.name)
        forms.setdefault(level.canon_digest, level.name)


def duplicate_faults(levels: Iterable[Fingerprint]) -> Iterator[Finding]:
    """The same as findings about the later level."""
    for found in duplicates(levels):
        yield duplicate_finding(found.tier, found.a).about(level=found.b)


def duplicate_finding(tier: Literal["D0", "D1"], first: str) -> Finding:
    """The finding about a level that repeats the one called `first`."""
    return (SAME if tier == "D0" else SAME_FORM).at(f"the same as {first}")
