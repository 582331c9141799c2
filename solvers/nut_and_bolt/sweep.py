"""Breadth-first sweep over boards with interchangeable bolts, a layer at a time, every step vectorised.

A state is a row of packed bolts (`packing`) in ascending order, in the narrowest words that hold a bolt: a board of 16
bolts with 14 colours takes 32 bytes. Two boards are one state exactly if their rows are equal. Rows are found again by
a 64-bit hash, and every row that is taken for a known one is compared with it; should two different rows ever share a
hash, the sweep begins anew with another one. So the answer never rests on the hash.

Moves: of bolts with equal contents one is tried as source and one as target, for the others give the same row. A
bolt of one colour is not poured whole onto an empty one, which gives the row itself. Nothing else is left out, so
states and distances are those of the full game up to the order of the bolts.

Cost: linear in states and moves, apart from sorting each layer. Memory: a row and a hash a state, 8 bytes for each
move that is kept. A compiler for numerical Python would save the intermediate arrays, perhaps half the time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from solvers.nut_and_bolt.packing import Packing

__all__ = ["Sweep", "distances_to_win", "fits", "sweep"]

#: Arrays of numpy: their shapes are said where they are made.
Array = Any
_WORD = np.uint64
#: States expanded at a time: keeps the table of all pairs of bolts small.
_CHUNK_PAIRS = 1 << 21
#: Bits of a bolt up to which what a pour needs to know is looked up in a table of all contents.
_TABLE_BITS = 18


class _SharedHash(RuntimeError):
    """Two different rows have one hash."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The states found, numbered layer by layer, and the moves between them.

    Attributes:
        rows: state -> its packed bolts, ascending.
        layers: where each layer begins in `rows`, and at last where the last one ends.
        won: whether a state is won.
        edges: for each expanded layer its moves as (from, to), `to` of any layer; where the sweep stops at the first
            win, only the moves into the next layer.
        complete: whether every state that can be reached is there.
    """

    rows: Array
    layers: tuple[int, ...]
    won: Array
    edges: tuple[tuple[Array, Array], ...]
    complete: bool

    @property
    def depth(self) -> int:
        """The moves to the last layer."""
        return len(self.layers) - 2


@dataclass(frozen=True, slots=True)
class _Tops:
    """Of each bolt the number of its nuts, the digit of the top one, and how many like it lie on top."""

    height: Array
    top: Array
    run: Array


def fits(packing: Packing) -> bool:
    """Whether a bolt fits one word (a shift by all its bits must be less than a word)."""
    return packing.width < 64


def sweep(packing: Packing, first: tuple[int, ...], limit: int, to_end: bool) -> Sweep:
    """The states from a first one on: all of them (`to_end`), or up to the first layer with a win.

    A layer that would bring the states above `limit` is not kept, unless it holds the first win.

    Raises:
        ValueError: a bolt does not fit one word.
    """
    if not fits(packing):
        raise ValueError("a bolt does not fit one word")
    for seed in range(1, 100):
        try:
            return _Walk(packing, seed).walk(first, limit, to_end)
        except _SharedHash:
            continue
    raise RuntimeError("no hash tells the boards apart")


class _Walk:
    """One sweep by one hash."""

    def __init__(self, packing: Packing, seed: int) -> None:
        self.packing = packing
        self.factor = _WORD(0x9E3779B97F4A7C15 + 2 * seed)
        self.kind = next(kind for kind in (np.uint16, np.uint32, np.uint64) if np.iinfo(kind).bits >= packing.width)
        self.ones = np.array(
            [sum(1 << packing.bits * place for place in range(nuts)) for nuts in range(packing.capacity + 1)], _WORD
        )
        codes = np.arange(1 << packing.width if packing.width <= _TABLE_BITS else 0, dtype=_WORD)
        self.table = _tops(packing, codes) if len(codes) else None

    def walk(self, first: tuple[int, ...], limit: int, to_end: bool) -> Sweep:
        rows = np.sort(np.array([first], self.kind), axis=1)
        hashes = self.hashes(rows)
        numbers = np.zeros(1, np.int32)
        won = self.won(rows)
        layers = [0, 1]
        edges: list[tuple[Array, Array]] = []
        while layers[-2] < layers[-1] and (to_end or not won[layers[-2] :].any()):
            begin, end = layers[-2], layers[-1]
            origin, after = self.expand(rows[begin:end], won[begin:end])
            places, fresh, into = self.known(after, rows, hashes, numbers)
            new = after[fresh]
            new_won = self.won(new)
            if end + len(new) > limit and (to_end or not new_won.any()):
                return Sweep(rows, tuple(layers), won, tuple(edges), False)
            kept = slice(None) if to_end else into >= end
            edges.append((origin[kept] + np.int32(begin), into[kept]))
            new_hashes = self.hashes(new)
            hashes = np.insert(hashes, places, new_hashes)
            numbers = np.insert(numbers, places, np.arange(end, end + len(new), dtype=np.int32))
            rows = np.concatenate([rows, new])
            won = np.concatenate([won, new_won])
            layers.append(len(rows))
        complete = to_end or layers[-2] == layers[-1]
        if layers[-2] == layers[-1]:
            layers.pop()
        return Sweep(rows, tuple(layers), won, tuple(edges), complete)

    def tops(self, rows: Array) -> _Tops:
        if self.table is None:
            return _tops(self.packing, rows.astype(_WORD))
        return _Tops(self.table.height[rows], self.table.top[rows], self.table.run[rows])

    def won(self, rows: Array) -> Array:
        """Whether every bolt is empty or full of one colour."""
        tops = self.tops(rows)
        return ((tops.height == 0) | (tops.run == self.packing.capacity)).all(axis=1)

    def expand(self, rows: Array, won: Array) -> tuple[Array, Array]:
        """(number of the row, row after the move) of every move that is tried."""
        bolts = rows.shape[1]
        step = max(1, _CHUNK_PAIRS // (bolts * bolts))
        parts = [self.expand_few(rows[begin : begin + step], begin, won) for begin in range(0, len(rows), step)]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def expand_few(self, rows: Array, begin: int, won: Array) -> tuple[Array, Array]:
        tops = self.tops(rows)
        first = np.ones(rows.shape, bool)
        first[:, 1:] = rows[:, 1:] != rows[:, :-1]
        able = first & (tops.height > 0) & ~won[begin : begin + len(rows), None]
        room = tops.height < self.packing.capacity
        # Onto the same colour, or from a mixed bolt onto an empty one; the top of an empty bolt is 0.
        legal = tops.top[:, :, None] == tops.top[:, None, :]
        legal |= (tops.run < tops.height)[:, :, None] & (tops.height == 0)[:, None, :]
        legal &= able[:, :, None] & (first & room)[:, None, :]
        diagonal = np.arange(rows.shape[1])
        legal[:, diagonal, diagonal] = False
        # Two bolts alike: the first one onto the second.
        legal[:, diagonal[:-1], diagonal[1:]] |= (able & room)[:, :-1] & ~first[:, 1:]
        state, source, target = np.nonzero(legal)
        after = rows[state]
        every = np.arange(len(after))
        after[every, source], after[every, target] = self.pour(rows, tops, state, source, target)
        after.sort(axis=1)
        return (state + begin).astype(np.int32), after

    def pour(self, rows: Array, tops: _Tops, state: Array, source: Array, target: Array) -> tuple[Array, Array]:
        """The two bolts of each move after it."""
        bits, capacity = _WORD(self.packing.bits), self.packing.capacity
        height = tops.height[state, source].astype(np.int64)
        free = capacity - tops.height[state, target].astype(np.int64)
        nuts = np.minimum(tops.run[state, source], free)
        gone = (capacity - height + nuts).astype(_WORD) * bits
        left = rows[state, source].astype(_WORD) >> gone << gone
        added = tops.top[state, source].astype(_WORD) * self.ones[nuts] << (free - nuts).astype(_WORD) * bits
        return left.astype(self.kind), (rows[state, target].astype(_WORD) | added).astype(self.kind)

    def known(self, after: Array, rows: Array, hashes: Array, numbers: Array) -> tuple[Array, Array, Array]:
        """Which rows are new.

        Returns:
            Where the new rows' hashes belong in the sorted `hashes`, one row of `after` for each new state, and the
            number of each row of `after`, new states numbered from `len(rows)` on in that order.
        """
        mine = self.hashes(after)
        order = np.argsort(mine, kind="stable")
        ranked = mine[order]
        begins = np.ones(len(order), bool)
        begins[1:] = ranked[1:] != ranked[:-1]
        group = np.empty(len(order), np.int64)
        group[order] = np.cumsum(begins) - 1
        chosen = order[begins]
        if not (after == after[chosen][group]).all():
            raise _SharedHash
        place = np.searchsorted(hashes, mine[chosen])
        near = np.minimum(place, len(hashes) - 1)
        found = hashes[near] == mine[chosen]
        number = np.where(found, numbers[near], 0).astype(np.int32)
        if not (rows[number[found]] == after[chosen[found]]).all():
            raise _SharedHash
        fresh = chosen[~found]
        number[~found] = np.arange(len(rows), len(rows) + len(fresh), dtype=np.int32)
        return place[~found], fresh, number[group]

    def hashes(self, rows: Array) -> Array:
        """A word for each row, from its bytes eight at a time."""
        size = rows.shape[1] * rows.itemsize
        padded = np.zeros((len(rows), -(-size // 8) * 8), np.uint8)
        padded[:, :size] = np.ascontiguousarray(rows).view(np.uint8).reshape(len(rows), size)
        result = np.zeros(len(rows), _WORD)
        for column in padded.view(_WORD).T:
            result = (result ^ column) * self.factor
            result ^= result >> _WORD(29)
        return result


def _tops(packing: Packing, codes: Array) -> _Tops:
    height, top, run = (np.zeros(codes.shape, np.uint8) for _ in range(3))
    for shift in packing.shifts():
        digit = (codes >> _WORD(shift) & _WORD((1 << packing.bits) - 1)).astype(np.uint8)
        nut = digit > 0
        run = np.where(nut, np.where(digit == top, run + np.uint8(1), np.uint8(1)), run)
        top = np.where(nut, digit, top)
        height += nut
    return _Tops(height, top, run)


def distances_to_win(found: Sweep) -> Array:
    """For every state of a complete sweep to the end the fewest moves to a win; -1 for a dead end.

    A backward breadth-first search over the moves sorted by where they lead; linear apart from that sorting.
    """
    size = len(found.rows)
    origin, target = (np.concatenate([np.zeros(0, np.int32), *(edge[end] for edge in found.edges)]) for end in (0, 1))
    order = np.argsort(target, kind="stable")
    origin = origin[order]
    first = np.concatenate([[0], np.cumsum(np.bincount(target, minlength=size))])
    left = np.full(size, -1, np.int32)
    layer = np.flatnonzero(found.won)
    left[layer] = moves = 0
    while len(layer):
        moves += 1
        counts = first[layer + 1] - first[layer]
        begins = np.repeat(first[layer] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
        earlier = origin[begins + np.arange(len(begins))]
        layer = np.unique(earlier[left[earlier] < 0])
        left[layer] = moves
    return left
