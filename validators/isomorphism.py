"""Whether two rooted directed graphs are the same but for the numbers of their nodes: exact, or given up and said so.

Method: colour refinement with individualization (McKay, Practical Graph Isomorphism, 1981). Nodes of both graphs are
coloured together by what is known of them and by the colours of the nodes before and behind them, until no colour
splits. Where the graphs' colours then differ in number, no isomorphism exists. Where a colour still has several nodes,
one of them in the first graph is paired with each of the second in turn. When every node has a colour of its own, the
pairing is held against every edge. So `same` rests on a checked pairing, and `different` on an invariant.

A colour is a 64-bit mix of its parts. Two unlike nodes might be mixed alike: that would make the colours coarser, in
both graphs alike, never a verdict wrong.

Cost: a round is one pass over the edges and one sort of the nodes; there are as many rounds as the colours take to
spread, mostly few. Graphs with very many symmetries need one individualization for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

__all__ = ["MAX_WORK", "Digraph", "Sameness", "isomorphic"]

Sameness = Literal["same", "different", "gave-up"]
#: Edges that all rounds together may visit before the test is given up.
MAX_WORK = 120_000_000
_ODD = 0x9E3779B97F4A7C15
_MIX = 0xBF58476D1CE4E5B9


@dataclass(frozen=True, slots=True)
class Digraph:
    """Nodes 0 to `size - 1`, each with a mark that an isomorphism keeps, and the set of edges between them.

    `sources[i]` to `targets[i]` is one edge; parallel edges count once and edges from a node to itself not at all.
    """

    size: int
    marks: Sequence[int]
    sources: Sequence[int]
    targets: Sequence[int]


@dataclass(frozen=True, slots=True)
class _Pair:
    """Both graphs as one, the second's nodes numbered behind the first's; edges sorted by source and by target."""

    size: int
    edges: tuple[Any, Any]
    by_source: Any
    by_target: Any


@dataclass(slots=True)
class _Budget:
    left: int


def isomorphic(one: Digraph, other: Digraph, work: int = MAX_WORK) -> Sameness:
    """Whether a bijection of the nodes keeps marks and edges; `gave-up` where `work` edges were visited before that."""
    import numpy as np

    edges, others = _edges(one), _edges(other)
    if one.size != other.size or len(edges[0]) != len(others[0]):
        return "different"
    if one.size == 0:
        return "same"
    size = one.size
    both = np.concatenate([edges[0], others[0] + size]), np.concatenate([edges[1], others[1] + size])
    pair = _Pair(size, both, np.argsort(both[0], kind="stable"), np.argsort(both[1], kind="stable"))
    marks = np.concatenate([np.asarray(one.marks, dtype=np.uint64), np.asarray(other.marks, dtype=np.uint64)])
    colours = np.unique(marks, return_inverse=True)[1]
    return _search(pair, colours, _Budget(work))


def _edges(graph: Digraph) -> tuple[Any, Any]:
    import numpy as np

    sources, targets = np.asarray(graph.sources, dtype=np.int64), np.asarray(graph.targets, dtype=np.int64)
    codes = np.unique((sources * graph.size + targets)[sources != targets])
    return codes // max(graph.size, 1), codes % max(graph.size, 1)


def _search(pair: _Pair, colours: Any, budget: _Budget) -> Sameness:
    """Depth first over the pairings that refinement leaves open. A stack of its own: symmetries may be very many."""
    stack = [iter([colours])]
    gave_up = False
    while stack:
        following = next(stack[-1], None)
        if following is None:
            stack.pop()
            continue
        refined = _refined(pair, following, budget)
        if budget.left < 0:
            gave_up = True
            break
        if refined is None:
            continue
        choices = _choices(pair, refined)
        if choices is not None:
            stack.append(choices)
        elif _keeps_edges(pair, refined):
            return "same"
    return "gave-up" if gave_up else "different"


def _refined(pair: _Pair, colours: Any, budget: _Budget) -> Any | None:
    """The stable colouring, or None where the two graphs come to differ in it."""
    import numpy as np

    number = 0
    while True:
        if not np.array_equal(np.sort(colours[: pair.size]), np.sort(colours[pair.size :])):
            return None
        count = int(colours.max()) + 1
        if count in (number, pair.size):
            return colours
        number = count
        budget.left -= 2 * len(pair.edges[0]) + 2 * pair.size
        if budget.left < 0:
            return None
        mixed = _mixed(colours.astype(np.uint64))
        behind = _sums(pair.edges[0], mixed[pair.edges[1]], pair.by_source, 2 * pair.size)
        before = _sums(pair.edges[1], mixed[pair.edges[0]], pair.by_target, 2 * pair.size)
        # The old colour leads, so a new colouring never joins what the old one told apart.
        joined = _mixed(_mixed(behind) + before * np.uint64(3))
        order = np.lexsort((joined, colours))
        sorted_colours, sorted_joined = colours[order], joined[order]
        fresh = np.zeros(2 * pair.size, dtype=np.int64)
        fresh[1:] = (sorted_colours[1:] != sorted_colours[:-1]) | (sorted_joined[1:] != sorted_joined[:-1])
        colours = np.empty(2 * pair.size, dtype=np.int64)
        colours[order] = np.cumsum(fresh)


def _mixed(values: Any) -> Any:
    """Each 64-bit number stirred, so that sums of them stand for multisets."""
    import numpy as np

    stirred = (values + np.uint64(1)) * np.uint64(_ODD)
    stirred ^= stirred >> np.uint64(31)
    stirred *= np.uint64(_MIX)
    return stirred ^ (stirred >> np.uint64(29))


def _sums(ends: Any, values: Any, order: Any, size: int) -> Any:
    """Per node the sum of the values of its edges, modulo 2^64."""
    import numpy as np

    total = np.zeros(size, dtype=np.uint64)
    if len(ends):
        sorted_ends = ends[order]
        first = np.flatnonzero(np.concatenate([[True], sorted_ends[1:] != sorted_ends[:-1]]))
        total[sorted_ends[first]] = np.add.reduceat(values[order], first)
    return total


def _choices(pair: _Pair, colours: Any) -> Any | None:
    """The colourings with one node of the smallest open colour paired with each possible partner; None if all are."""
    import numpy as np

    sizes = np.bincount(colours[: pair.size])
    open_colours = np.flatnonzero(sizes > 1)
    if not len(open_colours):
        return None
    colour = int(open_colours[np.argmin(sizes[open_colours])])
    chosen = int(np.flatnonzero(colours[: pair.size] == colour)[0])
    partners = np.flatnonzero(colours[pair.size :] == colour) + pair.size
    return (_paired(colours, chosen, int(partner)) for partner in partners)


def _paired(colours: Any, chosen: int, partner: int) -> Any:
    own = colours.copy()
    own[[chosen, partner]] = own.max() + 1
    return own


def _keeps_edges(pair: _Pair, colours: Any) -> bool:
    """Whether pairing the nodes of equal colours carries the first graph's edges to the second's."""
    import numpy as np

    partner = np.empty(pair.size, dtype=np.int64)
    partner[colours[: pair.size]] = np.arange(pair.size)
    partner_of_second = partner[colours[pair.size :]]
    half = len(pair.edges[0]) // 2
    first = pair.edges[0][:half] * pair.size + pair.edges[1][:half]
    sources, targets = pair.edges[0][half:] - pair.size, pair.edges[1][half:] - pair.size
    second = partner_of_second[sources] * pair.size + partner_of_second[targets]
    return bool(np.array_equal(np.sort(first), np.sort(second)))
