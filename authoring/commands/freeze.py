"""`levelpress freeze`: the released levels become a snapshot."""

from __future__ import annotations

import re
from pathlib import Path

import click

from authoring.console import print_document, print_line
from authoring.exit_codes import ExitCode
from authoring.level_inputs import workspace_of, workspace_option
from authoring.option_groups import option_group
from authoring.paths import shown_path
from games.canonical import Json
from snapshots.environment import DEFAULT, Browser, Environment, ratio_of
from snapshots.freeze import Frozen, freeze
from snapshots.identity import read_identity
from snapshots.parentage import Wanted
from snapshots.plan import Planned, Request, plan

__all__ = ["change_lines", "command"]


def _environment(
    browser: str | None,
    browser_flags: tuple[str, ...],
    viewport: str,
    scale_factor: str,
    locale: str,
    time_zone: str,
) -> Environment:
    """The environment that the options state; what is not of its form in itself, freeze finds."""
    if browser is None and browser_flags:
        raise click.UsageError("--browser-flag takes --browser")
    size = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", viewport)
    if size is None:
        raise click.BadParameter(f"{viewport!r} is no WIDTHxHEIGHT", param_hint="--viewport")
    scale = ratio_of(scale_factor)
    if scale is None:
        raise click.BadParameter(f"{scale_factor!r} is no ratio such as 2 or 3/2", param_hint="--scale-factor")
    product, _, version = (browser or "").rpartition(" ")
    shown_by = None if browser is None else Browser(product, version, browser_flags)
    return Environment(shown_by, (int(size[1]), int(size[2])), scale, locale, time_zone)


#: What the game build must be shown with, given to the command as `environment`.
environment_options = option_group(
    "environment",
    _environment,
    click.option("--browser", metavar='"PRODUCT VERSION"', help="The browser that must show the build."),
    click.option("--browser-flag", "browser_flags", multiple=True, metavar="FLAG", help="Its flag; repeatable."),
    click.option("--viewport", default="1280x900", metavar="WxH", help="CSS pixels; default: 1280x900."),
    click.option("--scale-factor", default="1", metavar="N[/M]", help="Device pixels for a CSS pixel; default: 1."),
    click.option("--locale", default="en-US", metavar="TAG", help="A BCP 47 tag; default: en-US."),
    click.option("--time-zone", default="UTC", metavar="ZONE", help="A name of the IANA database; default: UTC."),
)


@click.command("freeze")
@click.argument("label", metavar="LABEL")
@click.option("--released-on", required=True, metavar="DATE", help="The day of the release, YYYY-MM-DD.")
@click.option("--runtime", metavar="DIR", help="A static game build to freeze with the levels.")
@environment_options
@click.option("--parent", metavar="PIN|none", help="The snapshot before; default: the last one.")
@click.option("--comparability", type=click.IntRange(1), metavar="N", help="Raise N to this; a smaller one is refused.")
@click.option("--interface", type=click.IntRange(1), metavar="X", help="Raise X to this; a smaller one is refused.")
@click.option("--non-official", is_flag=True, help="Allow unknown or uncommitted sources; the snapshot says so.")
@click.option("--dry-run", is_flag=True, help="Say what would be frozen and what changes; write nothing.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
def command(
    label: str,
    released_on: str,
    runtime: str | None,
    environment: Environment,
    parent: str | None,
    comparability: int | None,
    interface: int | None,
    non_official: bool,
    dry_run: bool,
    as_json: bool,
    workspace: str | None,
) -> int:
    """Freeze the levels that the workspace's objectives list as the snapshot LABEL, lpb-YYYY.MM.P.

    Everything that stands against it is said at once, and then nothing is written. The printed pin names the
    snapshot for ever.
    """
    place = workspace_of(workspace)
    build = Path(runtime) if runtime is not None else None
    if build is None and environment != DEFAULT:
        raise click.UsageError("what a game build must be shown with takes --runtime")
    identity, wanted = read_identity(place, label), Wanted(parent, comparability, interface)
    if dry_run:
        request = Request(label, released_on, identity, build, non_official, wanted, environment=environment)
        planned = plan(place, request)
        _print_plan(planned, as_json)
        return ExitCode.OK
    frozen = freeze(
        place,
        label,
        released_on,
        identity=identity,
        runtime=build,
        non_official=non_official,
        wanted=wanted,
        environment=environment,
    )
    _print_frozen(frozen, as_json)
    return ExitCode.OK


def _print_frozen(frozen: Frozen, as_json: bool) -> None:
    if as_json:
        print_document(frozen.to_json() | {"path": shown_path(frozen.path)})
        return
    state = "frozen" if frozen.created else "was frozen already, the same to the byte"
    kind = "" if frozen.official else ", not official"
    print_line(f"{shown_path(frozen.path)}: {frozen.levels} levels {state}{kind}")
    print_line(frozen.pin)


def _print_plan(planned: Planned, as_json: bool) -> None:
    value = planned.to_json() | {"path": shown_path(planned.path)}
    if as_json:
        print_document(value)
        return
    counts, parent = value["counts"], value["parent"]
    kind = "" if value["official"] else ", not official"
    print_line(f"{value['path']}: would be frozen with {counts['levels']} levels in {counts['files']} files{kind}")
    print_line(f"comparability {value['comparability']}, interface {value['interface']}")
    print_line("no parent" if parent is None else f"changes from {parent['label']}:")
    for line in change_lines(value["changes"]):
        print_line(line)
    print_line(value["pin"])


def change_lines(changes: Json) -> list[str]:
    """The sentences of a difference, the seeds of levels that changed anyway left out, and the bump it demands."""
    levels = [one for kind in ("added", "removed", "revised", "metadata_only") for one in changes[kind]]
    moved = {one["name"] for kind in ("added", "removed", "revised") for one in changes[kind]}
    others = [one for kind in ("rules", "objectives", "formats") for one in changes[kind]]
    seeds = [one for one in changes["seeds"] if one["name"] not in moved]
    runtime = [] if changes["runtime"] is None else [changes["runtime"]]
    told = [f"    {one['sentence']}" for one in (*levels, *runtime, *others, *seeds)]
    names = [name for name, rises in changes["bump"].items() if rises]
    return [*(told or ["    nothing changes"]), f"    demands a rise of: {', '.join(names) or 'nothing'}"]
