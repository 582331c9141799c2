"""Best-first search (A*) on full positions up to alike holes, guided by a bound that counts screws in the way.

*Bound.* A screw that holds a board must be moved before that board can fall; a screw that a loose board has to fall
past (its depth reaching the layer) must be moved before it has. Each move moves one screw, so a position needs at least
as many moves as there are such screws in all layers together. The bound is consistent: a screw in the way that was not
moved still holds its board, which cannot have exited, or still lies below its loose board, which cannot have passed it;
so a move lowers the number by one at most. Hence a position is expanded with its fewest moves from the start, and the
first won position taken from the queue is a shortest win.

*Alike holes.* A hole that matters to no board that is left (`LayerTable.future`) matters to none later on. Positions
with the same boards that differ only in which of those holes have screws win in the same number of moves, since
exchanging such holes maps plays on plays. One of them is kept, as it was come to, so that the play read off is legal.

Engine and settling are written independently of `breadth`: tables of relations between poses (`relations`), its own
state form, its own search. The two share the reading of the level (`reading`). Cost: a heap entry and a dictionary
entry for each position held.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, NamedTuple

from games.screws import PlateLevel
from solvers.bolt_unscrew.reading import Position, position_of
from solvers.bolt_unscrew.relations import LayerTable, Lying
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report

__all__ = ["ENGINE"]

NAME = "guided-search"


class Stand(NamedTuple):
    """A position: the holes with screws, those of them whose screw is not at top depth, and each layer's boards."""

    screws: int
    shallow: int
    lying: tuple[Lying, ...]


class Reached(NamedTuple):
    """How a position was come to: it itself, the fewest moves known, the key before and the move."""

    stand: Stand
    moves: int
    before: Stand | None
    move: str


@dataclass(frozen=True, slots=True)
class Bench:
    """What stays the same: the plate's holes as bits with their texts, depths of shallow screws, and the layers."""

    texts: dict[int, str]
    depths: dict[int, int]
    tables: tuple[LayerTable, ...]
    _short: dict[tuple[int, int], int] = field(default_factory=dict)

    def reach(self, stand: Stand, layer: int) -> int:
        """The screws that reach a layer."""
        key = (stand.shallow, layer)
        if key not in self._short:
            self._short[key] = sum(bit for bit, deep in self.depths.items() if bit & stand.shallow and deep < layer)
        return stand.screws & ~self._short[key]

    def bound(self, stand: Stand) -> int:
        """A number of moves that every win from here needs, see the module."""
        blocking = 0
        for table, lying in zip(self.tables, stand.lying, strict=True):
            blocking |= table.in_the_way(lying, self.reach(stand, table.number))
        return blocking.bit_count()

    def future(self, stand: Stand) -> int:
        """The holes that can still matter to a board."""
        found = 0
        for table, lying in zip(self.tables, stand.lying, strict=True):
            found |= table.future(lying, self.reach(stand, table.number))
        return found

    def won(self, stand: Stand) -> bool:
        return all(pose < 0 for lying in stand.lying for pose in lying)

    def moves(self, stand: Stand, future: int) -> Iterator[tuple[str, Stand]]:
        """The relocations that lead to different positions up to alike holes: one such hole stands for all."""
        covered = [table.covered(lying) for table, lying in zip(self.tables, stand.lying, strict=True)]
        anywhere = 0
        for wood in covered:
            anywhere |= wood
        targets, seen = [], False
        for bit in self.texts:
            if bit & (stand.screws | anywhere) or (seen and not bit & future):
                continue
            seen = seen or not bit & future
            targets.append(bit)
        seen = False
        for source in self.texts:
            if not source & stand.screws or (seen and not source & future) or self._buried(stand, source, covered):
                continue
            seen = seen or not source & future
            lifted = stand._replace(screws=stand.screws & ~source, shallow=stand.shallow & ~source)
            if source & future:
                # Adding a screw where no wood is holds no board, but may be what a board comes to rest on.
                changed = [
                    (table, lying, self.reach(lifted, table.number))
                    if source & self.reach(stand, table.number)
                    else None
                    for table, lying in zip(self.tables, stand.lying, strict=True)
                ]
                for target in targets:
                    after = tuple(
                        old if entry is None else entry[0].settled(entry[1], entry[2] | target)
                        for entry, old in zip(changed, stand.lying, strict=True)
                    )
                    yield self._text(source, target), Stand(lifted.screws | target, lifted.shallow, after)
            else:
                for target in targets:
                    if target & future:
                        yield self._text(source, target), lifted._replace(screws=lifted.screws | target)

    def _buried(self, stand: Stand, source: int, covered: list[int]) -> bool:
        if not source & stand.shallow:
            return False
        depth = self.depths[source]
        return any(table.number > depth and wood & source for table, wood in zip(self.tables, covered, strict=True))

    def _text(self, source: int, target: int) -> str:
        return f"{self.texts[source]}>{self.texts[target]}"


