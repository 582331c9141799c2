"""Sample levels of every game: a few drawn by hand and some drawn by a seed. A new game adds one line to each table."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from games.contract import AnyGame
from games.exits import Exit
from games.registry import game_named, game_names
from games.rush_hour import RushHourLevel
from solvers.contract import AnySolver, solver_named
from tests.example_game import rules, solver
from tests.games.drawn_bolts import random_level
from tests.games.drawn_plates import random_plate

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


def _random_lot(source: random.Random) -> Drawn:
    height, width = source.randint(1, 4), source.randint(2, 5)
    rows = [[source.choice("......#") for _ in range(width)] for _ in range(height)]
    facing = {"A": source.choice("LR")}
    rows[0][:2] = "AA"
    for name in "b7CD"[: source.randint(0, 4)]:
        row, column, down = source.randrange(height), source.randrange(width), source.random() < 0.5
        cells = [(row + step * down, column + step * (not down)) for step in range(source.randint(1, 2))]
        if all(r < height and c < width and rows[r][c] == "." for r, c in cells):
            facing[name] = source.choice("UDLR" if len(cells) == 1 else "UD" if down else "LR")
            for r, c in cells:
                rows[r][c] = name
    return {"rows": ["".join(row) for row in rows], "facing": facing}, {"rule": "clear"}


def _lot(facing: str, *rows: str) -> Drawn:
    """Facings as `AR BU`."""
    return {"rows": list(rows), "facing": dict(pair for pair in facing.split())}, {"rule": "clear"}


def _bolts(capacity: int, *bolts: str) -> Drawn:
    return {"bolts": list(bolts), "capacity": capacity}, {"rule": "sort"}


def _random_bolts(source: random.Random) -> Drawn:
    return game_named("nut-and-bolt").print(random_level(source, 3))


def _street(target: str, way_out: str, *rows: str) -> Drawn:
    """An exit as `R1`: its side and its index."""
    exit_ = {"side": way_out[0], "index": int(way_out[1:])}
    return {"rows": list(rows), "target": target, "exit": exit_}, {"rule": "exit"}


def _random_street(source: random.Random) -> Drawn:
    height, width = source.randint(1, 4), source.randint(3, 5)
    rows = [["."] * width for _ in range(height)]
    row, names = source.randrange(height), iter("Ab7CD")
    place = source.randint(0, width - 3)
    rows[row][place : place + 2] = "XX"
    for _ in range(source.randint(0, 5)):
        top, left, down = source.randrange(height), source.randrange(width), source.random() < 0.6
        cells = [(top + step * down, left + step * (not down)) for step in range(source.choice((2, 2, 3)))]
        if (down or top != row) and all(r < height and c < width and rows[r][c] == "." for r, c in cells):
            name = "#" if source.random() < 0.1 else next(names)
            for r, c in cells:
                rows[r][c] = name
    level = RushHourLevel(tuple("".join(line) for line in rows), "X", Exit("R", row))
    images = [image.level for image in game_named("rush-hour").symmetries(level)]
    return game_named("rush-hour").print(source.choice(images))


def _random_lamps(source: random.Random) -> Drawn:
    row = [source.choice("01") for _ in range(source.randint(1, 7))]
    row[source.randrange(len(row))] = "1"
    return {"lamps": "".join(row)}, {"rule": "all-dark"}


def _plate(rows: int, columns: int, holes: str, screws: str, *boards: tuple[str, int, int, int, list[str]]) -> Drawn:
    """A plate; points are written `r,c r,c`, a board is (name, layer, row, column, rows)."""

    def points(text: str) -> list[list[int]]:
        return [[int(part) for part in point.split(",")] for point in text.split()]

    drawn = [{"name": name, "layer": layer, "at": [r, c], "rows": lines} for name, layer, r, c, lines in boards]
    board = {"size": [rows, columns], "holes": points(holes), "screws": points(screws), "boards": drawn}
    return board, {"rule": "drop-all"}


def _random_plate(source: random.Random) -> Drawn:
    level = random_plate(source, boards=3, side=5, free=2)
    return game_named("bolt-unscrew").print(level)


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
    "bolt-unscrew": (
        _plate(3, 3, "0,0 0,2 2,2", "0,0", ("a", 1, 0, 0, ["o", "="])),
        _plate(4, 6, "1,1 1,4 0,5", "1,1 1,4", ("a", 1, 1, 1, ["o==o"])),
        # The screw 1,1 is flush under b until b is gone.
        _plate(3, 4, "1,1 0,1 0,3 1,3", "0,1 1,1", ("a", 1, 1, 1, ["o", "="]), ("b", 2, 0, 1, ["o", "="])),
        _plate(2, 2, "0,0", "0,0", ("a", 1, 0, 0, ["o"])),  # no hole to put the screw
        _plate(3, 3, "0,0 0,2", "0,0 0,2", ("a", 1, 0, 0, ["o=o"])),
    ),
    "nut-and-bolt": (
        _bolts(2, "A", "A"),
        _bolts(2, "AB", "BA", ""),
        _bolts(2, "AB", "BA"),  # every bolt is full
        _bolts(3, "ABB", "AB", "A"),
        _bolts(2, "", "AB", "BA", "", ""),
        _bolts(2, "AB", "B", "A", ""),
        _bolts(3, "AAB", "BBA", ""),
    ),
    "rush-hour": (
        _street("A", "R1", "..B", "AAB", "...", "..."),
        _street("A", "R0", "AA."),
        _street("A", "R0", "AA.B", "...B"),  # B has no room to clear the way
        _street("X", "L2", "bb.c", "...c", "dXX.", "d..."),
        _street("X", "U1", ".aa.", ".X..", ".Xb.", "..b."),
        _street("X", "D0", "X..", "X..", "#.."),
        _street("X", "R0", "XX.B", "AA.B", "CDDD", "C..."),
    ),
    "truck-escape": (
        _lot("AR", "A"),
        _lot("AR BU", "AA.", "..B"),
        _lot("AR BD CL DU", "AB", "DC"),  # each waits for the next
        _lot("AR BD CU", "A.#", "B.C"),
        _lot("AR BL CU DD", "AA.B", "C..D", "...."),
        _lot("AR BU CL DR EU", ".A.B.", "C.DB.", "..E.."),
    ),
    "example": (({"lamps": "1"}, {"rule": "all-dark"}), ({"lamps": "0110100"}, {"rule": "all-dark"})),
}
RANDOM: dict[str, Callable[[random.Random], Drawn]] = {
    "maze-paint": _random_paint,
    "color-connect": _random_connect,
    "bolt-unscrew": _random_plate,
    "nut-and-bolt": _random_bolts,
    "rush-hour": _random_street,
    "truck-escape": _random_lot,
    "example": _random_lamps,
}


@cache
def samples_of(name: str, count: int = 20) -> tuple[Any, ...]:
    """The hand-drawn levels of a game, then as many drawn by a fixed seed."""
    source = random.Random(f"samples of {name}")
    drawn = (*HAND[name], *(RANDOM[name](source) for _ in range(count)))
    return tuple(game_of(name).parse(board, goal) for board, goal in drawn)
