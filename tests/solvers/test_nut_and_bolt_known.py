"""Nut and Bolt against the answers of other people: a sample in the fast suite, all of them in the slow one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from authoring.readers import Puzzle
from games.nut_and_bolt import GAME, NutAndBoltLevel
from solvers.contract import Query, no_report
from solvers.nut_and_bolt import SOLVER
from tests.readers.reading import read
from validators.outcome import outcome_of

#: File -> whether its numbers count by our rule: then they are our optimum, else they bound it from above.
FILES = {"minmoves": True, "pours": True, "single_balls": False, "unsolvable": True}
SWEEP, BREAKS = SOLVER.engines


def _records(shared: Path, file: str) -> list[dict[str, Any]]:
    text = (shared / "nut_and_bolt" / f"{file}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _level(record: dict[str, Any]) -> NutAndBoltLevel:
    """The record's board as our own reader reads it."""
    # A colour named 0 is taken for one only where it cannot be a free place.
    stacks = [[f"c{name}" for name in stack] for stack in record["level"]]
    source = json.dumps({"tubes": stacks, "capacity": record["capacity"], "order": record["order"]})
    (puzzle,) = read(source, "nut-and-bolt", format="stacks").puzzles
    assert isinstance(puzzle, Puzzle)
    return GAME.parse(puzzle.board, puzzle.goal)


def _check(record: dict[str, Any], ours: bool) -> None:
    level = _level(record)
    query = Query("transfers")
    answers = [engine.solve(level, query, no_report) for engine in (SWEEP, BREAKS)]
    outcome = outcome_of(GAME, level, query, answers)
    if record.get("solvable") is False:
        assert outcome.status == "unsolvable"
        return
    known = record["known_best"] or record.get("helper_optimum")
    assert outcome.status == "solvable"
    assert outcome.optimum is not None
    assert outcome.optimum == known if ours else outcome.optimum <= known
    assert [answer.optimum for answer in answers] == [outcome.optimum] * 2


@pytest.mark.parametrize("file", FILES)
def test_a_sample_of_the_known_answers_is_met_by_both_engines(shared_levels: Path, file: str) -> None:
    for record in _records(shared_levels, file)[:4]:
        _check(record, FILES[file])


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_every_known_answer_is_met_by_both_engines(shared_levels: Path, file: str) -> None:
    for record in _records(shared_levels, file):
        _check(record, FILES[file])
