"""`replay --trace` holds recorded boards against the rules and names the first difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.maze_paint import GAME, MazePaintLevel
from tests.authoring.boards import RING
from tests.authoring.command_line import levelpress
from validators.replay import replay


@pytest.fixture
def recorded(tmp_path: Path) -> list[dict[str, object]]:
    (tmp_path / "ring.txt").write_text(RING)
    ran = levelpress("ingest", "maze-paint", "ring.txt", "-o", ".", cwd=tmp_path)
    assert ran.code == 0
    level = MazePaintLevel(tuple(RING.split()))
    solution = json.loads(levelpress("solve", "ring.json", "--json", cwd=tmp_path).out)["outcomes"][0]["moves"]
    steps = replay(GAME, level, solution).steps
    head: dict[str, object] = {"format": "levelpress/trace@1", "level": "ring.json", "seed": "0", "pin": None}
    return [head, *({"move": step.move, "state": step.state} for step in steps)]


def _judged(lines: list[dict[str, object]], folder: Path) -> tuple[int, dict[str, object]]:
    (folder / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    ran = levelpress("replay", "--trace", "run.jsonl", cwd=folder)
    return ran.code, json.loads(ran.out)


def test_a_true_recording_is_the_same_and_won(recorded: list[dict[str, object]], tmp_path: Path) -> None:
    code, verdict = _judged(recorded, tmp_path)
    assert (code, verdict["same"], verdict["won"]) == (0, True, True)


def test_the_first_board_that_differs_is_named(recorded: list[dict[str, object]], tmp_path: Path) -> None:
    changed = json.loads(json.dumps(recorded))
    changed[2]["state"]["painted"][0] = changed[2]["state"]["painted"][0].replace("1", "0", 1).replace("0", "1", 1)
    changed[2]["state"]["ball"] = [0, 0]
    code, verdict = _judged(changed, tmp_path)
    assert (code, verdict["same"]) == (1, False)
    assert verdict["difference"]["at"] == 1  # type: ignore[index]


def test_what_is_no_trace_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_text("{}\n")
    ran = levelpress("replay", "--trace", "run.jsonl", cwd=tmp_path)
    assert ran.code == 3
    assert "line 1" in ran.err
