"""Presentations: how a seed shows a level. Seed 0 is the level as authored, any other seed one of its symmetric images.

A presentation is one transformation of the game's own table (`Game.symmetries`) that keeps the board's size, picked by
SHA-256 over the ASCII text `lpb/presentation/v1` NUL level digest NUL seed: its first eight bytes, big-endian, modulo
the number of those transformations in the order of the table. The puzzle is the same, so is its optimum, and a
solution is carried over by the same transformation. The digest of a presentation's initial state is the known answer
by which a runtime shows that it honours the seed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from itertools import islice
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, Symmetry, level_digest, state_digest

__all__ = ["AUTHORED", "SCHEME", "Presentations", "is_seed", "presented"]

SCHEME = "lpb/presentation/v1"
#: The seed of the level as authored.
AUTHORED = "0"
#: A table may be longer than anybody could list (every order of many stacks); so many of its first are looked at.
MAX_IMAGES = 256
_SEED = re.compile("0|[1-9][0-9]{0,19}")


def is_seed(text: str) -> bool:
    """Whether a text is a seed: an unsigned 64-bit number in decimal, in its one form."""
    return _SEED.fullmatch(text) is not None and int(text) < 1 << 64


class Presentations:
    """The presentations of one level: the table of its transformations is made once, whatever seeds are asked for.

    `digest` is the level digest, where the caller has it.
    """

    def __init__(self, game: AnyGame, level: Any, digest: str | None = None) -> None:
        self._game, self._level = game, level
        self._digest = digest or level_digest(game, level)
        self._images: list[Symmetry[Any]] = []

    def shown(self, seed: str) -> Symmetry[Any]:
        """The transformation that a seed selects: its level, and the map of the authored level's moves to its moves.

        Raises:
            ValueError: the text is no seed.
        """
        if not is_seed(seed):
            raise ValueError(f"{seed[:40]!r} is no seed: an unsigned 64-bit number in decimal")
        if seed == AUTHORED:
            return next(iter(self._images or self._game.symmetries(self._level)))
        if not self._images:
            images = list(islice(self._game.symmetries(self._level), MAX_IMAGES))
            size = _size(self._game.print(self._level)[0])
            self._images = [image for image in images if _size(self._game.print(image.level)[0]) == size]
        text = "\0".join((SCHEME, self._digest, seed))
        number = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")
        return self._images[number % len(self._images)]

    def initial_answer(self, seed: str) -> str:
        """The digest of the initial state of a presentation. Raises ValueError as `shown`."""
        level = self.shown(seed).level
        return state_digest(self._game.state_json(level, self._game.initial(level)))


def presented(game: AnyGame, level: Any, seed: str, digest: str | None = None) -> Symmetry[Any]:
    """One presentation of a level: see `Presentations.shown`."""
    return Presentations(game, level, digest).shown(seed)


def _size(board: Json) -> tuple[int, ...]:
    """Height and width of a board JSON: of its `rows`, else what it states as `size`, else its longest list."""
    if isinstance(board, dict) and isinstance(board.get("rows"), Sequence):
        return len(board["rows"]), max((len(row) for row in board["rows"]), default=0)
    if isinstance(board, dict) and isinstance(board.get("size"), Sequence):
        return tuple(board["size"])
    return tuple(sorted(len(value) for value in board.values() if isinstance(value, list)))
