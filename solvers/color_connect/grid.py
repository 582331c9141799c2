"""The board read a second time, from its rows alone, for the engine that must not share a reading with the others.

What an engine says of a board that it misread is never replayed where there is no play: that a level is unsolvable, or
that a covering solution is the only one. So two engines that prove such a thing each have a reading of their own, and
this one takes nothing of `board_of` but the shape of its result.
"""

from __future__ import annotations

from itertools import pairwise

from games.color_connect import ColorConnectLevel
from games.grid import Cell
from solvers.color_connect.board import Board

__all__ = ["grid_of"]


def grid_of(level: ColorConnectLevel) -> Board:
    """The level's board: neighbours are found pair by pair along every row and every column."""
    glyphs = {(row, column): glyph for row, text in enumerate(level.rows) for column, glyph in enumerate(text)}
    lines = [[(row, column) for column in range(len(level.rows[0]))] for row in range(len(level.rows))]
    lines += [list(column) for column in zip(*lines, strict=True)]
    near: dict[Cell, list[Cell]] = {cell: [] for cell, glyph in glyphs.items() if glyph != "#"}
    for line in lines:
        for here, there in pairwise(line):
            if here in near and there in near:
                near[here].append(there)
                near[there].append(here)
    ends: dict[str, list[Cell]] = {}
    for cell, glyph in glyphs.items():
        if glyph not in ".#":
            ends.setdefault(glyph, []).append(cell)
    return Board(
        cells=tuple(near),
        near={cell: tuple(around) for cell, around in near.items()},
        ends={colour: (pair[0], pair[1]) for colour, pair in sorted(ends.items())},
        owner={cell: colour for colour, pair in ends.items() for cell in pair},
        cover=level.rule != "connect",
    )
