"""The vehicles that a query asks about: those still on the board."""

from __future__ import annotations

from games.canonical import Json
from games.contract import MalformedState
from games.truck_escape import TruckEscapeLevel

__all__ = ["standing"]


def standing(level: TruckEscapeLevel, state: Json | None) -> tuple[str, ...]:
    """The vehicles of a canonical state JSON, in order of names; with None all of them.

    Raises:
        MalformedState: the JSON is not of the state's form, or names a vehicle that the level does not have.
    """
    every = tuple(name for name, _ in level.facing)
    if state is None:
        return every
    names = state.get("vehicles") if isinstance(state, dict) else None
    if not isinstance(names, list) or not all(name in every for name in names):
        raise MalformedState("a state has the one field vehicles, a list of vehicles of the level")
    return tuple(sorted(set(names)))
