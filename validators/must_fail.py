"""Must-fail traces: the replay itself is tried, on every level, with plausible wrong answers.

Each kind is a name and a series of instances, one line each in `KINDS`. The first instance that the rules refuse is
recorded with the refusal that it must meet again. A kind of which every tried instance wins is recorded as `none`
with the reason: the order of moves does not matter in every game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, IllegalMove, InvalidLevel
from games.finding import Finding, FindingKind
from validators.replay import Refusal, replay

__all__ = ["FINDINGS", "KINDS", "MustFail", "must_fail_faults", "must_fail_traces", "trace_seed"]

#: Instances of one kind that are tried before it is recorded as `none`.
TRIES = 200

REFUSED_OTHERWISE = FindingKind(
    "certificate/must-fail",
    "A must-fail trace of the certificate is not refused, or not with the reason and at the move that it records.",
    "Certify the level again; if it stays, the rules engine or the certificate was changed.",
)
KIND_MISSING = FindingKind(
    "certificate/must-fail-kind",
    "The certificate's must-fail traces lack a kind, or have one twice or unknown.",
    "Certify the level again.",
)
FINDINGS = (REFUSED_OTHERWISE, KIND_MISSING)

Moves = tuple[str, ...]
#: A wrong answer: the moves, and the changed board or None.
Instance = tuple[Moves, Json]


@dataclass(frozen=True, slots=True)
class MustFail:
    """One wrong answer and the refusal it meets; or, with `none`, why the kind has no instance."""

    kind: str
    board: Json
    moves: Moves | None
    expect: str | None
    at: int | None
    none: str | None

    def to_json(self) -> dict[str, Json]:
        moves = None if self.moves is None else list(self.moves)
        return {
            "kind": self.kind,
            "board": self.board,
            "moves": moves,
            "expect": self.expect,
            "at": self.at,
            "none": self.none,
        }


def _last_move_missing(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    yield moves[:-1], None


def _move_dropped(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    inner = range(len(moves) - 1)
    for index in sorted(inner, key=lambda at: (abs(2 * at - len(moves)), at)):
        yield moves[:index] + moves[index + 1 :], None


def _moves_swapped(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    for index in range(len(moves) - 1):
        first, second = moves[index : index + 2]
        if first != second:
            yield (*moves[:index], second, first, *moves[index + 2 :]), None


def _illegal_move(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    """A move that the rules forbid where it is inserted; a legal detour would be no wrong answer of this kind."""
    state = game.initial(level)
    for index, move in enumerate(moves):
        for attempt in game.attempts(level, state):
            try:
                game.apply(level, state, attempt)
            except IllegalMove:
                yield (*moves[:index], attempt, *moves[index:]), None
        state = game.apply(level, state, move)


def _move_after_win(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    yield (*moves, moves[-1]), None


def _board_changed(game: AnyGame, level: Any, moves: Moves, seed: int) -> Iterator[Instance]:
    goal = game.print(level)[1]
    for _, board in game.mutants(level, seed):
        if not game.validate(board, goal):
            yield moves, board


KINDS: dict[str, tuple[Callable[[AnyGame, Any, Moves, int], Iterator[Instance]], str]] = {
    "last-move-missing": (_last_move_missing, "the solution has no move to leave out"),
    "move-dropped": (_move_dropped, "no move before the last can be dropped so that the play fails"),
    "moves-swapped": (_moves_swapped, "every swap of two neighbouring moves wins: their order does not matter"),
    "illegal-move": (_illegal_move, "no attempted move is illegal along the solution"),
    "move-after-win": (_move_after_win, "the solution has no move to repeat"),
    "board-changed": (_board_changed, "the solution wins on every changed board that is valid"),
}


def trace_seed(level_digest: str) -> int:
    """Board changes are ordered by the level itself, so that a certificate repeats byte for byte."""
    return int(level_digest.removeprefix("sha256:")[:16], 16)


def must_fail_traces(game: AnyGame, level: Any, moves: Moves, seed: int) -> tuple[MustFail, ...]:
    """One trace of each kind for a winning play; `seed` orders the board changes."""
    return tuple(_trace(game, level, moves, seed, kind) for kind in KINDS)


def _trace(game: AnyGame, level: Any, moves: Moves, seed: int, kind: str) -> MustFail:
    instances, none = KINDS[kind]
    tried = 0
    for played, board in islice(instances(game, level, moves, seed), TRIES):
        tried += 1
        refusal = _refusal(game, level, played, board)
        if refusal is not None:
            return MustFail(kind, board, played, refusal.reason, refusal.at, None)
    return MustFail(kind, None, None, None, None, f"{none} ({tried} tried)")


def must_fail_faults(
    game: AnyGame, level: Any, moves: Moves, traces: tuple[MustFail, ...], seed: int
) -> Iterator[Finding]:
    """Try every recorded trace again; each must meet the refusal that it records.

    A kind recorded as `none` is tried anew, for it could hide that the validator was never tried.
    """
    kinds = [trace.kind for trace in traces]
    if sorted(kinds) != sorted(KINDS):
        yield KIND_MISSING.at(f"the kinds are {', '.join(kinds) or 'none'}; wanted: {', '.join(KINDS)}")
    for trace in traces:
        if trace.none is not None:
            again = _trace(game, level, moves, seed, trace.kind) if trace.kind in KINDS else trace
            if again != trace:
                yield REFUSED_OTHERWISE.at(
                    f"{trace.kind}: recorded as none, but one is refused or another number was tried"
                )
            continue
        try:
            refusal = _refusal(game, level, trace.moves or (), trace.board)
        except InvalidLevel as error:
            yield REFUSED_OTHERWISE.at(f"{trace.kind}: the changed board is no level: {error}")
            continue
        found = (refusal.reason, refusal.at) if refusal else ("won", None)
        if found != (trace.expect, trace.at):
            yield REFUSED_OTHERWISE.at(f"{trace.kind}: expected {trace.expect} at {trace.at}, found {found[0]}")


def _refusal(game: AnyGame, level: Any, moves: Moves, board: Json) -> Refusal | None:
    played = level if board is None else game.parse(board, game.print(level)[1])
    return replay(game, played, moves).refusal
