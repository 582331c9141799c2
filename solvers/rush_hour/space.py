"""The full states of a level, for kernels that enumerate every one: the place of each vehicle on its line."""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.rush_hour import RushHourLevel
from solvers.contract import StateSpace
from solvers.rush_hour.position import Places, places_json, places_of
from solvers.rush_hour.traffic import Traffic, traffic_of

__all__ = ["space"]


def space(level: RushHourLevel, state: Json | None) -> StateSpace[Places]:
    """Every full state that plays from a state (None: the initial one) can come to.

    Raises:
        MalformedState: the JSON is no state of the level.
    """
    traffic = traffic_of(level)
    first = places_of(level, None)
    at_first = abs(traffic.goal - first[traffic.target]), _blockers(traffic, first)
    return StateSpace(
        places_of(level, state),
        lambda places: _successors(traffic, places),
        traffic.won,
        lambda places: places_json(traffic.vehicles, places),
        lambda places: _progress(traffic, at_first, places),
    )


def _successors(traffic: Traffic, places: Places) -> Iterator[tuple[str, Places]]:
    if traffic.won(places):
        return
    slides = [(traffic.text(index, to - places[index]), index, to) for index, to in traffic.slides(places)]
    for text, index, to in sorted(slides):
        yield text, (*places[:index], to, *places[index + 1 :])


def _blockers(traffic: Traffic, places: Places) -> int:
    way = traffic.way_out(places[traffic.target])
    return sum(bool(covers[place] & way) for covers, place in zip(traffic.covers, places, strict=True))


def _progress(traffic: Traffic, at_first: tuple[int, int], places: Places) -> tuple[int, int]:
    """7/10 for the way out cleared, 3/10 for the way gone, below the win at most 99/100.

    Args:
        at_first: the cells that the target needed in the initial state, and the vehicles before it.
    """
    if traffic.won(places):
        return 1, 1
    needed, before = at_first[0], max(1, at_first[1])
    cleared = max(0, before - _blockers(traffic, places))
    gone = max(0, needed - abs(traffic.goal - places[traffic.target]))
    numerator, denominator = 7 * cleared * needed + 3 * gone * before, 10 * before * needed
    return (99, 100) if 100 * numerator > 99 * denominator else (numerator, denominator)
