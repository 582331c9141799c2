"""Reading JSON that somebody else wrote: capped in size and depth, UTF-8, no duplicate keys, integers only."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from games.canonical import Json

__all__ = ["MAX_BYTES", "MAX_DEPTH", "MalformedJson", "read_json"]

#: No levelpress document comes near either limit; both are checked before anything is parsed.
MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 64
#: Integers that every JSON reader keeps exactly (RFC 8785, section 3.2.2.3).
MAX_INTEGER = 2**53 - 1
#: A string, or an unclosed one to the end. Possessive: on a megabyte of quotes, backtracking would never end.
_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_NOT_BRACKETS = bytes(c for c in range(256) if c not in b"[]{}")


class MalformedJson(ValueError):
    """The bytes are no JSON that levelpress reads. The message says why, in one line."""


def read_json(data: bytes) -> Json:
    """The JSON value of `data`.

    Raises:
        MalformedJson: not UTF-8, a byte order mark, too large, too deep, a duplicate key, a number that is
            not an exact integer, a lone surrogate, or no JSON at all.
    """
    if len(data) > MAX_BYTES:
        raise MalformedJson(f"larger than {MAX_BYTES} bytes")
    if data.startswith(b"\xef\xbb\xbf"):
        raise MalformedJson("starts with a byte order mark")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedJson(f"not UTF-8 at byte {error.start}") from None
    _refuse_depth(data)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_int=_exact_integer,
            parse_float=_no_float,
            parse_constant=_no_constant,
        )
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")  # some of json's messages end in it already
        raise MalformedJson(f"no JSON: {what} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise MalformedJson(f"nested deeper than {MAX_DEPTH}") from None
    if "\\u" in text:
        _refuse_surrogates(value)
    return value


def _refuse_depth(data: bytes) -> None:
    """Count brackets outside strings, so that a deep document is refused before any parser recurses into it."""
    depth = 0
    for byte in _STRINGS.sub(b"", data).translate(None, _NOT_BRACKETS):
        if byte in b"[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise MalformedJson(f"nested deeper than {MAX_DEPTH}")
        else:
            depth -= 1


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise MalformedJson(f"the key {key!r} occurs twice")
            seen.add(key)
    return value


def _exact_integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
        raise MalformedJson(f"the number {text[:24]} is not an exact integer")
    if text == "-0":
        raise MalformedJson("the number -0 is not an integer's one form")
    return int(text)


def _no_float(text: str) -> NoReturn:
    raise MalformedJson(f"the number {text[:24]} is not an integer")


def _no_constant(text: str) -> NoReturn:
    raise MalformedJson(f"{text} is no JSON number")


def _refuse_surrogates(value: Json) -> None:
    """Escapes can smuggle in halves of a surrogate pair, which no UTF-8 file can hold."""
    if isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise MalformedJson("a lone surrogate in a string")
    elif isinstance(value, list):
        for item in value:
            _refuse_surrogates(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            _refuse_surrogates(key)
            _refuse_surrogates(item)
