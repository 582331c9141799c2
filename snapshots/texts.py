"""Free text in a snapshot's documents: Unicode form NFC, checked and never repaired."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from games.canonical import Json
from snapshots import faults
from snapshots.faults import Fault, fault

__all__ = ["text_faults", "texts_of"]


def texts_of(value: Json) -> Iterator[str]:
    """Every text in a JSON value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from texts_of(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_of(item)


def text_faults(path: str, value: Json) -> Iterator[Fault]:
    """Texts of a document that are not in NFC."""
    for text in texts_of(value):
        if not unicodedata.is_normalized("NFC", text):
            yield fault(faults.NOT_NFC, path, f"the text {text[:60]!r}")
