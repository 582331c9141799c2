"""Paths as documents give them."""

from __future__ import annotations

from pathlib import Path

__all__ = ["certificate_beside", "shown_path"]


def shown_path(path: Path) -> str:
    """Relative to the current folder where the path lies below it, else absolute."""
    full = path.resolve()
    try:
        return full.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return full.as_posix()


def certificate_beside(path: Path, name: str = "") -> Path:
    """Where the certificate of a level file without a catalogue id lies; `name` may be `path#n`, one of several."""
    number = name.removeprefix(f"{path}#") if name.startswith(f"{path}#") else ""
    return path.with_name(f"{path.stem}{'-' + number if number else ''}.certificate.json")
