"""Exhaustive breadth-first search over (stop, watched cells painted).

A cell is watched when no other implies it (`runs.watched_cells`); a play paints every needed cell exactly when it
paints every watched one. So the search on these reduced states has the same winning plays, letter for letter, as the
one on full states: shortest lengths, and the first of the shortest in move order, carry over. It is exact from any
position, since what is watched is computed for that ball and the cells that it finds unpainted.

A reduced state that can be reached is the image of full states that can be reached, and the plays that win from them
are the same: a play that goes on from there is a play from the position, so when it has painted the watched
cells it has painted all. Hence a full state is dead exactly when its reduced state is.

Cost: a layer is one vectorised step over packed 64-bit keys (stop in the high bits) where they fit, else a slower one
over Python integers in sets. Memory: about 50 bytes for each state held in words, some 200 in sets. Moves come
from `runs`. The limit on states is tested after each whole layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.canonical import Json
from games.maze_paint import MazePaintLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report
from solvers.maze_paint.position import position_of
from solvers.maze_paint.runs import MoveTable, move_table, watched_cells

__all__ = ["ENGINE", "dead_end_free"]

NAME = "painted-search"

#: A layer: a set of keys. Held as a sorted array, or as a frozenset where keys do not fit one word.
Layer = Any


@dataclass(frozen=True, slots=True)
class Packing:
    """States as integers: the stop above, the watched cells' paint below.

    Attributes:
        width: number of watched cells.
        moves: for each stop (letter, key of the head with nothing painted, bits that the swipe sets), in move order.
    """

    width: int
    moves: tuple[tuple[tuple[str, int, int], ...], ...]

    @property
    def full(self) -> int:
        return (1 << self.width) - 1

    def fits_word(self) -> bool:
        return self.width + (len(self.moves) - 1).bit_length() <= 64

    def step(self, key: int, move: tuple[str, int, int]) -> int:
        return (key & self.full) | move[1] | move[2]

    def moves_of(self, key: int) -> tuple[tuple[str, int, int], ...]:
        return self.moves[key >> self.width]


def pack(table: MoveTable, watched: tuple[int, ...]) -> Packing:
    """The packing of a position's reduced states; key 0 is the position itself."""
    width = len(watched)

    def squeeze(paint: int) -> int:
        return sum(1 << place for place, cell in enumerate(watched) if paint >> cell & 1)

    return Packing(
        width,
        tuple(
            tuple((swipe.letter, swipe.head << width, squeeze(swipe.paint)) for swipe in swipes)
            for swipes in table.swipes
        ),
    )


@dataclass(frozen=True, slots=True)
class Kernel:
    """The operations on layers that the search needs, on one representation of them.

    Attributes:
        first: the layer that holds key 0 alone.
        expand: layer -> every successor. A won state's are won, so it does not matter that the rules give it none.
        minus: two layers -> the states of the first that are not in the second.
        union: two layers without a common state -> all their states.
        won: layer -> its won states.
        leading: layer, goal layer -> the states of the first with a successor in the second.
        holds: whether a key is in a layer.
    """

    first: Layer
    expand: Callable[[Layer], Layer]
    minus: Callable[[Layer, Layer], Layer]
    union: Callable[[Layer, Layer], Layer]
    won: Callable[[Layer], Layer]
    leading: Callable[[Layer, Layer], Layer]
    holds: Callable[[int, Layer], bool]


def _set_kernel(packing: Packing) -> Kernel:
    """Layers as frozensets of Python integers, of any width."""
    full = packing.full

    def successors(key: int) -> Iterator[int]:
        return (packing.step(key, move) for move in packing.moves_of(key))

    return Kernel(
        first=frozenset({0}),
        expand=lambda layer: frozenset(after for key in layer for after in successors(key)),
        minus=lambda layer, known: layer - known,
        union=lambda one, other: one | other,
        won=lambda layer: frozenset(key for key in layer if key & full == full),
        leading=lambda layer, goal: frozenset(key for key in layer if any(a in goal for a in successors(key))),
        holds=lambda key, layer: key in layer,
    )


