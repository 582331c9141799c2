"""The optimum by brute force through the rules engine alone: every state, cheapest first."""

from __future__ import annotations

import heapq
from itertools import count

from games.contract import AnyGame, InvalidLevel
from games.registry import game_named

__all__ = ["cheapest"]


def cheapest(name: str, board: object, rule: str, metric: int = 0) -> int | str:
    """The least cost of a win, `unsolvable`, or `invalid`."""
    game: AnyGame = game_named(name)
    try:
        level = game.parse(board, {"rule": rule})
    except InvalidLevel:
        return "invalid"
    order = count()
    start = game.initial(level)
    queue, settled = [(0, next(order), start)], set()
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state in settled:
            continue
        settled.add(state)
        if game.won(level, state):
            return cost
        for move in game.moves(level, state):
            heapq.heappush(queue, (cost + game.cost(level, move)[metric], next(order), game.apply(level, state, move)))
    return "unsolvable"
