"""`levelpress checkpoints`: states for controlled experiments."""

from __future__ import annotations

import click

from authoring.completion import complete_levels
from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import ReadingOptions, level_inputs, reading_options, workspace_option
from authoring.limits import Budget, limit_options
from authoring.readable import readable
from authoring.run_findings import CRASH, UNDECIDED, UNSOLVABLE
from authoring.worker import Crashed, Killed, Task, run_tasks
from games.canonical import Json
from solvers.contract import Query
from solvers.plan import DEFAULT

__all__ = ["command"]

FORMAT = "levelpress/checkpoints@1"


@click.command("checkpoints")
@click.argument("level", metavar="LEVEL", shell_complete=complete_levels)
@click.option("--dead-ends", "dead", type=click.IntRange(0), default=4, help="D checkpoints wanted; default 4.")
@click.option("--normal", type=click.IntRange(0), default=4, help="N checkpoints wanted; default 4.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@limit_options
@reading_options
@workspace_option
@console_options
def command(
    level: str,
    dead: int,
    normal: int,
    as_json: bool,
    budget: Budget,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Give D checkpoints (certified dead ends) and N checkpoints (points of a winning play) of LEVEL.

    Each has a legal prefix that reaches it and a certificate; both can be replayed.
    """
    inputs, codes = readable(level_inputs([level], reading, workspace), console)
    if codes:
        return worst(codes)
    if len(inputs) > 1:
        raise click.UsageError(f"{level} holds {len(inputs)} levels; name one of them, as {inputs[0].name}")
    one = inputs[0]
    if one.record is None:
        console.findings(one.findings)
        return ExitCode.FINDINGS
    game = one.record.game
    board, goal = game.print(one.record.level)
    query = Query(game.metrics[0], limits=budget.limits)
    task = Task("authoring.tasks:checkpoint_level", (game.name, board, goal, query, DEFAULT, (dead, normal)))
    result = next(run_tasks([task], 1, budget.seconds))
    if isinstance(result, Crashed):
        console.findings([CRASH.at(f"{result.kind}: {result.message}").about(level=one.name)])
        return ExitCode.INTERNAL
    if isinstance(result, Killed):
        console.findings([UNDECIDED.at("the budget ran out").about(level=one.name)])
        return ExitCode.UNDECIDED
    outcome, checkpoints, reason = result.value
    document = {
        "format": FORMAT,
        "level": one.name,
        "level_digest": one.record.digest,
        "optimum": outcome.optimum,
        "checkpoints": checkpoints,
        "reason": reason,
    }
    if as_json:
        print_document(document)
    else:
        _print(document)
    if outcome.status == "undecided":
        console.findings([UNDECIDED.at("no winning play is proven shortest").about(level=one.name)])
        return ExitCode.UNDECIDED
    if outcome.status == "unsolvable":
        console.findings([UNSOLVABLE.at(outcome.explanation or "every search was exhausted").about(level=one.name)])
        return ExitCode.FINDINGS
    return ExitCode.OK


def _print(document: dict[str, Json]) -> None:
    for one in document["checkpoints"]:
        what = one["certificate"]
        size = f"{what['states']} states follow" if one["kind"] == "D" else f"{what['length']} moves left"
        print_line(
            f"{one['kind']}  after {one['depth']:3} moves  {what['kind']:18} {size:20} {'; '.join(one['prefix'])}"
        )
    if document["reason"]:
        print_line(f"no D checkpoint: {document['reason']}")
