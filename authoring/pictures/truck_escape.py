"""Truck Escape: an open yard, vehicles with an arrow on the side where they leave, walls as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from authoring.pictures.arrows import Arrow, arrow, badge
from authoring.pictures.cells import MARGIN, cell_boxes, middle, on_board, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import CELL, Box, Drawing, Point, Shape
from authoring.pictures.lanes import Run, offsets_of
from authoring.pictures.palette import Theme, hues_of
from authoring.pictures.vehicles import body, facing_arrow
from games.canonical import Json
from games.grid import DIRECTIONS, Cell, cells_of
from games.names import named_cells

__all__ = ["PICTURE"]


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `.`, `#` and names, `facing` from name to direction; state `vehicles`: those still there."""
    rows = board["rows"]
    return on_board(len(rows), len(rows[0]), theme, (*_yard(rows, theme), *_vehicles(board, state)))


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """All vehicles, each with its number in the order of departures, and its way out to the border under the others."""
    rows, facing = board["rows"], board["facing"]
    size = len(rows), len(rows[0])
    drawn = named_cells(rows)
    hues = hues_of(drawn)
    outs = [_way_out(drawn[name], facing[name], size) for name in moves]
    beside = offsets_of([run for run, _, _ in outs], 26, 60)
    ways: list[Shape] = []
    for name, (run, one, two), aside in zip(moves, outs, beside, strict=True):
        line = tuple((x, y + aside) if run.across else (x + aside, y) for x, y in (one, two))
        ways += arrow(Arrow((line[0], line[1]), hues[name]), theme.page)
    numbers = [
        shape
        for number, name in enumerate(moves, first)
        for shape in badge(_place_of_number(drawn[name], facing[name]), number, theme.ink, theme, 19)
    ]
    return on_board(*size, theme, (*_yard(rows, theme), *ways, *_vehicles(board, states[0]), *numbers))


def _yard(rows: Sequence[str], theme: Theme) -> Iterator[Shape]:
    """The ground and the walls."""
    yield panel(len(rows), len(rows[0]), theme.panel, rim=8, radius=20)
    yield from cell_boxes(cells_of(rows), theme.cell, gap=3, radius=14)
    walls = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] == "#"]
    yield from cell_boxes(walls, theme.block_edge, gap=2, radius=14)
    for row, column in walls:
        yield Box(MARGIN + column * CELL + 2, MARGIN + row * CELL + 2, 96, 88, theme.block, radius=14)


def _vehicles(board: Json, state: Json) -> Iterator[Shape]:
    drawn = named_cells(board["rows"])
    hues = hues_of(drawn)
    for name in state["vehicles"]:
        yield from body(drawn[name], hues[name])
        yield from facing_arrow(drawn[name], board["facing"][name], hues[name], name)


def _way_out(cells: Sequence[Cell], side: str, size: Cell) -> tuple[Run, Point, Point]:
    """The run from a vehicle's front to the border, and the line from the front's middle to a little beyond it."""
    down, right = DIRECTIONS[side]
    row, column = cells[-1] if down + right > 0 else cells[0]
    edge = {"U": (0, column), "D": (size[0] - 1, column), "L": (row, 0), "R": (row, size[1] - 1)}[side]
    x, y = middle(edge)
    low, high = sorted((column, edge[1]) if right else (row, edge[0]))
    return Run(bool(right), row if right else column, low, high), middle((row, column)), (x + 82 * right, y + 82 * down)


def _place_of_number(cells: Sequence[Cell], side: str) -> Point:
    """Between the front cell, which has the arrow, and the one behind it; on a corner where there is no other."""
    down, right = DIRECTIONS[side]
    x, y = middle(cells[-1] if down + right > 0 else cells[0])
    return (x - 50 * right, y - 50 * down) if len(cells) > 1 else (x + 30, y - 30)


PICTURE = Picture(draw, path, most=62)
