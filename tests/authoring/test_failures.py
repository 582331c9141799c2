"""What is not the level's fault: crashes, engines that disagree, interrupts, budgets, places that cannot be written."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from authoring.worker import Crashed, Done, Killed, Result, Task, run_tasks
from levelpress.__main__ import main
from tests.authoring.command_line import in_place, levelpress
from validators.outcome import EnginesDisagree

OUTCOMES = "levelpress/outcomes@1"
UNDECIDED = ("one-way.json", "--engine", "painted-search", "--states", "1")


def crashed(tasks: Sequence[Task], jobs: int, budget: float | None, on_done: Callable[[int], None]) -> Iterator[Result]:
    """Every task's process dies."""
    yield from [Crashed("ProcessDied", "the solver's process died", "exit code -9")] * len(tasks)


def interrupted(tasks: Sequence[Task], *_: Any) -> Iterator[Result]:
    """The person ends the run while the first task works."""
    yield from in_place(tasks[:1], 1, None)
    raise KeyboardInterrupt


@pytest.mark.parametrize("command", ["solve", "certify", "dead-ends"])
def test_a_crash_is_6_and_beats_an_unreadable_input(command: str, shelf: Path) -> None:
    def with_on_done(tasks: Sequence[Task], jobs: int, budget: float | None, on_done: Any = None) -> Iterator[Result]:
        yield from crashed(tasks, jobs, budget, on_done)

    ran = levelpress(command, "none.json", "two-starts.json", "ring.json", cwd=shelf, tasks=with_on_done)
    assert ran.code == 6
    assert "run/crash" in ran.err
    assert "none.json" in ran.err


def test_engines_that_disagree_are_a_crash_of_that_level_alone(shelf: Path) -> None:
    with mock.patch("authoring.tasks.outcome_of", side_effect=EnginesDisagree("one calls it solvable")):
        ran = levelpress("solve", "ring.json", "two-starts.json", "--json", cwd=shelf)
    assert ran.code == 6
    first, second = ran.document(OUTCOMES)["outcomes"]
    assert (first["status"], second["status"]) == ("crash", "invalid")
    assert (first["optimum"], first["moves"], first["optimal"]) == (None, None, False)
    assert [one["id"] for one in first["findings"]] == ["run/crash"]


@pytest.mark.parametrize("files", [("ring.json",), ("ring.json", "one-way.json")])
def test_an_exception_inside_a_check_is_6_never_a_pass(files: tuple[str, ...], shelf: Path) -> None:
    with mock.patch("authoring.check_run.check_certificate", side_effect=RuntimeError("a fault of ours")):
        ran = levelpress("check", *files, "--jobs", "1", cwd=shelf)
    assert ran.code == 6
    assert "Traceback" not in ran.err


def test_a_package_that_is_missing_is_5_and_named(shelf: Path) -> None:
    missing = ModuleNotFoundError("No module named 'PIL'", name="PIL")
    with mock.patch("authoring.commands.show.level_inputs", side_effect=missing):
        ran = levelpress("show", "ring.json", cwd=shelf)
    assert (ran.code, "PIL" in ran.err) == (5, True)


@pytest.mark.parametrize("command", ["solve", "certify", "dead-ends"])
def test_an_interrupt_is_130_and_one_plain_line(command: str, shelf: Path) -> None:
    ran = levelpress(command, "two-starts.json", "ring.json", cwd=shelf, tasks=lambda *_, **__: interrupted(()))
    assert ran.code == 130
    assert "Traceback" not in ran.err
    assert "interrupted" in ran.err.splitlines()[-1]


def test_undecided_says_the_bounds_reached_and_is_neither_a_failure_nor_a_pass(shelf: Path) -> None:
    ran = levelpress("solve", *UNDECIDED, "--json", cwd=shelf)
    (entry,) = ran.document(OUTCOMES)["outcomes"]
    assert (ran.code, entry["status"], entry["optimal"], entry["optimum"]) == (4, "undecided", False, None)
    assert 0 < entry["lower_bound"] <= 8
    assert str(entry["lower_bound"]) in ran.err
    assert set(entry["properties"]) == {"dead_end_free"}
    assert set(entry["reasons"]) == {name for name, value in entry["properties"].items() if value is None}


