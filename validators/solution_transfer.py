"""Tier D4: one level's solution, carried over by a symmetry and a renaming of its game, wins another level.

Such levels may differ in anything that the solution never meets, and still ask the player for the same moves.

For each transformation of the game's table the solution is played by the rules of the other level. Where its moves
mention names, these may be those of other pieces: the first time a move mentions a name, every piece of the other level
that has the same kind (`games.naming`) and stands for no other name is tried, the one of that very name first, then in
order of code points; a move that the rules refuse ends the branch. Every renaming that pairs equal kinds is covered so,
hence the answer is exact, unless the search has played TRIES moves; then it is given up, and the answer says that.

Why kinds, and why for equal names too: a play of a game whose moves say no more than which piece moves can often be
copied onto any other level of as many pieces, and a warning about every pair is worth nothing. A vehicle of the other
level therefore stands for one of this level only where both have one length, lie in one row or column and, where they
face, face one way; a colour only where both have the same endpoints. What may differ is the walls, every piece that
the solution leaves alone, and where along its line a vehicle starts. A piece's kind mostly leaves one candidate, so the
cost is that of one replay for each transformation, which mostly ends at the first move or before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.contract import AnyGame, MoveError, Symmetry
from games.naming import Naming
from solvers.contract import Moves

__all__ = ["MAX_IMAGES", "TRIES", "Transfer", "transfer"]

#: A game's table may be longer than anybody could list; so many of its first are tried.
MAX_IMAGES = 256
#: Moves that the search for renamings plays on one pair of levels before it is given up.
TRIES = 20_000


@dataclass(frozen=True, slots=True)
class Transfer:
    """Whether a solution was carried over.

    Attributes:
        how: the transformation by which it wins the other level, in words; None where none was found.
        given_up: whether there may be one that was not tried. False where one was found.
    """

    how: str | None
    given_up: bool = False


class _OutOfTries(Exception):
    """The moves that a search may play are used up."""


def transfer(game: AnyGame, level: Any, solution: Moves, other: Any, tries: int = TRIES) -> Transfer:
    """The first symmetry, and renaming where it takes one, by which a solution of `level` wins `other`."""
    images = list(islice(game.symmetries(level), MAX_IMAGES + 1))
    naming = game.naming
    search = None if naming is None else _Search(game, naming, other, tries)
    given_up = len(images) > MAX_IMAGES
    for image in images[:MAX_IMAGES]:
        moves = tuple(image.move(move) for move in solution)
        if search is None or naming is None or not any(map(naming.mentioned, moves)):
            if _wins(game, other, moves):
                return Transfer(image.name)
            continue
        try:
            names = search.winning(image, moves)
        except _OutOfTries:
            return Transfer(None, given_up=True)
        if names is not None:
            changed = any(old != new for old, new in names.items())
            return Transfer(f"{image.name}, names changed" if changed else image.name)
    return Transfer(None, given_up)


def _wins(game: AnyGame, level: Any, moves: Moves) -> bool:
    state = game.initial(level)
    for move in moves:
        try:
            state = game.apply(level, state, move)
        except MoveError:
            return False
    return bool(game.won(level, state))


class _Search:
    """The search for renamings onto one level. Its tries are counted over all the transformations."""

    def __init__(self, game: AnyGame, naming: Naming[Any], other: Any, tries: int) -> None:
        self._game, self._naming, self._other, self._left = game, naming, other, tries
        self._kinds = naming.kinds(other)

    def winning(self, image: Symmetry[Any], moves: Moves) -> Mapping[str, str] | None:
        """The first renaming of what the moves mention that wins the other level. Raises _OutOfTries."""
        own = self._naming.kinds(image.level)
        alike = {
            name: [piece for piece in self._in_order(name) if name in own and self._kinds[piece] == own[name]]
            for move in moves
            for name in self._naming.mentioned(move)
        }
        if not all(alike.values()):
            return None
        start = self._game.initial(self._other)
        # Depth first, with a stack of its own: a play may be longer than the interpreter nests calls.
        waiting: list[tuple[int, Any, Mapping[str, str]]] = [(0, start, {})]
        while waiting:
            at, state, names = waiting.pop()
            if at == len(moves):
                if self._game.won(self._other, state):
                    return names
                continue
            new = next((name for name in self._naming.mentioned(moves[at]) if name not in names), None)
            if new is None:
                waiting += (
                    (at + 1, after, names) for after in self._played(state, self._naming.move(moves[at], names))
                )
            else:
                free = [piece for piece in alike[new] if piece not in names.values()]
                waiting += ((at, state, {**names, new: piece}) for piece in reversed(free))
        return None

    def _in_order(self, name: str) -> list[str]:
        """The pieces of the other level, the one of that name first."""
        return sorted(self._kinds, key=lambda piece: (piece != name, piece))

    def _played(self, state: Any, move: str) -> Iterator[Any]:
        """The state after a move, none where the rules refuse it."""
        if self._left == 0:
            raise _OutOfTries
        self._left -= 1
        try:
            yield self._game.apply(self._other, state, move)
        except MoveError:
            return
