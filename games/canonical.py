"""Canonical JSON and the digests taken over it: the one writer and the one digest function.

Canonical JSON is RFC 8785 (library: rfc8785). A derived digest is `SHA-256(tag, NUL, canonical JSON)`, so that
values of different meaning never share a digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import rfc8785

__all__ = ["Json", "canonical_bytes", "digest_of", "pretty_bytes", "sha256_of"]

#: A JSON value. Python has no recursive alias that mypy strict and runtime both like; the schemas say the rest.
Json = Any


def canonical_bytes(value: Json) -> bytes:
    """The RFC 8785 bytes of a JSON value.

    Raises:
        ValueError: a number outside the exact integers, or a lone surrogate.
    """
    return rfc8785.dumps(_plain(value))


def pretty_bytes(value: Json) -> bytes:
    """The reviewable form used under `catalogue/`: two-space indent, sorted keys, LF, final newline."""
    text = json.dumps(_plain(value), indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return (text + "\n").encode("utf-8")


def sha256_of(data: bytes) -> str:
    """The digest of raw bytes as it is written everywhere: `sha256:` and 64 lower-case hex digits."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def digest_of(tag: str, value: Json) -> str:
    """The derived digest of a JSON value under `tag` (say `lpb/level/v1`)."""
    return sha256_of(tag.encode("ascii") + b"\0" + canonical_bytes(value))


def _plain(value: Json) -> Json:
    """Tuples and mappings as the lists and dicts that the JSON writers know."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value
