"""Duplicates in tiers: D0, the same content; D1, the same normal form under the game's symmetries; D2, plays the same;
D3, nearly the same board; D4, one's solution wins the other.

The first three stand in the way of a release and of a freeze, the last two warn. D0 and D1 are found here by digest;
`validators.plays_same`, `validators.near` and `validators.solution_transfer` decide the others for one pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from games.finding import Finding, FindingKind

__all__ = [
    "BLOCKING",
    "FINDINGS",
    "NOT_COMPARED",
    "TIERS",
    "Duplicate",
    "Fingerprint",
    "Tier",
    "duplicate_faults",
    "duplicate_finding",
    "duplicates",
]

Tier = Literal["D0", "D1", "D2", "D3", "D4"]
TIERS: tuple[Tier, ...] = ("D0", "D1", "D2", "D3", "D4")
#: The tiers in which a level is refused.
BLOCKING: tuple[Tier, ...] = ("D0", "D1", "D2")

SAME = FindingKind(
    "duplicate/same", "Two levels have the same content (tier D0).", "Keep one of them; reject or retire the other."
)
SAME_FORM = FindingKind(
    "duplicate/same-form",
    "Two levels have the same normal form: one mirrors, turns, recolours or pads the other (tier D1).",
    "Keep one of them; reject or retire the other.",
)
SAME_PLAY = FindingKind(
    "duplicate/same-play",
    "Two levels play the same: their reachable states and moves are the same but for how they look (tier D2).",
    "Keep one of them; reject or retire the other.",
)
NEAR = FindingKind(
    "duplicate/near",
    "Two levels are nearly the same: one change apart, or alike in almost all places (tier D3).",
    "Look at both with `levelpress dedupe`; keep both only if they are played differently.",
    severity="warning",
)
TRANSFER = FindingKind(
    "duplicate/solution-transfers",
    "The solution of a level, carried over by a symmetry or other names, wins another level (tier D4).",
    "Look at both with `levelpress dedupe`; keep both only if they are played differently.",
    severity="warning",
)
NOT_COMPARED = FindingKind(
    "duplicate/not-compared",
    "A level was not compared in a tier of duplicates: too many states or renamings, or no proven solution.",
    "Nothing to mend; the other tiers were compared.",
    severity="note",
)
FINDINGS = (SAME, SAME_FORM, SAME_PLAY, NEAR, TRANSFER, NOT_COMPARED)
_KINDS: dict[Tier, FindingKind] = {"D0": SAME, "D1": SAME_FORM, "D2": SAME_PLAY, "D3": NEAR, "D4": TRANSFER}
_SAYING: dict[Tier, str] = {"D2": "plays the same as", "D3": "nearly the same as", "D4": "won by the same moves as"}


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """A level's name and its two digests."""

    name: str
    level_digest: str
    canon_digest: str


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Two levels that are the same or nearly, the first named before the second.

    `transformation` says how the first becomes the second, where that is known: a symmetry's name, or what was changed.
    """

    tier: Tier
    a: str
    b: str
    transformation: str | None = None


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


def duplicate_finding(tier: Tier, first: str, transformation: str | None = None) -> Finding:
    """The finding about a level that repeats the one called `first`, or is near it."""
    how = f" ({transformation})" if transformation else ""
    return _KINDS[tier].at(f"{_SAYING.get(tier, 'the same as')} {first}{how}")
