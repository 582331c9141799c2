"""Long documents item by item: what a snapshot of many levels says is read from its bytes, one item at a time.

A root manifest of ten thousand levels is ten megabytes of JSON and several times that as Python values. So the bytes
are kept, each item is held against form and schema once, and is made a value again whenever somebody asks for it. Only
a document without any fault of form is taken in this way: for every other the caller reads it in one piece, and names
its faults.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from json import JSONDecodeError, JSONDecoder
from typing import Any, overload

from catalogue.document import document_faults
from catalogue.schema_store import schema_of
from games.canonical import Json, canonical_bytes
from games.strict_json import MAX_BYTES, MalformedJson, read_json
from validators.schema import compiled, faults_by

__all__ = ["Entries", "Items", "canonical_document", "in_pieces", "whole"]

#: A list or map of no more items is made a plain value at once.
SHORT = 16
#: Bytes looked at for the end of a value at first, and items held against their schema at a time.
WINDOW, BATCH = 2048, 64
#: What the schema of a list or map may demand so that it holds of the whole where it holds of every batch.
_OF_ITEMS = {
    "array": {"type", "items", "minItems", "description"},
    "object": {"type", "additionalProperties", "propertyNames", "description"},
}
_KINDS = {b"[": "array", b"{": "object"}
_DECODER = JSONDecoder()


class _Undivided(Exception):
    """The document is to be read in one piece: it has a fault, or a form that this module does not divide."""


class Items(Sequence[Json]):
    """A list whose items are made from their bytes when they are asked for."""

    __slots__ = ("_data", "_places")

    def __init__(self, data: bytes, places: array[int]) -> None:
        self._data, self._places = data, places

    def __len__(self) -> int:
        return len(self._places) // 2

    @overload
    def __getitem__(self, index: int) -> Json: ...
    @overload
    def __getitem__(self, index: slice) -> list[Json]: ...
    def __getitem__(self, index: int | slice) -> Json:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        return _value(self._data, self._places[2 * at], self._places[2 * at + 1])

    def batch(self, start: int, end: int) -> list[Json]:
        """The items of some places, as far as there are any."""
        return self[start:end]

    def __iter__(self) -> Iterator[Json]:
        return (self[at] for at in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Items | list | tuple):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} items>"


class Entries(Mapping[str, Json]):
    """An object whose values are made from their bytes when they are asked for; its keys stand in canonical order."""

    __slots__ = ("_data", "_places")

    def __init__(self, data: bytes, places: array[int]) -> None:
        self._data, self._places = data, places

    def __len__(self) -> int:
        return len(self._places) // 3

    def __iter__(self) -> Iterator[str]:
        return (self._key(at) for at in range(len(self)))

    def __getitem__(self, key: str) -> Json:
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < key:
                low = middle + 1
            else:
                high = middle
        if low == len(self) or self._key(low) != key:
            raise KeyError(key)
        return self._at(low)

    def batch(self, start: int, end: int) -> dict[str, Json]:
        """The entries of some places, as far as there are any."""
        return {self._key(at): self._at(at) for at in range(len(self))[start:end]}

    def _at(self, at: int) -> Json:
        return _value(self._data, self._places[3 * at + 1], self._places[3 * at + 2])

    def _key(self, at: int) -> str:
        return str(_value(self._data, self._places[3 * at], self._places[3 * at + 1] - 1))

    def __repr__(self) -> str:
        return f"<{len(self)} entries>"


def in_pieces(data: bytes, wanted: str) -> dict[str, Json] | None:
    """The value of a document whose long lists and maps are `Items` and `Entries`.

    It is canonical JSON as `read_json` accepts it, without an escape or a letter outside ASCII, and fits the schema of
    the format `wanted`; None for every other document, which must be read in one piece.
    """
    try:
        return _divided(data, wanted)
    except (_Undivided, MalformedJson, JSONDecodeError, RecursionError, ValueError):
        return None


def _divided(data: bytes, wanted: str) -> dict[str, Json]:
    if len(data) > MAX_BYTES or not data.isascii() or b"\\" in data:
        raise _Undivided
    value: dict[str, Json] = {}
    long: dict[str, Items | Entries] = {}
    at, before, end = _opened(data, 0, b"{}"), None, 2
    while at is not None:
        colon = _end(data, at)
        key = _key(data, at, colon, before)
        kind = _KINDS.get(data[colon + 1 : colon + 2])
        if kind is not None and key in _divisible(wanted, kind):
            value[key], end = (_items if kind == "array" else _entries)(data, colon + 1)
            long[key] = value[key]
        else:
            end = _end(data, colon + 1)
            value[key] = _checked(data, colon + 1, end, 1)
        before = key
        at, end = _next(data, end, b"}")
    if end != len(data):
        raise _Undivided
    _must_fit(value, long, wanted)
    return value | {key: one.batch(0, SHORT) for key, one in long.items() if len(one) <= SHORT}


@cache
def _divisible(wanted: str, kind: str) -> frozenset[str]:
    """The members of a document of that format that may be divided."""
    schema = schema_of(wanted)
    return frozenset(
        name
        for name, one in schema["properties"].items()
        if one.get("type") == kind and set(one) <= _OF_ITEMS[kind] and one.get("minItems", 0) <= 1
    )


def _must_fit(value: Mapping[str, Json], long: Mapping[str, Items | Entries], wanted: str) -> None:
    """The document with the first item of each long member, then those members by their own schemas, batch by batch.

    No batch is held against the schema together with anything else that is long: the cost is linear.
    """
    if any(True for _ in document_faults({**value, **{key: one.batch(0, 1) for key, one in long.items()}}, wanted)):
        raise _Undivided
    for key, one in long.items():
        for start in range(1, len(one), BATCH):
            if any(True for _ in faults_by(_member_schema(wanted, key), one.batch(start, start + BATCH))):
                raise _Undivided


@cache
def _member_schema(wanted: str, key: str) -> Any:
    return compiled(schema_of(wanted)["properties"][key])


def _items(data: bytes, start: int) -> tuple[Items, int]:
    """The list that starts there, each item checked, and where it ends."""
    places = array("L")
    at, end = _opened(data, start, b"[]"), start + 2
    while at is not None:
        end = _end(data, at)
        _checked(data, at, end, 2)
        places.extend((at, end))
        at, end = _next(data, end, b"]")
    return Items(data, places), end


def _entries(data: bytes, start: int) -> tuple[Entries, int]:
    """The object that starts there, each entry checked, and where it ends."""
    places, before = array("L"), None
    at, end = _opened(data, start, b"{}"), start + 2
    while at is not None:
        colon = _end(data, at)
        before = _key(data, at, colon, before)
        end = _end(data, colon + 1)
        _checked(data, colon + 1, end, 2)
        places.extend((at, colon + 1, end))
        at, end = _next(data, end, b"}")
    return Entries(data, places), end


def _opened(data: bytes, start: int, brackets: bytes) -> int | None:
    """Where the first item of a list or object starts; None where it is empty."""
    if data[start : start + 1] != brackets[:1]:
        raise _Undivided
    return None if data[start : start + 2] == brackets else start + 1


def _next(data: bytes, end: int, bracket: bytes) -> tuple[int | None, int]:
    """Where the next item starts, or None; and where the list or object ends if there is none."""
    after = data[end : end + 1]
    if after not in (b",", bracket):
        raise _Undivided
    return (end + 1, end) if after == b"," else (None, end + 1)


def _key(data: bytes, at: int, colon: int, before: str | None) -> str:
    """The key there, which must come after the one before it. ASCII keys stand in the order of their letters."""
    key = _checked(data, at, colon, 0)
    if not isinstance(key, str) or data[colon : colon + 1] != b":" or (before is not None and key <= before):
        raise _Undivided
    return key


def _end(data: bytes, at: int) -> int:
    """Where the value that starts at `at` ends."""
    width = WINDOW
    while True:
        window = data[at : at + width].decode("ascii")
        last = at + width >= len(data)
        try:
            end = _DECODER.raw_decode(window)[1]
        except JSONDecodeError:
            if last:
                raise
        else:
            # A number may go on behind the window.
            if last or end < len(window):
                return at + end
        width *= 8


def _checked(data: bytes, start: int, end: int, depth: int) -> Json:
    """The value of some bytes, which are its canonical form; `depth` lists or objects hold it."""
    own = data[start:end]
    value = read_json(b"[" * depth + own + b"]" * depth)
    for _ in range(depth):
        value = value[0]
    if canonical_bytes(value) != own:
        raise _Undivided
    return value


def _value(data: bytes, start: int, end: int) -> Json:
    """A value that was checked before."""
    return _DECODER.decode(data[start:end].decode("ascii"))


def whole(value: Mapping[str, Json]) -> dict[str, Json]:
    """The same document as plain lists and dicts: for who writes it to JSON, or asks for its items again and again."""
    return {key: one.batch(0, len(one)) if isinstance(one, Items | Entries) else one for key, one in value.items()}


def canonical_document(value: Mapping[str, Json]) -> bytes:
    """The RFC 8785 bytes of an object whose members may be iterators over long lists; each item is made bytes alone.

    Its keys are ASCII.
    """
    parts = bytearray(b"{")
    for key in sorted(value):
        member = value[key]
        parts += (b"," if len(parts) > 1 else b"") + canonical_bytes(key) + b":"
        if isinstance(member, Mapping) and all(name.isascii() for name in member):
            parts += b"{"
            for at, name in enumerate(sorted(member)):
                parts += (b"," if at else b"") + canonical_bytes(name) + b":" + canonical_bytes(member[name])
            parts += b"}"
        elif isinstance(member, Iterable) and not isinstance(member, str | Mapping):
            parts += b"["
            for at, item in enumerate(member):
                parts += (b"," if at else b"") + canonical_bytes(item)
            parts += b"]"
        else:
            parts += canonical_bytes(member)
    return bytes(parts + b"}")
