"""The runtime pin: every served byte of a static game build, by URL. Format `levelpress/runtime@1`."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from catalogue.document import Unreadable, read_bytes
from games.canonical import Json, digest_of, sha256_of
from games.finding import Finding, FindingKind
from snapshots.environment import Environment
from snapshots.tree import clash_faults, walk

__all__ = ["FINDINGS", "FORMAT", "Build", "blob_path", "blobs", "read_build", "runtime_digest", "runtime_document"]

FORMAT = "levelpress/runtime@1"
TAG = "lpb/runtime/v1"
#: Our own table: the operating system's would make the digest depend on the machine.
MEDIA_TYPES = {
    ".css": "text/css",
    ".gif": "image/gif",
    ".html": "text/html",
    ".ico": "image/vnd.microsoft.icon",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".otf": "font/otf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}

BUILD = FindingKind(
    "freeze/runtime",
    "The game build cannot be frozen: no folder, empty, or with a link, device or name that does not travel.",
    "Give --runtime the folder of a static build with regular files only.",
)
FINDINGS = (BUILD,)


@dataclass(frozen=True, slots=True)
class Build:
    """A static game build: URL -> bytes."""

    files: Mapping[str, bytes]


def read_build(folder: Path) -> tuple[Build, tuple[Finding, ...]]:
    """Every file below a folder under the URL at which it is served, `/` being the folder; and what is wrong."""
    if not folder.is_dir():
        return Build({}), (BUILD.at(f"{folder} is no folder"),)
    listing = walk(folder)
    faults = [*listing.faults, *clash_faults(listing.files | listing.folders)]
    findings = [BUILD.at(f"{fault.path}: {fault.message}").about(file=str(folder)) for fault in faults]
    files: dict[str, bytes] = {}
    for path in sorted(listing.files, key=os.fsencode):
        try:
            url = "/" + quote(path, safe="/-._~", errors="strict")
            if unicodedata.normalize("NFC", path) != path:
                findings.append(BUILD.at(f"{path}: the name is not in Unicode form NFC").about(file=str(folder)))
            files[url] = read_bytes(folder / path)
        except UnicodeEncodeError:
            findings.append(BUILD.at(f"{path!r}: the name is not UTF-8").about(file=str(folder)))
        except Unreadable as error:
            findings.append(BUILD.at(str(error)).about(file=str(folder)))
    if not listing.files:
        findings.append(BUILD.at(f"{folder} holds no file"))
    return Build(files), tuple(findings)


def runtime_document(build: Build, rules: Mapping[str, int], environment: Environment) -> dict[str, Json]:
    """`public/runtime/runtime.json`: URL -> digest, type, size; the rules it plays; what it must be shown with."""
    files = {
        url: {"digest": sha256_of(data), "media_type": _media_type(url), "size": len(data)}
        for url, data in build.files.items()
    }
    return {"format": FORMAT, "files": files, "rules": dict(rules), "environment": environment.to_json()}


def runtime_digest(document: Json) -> str:
    """The runtime's derived digest: over every served byte, the rules and the environment."""
    return digest_of(TAG, document)


def blob_path(digest: str) -> str:
    """Where the bytes of a served file lie in a snapshot."""
    return f"public/runtime/blobs/{digest.removeprefix('sha256:')}"


def blobs(build: Build) -> Iterator[tuple[str, bytes]]:
    """Path in the snapshot and bytes of every served file; equal files share a blob."""
    yield from sorted({blob_path(sha256_of(data)): data for data in build.files.values()}.items())


def _media_type(url: str) -> str:
    name = url.rsplit("/", 1)[1].lower()
    return MEDIA_TYPES.get("." + name.rsplit(".", 1)[1] if "." in name else "", "application/octet-stream")
