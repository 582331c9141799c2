"""Where each file of a snapshot lies, what it holds and which format it has: one table for freeze and verify."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.canonical import Json

__all__ = [
    "JSON",
    "MANIFEST",
    "OBJECTIVES",
    "ROLES",
    "RUNTIME",
    "SCHEMAS",
    "SIGNATURES",
    "SNAPSHOT_FORMAT",
    "TEXT",
    "LevelPaths",
    "Role",
    "certificate_path",
    "format_at",
    "is_safe_path",
    "level_path",
    "paths_of",
    "provenance_path",
    "schema_path",
]

MANIFEST = "snapshot.json"
SNAPSHOT_FORMAT = "levelpress/snapshot@1"
#: The only folder whose files the manifest does not list: a signature comes after what it signs.
SIGNATURES = "signatures"
OBJECTIVES = "public/objectives.json"
RUNTIME = "public/runtime/runtime.json"
SCHEMAS = "schemas/"
JSON, TEXT, BYTES = "application/json", "text/plain", "application/octet-stream"

_ID = r"[a-z]{2}-[0-9]{4,}"
_GAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_SAFE = re.compile(r"[a-z0-9._+-]+(?:/[a-z0-9._+-]+)*")


@dataclass(frozen=True, slots=True)
class Role:
    """What a file is for: the form of its path, its media type, its format where it is a document of ours."""

    path: str
    media_type: str
    format: str | None = None

    def fits(self, path: str) -> bool:
        return re.fullmatch(self.path, path) is not None


ROLES: dict[str, Role] = {
    "level": Role(rf"public/levels/{_GAME}/{_ID}\.json", JSON, "levelpress/public-level@1"),
    "objectives": Role(r"public/objectives\.json", JSON, "levelpress/public-objectives@1"),
    "runtime": Role(r"public/runtime/runtime\.json", JSON, "levelpress/runtime@1"),
    "blob": Role(r"public/runtime/blobs/[0-9a-f]{64}", BYTES),
    "certificate": Role(rf"private/certificates/{_ID}\.json", JSON, "levelpress/certificate@1"),
    "provenance": Role(rf"private/provenance/{_ID}\.json", JSON, "levelpress/provenance@1"),
    "schema": Role(r"schemas/[a-z-]+-[0-9]+\.json", JSON),
    "changes": Role(r"changes\.json", JSON, "levelpress/changes@1"),
    "croissant": Role(r"croissant\.json", JSON),
    "canary": Role(r"canary\.txt", TEXT),
    "license": Role(r"licenses/[a-z0-9.+-]+\.txt", TEXT),
}


def is_safe_path(path: str) -> bool:
    """Whether a path stays inside the snapshot on every file system: relative, lower-case ASCII, no dots alone.

    A colon or backslash, which would make it a drive path, is no allowed character.
    """
    parts = path.split("/")
    return (
        _SAFE.fullmatch(path) is not None
        and not any(part.strip(".") == "" or part.endswith(".") for part in parts)
        and path != MANIFEST
        and parts[0] != SIGNATURES
    )


def schema_path(format_name: str) -> str:
    """Where the schema of a format lies in a snapshot: `levelpress/level@1` -> `schemas/level-1.json`."""
    return f"{SCHEMAS}{format_name.removeprefix('levelpress/').replace('@', '-')}.json"


def format_at(path: str) -> str:
    """The format whose schema lies at a path: the other way round than `schema_path`."""
    stem, _, version = path.removeprefix(SCHEMAS).removesuffix(".json").rpartition("-")
    return f"levelpress/{stem}@{version}"


def level_path(game: str, level_id: str) -> str:
    """Where the public file of a level lies in a snapshot."""
    return f"public/levels/{game}/{level_id}.json"


def certificate_path(level_id: str) -> str:
    """Where the certificate of a level lies in a snapshot."""
    return f"private/certificates/{level_id}.json"


def provenance_path(level_id: str) -> str:
    """Where the provenance of a level lies in a snapshot."""
    return f"private/provenance/{level_id}.json"


class LevelPaths(NamedTuple):
    """Where the three files of a level lie in a snapshot."""

    public: str
    certificate: str
    provenance: str


def paths_of(row: Mapping[str, Json]) -> LevelPaths:
    """Where the files of the level of a `levels[]` row lie."""
    return LevelPaths(level_path(row["game"], row["id"]), certificate_path(row["id"]), provenance_path(row["id"]))
