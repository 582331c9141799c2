"""`levelpress check`: what CI runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from authoring.check_cache import read_cache
from authoring.check_duplicates import check_duplicates
from authoring.check_recertify import Recertified, recertify
from authoring.check_run import Checked, check_subjects, subjects_of
from authoring.check_since import passed_over_since
from authoring.check_workspace import check_workspace
from authoring.console import Console, console_options, counted, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    catalogue_inputs,
    level_inputs,
    reading_options,
    workspace_of,
    workspace_option,
)
from authoring.limits import SECONDS, default_jobs
from authoring.reports.contract import CheckReport, ReportedLevel
from authoring.reports.kinds import report_option, wanted_reports, write_reports
from authoring.run_findings import CRASH, NO_LEVELS, UNDECIDED, UNREADABLE
from catalogue.document import Unreadable
from catalogue.workspace import NoWorkspace, Workspace
from games.canonical import Json
from games.contract import InvalidLevel
from games.finding import Finding, worst_first

__all__ = ["command"]

NOTHING = Recertified((), 0, 0)


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--since", metavar="REV", help="Only levels that a git revision or range A..B touches; the rest is skipped."
)
@click.option("--recertify", "again", is_flag=True, help="Prove every level again, and walk its states by the rules.")
@click.option("--seconds", type=SECONDS, help="With --recertify: kill a level's work after so long.")
@click.option(
    "--cache", type=click.Path(file_okay=False), metavar="DIR", help="Keep there what need not be done again."
)
@click.option("--jobs", type=click.IntRange(1), default=default_jobs, help="Processes; default: the cores.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@report_option
@reading_options
@workspace_option
@console_options
def command(
    paths: tuple[str, ...],
    since: str | None,
    again: bool,
    seconds: float | None,
    cache: str | None,
    jobs: int,
    as_json: bool,
    reports: tuple[str, ...],
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Check levels, certificates, objectives, lifecycle and duplicates of the workspace, or of each PATH.

    Every certificate's play and wrong answers are replayed by the rules, and each level's `why` is measured again.
    Nothing is proven again without --recertify.
    """
    wanted = wanted_reports(reports)
    if since is not None and paths:
        raise click.UsageError("--since speaks of the whole workspace; leave the paths out")
    if seconds is not None and not again:
        raise click.UsageError("--seconds limits --recertify; without it nothing is proven")
    place, inputs = _whole(workspace) if not paths else _given(paths, reading, workspace)
    subjects = subjects_of(inputs, place, _whys(place))
    skip = passed_over_since(subjects, place, since) if since is not None and place is not None else frozenset()
    kept = read_cache(Path(cache)) if cache is not None else None
    progress = console.bar(len(subjects) - len(skip), "checked")
    checked = check_subjects(subjects, jobs, progress.at, kept, skip)
    progress.end()
    findings = [finding for one in checked for finding in one.findings]
    done = [one for one in checked if one.subject.level.name not in skip]
    proven = _recertified(done, jobs, seconds, console) if again else NOTHING
    findings += proven.findings
    findings += check_duplicates(checked, place)
    if not paths and place is not None:
        findings += check_workspace(place, checked)
    if not inputs:
        findings.append(NO_LEVELS.at("the catalogue has no level"))
    ordered = worst_first(findings)
    code = _code(ordered)
    summary = _summary(done, ordered, proven, len(skip))
    # A run that left something out must not speak for one that would not have.
    if kept is not None and cache is not None and not skip and code in (ExitCode.OK, ExitCode.FINDINGS):
        kept.write(Path(cache))
    document = {
        "format": "levelpress/report@1",
        "summary": summary,
        "findings": [finding.to_json() for finding in ordered],
    }
    _say(document, ordered, summary, as_json, console)
    named = tuple(ReportedLevel(one.subject.level.name, one.subject.level.game) for one in done)
    write_reports(wanted, CheckReport(ordered, named, document))
    return code


def _say(
    document: dict[str, Json], findings: Sequence[Finding], summary: dict[str, Json], as_json: bool, console: Console
) -> None:
    if as_json:
        print_document(document)
    for finding in findings:
        if finding.id == UNREADABLE.id:
            console.say(finding.message)
    console.findings([finding for finding in findings if finding.id != UNREADABLE.id])
    if not as_json:
        found = ", ".join(counted(number, name) for name, number in summary["findings"].items() if number)
        left = ", ".join(f"{summary[name]} {name}" for name in ("undecided", "skipped") if summary[name])
        print_line(
            f"{counted(summary['levels'], 'level')}, {counted(summary['certificates'], 'certificate')}"
            f", {summary['passed']} passed" + (f", {left}" if left else "") + (f"; {found}" if found else "")
        )


def _recertified(checked: Sequence[Checked], jobs: int, seconds: float | None, console: Console) -> Recertified:
    progress = console.bar(len(checked), "proven again")
    try:
        return recertify(checked, jobs, seconds, progress.at)
    finally:
        progress.end()


def _whys(place: Workspace | None) -> dict[str, str | None]:
    try:
        levels = place.read_lifecycle().levels if place is not None else {}
    except (InvalidLevel, Unreadable):
        return {}  # a finding of its own when the workspace is checked
    return {level_id: standing.why for level_id, standing in levels.items()}


def _whole(workspace: str | None) -> tuple[Workspace, tuple[LevelInput, ...]]:
    """Every level file of the workspace's catalogue, named by its id where its place is right."""
    place = workspace_of(workspace)
    return place, catalogue_inputs(place)


def _given(
    paths: Sequence[str], reading: ReadingOptions, workspace: str | None
) -> tuple[Workspace | None, tuple[LevelInput, ...]]:
    try:
        place = workspace_of(workspace or _near(paths))
    except NoWorkspace:
        place = None
    return place, level_inputs(paths, reading, workspace)


def _near(paths: Sequence[str]) -> str | None:
    """A path may lie in another workspace than the current folder does."""
    first = Path(paths[0])
    return str(first if first.is_dir() else first.parent) if first.exists() else None


def _summary(
    checked: Sequence[Checked], findings: Sequence[Finding], proven: Recertified, skipped: int
) -> dict[str, Json]:
    failed = {finding.level for finding in findings if finding.severity == "error" or finding.id == UNDECIDED.id}
    levels = [one.subject.level for one in checked if not one.subject.level.nothing]
    severities = Counter(finding.severity for finding in findings)
    return {
        "levels": len(levels),
        "certificates": sum(one.certificate is not None for one in checked),
        "passed": sum(level.name not in failed and not level.unreadable for level in levels),
        "findings": {name: severities[name] for name in ("error", "warning", "note")},
        "undecided": proven.undecided,
        "skipped": skipped + proven.skipped,
    }


def _code(findings: Sequence[Finding]) -> ExitCode:
    codes = []
    for finding in findings:
        if finding.id == UNREADABLE.id:
            codes.append(ExitCode.UNREADABLE)
        elif finding.id == CRASH.id:
            codes.append(ExitCode.INTERNAL)
        elif finding.id == UNDECIDED.id:
            codes.append(ExitCode.UNDECIDED)
        elif finding.severity == "error":
            codes.append(ExitCode.FINDINGS)
    return worst(codes)
