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
from solvers.bolt_unscrew.drops import LayerBook
from solvers.bolt_unscrew.pose_book import PoseBook, bits_of
from solvers.bolt_unscrew.reading import Position

__all__ = ["Node", "Plate", "plate_of"]

#: (screws, flush screws among them, state number of each layer)
Node = tuple[int, int, tuple[int, ...]]


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
    first: Node
    _short: dict[tuple[int, int], int] = field(default_factory=dict)

    def reaching(self, node: Node, layer: int) -> int:
        """The screws whose depth reaches a layer."""
        key = (node[1], layer)
        if key not in self._short:
            self._short[key] = sum(1 << bit for bit in bits_of(node[1]) if self.depths[1 << bit] < layer)
        return node[0] & ~self._short[key]

    def matters(self, node: Node) -> list[int]:
        """For each layer the points that can still matter to it."""
        return [
            book.ahead(state, self.reaching(node, book.number))
            for book, state in zip(self.layers, node[2], strict=True)
        ]

    def movable(self, node: Node) -> int:
        """The screws that no wood of a layer above their depth covers."""
        able = node[0] & ~node[1]
        for bit in bits_of(node[1]):
            depth = self.depths[1 << bit]
            over = 0
            for book, state in zip(self.layers, node[2], strict=True):
                if book.number > depth:
                    over |= book.wood[state]
            able |= (1 << bit) & ~over
        return able

    def open_holes(self, node: Node) -> int:
        """The empty holes that no wood covers."""
        closed = node[0]
        for book, state in zip(self.layers, node[2], strict=True):
            closed |= book.wood[state]
        return self.holes & ~closed

    def won(self, node: Node) -> bool:
        return not any(book.wood[state] for book, state in zip(self.layers, node[2], strict=True))

    def moved(self, node: Node, source: int, target: int, matters: list[int]) -> Node:
        """The node after a legal relocation."""
        screws, flush, states = node
        after = ((screws & ~source) | target, flush & ~source)
        depth = self.depths[source] if flush & source else None
        changed = []
        for book, state, matter in zip(self.layers, states, matters, strict=True):
            if source & matter and (depth is None or depth >= book.number):
                changed.append(book.after(state, self.reaching((*after, states), book.number), matter))
            else:
                changed.append(state)
        return (*after, tuple(changed))

    def relocations(self, node: Node) -> Iterator[tuple[int, int]]:
        """(source, target) of every legal relocation in move order; none in a won node."""
        if self.won(node):
            return
        able, open_holes = self.movable(node), self.open_holes(node)
        targets = [target for target in self.targets if target & open_holes]
        for source in self.sources:
            if source & able:
                for target in targets:
                    yield source, target

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
        (book.mask(position.screws), sum(depths), states),
    )


def _text(point: Cell) -> str:
    return f"{point[0]},{point[1]}"
