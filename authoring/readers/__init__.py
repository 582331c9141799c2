"""Readers that turn files of other people into candidate levels: one module a format, `read_source` for all."""

from __future__ import annotations

from authoring.readers.contract import (
    FINDINGS,
    BadOption,
    MissingChoice,
    Puzzle,
    Reading,
    ReadOptions,
    Refusal,
    Unreadable,
)
from authoring.readers.registry import MAX_SOURCE_BYTES, format_names, read_source

__all__ = [
    "FINDINGS",
    "MAX_SOURCE_BYTES",
    "BadOption",
    "MissingChoice",
    "Puzzle",
    "ReadOptions",
    "Reading",
    "Refusal",
    "Unreadable",
    "format_names",
    "read_source",
]
