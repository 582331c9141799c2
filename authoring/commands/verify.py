"""`levelpress verify`: a frozen snapshot against its pin, offline."""

from __future__ import annotations

from pathlib import Path

import click

from authoring.console import print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_of, workspace_option
from snapshots.pin import parse_pin
from snapshots.verify import verify

__all__ = ["command"]


@click.command("verify")
@click.argument("pin", metavar="PIN")
@click.option("--root", metavar="DIR", help="The folder of snapshots; default: the workspace's snapshots/frozen.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
def command(pin: str, root: str | None, as_json: bool, workspace: str | None) -> int:
    """Prove that the frozen files are exactly what PIN names, lpb-YYYY.MM.P@sha256:<64 hex digits>.

    Every fault is listed. Nothing outside the snapshot is needed.
    """
    parse_pin(pin)
    found = verify(pin, Path(root) if root is not None else workspace_of(workspace).frozen)
    if as_json:
        print_document(found.to_json())
        return ExitCode.OK if found.ok else ExitCode.FINDINGS
    for one in found.faults:
        print_line(f"{one.path}: {one.id}: {one.message}")
    if found.ok:
        levels = len((found.manifest or {}).get("levels", ()))
        print_line(f"{found.pin.label}: verified: {levels} levels, {len(found.files)} files, {found.signature}")
    else:
        print_line(f"{found.pin.label}: NOT what the pin names: {len(found.faults)} faults")
    return ExitCode.OK if found.ok else ExitCode.FINDINGS
