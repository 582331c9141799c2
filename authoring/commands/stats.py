"""`levelpress stats`: the catalogue per objective."""

from __future__ import annotations

from collections import Counter

import click

from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.folder_files import faults_below
from authoring.level_inputs import workspace_of, workspace_option
from catalogue.objectives import Objective
from catalogue.workspace import Workspace
from games.canonical import Json

__all__ = ["command"]


@click.command("stats")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
@console_options
def command(as_json: bool, workspace: str | None, console: Console) -> int:
    """Count the catalogue per objective: levels, optima, their total, evidence."""
    place = workspace_of(workspace)
    rows = [_row(place, objective) for objective in place.read_objectives().objectives]
    if as_json:
        print_document({"format": "levelpress/stats@1", "objectives": rows})
    for row in [] if as_json else rows:
        evidence = ", ".join(f"{number} {name}" for name, number in row["evidence"].items())
        optima = " ".join("?" if one is None else str(one) for one in row["optima"])
        print_line(
            f"{row['id']:24} {len(row['levels'])}/{row['count']} levels, total {row['total']}: {optima} ({evidence})"
        )
        for level_id in row["undecided"]:
            print_line(f"    {level_id}: no certificate that can be read, so no proven optimum")
    unread = list(faults_below(place.levels, place.certificates))
    for line in unread:
        console.say(line)
    return ExitCode.UNREADABLE if unread else ExitCode.OK


def _row(place: Workspace, objective: Objective) -> dict[str, Json]:
    found = {level_id: place.certificate(level_id) for level_id in objective.levels}
    optima = [one.optimum if one is not None else None for one in found.values()]
    return {
        "id": objective.id,
        "count": objective.count,
        "levels": list(objective.levels),
        "optima": optima,
        "total": sum(optimum for optimum in optima if optimum is not None),
        "evidence": dict(sorted(Counter(one.evidence for one in found.values() if one is not None).items())),
        "undecided": [level_id for level_id, one in found.items() if one is None or one.optimum is None],
    }
