"""Typed errors that end a command: the exit code and the one line that each of them means."""

from __future__ import annotations

from authoring.exit_codes import ExitCode
from authoring.readers.contract import BadOption
from authoring.readers.contract import Unreadable as NoReading
from catalogue.document import Unreadable
from catalogue.transitions import Refused
from catalogue.workspace import NoWorkspace
from games.contract import InvalidLevel, MalformedState
from snapshots.freeze import FreezeRefused, MalformedRequest
from snapshots.opened import NotVerified
from snapshots.pin import MalformedPin
from snapshots.signature import BadKey
from snapshots.trace import MalformedTrace
from snapshots.views import NoView
from validators.distance import Undecided
from validators.outcome import EnginesDisagree

__all__ = ["failure_of"]


def failure_of(error: Exception) -> tuple[ExitCode, str] | None:
    """The exit code and the line for an error that levelpress expects; None for one that it does not.

    An error that carries findings has no line: its findings say everything.
    """
    if isinstance(error, BadOption | NoWorkspace | MalformedRequest | NoView):
        return ExitCode.USAGE, str(error)
    if isinstance(error, Unreadable | NoReading | MalformedPin | MalformedTrace | BadKey):
        return ExitCode.UNREADABLE, str(error)
    if isinstance(error, MalformedState):
        return ExitCode.UNREADABLE, f"the state is malformed: {error}"
    if isinstance(error, InvalidLevel | Refused | FreezeRefused | NotVerified):
        return ExitCode.FINDINGS, ""
    if isinstance(error, Undecided):
        return ExitCode.UNDECIDED, str(error)
    if isinstance(error, ModuleNotFoundError):
        return ExitCode.MISSING, f"this needs the package {error.name}, which is not installed"
    if isinstance(error, OSError):
        reason = (error.strerror or str(error) or type(error).__name__).lower()
        # Whoever writes names what it writes to; to guess a name here would send a person to the wrong place.
        where = error.filename if error.filename is not None else "the machine refused"
        return ExitCode.UNREADABLE, f"{where}: {reason}"
    if isinstance(error, EnginesDisagree):
        return ExitCode.INTERNAL, f"engines disagree: {error}"
    return None
