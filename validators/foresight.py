"""The foresight gap: how often a player fails who always takes the best looking move.

A player with perfect foresight always wins a solvable level. The *greedy* player takes a move of best visible progress,
the *random* one any legal move; both give up after a stated number of moves, and fail where no move is left. Their
chances are computed on a level's graph, or estimated by seeded playouts where the graph is too large or not complete.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import isqrt
from typing import Any, TypeVar

from games.canonical import Json
from solvers.contract import StateSpace
from solvers.state_graph import StateGraph

__all__ = ["CHOICES", "PATIENCE", "PLAYOUTS", "Foresight", "foresight_exact", "foresight_sampled", "ratio"]

N = TypeVar("N")

#: Legal moves of one state that a player chooses from at the most.
CHOICES = 1_000
#: A player gives up after this many times the optimum.
PATIENCE = 4
#: Playouts of each player where the chances are estimated.
PLAYOUTS = 1_000
_ONE = 10**18
_MILLION = 10**6


def ratio(value: Fraction) -> Json:
    """A ratio as documents write it: `[numerator, denominator]` in lowest terms."""
    return [value.numerator, value.denominator]


@dataclass(frozen=True, slots=True)
class Foresight:
    """The chances of two players without foresight to win within the moves that they may make.

    Attributes:
        greedy: of one who takes a move of best visible progress, ties evenly.
        random: of one who takes any legal move, all evenly.
        playouts: how many each of them played; None where the chances are computed, to the nearest millionth.
        standard_error: of the less certain of the two chances, in millionths, rounded up; 0 where computed.
    """

    greedy: Fraction
    random: Fraction
    playouts: int | None
    standard_error: int

    def to_json(self) -> Json:
        return {
            "greedy": ratio(self.greedy),
            "random": ratio(self.random),
            "gap": ratio(1 - self.greedy),
            "playouts": self.playouts,
            "standard_error_millionths": self.standard_error,
        }


def foresight_exact(graph: StateGraph[N], space: StateSpace[N], patience: int) -> Foresight:
    """The chances to win within `patience` moves, by dynamic programming over moves left and states.

    The chance at a state with n moves left is the mean of the chances of the states that its player may choose, with
    n - 1 left; 1 where won, 0 where stuck or no move is left. Chances are integers of 10^-18 and a mean is rounded
    down, so that every machine gets the same digits; `patience` such roundings stay far below the millionth to which
    the result is rounded. Cost: patience times moves of the graph.
    """
    every = [graph.target[graph.start[state] : graph.start[state + 1]].tolist() for state in range(len(graph))]
    progress = [Fraction(*space.progress(state)) for state in graph.index]
    best = [_best(progress, following) for following in every]
    greedy, evenly = (_chance(graph, choices, patience) for choices in (best, every))
    return Foresight(greedy, evenly, None, 0)


def _best(progress: Sequence[Fraction], following: Sequence[int]) -> list[int]:
    top = max((progress[state] for state in following), default=None)
    return [state for state in following if progress[state] == top]


def _chance(graph: StateGraph[Any], choices: Sequence[list[int]], patience: int) -> Fraction:
    chance = [_ONE if won else 0 for won in graph.won]
    playing = [(state, following) for state, following in enumerate(choices) if following]
    for _ in range(patience):
        before = chance
        chance = before.copy()
        for state, following in playing:
            chance[state] = sum([before[target] for target in following]) // len(following)
    return Fraction(round(Fraction(chance[0] * _MILLION, _ONE)), _MILLION)


def foresight_sampled(space: StateSpace[N], patience: int, playouts: int, seed: str) -> Foresight | None:
    """The chances to win within `patience` moves, estimated by seeded playouts of both players.

    None where a state has more than `CHOICES` moves. The same space and seed give the same playouts.
    """
    wins = []
    for player, choices in (("greedy", _greedy_choices(space)), ("random", _all_choices(space))):
        source = random.Random(f"{seed} {player}")
        won = 0
        for _ in range(playouts):
            outcome = _playout(space, choices, patience, source)
            if outcome is None:
                return None
            won += outcome
        wins.append(won)
    error = max(_standard_error(won, playouts) for won in wins)
    return Foresight(Fraction(wins[0], playouts), Fraction(wins[1], playouts), playouts, error)


#: A state -> the states that a player chooses from evenly, or None where there are too many to list.
_Choices = Callable[[N], "list[N] | None"]


def _all_choices(space: StateSpace[N]) -> _Choices[N]:
    def choices(state: N) -> list[N] | None:
        following = [target for _, target in islice(space.successors(state), CHOICES + 1)]
        return following if len(following) <= CHOICES else None

    return choices


def _greedy_choices(space: StateSpace[N]) -> _Choices[N]:
    """Remembered by state: a greedy player comes by the same few states again and again."""
    every = _all_choices(space)
    seen: dict[N, list[N] | None] = {}

    def choices(state: N) -> list[N] | None:
        if state not in seen:
            following = every(state)
            if following is not None:
                numbers = _best([Fraction(*space.progress(target)) for target in following], range(len(following)))
                following = [following[number] for number in numbers]
            seen[state] = following
        return seen[state]

    return choices


def _playout(space: StateSpace[N], choices: _Choices[N], patience: int, source: random.Random) -> bool | None:
    state = space.initial
    for _ in range(patience):
        if space.won(state):
            return True
        following = choices(state)
        if following is None:
            return None
        if not following:
            return False
        state = following[source.randrange(len(following))]
    return space.won(state)


def _standard_error(won: int, playouts: int) -> int:
    """sqrt(p (1 - p) / n) with p = won / n, in millionths, rounded up."""
    squared = Fraction(won * (playouts - won) * _MILLION**2, playouts**3)
    floor = isqrt(squared.numerator // squared.denominator)
    return floor + (floor * floor < squared)
