"""Documents on disk: read with all their faults, written by temporary file and rename."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from catalogue.schema_store import formats, schema_of
from games.canonical import Json, pretty_bytes
from games.finding import Finding, FindingKind
from games.shape import nearest
from games.strict_json import MAX_BYTES, MalformedJson, read_json
from validators.schema import compiled, faults_by

__all__ = ["FINDINGS", "Unreadable", "document_faults", "form_faults", "read_bytes", "read_document", "write_bytes"]

FORM = FindingKind(
    "document/form",
    "A file under catalogue/ is not in the one reviewable form: two-space indent, sorted keys, LF, final newline.",
    "Let levelpress write the file; it keeps the value and mends the form.",
)
FORMAT = FindingKind(
    "document/format",
    "A document's format field is missing, unknown, or not the one wanted here.",
    "Write the format field as docs/formats says.",
)
FINDINGS = (FORM, FORMAT)


class Unreadable(Exception):
    """A file that cannot be read, or is no JSON. The message names the file and says why, in one line."""


def read_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file of at most `limit` bytes.

    Raises:
        Unreadable: missing, a folder, a device or FIFO, without permission, too large.
    """
    try:
        # Without O_NONBLOCK, opening a FIFO would wait for a writer that never comes.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        raise Unreadable(f"{path}: no such file{_near_file(path)}") from None
    except PermissionError:
        raise Unreadable(f"{path}: no permission to read it") from None
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path}: cannot be opened ({getattr(error, 'strerror', None) or error})") from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise Unreadable(f"{path}: not a regular file")
    with os.fdopen(handle, "rb") as stream:
        # What the file has now, and one byte more to see that it grew; never room for `limit` bytes at once.
        data = stream.read(min(limit, status.st_size) + 1)
    if len(data) > status.st_size:
        raise Unreadable(f"{path}: it grew while it was read")
    if len(data) > limit:
        raise Unreadable(f"{path}: larger than {limit} bytes")
    return data


def _near_file(path: Path) -> str:
    """The name in the same folder that was perhaps meant."""
    try:
        names = sorted(os.listdir(path.parent))
    except OSError:
        return ""
    return nearest(path.name, names)


def read_document(path: Path) -> Json:
    """The JSON value of a file.

    Raises:
        Unreadable: see `read_bytes`, or no JSON that levelpress reads.
    """
    try:
        return read_json(read_bytes(path))
    except MalformedJson as error:
        raise Unreadable(f"{path}: {error}") from None


def document_faults(value: Json, wanted: str | None = None) -> Iterator[Finding]:
    """Faults of a document against the schema of its format, which must be `wanted` where that is given."""
    name = value.get("format") if isinstance(value, dict) else None
    if not isinstance(name, str) or name not in formats():
        hint = nearest(name, formats()) if isinstance(name, str) else ""
        yield FORMAT.at(f"the format {name!r} is unknown{hint}", fix=f"Wanted: {wanted}." if wanted else None)
    elif wanted is not None and name != wanted:
        yield FORMAT.at(f"the format is {name!r}, not {wanted!r}")
    else:
        yield from faults_by(_schema(name), value)


@cache
def _schema(name: str) -> Any:
    return compiled(schema_of(name))


def form_faults(value: Json, data: bytes) -> Iterator[Finding]:
    """A catalogue file must be byte for byte the pretty form of its value."""
    if pretty_bytes(value) != data:
        crlf = " (it has CRLF line ends)" if b"\r\n" in data else ""
        yield FORM.at(f"the file is not in the reviewable form{crlf}")


def write_bytes(path: Path, data: bytes) -> bool:
    """Write a file by temporary file and rename; whether anything changed. Never leaves a half-written file."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=".write-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException as error:
        os.unlink(temporary)
        if isinstance(error, OSError):
            # The temporary name means nothing to the person who named the file.
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    return True


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
