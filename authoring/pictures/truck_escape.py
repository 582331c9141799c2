"""Truck Escape: an open yard, vehicles with an arrow on the side where they leave, walls as blocks."""

from __future__ import annotations

from authoring.pictures.cells import MARGIN, cell_boxes, on_board, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import CELL, Box, Drawing, Shape
from authoring.pictures.palette import Theme, hues_of
from authoring.pictures.vehicles import body, facing_arrow
from games.canonical import Json
from games.grid import cells_of
from games.names import named_cells

__all__ = ["PICTURE"]


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `.`, `#` and names, `facing` from name to direction; state `vehicles`: those still there."""
    rows, facing = board["rows"], board["facing"]
    drawn = named_cells(rows)
    hues = hues_of(drawn)
    shapes: list[Shape] = [panel(len(rows), len(rows[0]), theme.panel, rim=8, radius=20)]
    shapes += cell_boxes(cells_of(rows), theme.cell, gap=3, radius=14)
    walls = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] == "#"]
    shapes += cell_boxes(walls, theme.block_edge, gap=2, radius=14)
    shapes += [Box(MARGIN + c * CELL + 2, MARGIN + r * CELL + 2, 96, 88, theme.block, radius=14) for r, c in walls]
    for name in state["vehicles"]:
        shapes += body(drawn[name], hues[name])
        shapes += facing_arrow(drawn[name], facing[name], hues[name], name)
    return on_board(len(rows), len(rows[0]), theme, shapes)


PICTURE = Picture(draw)
