"""Presentations: how a seed shows a level. Seed 0 is the level as authored, any other seed the same puzzle otherwise.

`lpb/presentation/v1` picks one of the transformations in the game's own table (`Game.symmetries`) that keep the board's
size: the first eight bytes, big-endian, of SHA-256 over the ASCII text `lpb/presentation/v1` NUL level digest NUL seed,
modulo the number of those transformations, is the pick's place among them.

`lpb/presentation/v2` makes the same pick and then permutes the names of the level (colours, vehicles, boards) among
themselves. The names stand in a list in order of code points. For i from the last place down to 1, with places counted
from 0, the names at the places i and j are exchanged, j drawn evenly from 0 to i. The name that stood at a place before
all exchanges becomes the one that stands there after them. Each draw of a number below m takes the next block: the
first eight bytes, big-endian, of SHA-256 over the ASCII text `lpb/presentation/v2` NUL level digest NUL seed NUL number
of the block in decimal, from 0 on. A block of at least 2^64 - (2^64 mod m) is passed over, which makes the draw even;
else it counts modulo m.

The puzzle is the same, so is its optimum, and a solution is carried over by the same transformation. The digest of a
presentation's initial state is the known answer by which a runtime shows that it honours the seed. A snapshot names its
presentations in `seed_scheme`; those that name none but the seeds' own scheme were made by v1.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, Symmetry, level_digest, state_digest
from games.renaming import names_of, renamed
from snapshots.seeds import SCHEME

__all__ = [
    "AUTHORED",
    "NEWEST",
    "SEED_SCHEMES",
    "V1",
    "V2",
    "Presentations",
    "drawn_below",
    "is_seed",
    "permuted",
    "presented",
]

V1, V2 = "lpb/presentation/v1", "lpb/presentation/v2"
#: What new snapshots, and commands that speak of no snapshot, go by: a value of `seed_scheme`.
NEWEST = f"{SCHEME}+{V2}"
#: Value of `seed_scheme` -> the algorithm of its presentations.
SEED_SCHEMES: Mapping[str, str] = {SCHEME: V1, NEWEST: V2}
#: The seed of the level as authored.
AUTHORED = "0"
#: A table may be longer than anybody could list (every order of many stacks); so many of its first are looked at.
MAX_IMAGES = 256
_BLOCK = 1 << 64
_SEED = re.compile("0|[1-9][0-9]{0,19}")


def is_seed(text: str) -> bool:
    """Whether a text is a seed: an unsigned 64-bit number in decimal, in its one form."""
    return _SEED.fullmatch(text) is not None and int(text) < _BLOCK


class Presentations:
    """The presentations of one level: the table of its transformations is made once, whatever seeds are asked for.

    `seed_scheme` is that of the snapshot; `digest` the level digest, where the caller has it.

    Raises:
        KeyError: a seed scheme that is none of `SEED_SCHEMES`.
    """

    def __init__(self, game: AnyGame, level: Any, digest: str | None = None, seed_scheme: str = NEWEST) -> None:
        self._game, self._level = game, level
        self._digest = digest or level_digest(game, level)
        self._recoloured = SEED_SCHEMES[seed_scheme] == V2
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
        image = self._images[_number(V1, self._digest, seed) % len(self._images)]
        return self._renamed(image, seed) if self._recoloured else image

    def _renamed(self, image: Symmetry[Any], seed: str) -> Symmetry[Any]:
        names = names_of(self._game, image.level)
        to = dict(zip(names, permuted(names, self._digest, seed), strict=True))
        if all(old == new for old, new in to.items()):
            return image
        other = renamed(self._game, image.level, to)
        return Symmetry(f"{image.name}, {other.name}", other.level, lambda move: other.move(image.move(move)))

    def initial_answer(self, seed: str) -> str:
        """The digest of the initial state of a presentation. Raises ValueError as `shown`."""
        level = self.shown(seed).level
        return state_digest(self._game.state_json(level, self._game.initial(level)))


def presented(
    game: AnyGame, level: Any, seed: str, digest: str | None = None, seed_scheme: str = NEWEST
) -> Symmetry[Any]:
    """One presentation of a level: see `Presentations` and `shown`."""
    return Presentations(game, level, digest, seed_scheme).shown(seed)


def permuted(names: Sequence[str], digest: str, seed: str) -> list[str]:
    """The names in the order that `lpb/presentation/v2` gives them for a level digest and a seed."""
    blocks = (_number(V2, digest, seed, str(block)) for block in count())
    order = list(names)
    for last in reversed(range(1, len(order))):
        other = drawn_below(last + 1, blocks)
        order[last], order[other] = order[other], order[last]
    return order


def drawn_below(most: int, blocks: Iterator[int]) -> int:
    """A number below `most` from blocks of 64 bits, each as likely as any other."""
    even = _BLOCK - _BLOCK % most
    return next(block for block in blocks if block < even) % most


def _number(*texts: str) -> int:
    return int.from_bytes(hashlib.sha256("\0".join(texts).encode("ascii")).digest()[:8], "big")


def _size(board: Json) -> tuple[int, ...]:
    """Height and width of a board JSON: of its `rows`, else what it states as `size`, else its longest list."""
    if isinstance(board, dict) and isinstance(board.get("rows"), Sequence):
        return len(board["rows"]), max((len(row) for row in board["rows"]), default=0)
    if isinstance(board, dict) and isinstance(board.get("size"), Sequence):
        return tuple(board["size"])
    return tuple(sorted(len(value) for value in board.values() if isinstance(value, list)))
