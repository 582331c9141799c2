"""Mistakes in the engines of Nut and Bolt, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.faults.seeded import Fault

__all__ = ["FAULTS", "LEVELS", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.nut_and_bolt"
SWEEP, BREAKS = "layer-sweep", "break-bound"
OPPOSITE = "one calls the level solvable, the other unsolvable"

#: Name -> capacity and bolts. The names say what a level is good for.
LEVELS: dict[str, tuple[int, tuple[str, ...]]] = {
    "swap": (2, ("AB", "BA", "")),
    "join": (3, ("AAB", "BB", "A")),
    "short-of-room": (3, ("BDB", "CAD", "BDA", "CAC", "", "")),
    "lost": (3, ("DDB", "BCC", "CAB", "DAA", "")),
    "full": (2, ("AB", "BA")),
    "roomy": (2, ("AB", "BA", "", "")),
}


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _last_moves_lost(original: Any) -> Any:
    return lambda walk, rows, begin, won: tuple(part[:-1] for part in original(walk, rows, begin, won))


def _nothing_marked(original: Any) -> Any:
    return lambda found: [set() for _ in original(found)]


FAULTS: tuple[Fault, ...] = (
    Fault(
        "the last move of each batch lost",
        SWEEP,
        (f"{HOUSE}.sweep:_Walk.expand_few",),
        _last_moves_lost,
        "swap",
        OPPOSITE,
    ),
    Fault(
        "every board called won",
        SWEEP,
        (f"{HOUSE}.sweep:_Walk.won",),
        _result(lambda won: won | True),
        "swap",
        "play/not-won",
    ),
    Fault(
        "the canonical play one move short",
        SWEEP,
        (f"{HOUSE}.search:_first_shortest",),
        _result(lambda moves: moves[:-1]),
        "short-of-room",
        "play/not-won",
    ),
    Fault(
        "no state marked as on a shortest play",
        SWEEP,
        (f"{HOUSE}.search:_on_shortest",),
        _nothing_marked,
        "short-of-room",
        "no move stays on the shortest plays",
    ),
    Fault(
        "dead ends not seen",
        SWEEP,
        (f"{HOUSE}.search:dead_end_free",),
        _instead(lambda *rest: True),
        "short-of-room",
        "they differ on dead_end_free",
    ),
    Fault(
        "the bound one too high",
        BREAKS,
        (f"{HOUSE}.breaks:lower_bound",),
        lambda original: lambda board, capacity: original(board, capacity) + (len(set(board)) > 3),
        "short-of-room",
        OPPOSITE,
    ),
    Fault(
        "runs poured beyond the capacity",
        BREAKS,
        (f"{HOUSE}.breaks:_changes",),
        lambda original: lambda board, capacity: original(board, capacity + 1),
        "lost",
        "",
    ),
    Fault(
        "moves onto empty bolts left out",
        BREAKS,
        (f"{HOUSE}.breaks:_changes",),
        lambda original: lambda board, capacity: (one for one in original(board, capacity) if one[0][1]),
        "swap",
        OPPOSITE,
    ),
    Fault(
        "the play turned round",
        BREAKS,
        (f"{HOUSE}.breaks:_play",),
        _result(lambda moves: moves[::-1]),
        "short-of-room",
        "is refused by the rules",
    ),
    Fault(
        "every bolt called full",
        "static",
        (f"{HOUSE}.explain:_open_bolts",),
        _instead(lambda level: []),
        "swap",
        OPPOSITE,
    ),
    Fault(
        "the last move of each state lost",
        "state-graph",
        (f"{HOUSE}.space:_successors",),
        _result(lambda successors: lambda state: successors(state)[:-1]),
        "swap",
        OPPOSITE,
    ),
)

#: Mistakes in what all engines read a level with, made for all of them at once.
SHARED: tuple[Fault, ...] = (
    Fault(
        "two bolts exchanged while reading",
        "position",
        tuple(f"{HOUSE}.{user}:bolts_of" for user in ("search", "breaks", "space")),
        _result(lambda bolts: (bolts[-1], *bolts[1:-1], bolts[0])),
        "short-of-room",
        "is refused by the rules",
    ),
    Fault(
        "a bolt overlooked while reading",
        "position",
        tuple(f"{HOUSE}.{user}:bolts_of" for user in ("search", "breaks", "space")),
        _result(lambda bolts: bolts[:-1] if not bolts[-1] else bolts),
        "swap",
        "",
    ),
)
