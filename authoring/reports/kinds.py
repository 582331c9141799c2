"""The option `--report KIND=FILE` and what writes each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from authoring.readers.contract import BadOption
from authoring.reports.annotations import workflow_commands
from authoring.reports.contract import CheckReport
from authoring.reports.junit import junit
from authoring.reports.sarif import sarif
from authoring.standard_output import named_standard_output
from catalogue.document import write_bytes
from games.canonical import pretty_bytes
from games.shape import nearest

__all__ = ["KINDS", "report_option", "wanted_reports", "write_reports"]


def _json(report: CheckReport) -> bytes:
    return pretty_bytes(dict(report.document))


KINDS: dict[str, Callable[[CheckReport], bytes]] = {
    "junit": junit,
    "annotations": workflow_commands,
    "json": _json,
    "sarif": sarif,
}

#: `--report`, as often as wanted.
report_option = click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="KIND=FILE",
    help=f"Write the findings to FILE too ({', '.join(KINDS)}); `-` is standard output.",
)


def wanted_reports(given: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Kind and file of each report. Raises BadOption before anything is checked."""
    found = []
    for text in given:
        kind, separator, file = text.partition("=")
        if kind not in KINDS:
            raise BadOption(
                "--report", f"--report: no kind {kind!r}{nearest(kind, tuple(KINDS))}; there are {', '.join(KINDS)}"
            )
        if not separator or not file:
            raise BadOption("--report", f"--report: {text!r} names no file; write {kind}=FILE")
        if file != "-" and Path(file).is_dir():
            raise BadOption("--report", f"--report: {file!r} is a folder")
        found.append((kind, file))
    return tuple(found)


def write_reports(wanted: Sequence[tuple[str, str]], report: CheckReport) -> None:
    """Write each report. The same findings, in the order in which they were asked for."""
    for kind, file in wanted:
        data = KINDS[kind](report)
        if file == "-":
            with named_standard_output():
                click.echo(data.decode(), nl=False)
        else:
            write_bytes(Path(file), data)
