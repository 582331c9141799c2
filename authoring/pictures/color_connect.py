"""Color Connect: a grid, endpoints with their letters, thick round paths. The cells of a complete path are tinted."""

from __future__ import annotations

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


def caption(move: str) -> str:
    """The verb and the colour, without the cells, which the picture shows."""
    return " ".join(move.split(" ")[:2])


PICTURE = Picture(draw, caption)
