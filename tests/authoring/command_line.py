"""The program run inside the test's own process, with its streams caught as bytes.

A real solver process takes half a second to start, so by default the work of `run_tasks` is done in place; the tests
that are about processes ask for the real ones.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from authoring.program import run
from authoring.worker import Crashed, Done, Result, Task
from catalogue.document import document_faults

__all__ = ["Ran", "in_place", "levelpress"]

#: The modules that call `run_tasks`.
CALLERS = (
    "authoring.commands.solve",
    "authoring.commands.certify",
    "authoring.commands.dead_ends",
    "authoring.commands.checkpoints",
    "authoring.commands.dedupe",
    "authoring.check_run",
)
#: What the person's own environment may hold and a test must not see.
FOREIGN = ("NO_COLOR", "FORCE_COLOR", "TERM", "LEVELPRESS_WORKSPACE", "LEVELPRESS_DEBUG")


@dataclass(frozen=True, slots=True)
class Ran:
    """What one command line came to."""

    code: int
    out: str
    err: str

    def document(self, wanted: str) -> Any:
        """Standard output as one document of that format, without a fault against its schema."""
        value = json.loads(self.out)
        assert [fault.message for fault in document_faults(value, wanted)] == []
        return value

    def lines(self, wanted: str) -> list[Any]:
        """Standard output as one document a line."""
        values = [json.loads(line) for line in self.out.splitlines()]
        for value in values:
            assert [fault.message for fault in document_faults(value, wanted)] == []
        return values


def in_place(
    tasks: Sequence[Task], jobs: int, budget_seconds: float | None, on_done: Callable[[int], None] = lambda count: None
) -> Iterator[Result]:
    """`run_tasks` without processes."""
    for number, task in enumerate(tasks, 1):
        module, _, name = task.function.partition(":")
        try:
            result: Result = Done(getattr(importlib.import_module(module), name)(*task.arguments, lambda *seen: None))
        except Exception as error:
            result = Crashed(type(error).__name__, str(error), traceback.format_exc())
        on_done(number)
        yield result


def levelpress(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
    tasks: Callable[..., Any] | None = in_place,
) -> Ran:
    """Run one command line. `tasks` stands in for `run_tasks`; None leaves the real processes."""
    out, err = io.BytesIO(), io.BytesIO()
    own = {name: value for name, value in os.environ.items() if name not in FOREIGN} | dict(environment or {})
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ, own, clear=True))
        if cwd is not None:
            stack.enter_context(contextlib.chdir(cwd))
        for module in CALLERS if tasks is not None else ():
            stack.enter_context(mock.patch(f"{module}.run_tasks", tasks))
        stack.enter_context(mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")))
        stack.enter_context(mock.patch.object(sys, "stdout", io.TextIOWrapper(out, encoding="ascii")))
        stack.enter_context(mock.patch.object(sys, "stderr", io.TextIOWrapper(err, encoding="ascii")))
        code = run([os.fspath(argument) for argument in arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        texts = out.getvalue().decode(), err.getvalue().decode()
    return Ran(code, *texts)
