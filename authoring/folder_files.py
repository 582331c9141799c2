"""What lies below a folder: every file, and everything that keeps a file from being seen.

`Path.rglob` passes over a folder that it may not list and over a link that leads nowhere; whoever asks for every level
of a folder must be told of both. Links to folders are not followed: a link to `/` would be the whole machine, and a
link to a folder above would never end.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Entry", "faults_below", "files_below", "is_missing"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A file below a folder, or with `fault` a name that stands in the way of files and why, in a few words."""

    path: Path
    fault: str | None = None


def files_below(folder: Path, *, hidden: bool = False) -> tuple[Entry, ...]:
    """Everything below a folder that is no folder, in order of path bytes; nothing where the folder is not there.

    Faults are a folder that cannot be listed, a link that leads nowhere or back to itself, and a link to a folder,
    unless that folder is read anyhow because it lies below `folder` and does not hold the link. Names that begin with
    a dot are passed over unless `hidden`.
    """
    found: list[Entry] = []
    todo = [folder]
    while todo:
        here = todo.pop()
        try:
            with os.scandir(here) as entries:
                names = [entry.name for entry in entries]
        except FileNotFoundError:
            continue  # the folder asked for is not there, or one below it vanished meanwhile
        except OSError as error:
            found.append(Entry(here, f"the folder cannot be listed ({_reason(error)})"))
            continue
        for name in names:
            if name.startswith(".") and not hidden:
                continue
            path = here / name
            try:
                kind = os.lstat(path).st_mode
            except FileNotFoundError:
                continue
            except OSError as error:
                found.append(Entry(path, f"cannot be read ({_reason(error)})"))
                continue
            if stat.S_ISDIR(kind):
                todo.append(path)
            elif stat.S_ISLNK(kind):
                found += _linked(path, folder)
            else:
                found.append(Entry(path))
    return tuple(sorted(found, key=lambda one: os.fsencode(one.path)))


def faults_below(*folders: Path) -> Iterator[str]:
    """A line for each name below some folders that stands in the way of files."""
    for folder in folders:
        yield from (f"{one.path}: {one.fault}" for one in files_below(folder) if one.fault is not None)


def is_missing(path: Path) -> bool:
    """Whether a file is certainly not there; False where its folder does not let one look."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


def _linked(link: Path, top: Path) -> tuple[Entry, ...]:
    """A link: the file that it leads to, why it leads to none, or nothing where its folder is read anyhow."""
    try:
        kind = os.stat(link).st_mode
    except FileNotFoundError:
        return (Entry(link, "a link that leads nowhere"),)
    except OSError as error:
        return (Entry(link, f"a link that cannot be followed ({_reason(error)})"),)
    if not stat.S_ISDIR(kind):
        return (Entry(link),)
    target, place = Path(os.path.realpath(link)), Path(os.path.realpath(link.parent))
    if place.is_relative_to(target):
        return (Entry(link, "a link back to a folder that holds it"),)
    base = os.path.realpath(top)
    if target.is_relative_to(base) and not any(part.startswith(".") for part in target.relative_to(base).parts):
        return ()
    return (Entry(link, "a link to a folder, which is not followed; name that folder"),)


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).lower()
