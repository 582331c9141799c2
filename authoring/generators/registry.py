"""Which generators there are, by game; the first of a game is its default. Modules are imported when needed."""

from __future__ import annotations

import importlib

from authoring.generators.contract import Generator
from games.registry import game_names

__all__ = ["MODULES", "generator_for", "generator_named", "generators_of"]

#: Game -> the modules that hold its `GENERATORS`, the default first.
MODULES: dict[str, tuple[str, ...]] = {
    "maze-paint": ("authoring.generators.maze_paint",),
    "color-connect": ("authoring.generators.color_connect",),
    "rush-hour": ("authoring.generators.rush_hour",),
    "nut-and-bolt": ("authoring.generators.nut_and_bolt",),
    "truck-escape": ("authoring.generators.truck_escape",),
    "bolt-unscrew": ("authoring.generators.bolt_unscrew", "authoring.generators.bolt_unscrew_stages"),
}


def generators_of(game: str) -> tuple[Generator, ...]:
    """The generators of a game; empty where there is none."""
    modules = (importlib.import_module(name) for name in MODULES.get(game, ()))
    return tuple(one for module in modules for one in module.GENERATORS)


def generator_for(game: str) -> Generator | None:
    """A game's default generator, or None."""
    return next(iter(generators_of(game)), None)


def generator_named(name: str) -> Generator:
    """The generator of that name.

    Raises:
        KeyError: there is none.
    """
    return {one.name: one for game in game_names() for one in generators_of(game)}[name]
