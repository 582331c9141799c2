"""What a person sees: findings, colour, progress. All of it on standard error; results go to standard output."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TextIO

import click

from authoring.failure_document import telling
from authoring.option_groups import option_group
from authoring.standard_output import named_standard_output
from games.finding import Finding, worst_first

__all__ = [
    "Console",
    "Progress",
    "console_options",
    "counted",
    "print_document",
    "print_line",
    "printable",
    "wants_color",
]

_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@dataclass(frozen=True, slots=True)
class Console:
    """How to speak to the person: with colour or without, with which kind of progress."""

    color: bool
    progress: str

    def say(self, text: str) -> None:
        """One line for the person."""
        telling().messages.append(text)
        self._line(text)

    def _line(self, text: str) -> None:
        click.echo(printable(text), err=True)

    def findings(self, findings: Iterable[Finding]) -> None:
        """Each finding in one line and what to do in a second, worst first."""
        ordered = worst_first(findings)
        telling().findings.extend(ordered)
        for finding in ordered:
            where = ":".join(part for part in (finding.file or finding.level, finding.place) if part)
            head = f"{finding.severity}: {finding.id}"
            if self.color:
                head = click.style(head, fg=_COLOURS[finding.severity], bold=True)
            before, after = printable(f"{where}: " if where else ""), printable(f": {finding.message}")
            click.echo(before + head + after, err=True, color=self.color)
            self._line(f"    {finding.fix}")

    def bar(self, total: int, what: str) -> Progress:
        """Progress over `total` items."""
        mode = self.progress
        if mode == "auto":
            mode = "bar" if sys.stderr.isatty() else "lines"
        return Progress(total, what, mode, sys.stderr)


class Progress:
    """A bar on a terminal; elsewhere a plain line per tenth of a long run, or per 30 seconds.

    `live` is whether a person watches a line that is written over.
    """

    def __init__(self, total: int, what: str, mode: str, stream: TextIO) -> None:
        self._total, self._what, self._mode, self._stream = total, what, mode, stream
        self._tenth, self._spoke, self._width = 0, time.monotonic(), 0
        self.live = mode == "bar"

    def at(self, done: int) -> None:
        """So many of the items are done."""
        if self.live and self._total > 1:
            self.draw(done, f"{done}/{self._total} {self._what}", width=30)
        elif self._mode == "lines":
            tenth = 10 * done // max(self._total, 1)
            late = time.monotonic() - self._spoke >= 30
            if late or (self._total >= 10 and tenth > self._tenth):
                self._tenth, self._spoke = tenth, time.monotonic()
                self._stream.write(f"{done}/{self._total} {self._what}\n")
                self._stream.flush()

    def draw(self, done: int, words: str, *, width: int) -> None:
        """Write the terminal's line over: a bar of that width for so many items done, and words."""
        filled = width * done // self._total
        # A line that wraps could not be written over, and a shorter one must leave nothing of a longer one.
        line = f"[{'#' * filled}{' ' * (width - filled)}] {words}"[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"\r{line}{' ' * (self._width - len(line))}")
        self._stream.flush()
        self._width = len(line)

    def end(self) -> None:
        """Leave the terminal's line clean."""
        if self._width:
            self._stream.write("\r\033[K" if self._stream.isatty() else "\n")
            self._stream.flush()
            self._width = 0


def printable(text: str) -> str:
    """One line with its control characters written out: a name or title must not speak to the terminal."""
    return "".join(
        one if one >= " " and not "\x7f" <= one <= "\x9f" else one.encode("unicode_escape").decode("ascii")
        for one in text
    )


def counted(number: int, noun: str) -> str:
    """A number and its noun: `1 level`, `2 levels`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def print_line(text: str) -> None:
    """A line of results on standard output."""
    with named_standard_output():
        click.echo(printable(text))


def wants_color(choice: str) -> bool:
    """The option first, then NO_COLOR, FORCE_COLOR, TERM=dumb, and whether a person is looking."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and sys.stderr.isatty()


#: The options `--color` and `--progress`, given to a command as `console`.
console_options = option_group(
    "console",
    lambda color, progress: Console(wants_color(color), progress),
    click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour on stderr."),
    click.option(
        "--progress", type=click.Choice(["auto", "bar", "lines", "none"]), default="auto", help="Kind of progress."
    ),
)


def print_document(document: Mapping[str, Any], *, one_line: bool = False) -> None:
    """A JSON document on standard output, keys sorted."""
    indent = None if one_line else 2
    text = json.dumps(document, indent=indent, sort_keys=True, ensure_ascii=False)
    # Noted before it is written: half a document must not be followed by another either.
    telling().document = True
    with named_standard_output():
        click.echo(text)
