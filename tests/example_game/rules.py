"""Lamps in a row, the smallest game that the contract allows.

The board is a row of lamps, lit `1` or dark `0`. A move is a lamp's number, counted from 1: it toggles that lamp and
its neighbours. A dark lamp cannot be pressed. Goal: every lamp dark.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.finding import Finding, FindingKind
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import field_faults, goal_faults

__all__ = ["GAME", "Lamps"]

FORM = FindingKind("example/lamps", "The row of lamps is not a text of 0 and 1.", "Write a row such as 0110.")
DARK = FindingKind("example/dark", "No lamp is lit, so the level is won before the first move.", "Light a lamp.")


@dataclass(frozen=True, slots=True)
class Lamps:
    """A row of lamps: the level, and every state of it."""

    row: str


def validate(board: Any, goal: Any) -> tuple[Finding, ...]:
    faults = [*field_faults(board, "board", ("lamps",)), *goal_faults(goal, GAME.goal_rules)]
    if isinstance(board, dict) and "lamps" in board:
        if not isinstance(board["lamps"], str) or not re.fullmatch("[01]{1,16}", board["lamps"]):
            faults.append(FORM.at("board.lamps is not 1 to 16 of 0 and 1"))
        elif "1" not in board["lamps"]:
            faults.append(DARK.at("every lamp is dark"))
    return tuple(faults)


def parse(board: Any, goal: Any) -> Lamps:
    if faults := validate(board, goal):
        raise InvalidLevel(faults)
    return Lamps(board["lamps"])


def moves(level: Lamps, state: Lamps) -> Iterator[str]:
    return iter(sorted(str(at) for at, lamp in enumerate(state.row, 1) if lamp == "1"))


def apply(level: Lamps, state: Lamps, move: str) -> Lamps:
    if not re.fullmatch("[1-9][0-9]?", move) or int(move) > len(state.row):
        raise MalformedMove(f"{move!r} is no lamp's number")
    if won(level, state):
        raise IllegalMove("the level is already won")
    if state.row[int(move) - 1] == "0":
        raise IllegalMove(f"lamp {move} is dark")
    near = range(int(move) - 2, int(move) + 1)
    return Lamps("".join("10"[int(lamp)] if at in near else lamp for at, lamp in enumerate(state.row)))


def won(level: Lamps, state: Lamps) -> bool:
    return "1" not in state.row


def parse_state(level: Lamps, value: Any) -> Lamps:
    if not isinstance(value, dict) or set(value) != {"lamps"} or not isinstance(value["lamps"], str):
        raise MalformedState("a state has the one field lamps")
    if len(value["lamps"]) != len(level.row) or set(value["lamps"]) - {"0", "1"}:
        raise MalformedState("lamps is not a 0 or 1 for each lamp of the row")
    return Lamps(value["lamps"])


def symmetries(level: Lamps) -> Iterator[Symmetry[Lamps]]:
    yield Symmetry("identity", level, str)
    yield Symmetry("mirror", Lamps(level.row[::-1]), lambda move: str(len(level.row) + 1 - int(move)))


def mutants(level: Lamps, seed: int) -> Iterator[tuple[str, Any]]:
    for at in random.Random(seed).sample(range(len(level.row)), len(level.row)):
        toggled = "10"[int(level.row[at])]
        yield f"lamp {at + 1} becomes {toggled}", {"lamps": level.row[:at] + toggled + level.row[at + 1 :]}


GAME: Game[Lamps, Lamps] = Game(
    name="example",
    title="Lamps in a row",
    prefix="ex",
    rules=1,
    goal_rules=("all-dark",),
    metrics=("presses",),
    findings=(*SHAPE_FINDINGS, FORM, DARK),
    validate=validate,
    parse=parse,
    print=lambda level: ({"lamps": level.row}, {"rule": "all-dark"}),
    initial=lambda level: level,
    moves=moves,
    apply=apply,
    won=won,
    progress=lambda level, state, distance=None: Fraction(state.row.count("0"), len(state.row)),
    state_json=lambda level, state: {"lamps": state.row},
    parse_state=parse_state,
    cost=lambda level, move: (1,),
    symmetries=symmetries,
    normal_form=lambda level: Lamps(min(level.row, level.row[::-1])),
    draw=lambda level, state: state.row.replace("0", ".").replace("1", "*"),
    split=split_moves,
    attempts=lambda level, state: (str(at + 1) for at in range(len(level.row))),
    mutants=mutants,
)
