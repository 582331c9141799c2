"""The judgement of a play: by the rules whether it stands, wins and how far it came; by search whether a win is left.

A play that is refused is judged up to its last legal state. Whether that state is a dead end is a proof or it is not
known: the level's theorem, its structural proof, or an exhaustive search within a number of states.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.canonical import Json
from games.contract import AnyGame
from validators.replay import Refusal, replay

__all__ = ["Judgement", "judged"]

#: States that the search for a win from the last state may hold.
STATES = 200_000


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the rules say of a play.

    Attributes:
        won: whether the last legal state is won and nothing was refused.
        length: the number of legal moves played.
        progress: the exact progress of the last legal state; 1 only where it is won.
        dead_end: whether no win is left in the last legal state; None where that is not decided within the limit.
        state, digest: the last legal state and its digest.
        refusal: the first move that does not stand, or None; a play that merely does not win has none.
    """

    won: bool
    length: int
    progress: Fraction
    dead_end: bool | None
    state: Json
    digest: str
    refusal: Refusal | None


def judged(game: AnyGame, level: Any, moves: Sequence[str], limit: int = STATES) -> Judgement:
    """Judge a play on a solvable level.

    Raises:
        TypeError: `moves` is no list of texts. One text is none: `"RD"` would be read letter by letter.
    """
    outcome = replay(game, level, _checked(moves))
    last = outcome.steps[-1]
    refusal = outcome.refusal if outcome.refusal is not None and outcome.refusal.move is not None else None
    return Judgement(
        won=outcome.won and refusal is None,
        length=outcome.length,
        progress=last.progress,
        dead_end=False if outcome.won else _dead_end(game, level, last.state, limit),
        state=last.state,
        digest=last.digest,
        refusal=refusal,
    )


def _checked(moves: Sequence[str]) -> tuple[str, ...]:
    if isinstance(moves, str | bytes) or not isinstance(moves, Iterable):
        raise TypeError(f"moves are a list of move texts, not {moves!r}")
    played = tuple(moves)
    for at, move in enumerate(played, 1):
        if not isinstance(move, str):
            raise TypeError(f"moves are a list of move texts; move {at} is {move!r}")
    return played


def _dead_end(game: AnyGame, level: Any, state: Json, limit: int) -> bool | None:
    # Solvers bring their libraries along; a play that won never needs one.
    from solvers.contract import solver_named
    from solvers.state_graph import distances, explore

    solver = solver_named(game.name)
    if (solver.dead_end_theorem or solver.dead_end_free(level)) is not None:
        return False
    space = None if solver.space is None else solver.space(level, state)
    if space is None:
        return None
    verdict = distances(explore(space, limit)).verdict(0)
    return {"solvable": False, "dead": True}.get(verdict)
