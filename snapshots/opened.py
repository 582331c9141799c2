"""A pinned snapshot in memory, for a runner: only bytes that were verified, and nothing before all of them were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from games.canonical import Json
from games.strict_json import read_json
from snapshots.faults import Fault
from snapshots.runtime import blob_path
from snapshots.seeds import seed_of
from snapshots.verify import Verification, verify
from snapshots.views import View, view_of

__all__ = ["NotOfficial", "NotVerified", "Snapshot", "open_pinned"]

RUNTIME = "public/runtime/runtime.json"


class NotVerified(Exception):
    """The snapshot is not what the pin names. Carries every fault."""

    def __init__(self, pin: str, faults: tuple[Fault, ...]) -> None:
        listed = "; ".join(f"{fault.path}: {fault.id}: {fault.message}" for fault in faults)
        super().__init__(f"{pin}: {listed}")
        self.faults = faults


class NotOfficial(Exception):
    """The snapshot is what the pin names, but says itself that it is no official one."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A verified snapshot. Everything it gives comes from the bytes that were verified."""

    pin: str
    manifest: Mapping[str, Json]
    files: Mapping[str, bytes]

    def levels(self) -> Iterator[Mapping[str, Json]]:
        """The public level documents (`levelpress/public-level@1`), by id."""
        for row in self.manifest["levels"]:
            yield read_json(self.files[f"public/levels/{row['game']}/{row['id']}.json"])

    def objectives(self) -> tuple[Mapping[str, Json], ...]:
        """The objectives with their level ids in the order of play."""
        return tuple(read_json(self.files["public/objectives.json"])["objectives"])

    def seed(self, level_id: str, purpose: str, attempt: int) -> str:
        """The seed of one attempt at a level. Raises KeyError for an unknown level, ValueError as `seed_of`."""
        digests = {row["id"]: row["level_digest"] for row in self.manifest["levels"]}
        return seed_of(digests[level_id], purpose, attempt)

    def view(self, name: str) -> View:
        """The view `core` or `all`."""
        return view_of(name, self.manifest["levels"], self.manifest["runtime_digest"], self.manifest["rules"])

    def runtime(self) -> dict[str, bytes]:
        """URL -> bytes of the game build; empty where the snapshot has none."""
        if RUNTIME not in self.files:
            return {}
        served = read_json(self.files[RUNTIME])["files"]
        return {url: self.files[blob_path(one["digest"])] for url, one in sorted(served.items())}


def open_pinned(pin: str, root: Path | str, *, allow_non_official: bool = False) -> Snapshot:
    """The snapshot that a full pin names, below a folder of snapshots, a workspace, or the snapshot's own folder.

    Raises:
        MalformedPin: no full pin; a bare label is none.
        Unreadable: no such snapshot there.
        NotVerified: anything in it differs from what the pin names.
        NotOfficial: it is no official snapshot, and that was not allowed.
    """
    verified: Verification = verify(pin, Path(root))
    if not verified.ok or verified.manifest is None:
        raise NotVerified(pin, verified.faults)
    if not verified.manifest["official"] and not allow_non_official:
        raise NotOfficial(f"{pin}: no official snapshot; allow_non_official=True opens it all the same")
    return Snapshot(pin, verified.manifest, verified.files)
