"""`levelpress explain`: what a finding means, why it matters, how to mend it."""

from __future__ import annotations

import click

from authoring.console import print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.finding_table import finding_kinds
from authoring.readers.contract import BadOption
from games.shape import nearest

__all__ = ["command"]


@click.command("explain")
@click.argument("finding_id", required=False, metavar="ID")
@click.option("--list", "as_list", is_flag=True, help="Every finding id.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
def command(finding_id: str | None, as_list: bool, as_json: bool) -> int:
    """Say what the finding ID means and how to mend it; or list all with --list."""
    kinds = finding_kinds()
    if not as_list and finding_id is None:
        raise click.UsageError("give a finding ID, or --list")
    if finding_id is not None and finding_id not in kinds:
        raise BadOption("ID", f"no finding {finding_id!r}{nearest(finding_id, tuple(kinds))}; see explain --list")
    chosen = list(kinds.values()) if finding_id is None else [kinds[finding_id]]
    if as_json:
        rows = [{"id": one.id, "severity": one.severity, "meaning": one.meaning, "fix": one.fix} for one in chosen]
        print_document({"format": "levelpress/findings@1", "findings": rows})
    elif finding_id is None:
        for one in chosen:
            print_line(f"{one.id:36} {one.severity:8} {one.meaning}")
    else:
        print_line(f"{chosen[0].id} ({chosen[0].severity})")
        print_line(f"  {chosen[0].meaning}")
        print_line(f"  To mend it: {chosen[0].fix}")
    return ExitCode.OK