def test_a_budget_in_seconds_leaves_the_level_undecided(shelf: Path) -> None:
    ran = levelpress("solve", "one-way.json", "--seconds", "0.0001", "--json", cwd=shelf, tasks=None)
    (entry,) = ran.document(OUTCOMES)["outcomes"]
    assert (ran.code, entry["status"], entry["optimum"], entry["optimal"]) == (4, "undecided", None, False)
    assert set(entry["properties"]) == {"dead_end_free"}
    assert set(entry["reasons"]) == {name for name, value in entry["properties"].items() if value is None}


def test_what_a_killed_run_had_reached_is_said_and_only_its_own_time_counts(shelf: Path) -> None:
    def killed(tasks: Sequence[Task], *_: Any) -> Iterator[Result]:
        time.sleep(0.2)  # as long as a process takes to start
        yield Killed((3, ("R", "U")), 0.125)

    ran = levelpress("solve", "one-way.json", "--seconds", "0.1", "--json", cwd=shelf, tasks=killed)
    (entry,) = ran.document(OUTCOMES)["outcomes"]
    assert (entry["status"], entry["lower_bound"], entry["seconds"]) == ("undecided", 3, 0.125)
    assert (entry["moves"], entry["optimum"]) == (None, None), "a play that the rules refuse is no upper bound"
    assert "at least 3 slides" in ran.err


def test_certify_within_no_time_writes_nothing(shelf: Path, tmp_path: Path) -> None:
    level = tmp_path / "level.json"
    level.write_bytes((shelf / "one-way.json").read_bytes())
    ran = levelpress("certify", level, "--seconds", "0.0001", "--json", tasks=None)
    assert ran.code == 4
    assert ran.document("levelpress/certified@1")["certificates"] == []
    assert [path.name for path in tmp_path.iterdir()] == ["level.json"]


def test_a_certificate_that_cannot_be_written_is_no_internal_error(shelf: Path, tmp_path: Path) -> None:
    level = tmp_path / "level.json"
    level.write_bytes((shelf / "ring.json").read_bytes())
    (tmp_path / "level.certificate.json").mkdir()
    ran = levelpress("certify", level)
    assert ran.code == 3
    assert "level.certificate.json" in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["level.certificate.json", "level.json"]


def test_the_stream_of_plays_survives_bad_lines(shelf: Path) -> None:
    lines = [
        {"level": "ring.json", "moves": "D;R;U;L"},
        {"level": "ring.json", "moves": [1]},
        {"level": "ring.json", "moves": 5},
        {"level": 7, "moves": "R"},
        {"level": "nothing", "moves": "R"},
        {"level": "none.json", "moves": "R"},
        {"moves": "R"},
        ["ring.json", "R"],
        {"level": "ring.json", "moves": ["D", "R", "U", "L"]},
    ]
    text = "\n".join(["no JSON", *map(json.dumps, lines)])
    ran = levelpress("replay", "--jsonl", "-", cwd=shelf, stdin=text.encode())
    assert ran.code == 3
    judged = ran.lines("levelpress/replay@1")
    assert [one["won"] for one in judged] == [True, True]
    assert judged[0] == judged[1]


def test_a_certificate_of_standard_input_is_found_again(shelf: Path, tmp_path: Path) -> None:
    data = (shelf / "ring.json").read_bytes()
    assert levelpress("certify", "-", cwd=tmp_path, stdin=data).code == 0
    report = levelpress("check", "-", "--json", cwd=tmp_path, stdin=data).document("levelpress/report@1")
    assert (report["summary"]["certificates"], report["findings"]) == (1, [])


def test_a_process_that_dies_is_a_crash_that_says_how(shelf: Path) -> None:
    """The exit code is the dead process' own, not that of the one that takes its place."""
    tasks = [Task("tests.authoring.dying:die", (7,)), Task("tests.authoring.dying:live", (1,))]
    died, lived = run_tasks(tasks, 1, None)
    assert isinstance(died, Crashed)
    assert "exit code 7" in died.detail
    assert lived == Done("alive")


def test_an_interrupt_while_the_program_loads_is_130_too(capsys: pytest.CaptureFixture[str]) -> None:
    with (
        mock.patch("levelpress.__main__.shadowed", side_effect=KeyboardInterrupt),
        mock.patch("sys.path", list(sys.path)),
        pytest.raises((SystemExit, KeyboardInterrupt)) as ended,
    ):
        main()
    assert isinstance(ended.value, SystemExit)
    assert ended.value.code == 130
    assert capsys.readouterr().err.strip() == "levelpress: interrupted; nothing is half-written"
