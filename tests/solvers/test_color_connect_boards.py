"""Other people's Color Connect boards: the standard set under `cover`, and a game's own pack with its solutions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.color_connect import GAME, ColorConnectLevel
from games.grid import Cell
from solvers.color_connect import SOLVER
from solvers.contract import Answer, Limits, Query, no_report

SAT, CIRCUIT = SOLVER.defaults


def records(shared_levels: Path, name: str) -> list[dict[str, Any]]:
    lines = (shared_levels / "color_connect" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def standard(shared_levels: Path) -> dict[str, tuple[ColorConnectLevel, bool]]:
    """Id -> the level under `cover`, and whether it is known to be solvable. What is no letter is a free cell."""
    levels = {}
    for record in records(shared_levels, "grid_text.jsonl"):
        rows = ["".join(glyph if glyph.isalnum() else "." for glyph in row) for row in record["level"] if row.strip()]
        levels[record["id"]] = GAME.parse({"rows": rows}, {"rule": "cover"}), record["solvable"]
    return levels


def assert_decided(level: ColorConnectLevel, solvable: bool, answer: Answer) -> None:
    if not solvable:
        assert answer.status == "unsolvable"
        return
    assert answer.status == "solvable"
    assert None not in answer.properties.values()
    for moves in (answer.moves, answer.second_solution):
        if moves is not None:
            state = GAME.initial(level)
            for move in moves:
                state = GAME.apply(level, state, move)
            assert GAME.won(level, state)
    assert (answer.second_solution is None) == answer.properties["unique_cover"]


def decide(engine: str, level: ColorConnectLevel) -> Answer:
    return SOLVER.engine_named(engine).solve(
        level, Query("draws", properties=True, limits=Limits(effort=300)), no_report
    )


def test_the_smaller_boards_of_the_standard_set_are_decided_alike_by_both_engines(shared_levels: Path) -> None:
    levels = {name: pair for name, pair in standard(shared_levels).items() if len(pair[0].rows) <= 10}
    assert len(levels) == 12
    for level, solvable in levels.values():
        answers = [decide(engine, level) for engine in (SAT, CIRCUIT)]
        for answer in answers:
            assert_decided(level, solvable, answer)
        assert dict(answers[0].properties) == dict(answers[1].properties)


@pytest.mark.slow
@pytest.mark.parametrize("engine", [SAT, CIRCUIT])
def test_the_whole_standard_set_is_decided_with_uniqueness(shared_levels: Path, engine: str) -> None:
    levels = standard(shared_levels)
    assert len(levels) == 29
    for level, solvable in levels.values():
        assert_decided(level, solvable, decide(engine, level))


def pack(shared_levels: Path) -> list[tuple[ColorConnectLevel, list[list[Cell]]]]:
    """The pack's levels without walls and bridges, with their official solutions."""
    levels = []
    for record in records(shared_levels, "native_pack.jsonl"):
        if record["walls"] or record["bridges"] or not record.get("grid"):
            continue
        width = len(record["grid"][0])
        rows = [list(row) for row in record["grid"]]
        for hole in record["holes"]:
            rows[hole // width][hole % width] = "#"
        level = GAME.parse({"rows": ["".join(row) for row in rows]}, {"rule": "cover"})
        levels.append((level, [[divmod(cell, width) for cell in path] for path in record["solution"]]))
    return levels


def assert_consistent(level: ColorConnectLevel, official: list[list[Cell]]) -> None:
    """The official solution is a covering one, and the only one where the cover is proven unique."""
    answer = decide(SAT, level)
    assert_decided(level, True, answer)
    state = GAME.initial(level)
    for path in official:
        colour = level.rows[path[0][0]][path[0][1]]
        state = GAME.apply(level, state, " ".join((f"draw {colour}", *(f"{row},{column}" for row, column in path))))
    assert GAME.won(level, state)
    found = GAME.initial(level)
    for move in answer.moves or ():
        found = GAME.apply(level, found, move)
    if answer.properties["unique_cover"]:
        assert found == state


def test_official_solutions_agree_with_the_solver_on_a_sample(shared_levels: Path) -> None:
    for level, official in pack(shared_levels)[::8]:
        assert_consistent(level, official)


@pytest.mark.slow
def test_official_solutions_agree_with_the_solver(shared_levels: Path) -> None:
    levels = pack(shared_levels)
    assert len(levels) > 50
    for level, official in levels:
        assert_consistent(level, official)
