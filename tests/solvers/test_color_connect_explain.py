"""The reasons for an unsolvable Color Connect level that are seen without search."""

from __future__ import annotations

import random
import string

import pytest

from games.color_connect import GAME, ColorConnectLevel
from solvers.color_connect import SOLVER
from solvers.contract import Query, no_report

COLOURS = string.ascii_letters + string.digits


def level_of(rows: list[str], rule: str) -> ColorConnectLevel:
    return GAME.parse({"rows": rows}, {"rule": rule})


@pytest.mark.parametrize(
    ("rows", "rule", "part"),
    [
        (["A#A", "..."], "connect", None),
        (["AB.", "B.A"], "connect", "the endpoint of A at 0,0 has no neighbour"),
        (["A.#.A"], "connect", "separate 0,0 from 0,4, the endpoints of A"),
        (["A.B.A", "##B##"], "connect", "separate 0,0 from 0,4, the endpoints of A"),
        (["A.A", "#.#"], "connect", None),
        (["A.A", "#.#"], "cover", "the free cell 1,1 has fewer than two open neighbours"),
        (["AA#..", "###.."], "cover", "no colour can reach the free cell 0,3"),
        (["AA#..", "###.."], "connect", None),
        (
            ["A..", "...", ".A."],
            "cover",
            "1 more dark than light cells, but paths between these endpoints have as many",
        ),
        (
            ["...", "A.A", "..."],
            "cover",
            "1 more dark than light cells, but paths between these endpoints have 1 more light",
        ),
        (["A..", "...", "..A"], "cover", None),
        (["A.B", "...", "B.A"], "connect", "the endpoints of A and B alternate along the border"),
        (["A.A", "...", "B.B"], "connect", None),
        (["....", "ABA.", "..B."], "connect", None),
        (["A.", "A."], "cover", None),
    ],
)
def test_a_reason_names_what_is_wrong_and_where(rows: list[str], rule: str, part: str | None) -> None:
    reason = SOLVER.explain(level_of(rows, rule))
    if part is None:
        assert reason is None
    else:
        assert reason is not None
        assert part in reason


def random_rows(source: random.Random) -> list[str]:
    height, width = source.choice(((2, 3), (3, 3), (3, 4), (4, 4)))
    cells = [".#"[source.random() < 0.1] for _ in range(height * width)]
    for number, place in enumerate(source.sample(range(height * width), 2 * source.randint(1, 3))):
        cells[place] = COLOURS[number // 2]
    return ["".join(cells[row * width : row * width + width]) for row in range(height)]


@pytest.mark.parametrize("rule", GAME.goal_rules)
def test_no_solvable_level_is_explained_away(rule: str) -> None:
    source, solvable, explained = random.Random(11), 0, 0
    brute = SOLVER.engine_named("brute-force")
    for _ in range(600):
        level = level_of(random_rows(source), rule)
        reason = SOLVER.explain(level)
        answer = brute.solve(level, Query("draws"), no_report)
        solvable += answer.status == "solvable"
        explained += reason is not None
        assert reason is None or answer.status == "unsolvable", (level.rows, reason)
    assert solvable > 50
    assert explained > 50
