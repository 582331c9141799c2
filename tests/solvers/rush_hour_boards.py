"""Seeded random boards of Rush Hour, and what the rules alone say of them."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from typing import Any

from games.exits import Exit
from games.rush_hour import GAME, RushHourLevel

__all__ = ["cheapest", "first_of_the_shortest", "random_levels", "reached"]

NAMES = "ABCDEFGHIJKLMNOP0z"


def random_levels(seed: int, count: int, side: int = 5) -> Iterator[RushHourLevel]:
    """So many levels, exits on every side, walls now and then, up to `side` rows and columns."""
    source = random.Random(seed)
    while count:
        height, width = source.randint(1, side), source.randint(3, side)
        level = _random_level(source, height, width)
        if not GAME.validate(*GAME.print(level)):
            count -= 1
            yield level


def _random_level(source: random.Random, height: int, width: int) -> RushHourLevel:
    rows = [["."] * width for _ in range(height)]
    row, names = source.randrange(height), iter(NAMES)
    length = source.choice((2, 2, 2, 3))
    place = source.randint(0, max(0, width - length - 1))
    rows[row][place : place + length] = "X" * min(length, width - place)
    for _ in range(source.randint(0, 2 * height * width)):
        down = source.random() < 0.55
        top, left = source.randrange(height), source.randrange(width)
        cells = [(top + step * down, left + step * (not down)) for step in range(source.choice((2, 2, 2, 3)))]
        seldom = source.random() < 0.03
        if (down or top != row or seldom) and all(r < height and c < width and rows[r][c] == "." for r, c in cells):
            name = "#" if source.random() < 0.08 else next(names, "#")
            for r, c in cells:
                rows[r][c] = name
    level = RushHourLevel(tuple("".join(line) for line in rows), "X", Exit("R", row))
    return source.choice([image.level for image in GAME.symmetries(level)])


def reached(level: RushHourLevel) -> dict[Any, list[tuple[str, Any]]]:
    """Every state that plays can come to, with its moves and where they lead, by the rules alone."""
    graph: dict[Any, list[tuple[str, Any]]] = {}
    queue = [GAME.initial(level)]
    for state in queue:
        if state not in graph:
            graph[state] = [(move, GAME.apply(level, state, move)) for move in GAME.moves(level, state)]
            queue.extend(after for _, after in graph[state])
    return graph


def cheapest(level: RushHourLevel, graph: dict[Any, list[tuple[str, Any]]], metric: int) -> dict[Any, int]:
    """State -> the least cost to a win, for every state that has one: from the wins back, by cost."""
    before: dict[Any, list[tuple[int, Any]]] = {}
    for state, moves in graph.items():
        for move, after in moves:
            before.setdefault(after, []).append((GAME.cost(level, move)[metric], state))
    cost: dict[Any, int] = {}
    order = {state: number for number, state in enumerate(graph)}
    queue = [(0, order[state], state) for state in graph if GAME.won(level, state)]
    heapq.heapify(queue)
    while queue:
        spent, _, state = heapq.heappop(queue)
        if state not in cost:
            cost[state] = spent
            for step, earlier in before.get(state, ()):
                heapq.heappush(queue, (spent + step, order[earlier], earlier))
    return cost


def first_of_the_shortest(level: RushHourLevel, graph: Any, left: dict[Any, int]) -> tuple[str, ...]:
    """The shortest play whose move texts come first, compared one by one."""
    state, play = GAME.initial(level), []
    while left[state]:
        onward = {move: after for move, after in graph[state] if left.get(after) == left[state] - 1}
        play.append(min(onward))
        state = onward[play[-1]]
    return tuple(play)
