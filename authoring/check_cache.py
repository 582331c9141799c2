"""What earlier runs of `check` found of levels that have not changed since.

A key is a digest of everything that a level's check depends on: the level, its certificate's bytes, whether it is of
the catalogue, its `why`, and the tool itself, every source file of it and the Python that runs it. So an entry is what
the check would find again, and nothing else can be taken for it: a cache skips work, never a check.

A run that passed a level over, crashed or ran out of a budget never writes the file. A file that is damaged is as good
as none.
"""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from catalogue.document import Unreadable, read_bytes, read_document, write_bytes
from catalogue.level_record import LevelRecord
from games.canonical import Json, digest_of, pretty_bytes, sha256_of
from games.finding import Finding

__all__ = ["CheckCache", "key_of", "read_cache"]

FORMAT = "levelpress/check-cache@1"
FILE = "check.json"
#: What makes the tool, from its root. The folder `catalogue` may hold levels beside the code, so it is not taken whole.
TOOL_FILES = (
    "games/**/*.py",
    "solvers/**/*.py",
    "validators/**/*.py",
    "catalogue/*.py",
    "catalogue/schemas/*.json",
    "authoring/**/*.py",
)
_FIELDS = ("id", "severity", "message", "fix", "place", "level", "file")


@dataclass(slots=True)
class CheckCache:
    """The findings of levels by key: what an earlier run knew, and what this run used or found."""

    known: dict[str, tuple[Finding, ...]] = field(default_factory=dict)
    used: dict[str, tuple[Finding, ...]] = field(default_factory=dict)

    def get(self, key: str) -> tuple[Finding, ...] | None:
        """The findings under that key, or None where the level has to be checked."""
        found = self.known.get(key)
        if found is not None:
            self.used[key] = found
        return found

    def put(self, key: str, findings: Sequence[Finding]) -> None:
        """What a finished check found."""
        self.used[key] = tuple(findings)

    def write(self, folder: Path) -> None:
        """Keep what this run used; what no level needs any more goes."""
        entries = {key: [finding.to_json() for finding in found] for key, found in self.used.items()}
        write_bytes(folder / FILE, pretty_bytes({"format": FORMAT, "entries": entries}))


def read_cache(folder: Path) -> CheckCache:
    """The cache in a folder; an empty one where there is none, or none that can be read."""
    try:
        value = read_document(folder / FILE)
        if not isinstance(value, dict) or value.get("format") != FORMAT:
            return CheckCache()
        return CheckCache({key: tuple(_findings(found)) for key, found in value["entries"].items()})
    except (Unreadable, KeyError, TypeError, AttributeError):
        return CheckCache()


def _findings(values: Json) -> Iterator[Finding]:
    for value in values:
        yield Finding(**{name: value[name] for name in _FIELDS})


def key_of(record: LevelRecord, certificate: Path, in_catalogue: bool, why: str | None) -> str:
    """The key of a level as it lies there now."""
    try:
        proof: str | None = sha256_of(read_bytes(certificate))
    except Unreadable:
        proof = None
    return digest_of(
        "lpb/check/v1",
        {
            "tool": tool_digest(),
            "level": record.to_json(),
            "certificate": proof,
            "at": str(certificate),
            "catalogue": in_catalogue,
            "why": why,
        },
    )


@cache
def tool_digest() -> str:
    """The digest of the tool's source files and of the Python that runs them."""
    root = Path(__file__).resolve().parent.parent
    files = sorted(path for pattern in TOOL_FILES for path in root.glob(pattern))
    parts = [f"{path.relative_to(root).as_posix()} {sha256_of(path.read_bytes())}" for path in files]
    return sha256_of("\n".join((platform.python_version(), *parts)).encode())
