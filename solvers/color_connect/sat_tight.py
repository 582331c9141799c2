"""How many tight covering solutions a board has: none, one, or more.

A covering solution is tight where no two cells of a path are neighbours unless they follow each other on it. A board
may have several covering solutions and one tight one: the second question then is the one that its author meant.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from games.color_connect import ColorConnectLevel
from solvers.color_connect.board import board_of
from solvers.color_connect.sat_model import encode, touch_clauses
from solvers.color_connect.sat_search import find
from solvers.color_connect.sat_session import Session

__all__ = ["TightCovers", "tight_covers"]


@dataclass(frozen=True, slots=True)
class TightCovers:
    """Whether there is a tight covering solution, and whether there is exactly one; None where undecided."""

    exists: bool | None
    unique: bool | None


def tight_covers(level: ColorConnectLevel, effort: int) -> TightCovers:
    """The tight covering solutions of a board, under either rule.

    Exact, as `sat_search.covers` is: two covering solutions have equally many edges, so that "an edge of the first is
    missing" admits exactly the others. `effort` counts thousands of conflicts over both questions.
    """
    board = board_of(level)
    encoding = encode(board, cover=True)
    session = Session(encoding.clauses, effort * 1000)
    try:
        session.add(touch_clauses(board, encoding, {colour: [] for colour in board.ends}))
        first = find(session, board, encoding, True)
        if not first:
            return TightCovers(None, None) if first is None else TightCovers(False, False)
        session.add([[-encoding.edge(*pair) for path in first.values() for pair in pairwise(path)]])
        second = find(session, board, encoding, True)
        return TightCovers(True, None if second is None else not second)
    finally:
        session.close()
