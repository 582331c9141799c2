"""`levelpress certify`: prove levels and write their certificates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from authoring.completion import levels_argument
from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    home_of,
    level_inputs,
    reading_options,
    workspace_option,
)
from authoring.limits import Budget, limit_options
from authoring.paths import certificate_beside, shown_path
from authoring.readable import readable
from authoring.run_findings import CRASH, UNDECIDED, UNSOLVABLE
from authoring.worker import Crashed, Done, Killed, Result, Task, run_tasks
from catalogue.document import write_bytes
from games.canonical import Json, pretty_bytes
from solvers.plan import ALL

__all__ = ["command"]


@click.command("certify")
@levels_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@limit_options
@reading_options
@workspace_option
@console_options
def command(
    levels: tuple[str, ...],
    as_json: bool,
    budget: Budget,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Prove every LEVEL with all engines, replay the play, try wrong answers, and write the certificate.

    The certificate of a level without a catalogue id is written beside it, as <stem>.certificate.json. An undecided
    level gets none.
    """
    inputs, codes = readable(level_inputs(levels, reading, workspace), console, fail_fast=budget.fail_fast)
    valid = [one for one in inputs if one.record is not None]
    entries = []
    progress = console.bar(len(valid), "certified")
    results = run_tasks([_task(one, budget) for one in valid], budget.jobs, budget.seconds, progress.at)
    try:
        for one in inputs:
            if one.record is None:
                console.findings(one.findings)
                codes.append(ExitCode.FINDINGS)
            else:
                result = next(results)
                progress.end()
                code, entry = _written(one, result, workspace, console)
                codes.append(code)
                entries += [entry] if entry is not None else []
                if entry is not None and not as_json:
                    print_line(f"{one.name}: {_line(result)}{'' if entry['changed'] else ' (unchanged)'}")
            if budget.fail_fast and codes[-1] is not ExitCode.OK:
                break
    finally:
        results.close()
        progress.end()
    if as_json:
        print_document({"format": "levelpress/certified@1", "certificates": entries})
    return worst(codes)


def _task(one: LevelInput, budget: Budget) -> Task:
    assert one.record is not None
    board, goal = one.record.game.print(one.record.level)
    return Task("authoring.tasks:certify_level", (one.record.game.name, board, goal, budget.limits, ALL))


def _written(
    one: LevelInput, result: Result, workspace: str | None, console: Console
) -> tuple[ExitCode, dict[str, Json] | None]:
    """Write what was proven of one level; its exit code and its entry in the document."""
    if isinstance(result, Crashed):
        console.findings([CRASH.at(f"{result.kind}: {result.message}").about(level=one.name)])
        return ExitCode.INTERNAL, None
    if isinstance(result, Killed) or result.value.certificate is None:
        bound = _bound(result)
        console.findings([UNDECIDED.at(f"at least {bound}" if bound is not None else "no bound").about(level=one.name)])
        return ExitCode.UNDECIDED, None
    certificate = result.value.certificate
    path = _path(one, workspace)
    changed = write_bytes(path, pretty_bytes(certificate.to_json()))
    entry = {
        "level": one.name,
        "level_digest": certificate.level_digest,
        "path": shown_path(path),
        "verdict": certificate.verdict,
        "changed": changed,
    }
    if certificate.verdict == "unsolvable":
        console.findings([UNSOLVABLE.at(certificate.explanation or "every search was exhausted").about(level=one.name)])
        return ExitCode.FINDINGS, entry
    return ExitCode.OK, entry


def _bound(result: Any) -> int | None:
    if isinstance(result, Killed):
        return result.last_report[0] if result.last_report else None
    bound: int | None = result.value.outcome.lower_bound
    return bound


def _path(one: LevelInput, workspace: str | None) -> Path:
    """In the workspace's certificates for a catalogue level, beside the level file for any other."""
    assert one.record is not None
    if one.record.id is not None:
        place = home_of(one, workspace)
        if place is not None and (one.path is None or one.path.resolve() == place.level_path(one.record.id).resolve()):
            return place.certificate_path(one.record.id)
    return certificate_beside(one.path, one.name)


def _line(result: Result) -> str:
    assert isinstance(result, Done)
    certificate = result.value.certificate
    if certificate.verdict == "unsolvable":
        return f"unsolvable, {certificate.evidence} evidence"
    return f"{certificate.optimum} {certificate.metric}, {certificate.evidence} evidence"
