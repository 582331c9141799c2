"""Plays for tests: a list of numbers read as choices among the legal moves, so that hypothesis can shrink a play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from hypothesis import strategies as st

from games.contract import AnyGame

__all__ = ["CHOICES", "SEEN_MOVES", "reachable", "walk"]

#: Legal moves that a walk looks at in one state: a game may have more than anybody can list.
SEEN_MOVES = 60
CHOICES = st.lists(st.integers(0, 10_000), max_size=10)


def walk(game: AnyGame, level: Any, choices: Sequence[int]) -> Iterator[tuple[str | None, Any]]:
    """(move, state) along a play: the initial state with None first, then one pair a move until no move is left."""
    state = game.initial(level)
    yield None, state
    for choice in choices:
        legal = list(islice(game.moves(level, state), SEEN_MOVES))
        if not legal:
            return
        move = legal[choice % len(legal)]
        state = game.apply(level, state, move)
        yield move, state


def reachable(game: AnyGame, level: Any, limit: int) -> dict[Any, list[Any]] | None:
    """Every reachable state and its successors by the rules alone, in breadth-first order; None beyond `limit`."""
    first = game.initial(level)
    graph: dict[Any, list[Any]] = {}
    seen, queue, edges = {first}, [first], 0
    for state in queue:
        graph[state] = []
        for move in game.moves(level, state):
            following = game.apply(level, state, move)
            graph[state].append(following)
            edges += 1
            if following not in seen:
                seen.add(following)
                queue.append(following)
            if len(seen) > limit or edges > 20 * limit:
                return None
    return graph
