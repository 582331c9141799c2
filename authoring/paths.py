"""Paths as documents give them."""

from __future__ import annotations

from pathlib import Path

from catalogue.document import Unreadable

__all__ = ["certificate_beside", "given_path", "shown_path"]


def given_path(text: str) -> Path:
    """The path that a person gave. Raises Unreadable for no text, which would otherwise be the current folder."""
    if not text:
        raise Unreadable("'': no such file")
    return Path(text)


def shown_path(path: Path) -> str:
    """Relative to the current folder where the path lies below it, else absolute."""
    full = path.resolve()
    try:
        return full.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return full.as_posix()


def certificate_beside(path: Path | None, name: str = "") -> Path:
    """Where the certificate of a level without a catalogue id lies: beside its file.

    `name` may be `path#n`, one of several in a file. Without a path the level came from standard input.
    """
    place = path if path is not None else Path("stdin")
    given = str(path) if path is not None else "-"
    number = name.removeprefix(f"{given}#") if name.startswith(f"{given}#") else ""
    return place.with_name(f"{place.stem}{'-' + number if number else ''}.certificate.json")