def _bench_of(position: Position) -> tuple[Bench, Stand]:
    holes = {hole: 1 << place for place, hole in enumerate(position.holes)}
    tables, lying = [], []
    for number in sorted({piece.layer for piece in position.pieces}):
        table = LayerTable(position.size, holes, number)
        own = (piece for piece in position.pieces if piece.layer == number)
        lying.append(tuple(table.pose(frozenset(piece.wood), frozenset(piece.holes)) for piece in own))
        tables.append(table)
    depths = {holes[point]: depth for point, depth in position.screws.items() if depth < position.top}
    texts = {bit: f"{row},{column}" for (row, column), bit in holes.items()}
    start = Stand(sum(holes[point] for point in position.screws), sum(depths), tuple(lying))
    return Bench(texts, depths, tuple(tables)), start


def solve(level: PlateLevel, query: Query, report: Report) -> Answer:
    """A shortest play, or proof that there is none, or the bound that the limit let it prove."""
    bench, start = _bench_of(position_of(level, query.state))
    key = _key(start, bench.future(start))
    reached = {key: Reached(start, 0, None, "")}
    queue: list[tuple[int, int, int, Stand]] = [(bench.bound(start), 0, 0, key)]
    entries, proven, closed = 0, -1, set()
    while queue:
        total, _, _, key = heappop(queue)
        if key in closed:
            continue
        closed.add(key)
        here = reached[key]
        if total > proven:
            proven = total
            report(proven, None)
        if bench.won(here.stand):
            play = _play(reached, key)
            return _answer("solvable", play, here.moves, len(reached))
        if len(reached) > query.limits.states:
            return _answer("undecided", None, max(proven, 1), len(reached))
        for move, stand in bench.moves(here.stand, bench.future(here.stand)):
            after = _key(stand, bench.future(stand))
            known = reached.get(after)
            if known is None or known.moves > here.moves + 1:
                reached[after] = Reached(stand, here.moves + 1, key, move)
                entries += 1
                heappush(queue, (here.moves + 1 + bench.bound(stand), -here.moves, entries, after))
    return _answer("unsolvable", None, None, len(reached))


def _key(stand: Stand, future: int) -> Stand:
    return Stand(stand.screws & future, stand.shallow & future, stand.lying)


def _play(reached: dict[Stand, Reached], key: Stand) -> Moves:
    moves: list[str] = []
    here = reached[key]
    while here.before is not None:
        moves.append(here.move)
        here = reached[here.before]
    return tuple(reversed(moves))


def _answer(status: Any, moves: Moves | None, bound: int | None, states: int) -> Answer:
    method = MethodRun(NAME, "best-first", bound, status != "undecided", states)
    return Answer(status, moves, bound if status == "solvable" else None, method)


ENGINE: Engine[PlateLevel] = Engine(NAME, "best-first", 1, (), ("relocations",), solve)
