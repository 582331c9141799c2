"""Mistakes in the engines of Rush Hour, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.faults.seeded import Fault

__all__ = ["BOARDS", "FAULTS", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.rush_hour"
LINES, BLOCKERS = "line-search", "blocker-search"
OPPOSITE = "one calls the level solvable, the other unsolvable"

#: Name -> target, exit, rows. The names say what a level is good for.
BOARDS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "gate": ("A", "R1", ("..B", "AAB", "...", "...")),
    "walled": ("X", "R2", ("..AA", "...B", "XX.B", "...#", "....")),
    "corner": ("X", "R0", ("XX.B", "AA.B", "CDDD", "C...")),
    "upwards": ("X", "U1", (".aa.", ".X..", ".Xb.", "..b.")),
    "full": ("X", "R0", ("XX.A", "...A")),
}


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _walls_forgotten(lines: Any) -> Any:
    return replace(lines, lines=tuple(replace(line, walls=0) for line in lines.lines))


def _one_slide_fewer(moves: Any) -> Any:
    return iter([*moves][:-1])


def _goal_next_to_the_exit(lines: Any) -> Any:
    return replace(lines, goal=lines.goal >> 1)


def _last_is_first(moves: Any) -> Any:
    return moves and (moves[-1], *moves[1:-1], moves[0])


def _first_layer_cut(original: Any) -> Any:
    def expanded(tables: Any, layer: Any, depth: Any, number: int) -> Any:
        found = original(tables, layer, depth, number)
        return found[-1:] if number == 1 else found

    return expanded


def _bound_raised(original: Any) -> Any:
    return lambda status, moves, bound, *rest: original(status, moves, bound and bound + 1, *rest)


def _one_too_many(original: Any) -> Any:
    """A bound that is not admissible: every position that is not won seems one move farther than it may be."""

    def bound(blocking: Any, places: Any) -> Any:
        found = original(blocking, places)
        return found and found + 3 * (places[0] % 2)

    return bound


def _never_clears(costs: Any) -> Any:
    return tuple(tuple(None if cost else cost for cost in row) for row in costs)


def _walls_open(traffic: Any) -> Any:
    return replace(traffic, walls=0)


def _goal_one_nearer(traffic: Any) -> Any:
    return replace(traffic, goal=traffic.goal - traffic.forward)


def _covers_one_cell_less(traffic: Any) -> Any:
    return replace(traffic, covers=tuple(tuple(bits & (bits - 1) for bits in row) for row in traffic.covers))


def _shifted(places: Any) -> Any:
    """The second vehicle one cell farther than it stands."""
    return (places[0], places[1] + 1, *places[2:])


FAULTS: tuple[Fault, ...] = (
    Fault("walls forgotten", LINES, (f"{HOUSE}.line_search:lines_of",), _result(_walls_forgotten), "walled", ""),
    Fault("a slide lost in every line", LINES, (f"{HOUSE}.lines:slides",), _result(_one_slide_fewer), "gate", ""),
    Fault(
        "won a cell too early", LINES, (f"{HOUSE}.line_search:lines_of",), _result(_goal_next_to_the_exit), "gate", ""
    ),
    Fault("positions of a layer lost", LINES, (f"{HOUSE}.line_search:expanded",), _first_layer_cut, "walled", ""),
    Fault(
        "the play's ends exchanged", LINES, (f"{HOUSE}.line_search:_first",), _result(_last_is_first), "gate", "move/"
    ),
    Fault(
        "the optimum raised by one", LINES, (f"{HOUSE}.line_search:_answer",), _bound_raised, "gate", "its optimum is 3"
    ),
    Fault("a bound that is too high", BLOCKERS, (f"{HOUSE}.best_first:bound",), _one_too_many, "upwards", ""),
    Fault(
        "a vehicle that could clear the way taken for stuck",
        BLOCKERS,
        (f"{HOUSE}.best_first:clearing_costs",),
        _result(_never_clears),
        "gate",
        OPPOSITE,
    ),
    Fault("walls forgotten", BLOCKERS, (f"{HOUSE}.best_first:traffic_of",), _result(_walls_open), "walled", ""),
    Fault("won a cell too early", BLOCKERS, (f"{HOUSE}.best_first:traffic_of",), _result(_goal_one_nearer), "gate", ""),
    Fault(
        "the play turned round",
        BLOCKERS,
        (f"{HOUSE}.best_first:_play",),
        _result(lambda moves: moves[::-1]),
        "gate",
        "move/illegal",
    ),
    Fault(
        "every block taken for lasting",
        "static",
        (f"{HOUSE}.explain:always_covers",),
        _instead(lambda *rest: True),
        "gate",
        OPPOSITE,
    ),
    Fault("walls forgotten", "state-graph", (f"{HOUSE}.space:traffic_of",), _result(_walls_open), "walled", ""),
    Fault(
        "a cell of each vehicle forgotten",
        "state-graph",
        (f"{HOUSE}.space:traffic_of",),
        _result(_covers_one_cell_less),
        "corner",
        "",
    ),
)

_READING = tuple(f"{HOUSE}.{user}:places_of" for user in ("line_search", "best_first", "space", "explain"))

#: Mistakes in what several engines read the board with, made for all its users at once.
SHARED: tuple[Fault, ...] = (
    Fault("a vehicle read a cell farther", "position", _READING, _result(_shifted), "gate", ""),
    Fault(
        "walls forgotten",
        "traffic",
        tuple(f"{HOUSE}.{user}:traffic_of" for user in ("best_first", "space")),
        _result(_walls_open),
        "walled",
        "",
    ),
)
