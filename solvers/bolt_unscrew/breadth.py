"""Breadth-first search over reduced positions.

A hole *matters* while some board that is left may still come to cover it, sweep over it or fall past it, whatever else
happens (`PoseBook.ahead`, a superset). A *free* hole is one that does not matter; it never matters again, since what a
board may come to only shrinks. Two exact reductions follow.

1. Free holes are alike. No wood ever lies over one again, and whether a screw stands in it changes no fall, turn or
   support. So exchanging what two free holes hold maps plays on plays, move by move, with the same boards. A reduced
   position therefore keeps the screws in holes that matter alone; how many stand in free holes follows, since the
   number of screws never changes. A move from a free hole to a free hole changes nothing and is left out: a shortest
   play has none.
2. A flush screw is as good as one at top depth once no board of a layer above its depth may still come to its point:
   then it is never buried again, and the layers that its depth does not reach take no notice of it.

Both keep the number of moves to a win, and whether there is one, so shortest lengths are those of the full states. The
solution given is the first of the shortest in move order: it is read off on full positions, each step the first move
in order whose reduced position still has the fewest moves left.

Cost: a dictionary look-up for each layer that a move takes a screw from; some 300 bytes for each reduced position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.canonical import Json
from games.screws import PlateLevel
from solvers.bolt_unscrew.plate import Node, Plate, plate_of
from solvers.bolt_unscrew.pose_book import bits_of
from solvers.bolt_unscrew.reading import position_of
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report

__all__ = ["ENGINE", "dead_end_free", "reduced"]

NAME = "position-search"


def reduced(plate: Plate, node: Node, matters: list[int] | None = None) -> Node:
    """The reduced position of a node: what of its screws still matters, and which of those are flush in a way that
    matters. `matters` is `plate.matters(node)`, where that is known already."""
    screws, flush, states = node
    anywhere = under = 0
    for matter, short in zip(matters or plate.matters(node), plate.short, strict=True):
        anywhere |= matter
        under |= matter & short
    return screws & anywhere, flush & under, states


def _whole(plate: Plate, small: Node, count: int, matters: list[int]) -> tuple[Node, int]:
    """A node with `count` screws that reduces to `small`, spare screws in the lowest free holes; and the free holes."""
    free = plate.holes
    for matter in matters:
        free &= ~matter
    screws, spare = small[0], count - small[0].bit_count()
    for bit in bits_of(free):
        if not spare:
            break
        screws |= 1 << bit
        spare -= 1
    return (screws, small[1], small[2]), free


def successors(plate: Plate, small: Node, count: int) -> Iterator[Node]:
    """The reduced positions one move on, with repetitions. One free hole stands for all of its kind."""
    matters = plate.matters(small)
    node, free = _whole(plate, small, count, matters)
    able, targets = plate.movable(node), plate.open_holes(node)
    spare_source, spare_target = free & node[0], free & targets
    sources = [1 << bit for bit in bits_of(able & ~free)] + [spare_source & -spare_source] * bool(spare_source)
    goals = [1 << bit for bit in bits_of(targets & ~free)] + [spare_target & -spare_target] * bool(spare_target)
    for source in sources:
        lifted = plate.lifted(node, source, matters)
        for target in goals:
            if (source | target) & free != source | target:
                after = plate.put(lifted, node[2], target)
                yield reduced(plate, after, plate.matters_after(lifted, target, after, matters))


def solve(level: PlateLevel, query: Query, report: Report) -> Answer:
    """The first of the shortest plays, or proof that there is none, or the depth that the limit let it reach."""
    plate = plate_of(position_of(level, query.state))
    count = plate.first[0].bit_count()
    if plate.won(plate.first):
        return _answer("solvable", (), 0, 1)
    layers: list[set[Node]] = [{reduced(plate, plate.first)}]
    known = set(layers[0])
    while True:
        report(len(layers), None)
        layer: set[Node] = set()
        for small in layers[-1]:
            for after in successors(plate, small, count):
                if plate.won(after):
                    moves = _first_shortest(plate, layers)
                    return _answer("solvable", moves, len(moves), len(known) + 1)
                if after not in known:
                    known.add(after)
                    layer.add(after)
            if len(known) > query.limits.states:
                # The layer is not complete, so a win in as many moves as its depth is not ruled out.
                return _answer("undecided", None, len(layers), len(known))
        if not layer:
            return _answer("unsolvable", None, None, len(known))
        layers.append(layer)


def _first_shortest(plate: Plate, layers: list[set[Node]]) -> Moves:
    """The first shortest play in move order, where the shortest have one move more than there are complete layers.

    Depth first, each reduced position at most once: one that was found to lead to no win in time is not tried again.
    """
    last = len(layers)
    failed: set[Node] = set()
    played: list[str] = []
    waiting = [_steps(plate, plate.first)]
    path = [reduced(plate, plate.first)]
    while True:
        step = next(waiting[-1], None)
        if step is None:
            waiting.pop()
            failed.add(path.pop())
            played.pop()
            continue
        text, node = step
        depth = len(waiting)
        if depth == last:
            if plate.won(node):
                return (*played, text)
            continue
        small = reduced(plate, node)
        if small in failed or small not in layers[depth]:
            continue
        played.append(text)
        path.append(small)
        waiting.append(_steps(plate, node))


def _steps(plate: Plate, node: Node) -> Iterator[tuple[str, Node]]:
    return ((plate.text(source, target), after) for source, target, after in plate.relocations(node))


def dead_end_free(level: PlateLevel, state: Json | None, states: int) -> bool | None:
    """Whether a win can still be reached from every position that can be reached; None where they are more than
    `states`.

    All reduced positions are found with what comes before each, then those that can win are marked, from the wins
    back. Exact, since a position can win exactly when its reduced position can.
    """
    plate = plate_of(position_of(level, state))
    count = plate.first[0].bit_count()
    number = {reduced(plate, plate.first): 0}
    waiting = list(number)
    before: list[list[int]] = [[]]
    alive: list[int] = []
    for place, small in enumerate(waiting):
        if plate.won(small):
            alive.append(place)
            continue
        for after in successors(plate, small, count):
            if after not in number:
                number[after] = len(waiting)
                waiting.append(after)
                before.append([])
            before[number[after]].append(place)
        if len(waiting) > states:
            return None
    seen = set(alive)
    while alive:
        for earlier in before[alive.pop()]:
            if earlier not in seen:
                seen.add(earlier)
                alive.append(earlier)
    return len(seen) == len(waiting)


def _answer(status: Any, moves: Moves | None, bound: int | None, states: int) -> Answer:
    method = MethodRun(NAME, "breadth-first", bound, status != "undecided", states)
    return Answer(status, moves, bound if status == "solvable" else None, method, canonical=moves is not None)


ENGINE: Engine[PlateLevel] = Engine(NAME, "breadth-first", 1, (), ("relocations",), solve)
