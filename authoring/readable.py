"""What can be said of level arguments before any level is worked on."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.console import Console
from authoring.exit_codes import ExitCode
from authoring.level_inputs import LevelInput
from authoring.run_findings import NO_LEVELS

__all__ = ["readable"]


def readable(
    inputs: Sequence[LevelInput], console: Console, *, fail_fast: bool = False
) -> tuple[list[LevelInput], list[ExitCode]]:
    """The inputs that are levels, valid or not, and the exit codes of those that are none, which are said here.

    A file that cannot be read costs one line that names it; an argument that no level matches is a finding. With
    `fail_fast` nothing that comes after the first such input is kept.
    """
    kept: list[LevelInput] = []
    codes: list[ExitCode] = []
    for one in inputs:
        if fail_fast and codes:
            break
        if one.unreadable:
            console.say(one.unreadable)
            codes.append(ExitCode.UNREADABLE)
        elif one.nothing:
            console.findings([NO_LEVELS.at(f"no level at {one.name}")])
            codes.append(ExitCode.FINDINGS)
        else:
            kept.append(one)
    return kept, codes
