"""The bolts that a query asks about, in the order in which they are played."""

from __future__ import annotations

from collections import Counter

from games.canonical import Json
from games.contract import MalformedState
from games.nut_and_bolt import NutAndBoltLevel

__all__ = ["bolts_of"]


def bolts_of(level: NutAndBoltLevel, state: Json | None) -> tuple[str, ...]:
    """The bolts of a canonical state JSON, bottom first; with None those of the start.

    Raises:
        MalformedState: the JSON is not of the state's form, or its bolts or nuts are not the level's.
    """
    if state is None:
        return level.bolts
    try:
        bolts = tuple(state["bolts"])
        nuts = Counter("".join(bolts))
    except (KeyError, TypeError) as fault:
        raise MalformedState("a state has the field bolts, a list of texts") from fault
    if len(bolts) != len(level.bolts) or nuts != Counter("".join(level.bolts)):
        raise MalformedState("the bolts or nuts are not those of the level")
    if max(map(len, bolts)) > level.capacity:
        raise MalformedState(f"a bolt holds more than {level.capacity} nuts")
    return bolts
