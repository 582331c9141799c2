"""Sample levels of every game: a few drawn by hand and some drawn by a seed. A new game adds one line to each table."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from games.contract import AnyGame
from games.registry import game_named, game_names
from solvers.contract import AnySolver, solver_named
from tests.example_game import rules, solver

__all__ = ["NAMES", "game_of", "samples_of", "solver_of"]

NAMES = (*game_names(), rules.GAME.name)
Drawn = tuple[Any, Any]


def game_of(name: str) -> AnyGame:
    return rules.GAME if name == rules.GAME.name else game_named(name)


def solver_of(name: str) -> AnySolver:
    return solver.SOLVER if name == rules.GAME.name else solver_named(name)


def _paint(*rows: str) -> Drawn:
    return {"rows": list(rows)}, {"rule": "paint-all"}


def _connect(rule: str, *rows: str) -> Drawn:
    return {"rows": list(rows)}, {"rule": rule}


def _random_paint(source: random.Random) -> Drawn:
    height, width = source.randint(1, 5), source.randint(2, 5)
    cells = [source.choice("#..") for _ in range(height * width)]
    start, floor = source.sample(range(height * width), 2)
    cells[start], cells[floor] = "@", "."
    return _paint(*("".join(cells[row * width :][:width]) for row in range(height)))


def _random_connect(source: random.Random) -> Drawn:
    height, width = source.randint(2, 4), source.randint(2, 4)
    cells = [source.choice("....#") for _ in range(height * width)]
    ends = source.sample(range(height * width), 2 * source.randint(1, min(3, height * width // 2)))
    for number, cell in enumerate(ends):
        cells[cell] = "Ab7"[number // 2]
    rows = ("".join(cells[row * width :][:width]) for row in range(height))
    return _connect(source.choice(("connect", "cover")), *rows)


def _random_lamps(source: random.Random) -> Drawn:
    row = [source.choice("01") for _ in range(source.randint(1, 7))]
    row[source.randrange(len(row))] = "1"
    return {"lamps": "".join(row)}, {"rule": "all-dark"}


HAND: dict[str, tuple[Drawn, ...]] = {
    "maze-paint": (
        _paint("@."),
        _paint("######", "#@...#", "#.##.#", "#....#", "######"),
        _paint("@..", "##.", "..."),
        _paint("@#."),
        _paint(".@.#.", "#...."),
    ),
    "color-connect": (
        _connect("connect", "AA"),
        _connect("connect", "A.B", ".#.", "A.B"),
        _connect("cover", "A.B", "...", "A.B"),
        _connect("connect", "AB", "BA"),
        _connect("cover", "A#A"),
        _connect("cover", "AA#."),  # the last cell has no neighbour at all: no path covers it
    ),
    "example": (({"lamps": "1"}, {"rule": "all-dark"}), ({"lamps": "0110100"}, {"rule": "all-dark"})),
}
RANDOM: dict[str, Callable[[random.Random], Drawn]] = {
    "maze-paint": _random_paint,
    "color-connect": _random_connect,
    "example": _random_lamps,
}


@cache
def samples_of(name: str, count: int = 20) -> tuple[Any, ...]:
    """The hand-drawn levels of a game, then as many drawn by a fixed seed."""
    source = random.Random(f"samples of {name}")
    drawn = (*HAND[name], *(RANDOM[name](source) for _ in range(count)))
    return tuple(game_of(name).parse(board, goal) for board, goal in drawn)
