"""`levelpress generate`: new candidates that meet a target, reproducible from a seed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.generators.contract import Generator, Range, Wanted
from authoring.generators.registry import generators_of
from authoring.level_inputs import checked_game, workspace_of, workspace_option
from authoring.limits import default_jobs
from authoring.paths import shown_path
from authoring.readers.contract import BadOption
from authoring.run_findings import CRASH, NOTHING_FOUND
from authoring.worker import Crashed, Done, Killed, Task, run_tasks
from catalogue.document import write_bytes
from catalogue.level_record import LevelRecord, new_provenance
from games.canonical import Json, pretty_bytes
from games.registry import game_named
from games.shape import nearest

__all__ = ["command"]

_RANGE = re.compile("([0-9]+)(?:[.][.]([0-9]+))?")
_SIZE = re.compile("([1-9][0-9]*)x([1-9][0-9]*)")


@click.command("generate")
@click.argument("game", metavar="GAME")
@click.option("--count", type=click.IntRange(1), default=1, help="Levels wanted; default 1.")
@click.option("--seed", default="0", metavar="TEXT", help="The seed; the same seed gives the same levels.")
@click.option("--generator", "generator_name", metavar="NAME", help="The generator, where a game has several.")
@click.option("--optimum", "--moves", "optimum", metavar="A..B", help="The optimum.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="The board's size.")
@click.option("--pieces", type=click.IntRange(1), help="Vehicles, colours, boards: what the game counts.")
@click.option("--walls", metavar="A..B", help="Walls or blocked cells.")
@click.option("--rule", metavar="RULE", help="The goal rule.")
@click.option("--want", "measures", multiple=True, metavar="MEASURE=A..B", help="A measure of the generator.")
@click.option("--dead-ends", metavar="none|A..B", help="None, or their share of the states in thousandths.")
@click.option("--foresight-gap", type=click.IntRange(0, 1000), metavar="N", help="Least gap, in thousandths.")
@click.option("--unique-cover", is_flag=True, help="Exactly one way to fill the board.")
@click.option("-o", "--output", metavar="DIR", help="Where the candidates go; default: catalogue/candidates.")
@click.option("--license", "license_", default="Apache-2.0", metavar="SPDX", help="Their licence.")
@click.option("--jobs", type=click.IntRange(1), default=default_jobs, help="Processes; default: the cores.")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Give up a level after so long.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
@console_options
def command(
    game: str,
    count: int,
    seed: str,
    generator_name: str | None,
    optimum: str | None,
    size: str | None,
    pieces: int | None,
    walls: str | None,
    rule: str | None,
    measures: Sequence[str],
    dead_ends: str | None,
    foresight_gap: int | None,
    unique_cover: bool,
    output: str | None,
    license_: str,
    jobs: int,
    seconds: float | None,
    as_json: bool,
    workspace: str | None,
    console: Console,
) -> int:
    """Make COUNT levels of GAME that meet the target, as candidates.

    Ctrl-C keeps what was found. The same seed and target give the same levels on every machine and with any --jobs.
    """
    generator = _generator(checked_game(game), generator_name)
    rows, columns = _size(size)
    wanted = Wanted(
        optimum=_range("--optimum", optimum),
        rows=rows,
        columns=columns,
        pieces=pieces,
        walls=_range("--walls", walls),
        rule=_rule(game, rule),
        measures=dict(_measure(text) for text in measures),
        properties=_properties(dead_ends, unique_cover),
        dead_end_permille=None if dead_ends == "none" else _range("--dead-ends", dead_ends),
        foresight_gap_permille=foresight_gap,
    )
    folder = Path(output) if output is not None else workspace_of(workspace).candidates
    tasks = [
        Task("authoring.generators.task:generate_level", (generator.name, wanted, seed, number))
        for number in range(count)
    ]
    progress = console.bar(count, "searched")
    entries: list[dict[str, Json]] = []
    codes = []
    results = run_tasks(tasks, jobs, seconds, progress.at)
    try:
        for number, result in enumerate(results):
            progress.end()
            if isinstance(result, Crashed):
                console.findings(
                    [CRASH.at(f"{result.kind}: {result.message}").about(level=f"{generator.name}/{number}")]
                )
                codes.append(ExitCode.INTERNAL)
            elif isinstance(result, Killed) or result.value is None:
                near = result.last_report if isinstance(result, Killed) else None
                best = f"; the nearest had optimum {near[1]}" if near and near[1] is not None else ""
                console.findings([NOTHING_FOUND.at(f"candidate {number} of seed {seed}{best}")])
                codes.append(ExitCode.FINDINGS)
            else:
                entries.append(_written(generator, wanted, f"{seed}/{number}", result, folder, license_))
                if not as_json:
                    print_line(f"{entries[-1]['path']}: {entries[-1]['optimum']} {game_named(game).metrics[0]}")
    finally:
        results.close()
        progress.end()
    if as_json:
        print_document({"format": "levelpress/candidates@1", "candidates": entries, "findings": []})
    return worst(codes)


def _written(
    generator: Generator, wanted: Wanted, seed: str, result: Done, folder: Path, license_: str
) -> dict[str, Json]:
    """Write one candidate; nothing that is there already is overwritten with another level."""
    board, goal, optimum = result.value
    rules = game_named(generator.game)
    made_by = {"name": generator.name, "version": generator.version, "seed": seed, "parameters": wanted.to_json()}
    provenance = new_provenance("generated", generator=made_by, author="levelpress")
    record = LevelRecord(None, 1, rules, rules.parse(board, goal), None, provenance, license_, None, ())
    short = record.digest.removeprefix("sha256:")[:10]
    path = folder / f"{rules.prefix}-{short}.json"
    write_bytes(path, pretty_bytes(record.to_json()))
    shown = shown_path(path)
    return {"path": shown, "level": shown, "doubts": [], "source_sha256": None, "optimum": optimum}


def _generator(game: str, name: str | None) -> Generator:
    there = generators_of(game)
    if not there:
        raise BadOption("GAME", f"{game} has no generator")
    if name is None:
        return there[0]
    names = [one.name for one in there]
    if name not in names:
        raise BadOption("--generator", f"no generator {name!r}{nearest(name, names)}; there are {', '.join(names)}")
    return there[names.index(name)]


def _range(option: str, text: str | None) -> Range | None:
    if text is None:
        return None
    match = _RANGE.fullmatch(text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if low > high:
        raise BadOption(option, f"{option} {text!r} is no range such as 7..12")
    return low, high


def _size(text: str | None) -> tuple[int | None, int | None]:
    if text is None:
        return None, None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise BadOption("--size", f"--size {text!r} is no size such as 8x6 (rows, columns)")
    return int(match[1]), int(match[2])


def _measure(text: str) -> tuple[str, Range]:
    name, _, bounds = text.partition("=")
    found = _range("--want", bounds)
    if not name or found is None:
        raise BadOption("--want", f"--want {text!r} is no measure such as rounds=4..8")
    return name, found


def _rule(game: str, rule: str | None) -> str | None:
    rules = game_named(game).goal_rules
    if rule is not None and rule not in rules:
        raise BadOption("--rule", f"{game} has no rule {rule!r}{nearest(rule, rules)}; there are {', '.join(rules)}")
    return rule


def _properties(dead_ends: str | None, unique_cover: bool) -> Mapping[str, bool]:
    wanted = {"dead_end_free": True} if dead_ends == "none" else {}
    return wanted | ({"unique_cover": True} if unique_cover else {})
