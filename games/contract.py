"""The one contract that every game fulfils.

A game is a value: a `Game` record of pure functions over two immutable types of its own, the *level* (initial board
and parameters) and the *state*. Whatever passes `validate` never crashes the engine. Core code knows games through
this record alone; which games there are, `games.registry` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from games.canonical import Json, digest_of
from games.finding import Finding, FindingKind
from games.naming import Naming

__all__ = [
    "AnyGame",
    "Distance",
    "Game",
    "IllegalMove",
    "InvalidLevel",
    "MalformedMove",
    "MalformedState",
    "MoveError",
    "Symmetry",
    "canon_digest",
    "level_digest",
    "split_moves",
    "state_digest",
]

L = TypeVar("L")
S = TypeVar("S")


class InvalidLevel(ValueError):
    """A board or goal that is no level. Carries every fault, not the first."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(f"{finding.id}: {finding.message}" for finding in findings))
        self.findings = findings


class MalformedState(ValueError):
    """A state JSON that is not of the game's form, or is no state of the level."""


class MoveError(ValueError):
    """A move that cannot be made; `why` is one plain sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class MalformedMove(MoveError):
    """Not of the move's form, or with a vehicle, colour or bolt number that the level does not have."""


class IllegalMove(MoveError):
    """Well formed, but against the rules in this state."""


#: The exact number of moves still needed from a state, or None where no win is left.
Distance = Callable[[S], "int | None"]


@dataclass(frozen=True, slots=True)
class Symmetry(Generic[L]):
    """One transformation that leaves the puzzle the same: its name, the transformed level, the map of move texts."""

    name: str
    level: L
    move: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Game(Generic[L, S]):
    """The rules of one game.

    Attributes:
        name: the command line's name, `maze-paint`.
        title: the name for people.
        prefix: what its level ids start with, `mp`.
        rules: the rules version; part of every level digest.
        goal_rules: the values that `goal.rule` may have; the first is what a file that states none may be given.
        metrics: names of what an optimum may count; the first is the default and the certificates' own.
        findings: the kinds of finding that `validate` makes.
        validate: board and goal JSON -> every fault (empty: the level is valid). Never raises.
        parse: board and goal JSON -> level. Raises InvalidLevel where `validate` finds an error.
        print: level -> board and goal JSON in canonical form; `parse(*print(level)) == level`.
        initial: level -> initial state.
        moves: level, state -> the legal moves' texts, lazily where there are very many; none in a won state.
        apply: level, state, move text -> next state. Raises MalformedMove, IllegalMove; pure.
        won: level, state -> whether the goal holds.
        progress: level, state, distance or None -> exact fraction in [0, 1]; 1 only if won.
        state_json: level, state -> the state's canonical JSON value.
        parse_state: level, JSON -> state. Raises MalformedState.
        cost: level, move text -> what the move adds to each metric, in the order of `metrics`.
        symmetries: level -> every transformation of the game's table but the renamings, the identity first.
        normal_form: level -> the one representative of all levels that are the same under symmetries and renamings.
        draw: level, state -> the board as text for a terminal.
        split: the text of a play -> its moves' texts.
        attempts: level, state -> well-formed moves that a player might try there, illegal ones among them.
        mutants: level, seed -> (what changed, board), boards one change away in an order that the seed decides;
            they need not be valid. Attempts and mutants are what the validators are tried on.
        naming: the names that a renaming permutes, see `games.naming`; None where levels have no names.
        deadlock: the name of the certificate of a state, not won, that has no legal move.
        progress_by_distance: whether `progress` reads another value with a distance than without.
    """

    name: str
    title: str
    prefix: str
    rules: int
    goal_rules: tuple[str, ...]
    metrics: tuple[str, ...]
    findings: tuple[FindingKind, ...]
    validate: Callable[[Json, Json], tuple[Finding, ...]]
    parse: Callable[[Json, Json], L]
    print: Callable[[L], tuple[Json, Json]]
    initial: Callable[[L], S]
    moves: Callable[[L, S], Iterator[str]]
    apply: Callable[[L, S, str], S]
    won: Callable[[L, S], bool]
    progress: Callable[[L, S, Distance[S] | None], Fraction]
    state_json: Callable[[L, S], Json]
    parse_state: Callable[[L, Json], S]
    cost: Callable[[L, str], tuple[int, ...]]
    symmetries: Callable[[L], Iterator[Symmetry[L]]]
    normal_form: Callable[[L], L]
    draw: Callable[[L, S], str]
    split: Callable[[str], tuple[str, ...]]
    attempts: Callable[[L, S], Iterator[str]]
    mutants: Callable[[L, int], Iterator[tuple[str, Json]]]
    naming: Naming[L] | None = None
    progress_by_distance: bool = False
    deadlock: str = "no_legal_move"


AnyGame = Game[Any, Any]


def level_digest(game: Game[L, S], level: L) -> str:
    """The digest of what changes play: game, rules version, board, goal."""
    return _digest("lpb/level/v1", game, level)


def canon_digest(game: Game[L, S], level: L) -> str:
    """The digest of the normal form, equal for every mirrored, recoloured or padded copy."""
    return _digest("lpb/canon/v1", game, game.normal_form(level))


def state_digest(state_json: Json) -> str:
    """The digest of a state, over its canonical JSON."""
    return digest_of("lpb/state/v1", state_json)


def split_moves(text: str) -> tuple[str, ...]:
    """The moves of a play written with `;` or newlines between them. Blanks around a move do not count."""
    parts = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", ";").split(";")
    return tuple(part.strip() for part in parts if part.strip())


def _digest(tag: str, game: Game[L, S], level: L) -> str:
    board, goal = game.print(level)
    return digest_of(tag, {"game": game.name, "rules": game.rules, "board": board, "goal": goal})