def _array_kernel(packing: Packing) -> Kernel:
    """Layers as sorted arrays of 64-bit words, every operation vectorised."""
    import numpy as np

    word = np.uint64
    full, width = word(packing.full), packing.width
    letters = "DLRU"
    legal = np.zeros((4, len(packing.moves)), dtype=bool)
    change = np.zeros((4, len(packing.moves)), dtype=word)
    for stop, moves in enumerate(packing.moves):
        for letter, head, paint in moves:
            legal[letters.index(letter), stop] = True
            change[letters.index(letter), stop] = head | paint

    def steps(layer: Layer) -> Iterator[tuple[Any, Any]]:
        """For each direction: which states have that move, and where it takes those."""
        # A shift by the whole word is no shift at all; there is one stop then.
        stops = (layer >> word(width)).astype(np.intp) if width < 64 else np.zeros(len(layer), dtype=np.intp)
        for direction in range(4):
            able = legal[direction, stops]
            yield able, (layer[able] & full) | change[direction, stops[able]]

    def within(keys: Layer, layer: Layer) -> Any:
        if not len(layer):
            return np.zeros(len(keys), dtype=bool)
        places = np.minimum(np.searchsorted(layer, keys), len(layer) - 1)
        return layer[places] == keys

    def expand(layer: Layer) -> Layer:
        # Sorting, not numpy's `unique`, which may go by hashing and is then many times slower here.
        keys = np.sort(np.concatenate([after for _, after in steps(layer)]))
        fresh = np.ones(len(keys), dtype=bool)
        fresh[1:] = keys[1:] != keys[:-1]
        return keys[fresh]

    def leading(layer: Layer, goal: Layer) -> Layer:
        found = np.zeros(len(layer), dtype=bool)
        for able, after in steps(layer):
            found[able] |= within(after, goal)
        return layer[found]

    return Kernel(
        first=np.zeros(1, dtype=word),
        expand=expand,
        minus=lambda layer, known: layer[~within(layer, known)],
        # Stable sorting merges two sorted runs in linear time.
        union=lambda one, other: np.sort(np.concatenate([one, other]), kind="stable"),
        won=lambda layer: layer[(layer & full) == full],
        leading=leading,
        holds=lambda key, layer: bool(within(np.array([key], dtype=word), layer)[0]),
    )


def _kernel(packing: Packing) -> Kernel:
    return _array_kernel(packing) if packing.fits_word() else _set_kernel(packing)


def solve(level: MazePaintLevel, query: Query, report: Report) -> Answer:
    """The first of the shortest plays, or proof that there is none, or the depth that the limit let it reach."""
    position = position_of(level, query.state)
    table = move_table(level, position.ball)
    watched = watched_cells(table, table.floor & ~table.mask(position.painted))
    if watched is None:
        return _answer("unsolvable", None, None, 0)
    if not watched:
        return _answer("solvable", (), 0, 1)
    packing = pack(table, watched)
    kernel = _kernel(packing)
    layers = [kernel.first]
    known = kernel.first
    while True:
        report(len(layers), None)
        layer = kernel.minus(kernel.expand(layers[-1]), known)
        if not len(layer):
            return _answer("unsolvable", None, None, len(known))
        goal = kernel.won(layer)
        if len(goal):
            moves = _first_shortest(packing, kernel, layers, goal)
            return _answer("solvable", moves, len(moves), len(known) + len(layer))
        if len(known) + len(layer) > query.limits.states:
            # That layer is complete and has no win, so one move more than its depth is needed.
            return _answer("undecided", None, len(layers) + 1, len(known))
        known = kernel.union(known, layer)
        layers.append(layer)


def _first_shortest(packing: Packing, kernel: Kernel, layers: list[Layer], goal: Layer) -> Moves:
    """Mark the states on shortest plays from the goal back, then take the first marked move from the start on."""
    marked = [goal]
    for layer in reversed(layers):
        marked.append(kernel.leading(layer, marked[-1]))
    marked.reverse()
    key = 0
    letters = []
    for ahead in marked[1:]:
        move = next(move for move in packing.moves_of(key) if kernel.holds(packing.step(key, move), ahead))
        letters.append(move[0])
        key = packing.step(key, move)
    return tuple(letters)


def dead_end_free(level: MazePaintLevel, state: Json | None, states: int) -> bool | None:
    """Whether a win can still be reached from every state that can be reached; None where they are more than `states`.

    All reduced states are found, then those that can win are marked, from the wins back. Exact, see the module.
    """
    position = position_of(level, state)
    table = move_table(level, position.ball)
    watched = watched_cells(table, table.floor & ~table.mask(position.painted))
    if not watched:
        return watched is not None
    kernel = _kernel(pack(table, watched))
    known = layer = kernel.first
    while len(layer):
        layer = kernel.minus(kernel.expand(layer), known)
        if len(known) + len(layer) > states:
            return None
        known = kernel.union(known, layer)
    alive = kernel.won(known)
    doubtful = kernel.minus(known, alive)
    while len(alive):
        alive = kernel.leading(doubtful, alive)
        doubtful = kernel.minus(doubtful, alive)
    return not len(doubtful)


def _answer(status: Any, moves: Moves | None, bound: int | None, states: int) -> Answer:
    method = MethodRun(NAME, "search", bound, status != "undecided", states)
    return Answer(status, moves, bound if status == "solvable" else None, method, canonical=moves is not None)


ENGINE: Engine[MazePaintLevel] = Engine(NAME, "search", 1, ("numpy",), ("slides",), solve, imports=("numpy",))
