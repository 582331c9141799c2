"""A snapshot's parent, and the two numbers that say what is comparable: N, `comparability`, and X, `interface`.

Snapshots of equal N are scored alike, those of equal X are read alike. Both come from the parent, raised where the
difference demands it. A risen number is one that no earlier snapshot has: two branches never share one by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from games.canonical import Json
from games.finding import Finding, FindingKind
from games.strict_json import MalformedJson, read_json
from snapshots.changes import EMPTY, Content, content_of, demanded
from snapshots.history import DAMAGED, Earlier, History
from snapshots.layout import OBJECTIVES
from snapshots.pieces import in_pieces
from snapshots.pin import MalformedPin, parse_pin
from snapshots.tree import read_pinned

__all__ = [
    "DEFAULTS",
    "FINDINGS",
    "NONE",
    "Numbers",
    "Wanted",
    "number_faults",
    "numbers_of",
    "parent_content",
    "parent_in",
]

PARENT = FindingKind(
    "freeze/parent",
    "The parent that was asked for is not frozen here, or comes after the new snapshot.",
    "Give --parent the pin of an earlier snapshot, or leave it out for the last one.",
)
BUMP = FindingKind(
    "freeze/bump",
    "A number that was asked for is smaller than the difference to the parent demands.",
    "Leave the number out: freeze computes it; `freeze --dry-run` shows the difference.",
)
FINDINGS = (PARENT, BUMP)
#: The text that asks for no parent.
NONE = "none"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The two numbers of a snapshot."""

    comparability: int
    interface: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a person asked for: a parent's pin or `none`, and the two numbers; None: what follows from the rest."""

    parent: str | None = None
    comparability: int | None = None
    interface: int | None = None


#: Nothing asked for: the last parent, the least numbers.
DEFAULTS = Wanted()


def parent_in(history: History, wanted: Wanted) -> tuple[Earlier | None, tuple[Finding, ...]]:
    """The parent among the snapshots that come before: the last, or the one asked for.

    Raises:
        MalformedPin: what was asked for is no full pin and not `none`.
    """
    if wanted.parent is None:
        return (history.snapshots[-1] if history.snapshots else None), ()
    if wanted.parent == NONE:
        return None, ()
    try:
        pin = parse_pin(wanted.parent)
    except MalformedPin as error:
        raise MalformedPin(f"--parent: {error}, or `{NONE}`") from None
    for one in history.snapshots:
        if (one.label, one.digest) == (pin.label, pin.digest):
            return one, ()
    there = next((one.digest for one in history.snapshots if one.label == pin.label), None)
    why = f"{pin.label} is frozen here as {there}" if there else f"there is no {pin.label} before this snapshot"
    return None, (PARENT.at(why),)


def parent_content(frozen: Path, parent: Earlier | None) -> tuple[Content, tuple[Finding, ...]]:
    """What the parent holds, read from its folder; without a parent, nothing."""
    if parent is None:
        return EMPTY, ()
    one = next((one for one in parent.manifest["files"] if one["path"] == OBJECTIVES), None)
    if one is None:
        return EMPTY, (DAMAGED.at(f"its root manifest does not list {OBJECTIVES}").about(file=parent.label),)
    data, faults = read_pinned(frozen / parent.label, OBJECTIVES, one["size"], one["digest"])
    try:
        if data is not None:
            long = in_pieces(data, "levelpress/public-objectives@1")
            return content_of(parent.manifest, read_json(data) if long is None else long), ()
    except MalformedJson as error:
        return EMPTY, (DAMAGED.at(f"{OBJECTIVES}: {error}").about(file=parent.label),)
    return EMPTY, tuple(DAMAGED.at(f"{one.path}: {one.message}").about(file=parent.label) for one in faults)


def numbers_of(parent: Earlier | None, changes: Mapping[str, Json], history: History) -> Numbers:
    """The least numbers that the difference to the parent allows, given the snapshots that come before."""
    highest = Numbers(
        max((one.manifest["comparability"] for one in history.snapshots), default=0),
        max((one.manifest["interface"] for one in history.snapshots), default=0),
    )
    if parent is None:
        return Numbers(highest.comparability + 1, highest.interface + 1)
    bump = demanded(changes)
    return Numbers(
        highest.comparability + 1 if bump.comparability else parent.manifest["comparability"],
        highest.interface + 1 if bump.interface else parent.manifest["interface"],
    )


def number_faults(least: Numbers, wanted: Wanted, changes: Mapping[str, Json]) -> Iterator[Finding]:
    """Why a number that was asked for is too small, with the changes that demand more."""
    for name, asked, demand in (
        ("comparability", wanted.comparability, least.comparability),
        ("interface", wanted.interface, least.interface),
    ):
        if asked is not None and asked < demand:
            told = [one["sentence"] for kind in ("removed", "revised", "added") for one in changes[kind]]
            because = f" ({told[0]}{f' And {len(told) - 1} more.' if len(told) > 1 else ''})" if told else ""
            yield BUMP.at(f"{name} {asked} was asked for, at least {demand} is demanded{because}")
