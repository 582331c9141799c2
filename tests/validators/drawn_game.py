"""A game whose levels are drawn graphs: the states are letters, the moves are named arrows.

The rules and the solver read the same drawing; what tests want to see is what validators make of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from games.contract import IllegalMove, MalformedMove
from solvers.contract import Solver, StateSpace
from tests.example_game import rules, solver

__all__ = ["GAME", "Drawing", "solver_of"]


@dataclass(frozen=True)
class Drawing:
    """State -> its (move, next state) in move order. `shown` is the visible progress, 0 where it is not stated."""

    arrows: Mapping[str, list[tuple[str, str]]]
    first: str = "S"
    won: frozenset[str] = frozenset({"W"})
    shown: Mapping[str, Fraction] = field(default_factory=dict)

    def progress(self, state: str) -> Fraction:
        return Fraction(1) if state in self.won else self.shown.get(state, Fraction(0))


def _apply(level: Drawing, state: str, move: str) -> str:
    if len(move) != 1:
        raise MalformedMove(f"{move!r} is not one letter")
    if state in level.won:
        raise IllegalMove("the level is already won")
    for text, following in level.arrows[state]:
        if text == move:
            return following
    raise IllegalMove(f"no arrow {move} leaves {state}")


def _moves(level: Drawing, state: str) -> Iterator[str]:
    return iter(() if state in level.won else [text for text, _ in level.arrows[state]])


GAME = replace(
    rules.GAME,
    print=lambda level: (dict(level.arrows), {}),
    initial=lambda level: level.first,
    moves=_moves,
    apply=_apply,
    won=lambda level, state: state in level.won,
    progress=lambda level, state, distance=None: level.progress(state),
    state_json=lambda level, state: state,
)


def _space(level: Drawing, state: Any) -> StateSpace[str]:
    return StateSpace(
        initial=level.first if state is None else state,
        successors=lambda here: level.arrows[here],
        won=lambda here: here in level.won,
        state_json=lambda here: here,
        progress=lambda here: level.progress(here).as_integer_ratio(),
    )


def solver_of(**changes: Any) -> Solver[Any]:
    """The drawn game's solver, with fields changed: a theorem, a structural proof, no space."""
    return replace(solver.SOLVER, **{"space": _space, **changes})
