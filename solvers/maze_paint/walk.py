"""A play out of a multiset of slides, and a play that is merely good.

Both engines that solve integer programs use this module: it only ever makes plays, whose worth a replay shows, and
plays no part in a proof.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from games.grid import Cell
from solvers.contract import Moves
from solvers.maze_paint.slides import SlideGraph

__all__ = ["greedy_walk", "one_walk"]


def one_walk(arcs: Sequence[tuple[int, int, str]], counts: Sequence[int]) -> Moves:
    """The letters of a walk from stop 0 that takes arc k, a (tail, head, letter), `counts[k]` times.

    Hierholzer's method: O(sum of counts). The arcs used must be balanced but for the walk's two ends, and hang
    together.

    Raises:
        ValueError: they do not; there is no such walk.
    """
    left: dict[int, list[tuple[int, str]]] = {}
    for (tail, head, letter), count in zip(arcs, counts, strict=True):
        left.setdefault(tail, []).extend([(head, letter)] * count)
    trail: list[tuple[int, int, str]] = []
    stack = [(-1, 0, "")]
    while stack:
        stop = stack[-1][1]
        if left.get(stop):
            head, letter = left[stop].pop()
            stack.append((stop, head, letter))
        else:
            trail.append(stack.pop())
    trail.reverse()
    steps = trail[1:]
    if len(steps) != sum(counts) or any(a[1] != b[0] for a, b in zip(trail, steps, strict=False)):
        raise ValueError("the slides do not make one walk from the start")
    return tuple(letter for _, _, letter in steps)


def greedy_walk(graph: SlideGraph, needed: frozenset[Cell]) -> Moves | None:
    """A play that paints the needed cells by always taking the shortest way to a slide that paints a new one.

    None where that runs into a dead end. At most |needed| searches of the slide graph.
    """
    missing = set(needed)
    stop = 0
    letters: list[str] = []
    while missing:
        came: dict[int, int | None] = {stop: None}
        queue = deque([stop])
        best: int | None = None
        while queue and best is None:
            at = queue.popleft()
            for number in graph.out[at]:
                slide = graph.slides[number]
                if not missing.isdisjoint(slide.cells):
                    best = number
                    break
                if slide.head not in came:
                    came[slide.head] = number
                    queue.append(slide.head)
        if best is None:
            return None
        way = [best]
        while (before := came[graph.slides[way[-1]].tail]) is not None:
            way.append(before)
        letters.extend(graph.slides[number].letter for number in reversed(way))
        missing.difference_update(graph.slides[best].cells)
        stop = graph.slides[best].head
    return tuple(letters)
