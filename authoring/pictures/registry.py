"""Which game has which picture: the one table. A new game adds a line and a module with a `PICTURE`."""

from __future__ import annotations

import importlib

from authoring.pictures.contract import Picture

__all__ = ["MODULES", "picture_of"]

MODULES: dict[str, str] = {
    "maze-paint": "authoring.pictures.maze_paint",
    "color-connect": "authoring.pictures.color_connect",
    "rush-hour": "authoring.pictures.rush_hour",
    "nut-and-bolt": "authoring.pictures.nut_and_bolt",
    "truck-escape": "authoring.pictures.truck_escape",
    "bolt-unscrew": "authoring.pictures.bolt_unscrew",
}


def picture_of(game: str) -> Picture:
    """The picture of the game of that name.

    Raises:
        KeyError: it has none.
    """
    picture: Picture = importlib.import_module(MODULES[game]).PICTURE
    return picture
