"""A position on bit masks: which screws can be moved where, and what becomes of the boards.

A node is (screws, flush, layers): the points with a screw, those of them whose screw has not been moved and has less
than the top depth, and the number of each layer's state in its `LayerBook`. Screws are alike but for their depth, and
the depth of a flush screw is that of the start at its point; so a node says all that a state of the rules says.

A relocation changes a layer only by what it takes away: a new screw supports nothing and moves nothing, since no wood
lies over it. So a layer that the moved screw did not reach, or to which its point does not matter, stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.grid import Cell
from solvers.bolt_unscrew.drops import LayerBook, LayerPoses
from solvers.bolt_unscrew.pose_book import MaskPose, PoseBook
from solvers.bolt_unscrew.reading import Position

__all__ = ["Lifted", "Node", "Plate", "plate_of"]

#: (screws, flush screws among them, state number of each layer)
Node = tuple[int, int, tuple[int, ...]]
#: A node with a screw in hand: (screws, flush screws, (place, book, screws that reach it, points that can matter to it)
#: of each layer that may change)
Lifted = tuple[int, int, list[tuple[int, LayerBook, int, int]]]


@dataclass(frozen=True, slots=True)
class Plate:
    """What stays the same in all nodes of one question.

    Attributes:
        book: the poses.
        holes: the plate's holes.
        sources: the masks of the holes in the order of move texts as sources.
        targets: the same as targets.
        texts: mask of a hole -> its point as moves write it.
        depths: mask of a hole with a flush screw at the start -> its depth.
        layers: one book for each layer that has boards at the start, the lowest first.
        places: for each layer its boards' places in the level's order.
        names: the boards' names in the level's order.
        short: for each layer the holes whose flush screws do not reach it.
        first: the position as a node.
    """

    book: PoseBook
    holes: int
    sources: tuple[int, ...]
    targets: tuple[int, ...]
    texts: dict[int, str]
    depths: dict[int, int]
    layers: tuple[LayerBook, ...]
    places: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    short: tuple[int, ...]
    first: Node
    _drawn: dict[tuple[int, ...], tuple[tuple[str, int, int], ...]] = field(default_factory=dict)
    _read: dict[tuple[tuple[str, int, int], ...], tuple[int, ...]] = field(default_factory=dict)

    def matters(self, node: Node) -> list[int]:
        """For each layer the points that can still matter to it."""
        screws, flush, states = node
        return [
            book.ahead(state, screws & ~(flush & short))
            for book, state, short in zip(self.layers, states, self.short, strict=True)
        ]

    def movable(self, node: Node) -> int:
        """The screws that no wood of a layer above their depth covers."""
        screws, flush, states = node
        buried = 0
        for book, state, short in zip(self.layers, states, self.short, strict=True):
            buried |= book.wood[state] & short
        return screws & ~(flush & buried)

    def open_holes(self, node: Node) -> int:
        """The empty holes that no wood covers."""
        closed = node[0]
        for book, state in zip(self.layers, node[2], strict=True):
            closed |= book.wood[state]
        return self.holes & ~closed

    def won(self, node: Node) -> bool:
        return not any(book.wood[state] for book, state in zip(self.layers, node[2], strict=True))

    def lifted(self, node: Node, source: int, matters: list[int]) -> Lifted:
        """The node while the screw of `source` is in hand."""
        screws, flush, _ = node
        left, deep = screws & ~source, flush & ~source
        may_change = [
            (place, book, left & ~(deep & short), matter)
            for place, (book, short, matter) in enumerate(zip(self.layers, self.short, matters, strict=True))
            if source & matter and not source & flush & short
        ]
        return left, deep, may_change

    def put(self, lifted: Lifted, states: tuple[int, ...], target: int) -> Node:
        """The node after the screw in hand is put into `target`, `states` those of the layers before."""
        screws, flush, may_change = lifted
        if not may_change:
            return screws | target, flush, states
        after = list(states)
        for place, book, reach, matter in may_change:
            after[place] = book.after(after[place], reach | target, matter)
        return screws | target, flush, tuple(after)

    def matters_after(self, lifted: Lifted, target: int, after: Node, matters: list[int]) -> list[int]:
        """What `matters` says of the node after `put`, by what it said before. Only layers that may have changed are
        asked: to others the screw neither mattered nor matters, since no wood lies over its target."""
        if not lifted[2]:
            return matters
        found = matters.copy()
        for place, book, reach, _ in lifted[2]:
            found[place] = book.ahead(after[2][place], reach | target)
        return found

    def moved(self, node: Node, source: int, target: int, matters: list[int]) -> Node:
        """The node after a legal relocation."""
        return self.put(self.lifted(node, source, matters), node[2], target)

    def relocations(self, node: Node) -> Iterator[tuple[int, int, Node]]:
        """(source, target, node after it) of every legal relocation in move order; none in a won node."""
        if self.won(node):
            return
        able, open_holes, matters = self.movable(node), self.open_holes(node), self.matters(node)
        targets = [target for target in self.targets if target & open_holes]
        for source in self.sources:
            if source & able:
                lifted = self.lifted(node, source, matters)
                for target in targets:
                    yield source, target, self.put(lifted, node[2], target)

    def boards(self, states: tuple[int, ...]) -> tuple[tuple[str, int, int], ...]:
        """(name, wood, holes) of each board still there in the level's order."""
        if states not in self._drawn:
            poses: dict[int, MaskPose] = {}
            for book, own, number in zip(self.layers, self.places, states, strict=True):
                for place, pose in zip(own, book.poses[number], strict=True):
                    if pose is not None:
                        poses[place] = pose
            self._drawn[states] = tuple((self.names[place], *poses[place]) for place in sorted(poses))
        return self._drawn[states]

    def states(self, boards: tuple[tuple[str, int, int], ...]) -> tuple[int, ...]:
        """The number of each layer's state where the boards lie so; what `boards` tells, told back."""
        if boards not in self._read:
            poses = {name: (wood, holes) for name, wood, holes in boards}
            found: list[int] = []
            for book, own in zip(self.layers, self.places, strict=True):
                there: LayerPoses = tuple(poses.get(self.names[place]) for place in own)
                found.append(book.numbered(there))
            self._read[boards] = tuple(found)
        return self._read[boards]

    def text(self, source: int, target: int) -> str:
        return f"{self.texts[source]}>{self.texts[target]}"


