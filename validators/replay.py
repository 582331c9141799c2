"""Strict replay: a play judged move by move by the rules engine alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, Distance, IllegalMove, MalformedMove, state_digest
from games.finding import Finding, FindingKind

__all__ = ["FINDINGS", "Refusal", "Replay", "Step", "refusal_finding", "replay"]

MALFORMED = FindingKind(
    "move/malformed",
    "A move is not of the game's form, or names a vehicle, colour or bolt that the level does not have.",
    "Write the move as the game's page says.",
)
ILLEGAL = FindingKind(
    "move/illegal", "A move is well formed, but the rules forbid it in that state.", "Play a legal move there."
)
AFTER_WIN = FindingKind(
    "play/after-win", "The play goes on after the level is won.", "End the play with its winning move."
)
NOT_WON = FindingKind("play/not-won", "Every move is legal, but the level is not won at the end.", "Finish the play.")
FINDINGS = (MALFORMED, ILLEGAL, AFTER_WIN, NOT_WON)
_KINDS = {kind.id: kind for kind in FINDINGS}


@dataclass(frozen=True, slots=True)
class Step:
    """One state of a play: the move that led to it (None for the first), its JSON, digest and progress."""

    move: str | None
    state: Json
    digest: str
    progress: Fraction


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a play does not stand. `at` counts moves from 1; for `play/not-won` it is the number of moves played."""

    at: int
    move: str | None
    reason: str
    why: str


@dataclass(frozen=True, slots=True)
class Replay:
    """What the rules say of a play. `won` speaks of the last legal state, `steps[0]` is the initial state."""

    won: bool
    steps: tuple[Step, ...]
    refusal: Refusal | None

    @property
    def length(self) -> int:
        """The number of moves that were played."""
        return len(self.steps) - 1


def replay(
    game: AnyGame,
    level: Any,
    moves: Sequence[str],
    start: Json | None = None,
    distance: Distance[Any] | None = None,
) -> Replay:
    """Play `moves` from the initial state, or from the state JSON `start`, and stop at the first that is refused.

    Raises:
        MalformedState: `start` is no state of the level.
    """
    state = game.initial(level) if start is None else game.parse_state(level, start)
    steps = [_step(game, level, state, None, distance)]
    for at, move in enumerate(moves, 1):
        won = game.won(level, state)
        try:
            following = game.apply(level, state, move)
        except MalformedMove as error:
            return Replay(won, tuple(steps), Refusal(at, move, MALFORMED.id, error.why))
        except IllegalMove as error:
            reason = AFTER_WIN.id if won else ILLEGAL.id
            return Replay(won, tuple(steps), Refusal(at, move, reason, error.why))
        state = following
        steps.append(_step(game, level, state, move, distance))
    if game.won(level, state):
        return Replay(True, tuple(steps), None)
    return Replay(
        False, tuple(steps), Refusal(len(moves), None, NOT_WON.id, "the level is not won after the last move")
    )


def refusal_finding(refusal: Refusal) -> Finding:
    """A refusal as a finding, placed at its move."""
    what = f"move {refusal.at}" + (f" ({refusal.move[:60]})" if refusal.move is not None else "")
    return _KINDS[refusal.reason].at(f"{what}: {refusal.why}", place=f"move {refusal.at}")


def _step(game: AnyGame, level: Any, state: Any, move: str | None, distance: Distance[Any] | None) -> Step:
    value = game.state_json(level, state)
    return Step(move, value, state_digest(value), game.progress(level, state, distance))
