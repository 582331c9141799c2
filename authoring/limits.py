"""The options that limit work: `--seconds` kills hard, `--states` and `--effort` end a search deterministically."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any

import click

from authoring.option_groups import option_group
from solvers.contract import Limits

__all__ = ["SECONDS", "Budget", "default_jobs", "limit_options"]


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of one level's work, how many levels are worked on at once, and whether the first that fails ends all."""

    limits: Limits
    seconds: float | None
    jobs: int
    fail_fast: bool


class _Seconds(click.FloatRange):
    """A positive number of seconds. `nan` compares with nothing and would never run out, nor would `inf`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value} is no number of seconds", param, ctx)
        return float(seconds)


SECONDS = _Seconds(min=0, min_open=True)


def default_jobs() -> int:
    """As many levels at once as there are cores."""
    return os.cpu_count() or 1


def _budget(seconds: float | None, states: int | None, effort: int | None, jobs: int | None, fail_fast: bool) -> Budget:
    default = Limits()
    held = states or default.states
    limits = Limits(held, effort or default.effort, min(held, default.graph_states))
    return Budget(limits, seconds, jobs or default_jobs(), fail_fast)


#: The options, given to a command as `budget`.
limit_options = option_group(
    "budget",
    _budget,
    click.option("--seconds", type=SECONDS, help="Kill a level's work after so long."),
    click.option("--states", type=click.IntRange(1), help=f"States a search may hold; default {Limits().states}."),
    click.option("--effort", type=click.IntRange(1), help=f"Effort of a solver library; default {Limits().effort}."),
    click.option("--jobs", type=click.IntRange(1), help="Levels worked on at once; default: the cores."),
    click.option("--fail-fast", is_flag=True, help="Stop after the first level that is not solved."),
)
