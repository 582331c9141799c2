"""Why a level is unsolvable, seen without search."""

from __future__ import annotations

from games.nut_and_bolt import NutAndBoltLevel

__all__ = ["explain"]


def explain(level: NutAndBoltLevel) -> str | None:
    """The reason where no nut can move at the start, which is not won; else None.

    A move needs a bolt with room: an empty one takes any nut, another one those of its top colour.
    """
    open_bolts = _open_bolts(level)
    if not open_bolts:
        return "every bolt is full, so no nut can move"
    if any(not level.bolts[place] for place in open_bolts):
        return None
    for place in open_bolts:
        top = level.bolts[place][-1]
        if any(bolt[-1] == top for other, bolt in enumerate(level.bolts) if bolt and other != place):
            return None
    numbers = ", ".join(str(place + 1) for place in open_bolts)
    return f"no nut can move: the top nut of each bolt with room ({numbers}) is unlike every other top nut"


def _open_bolts(level: NutAndBoltLevel) -> list[int]:
    """The bolts with room."""
    return [place for place, bolt in enumerate(level.bolts) if len(bolt) < level.capacity]
