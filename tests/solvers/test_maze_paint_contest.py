"""Real contest levels with exact answers known: all by the slow suite, a sample by the fast one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_maze_paint_oracle import won_by

from games.maze_paint import MazePaintLevel
from solvers.contract import Limits, Query, no_report
from solvers.maze_paint import SOLVER

PROGRAMS = ("walk-program-scip", "walk-program-cp-sat")


def records(shared_levels: Path) -> list[dict[str, Any]]:
    lines = (shared_levels / "maze_paint" / "contest.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def check(record: dict[str, Any], name: str, states: int = 2_000_000) -> int | None:
    """Hold an engine's answer against what is known; the optimum, None where the engine ran out."""
    level = MazePaintLevel(tuple(record["level"]))
    answer = SOLVER.engine_named(name).solve(level, Query("slides", limits=Limits(states=states)), no_report)
    if answer.status == "undecided":
        assert answer.method.bound is not None
        assert answer.method.bound <= record["known_best"]
        return None
    assert answer.status == "solvable"
    assert answer.moves is not None
    assert len(answer.moves) == answer.optimum
    assert won_by(level, answer.moves)
    assert answer.optimum is not None
    assert answer.optimum <= record["known_best"]
    assert record["helper_optimum"] in (None, answer.optimum), record["id"]
    return answer.optimum


def test_a_sample_of_contest_levels_has_its_known_optimum(shared_levels: Path) -> None:
    for record in records(shared_levels)[::9]:
        found = {check(record, name) for name in PROGRAMS}
        assert len(found - {None}) == 1
        assert check(record, "painted-search", 200_000) in (None, *found)


def test_two_programs_agree_where_no_optimum_was_known(shared_levels: Path) -> None:
    unknown = [record for record in records(shared_levels) if record["helper_optimum"] is None]
    assert unknown
    for record in unknown:
        optimum = check(record, PROGRAMS[0])
        assert optimum is not None
        assert check(record, PROGRAMS[1]) == optimum


@pytest.mark.slow
def test_all_contest_levels_have_their_known_optimum_by_every_engine(shared_levels: Path) -> None:
    finished = 0
    for record in records(shared_levels):
        optimum = check(record, PROGRAMS[0])
        assert optimum is not None
        assert check(record, PROGRAMS[1]) == optimum
        searched = check(record, "painted-search")
        assert searched in (None, optimum)
        finished += searched is not None
    assert finished >= 80
