"""Work in processes that can be killed hard.

A task is a module-level function and its arguments; it runs in a child that takes one task after another, and gets a
`report` callback whose last call survives the child's death. A budget in seconds counts from when the child has
imported what the task needs. A child that overruns is killed and replaced.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

from authoring.interruption import uninterrupted

_PR_SET_PDEATHSIG = 1

__all__ = ["Crashed", "Done", "Killed", "Result", "Task", "run_tasks"]


@dataclass(frozen=True, slots=True)
class Task:
    """`module:function` called as `function(*arguments, report)` after `warm(*arguments)` of the same module."""

    function: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """The task's value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Crashed:
    """The task raised, or its process died. `kind` is the exception's class name."""

    kind: str
    message: str
    detail: str


@dataclass(frozen=True, slots=True)
class Killed:
    """The budget ran out; `last_report` are the arguments of the task's last report, or None.

    `seconds` is how long the task itself ran, without process start and imports.
    """

    last_report: tuple[Any, ...] | None
    seconds: float


Result = Done | Crashed | Killed


def run_tasks(
    tasks: Sequence[Task],
    jobs: int,
    budget_seconds: float | None,
    on_done: Callable[[int], None] = lambda count: None,
    on_report: Callable[[int, tuple[Any, ...]], None] = lambda index, seen: None,
    on_result: Callable[[int, Result], None] = lambda index, result: None,
) -> Generator[Result, None, None]:
    """The results in the order of the tasks, whatever `jobs` is. Closing the iterator kills the children.

    The hooks are called in this process in the order in which things happen, which does depend on `jobs`: `on_report`
    with a task's index and the arguments of its report, `on_result` with its index and result, as soon as that is
    there and so perhaps long before its turn, then `on_done` with the number of tasks that have ended. An interrupt
    does not come between the arrival of a result and `on_result`: who keeps results there loses none.
    """
    waiting = list(enumerate(tasks))[::-1]
    ready: dict[int, Result] = {}
    children: list[_Child] = []
    turn = 0
    try:
        for _ in range(min(jobs, len(tasks))):
            child = _Child(budget_seconds)
            children.append(child)
            child.start()
        while turn < len(tasks):
            for child in children:
                if child.task is None and waiting:
                    child.give(*waiting.pop())
            _wait(children)
            with uninterrupted():
                for child in children:
                    index, result = child.task, child.poll(on_report)
                    if index is not None and result is not None:
                        ready[index] = result
                        on_result(index, result)
                        on_done(len(ready) + turn)
            while turn in ready:
                yield ready.pop(turn)
                turn += 1
    finally:
        for child in children:
            child.kill()


def _wait(children: Sequence[_Child]) -> None:
    """Until a child has something to say or overruns, a second at most."""
    busy = [child for child in children if child.task is not None]
    deadline = min((child.deadline for child in busy if child.deadline is not None), default=None)
    pause = 1.0 if deadline is None else max(0.0, min(1.0, deadline - time.monotonic()))
    wait([child.connection for child in busy], timeout=pause)


class _Child:
    """One child process and the task it has."""

    def __init__(self, budget_seconds: float | None) -> None:
        self.budget_seconds = budget_seconds
        self.task: int | None = None
        self.deadline: float | None = None
        self._last_report: tuple[Any, ...] | None = None
        self.process: multiprocessing.process.BaseProcess | None = None

    def start(self) -> None:
        # A fresh interpreter: a fork would copy the parent's threads' locks, which a solver library may hold.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _interrupt_held_back():
            self.process.start()
        theirs.close()

    def give(self, index: int, task: Task) -> None:
        self.task, self.deadline, self._last_report = index, None, None
        self.connection.send(task)

    def poll(self, on_report: Callable[[int, tuple[Any, ...]], None]) -> Result | None:
        """What came of the task, or None while it runs or there is none."""
        if self.task is None:
            return None
        while True:
            try:
                if not self.connection.poll():
                    break
                kind, value = self.connection.recv()
            except (EOFError, OSError):
                code = self._end_code()
                self._restart()
                why = "the solver's process died (out of memory, or killed)"
                return Crashed("ProcessDied", why, f"exit code {code}")
            if kind == "started" and self.budget_seconds is not None:
                self.deadline = time.monotonic() + self.budget_seconds
            elif kind == "report":
                self._last_report = value
                on_report(self.task, value)
            elif kind in ("done", "crashed"):
                self.task = None
                return Done(value) if kind == "done" else Crashed(*value)
        if self.budget_seconds is not None and self.deadline is not None and time.monotonic() >= self.deadline:
            ran = self.budget_seconds + time.monotonic() - self.deadline
            self._restart()
            return Killed(self._last_report, ran)
        return None

    def _restart(self) -> None:
        self.kill()
        self.task = None
        self.start()

    def _end_code(self) -> int | None:
        if self.process is None:
            return None
        self.process.join(1)
        return self.process.exitcode

    def kill(self) -> None:
        if self.process is None:
            return
        if self.process.pid is not None:  # it may not have started
            self.process.kill()
            self.process.join()
        self.connection.close()


@contextmanager
def _interrupt_held_back() -> Iterator[None]:
    """Start a child so that an interrupt of the whole group meanwhile is the parent's alone.

    The child inherits the blocked signal; the parent gets it when it is unblocked again, and no child is left half
    started.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started by the first child otherwise, and in the middle of that it unblocks the signal.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection) -> None:
    """The child: take tasks until the parent is gone. An interrupt is the parent's to handle, by killing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _die_with_parent()
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    while True:
        try:
            task: Task = connection.recv()
        except (EOFError, OSError):
            return
        try:
            module_name, _, name = task.function.partition(":")
            module = importlib.import_module(module_name)
            module.warm(*task.arguments)
            connection.send(("started", None))
            value = getattr(module, name)(*task.arguments, lambda *seen: connection.send(("report", seen)))
            connection.send(("done", value))
        except Exception as error:
            # Everything that a task raises is somebody's to report; the parent turns it into an exit code.
            connection.send(("crashed", (type(error).__name__, str(error), traceback.format_exc())))


def _die_with_parent() -> None:
    """Where the system can do it: a solver library that holds the interpreter lock would keep the thread waiting."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _end_with(parent: int) -> None:
    """A parent that is killed cannot kill its children; they see that they were adopted and end by themselves."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
