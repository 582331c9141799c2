"""Nut and Bolt boards drawn by a seed, and what the rules alone say of them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from games.nut_and_bolt import GAME, NutAndBoltLevel

__all__ = ["Truth", "level_of", "random_bolts", "random_level", "truth_of"]


def level_of(capacity: int, *bolts: str) -> NutAndBoltLevel:
    return GAME.parse({"bolts": list(bolts), "capacity": capacity}, {"rule": "sort"})


def random_bolts(source: random.Random, colours: int = 3, capacity: int = 3, spare: int = 2) -> list[str]:
    """At most so many colours, one or two bolts of each, and empty bolts; nuts lie anywhere there is room."""
    used = "ABCDEFGH"[: source.randint(1, colours)]
    filled = [colour for colour in used for _ in range(2 if source.random() < 0.2 else 1)]
    nuts = [colour for colour in filled for _ in range(capacity)]
    source.shuffle(nuts)
    bolts = [""] * (len(filled) + source.randint(0, spare))
    for nut in nuts:
        place = source.choice([place for place, bolt in enumerate(bolts) if len(bolt) < capacity])
        bolts[place] += nut
    return bolts


def random_level(source: random.Random, colours: int = 3) -> NutAndBoltLevel:
    """A valid level of capacity 2 or 3."""
    while True:
        capacity = source.randint(2, 3)
        board = {"bolts": random_bolts(source, colours, capacity), "capacity": capacity}
        if not GAME.validate(board, {"rule": "sort"}):
            return GAME.parse(board, {"rule": "sort"})


@dataclass(frozen=True)
class Truth:
    """What an exhaustive search by the rules, bolts as played, finds.

    `left` maps each reachable state to its fewest moves to a win, None for a dead end; `solutions` counts the shortest
    plays and `first` is the least of them in move order.
    """

    left: dict[Any, int | None]
    solutions: int
    first: tuple[str, ...] | None

    @property
    def dead_end_free(self) -> bool:
        return None not in self.left.values()

    def sorted_states(self, dead: bool = False) -> int:
        """Reachable states with bolts interchangeable; dead ends alone where asked for."""
        return len({tuple(sorted(state.bolts)) for state, left in self.left.items() if not dead or left is None})


def truth_of(level: NutAndBoltLevel, limit: int) -> Truth | None:
    """The truth by the rules engine, or None beyond `limit` states."""
    start = GAME.initial(level)
    graph: dict[Any, dict[str, Any]] = {start: {}}
    queue = [start]
    for state in queue:
        graph[state] = {move: GAME.apply(level, state, move) for move in sorted(GAME.moves(level, state))}
        for after in graph[state].values():
            if after not in graph:
                graph[after] = {}
                queue.append(after)
        if len(graph) > limit:
            return None
    left: dict[Any, int | None] = {state: 0 if GAME.won(level, state) else None for state in graph}
    changed = True
    while changed:
        changed = False
        for state, moves in graph.items():
            near = min((steps for after in moves.values() if (steps := left[after]) is not None), default=None)
            if near is not None and left[state] != 0 and left[state] != near + 1:
                left[state] = near + 1
                changed = True
    plays = _shortest(graph, left, start)
    return Truth(left, len(plays), min(plays, default=None))


def _shortest(graph: dict[Any, dict[str, Any]], left: dict[Any, int | None], state: Any) -> list[tuple[str, ...]]:
    here = left[state]
    if not here:
        return [] if here is None else [()]
    return [
        (move, *rest)
        for move, after in graph[state].items()
        if left[after] == here - 1
        for rest in _shortest(graph, left, after)
    ]
