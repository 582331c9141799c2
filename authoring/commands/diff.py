"""`levelpress diff`: what changed from one snapshot to another."""

from __future__ import annotations

from dataclasses import replace

import click

from authoring.commands.freeze import change_lines
from authoring.commands.verify import frozen_folder
from authoring.console import print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_option
from snapshots.changes import changes_between
from snapshots.naming import content_in, verified_by_name
from snapshots.opened import NotVerified
from snapshots.verify import Options

__all__ = ["command"]


@click.command("diff")
@click.argument("older", metavar="A")
@click.argument("newer", metavar="B")
@click.option("--root", metavar="DIR", help="The folder of snapshots; default: the workspace's snapshots/frozen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document, the shape of changes.json.")
@workspace_option
def command(older: str, newer: str, root: str | None, as_json: bool, workspace: str | None) -> int:
    """Say what changed from snapshot A to snapshot B: levels, runtime, rules, seeds, and the bump that it demands.

    A and B are pins, or labels, which then mean what lies there now. Both are verified first.
    """
    folder = frozen_folder(root, workspace)
    found = [verified_by_name(name, folder, Options(keep=True)) for name in (older, newer)]
    broken = [one for one in found if not one.ok]
    if broken and as_json:
        faults = [replace(fault, path=f"{one.pin.label}/{fault.path}") for one in broken for fault in one.faults]
        raise NotVerified(", ".join(str(one.pin) for one in broken), tuple(faults))
    for one in broken:
        for fault in one.faults:
            print_line(f"{one.pin.label}: {fault.path}: {fault.id}: {fault.message}")
    if broken:
        return ExitCode.FINDINGS
    changes = changes_between(*(content_in(one) for one in found))
    if as_json:
        print_document(changes)
        return ExitCode.OK
    print_line(f"{found[0].pin.label} -> {found[1].pin.label}")
    for line in change_lines(changes):
        print_line(line)
    return ExitCode.OK
