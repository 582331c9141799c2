"""Levels under other names. Core code renames by this, whatever a game's names stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from games.contract import Game, Symmetry
from games.names import NAMES

__all__ = ["RENAMED", "names_of", "renamed"]

#: The name of a renaming among transformations.
RENAMED = "renamed"
L = TypeVar("L")
S = TypeVar("S")


def names_of(game: Game[L, S], level: L) -> tuple[str, ...]:
    """The names of a level, in order of code points; none where the game has no names."""
    return () if game.naming is None else tuple(sorted(game.naming.kinds(level)))


def renamed(game: Game[L, S], level: L, names: Mapping[str, str]) -> Symmetry[L]:
    """A level under a renaming of all its names, with the map of move texts.

    Raises:
        ValueError: a name of the level is left out, another is named, two become one, or one becomes no name.
    """
    if tuple(sorted(names)) != names_of(game, level):
        raise ValueError("the renaming is not of the level's names")
    if len(set(names.values())) < len(names) or not set(names.values()) <= set(NAMES):
        raise ValueError("the renaming does not give each a name of its own, one of A-Z, a-z, 0-9")
    naming = game.naming
    if naming is None:
        return Symmetry(RENAMED, level, str)
    return Symmetry(RENAMED, naming.level(level, names), lambda text: naming.move(text, names))
