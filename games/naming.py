"""What a game's names are: the colours, vehicles or boards that a renaming permutes, and where moves mention them.

A renaming maps every name of a level to a name of `games.names.NAMES`, no two to the same. Only the letters change: the
cells of a vehicle, the order of boards in their list and everything that decides play stay, so the puzzle is the same.
A name's *kind* is what the piece of that name is, apart from its name: two pieces are taken for each other only where
their kinds are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Naming"]

L = TypeVar("L")


def _as_it_is(text: str, names: Mapping[str, str]) -> str:
    return text


def _none(text: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Naming(Generic[L]):
    """The names of a game's levels. The last two stay as they are where moves mention no name.

    Attributes:
        kinds: level -> name -> kind of its piece; kinds are compared between levels of the game.
        level: level, renaming of all its names -> the level under the renaming.
        move: text of a move, renaming -> the text with its names renamed; a name that the renaming lacks stays.
        mentioned: text of a move -> the names in it.
    """

    kinds: Callable[[L], Mapping[str, Hashable]]
    level: Callable[[L, Mapping[str, str]], L]
    move: Callable[[str, Mapping[str, str]], str] = _as_it_is
    mentioned: Callable[[str], tuple[str, ...]] = _none
