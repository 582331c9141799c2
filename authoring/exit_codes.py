"""The one table of exit codes, alike for all commands."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

__all__ = ["ExitCode", "worst"]


class ExitCode(IntEnum):
    """What a command ends with."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    UNREADABLE = 3
    UNDECIDED = 4
    MISSING = 5
    INTERNAL = 6
    INTERRUPTED = 130


#: Of several, the first in this order counts. A usage error ends a command before it has any other.
_ORDER = (
    ExitCode.INTERRUPTED,
    ExitCode.INTERNAL,
    ExitCode.USAGE,
    ExitCode.UNREADABLE,
    ExitCode.MISSING,
    ExitCode.FINDINGS,
    ExitCode.UNDECIDED,
    ExitCode.OK,
)


def worst(codes: Iterable[ExitCode]) -> ExitCode:
    """The code that counts among several; OK where there is none."""
    found = set(codes) | {ExitCode.OK}
    return next(code for code in _ORDER if code in found)
