"""Boards of a plate that have no part in its puzzle: without them it is as long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.bolt_unscrew import GAME
from games.screws import PlateLevel
from solvers.bolt_unscrew import SOLVER
from solvers.bolt_unscrew.plate import Plate, plate_of
from solvers.bolt_unscrew.reading import position_of
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
        plate = plate_of(position_of(rest, None))
        holes = {text: hole for hole, text in plate.texts.items()}
        if any(_wins(plate, holes, _without(moves, place)) for place in range(len(moves))):
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


def _wins(plate: Plate, holes: Mapping[str, int], moves: Moves) -> bool:
    """Whether a play wins, cut off where it has won. On bit masks: the rules' settling would take most of the time."""
    node = plate.first
    for move in moves:
        source, target = (holes[text] for text in move.split(">"))
        if not (source & plate.movable(node) and target & plate.open_holes(node)):
            return False
        node = plate.moved(node, source, target, plate.matters(node))
        if plate.won(node):
            return True
    return False
