"""The snapshots frozen before: which levels they hold, since when, and the index that lists them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable, document_faults, read_bytes, read_document
from games.canonical import Json, canonical_bytes, sha256_of
from games.finding import Finding, FindingKind
from games.strict_json import MalformedJson, read_json
from snapshots.layout import MANIFEST, SNAPSHOT_FORMAT
from snapshots.pieces import in_pieces
from snapshots.pin import is_label, label_order

__all__ = ["DAMAGED", "FINDINGS", "INDEX", "INDEX_FORMAT", "Earlier", "History", "read_history", "read_index"]

INDEX = "index.json"
INDEX_FORMAT = "levelpress/index@1"

DAMAGED = FindingKind(
    "freeze/history",
    "An earlier snapshot, or the index of snapshots, is damaged; duplicates and dates cannot be checked against it.",
    "Restore snapshots/frozen as it was published; frozen bytes never change.",
)
FINDINGS = (DAMAGED,)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A published snapshot: its root digest and its root manifest."""

    digest: str
    manifest: Mapping[str, Json]

    @property
    def label(self) -> str:
        return str(self.manifest["label"])

    @property
    def released_on(self) -> str:
        return str(self.manifest["released_on"])

    @property
    def rules(self) -> Mapping[str, int]:
        rules: Mapping[str, int] = self.manifest["rules"]
        return rules

    @property
    def pin(self) -> str:
        return f"{self.label}@{self.digest}"

    @property
    def order(self) -> tuple[str, tuple[int, ...]]:
        """Snapshots come one after the other by release date, then by label."""
        return self.released_on, label_order(self.label)


@dataclass(frozen=True, slots=True)
class History:
    """Published snapshots, oldest first."""

    snapshots: tuple[Earlier, ...] = ()

    def without(self, label: str) -> History:
        return History(tuple(one for one in self.snapshots if one.label != label))

    def before(self, released_on: str, label: str) -> History:
        """The snapshots that come before one of that date and label."""
        order = (released_on, label_order(label))
        return History(tuple(one for one in self.snapshots if one.order < order))

    def rows(self) -> Iterator[tuple[Earlier, Mapping[str, Json]]]:
        """Every level row of every snapshot, oldest first."""
        return ((one, row) for one in self.snapshots for row in one.manifest["levels"])


def read_index(frozen: Path) -> dict[str, str]:
    """Label -> root digest, as the index lists them; empty where there is no index yet.

    Raises:
        Unreadable: it cannot be read, or does not fit its schema.
    """
    path = frozen / INDEX
    if not path.exists() and not path.is_symlink():
        return {}
    value = read_document(path)
    for found in document_faults(value, INDEX_FORMAT):
        raise Unreadable(f"{path}: {found.message}")
    return dict(value["snapshots"])


def read_history(frozen: Path) -> tuple[History, tuple[Finding, ...]]:
    """Every published snapshot below a folder, and what is wrong with their manifests.

    A folder is published by its one rename, so the folders count; the index is a convenience that must not
    contradict them. A snapshot that the index lists but that is not there is a finding too: the levels in it could
    be frozen again as new.
    """
    findings: list[Finding] = []
    try:
        index = read_index(frozen)
    except Unreadable as error:
        index = {}
        findings.append(DAMAGED.at(str(error)))
    labels = sorted(path.name for path in frozen.iterdir() if is_label(path.name)) if frozen.is_dir() else []
    for label in sorted(set(index) - set(labels)):
        findings.append(DAMAGED.at(f"the index lists {label}, but its folder is not there").about(file=label))
    snapshots = []
    for label in labels:
        try:
            snapshots.append(_earlier(frozen / label, label, index.get(label)))
        except (Unreadable, MalformedJson) as error:
            findings.append(DAMAGED.at(str(error)).about(file=label))
    return History(tuple(sorted(snapshots, key=lambda one: one.order))), tuple(findings)


def _earlier(folder: Path, label: str, listed: str | None) -> Earlier:
    data = read_bytes(folder / MANIFEST)
    digest = sha256_of(data)
    if listed is not None and digest != listed:
        raise Unreadable(f"{label}: the root manifest is not the one that the index lists")
    long = in_pieces(data, SNAPSHOT_FORMAT)
    if long is not None and long["label"] == label:
        return Earlier(digest, long)
    value = read_json(data)
    faults = [found.message for found in document_faults(value, SNAPSHOT_FORMAT)]
    if faults or canonical_bytes(value) != data or value["label"] != label:
        raise Unreadable(f"{label}: the root manifest is damaged{': ' + faults[0] if faults else ''}")
    return Earlier(digest, value)
