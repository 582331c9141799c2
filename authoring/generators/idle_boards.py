"""Boards of a plate that have no part in its puzzle: without them it is as long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.bolt_unscrew import GAME
from games.contract import IllegalMove
from games.screws import PlateLevel
from solvers.bolt_unscrew import SOLVER
from solvers.contract import Limits, Moves, Query, no_report

__all__ = ["idle_boards"]


def idle_boards(level: PlateLevel, moves: Moves, engine: str, states: int) -> Iterator[str]:
    """The boards without which the level would need just as many relocations as this shortest play, or might.

    Exact but for limits. Mostly a shorter play is found at once by leaving out one move; else the
    level without the board is solved.
    """
    solve = SOLVER.engine_named(engine).solve
    for one in level.boards:
        rest = replace(level, boards=tuple(other for other in level.boards if other is not one))
        if not rest.boards or GAME.validate(*GAME.print(rest)):
            continue
        if any(_wins(rest, _without(moves, place)) for place in range(len(moves))):
            continue
        answer = solve(rest, Query(GAME.metrics[0], limits=Limits(states, 1, 0)), no_report)
        if answer.status == "undecided" or answer.optimum == len(moves):
            yield one.name


def _without(moves: Moves, place: int) -> Moves:
    """The play with one move left out: the screw is next taken from where it stayed."""
    source, _, target = moves[place].partition(">")
    later = list(moves[place + 1 :])
    for number, move in enumerate(later):
        if move.startswith(f"{target}>"):
            later[number] = f"{source}>{move.partition('>')[2]}"
            break
    return (*moves[:place], *later)


def _wins(level: PlateLevel, moves: Moves) -> bool:
    state = GAME.initial(level)
    for move in moves:
        try:
            state = GAME.apply(level, state, move)
        except IllegalMove:
            return False
        if GAME.won(level, state):
            return True
    return False
