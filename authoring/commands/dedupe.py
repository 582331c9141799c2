"""`levelpress dedupe`: duplicates and near copies, tier by tier."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import click

from authoring.check_duplicates import retired_levels
from authoring.check_run import subjects_of
from authoring.console import Console, console_options, counted, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    level_inputs,
    reading_options,
    workspace_of,
    workspace_option,
)
from authoring.limits import Budget, limit_options
from authoring.readable import readable
from authoring.run_findings import CRASH, NO_LEVELS
from authoring.side_by_side import side_by_side
from authoring.worker import Crashed, Done, Task, run_tasks
from catalogue.document import Unreadable
from catalogue.duplicate_search import DuplicateSearch, Entrant, entrant_of
from catalogue.workspace import NoWorkspace, Workspace, read_level
from games.contract import InvalidLevel
from games.finding import Finding, worst_first
from solvers.contract import Moves, Query
from solvers.plan import DEFAULT
from validators.duplicates import BLOCKING, TIERS, Duplicate, Fingerprint, Tier, duplicate_finding, duplicates

__all__ = ["command"]


@click.command("dedupe")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--up-to", type=click.Choice(TIERS), default="D4", help="The last tier that is compared; default: D4.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@limit_options
@reading_options
@workspace_option
@console_options
def command(
    paths: tuple[str, ...],
    up_to: Tier,
    as_json: bool,
    budget: Budget,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Compare each PATH's levels with one another and with the workspace's; without PATH, the workspace's levels.

    D0 same content, D1 same normal form under the game's symmetries, D2 plays the same, D3 nearly the same board,
    D4 one's solution wins the other. D0 to D2 end with exit code 1; D3 and D4 warn. Both boards are drawn side by side.
    A level without a certificate is solved for D4, within the limits.
    """
    place = _place(paths, workspace)
    given: list[Entrant] = []
    others: list[Entrant] = []
    codes: list[ExitCode] = []
    if paths:
        inputs, codes = readable(level_inputs(paths, reading, workspace), console)
        for one in inputs:
            if one.record is None:
                console.findings(one.findings)
                codes.append(ExitCode.FINDINGS)
        given = _entrants([one for one in inputs if one.record is not None], place)
        games = {one.record.game.prefix for one in given}
        own = {os.path.realpath(one.path) for one in given if one.path is not None}
        others = _catalogue(place, games, own) if place is not None else []
    elif place is not None:
        given = _catalogue(place)
    if not given:
        console.findings([NO_LEVELS.at("no level to compare")])
        codes.append(ExitCode.FINDINGS)
    tiers = TIERS[: TIERS.index(up_to) + 1]
    found, notes, crashed = _search(given, others, tiers, budget, console)
    codes += [ExitCode.INTERNAL] if crashed else []
    codes += [ExitCode.FINDINGS] if any(pair.tier in BLOCKING for pair in found) else []
    entrants = {one.name: one for one in (*others, *given)}
    if as_json:
        rows = [{"tier": pair.tier, "a": pair.a, "b": pair.b, "transformation": pair.transformation} for pair in found]
        print_document({"format": "levelpress/duplicates@1", "pairs": rows})
    for pair in [] if as_json else found:
        for line in side_by_side(pair, entrants[pair.a], entrants[pair.b]):
            print_line(line)
    if not as_json:
        print_line(f"{counted(len(given), 'level')} compared, {counted(len(found), 'pair')} found")
    console.findings([*_findings(found, entrants), *notes])
    return worst(codes)


def _place(paths: Sequence[str], workspace: str | None) -> Workspace | None:
    """The workspace; files may be compared without one."""
    try:
        return workspace_of(workspace)
    except NoWorkspace:
        if paths and workspace is None:
            return None
        raise


