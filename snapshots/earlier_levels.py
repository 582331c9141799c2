"""The levels of a freeze held against each other and against those of earlier snapshots, by their digests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from catalogue.workspace import Workspace, read_level
from games.contract import AnyGame, level_digest
from games.finding import Finding, FindingKind
from snapshots.exposure import Known
from snapshots.history import History

__all__ = ["DUPLICATE", "FINDINGS", "REVISION", "duplicate_faults", "revision_faults"]

DUPLICATE = FindingKind(
    "freeze/duplicate",
    "A level is the same as one with another id, here or in an earlier snapshot, or plays the same (tiers D0 to D2).",
    "Retire one of the two; `levelpress dedupe` shows both.",
)
REVISION = FindingKind(
    "freeze/revision",
    "A level's board or goal differs from what an earlier snapshot holds under the same or a higher revision.",
    "Raise the level's revision: a change of board or goal is a new one.",
)
FINDINGS = (DUPLICATE, REVISION)


class Listed(Protocol):
    """What is asked of a level of the freeze: the id by which it is listed, its game, its digests."""

    @property
    def id(self) -> str: ...
    @property
    def known(self) -> Known: ...
    @property
    def game(self) -> AnyGame: ...


def duplicate_faults(entries: Sequence[Listed], history: History) -> Iterator[Finding]:
    """Equal normal forms under different ids. A level is no duplicate of its own earlier self."""
    first: dict[str, str] = {}
    for entry in entries:
        other = first.setdefault(entry.known.canon, entry.id)
        if other != entry.id:
            yield DUPLICATE.at(f"the same as {other}").about(level=entry.id)
    frozen: dict[tuple[str, str], str] = {}
    for snapshot, row in history.rows():
        frozen.setdefault((str(row["canon_digest"]), str(row["id"])), snapshot.label)
    for (canon, level_id), label in sorted(frozen.items()):
        entry_id = first.get(canon)
        if entry_id is not None and entry_id != level_id:
            yield DUPLICATE.at(f"the same as {level_id} in {label}").about(level=entry_id)


def revision_faults(workspace: Workspace, entries: Sequence[Listed], history: History) -> Iterator[Finding]:
    """A revision is one board and goal, for ever. Digests are compared under the rules version of their snapshot."""
    by_id = {entry.id: entry for entry in entries}
    for snapshot, row in history.rows():
        entry = by_id.get(str(row["id"]))
        if entry is None or entry.known.revision > row["revision"]:
            continue
        if entry.known.revision < row["revision"]:
            message = f"its revision is {entry.known.revision}, {snapshot.label} has revision {row['revision']}"
            yield REVISION.at(message).about(level=entry.known.id)
        elif _digest_under(workspace, entry, snapshot.rules[entry.game.name]) != row["level_digest"]:
            message = f"revision {entry.known.revision} is another level in {snapshot.label}"
            yield REVISION.at(message).about(level=entry.known.id)


def _digest_under(workspace: Workspace, entry: Listed, rules: int) -> str:
    """The level digest under a version of the rules."""
    if rules == entry.game.rules:
        return entry.known.digest
    return level_digest(replace(entry.game, rules=rules), read_level(workspace.level_path(entry.id)).level)
