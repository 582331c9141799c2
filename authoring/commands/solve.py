"""`levelpress solve`: the exact optimum of levels, with its evidence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import click

from authoring.completion import levels_argument
from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import LevelInput, ReadingOptions, level_inputs, reading_options, workspace_option
from authoring.limits import Budget, limit_options
from authoring.outcome_document import (
    code_of,
    crash_entry,
    killed_outcome,
    outcome_entry,
    outcomes_document,
    upper_bound,
)
from authoring.plays import start_state
from authoring.readable import readable
from authoring.readers.contract import BadOption
from authoring.run_findings import CRASH
from authoring.seeds import seed_option, under_seed
from authoring.worker import Crashed, Killed, Result, Task, run_tasks
from games.canonical import Json
from games.contract import InvalidLevel
from games.shape import nearest
from solvers.contract import Query, solver_named
from solvers.plan import ALL, DEFAULT, engines_for

__all__ = ["command"]


@click.command("solve")
@levels_argument
@click.option("--metric", help="What the optimum counts, where a game has more than one metric.")
@click.option("--engine", default=DEFAULT, metavar="NAME|all", help="The engine; default: the game's own order.")
@click.option("--from", "from_state", metavar="STATE", help="Solve from this state JSON (or @FILE).")
@click.option("--after", metavar="MOVES", help="Solve from the state that this play leads to.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--jsonl", is_flag=True, help="One JSON document a level, as each is ready.")
@limit_options
@seed_option
@reading_options
@workspace_option
@console_options
def command(
    levels: tuple[str, ...],
    metric: str | None,
    engine: str,
    from_state: str | None,
    after: str | None,
    as_json: bool,
    jsonl: bool,
    budget: Budget,
    seed: str,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Find the exact optimum of every LEVEL and print it with its evidence.

    A LEVEL is a catalogue id, a file, a folder, or with --game any file that ingest reads. A budget that runs out
    makes a level undecided, with the bounds reached; it is never a verdict.
    """
    if from_state is not None and after is not None:
        raise click.UsageError("give --from or --after, not both")
    if as_json and jsonl:
        raise click.UsageError("give --json or --jsonl, not both")
    inputs, codes = readable(level_inputs(levels, reading, workspace), console, fail_fast=budget.fail_fast)
    entries = []
    for entry in _entries(under_seed(inputs, seed), metric, engine, from_state, after, budget, console):
        entries.append(entry)
        codes.append(code_of(entry))
        if jsonl:
            print_document(outcomes_document([entry]), one_line=True)
        elif not as_json:
            _print(entry)
        if budget.fail_fast and code_of(entry) is not ExitCode.OK:
            break
    if as_json:
        print_document(outcomes_document(entries))
    return worst(codes)


def _entries(
    inputs: list[LevelInput],
    metric: str | None,
    engine: str,
    from_state: str | None,
    after: str | None,
    budget: Budget,
    console: Console,
) -> Iterator[dict[str, Json]]:
    queries: dict[int, Query] = {}
    for at, one in enumerate(inputs):
        try:
            if one.record is not None:
                queries[at] = _query(one, metric, engine, from_state, after, budget)
        except InvalidLevel as error:  # the play of --after is refused on this level
            refused = tuple(finding.about(level=one.name, file=str(one.path)) for finding in error.findings)
            inputs[at] = replace(one, findings=refused)
    tasks = [_task(inputs[at], query, engine) for at, query in queries.items()]
    progress = console.bar(len(tasks), "solved")
    results = run_tasks(tasks, budget.jobs, budget.seconds, progress.at)
    try:
        for at, one in enumerate(inputs):
            if at not in queries:
                console.findings(one.findings)
                yield outcome_entry(one, None, None, 0.0)
                continue
            result = next(results)
            progress.end()
            yield _entry(one, queries[at], result, console)
    finally:
        results.close()
        progress.end()


def _query(
    one: LevelInput, metric: str | None, engine: str, from_state: str | None, after: str | None, budget: Budget
) -> Query:
    """The question about one level. Raises BadOption for a metric or engine that its game does not have."""
    assert one.record is not None
    game, level = one.record.game, one.record.level
    solver = solver_named(game.name)
    chosen = metric or game.metrics[0]
    if chosen not in game.metrics:
        raise BadOption("--metric", f"{game.name} has no metric {chosen!r}{nearest(chosen, game.metrics)}")
    try:
        engines_for(solver, chosen, engine)
    except KeyError:
        names = [one.name for one in engines_for(solver, chosen, ALL)]
        hint = f"{nearest(engine, names)}; there are {', '.join(names)}"
        raise BadOption("--engine", f"{game.name} has no engine {engine!r} for {chosen}{hint}") from None
    state = start_state(game, level, from_state, after)
    return Query(chosen, state, budget.limits, properties=state is None and solver.asks_in_solve(level))


def _task(one: LevelInput, query: Query, engine: str) -> Task:
    assert one.record is not None
    board, goal = one.record.game.print(one.record.level)
    return Task("authoring.tasks:solve_level", (one.record.game.name, board, goal, query, engine))


def _entry(one: LevelInput, query: Query, result: Result, console: Console) -> dict[str, Json]:
    assert one.record is not None
    game, level = one.record.game, one.record.level
    if isinstance(result, Crashed):
        finding = CRASH.at(f"{result.kind}: {result.message}").about(level=one.name)
        console.findings([finding])
        return crash_entry(one, query.metric, result, finding)
    if isinstance(result, Killed):
        outcome = killed_outcome(game, level, query, result)
        seconds = result.seconds
    else:
        outcome = result.value
        seconds = sum(run.seconds for run in outcome.methods)
    upper = upper_bound(game, level, outcome)
    if outcome.status == "undecided":
        low = "no lower bound" if outcome.lower_bound is None else f"at least {outcome.lower_bound}"
        high = "no play found" if upper is None else f"at most {upper}"
        console.say(f"{one.name}: undecided: {low} {query.metric}, {high}; more with --seconds, --states, --effort")
    return outcome_entry(one, query.metric, outcome, seconds)


def _print(entry: dict[str, Json]) -> None:
    """One level for a person: the verdict, the evidence, the play."""
    level, status = entry["level"], entry["status"]
    if status == "solvable":
        proof = ", ".join(
            f"{one['name']} ({one['engine']})" for one in entry["methods"] if one["bound"] == entry["optimum"]
        )
        print_line(f"{level}: {entry['optimum']} {entry['metric']}, proven by {proof}")
        print_line("    " + "; ".join(entry["moves"]))
    elif status == "undecided":
        print_line(f"{level}: undecided")
    else:
        print_line(f"{level}: {status}" + (f": {entry['explanation']}" if entry["explanation"] else ""))
    known = [f"{name} {str(value).lower()}" for name, value in entry["properties"].items() if value is not None]
    if known:
        print_line("    " + ", ".join(known))
