"""`levelpress replay`: a play judged move by move by the rules alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from authoring.completion import complete_levels
from authoring.console import Console, console_options, counted, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import LevelInput, ReadingOptions, level_inputs, reading_options, workspace_option
from authoring.paths import given_path
from authoring.plays import moves_of
from authoring.readable import readable
from authoring.readers.contract import BadOption
from authoring.run_findings import NO_LEVELS
from authoring.seeds import scheme_of_run, seed_option, under_seed
from catalogue.document import Unreadable, read_bytes
from catalogue.level_record import LevelRecord
from games.canonical import Json
from games.contract import AnyGame, Distance
from games.strict_json import MalformedJson, read_json
from snapshots.trace import judge_run, read_trace
from solvers.contract import Limits, solver_named
from validators.distance import distance_by
from validators.replay import Replay, refusal_finding, replay

__all__ = ["command"]

FORMAT = "levelpress/replay@1"
#: What gives the moves once the game is known.
MovesOf = Callable[[AnyGame], tuple[str, ...]]


@click.command("replay")
@click.argument("level", required=False, metavar="LEVEL", shell_complete=complete_levels)
@click.argument("moves", required=False, metavar="MOVES")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--exact-progress", is_flag=True, help="Progress by the exact distance, where a game has such.")
@click.option("--trace", metavar="RUN.jsonl", help="Hold recorded states against the rules; name the first difference.")
@click.option("--jsonl", metavar="FILE|-", help='Judge many plays: lines {"level", "moves"}; one document a line.')
@seed_option
@reading_options
@workspace_option
@console_options
def command(
    level: str | None,
    moves: str | None,
    as_json: bool,
    exact_progress: bool,
    trace: str | None,
    jsonl: str | None,
    seed: str,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Judge the play MOVES on LEVEL, strictly, with progress after every move.

    MOVES are moves with `;` or newlines between them, @FILE, or - for standard input.
    """
    if trace is not None:
        if level is not None or jsonl is not None:
            raise click.UsageError("with --trace the levels and moves come from the recorded run")
        return _judge_trace(trace, reading, workspace, console)
    if jsonl is not None:
        if level is not None or moves is not None:
            raise click.UsageError("with --jsonl the levels and moves come from the lines")
        return _judge_lines(jsonl, exact_progress, seed, reading, workspace, console)
    if level is None or moves is None:
        raise click.UsageError("give a LEVEL and MOVES, or --jsonl")
    code, document = _judge(
        level, lambda game: moves_of(game, moves), exact_progress, seed, reading, workspace, console
    )
    if document is not None and as_json:
        print_document(document)
    elif document is not None:
        _print(document)
    return code


def _judge(
    level: str, moves: MovesOf, exact: bool, seed: str, reading: ReadingOptions, workspace: str | None, console: Console
) -> tuple[ExitCode, dict[str, Json] | None]:
    found, codes = readable(level_inputs([level], reading, workspace), console)
    if codes:
        return worst(codes), None
    if len(found) > 1:
        raise click.UsageError(f"{level} holds {len(found)} levels; name one of them, as {found[0].name}")
    one = under_seed(found, seed)[0]
    if one.record is None:
        console.findings(one.findings)
        return ExitCode.FINDINGS, None
    game = one.record.game
    played = moves(game)
    distance = _distance(one.record) if exact else None
    outcome = replay(game, one.record.level, played, distance=distance)
    if outcome.refusal is not None:
        console.findings([refusal_finding(outcome.refusal).about(level=one.name)])
    code = ExitCode.OK if outcome.refusal is None else ExitCode.FINDINGS
    return code, replay_document(one, outcome, exact=distance is not None)


def _distance(record: LevelRecord) -> Distance[Any] | None:
    """The exact distance, of a game whose progress asks for it and a level that has one."""
    if not record.game.progress_by_distance:
        return None
    distance = distance_by(record.game, solver_named(record.game.name), record.level, Limits())
    return distance if distance(record.game.initial(record.level)) is not None else None


def replay_document(one: LevelInput, outcome: Replay, *, exact: bool) -> dict[str, Json]:
    """The `levelpress/replay@1` document of a play."""
    refusal = outcome.refusal
    basis = ("reference" if exact else "structural") if one.record and one.record.game.progress_by_distance else None
    return {
        "format": FORMAT,
        "level": one.name,
        "won": outcome.won,
        "length": outcome.length,
        "progress_basis": basis,
        "steps": [
            {
                "move": step.move,
                "state": step.state,
                "digest": step.digest,
                "progress": [step.progress.numerator, step.progress.denominator],
            }
            for step in outcome.steps
        ],
        "refusal": None
        if refusal is None
        else {"at": refusal.at, "move": refusal.move, "reason": refusal.reason, "why": refusal.why},
    }


def _judge_lines(
    source: str, exact: bool, seed: str, reading: ReadingOptions, workspace: str | None, console: Console
) -> int:
    codes = []
    try:
        stream: Any = sys.stdin.buffer if source == "-" else open(source, "rb")  # noqa: SIM115
    except OSError as error:
        raise Unreadable(f"{source}: {error.strerror}") from None
    with stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                level, moves = _level_and_moves(read_json(line.strip()))
            except MalformedJson as error:
                console.say(f"{source}, line {number}: {error}")
                codes.append(ExitCode.UNREADABLE)
                continue
            try:
                code, document = _judge(level, moves, exact, seed, reading, workspace, console)
            except (click.UsageError, BadOption) as error:
                console.say(f"{source}, line {number}: {error}")
                code, document = ExitCode.USAGE, None
            codes.append(code)
            if document is not None:
                print_document(document, one_line=True)
    if not codes:
        console.findings([NO_LEVELS.at(f"no line in {source}")])
        return ExitCode.FINDINGS
    return worst(codes)


def _judge_trace(trace: str, reading: ReadingOptions, workspace: str | None, console: Console) -> int:
    """Every run of a recorded trace, one document a line."""
    codes = []
    for run in read_trace(read_bytes(given_path(trace))):
        found, bad = readable(level_inputs([run.level], reading, workspace), console)
        codes += bad
        for one in found[:1]:
            if one.record is None:
                console.findings(one.findings)
                codes.append(ExitCode.FINDINGS)
                continue
            scheme = scheme_of_run(run.pin, run.seed, workspace)
            verdict = judge_run(one.record.game, one.record.level, run, scheme)
            print_document(verdict.to_json(), one_line=True)
            codes.append(ExitCode.OK if verdict.same and verdict.won else ExitCode.FINDINGS)
    return worst(codes)


def _level_and_moves(value: Json) -> tuple[str, MovesOf]:
    """One line's level and moves, the moves as a list of texts or as one text. Raises MalformedJson."""
    if not isinstance(value, dict) or not isinstance(value.get("level"), str):
        raise MalformedJson("no object with level and moves")
    if value["level"] == "-":
        raise MalformedJson("standard input cannot be a line's level")
    moves = value.get("moves")
    if isinstance(moves, str):
        return value["level"], lambda game: game.split(moves)
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise MalformedJson("moves is neither a text nor a list of texts")
    return value["level"], lambda game: tuple(moves)


def _print(document: dict[str, Json]) -> None:
    for number, step in enumerate(document["steps"]):
        numerator, denominator = step["progress"]
        print_line(f"{number:4}  {step['move'] or '(start)':24}  progress {numerator}/{denominator}")
    if document["refusal"] is None:
        print_line(f"{document['level']}: won in {counted(document['length'], 'move')}")
    else:
        refusal = document["refusal"]
        print_line(f"{document['level']}: refused at move {refusal['at']}: {refusal['reason']}: {refusal['why']}")
