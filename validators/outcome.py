"""One outcome from the answers of several engines: their plays replayed, their bounds held against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

from games.contract import AnyGame
from solvers.contract import Answer, MethodRun, Moves, Query, Status
from validators.replay import replay

__all__ = ["EnginesDisagree", "Evidence", "Outcome", "evidence_of", "outcome_of", "play_cost"]

Evidence = Literal["independent", "same-engine", "single"]


class EnginesDisagree(RuntimeError):
    """Two engines, or an engine and the rules, contradict each other: a fault of levelpress, never of the level."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is known of a level after some engines ran.

    With status `solvable` the optimum is proven and `moves` wins at that cost. With `undecided`, `moves` is the best
    winning play found, if any, and `lower_bound` what was proven below it.
    """

    status: Status
    metric: str
    moves: Moves | None
    optimum: int | None
    lower_bound: int | None
    methods: tuple[MethodRun, ...]
    canonical: bool = False
    properties: Mapping[str, bool | None] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    second_solution: Moves | None = None
    explanation: str | None = None


def play_cost(game: AnyGame, level: Any, metric: str, moves: Sequence[str]) -> int:
    """What a play costs in a metric of the game."""
    index = game.metrics.index(metric)
    return sum(game.cost(level, move)[index] for move in moves)


def outcome_of(game: AnyGame, level: Any, query: Query, answers: Sequence[Answer]) -> Outcome:
    """The one outcome that all answers support.

    Raises:
        EnginesDisagree: a play does not win, a cost is not what was claimed, or two answers cannot both be true.
    """
    for answer in answers:
        _check_alone(game, level, query, answer)
    for one, other in combinations(answers, 2):
        _check_pair(game, level, query, one, other)
    solved = [answer for answer in answers if answer.status == "solvable"]
    refuted = [answer for answer in answers if answer.status == "unsolvable"]
    bounds = [answer.method.bound for answer in answers if answer.method.bound is not None]
    properties, reasons = _properties(answers)
    best = _best_play(game, level, query, solved or answers)
    status: Status = "solvable" if solved else "unsolvable" if refuted else "undecided"
    return Outcome(
        status=status,
        metric=query.metric,
        moves=best.moves if best else None,
        optimum=solved[0].optimum if solved else None,
        lower_bound=max(bounds, default=None) if status != "unsolvable" else None,
        methods=tuple(answer.method for answer in answers),
        canonical=bool(solved) and best is not None and best.canonical,
        properties=properties,
        reasons=reasons,
        second_solution=next((answer.second_solution for answer in answers if answer.second_solution), None),
        explanation=next((answer.explanation for answer in refuted if answer.explanation), None),
    )


def evidence_of(runs: Sequence[tuple[str, int | None, bool]], optimum: int | None) -> Evidence:
    """How well an optimum is supported by runs of (engine, bound, exhausted).

    A run supports an optimum whose value it proved as a bound; it supports that a level is unsolvable (optimum None)
    when its search was exhausted.
    """
    support = [engine for engine, bound, exhausted in runs if (exhausted if optimum is None else bound == optimum)]
    if len(set(support)) > 1:
        return "independent"
    return "same-engine" if len(support) > 1 else "single"


def _check_alone(game: AnyGame, level: Any, query: Query, answer: Answer) -> None:
    name = answer.method.name
    for play in (answer.moves, answer.second_solution):
        if play is not None:
            refusal = replay(game, level, play, query.state).refusal
            if refusal is not None:
                raise EnginesDisagree(f"{name}: its play is refused by the rules: {refusal.reason} ({refusal.why})")
    if answer.status == "solvable":
        if answer.moves is None or answer.optimum is None:
            raise EnginesDisagree(f"{name}: solvable without a play and an optimum")
        cost = play_cost(game, level, query.metric, answer.moves)
        if cost != answer.optimum:
            raise EnginesDisagree(f"{name}: its play costs {cost} {query.metric}, its optimum is {answer.optimum}")
        if answer.method.bound != answer.optimum or not answer.method.exhausted:
            raise EnginesDisagree(f"{name}: an optimum of {answer.optimum} with a bound of {answer.method.bound}")
    elif answer.status == "unsolvable" and (answer.moves is not None or not answer.method.exhausted):
        raise EnginesDisagree(f"{name}: unsolvable, but with a play or without an exhausted search")


def _check_pair(game: AnyGame, level: Any, query: Query, one: Answer, other: Answer) -> None:
    names = f"{one.method.name} and {other.method.name}"
    if {one.status, other.status} == {"solvable", "unsolvable"}:
        raise EnginesDisagree(f"{names}: one calls the level solvable, the other unsolvable")
    if one.canonical and other.canonical and one.moves != other.moves:
        raise EnginesDisagree(f"{names}: each calls another play the first of the shortest")
    for low, high in ((one, other), (other, one)):
        if high.status == "unsolvable" and low.moves is not None:
            raise EnginesDisagree(f"{names}: {high.method.name} calls a level unsolvable that the other wins")
        if low.method.bound is not None and high.moves is not None:
            cost = play_cost(game, level, query.metric, high.moves)
            if low.method.bound > cost:
                raise EnginesDisagree(
                    f"{names}: {low.method.name} proved at least {low.method.bound} {query.metric}, "
                    f"{high.method.name} needs {cost}"
                )
    for name in sorted(set(one.properties) & set(other.properties)):
        if (
            None not in (one.properties[name], other.properties[name])
            and one.properties[name] != other.properties[name]
        ):
            raise EnginesDisagree(f"{names}: they differ on {name}")


def _properties(answers: Sequence[Answer]) -> tuple[dict[str, bool | None], dict[str, str]]:
    """Every property with the one value that somebody knows, and a reason for each that nobody does."""
    values: dict[str, bool | None] = {}
    reasons: dict[str, str] = {}
    for answer in answers:
        for name, value in answer.properties.items():
            if values.get(name) is None:
                values[name] = value
        reasons = {**answer.reasons, **reasons}
    return dict(sorted(values.items())), {name: text for name, text in reasons.items() if values.get(name) is None}


def _best_play(game: AnyGame, level: Any, query: Query, answers: Sequence[Answer]) -> Answer | None:
    """The answer with the cheapest play; of equals a canonical one, then the first."""
    played = [answer for answer in answers if answer.moves is not None]
    return min(
        played,
        key=lambda answer: (play_cost(game, level, query.metric, answer.moves or ()), not answer.canonical),
        default=None,
    )
