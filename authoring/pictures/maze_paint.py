"""Maze Paint: lanes cut into a block of wall, paint in them, a glossy ball. Cells not yet painted bear a dot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from authoring.pictures.arrows import Arrow, arrows, in_time
from authoring.pictures.cells import MARGIN, area, middle, on_board, panel
from authoring.pictures.contract import Picture
from authoring.pictures.drawing import Box, Disc, Drawing, Line, Point, Shape
from authoring.pictures.lanes import offsets_of, run_between
from authoring.pictures.palette import HUES, Theme, mixed
from games.canonical import Json
from games.grid import Cell, cells_of

__all__ = ["PICTURE"]

_PAINT = HUES[4]
_BALL = HUES[0]


def draw(board: Json, state: Json, theme: Theme) -> Drawing:
    """Board `rows` of `#`, `.`, `@`; state `ball` and `painted`."""
    rows = board["rows"]
    floor = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] != "#"]
    bare = [cell for cell in floor if state["painted"][cell[0]][cell[1]] == "0"]
    dots = (Disc(*_low(cell), 9, theme.faint, opacity=70) for cell in bare)
    return on_board(len(rows), len(rows[0]), theme, (*_ground(board, state, theme), *dots, *_ball(state)))


def _ground(board: Json, state: Json, theme: Theme) -> Iterator[Shape]:
    """Walls, lanes and the paint in them."""
    rows, painted_rows = board["rows"], state["painted"]
    floor = [cell for cell in cells_of(rows) if rows[cell[0]][cell[1]] != "#"]
    painted = [cell for cell in floor if painted_rows[cell[0]][cell[1]] == "1"]
    yield Box(MARGIN - 12, MARGIN - 4, len(rows[0]) * 100 + 24, len(rows) * 100 + 24, theme.block_edge, radius=30)
    yield panel(len(rows), len(rows[0]), theme.block, radius=30)
    yield area(floor, 92, theme.block_edge)
    yield area(floor, 84, theme.panel, down=4)
    yield area(painted, 84, mixed(_PAINT, "#000000", 18), down=4)
    yield area(painted, 78, _PAINT, down=6)


def _ball(state: Json) -> tuple[Shape, ...]:
    x, y = _low((state["ball"][0], state["ball"][1]))
    return (
        Disc(x, y + 6, 35, "#000000", opacity=30),
        Disc(x, y, 35, mixed(_BALL, "#000000", 22)),
        Disc(x, y - 2, 32, _BALL),
        Disc(x - 4, y - 7, 23, "#ffffff", opacity=16),
        Disc(x - 11, y - 14, 8, "#ffffff", opacity=85),
    )


def _low(cell: tuple[int, int]) -> tuple[int, int]:
    """The middle of a lane's ground, which lies a little deeper than its walls' tops."""
    x, y = middle(cell)
    return x, y + 4


def path(board: Json, states: Sequence[Json], moves: Sequence[str], first: int, theme: Theme) -> Drawing:
    """The ball's way from stop to stop as one line, a number for each slide where it ends, a flag where all is painted.

    Slides along one lane lie beside each other, so that a lane that the ball takes twice has two lines.
    """
    won = "".join(states[-1]["painted"]).count("1") == sum(len(row) - row.count("#") for row in board["rows"])
    stops = [(state["ball"][0], state["ball"][1]) for state in states]
    lines = list(_lines(stops))
    ways = [Arrow(line, in_time(number, len(moves), theme), ends=False) for number, line in enumerate(lines)]
    shapes: list[Shape] = [*_ground(board, states[0], theme), *_ball(states[0])]
    if lines:
        end = lines[-1][-1]
        shapes += [Disc(*lines[0][0], 17, theme.panel), Disc(*lines[0][0], 13, ways[0].color)]
        shapes += _flag(end, theme) if won else (Disc(*end, 17, theme.panel), Disc(*end, 13, ways[-1].color))
    shapes += arrows(ways, first, theme, _marks(lines))
    return on_board(len(board["rows"]), len(board["rows"][0]), theme, shapes)


def _marks(lines: Sequence[Sequence[Point]]) -> tuple[Point, ...]:
    """Where the start and the flag are to be seen."""
    if not lines:
        return ()
    x, y = lines[-1][-1]
    return lines[0][0], (x, y), (x + 5, y - 25), (x + 22, y - 35)


def _flag(foot: Point, theme: Theme) -> tuple[Shape, ...]:
    """A chequered flag that stands on a point."""
    x, y = foot
    checks = [
        Box(x + 3 + 13 * (n % 3), y - 50 + 11 * (n // 3), 13, 11, "#10141d" if n % 2 else "#ffffff") for n in range(9)
    ]
    cloth = Box(x - 2, y - 55, 49, 43, theme.panel), Box(x, y - 53, 45, 39, theme.ink)
    return *cloth, Line((((x, y), (x, y - 50)),), 9, theme.panel), Line((((x, y), (x, y - 50)),), 5, theme.ink), *checks


def _lines(stops: Sequence[Cell]) -> Iterator[tuple[Point, ...]]:
    """The line of each slide, which begins where the line before it ends."""
    runs = [run_between(one, other) for one, other in pairwise(stops)]
    beside = offsets_of(runs, 30, 56)
    here = _low(stops[0])
    for number, stop in enumerate(stops[1:]):
        x, y = _low(stop)
        across = runs[number].across
        end = (x, y + beside[number]) if across else (x + beside[number], y)
        if number + 1 < len(runs):
            after = runs[number + 1].across
            if after != across:
                end = (x + beside[number + 1], end[1]) if across else (end[0], y + beside[number + 1])
        bend = (here[0], end[1]) if across else (end[0], here[1])
        yield (here, bend, end) if bend not in (here, end) else (here, end)
        here = end


PICTURE = Picture(draw, path)
