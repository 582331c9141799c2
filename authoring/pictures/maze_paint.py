"""Maze Paint: lanes cut into a block of wall, paint in them, a glossy ball. Cells not yet painted bear a dot."""

from __future__ import annotations

from authoring.pictures.cells import MARGIN, area, middle, on_board, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import Box, Disc, Drawing, Shape
from authoring.pictures.palette import HUES, Theme, mixed
from games.canonical import Json
from games.grid import cells_of

__all__ = ["PICTURE"]

_PAINT = HUES[4]
_BALL = HUES[0]


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `#`, `.`, `@`; state `ball` and `painted`."""
    rows, painted_rows = board["rows"], state["painted"]
    floor = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] != "#"]
    painted = [cell for cell in floor if painted_rows[cell[0]][cell[1]] == "1"]
    shapes: list[Shape] = [
        Box(MARGIN - 12, MARGIN - 4, len(rows[0]) * 100 + 24, len(rows) * 100 + 24, theme.block_edge, radius=30),
        panel(len(rows), len(rows[0]), theme.block, radius=30),
        area(floor, 92, theme.block_edge),
        area(floor, 84, theme.panel, down=4),
        area(painted, 84, mixed(_PAINT, "#000000", 18), down=4),
        area(painted, 78, _PAINT, down=6),
    ]
    shapes += [Disc(*_low(cell), 9, theme.faint, opacity=70) for cell in floor if cell not in painted]
    x, y = _low((state["ball"][0], state["ball"][1]))
    shapes += [
        Disc(x, y + 6, 35, "#000000", opacity=30),
        Disc(x, y, 35, mixed(_BALL, "#000000", 22)),
        Disc(x, y - 2, 32, _BALL),
        Disc(x - 4, y - 7, 23, "#ffffff", opacity=16),
        Disc(x - 11, y - 14, 8, "#ffffff", opacity=85),
    ]
    return on_board(len(rows), len(rows[0]), theme, shapes)


def _low(cell: tuple[int, int]) -> tuple[int, int]:
    """The middle of a lane's ground, which lies a little deeper than its walls' tops."""
    x, y = middle(cell)
    return x, y + 4


PICTURE = Picture(draw)
