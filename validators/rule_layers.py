"""The layers of a level as its rules play it: what an enumeration by a solver is held against.

A layer is the set of states first reached after so many moves (`solvers.contract.Layer`). The walk here is
breadth-first by `moves` and `apply` of the rules alone; only where a solver counts several boards as one state (pieces
in any order) is it asked which, by the JSON of the board. So a solver's moves and the rules' share no code, and equal
digests of every layer say that they reach the same states, each as soon.
"""

from __future__ import annotations

from typing import Any

from games.canonical import sha256_of
from games.contract import AnyGame, state_digest
from solvers.contract import AnySolver, Layer

__all__ = ["RULE_STATES", "rule_layers"]

#: States up to which the rules are walked; they are slower than a solver.
RULE_STATES = 20_000


def rule_layers(game: AnyGame, solver: AnySolver, level: Any, limit: int = RULE_STATES) -> tuple[Layer, ...] | None:
    """The layers, or None where the rules reach more than `limit` states. Cost: one digest a move."""
    first = game.initial(level)
    held, seen, layer = {_digest(game, solver, level, first)}, {first}, [first]
    found: list[Layer] = []
    digests = sorted(held)
    while layer:
        found.append(Layer(len(digests), sha256_of("\n".join(digests).encode("ascii"))))
        following: list[Any] = []
        fresh: list[str] = []
        for state in layer:
            for move in () if game.won(level, state) else game.moves(level, state):
                after = game.apply(level, state, move)
                if after in seen:
                    continue
                seen.add(after)
                digest = _digest(game, solver, level, after)
                if digest not in held:
                    held.add(digest)
                    fresh.append(digest)
                    following.append(after)
                    if len(held) > limit:
                        return None
        layer, digests = following, sorted(fresh)
    return tuple(found)


def _digest(game: AnyGame, solver: AnySolver, level: Any, state: Any) -> str:
    value = game.state_json(level, state)
    space = solver.space(level, value) if solver.space is not None else None
    return state_digest(value if space is None else space.state_json(space.initial))
