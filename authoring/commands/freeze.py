"""`levelpress freeze`: the released levels become a snapshot."""

from __future__ import annotations

from pathlib import Path

import click

from authoring.console import print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_of, workspace_option
from authoring.paths import shown_path
from snapshots.freeze import freeze
from snapshots.identity import read_identity

__all__ = ["command"]


@click.command("freeze")
@click.argument("label", metavar="LABEL")
@click.option("--released-on", required=True, metavar="DATE", help="The day of the release, YYYY-MM-DD.")
@click.option("--runtime", metavar="DIR", help="A static game build to freeze with the levels.")
@click.option("--non-official", is_flag=True, help="Allow unknown or uncommitted sources; the snapshot says so.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
def command(
    label: str, released_on: str, runtime: str | None, non_official: bool, as_json: bool, workspace: str | None
) -> int:
    """Freeze the levels that the workspace's objectives list as the snapshot LABEL, lpb-YYYY.MM.P.

    Everything that stands against it is said at once, and then nothing is written. The printed pin names the
    snapshot for ever.
    """
    place = workspace_of(workspace)
    frozen = freeze(
        place,
        label,
        released_on,
        identity=read_identity(place, label),
        runtime=Path(runtime) if runtime is not None else None,
        non_official=non_official,
    )
    if as_json:
        print_document(frozen.to_json() | {"path": shown_path(frozen.path)})
    else:
        state = "frozen" if frozen.created else "was frozen already, the same to the byte"
        kind = "" if frozen.official else ", not official"
        print_line(f"{shown_path(frozen.path)}: {frozen.levels} levels {state}{kind}")
        print_line(frozen.pin)
    return ExitCode.OK
