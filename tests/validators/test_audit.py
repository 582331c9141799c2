"""The audit holds a solver's full states against the rules, so that what no replay shows is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.maze_paint import GAME, MazePaintLevel
from solvers.contract import StateSpace
from solvers.maze_paint import SOLVER
from solvers.state_graph import explore
from validators.audit import audit
from validators.outcome import EnginesDisagree

LEVEL = MazePaintLevel(("######", "#@...#", "#.##.#", "#....#", "######"))


def _audited(change: Any) -> None:
    def space(level: Any, state: Any) -> StateSpace[Any]:
        assert SOLVER.space is not None
        whole = SOLVER.space(level, state)
        assert whole is not None
        return change(whole)

    solver = replace(SOLVER, space=space)
    whole = solver.space(LEVEL, None)
    assert whole is not None
    audit(GAME, solver, LEVEL, explore(whole, 1000))


def test_a_true_reading_passes() -> None:
    _audited(lambda whole: whole)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda whole: replace(whole, state_json=lambda node: whole.state_json(node) | {"ball": [3, 4]}),
            "the JSON of a state",
        ),
        (lambda whole: replace(whole, won=lambda node: False), "whether a state is won"),
        (lambda whole: replace(whole, progress=lambda node: (0, 1)), "the progress of a state"),
        (lambda whole: replace(whole, successors=lambda node: list(whole.successors(node))[1:]), "lead"),
        (lambda whole: replace(whole, initial=(whole.initial[0], 0)), "progress|begins at another"),
    ],
    ids=["another ball in the JSON", "never won", "no progress", "a move lost", "nothing painted"],
)
def test_a_false_reading_is_a_disagreement(change: Any, why: str) -> None:
    with pytest.raises(EnginesDisagree, match=why):
        _audited(change)
