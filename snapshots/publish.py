"""Publishing a snapshot: all of it or nothing, whatever happens in between.

One freezer at a time works in a folder of snapshots: it holds the kernel's lock on the folder itself. Unlike a claim
file, that lock leaves nothing behind and ends with its process, even a killed one. While it is held, a temporary
folder that lies there belongs to nobody alive and is removed.

The snapshot is written into such a temporary folder on the same file system, flushed to the disk, verified from the
disk, and published by one rename. POSIX lets a rename of a folder replace an empty folder and nothing else; together
with the look at the name under the lock it cannot replace a snapshot. The index follows by temporary file and rename.
A process killed between the two leaves a published snapshot that the index lacks, which the next freeze adds.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from games.canonical import canonical_bytes
from snapshots.history import INDEX, INDEX_FORMAT, History, read_index

__all__ = ["add_to_index", "claimed", "publish", "write_once"]

TEMPORARY = ".freezing-"
ATTRIBUTES = b"# Frozen bytes: git converts no line ends here.\n* -text\n"


@contextmanager
def claimed(frozen: Path) -> Iterator[None]:
    """Hold the folder of snapshots for one freeze; others wait. Makes the folder where it is not there yet.

    Raises:
        OSError: the folder cannot be made or locked.
    """
    import fcntl

    frozen.mkdir(parents=True, exist_ok=True)
    handle = os.open(frozen, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for left in sorted(frozen.glob(TEMPORARY + "*")):
            _remove(left)
        yield
    finally:
        os.close(handle)


def publish(frozen: Path, label: str, files: Mapping[str, bytes], check: Callable[[Path], None]) -> None:
    """Write `files` as the snapshot `label`, to be called within `claimed`.

    `check` is given the temporary folder after everything was flushed, and raises what forbids to publish it.

    Raises:
        FileExistsError: the label is taken.
        OSError: the disk is full or fails; nothing is left of the attempt.
    """
    target = frozen / label
    if os.path.lexists(target):
        raise FileExistsError(f"{label} is already there")
    temporary = frozen / f"{TEMPORARY}{label}"
    try:
        with _named(target):
            temporary.mkdir()
        for path, data in files.items():
            with _named(target / path):
                _write_new(temporary / path, data)
        with _named(target):
            for folder, _, _ in os.walk(temporary, topdown=False):
                _sync_folder(Path(folder))
        check(temporary)
        attributes = frozen / ".gitattributes"
        if not attributes.exists():
            _replace(attributes, ATTRIBUTES)
        with _named(target):
            os.rename(temporary, target)
    except BaseException:
        _remove(temporary)
        raise
    _sync_folder(frozen)


def add_to_index(frozen: Path, history: History) -> None:
    """Bring the index up to date with the published snapshots; what it lists stays. Within `claimed` only.

    Raises:
        Unreadable: the index is damaged.
    """
    listed = read_index(frozen)
    snapshots = {one.label: one.digest for one in history.snapshots} | listed
    if snapshots != listed or not (frozen / INDEX).exists():
        _replace(frozen / INDEX, canonical_bytes({"format": INDEX_FORMAT, "snapshots": snapshots}))


def write_once(path: Path, data: bytes) -> None:
    """Write a file that is not there yet: all of it, under its name, or nothing. Within `claimed` only.

    Raises:
        FileExistsError: it is there. OSError: the disk; nothing is left.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent.parent / f"{TEMPORARY}{path.name}"
    try:
        with _named(path):
            _write_new(temporary, data)
            # A link, unlike a rename, cannot replace what is there.
            os.link(temporary, path)
    finally:
        _remove(temporary)
    _sync_folder(path.parent)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Name the file in an error of the disk: a write names none, and a temporary name means nothing to a person."""
    try:
        yield
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_new(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _replace(path: Path, data: bytes) -> None:
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    try:
        with _named(path):
            _write_new(temporary, data)
            os.replace(temporary, path)
    except BaseException:
        _remove(temporary)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Flush a folder's names: without it a crash may lose a file whose bytes are safe."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
