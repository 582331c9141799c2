"""`levelpress check`: what CI runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click

from authoring.check_run import Checked, Subject, check_duplicates, check_subjects, check_workspace, subjects_of
from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    level_inputs,
    reading_options,
    workspace_of,
    workspace_option,
)
from authoring.limits import default_jobs
from authoring.run_findings import CRASH, NO_LEVELS, UNREADABLE
from catalogue.workspace import NoWorkspace, Workspace
from games.canonical import Json
from games.finding import Finding, worst_first

__all__ = ["command"]


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--jobs", type=click.IntRange(1), default=default_jobs, help="Processes; default: the cores.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@reading_options
@workspace_option
@console_options
def command(
    paths: tuple[str, ...],
    jobs: int,
    as_json: bool,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Check levels, certificates, objectives, lifecycle and duplicates of the workspace, or of each PATH.

    Every certificate's play and wrong answers are replayed by the rules. Nothing is solved again.
    """
    place, inputs = _whole(workspace) if not paths else _given(paths, reading, workspace)
    subjects = subjects_of(inputs, place)
    progress = console.bar(len(subjects), "checked")
    checked = check_subjects(subjects, jobs, progress.at)
    progress.end()
    findings = [finding for one in checked for finding in one.findings]
    findings += check_duplicates(subjects, place)
    if not paths and place is not None:
        findings += check_workspace(place, checked)
    if not inputs:
        findings.append(NO_LEVELS.at("the catalogue has no level"))
    ordered = worst_first(findings)
    summary = _summary(subjects, checked, ordered)
    if as_json:
        rows = [finding.to_json() for finding in ordered]
        print_document({"format": "levelpress/report@1", "summary": summary, "findings": rows})
    for finding in ordered:
        if finding.id == UNREADABLE.id:
            console.say(finding.message)
    console.findings([finding for finding in ordered if finding.id != UNREADABLE.id])
    if not as_json:
        counted = ", ".join(
            f"{number} {name}{'s' if number > 1 else ''}" for name, number in summary["findings"].items() if number
        )
        print_line(
            f"{summary['levels']} levels, {summary['certificates']} certificates, {summary['passed']} passed"
            + (f"; {counted}" if counted else "")
        )
    return _code(ordered)


def _whole(workspace: str | None) -> tuple[Workspace, tuple[LevelInput, ...]]:
    """Every level file of the workspace's catalogue, named by its id where its place is right."""
    place = workspace_of(workspace)
    found = sorted(place.levels.rglob("*.json"))
    paths = [
        str(path) for path in found if not any(part.startswith(".") for part in path.relative_to(place.root).parts)
    ]
    return place, level_inputs(paths, ReadingOptions.native(), workspace)


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


def _summary(subjects: Sequence[Subject], checked: Sequence[Checked], findings: Sequence[Finding]) -> dict[str, Json]:
    failed = {finding.level for finding in findings if finding.severity == "error"}
    levels = [subject.level for subject in subjects if not subject.level.nothing]
    severities = Counter(finding.severity for finding in findings)
    return {
        "levels": len(levels),
        "certificates": sum(one.certified for one in checked),
        "passed": sum(level.name not in failed and not level.unreadable for level in levels),
        "findings": {name: severities[name] for name in ("error", "warning", "note")},
        "undecided": 0,
        "skipped": 0,
    }


def _code(findings: Sequence[Finding]) -> ExitCode:
    codes = []
    for finding in findings:
        if finding.id == UNREADABLE.id:
            codes.append(ExitCode.UNREADABLE)
        elif finding.id == CRASH.id:
            codes.append(ExitCode.INTERNAL)
        elif finding.severity == "error":
            codes.append(ExitCode.FINDINGS)
    return worst(codes)
