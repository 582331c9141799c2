"""The two entropy codes of Zstandard, FSE and Huffman, decoded as RFC 8878, section 4, describes them.

Every table costs at most 2^11 steps to build, every symbol a constant number of steps to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["BackwardBits", "Fse", "Huffman", "MalformedZstandard", "read_fse", "read_huffman", "single_symbol"]

_MAX_CODE_BITS = 11
_MAX_WEIGHTS = 255


class MalformedZstandard(ValueError):
    """The bytes are no Zstandard stream. The message says why, in a few words."""


class BackwardBits:
    """A bit stream that is read from its end; below its first bit there are zeros, so that an end can be overrun."""

    def __init__(self, data: bytes) -> None:
        if not data or data[-1] == 0:
            raise MalformedZstandard("a bit stream has no end mark")
        self._data = data
        self.left = 8 * len(data) - 9 + data[-1].bit_length()

    def read(self, bits: int) -> int:
        end, start = max(self.left, 0), self.left - bits
        self.left = start
        low = max(start, 0)
        if end <= low:
            return 0
        value = int.from_bytes(self._data[low >> 3 : (end + 7) >> 3], "little") >> (low & 7)
        return (value & ((1 << (end - low)) - 1)) << (low - start)


@dataclass(frozen=True, slots=True)
class Fse:
    """A decoding table: for each state its symbol, the bits to read, and what to add to them for the next state."""

    log: int
    cells: tuple[tuple[int, int, int], ...]

    def next(self, state: int, bits: BackwardBits) -> int:
        _, count, base = self.cells[state]
        return base + bits.read(count)


def single_symbol(symbol: int) -> Fse:
    """The table that always gives the one symbol."""
    return Fse(0, ((symbol, 0, 0),))


def fse_of(counts: Sequence[int], log: int) -> Fse:
    """The table of normalised counts (-1 for "less than one"), whose absolute values sum up to 2^log."""
    size = 1 << log
    symbols = [0] * size
    high = size
    following = [abs(count) for count in counts]
    for symbol, count in enumerate(counts):
        if count == -1:
            high -= 1
            symbols[high] = symbol
    step, position = (size >> 1) + (size >> 3) + 3, 0
    for symbol, count in enumerate(counts):
        for _ in range(max(count, 0)):
            symbols[position] = symbol
            position = (position + step) & (size - 1)
            while position >= high:
                position = (position + step) & (size - 1)
    cells = []
    for symbol in symbols:
        state = following[symbol]
        following[symbol] += 1
        bits = log + 1 - state.bit_length()
        cells.append((symbol, bits, (state << bits) - size))
    return Fse(log, tuple(cells))


def read_fse(data: bytes, max_log: int, max_symbol: int) -> tuple[Fse, int]:
    """The table described at the front of `data`, and the number of bytes of the description."""
    bits = int.from_bytes(data[:512], "little")
    log, position = (bits & 15) + 5, 4
    if log > max_log:
        raise MalformedZstandard("an FSE table is too fine")
    left = 1 << log
    counts: list[int] = []
    while left > 0 and len(counts) <= max_symbol:
        width = (left + 1).bit_length()
        value = (bits >> position) & ((1 << width) - 1)
        low = value & ((1 << (width - 1)) - 1)
        threshold = (1 << width) - 2 - left
        if low < threshold:
            value, position = low, position + width - 1
        else:
            position += width
            if value >= 1 << (width - 1):
                value -= threshold
        counts.append(value - 1)
        left -= abs(value - 1)
        more = value == 1
        while more:
            repeat = (bits >> position) & 3
            position += 2
            counts.extend([0] * repeat)
            more = repeat == 3 and len(counts) <= max_symbol
    used = (position + 7) // 8
    if left != 0 or len(counts) > max_symbol + 1 or used > len(data):
        raise MalformedZstandard("an FSE table does not add up")
    return fse_of(counts, log), used


@dataclass(frozen=True, slots=True)
class Huffman:
    """A prefix code: for each reading of `bits` bits the symbol and the length of its code."""

    bits: int
    cells: tuple[tuple[int, int], ...]

    def decoded(self, data: bytes, limit: int) -> bytes:
        """The symbols of one stream, which must end at its first bit. At most about `limit` of them."""
        stream = BackwardBits(data)
        state, mask = stream.read(self.bits), (1 << self.bits) - 1
        out = bytearray()
        while stream.left > -self.bits and len(out) <= limit:
            symbol, length = self.cells[state]
            out.append(symbol)
            state = ((state << length) & mask) | stream.read(length)
        if stream.left != -self.bits:
            raise MalformedZstandard("a Huffman stream does not end where it should")
        return bytes(out)


def read_huffman(data: bytes) -> tuple[Huffman, int]:
    """The code described at the front of `data`, and the number of bytes of the description."""
    if not data:
        raise MalformedZstandard("a Huffman code is missing")
    head = data[0]
    if head >= 128:
        count = head - 127
        used = 1 + (count + 1) // 2
        nibbles = [half for byte in data[1:used] for half in (byte >> 4, byte & 15)]
        weights = nibbles[:count]
    else:
        used = 1 + head
        weights = _fse_weights(data[1:used])
    if used > len(data):
        raise MalformedZstandard("a Huffman code breaks off")
    return _huffman_of(weights), used


def _fse_weights(data: bytes) -> list[int]:
    """Weights written by two FSE states in turn; the stream's overrun ends them."""
    table, used = read_fse(data, 6, _MAX_WEIGHTS)
    bits = BackwardBits(data[used:])
    states = [bits.read(table.log), bits.read(table.log)]
    weights: list[int] = []
    turn = 0
    while len(weights) < _MAX_WEIGHTS:
        weights.append(table.cells[states[turn]][0])
        states[turn] = table.next(states[turn], bits)
        turn = 1 - turn
        if bits.left < 0:
            weights.append(table.cells[states[turn]][0])
            return weights
    raise MalformedZstandard("a Huffman code has too many weights")


def _huffman_of(weights: Sequence[int]) -> Huffman:
    """The code of the given weights; the last symbol's weight is what is missing to a power of two."""
    total = sum(1 << (weight - 1) for weight in weights if weight)
    bits = total.bit_length()
    missing = (1 << bits) - total
    if not 0 < bits <= _MAX_CODE_BITS or missing & (missing - 1) or len(weights) > _MAX_WEIGHTS:
        raise MalformedZstandard("a Huffman code does not add up")
    complete = [*weights, missing.bit_length()]
    cells = [
        (symbol, bits + 1 - weight)
        for weight, symbol in sorted((weight, symbol) for symbol, weight in enumerate(complete) if weight)
        for _ in range(1 << (weight - 1))
    ]
    return Huffman(bits, tuple(cells))
