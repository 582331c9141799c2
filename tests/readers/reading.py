"""Shorthand for the reader tests: read a text or bytes, and expect one board or one refusal."""

from __future__ import annotations

from typing import Any

from authoring.readers import Puzzle, Reading, ReadOptions, Refusal, read_source

MAZE, COLOR = "maze-paint", "color-connect"


def read(source: str | bytes, game: str, **options: Any) -> Reading:
    data = source.encode("utf-8") if isinstance(source, str) else source
    return read_source(data, game, ReadOptions(**options))


def board(source: str | bytes, game: str, **options: Any) -> Puzzle:
    """The one puzzle of a source."""
    (puzzle,) = read(source, game, **options).puzzles
    assert isinstance(puzzle, Puzzle), puzzle
    return puzzle


def rows(source: str | bytes, game: str, **options: Any) -> list[str]:
    return board(source, game, **options).board["rows"]


def refused(source: str | bytes, game: str, **options: Any) -> list[tuple[str, str | None]]:
    """The (id, place) of every finding of the one refusal of a source."""
    (refusal,) = read(source, game, **options).puzzles
    assert isinstance(refusal, Refusal), refusal
    return [(finding.id, finding.place) for finding in refusal.findings]
