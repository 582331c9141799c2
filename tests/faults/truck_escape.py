"""Mistakes in the engines of Truck Escape, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.faults.seeded import Fault

__all__ = ["BOARDS", "FAULTS", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.truck_escape"
GRAPH, SEARCH = "blocking-graph", "departure-search"
OPPOSITE = "one calls the level solvable, the other unsolvable"

#: Name -> rows, and facings as `AR BU`. The names say what a level is good for.
BOARDS: dict[str, tuple[tuple[str, ...], str]] = {
    "queue": (("A.BC.",), "AR BR CR"),
    "crossing": (("AAB.", "..B.", "C..D"), "AR BU CR DU"),
    "walled": (("A.#", "..B"), "AR BU"),
    "face-to-face": (("A.B", "..C"), "AR BL CU"),
    "back-to-back": (("A.B", "#..", "C.."), "AL BR CL"),
    "roundabout": (("AB", "DC"), "AR BD CL DU"),
}


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _nearest_lost(lot: Any) -> Any:
    return replace(lot, waits={name: others[1:] for name, others in lot.waits.items()})


def _no_walls(lot: Any) -> Any:
    return replace(lot, walls={})


def _all_wait_for_the_last(lot: Any) -> Any:
    last = max(lot.waits)
    return replace(lot, waits={name: (*others, last) for name, others in lot.waits.items()})


def _a_wall_before_the_first(lot: Any) -> Any:
    return replace(lot, walls={min(lot.waits): (0, 0)})


def _blind(vehicles: Any) -> Any:
    """The first vehicle sees nothing before it."""
    return (replace(vehicles[0], way=0), *vehicles[1:])


def _looking_everywhere(vehicles: Any) -> Any:
    """Each vehicle waits for every other."""
    cells = sum(vehicle.cells for vehicle in vehicles)
    return tuple(replace(vehicle, way=cells & ~vehicle.cells) for vehicle in vehicles)


def _waits_for_any(lot: Any, name: str) -> Any:
    return (name, *lot.waits[name][:1]) if lot.waits[name] else None


FAULTS: tuple[Fault, ...] = (
    Fault(
        "whom a vehicle waits for turned round",
        GRAPH,
        (f"{HOUSE}.blocking:blocking_graph",),
        _result(lambda graph: graph.reverse()),
        "queue",
        "move/illegal",
    ),
    Fault(
        "the nearest vehicle overlooked",
        GRAPH,
        (f"{HOUSE}.blocking:lot_of",),
        _result(_nearest_lost),
        "crossing",
        "move/illegal",
    ),
    Fault("walls overlooked", GRAPH, (f"{HOUSE}.blocking:lot_of",), _result(_no_walls), "walled", "move/illegal"),
    Fault(
        "all said to wait for one that waits itself",
        GRAPH,
        (f"{HOUSE}.blocking:lot_of",),
        _result(_all_wait_for_the_last),
        "queue",
        OPPOSITE,
    ),
    Fault(
        "a circle that the search for it does not find",
        GRAPH,
        (f"{HOUSE}.blocking:jam_of",),
        _instead(lambda lot: None),
        "roundabout",
        "has a cycle that no search finds",
    ),
    Fault(
        "a vehicle forgotten",
        GRAPH,
        (f"{HOUSE}.blocking:standing",),
        _result(lambda all_: all_[:-1]),
        "queue",
        "move/illegal",
    ),
    Fault(
        "dead ends in a solvable lot",
        GRAPH,
        (f"{HOUSE}.blocking:_properties",),
        _result(lambda known: {name: not value for name, value in known.items()}),
        "queue",
        "they differ on dead_end_free",
    ),
    Fault(
        "walls overlooked", SEARCH, (f"{HOUSE}.departures:_walls",), _instead(lambda level: 0), "walled", "move/illegal"
    ),
    Fault(
        "a vehicle that sees nothing before it",
        SEARCH,
        (f"{HOUSE}.departures:_vehicles",),
        _result(_blind),
        "face-to-face",
        "move/illegal",
    ),
    Fault(
        "vehicles behind and beside said to be in the way",
        SEARCH,
        (f"{HOUSE}.departures:_vehicles",),
        _result(_looking_everywhere),
        "back-to-back",
        OPPOSITE,
    ),
    Fault(
        "a vehicle forgotten",
        SEARCH,
        (f"{HOUSE}.departures:_vehicles",),
        _result(lambda vehicles: vehicles[:-1]),
        "queue",
        "move/illegal",
    ),
    Fault(
        "the first choice only, and it is none",
        SEARCH,
        (f"{HOUSE}.departures:_free",),
        _result(lambda free: iter([*free][1:])),
        "queue",
        OPPOSITE,
    ),
    Fault(
        "waiting for anybody called a circle",
        "static",
        (f"{HOUSE}.jam:circle_of",),
        _instead(_waits_for_any),
        "queue",
        OPPOSITE,
    ),
    Fault(
        "a wall where there is none",
        "static",
        (f"{HOUSE}.jam:lot_of",),
        _result(_a_wall_before_the_first),
        "queue",
        OPPOSITE,
    ),
    Fault(
        "nobody in anybody's way",
        "state-graph",
        (f"{HOUSE}.space:lot_of",),
        _result(lambda lot: replace(lot, waits=dict.fromkeys(lot.waits, ()))),
        "face-to-face",
        "the rules have no move",
    ),
    Fault(
        "walls overlooked",
        "state-graph",
        (f"{HOUSE}.space:lot_of",),
        _result(_no_walls),
        "walled",
        "the rules have no move",
    ),
)

_LOT = tuple(f"{HOUSE}.{user}:lot_of" for user in ("blocking", "jam", "space"))
_STANDING = tuple(f"{HOUSE}.{user}:standing" for user in ("blocking", "departures", "jam", "space"))

#: Mistakes in what several engines read their level with, made for all of its users at once.
SHARED: tuple[Fault, ...] = (
    Fault("the nearest vehicle overlooked", "lot", _LOT, _result(_nearest_lost), "crossing", "move/illegal"),
    Fault("walls overlooked", "lot", _LOT, _result(_no_walls), "walled", "the rules have no move"),
    Fault("a wall where there is none", "lot", _LOT, _result(_a_wall_before_the_first), "queue", OPPOSITE),
    Fault(
        "a vehicle forgotten",
        "standing",
        _STANDING,
        _result(lambda every: every[:-1]),
        "queue",
        "the rules have no move",
    ),
)
