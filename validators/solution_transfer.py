"""Tier D4: one level's solution, carried over by a symmetry of its game, wins another level.

Such levels may differ in anything that the solution never meets, and still ask the player for the same moves. The
renaming of colours and pieces is no listed symmetry, so a copy that is renamed and changed besides is not seen here.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from games.contract import AnyGame, MoveError
from solvers.contract import Moves

__all__ = ["MAX_IMAGES", "transfer"]

#: A game's table may be longer than anybody could list; so many of its first are tried.
MAX_IMAGES = 256


def transfer(game: AnyGame, level: Any, solution: Moves, other: Any) -> str | None:
    """The name of the first symmetry by which a solution of `level` wins `other`, or None.

    Cost: a replay for each symmetry, which mostly ends at the first moves.
    """
    for image in islice(game.symmetries(level), MAX_IMAGES):
        if _wins(game, other, tuple(image.move(move) for move in solution)):
            return image.name
    return None


def _wins(game: AnyGame, level: Any, moves: Moves) -> bool:
    state = game.initial(level)
    for move in moves:
        try:
            state = game.apply(level, state, move)
        except MoveError:
            return False
    return game.won(level, state)
