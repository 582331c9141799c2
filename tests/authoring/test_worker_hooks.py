"""What a caller of `run_tasks` is told while it runs: reports and results as they come, whoever's turn it is."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest

from authoring.worker import Crashed, Done, Result, Task, run_tasks

AFTER = "tests.authoring.waiting:after"


def test_a_result_is_told_before_its_turn_and_given_in_its_turn(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    told: list[tuple[int, Result]] = []

    def result(index: int, one: Result) -> None:
        told.append((index, one))
        gate.touch()  # the first task waits until the second is told of

    tasks = [Task(AFTER, (gate, "slow")), Task(AFTER, (None, "quick"))]
    assert list(run_tasks(tasks, 2, None, on_result=result)) == [Done("slow"), Done("quick")]
    assert told == [(1, Done("quick")), (0, Done("slow"))]


def test_reports_are_told_with_their_task_in_the_order_in_which_it_made_them() -> None:
    told: list[Any] = []
    tasks = [Task(AFTER, (None, name)) for name in ("a", "b")]
    list(
        run_tasks(
            tasks,
            1,
            None,
            lambda count: told.append(("done", count)),
            lambda index, seen: told.append((index, *seen)),
            lambda index, result: told.append((index, result)),
        )
    )
    assert told == [
        *((0, "a", 1), (0, "a", 2), (0, Done("a")), ("done", 1)),
        *((1, "b", 1), (1, "b", 2), (1, Done("b")), ("done", 2)),
    ]


def test_a_crash_is_told_like_any_other_result() -> None:
    told: list[Result] = []
    given = list(
        run_tasks([Task("tests.authoring.dying:die", (7,))], 1, None, on_result=lambda _, one: told.append(one))
    )
    assert isinstance(given[0], Crashed)
    assert told == given


def test_a_hook_that_fails_is_no_crash_of_the_task() -> None:
    """Such as a progress line whose reader has gone away; it must not be taken for a process that died."""

    def gone(index: int, seen: tuple[Any, ...]) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        list(run_tasks([Task(AFTER, (None, "a"))], 1, None, on_report=gone))


def test_an_interrupt_while_a_result_is_told_comes_after_it(tmp_path: Path) -> None:
    told: list[int] = []

    def result(index: int, one: Result) -> None:
        signal.raise_signal(signal.SIGINT)
        told.append(index)

    tasks = [Task(AFTER, (tmp_path / "never", "slow")), Task(AFTER, (None, "quick"))]
    with pytest.raises(KeyboardInterrupt):
        list(run_tasks(tasks, 2, None, on_result=result))
    assert told == [1]
