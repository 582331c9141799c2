"""Which games there are. Core code asks here and never names a game.

Adding a game is one line in `ENTRIES`, one module in `games/` with a `GAME`, and one in `solvers/` with a `SOLVER`.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass

from games.contract import AnyGame

__all__ = ["ENTRIES", "Entry", "game_named", "game_names", "game_with_prefix"]


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a game's rules and its solver are; both modules are imported when first needed."""

    prefix: str
    rules_module: str
    solver_module: str


ENTRIES: dict[str, Entry] = {
    "maze-paint": Entry("mp", "games.maze_paint", "solvers.maze_paint"),
    "color-connect": Entry("cc", "games.color_connect", "solvers.color_connect"),
    "rush-hour": Entry("rh", "games.rush_hour", "solvers.rush_hour"),
    "nut-and-bolt": Entry("nb", "games.nut_and_bolt", "solvers.nut_and_bolt"),
    "truck-escape": Entry("te", "games.truck_escape", "solvers.truck_escape"),
    "bolt-unscrew": Entry("bu", "games.bolt_unscrew", "solvers.bolt_unscrew"),
}


def game_names() -> tuple[str, ...]:
    """The names of all games, in the order in which documents list them."""
    return tuple(ENTRIES)


def game_named(name: str) -> AnyGame:
    """The game of that name.

    Raises:
        KeyError: no such game.
    """
    game: AnyGame = importlib.import_module(ENTRIES[name].rules_module).GAME
    return game


def game_with_prefix(prefix: str) -> str | None:
    """The name of the game whose level ids start with `prefix`, or None."""
    return next((name for name, entry in ENTRIES.items() if entry.prefix == prefix), None)
