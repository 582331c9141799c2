"""Standard input, read once in a run, whoever asks for it."""

from __future__ import annotations

import sys

import click

from catalogue.document import Unreadable
from games.strict_json import MAX_BYTES

__all__ = ["standard_input"]

_DATA, _PURPOSE = "levelpress.standard-input", "levelpress.standard-input-for"


def standard_input(purpose: str) -> bytes:
    """The bytes of standard input, for `purpose`: every asker for the same purpose gets the same bytes.

    Raises:
        click.UsageError: it was given for another purpose already; nobody can say which part is whose.
        Unreadable: it is closed, or holds more than levelpress reads.
    """
    meta = click.get_current_context().meta
    if meta.setdefault(_PURPOSE, purpose) != purpose:
        raise click.UsageError(f"- cannot stand for the {meta[_PURPOSE]} and the {purpose} at once")
    if _DATA not in meta:
        if sys.stdin is None or sys.stdin.closed:
            raise Unreadable("-: standard input is closed")
        meta[_DATA] = sys.stdin.buffer.read(MAX_BYTES + 1)
    data: bytes = meta[_DATA]
    if len(data) > MAX_BYTES:
        raise Unreadable(f"-: larger than {MAX_BYTES} bytes")
    return data
