"""A snapshot's folder as it lies on disk: walked without following links, read once, into memory."""

from __future__ import annotations

import hashlib
import os
import stat
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from games.strict_json import MAX_BYTES
from snapshots import faults
from snapshots.faults import Fault, fault

__all__ = ["Listing", "clash_faults", "crlf_hint", "read_capped", "read_pinned", "shown", "walk"]

CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Listing:
    """What lies in a folder: paths of regular files, of folders, and what is wrong with the names."""

    files: frozenset[str]
    folders: frozenset[str]
    faults: tuple[Fault, ...]


def walk(root: Path) -> Listing:
    """Every name below `root`, without following a link and without opening a file."""
    files: set[str] = set()
    folders: set[str] = set()
    found: list[Fault] = []
    if root.is_symlink():
        found.append(fault(faults.NOT_REGULAR, ".", "the snapshot's folder is a link"))
    todo = [""]
    while todo:
        folder = todo.pop()
        try:
            entries = sorted(os.scandir(root / folder), key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            found.append(fault(faults.UNREADABLE, shown(folder) or ".", f"cannot be listed: {error.strerror}"))
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            # An entry may vanish between the listing and this question; then it is no file and no folder.
            if entry.is_symlink():
                found.append(fault(faults.NOT_REGULAR, shown(path), "a symbolic link"))
            elif entry.is_dir(follow_symlinks=False):
                folders.add(path)
                todo.append(path)
            elif entry.is_file(follow_symlinks=False):
                files.add(path)
            else:
                found.append(fault(faults.NOT_REGULAR, shown(path), "neither a regular file nor a folder"))
    return Listing(frozenset(files), frozenset(folders), tuple(found))


def clash_faults(names: Iterable[str]) -> Iterator[Fault]:
    """Names that a file system without case, or with another Unicode form, would take for one another."""
    names = set(names)
    # Names in lower-case ASCII are their own plain form, and differ: only with another can one of them clash.
    if all(name.isascii() and name == name.lower() for name in names):
        return
    groups: dict[str, list[str]] = {}
    for name in sorted(names):
        groups.setdefault(unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold()), []).append(name)
    for group in groups.values():
        for name in group[1:]:
            yield fault(faults.CLASH, shown(name), f"clashes with {shown(group[0])}")


def read_capped(path: Path, limit: int) -> bytes:
    """At most `limit + 1` bytes of a regular file, opened without following a link.

    Raises:
        OSError: no such file, a link, not a regular file, or it cannot be read.
    """
    # O_NONBLOCK: a FIFO put there after the walk must not hang the verifier.
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(stream.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "not a regular file")
        # Python reserves what it is asked to read, so it is asked for no more than there is.
        return stream.read(min(limit, status.st_size) + 1)


def read_pinned(root: Path, path: str, size: int, digest: str) -> tuple[bytes | None, list[Fault]]:
    """The bytes of a listed file if they are the pinned ones, else None and what is wrong.

    The size is compared first; the hash is streamed and stops one byte after the pinned size, so that a file that
    grows, or lies about its size, costs no more than an honest one.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(root / path, flags)
        with os.fdopen(handle, "rb") as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                return None, [fault(faults.NOT_REGULAR, path, "not a regular file")]
            if status.st_size != size:
                hint = crlf_hint(stream.read(min(2 * size, status.st_size, MAX_BYTES)), digest)
                return None, [fault(faults.SIZE, path, f"{status.st_size} bytes instead of {size}{hint}")]
            data, hashed = bytearray(), hashlib.sha256()
            while len(data) <= size and (chunk := stream.read(min(CHUNK, size + 1 - len(data)))):
                data += chunk
                hashed.update(chunk)
    except OSError as error:
        return None, [fault(faults.UNREADABLE, path, f"cannot be read: {error.strerror}")]
    if len(data) != size:
        return None, [fault(faults.SIZE, path, f"{len(data)} bytes or more instead of {size}")]
    if "sha256:" + hashed.hexdigest() != digest:
        return None, [fault(faults.DIGEST, path, f"sha256:{hashed.hexdigest()} instead of {digest}")]
    return bytes(data), []


def crlf_hint(data: bytes, digest: str) -> str:
    """The end of a sentence for bytes that a CRLF conversion explains. They fail all the same."""
    if b"\r\n" in data and "sha256:" + hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest() == digest:
        return "; its line ends were converted to CRLF, check out with `-text` in .gitattributes"
    return ""


def shown(path: str) -> str:
    """A path as text that can be printed and written to JSON, whatever bytes the name has."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
