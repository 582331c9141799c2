"""`levelpress dead-ends`: which states of a level have no win left."""

from __future__ import annotations

from collections.abc import Sequence

import click

from authoring.completion import levels_argument
from authoring.console import Console, console_options, counted, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import LevelInput, ReadingOptions, level_inputs, reading_options, workspace_option
from authoring.limits import Budget, limit_options
from authoring.plays import moves_of
from authoring.readable import readable
from authoring.run_findings import CRASH, UNDECIDED
from authoring.worker import Crashed, Killed, Result, Task, run_tasks
from games.canonical import Json
from solvers.contract import Query
from validators.replay import refusal_finding

__all__ = ["command"]


@click.command("dead-ends")
@levels_argument
@click.option("--trace", metavar="MOVES", help="Where this play, with undo and restart, first enters a dead end.")
@click.option("--count", is_flag=True, help="Count the states also where a theorem says that no dead end is there.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@limit_options
@reading_options
@workspace_option
@console_options
def command(
    levels: tuple[str, ...],
    trace: str | None,
    count: bool,
    as_json: bool,
    budget: Budget,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Classify the reachable states of every LEVEL: solvable, dead end, or unknown within the limits."""
    inputs, codes = readable(level_inputs(levels, reading, workspace), console, fail_fast=budget.fail_fast)
    valid = [one for one in inputs if one.record is not None]
    tasks = [_task(one, trace, count, budget) for one in valid]
    progress = console.bar(len(tasks), "classified")
    results = run_tasks(tasks, budget.jobs, budget.seconds, progress.at)
    entries = []
    try:
        for one in inputs:
            if one.record is None:
                console.findings(one.findings)
                codes.append(ExitCode.FINDINGS)
            else:
                result = next(results)
                progress.end()
                code, entry = _entry(one, result, console)
                codes.append(code)
                entries += [entry] if entry is not None else []
            if budget.fail_fast and codes[-1] is not ExitCode.OK:
                break
    finally:
        results.close()
        progress.end()
    if as_json:
        print_document({"format": "levelpress/dead-ends@1", "levels": entries})
    else:
        _print(entries)
    return worst(codes)


def _task(one: LevelInput, trace: str | None, count: bool, budget: Budget) -> Task:
    assert one.record is not None
    game = one.record.game
    board, goal = game.print(one.record.level)
    query = Query(game.metrics[0], limits=budget.limits)
    play = None if trace is None else moves_of(game, trace)
    return Task("authoring.tasks:classify_level", (game.name, board, goal, query, play, count))


def _entry(one: LevelInput, result: Result, console: Console) -> tuple[ExitCode, dict[str, Json] | None]:
    if isinstance(result, Crashed):
        console.findings([CRASH.at(f"{result.kind}: {result.message}").about(level=one.name)])
        return ExitCode.INTERNAL, None
    if isinstance(result, Killed):
        console.findings([UNDECIDED.at("the budget ran out").about(level=one.name)])
        return ExitCode.UNDECIDED, {"level": one.name, **dict.fromkeys(_FIELDS), "basis": "search", "trace": None}
    found = result.value
    entry = {"level": one.name, **found.classification, "trace": found.trace}
    if found.refusal is not None:
        console.findings([refusal_finding(found.refusal).about(level=one.name)])
        return ExitCode.FINDINGS, entry
    if found.reason is not None:
        console.findings([UNDECIDED.at(found.reason).about(level=one.name)])
        return ExitCode.UNDECIDED, entry
    return ExitCode.OK, entry


_FIELDS = ("basis", "reachable", "solvable", "dead", "unknown", "dead_end_free", "first_fatal_move")


_WITHOUT_COUNTS = {
    True: "dead-end free, by a proof without counting states",
    False: "unsolvable, so every state is a dead end; the states were not counted",
    None: "not classified within the limits",
}


def _print(entries: Sequence[dict[str, Json]]) -> None:
    for entry in entries:
        if entry["reachable"] is None:
            print_line(f"{entry['level']}: {_WITHOUT_COUNTS[entry['dead_end_free']]}")
        else:
            print_line(
                f"{entry['level']}: {entry['reachable']} states: {entry['solvable']} solvable, "
                f"{entry['dead']} dead, {entry['unknown']} unknown"
            )
        if entry["first_fatal_move"] is not None:
            print_line(f"    the shortest play into a dead end has {counted(entry['first_fatal_move'], 'move')}")
        trace = entry["trace"]
        if trace is not None and trace["first_unsolvable_at"] is None:
            print_line("    the play enters no dead end")
        elif trace is not None:
            print_line(
                f"    dead end at entry {trace['first_unsolvable_at']} ({trace['fatal_move']}), "
                f"delay {trace['delay']}, ended by {trace['ended_by']}"
            )
