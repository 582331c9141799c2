"""Two levels that are alike, drawn beside one another for a person to judge."""

from __future__ import annotations

from itertools import zip_longest

from catalogue.duplicate_search import Entrant
from validators.duplicates import Duplicate

__all__ = ["side_by_side"]


def side_by_side(pair: Duplicate, one: Entrant, other: Entrant) -> list[str]:
    """A pair in one line, then both boards side by side, then an empty line."""
    how = f" ({pair.transformation})" if pair.transformation else ""
    left, right = ([entrant.name, *_drawn(entrant)] for entrant in (one, other))
    width = max(map(len, left))
    sides = (f"  {a:<{width}}   {b}".rstrip() for a, b in zip_longest(left, right, fillvalue=""))
    return [f"{pair.tier}  {pair.a} - {pair.b}{how}", *sides, ""]


def _drawn(entrant: Entrant) -> list[str]:
    game, level = entrant.record.game, entrant.record.level
    return game.draw(level, game.initial(level)).split("\n")
