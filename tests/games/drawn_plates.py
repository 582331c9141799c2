"""Random plates that are levels: bars and plates of wood with screws through their holes, some screws behind wood."""

from __future__ import annotations

import random
from typing import Any

from games.bolt_unscrew import GAME, BoltUnscrewLevel
from games.grid import Cell

__all__ = ["GOAL", "drawn_board", "drawn_level", "drawn_plate", "random_plate"]

GOAL = {"rule": "drop-all"}


def _shape(source: random.Random) -> list[str]:
    """A bar, a plate or an angle of wood, as rows of `=` and `.`."""
    long = source.randint(2, 5)
    kind = source.random()
    if kind < 0.45:
        return ["=" * long]
    if kind < 0.65:
        return ["="] * long
    if kind < 0.85:
        angle = ["=" * long, *[("=" + "." * (long - 1))] * source.randint(1, 2)]
        angle = [row[::-1] for row in angle] if source.random() < 0.5 else angle
        return angle[::-1] if source.random() < 0.5 else angle
    if kind < 0.95:
        return ["=" * source.randint(2, 3)] * 2
    return ["="]


def drawn_plate(source: random.Random, boards: int, rows: int, columns: int, layers: int, free: int) -> Any:
    """A board JSON with about so many boards; it may not be at rest."""
    taken: dict[int, set[Cell]] = {}
    holes: set[Cell] = set()
    screws: set[Cell] = set()
    solid: dict[Cell, int] = {}
    drawn: list[Any] = []
    plans = sorted(source.randint(1, layers) for _ in range(boards))
    for layer in plans:
        shape = _shape(source)
        high, wide = len(shape), len(shape[0])
        if high > rows or wide > columns:
            continue
        at = (source.randint(0, rows - high), source.randint(0, columns - wide))
        wood = {(at[0] + r, at[1] + c) for r in range(high) for c in range(wide) if shape[r][c] == "="}
        if wood & taken.setdefault(layer, set()):
            continue
        taken[layer] |= wood
        bored = {point for point in wood & screws if source.random() < 0.6}
        fit = sorted(point for point in wood - screws if point not in solid)
        count = min(len(fit), source.choice((1, 2, 2, 3)))
        for point in source.sample(fit, count):
            bored.add(point)
            screws.add(point)
        bored |= {point for point in wood - screws if source.random() < 0.1}
        for point in wood - bored:
            solid.setdefault(point, layer)
        lines = [
            "".join("." if shape[r][c] == "." else "o" if (at[0] + r, at[1] + c) in bored else "=" for c in range(wide))
            for r in range(high)
        ]
        name = "abcdefghijklmnopqrstuvwxyz"[len(drawn)]
        drawn.append({"name": name, "layer": layer, "at": list(at), "rows": lines})
    if source.random() < 0.5:
        source.shuffle(drawn)
    rest = [(r, c) for r in range(rows) for c in range(columns) if (r, c) not in screws]
    holes = screws | set(source.sample(rest, min(len(rest), free)))
    return {
        "size": [rows, columns],
        "holes": [list(hole) for hole in sorted(holes)],
        "boards": drawn,
        "screws": [list(screw) for screw in sorted(screws)],
    }


def random_plate(source: random.Random, boards: int = 4, side: int = 6, free: int = 3) -> BoltUnscrewLevel:
    """A level drawn by chance; drawn again until its boards are at rest."""
    while True:
        board = drawn_plate(
            source,
            source.randint(1, boards),
            source.randint(3, side),
            source.randint(3, side),
            source.randint(1, 3),
            source.randint(1, free),
        )
        if not GAME.validate(board, GOAL):
            return GAME.parse(board, GOAL)


def drawn_board(plate: str, **boards: str) -> Any:
    """A board JSON from drawings: `o` an empty hole and `@` one with a screw in the plate, `=` wood and `o` a hole in a
    board; a keyword `a1` draws board a of layer 1. Rows are parted by blanks. Boards keep the order of the keywords."""
    rows = plate.split()
    named = {(r, c): glyph for r, row in enumerate(rows) for c, glyph in enumerate(row)}
    return {
        "size": [len(rows), len(rows[0])],
        "holes": [list(point) for point, glyph in named.items() if glyph in "o@"],
        "screws": [list(point) for point, glyph in named.items() if glyph == "@"],
        "boards": [
            {"name": key[0], "layer": int(key[1:]), "at": [0, 0], "rows": text.split()} for key, text in boards.items()
        ],
    }


def drawn_level(plate: str, **boards: str) -> BoltUnscrewLevel:
    """The level of `drawn_board`."""
    return GAME.parse(drawn_board(plate, **boards), GOAL)
