"""What the slide graph alone tells: unpaintable cells, cells that no one walk paints, and dead ends.

Everything here is exact, and costs a few passes over the slide graph. *Parts* are the strongly connected parts of the
slide graph: stops that a ball can reach from one another. Slides between parts are one-way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.canonical import Json
from games.grid import Cell, cell_text
from games.maze_paint import MazePaintLevel
from solvers.maze_paint.position import position_of
from solvers.maze_paint.slides import SlideGraph, covers, slide_graph, undominated

__all__ = ["dead_end_free", "explain", "proof_of_no_dead_end", "unpaintable"]


@dataclass(frozen=True, slots=True)
class Parts:
    """The strongly connected parts of a slide graph.

    Attributes:
        of: stop -> its part.
        reach: part -> the parts that can be reached from it, itself included, as bits.
        last: the parts that no slide leaves.
    """

    of: tuple[int, ...]
    reach: tuple[int, ...]
    last: tuple[int, ...]


def unpaintable(level: MazePaintLevel, state: Json | None = None) -> tuple[Cell, ...]:
    """The floor cells without paint that no slide which can be reached enters, in reading order."""
    position = position_of(level, state)
    cover = covers(slide_graph(level, position.ball), level.floor - position.painted)
    return tuple(cell for cell, slides in cover.items() if not slides)


def explain(level: MazePaintLevel, state: Json | None = None) -> str | None:
    """Why no walk can cover the level, one sentence; None where this cannot be seen without search.

    Two proofs are tried. A cell that no slide paints. Two cells such that no walk paints both: no slide paints both,
    and no slide that paints one can be taken before or after a slide that paints the other. Either is a proof of
    unsolvability; a solvable level has neither, for its winning walk paints every cell and any two.
    """
    position = position_of(level, state)
    graph = slide_graph(level, position.ball)
    cover = covers(graph, level.floor - position.painted)
    never = [cell for cell, slides in cover.items() if not slides]
    if never:
        return (
            f"{_cells_text(never)} can never be painted: no slide that can be reached from "
            f"{cell_text(position.ball)} enters {'it' if len(never) == 1 else 'them'}"
        )
    apart = _apart(graph, undominated(cover))
    if apart is None:
        return None
    one, others = apart
    return (
        f"no walk from {cell_text(position.ball)} paints the cell {cell_text(one)} together with "
        f"{'any of ' if len(others) > 1 else ''}{_cells_text(others)}: the slide graph is split by one-way slides, "
        "and after a slide that paints the one, no slide that paints the other can be reached"
    )


def _cells_text(cells: list[Cell]) -> str:
    names = [cell_text(cell) for cell in cells]
    if len(names) == 1:
        return f"the cell {names[0]}"
    return f"the cells {', '.join(names[:-1])} and {names[-1]}"


def _apart(graph: SlideGraph, cover: dict[Cell, frozenset[int]]) -> tuple[Cell, list[Cell]] | None:
    """The first cell that some other cell cannot be painted with, and all such others; None if there is none.

    Looking at undominated cells suffices: where two cells are apart, so are any two that imply them.
    """
    parts = _parts(graph)
    tail_part = [1 << parts.of[slide.tail] for slide in graph.slides]
    head_reach = [parts.reach[parts.of[slide.head]] for slide in graph.slides]
    before = {cell: _union(tail_part[number] for number in slides) for cell, slides in cover.items()}
    after = {cell: _union(head_reach[number] for number in slides) for cell, slides in cover.items()}
    for one, slides in cover.items():
        others = [
            other
            for other, theirs in cover.items()
            if other != one
            and not after[one] & before[other]
            and not after[other] & before[one]
            and slides.isdisjoint(theirs)
        ]
        if others:
            return one, others
    return None


def dead_end_free(level: MazePaintLevel, state: Json | None = None) -> bool:
    """Whether a win can still be reached from every state that can be reached. False for an unsolvable level.

    Exact: it is so if and only if, for each part that no slide leaves and each needed cell that no slide within that
    part paints, every walk from the ball into that part paints the cell.
    If so, any state can go on into a last part; by then all cells that the part's own slides do not paint
    are painted, and the part's stops, being reachable from one another, let it paint all the others.
    If not, the walk that enters the part without painting the cell ends in a state from which nothing ever paints it.
    """
    return _leak(level, state) is None


def _leak(level: MazePaintLevel, state: Json | None) -> Cell | None:
    """A cell that can be missed for good; None if there is none."""
    position = position_of(level, state)
    graph = slide_graph(level, position.ball)
    parts = _parts(graph)
    for cell, slides in undominated(covers(graph, level.floor - position.painted)).items():
        within = {parts.of[graph.slides[number].tail] for number in slides}
        leaks = set(parts.last) - within
        if leaks and any(parts.of[stop] in leaks for stop in _reached_without(graph, slides)):
            return cell
    return None


def _reached_without(graph: SlideGraph, banned: frozenset[int]) -> set[int]:
    """The stops that walks without the banned slides reach."""
    reached = {0}
    stack = [0]
    while stack:
        for number in graph.out[stack.pop()]:
            head = graph.slides[number].head
            if number not in banned and head not in reached:
                reached.add(head)
                stack.append(head)
    return reached


def proof_of_no_dead_end(level: MazePaintLevel) -> str | None:
    """Why the level has no dead end, one sentence; None where it has one."""
    if _leak(level, None) is not None:
        return None
    parts = _parts(slide_graph(level, level.start))
    if len(parts.reach) == 1:
        return "every stop that can be reached can reach every other, so no slide is ever lost"
    return (
        "every play can go on into a part of the slide graph whose stops reach one another, and every cell that the "
        "slides of that part do not paint is painted by every walk into it"
    )


def _parts(graph: SlideGraph) -> Parts:
    import networkx as nx

    whole: nx.DiGraph[int] = nx.DiGraph()
    whole.add_nodes_from(range(len(graph.stops)))
    whole.add_edges_from((slide.tail, slide.head) for slide in graph.slides)
    condensed = nx.condensation(whole)
    of = tuple(condensed.graph["mapping"][stop] for stop in range(len(graph.stops)))
    reach = [1 << part for part in range(len(condensed))]
    for part in reversed(list(nx.topological_sort(condensed))):
        reach[part] |= _union(reach[after] for after in condensed.successors(part))
    last = tuple(part for part in range(len(condensed)) if not condensed.out_degree(part))
    return Parts(of, tuple(reach), last)


def _union(masks: Iterable[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united
