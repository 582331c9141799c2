"""The slide graph of a board, found by walking cell by cell.

Nodes are *stops*, the cells on which a ball can come to rest (and the cell it starts from); arcs are *slides*, told
apart by tail and letter. (Straight lines being what they are, no two slides have the same tail and the same head.)
`runs` builds the same thing by other means for the engines that shall not depend on this one.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.grid import DIRECTIONS, Cell
from games.maze_paint import MazePaintLevel

__all__ = ["Slide", "SlideGraph", "covers", "slide_graph", "undominated"]


@dataclass(frozen=True, slots=True)
class Slide:
    """One legal swipe: from the stop `tail` to the stop `head`, entering `cells` in order."""

    tail: int
    letter: str
    head: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SlideGraph:
    """Every stop that can be reached from the ball's cell, which is stop 0, and every slide out of one.

    `out[stop]` holds the indices of its slides in move order.
    """

    stops: tuple[Cell, ...]
    slides: tuple[Slide, ...]
    out: tuple[tuple[int, ...], ...]


def slide_graph(level: MazePaintLevel, ball: Cell) -> SlideGraph:
    """The part of the slide graph that can be reached from a cell, breadth first. Time: the cells of all slides."""
    floor = level.floor
    stops = [ball]
    index = {ball: 0}
    slides: list[Slide] = []
    out: list[tuple[int, ...]] = []
    while len(out) < len(stops):
        tail = len(out)
        first = len(slides)
        for letter, (down, right) in DIRECTIONS.items():
            cells: list[Cell] = []
            row, column = stops[tail]
            while (row + down, column + right) in floor:
                row, column = row + down, column + right
                cells.append((row, column))
            if cells:
                head = index.setdefault(cells[-1], len(stops))
                if head == len(stops):
                    stops.append(cells[-1])
                slides.append(Slide(tail, letter, head, tuple(cells)))
        out.append(tuple(range(first, len(slides))))
    return SlideGraph(tuple(stops), tuple(slides), tuple(out))


def covers(graph: SlideGraph, cells: frozenset[Cell]) -> dict[Cell, frozenset[int]]:
    """For each of the cells, in reading order, the slides that paint it; empty for a cell that nothing paints."""
    found: dict[Cell, set[int]] = {cell: set() for cell in sorted(cells)}
    for number, slide in enumerate(graph.slides):
        for cell in slide.cells:
            if cell in found:
                found[cell].add(number)
    return {cell: frozenset(numbers) for cell, numbers in found.items()}


def undominated(cover: dict[Cell, frozenset[int]]) -> dict[Cell, frozenset[int]]:
    """The cells that suffice: whoever paints them all paints every cell of `cover`.

    A cell is dropped when the slides of a kept one are among its own: painting the kept one paints it too. Of cells
    with equal slides the first in reading order stays. A kept set inside another has its least slide there, which
    is where it is looked up.
    """
    kept: dict[Cell, frozenset[int]] = {}
    by_least: dict[int, list[frozenset[int]]] = {}
    for cell, slides in sorted(cover.items(), key=lambda item: (len(item[1]), item[0])):
        if any(other <= slides for slide in slides for other in by_least.get(slide, ())):
            continue
        kept[cell] = slides
        if slides:
            by_least.setdefault(min(slides), []).append(slides)
    return dict(sorted(kept.items()))
