"""A search for a worker process in which candidate 0 never comes to an end and the others are found at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from games.canonical import Json

__all__ = ["generate_level", "warm"]

#: Boards that no symmetry maps onto each other.
BOARDS = (
    ("########", "#@....##", "#.####.#", "#.####.#", "#......#", "###.##.#", "###....#", "########"),
    ("########", "#@..##.#", "#.####.#", "#.#....#", "#.#.##.#", "#...##.#", "######.#", "########"),
)


def warm(*arguments: Any) -> None:
    """Nothing to import."""


def generate_level(
    name: str, wanted: Any, seed: str, number: int, report: Callable[[int, int | None], None]
) -> tuple[Json, Json, int]:
    """Candidates 1 and 2 are boards of Maze Paint; candidate 0 has come near and stays there."""
    if number == 0:
        report(1_020, 5)
        time.sleep(3_600)
    return {"rows": list(BOARDS[number - 1])}, {"rule": "paint-all"}, 7
