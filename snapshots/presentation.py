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

__all__ = ["AUTHORED", "SCHEME", "initial_answer", "is_seed", "presented"]

SCHEME = "lpb/presentation/v1"
#: The seed of the level as authored.
AUTHORED = "0"
#: A table may be longer than anybody could list (every order of many stacks); so many of its first are looked at.
MAX_IMAGES = 256
_SEED = re.compile("0|[1-9][0-9]{0,19}")


def is_seed(text: str) -> bool:
    """Whether a text is a seed: an unsigned 64-bit number in decimal, in its one form."""
    return _SEED.fullmatch(text) is not None and int(text) < 1 << 64


def presented(game: AnyGame, level: Any, seed: str, digest: str | None = None) -> Symmetry[Any]:
    """The transformation that a seed selects: its level, and the map of the authored level's moves to its moves.

    Args:
        digest: the level digest, where the caller has it.

    Raises:
        ValueError: the text is no seed.
    """
    if not is_seed(seed):
        raise ValueError(f"{seed[:40]!r} is no seed: an unsigned 64-bit number in decimal")
    images = islice(game.symmetries(level), MAX_IMAGES)
    if seed == AUTHORED:
        return next(images)
    size = _size(game.print(level)[0])
    kept = [image for image in images if _size(game.print(image.level)[0]) == size]
    text = "\0".join((SCHEME, digest or level_digest(game, level), seed))
    number = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")
    return kept[number % len(kept)]


def initial_answer(game: AnyGame, level: Any, seed: str, digest: str | None = None) -> str:
    """The digest of the initial state of a presentation. Raises ValueError as `presented`."""
    shown = presented(game, level, seed, digest).level
    return state_digest(game.state_json(shown, game.initial(shown)))


def _size(board: Json) -> tuple[int, ...]:
    """Height and width of a board JSON: of its `rows`, else what it states as `size`, else its longest list."""
    if isinstance(board, dict) and isinstance(board.get("rows"), Sequence):
        return len(board["rows"]), max((len(row) for row in board["rows"]), default=0)
    if isinstance(board, dict) and isinstance(board.get("size"), Sequence):
        return tuple(board["size"])
    return tuple(sorted(len(value) for value in board.values() if isinstance(value, list)))