def plate_of(position: Position) -> Plate:
    """The position on bit masks."""
    book = PoseBook(position.size)
    texts = {book.mask([hole]): _text(hole) for hole in position.holes}
    numbers = sorted({piece.layer for piece in position.pieces})
    layers = tuple(LayerBook(book, number) for number in numbers)
    places = tuple(
        tuple(place for place, piece in enumerate(position.pieces) if piece.layer == number) for number in numbers
    )
    states = tuple(
        layer.numbered(tuple((book.mask(position.pieces[at].wood), book.mask(position.pieces[at].holes)) for at in own))
        for layer, own in zip(layers, places, strict=True)
    )
    depths = {book.mask([point]): depth for point, depth in position.screws.items() if depth < position.top}
    return Plate(
        book,
        sum(texts),
        # A source's text goes on with `>`, which comes after digits and commas; a target's text ends.
        tuple(sorted(texts, key=lambda hole: texts[hole] + ">")),
        tuple(sorted(texts, key=lambda hole: texts[hole])),
        texts,
        depths,
        layers,
        places,
        tuple(piece.name for piece in position.pieces),
        tuple(sum(hole for hole, depth in depths.items() if depth < number) for number in numbers),
        (book.mask(position.screws), sum(depths), states),
    )


def _text(point: Cell) -> str:
    return f"{point[0]},{point[1]}"
