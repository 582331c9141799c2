"""Rush Hour: a parking lot in a frame with a gap at the exit, cars with glass at both ends, the target red."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from authoring.pictures.arrows import Arrow, arrows
from authoring.pictures.cells import MARGIN, cell_boxes, middle, on_board
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import CELL, Box, Drawing, Line, Point, Shape, Stencil, Text
from authoring.pictures.lanes import offsets_of, run_between
from authoring.pictures.palette import HUES, RED, Theme, hues_of, ink_on
from authoring.pictures.vehicles import body, glass
from games.canonical import Json
from games.grid import DIRECTIONS, Cell, cells_of
from games.names import named_cells

__all__ = ["PICTURE"]

_RIM = 22


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `.`, `#` and names, `target`, `exit`; state `vehicles` from name to top or left cell."""
    rows, target = board["rows"], board["target"]
    height, width = len(rows), len(rows[0])
    drawn = named_cells(rows)
    hues = _hues(drawn, target)
    shapes: list[Shape] = [*_frame(height, width, board["exit"], theme)]
    shapes += cell_boxes(cells_of(rows), theme.cell, gap=3, radius=14)
    walls = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] == "#"]
    shapes += cell_boxes(walls, theme.block_edge, gap=2, radius=14)
    shapes += [Box(MARGIN + c * CELL + 2, MARGIN + r * CELL + 2, 96, 88, theme.block, radius=14) for r, c in walls]
    for name, (row, column) in sorted(state["vehicles"].items()):
        shapes += _car(_moved(drawn[name], (row, column)), name, hues[name])
    return on_board(height, width, theme, shapes)


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """Every vehicle where it stands, and for each move an arrow in the vehicle's colour over the cells that it enters.

    The arrow begins in the cell where the vehicle's front is before the move and ends where it is after it.
    """
    start = draw(board, states[0], theme)
    drawn = named_cells(board["rows"])
    hues = _hues(drawn, board["target"])
    ways = []
    for number, move in enumerate(moves):
        name = move[0]
        before, after = (
            _moved(drawn[name], (at["vehicles"][name][0], at["vehicles"][name][1]))
            for at in states[number : number + 2]
        )
        front = -1 if after[0] > before[0] else 0
        ways.append((name, before[front], after[front]))
    beside = offsets_of([run_between(one, other) for _, one, other in ways], 54, 54, alone=27)
    lines = [
        Arrow(_beside(one, other, aside), hues[name]) for (name, one, other), aside in zip(ways, beside, strict=True)
    ]
    letters = [
        (_mark(_moved(drawn[name], (row, column)), name, hues[name]), hues[name])
        for name, (row, column) in sorted(states[0]["vehicles"].items())
    ]
    return replace(start, shapes=(*start.shapes, *arrows(lines, first, theme, names=letters)))


def _beside(one: Cell, other: Cell, aside: int) -> tuple[Point, Point]:
    """The line from one cell's middle to another's, so far beside it."""
    across = one[0] == other[0]
    (left, top), (right, bottom) = middle(one), middle(other)
    return ((left, top + aside), (right, bottom + aside)) if across else ((left + aside, top), (right + aside, bottom))


def _hues(names: Iterable[str], target: str) -> dict[str, str]:
    """Red for the target alone."""
    return hues_of((name for name in names if name != target), HUES[1:]) | {target: RED}


def _mark(cells: Sequence[Cell], name: str, hue: str) -> Text:
    (left, top), (right, bottom) = middle(cells[0]), middle(cells[-1])
    return Text((left + right) // 2, (top + bottom) // 2 - 3, name, 46, ink_on(hue))


def _moved(cells: list[Cell], first: Cell) -> list[Cell]:
    """The cells of a vehicle once its top or left cell is `first`."""
    down, right = first[0] - cells[0][0], first[1] - cells[0][1]
    return [(row + down, column + right) for row, column in cells]


def _car(cells: list[Cell], name: str, hue: str) -> tuple[Shape, ...]:
    across = cells[0][0] == cells[-1][0]
    ends = [glass(cells, side, hue) for side in ("LR" if across else "UD")]
    return *body(cells, hue), *ends, _mark(cells, name, hue)


def _frame(height: int, width: int, exit_: Json, theme: Theme) -> tuple[Shape, ...]:
    """The rim round the lot with the gap, and an arrow that leads out."""
    down, right = DIRECTIONS[exit_["side"]]
    along = exit_["index"]
    row = {"U": 0, "D": height - 1}.get(exit_["side"], along)
    column = {"L": 0, "R": width - 1}.get(exit_["side"], along)
    x, y = middle((row, column))
    lot = Box(MARGIN - 4, MARGIN - 4, width * CELL + 8, height * CELL + 8, theme.panel, radius=12)
    rim = Box(MARGIN - _RIM, MARGIN - _RIM, width * CELL + 2 * _RIM, height * CELL + 2 * _RIM, theme.block, radius=26)
    gap = Box(x - 46 + 52 * right, y - 46 + 52 * down, 92, 92, theme.panel)

    def at(ahead: int, aside: int) -> Point:
        return x + ahead * right + aside * down, y + ahead * down + aside * right

    arrow = Line(((at(68, -18), at(84, 0), at(68, 18)),), 12, RED)
    return Stencil((rim,), (gap, lot), theme.block), lot, arrow


PICTURE = Picture(draw, path, most=10)
