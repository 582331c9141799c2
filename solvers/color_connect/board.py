"""The board as the SAT engine and the enumeration read it, and how final paths become a play.

The engines share the shape of a board and the writing of moves; whatever is wrong in the latter shows when the play is
replayed through the rules. What a solution is and what it costs, each engine says for itself, and CP-SAT reads the
board for itself too (`grid`): a cell or a neighbour that is lost here would never show in a replay.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from games.canonical import Json
from games.color_connect import ColorConnectLevel, Path
from games.grid import Cell, cell_text, neighbours

__all__ = ["Board", "Paths", "board_of", "draw_text", "paths_of", "play"]

#: Colour -> its path.
Paths = dict[str, Path]


@dataclass(frozen=True, slots=True)
class Board:
    """Open cells and endpoints of a level.

    Attributes:
        cells: the open cells in reading order.
        near: open cell -> its open neighbours.
        ends: colour -> its endpoints in reading order; colours in order of code points.
        owner: endpoint -> its colour.
        cover: whether the level's own goal is to fill the board.
    """

    cells: tuple[Cell, ...]
    near: Mapping[Cell, tuple[Cell, ...]]
    ends: Mapping[str, tuple[Cell, Cell]]
    owner: Mapping[Cell, str]
    cover: bool

    @property
    def edges(self) -> tuple[tuple[Cell, Cell], ...]:
        """The pairs of open neighbours, the cell first in reading order first."""
        return tuple((cell, other) for cell in self.cells for other in self.near[cell] if cell < other)


def board_of(level: ColorConnectLevel) -> Board:
    """The level's board."""
    height, width = len(level.rows), len(level.rows[0])
    cells = tuple(sorted(level.open_cells))
    ends = level.endpoints
    return Board(
        cells,
        {cell: tuple(near for near in neighbours(cell, height, width) if near in level.open_cells) for cell in cells},
        ends,
        {cell: colour for colour, pair in ends.items() for cell in pair},
        level.rule == "cover",
    )


def paths_of(state: Json | None) -> Paths:
    """The paths of a state's canonical JSON; none for the initial state."""
    if state is None:
        return {}
    return {colour: tuple((row, column) for row, column in cells) for colour, cells in sorted(state["paths"].items())}


def draw_text(colour: str, path: Path) -> str:
    """The move that draws a path."""
    return " ".join((f"draw {colour}", *map(cell_text, path)))


def play(board: Board, start: Paths, final: Paths, cleared: Collection[str]) -> tuple[str, ...]:
    """The moves from the paths on the board to the final ones: the clears, then the draws in a possible order.

    A path lies in the way of another colour's final path until it is redrawn or cleared. The play stops where the level
    is won before the last move.

    Raises:
        ValueError: with these clears no order is possible.
    """
    lying = {colour: path for colour, path in start.items() if colour not in cleared}
    moves = [f"clear {colour}" for colour in sorted(cleared)]
    waiting = [colour for colour in sorted(final) if start.get(colour) != final[colour]]
    while waiting and not _won(board, lying):
        for colour in waiting:
            cells = set(final[colour])
            if all(cells.isdisjoint(path) for other, path in lying.items() if other != colour):
                break
        else:
            raise ValueError(f"the paths of {', '.join(waiting)} lie in each other's way")
        moves.append(draw_text(colour, final[colour]))
        lying[colour] = final[colour]
        waiting.remove(colour)
    return tuple(moves)


def _won(board: Board, lying: Paths) -> bool:
    if any({*lying.get(colour, ((-1, -1),))} & {*ends} != {*ends} for colour, ends in board.ends.items()):
        return False
    return not board.cover or sum(map(len, lying.values())) == len(board.cells)
