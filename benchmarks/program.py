"""The program as a whole process: what `--help` costs beside a bare interpreter."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

__all__ = ["times"]

RUNS = 15


def times(shared: Path) -> Iterator[str]:
    """Wall milliseconds, the median of several runs, each pair run in turn."""
    bare = [sys.executable, "-c", "pass"]
    click = [sys.executable, "-c", "import click"]
    helped = [sys.executable, "-m", "levelpress", "--help"]
    measured: dict[str, list[float]] = {"bare": [], "click": [], "help": []}
    for _ in range(RUNS):
        for name, command in (("bare", bare), ("click", click), ("help", helped)):
            measured[name].append(_milliseconds(command))
    median = {name: statistics.median(values) for name, values in measured.items()}
    yield f"Wall milliseconds of a whole process, the median of {RUNS} runs in turn."
    yield ""
    yield "| Process | Milliseconds | Beside a bare interpreter |"
    yield "| --- | --- | --- |"
    for name, text in (("bare", "a bare interpreter"), ("click", "with click"), ("help", "`levelpress --help`")):
        yield f"| {text} | {median[name]:.0f} | {median[name] / median['bare']:.1f} |"


def _milliseconds(command: Sequence[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return 1000 * (time.perf_counter() - began)
