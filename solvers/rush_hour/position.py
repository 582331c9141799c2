"""The position that a query asks about: how far along its line each vehicle stands."""

from __future__ import annotations

from collections.abc import Sequence

from games.canonical import Json
from games.contract import MalformedState
from games.rush_hour import RushHourLevel
from games.vehicles import Vehicle

__all__ = ["Places", "places_json", "places_of"]

#: The place of every vehicle in order of names: the column of one that lies in a row, the row of one in a column.
Places = tuple[int, ...]


def places_of(level: RushHourLevel, state: Json | None) -> Places:
    """The places in a canonical state JSON; with None those of the initial state.

    Raises:
        MalformedState: the JSON is not of the state's form, or a vehicle is off its line.
    """
    if state is None:
        return tuple(vehicle.place for vehicle in level.vehicles)
    places = []
    try:
        for vehicle in level.vehicles:
            row, column = state["vehicles"][vehicle.name]
            if (row if vehicle.across else column) != vehicle.line:
                raise MalformedState(f"the vehicle {vehicle.name} is off its line")
            places.append(column if vehicle.across else row)
    except (KeyError, TypeError, ValueError) as fault:
        if isinstance(fault, MalformedState):
            raise
        raise MalformedState("a state has the field vehicles, an object from vehicle to cell") from fault
    return tuple(places)


def places_json(vehicles: Sequence[Vehicle], places: Places) -> Json:
    """The canonical state JSON of places."""
    pairs = zip(vehicles, places, strict=True)
    return {"vehicles": {vehicle.name: list(vehicle.cell_at(place)) for vehicle, place in pairs}}
