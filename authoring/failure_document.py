"""The document of a command that failed before it could give its own: `levelpress/failure@1`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from authoring.exit_codes import ExitCode
from games.finding import Finding, worst_first

__all__ = ["FORMAT", "Told", "failure_document", "telling", "wants_document"]

FORMAT = "levelpress/failure@1"


@dataclass(slots=True)
class Told:
    """What one run of a command has told so far; the root context carries it as its object.

    Attributes:
        document: whether a JSON document was begun on standard output; a second one would spoil it.
        messages, findings: what the person was told on standard error.
    """

    document: bool = False
    messages: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def telling() -> Told:
    """What the running command has told; outside any command a fresh one that nobody reads."""
    context = click.get_current_context(silent=True)
    found = None if context is None else context.find_object(Told)
    return Told() if found is None else found


def wants_document(arguments: Sequence[str]) -> bool:
    """Whether a command line gives `--json`. What follows `--` is no option."""
    words = list(arguments)
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def failure_document(code: ExitCode, messages: Iterable[str], findings: Iterable[Finding]) -> dict[str, Any]:
    """The document: the exit code, the lines and the findings that the person was told."""
    return {
        "format": FORMAT,
        "code": int(code),
        "messages": [message for message in messages if message],
        "findings": [finding.to_json() for finding in worst_first(findings)],
    }
