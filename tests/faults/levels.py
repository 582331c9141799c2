"""Hand-drawn levels of both games by name, and their certificates as levelpress makes them."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from games.contract import AnyGame
from games.registry import game_named
from solvers.contract import AnySolver, Limits, no_report, solver_named
from validators.certificate import Certificate
from validators.certify import Certified, certify

__all__ = ["LEVELS", "LIMITS", "Drawn", "certificate_of", "certified", "drawn"]

LIMITS = Limits(states=20_000, effort=50, graph_states=2_000)

#: Name -> game, rule of the goal, rows. The names say what a level is good for.
LEVELS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "ring": ("maze-paint", "paint-all", ("######", "#@...#", "#.##.#", "#....#", "######")),
    "corner": ("maze-paint", "paint-all", ("@..", "##.", "##.")),
    "trap": ("maze-paint", "paint-all", (".@.", "#.#")),
    "comb": ("maze-paint", "paint-all", ("@...", ".#.#", ".#.#")),
    "branches": ("maze-paint", "paint-all", (".@.#.", "#....")),
    "hook": ("maze-paint", "paint-all", ("@..", "##.", "...")),
    "island": ("maze-paint", "paint-all", ("@#.",)),
    "one-way": ("maze-paint", "paint-all", ("@...", "#.#.", "....")),
    "strips": ("color-connect", "connect", ("A.A", "B.B")),
    "columns": ("color-connect", "cover", ("AB", "..", "AB")),
    "two-fillings": ("color-connect", "cover", ("A..", "..A")),
    "detour": ("color-connect", "connect", ("A.B", ".#.", "A.B")),
    "strangers": ("color-connect", "cover", ("..A.", "....", "....", "ABB.")),
    "bay": ("color-connect", "cover", ("..A.", "..A.", "....")),
    "single": ("color-connect", "connect", ("A.A",)),
    "crossed": ("color-connect", "connect", ("AB", "BA")),
    "odd": ("color-connect", "cover", ("A.B", "...", "A.B")),
}


class Drawn(NamedTuple):
    """A level with its game and solver."""

    game: AnyGame
    solver: AnySolver
    level: Any


@cache
def drawn(name: str) -> Drawn:
    """The level of that name."""
    game, rule, rows = LEVELS[name]
    return Drawn(game_named(game), solver_named(game), game_named(game).parse({"rows": list(rows)}, {"rule": rule}))


def certified(name: str, limits: Limits = LIMITS) -> Certified:
    """Certify the level anew."""
    game, solver, level = drawn(name)
    return certify(game, solver, level, limits, no_report)


@cache
def certificate_of(name: str) -> Certificate:
    """The certificate of a level, made once. Not to be asked for while a fault is in the engines."""
    certificate = certified(name).certificate
    assert certificate is not None, f"{name} is undecided"
    return certificate
