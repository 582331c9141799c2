"""Color Connect: a grid, endpoints with their letters, thick round paths. The cells of a complete path are tinted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from authoring.pictures.arrows import badge, head
from authoring.pictures.cells import MARGIN, cell_boxes, middle, on_board, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import CELL, Box, Disc, Drawing, Line, Shape, Text
from authoring.pictures.palette import Theme, hues_of, ink_on, mixed
from games.canonical import Json
from games.grid import Cell, cells_of
from games.names import named_cells

__all__ = ["PICTURE"]


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `.`, `#` and names; state `paths` from name to cells."""
    rows = board["rows"]
    height, width = len(rows), len(rows[0])
    ends = named_cells(rows)
    hues = hues_of(ends)
    paths = {name: [(row, column) for row, column in cells] for name, cells in sorted(state["paths"].items())}
    shapes: list[Shape] = [panel(height, width, theme.line, rim=5, radius=16)]
    shapes += cell_boxes(cells_of(rows), theme.panel, gap=2, radius=8)
    walls = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] == "#"]
    shapes += [Box(MARGIN + c * CELL + 2, MARGIN + r * CELL + 2, 96, 96, theme.block_edge, radius=14) for r, c in walls]
    shapes += [Box(MARGIN + c * CELL + 2, MARGIN + r * CELL + 2, 96, 88, theme.block, radius=14) for r, c in walls]
    for name, path in paths.items():
        if {path[0], path[-1]} == set(ends[name]):
            shapes += cell_boxes(path, mixed(theme.panel, hues[name], 26), gap=2, radius=8)
    for name, path in paths.items():
        shapes.append(Line((tuple(middle(cell) for cell in path),), 36, mixed(hues[name], "#000000", 22)))
        shapes.append(Line((tuple(middle(cell) for cell in path),), 30, hues[name]))
    for name, cells in ends.items():
        for cell in cells:
            shapes += _endpoint(cell, name, hues[name])
    return on_board(height, width, theme, shapes)


def _endpoint(cell: Cell, name: str, hue: str) -> tuple[Shape, ...]:
    x, y = middle(cell)
    rim, face = Disc(x, y, 37, mixed(hue, "#000000", 22)), Disc(x, y, 34, hue)
    return rim, face, Text(x, y, name, 42, ink_on(hue))


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """The last state, with each move's number at the cell where its path was begun, and a head on the path's middle."""
    last = draw(board, states[-1], theme)
    hues = hues_of(named_cells(board["rows"]))
    shapes: list[Shape] = [*last.shapes]
    numbers: list[Shape] = []
    held: dict[Cell, int] = {}
    for number, (before, move) in enumerate(zip(states, moves, strict=False), first):
        verb, name, *cells = move.split(" ")
        drawn = [(int(row), int(column)) for row, column in (cell.split(",") for cell in cells)]
        if verb == "draw" and len(drawn) > 2:
            middle_ = len(drawn) // 2
            shapes += head(middle(drawn[middle_ - 1]), middle(drawn[middle_]), ink_on(hues[name]), 11)
        row, column = drawn[0] if drawn else before["paths"][name][0]
        x, y = middle((row, column))
        place = held[row, column] = held.get((row, column), -1) + 1
        numbers += badge((x + 30 - 36 * (place % 2), y - 30 + 36 * (place // 2)), number, theme.ink, theme)
    return replace(last, shapes=(*shapes, *numbers))


def caption(move: str) -> str:
    """The verb and the colour, without the cells, which the picture shows."""
    return " ".join(move.split(" ")[:2])


PICTURE = Picture(draw, path, most=62, caption=caption)
