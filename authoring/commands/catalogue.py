"""`levelpress catalogue`: the lifecycle of levels."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from authoring.catalogue_rows import catalogue_rows
from authoring.completion import complete_ids
from authoring.console import Console, console_options, counted, print_document, print_line
from authoring.dates import DATE
from authoring.exit_codes import ExitCode, worst
from authoring.folder_files import faults_below
from authoring.level_inputs import checked_game, workspace_of, workspace_option
from authoring.paths import certificate_beside, given_path, shown_path
from authoring.plays import moves_of
from authoring.readers.contract import BadOption
from authoring.side_by_side import side_by_side
from authoring.words import WORDS
from catalogue.lifecycle import STATES
from catalogue.objectives import Objective
from catalogue.transitions import (
    NO_LEVEL,
    NO_OBJECTIVE,
    Refused,
    Workbench,
    add,
    copied_from,
    explain_why,
    playtest,
    promote,
    reject,
    retire,
)
from catalogue.workspace import Workspace, read_level
from games.shape import nearest
from validators.duplicates import duplicate_finding

__all__ = ["command"]

_on = click.option("--on", type=DATE, metavar="DATE", help="The day of the change, YYYY-MM-DD; default: not recorded.")
_RANGE = re.compile("([a-z_]+)=([0-9]+)[.][.]([0-9]+)")


@click.group("catalogue")
def command() -> None:
    """The lifecycle of levels: candidate -> certified -> released -> retired."""


@command.command("add")
@click.argument("file", metavar="FILE")
@click.option("--objective", metavar="ID", help="The objective that lists the level.")
@click.option("--fresh", is_flag=True, help="The fresh track, in no objective.")
@_on
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
@console_options
def add_command(
    file: str,
    objective: str | None,
    fresh: bool,
    on: str | None,
    as_json: bool,
    workspace: str | None,
    console: Console,
) -> int:
    """Give the certified candidate FILE the next id and list it."""
    if (objective is None) == (not fresh):
        raise click.UsageError("give --objective ID or --fresh")
    place = workspace_of(workspace)
    path = given_path(file)
    level_id = add(Workbench(place, on), path, certificate_beside(path), objective)
    shown = shown_path(place.level_path(level_id))
    if as_json:
        print_document({"format": "levelpress/added@1", "id": level_id, "path": shown, "objective": objective})
    else:
        print_line(f"{level_id}: {shown}, {objective or 'fresh'}")
    for other in copied_from(Workbench(place), level_id):
        console.say(f"{level_id}: the same level as {other}, so it cannot be released; `catalogue retire` it")
    return ExitCode.OK


@command.group("objective")
def objective_group() -> None:
    """Objectives: named, ordered selections of levels."""


@objective_group.command("add")
@click.argument("objective_id", metavar="ID")
@click.option("--game", help="The game; default: the part of ID before the slash.")
@click.option("--difficulty", type=WORDS, help="The difficulty; default: the part of ID after the slash.")
@click.option("--count", type=click.IntRange(1), required=True, help="Levels that it demands.")
@click.option("--range", "ranges", multiple=True, metavar="optimum=LOW..HIGH", help="What its levels must measure.")
@workspace_option
def objective_add_command(
    objective_id: str,
    game: str | None,
    difficulty: str | None,
    count: int,
    ranges: Sequence[str],
    workspace: str | None,
) -> int:
    """Add the objective ID, say maze-paint/easy."""
    place = workspace_of(workspace)
    objectives = place.read_objectives()
    first, _, second = objective_id.partition("/")
    name, grade = checked_game(game or first), difficulty or second
    if not re.fullmatch("[a-z0-9-]+/[a-z0-9-]+", objective_id) or not grade:
        raise BadOption("ID", f"{objective_id!r} is no objective id such as {name}/easy")
    if any(one.id == objective_id for one in objectives.objectives):
        raise BadOption("ID", f"there is an objective {objective_id!r} already")
    bounds = dict(_range(text) for text in ranges)
    place.write_objectives(objectives.with_objective(Objective(objective_id, name, grade, count, bounds, ())))
    print_line(f"{objective_id}: demands {count}")
    return ExitCode.OK


def _range(text: str) -> tuple[str, tuple[int, int]]:
    match = _RANGE.fullmatch(text)
    if match is None or match[1] != "optimum" or int(match[2]) > int(match[3]):
        raise BadOption("--range", f"{text!r} is no range such as optimum=7..12")
    return match[1], (int(match[2]), int(match[3]))


@command.command("order")
@click.argument("objective_id", metavar="OBJECTIVE")
@click.argument("level_ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_ids)
@workspace_option
def order_command(objective_id: str, level_ids: tuple[str, ...], workspace: str | None) -> int:
    """Set the order in which the levels of OBJECTIVE are played: all of its levels, each once."""
    place = workspace_of(workspace)
    objectives = place.read_objectives()
    names = [one.id for one in objectives.objectives]
    if objective_id not in names:
        raise Refused(NO_OBJECTIVE.at(f"no objective {objective_id!r}{nearest(objective_id, names)}"))
    objective = objectives.named(objective_id)
    if sorted(level_ids) != sorted(objective.levels):
        raise BadOption("ID", f"{objective_id} holds {', '.join(objective.levels) or 'no level'}; name each once")
    place.write_objectives(objectives.with_objective(replace(objective, levels=level_ids)))
    print_line(f"{objective_id}: {', '.join(level_ids)}")
    return ExitCode.OK


@command.command("playtest")
@click.argument("level_id", metavar="ID", shell_complete=complete_ids)
@click.option("--kind", type=click.Choice(["person", "agent", "gui-replay"]), required=True, help="Who or what played.")
@click.option("--by", type=WORDS, required=True, metavar="ROLE", help="The player's role, not a name.")
@click.option("--moves", required=True, metavar="MOVES|@FILE", help="The play; it must win.")
@_on
@workspace_option
def playtest_command(level_id: str, kind: str, by: str, moves: str, on: str | None, workspace: str | None) -> int:
    """Record a winning play of ID by somebody or something else than the solver."""
    place = workspace_of(workspace)
    path = _level_file(place, level_id)
    played = moves_of(read_level(path).game, moves)
    playtest(Workbench(place, on), level_id, kind, by, played)
    print_line(f"{level_id}: won in {counted(len(played), 'move')} by {by} ({kind})")
    return ExitCode.OK


@command.command("why")
@click.argument("level_id", metavar="ID", shell_complete=complete_ids)
@click.option("--facts", metavar="NAME,...", help="Which measured facts; default: those that say most of the level.")
@click.option(
    "--text",
    type=WORDS,
    metavar="TEXT",
    help="A text of your own; every clause with a number must be a measured fact.",
)
@workspace_option
def why_command(level_id: str, facts: str | None, text: str | None, workspace: str | None) -> int:
    """Say why the level ID is worth playing, in facts that its certificate measures and `check` measures again."""
    if facts is not None and text is not None:
        raise click.UsageError("give --facts or --text, not both")
    place = workspace_of(workspace)
    _level_file(place, level_id)
    names = None if facts is None else tuple(name.strip() for name in facts.split(","))
    print_line(f"{level_id}: {explain_why(Workbench(place), level_id, names, text)}")
    return ExitCode.OK


@command.command("promote")
@click.argument("level_ids", nargs=-1, required=True, metavar="ID...", shell_complete=complete_ids)
@_on
@workspace_option
@console_options
def promote_command(level_ids: tuple[str, ...], on: str | None, workspace: str | None, console: Console) -> int:
    """Release every certified level ID; from then on it is never edited.

    A duplicate of a released level is refused; one that is nearly the same is shown beside it, as a warning.
    """
    place = workspace_of(workspace)
    for level_id in level_ids:
        _level_file(place, level_id)
        likeness = promote(Workbench(place, on), level_id)
        for pair, first, this in likeness.pairs:
            for line in side_by_side(pair, first, this):
                print_line(line)
        warnings = [duplicate_finding(pair.tier, pair.a, pair.transformation) for pair, _, _ in likeness.pairs]
        console.findings([*(one.about(level=level_id) for one in warnings), *likeness.not_compared])
        print_line(f"{level_id}: released")
    return ExitCode.OK


@command.command("retire")
@click.argument("level_id", metavar="ID", shell_complete=complete_ids)
@click.option("--reason", type=WORDS, required=True, help="Why it is taken out of play.")
@_on
@workspace_option
def retire_command(level_id: str, reason: str, on: str | None, workspace: str | None) -> int:
    """Take the level ID out of play; its file and its id stay."""
    place = workspace_of(workspace)
    _level_file(place, level_id)
    retire(Workbench(place, on), level_id, reason)
    print_line(f"{level_id}: retired")
    return ExitCode.OK


@command.command("reject")
@click.argument("file", metavar="FILE")
@click.option("--reason", type=WORDS, required=True, help="Why it is no level for the catalogue.")
@_on
@workspace_option
def reject_command(file: str, reason: str, on: str | None, workspace: str | None) -> int:
    """Put the candidate FILE aside and keep the reason."""
    place = workspace_of(workspace)
    path = given_path(file)
    target = reject(Workbench(place, on), path, certificate_beside(path), reason)
    print_line(f"{file}: rejected, kept as {shown_path(target)}")
    return ExitCode.OK


@command.command("list")
@click.option("--state", type=click.Choice(STATES), help="Only levels in this state.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
@console_options
def list_command(state: str | None, as_json: bool, workspace: str | None, console: Console) -> int:
    """List the catalogue's levels, by id. One whose file is missing is listed too, and is exit code 1."""
    place = workspace_of(workspace)
    lifecycle, objectives = place.read_lifecycle(), place.read_objectives()
    rows = list(catalogue_rows(place, lifecycle, objectives, state))
    if as_json:
        print_document({"format": "levelpress/catalogue@1", "levels": [row.values for row in rows]})
    for row in [] if as_json else rows:
        one = row.values
        optimum = "?" if one["optimum"] is None else one["optimum"]
        track = one["objective"] or ("fresh" if one["id"] in objectives.fresh else "-")
        title = f"({row.mark})" if row.mark else one["title"] or ""
        print_line(f"{one['id']}  {one['state']:9}  {track:24}  {optimum:>4}  {title}")
    unread = [*faults_below(place.levels), *(row.unread for row in rows if row.unread is not None)]
    for line in unread:
        console.say(line)
    findings = [finding for row in rows for finding in row.findings]
    console.findings(findings)
    return ExitCode.UNREADABLE if unread else worst(ExitCode.FINDINGS for _ in findings)


def _level_file(place: Workspace, level_id: str) -> Path:
    """The file of a level that the catalogue has. Raises Refused with the near miss for one that it has not."""
    known = place.level_ids()
    if level_id not in known:
        raise Refused(NO_LEVEL.at(f"no level {level_id!r}{nearest(level_id, known)}"))
    return place.level_path(level_id)