def _catalogue(place: Workspace, games: Collection[str] | None = None, but: Collection[str] = ()) -> list[Entrant]:
    """The workspace's levels that are in play, of some games by their prefixes or of all, without some files.

    One that cannot be read is a finding of `check`.
    """
    found = []
    retired = retired_levels(place)
    for level_id in place.level_ids():
        path = place.level_path(level_id)
        other_game = games is not None and level_id.partition("-")[0] not in games
        if level_id in retired or other_game or os.path.realpath(path) in but:
            continue
        try:
            found.append(entrant_of(level_id, read_level(path), place.certificate_path(level_id), path))
        except (InvalidLevel, Unreadable):
            continue
    return found


def _entrants(inputs: Sequence[LevelInput], place: Workspace | None) -> list[Entrant]:
    """The given levels; a name that two of them share is told apart by the file, as a copy bears its level's id."""
    found: list[Entrant] = []
    taken = set(place.level_ids()) if place is not None else set()
    for subject in subjects_of(inputs, place):
        one = subject.level
        assert one.record is not None
        ours = subject.in_catalogue and place is not None and one.record.id is not None
        name = one.name
        if one.path is not None and not ours and (name in taken or any(name == other.name for other in found)):
            name = str(one.path)
        found.append(entrant_of(name, one.record, subject.certificate, one.path))
    return found


def _search(
    given: Sequence[Entrant], others: Sequence[Entrant], tiers: tuple[Tier, ...], budget: Budget, console: Console
) -> tuple[list[Duplicate], list[Finding], bool]:
    """The pairs, what was not compared, and whether the work on a level crashed."""
    if not {"D2", "D3", "D4"} & set(tiers):
        return list(_by_digest(given, others, tiers)), [], False
    solved: dict[str, Moves] = {}
    crashes: list[Finding] = []
    if "D4" in tiers:
        solved, crashes = _solved([one for one in (*others, *given) if one.certificate is None], budget, console)

    def solution(entrant: Entrant) -> Moves | None:
        return entrant.certificate.moves if entrant.certificate is not None else solved.get(entrant.name)

    search = DuplicateSearch(solution)
    found = list(search.pairs(given, others, tiers))
    return found, [*search.not_compared.values(), *crashes], bool(crashes)


def _by_digest(given: Sequence[Entrant], others: Sequence[Entrant], tiers: Sequence[Tier]) -> list[Duplicate]:
    """D0 and D1 alone, in time linear in the levels: each level that repeats an earlier one, with the first of them."""
    known = {one.name for one in given}
    prints = (Fingerprint(one.name, one.record.digest, one.record.canon) for one in (*others, *given))
    found = (pair for pair in duplicates(prints) if pair.tier in tiers and pair.b in known)
    return [replace(pair, transformation="identity") if pair.tier == "D0" else pair for pair in found]


def _solved(entrants: Sequence[Entrant], budget: Budget, console: Console) -> tuple[dict[str, Moves], list[Finding]]:
    """A shortest solution of each level that has one within the limits."""
    progress = console.bar(len(entrants), "solved")
    solved: dict[str, Moves] = {}
    crashes: list[Finding] = []
    results = run_tasks([_task(one, budget) for one in entrants], budget.jobs, budget.seconds, progress.at)
    try:
        for one, result in zip(entrants, results, strict=True):
            if isinstance(result, Crashed):
                crashes.append(CRASH.at(f"{result.kind}: {result.message}").about(level=one.name))
            elif isinstance(result, Done) and result.value.status == "solvable" and result.value.moves is not None:
                solved[one.name] = result.value.moves
    finally:
        results.close()
        progress.end()
    return solved, crashes


def _task(one: Entrant, budget: Budget) -> Task:
    game = one.record.game
    board, goal = game.print(one.record.level)
    query = Query(game.metrics[0], limits=budget.limits)
    return Task("authoring.tasks:solve_level", (game.name, board, goal, query, DEFAULT))


def _findings(found: Sequence[Duplicate], entrants: dict[str, Entrant]) -> tuple[Finding, ...]:
    return worst_first(
        duplicate_finding(pair.tier, pair.a, pair.transformation).about(level=pair.b, file=_file(entrants[pair.b]))
        for pair in found
    )


def _file(entrant: Entrant) -> str | None:
    return str(entrant.path) if isinstance(entrant.path, Path) else None
