"""Inflating Zstandard frames (RFC 8878) up to a limit, in plain Python: map layers are a few kilobytes.

No dictionaries. The optional checksum of a frame is passed over: the announced size of the layer is checked instead.
Cost: linear in the input and the limit.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from authoring.readers.entropy import (
    BackwardBits,
    Fse,
    Huffman,
    MalformedZstandard,
    fse_of,
    read_fse,
    read_huffman,
    single_symbol,
)

__all__ = ["MalformedZstandard", "decompressed"]

_MAGIC = b"\x28\xb5\x2f\xfd"
_MAX_BLOCK = 128 * 1024


@dataclass(frozen=True, slots=True)
class _Kind:
    """One of the three numbers of a sequence: its finest table, its default table, and per code (base, extra bits)."""

    max_log: int
    default: Fse
    codes: tuple[tuple[int, int], ...]


def _codes(plain: int, first: int, widths: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """`plain` codes of one value each from `first` up, then codes of 2^width values each."""
    codes = [(first + code, 0) for code in range(plain)]
    base = first + plain
    for width in widths:
        codes.append((base, width))
        base += 1 << width
    return tuple(codes)


# The default distributions of RFC 8878, section 3.1.1.3.2.2.
_LITERALS = _Kind(
    9,
    fse_of((4, 3, *[2] * 11, 1, 1, 1, *[2] * 9, 3, 2, *[1] * 5, *[-1] * 4), 6),
    _codes(16, 0, (1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
)
_OFFSETS = _Kind(
    8, fse_of((*[1] * 6, 2, 2, 2, *[1] * 15, *[-1] * 5), 5), tuple((1 << code, code) for code in range(32))
)
_MATCHES = _Kind(
    9,
    fse_of((1, 4, 3, *[2] * 6, *[1] * 37, *[-1] * 7), 6),
    _codes(32, 3, (1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
)


@dataclass(slots=True)
class _Frame:
    """What one block of a frame leaves to the next."""

    out: bytearray = field(default_factory=bytearray)
    huffman: Huffman | None = None
    tables: list[Fse | None] = field(default_factory=lambda: [None, None, None])
    offsets: list[int] = field(default_factory=lambda: [1, 4, 8])


def decompressed(data: bytes, limit: int) -> bytes:
    """The content of all frames of `data`; inflating stops soon after `limit` bytes, and what is there is returned.

    Raises:
        MalformedZstandard: no Zstandard stream, or one that needs a dictionary.
    """
    out = b""
    position = 0
    while position < len(data) and len(out) <= limit:
        if 0x50 <= data[position] <= 0x5F and data[position + 1 : position + 4] == b"\x2a\x4d\x18":
            position += 8 + int.from_bytes(data[position + 4 : position + 8], "little")
            continue
        content, position = _frame(data, position, limit - len(out))
        out += content
    return out


def _frame(data: bytes, position: int, limit: int) -> tuple[bytes, int]:
    if data[position : position + 4] != _MAGIC or position + 5 > len(data):
        raise MalformedZstandard("a frame does not begin as one")
    head = data[position + 4]
    single = head >> 5 & 1
    if head & 8:
        raise MalformedZstandard("a frame uses a reserved bit")
    position += 5 + (1 - single)
    named = (0, 1, 2, 4)[head & 3]
    if any(data[position : position + named]):
        raise MalformedZstandard("a frame needs a dictionary")
    position += named + (single, 2, 4, 8)[head >> 6]
    frame = _Frame()
    last = False
    while not last and len(frame.out) <= limit:
        block = int.from_bytes(data[position : position + 3], "little")
        last, kind, size = bool(block & 1), block >> 1 & 3, block >> 3
        position += 3
        held = 1 if kind == 1 else size
        if position + held > len(data) or size > _MAX_BLOCK:
            raise MalformedZstandard("a block breaks off or is too large")
        content = data[position : position + held]
        position += held
        if kind == 0:
            frame.out += content
        elif kind == 1:
            frame.out += content * size
        elif kind == 2:
            _block(frame, content, limit)
        else:
            raise MalformedZstandard("a block is of a reserved kind")
    return bytes(frame.out), position + (4 if head & 4 else 0)


def _block(frame: _Frame, data: bytes, limit: int) -> None:
    literals, used = _literals(frame, data)
    sequences = data[used:]
    if not sequences:
        raise MalformedZstandard("a block has no sequences section")
    _sequences(frame, literals, sequences, limit)


def _literals(frame: _Frame, data: bytes) -> tuple[bytes, int]:
    """The literals of a block, and the number of bytes that they took."""
    if not data:
        raise MalformedZstandard("a block is empty")
    kind, form = data[0] & 3, data[0] >> 2 & 3
    if kind < 2:
        head, shift = ((1, 3), (2, 4), (1, 3), (3, 4))[form]
        size = int.from_bytes(data[:head], "little") >> shift
        held = size if kind == 0 else 1
        content = data[head : head + held]
        if len(content) < held or size > _MAX_BLOCK:
            raise MalformedZstandard("the literals break off")
        return (content if kind == 0 else content * size), head + held
    head, width = ((3, 10), (3, 10), (4, 14), (5, 18))[form]
    sizes = int.from_bytes(data[:head], "little") >> 4
    size, held = sizes & ((1 << width) - 1), sizes >> width
    content = data[head : head + held]
    if len(content) < held or size > _MAX_BLOCK:
        raise MalformedZstandard("the literals break off")
    if kind == 2:
        frame.huffman, used = read_huffman(content)
        content = content[used:]
    if frame.huffman is None:
        raise MalformedZstandard("a Huffman code is missing")
    literals = b"".join(frame.huffman.decoded(part, size) for part in _streams(content, one=form == 0))
    if len(literals) != size:
        raise MalformedZstandard("the literals are not as many as announced")
    return literals, head + held


def _streams(data: bytes, *, one: bool) -> list[bytes]:
    if one:
        return [data]
    parts, position = [], 6
    for index in range(3):
        size = int.from_bytes(data[2 * index : 2 * index + 2], "little")
        parts.append(data[position : position + size])
        position += size
    return [*parts, data[position:]]


def _sequences(frame: _Frame, literals: bytes, data: bytes, limit: int) -> None:
    """Copy literals and earlier output as the sequences say."""
    count, used = _count(data)
    if count == 0:
        frame.out += literals
        return
    kinds = (_LITERALS, _OFFSETS, _MATCHES)
    modes = data[used] if used < len(data) else 3
    if modes & 3:
        raise MalformedZstandard("a sequences section uses a reserved bit")
    used += 1
    tables = []
    for index, kind in enumerate(kinds):
        table, size = _table(kind, modes >> (6 - 2 * index) & 3, data[used:], frame.tables[index])
        used += size
        tables.append(table)
    frame.tables = list(tables)
    bits = BackwardBits(data[used:])
    states = [bits.read(table.log) for table in tables]
    taken = 0
    for number in range(count):
        literal, offset, match = (
            kind.codes[table.cells[state][0]] for kind, table, state in zip(kinds, tables, states, strict=True)
        )
        distance = offset[0] + bits.read(offset[1])
        length = match[0] + bits.read(match[1])
        run = literal[0] + bits.read(literal[1])
        if number + 1 < count:
            for index in (0, 2, 1):
                states[index] = tables[index].next(states[index], bits)
        if bits.left < 0 or taken + run > len(literals):
            raise MalformedZstandard("the sequences break off")
        frame.out += literals[taken : taken + run]
        taken += run
        _copy(frame.out, _offset(frame.offsets, distance, run), length)
        if len(frame.out) > limit:
            return
    if bits.left:
        raise MalformedZstandard("the sequences do not end where they should")
    frame.out += literals[taken:]


def _count(data: bytes) -> tuple[int, int]:
    """The number of sequences, and the number of bytes that it took."""
    head = data[:3] + bytes(3)
    if head[0] < 128:
        return head[0], 1
    if head[0] < 255:
        return (head[0] - 128 << 8) + head[1], 2
    return head[1] + (head[2] << 8) + 0x7F00, 3


def _table(kind: _Kind, mode: int, data: bytes, earlier: Fse | None) -> tuple[Fse, int]:
    if mode == 0:
        return kind.default, 0
    if mode == 1:
        if not data or data[0] >= len(kind.codes):
            raise MalformedZstandard("a table's one symbol is unknown")
        return single_symbol(data[0]), 1
    if mode == 2:
        return read_fse(data, kind.max_log, len(kind.codes) - 1)
    if earlier is None:
        raise MalformedZstandard("a table is repeated before it was given")
    return earlier, 0


def _offset(recent: list[int], value: int, run: int) -> int:
    """The distance that an offset value means, and the three recent distances brought up to date."""
    if value > 3:
        recent[:] = [value - 3, recent[0], recent[1]]
        return recent[0]
    index = value - 1 + (run == 0)
    distance = recent[0] - 1 if index == 3 else recent[index]
    if index:
        recent[:] = [distance, recent[0], recent[2 if index == 1 else 1]]
    return distance


def _copy(out: bytearray, distance: int, length: int) -> None:
    if not 0 < distance <= len(out):
        raise MalformedZstandard("a sequence reaches before the beginning")
    start = len(out) - distance
    piece = bytes(out[start:])
    out += (piece * (length // distance + 1))[:length]
