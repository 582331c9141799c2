"""`levelpress generate`: new candidates that meet a target, reproducible from a seed, and old ones made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from authoring.completion import complete_levels
from authoring.console import Console, console_options, print_document, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.generators.climb import nearness
from authoring.generators.contract import Wanted
from authoring.generators.recipe import DIFFERENT, NO_RECIPE, NoRecipe, Recipe, recipe_of
from authoring.generators.target import (
    checked_generator,
    checked_rule,
    measures_of,
    properties_of,
    range_of,
    size_of,
)
from authoring.interruption import uninterrupted
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    checked_game,
    level_inputs,
    workspace_of,
    workspace_option,
)
from authoring.limits import default_jobs
from authoring.option_groups import only_given
from authoring.paths import given_path, shown_path
from authoring.readable import readable
from authoring.readers.contract import BadOption
from authoring.run_findings import CRASH, NOTHING_FOUND
from authoring.search_progress import SearchProgress
from authoring.words import SPDX
from authoring.worker import Crashed, Killed, Result, Task, run_tasks
from catalogue.document import write_bytes
from catalogue.level_record import LevelRecord, new_provenance
from games.canonical import Json, pretty_bytes
from games.contract import canon_digest, level_digest
from games.finding import Finding
from games.registry import game_named
from solvers.contract import solver_named

__all__ = ["command"]

_LARGEST_SEED = 2**63 - 1
#: The parameters that mean something with `--replay`.
_REPLAYING = ("replay", "jobs", "seconds", "as_json", "workspace", "color", "progress")
#: The search for one candidate, as a worker runs it.
_SEARCH = "authoring.generators.task:generate_level"


@dataclass(slots=True)
class _Run:
    """What a run has come to so far: the candidates' entries, the findings, the exit codes."""

    console: Console
    as_json: bool
    entries: list[dict[str, Json]] = field(default_factory=list)
    found: list[Finding] = field(default_factory=list)
    codes: list[ExitCode] = field(default_factory=list)

    def fails(self, finding: Finding, code: ExitCode = ExitCode.FINDINGS) -> None:
        self.console.findings([finding])
        self.found.append(finding)
        self.codes.append(code)

    def holds(self, entry: dict[str, Json], line: str) -> None:
        self.entries.append({"doubts": [], "source_sha256": None} | entry)
        if not self.as_json:
            print_line(line)

    def end(self) -> int:
        if self.as_json:
            findings = [finding.to_json() for finding in self.found]
            document = {"format": "levelpress/candidates@1", "candidates": self.entries, "findings": findings}
            print_document(document)
        return worst(self.codes)


@click.command("generate")
@click.argument("game", metavar="GAME", required=False)
@click.option("--count", type=click.IntRange(1, 100_000), default=1, help="Levels wanted; default 1.")
@click.option(
    "--seed", type=click.IntRange(0, _LARGEST_SEED), default=0, help="A whole number; the same seed, the same levels."
)
@click.option("--generator", "generator_name", metavar="NAME", help="The generator, where a game has several.")
@click.option("--optimum", "--moves", "optimum", metavar="A..B", help="The optimum.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="The board's size.")
@click.option("--pieces", "--colors", "pieces", type=click.IntRange(1), help="What the game counts: vehicles, colours.")
@click.option("--walls", metavar="A..B", help="Walls or blocked cells.")
@click.option("--rule", metavar="RULE", help="The goal rule.")
@click.option("--want", "measures", multiple=True, metavar="MEASURE=A..B", help="A measure of the generator.")
@click.option("--dead-ends", metavar="none|A..B", help="None, or their share of the states in thousandths.")
@click.option("--foresight-gap", type=click.IntRange(0, 1000), metavar="N", help="Least gap, in thousandths.")
@click.option("--unique-cover", is_flag=True, help="Exactly one way to fill the board.")
@click.option("--replay", multiple=True, metavar="LEVEL", shell_complete=complete_levels, help="Make LEVEL again.")
@click.option("-o", "--output", metavar="DIR", help="Where the candidates go; default: catalogue/candidates.")
@click.option("--license", "license_", type=SPDX, default="Apache-2.0", metavar="SPDX", help="Their licence.")
@click.option("--jobs", type=click.IntRange(1), default=default_jobs, help="Processes; default: the cores.")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Give up a level after so long.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@workspace_option
@console_options
def command(
    game: str | None,
    count: int,
    seed: int,
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
    replay: Sequence[str],
    output: str | None,
    license_: str,
    jobs: int,
    seconds: float | None,
    as_json: bool,
    workspace: str | None,
    console: Console,
) -> int:
    """Make COUNT levels of GAME that meet the target, as candidates.

    The same seed and target give the same levels on every machine and with any --jobs. Ctrl-C keeps every candidate
    that is found by then. With --replay no level is written: LEVEL is made again from its provenance and must come out
    the same; it may be given several times, and a folder stands for every level in it.
    """
    run = _Run(console, as_json)
    if replay:
        if game is not None:
            raise BadOption("--replay", "--replay reads the game from the level; leave GAME out, and repeat --replay")
        only_given(_REPLAYING, "is for new levels; --replay takes all from the level")
        return _replayed(run, level_inputs(replay, ReadingOptions.native(), workspace), jobs, seconds)
    if game is None:
        raise BadOption("GAME", "name a GAME, or a level to make again with --replay")
    generator = checked_generator(checked_game(game), generator_name)
    rows, columns = size_of(size)
    asked = [*(["dead_end_free"] if dead_ends == "none" else []), *(["unique_cover"] if unique_cover else [])]
    wanted = Wanted(
        optimum=range_of("--optimum", optimum),
        rows=rows,
        columns=columns,
        pieces=pieces,
        walls=range_of("--walls", walls),
        rule=checked_rule(game, rule),
        measures=measures_of(generator, measures),
        properties=properties_of(asked, solver_named(game).properties),
        dead_end_permille=None if dead_ends == "none" else range_of("--dead-ends", dead_ends),
        foresight_gap_permille=foresight_gap,
    )
    folder = given_path(output) if output is not None else workspace_of(workspace).candidates
    recipes = [Recipe(generator, wanted, str(seed), number) for number in range(count)]
    return _made(run, recipes, folder, license_, jobs, seconds)


def _made(run: _Run, recipes: Sequence[Recipe], folder: Path, license_: str, jobs: int, seconds: float | None) -> int:
    """Make the levels and write each in its turn, so that of two alike the first is written, whatever `jobs` is."""
    earlier: dict[str, int] = {}
    kept: list[int] = []

    def take(index: int, result: Result) -> None:
        recipe = recipes[index]
        about = f"candidate {recipe.number} of seed {recipe.seed}"
        made = _value(run, result, about)
        if made is None:
            return
        board, goal, optimum = made
        rules = game_named(recipe.generator.game)
        level = rules.parse(board, goal)
        twin = earlier.setdefault(canon_digest(rules, level), recipe.number)
        if twin != recipe.number:
            run.fails(NOTHING_FOUND.at(f"{about} is the same as candidate {twin}"))
            return
        provenance = new_provenance("generated", generator=recipe.to_json(), author="levelpress")
        record = LevelRecord(None, 1, rules, level, None, provenance, license_, None, ())
        path = folder / f"{rules.prefix}-{record.digest.removeprefix('sha256:')[:10]}.json"
        write_bytes(path, pretty_bytes(record.to_json()))
        shown = shown_path(path)
        run.holds({"path": shown, "level": shown, "optimum": optimum}, f"{shown}: {optimum} {rules.metrics[0]}")
        kept.append(recipe.number)

    if not _searched(run, recipes, take, jobs, seconds):
        which = f": {_spans(kept)} of seed {recipes[0].seed}" if kept else ""
        run.console.say(f"interrupted; {len(kept)} of {len(recipes)} candidates are written{which}")
    return run.end()


def _spans(numbers: Sequence[int]) -> str:
    """Rising numbers in words: `0..3, 5`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in found)


def _replayed(run: _Run, inputs: Sequence[LevelInput], jobs: int, seconds: float | None) -> int:
    """Make levels again and hold them against what they are."""
    kept, run.codes = readable(inputs, run.console)
    levels: list[tuple[LevelInput, LevelRecord]] = []
    recipes: list[Recipe] = []
    for one in kept:
        if one.record is None:
            for finding in one.findings:
                run.fails(finding)
            continue
        try:
            recipes.append(recipe_of(one.record.game.name, one.record.provenance))
            levels.append((one, one.record))
        except NoRecipe as error:
            run.fails(NO_RECIPE.at(str(error)).about(level=one.name))
    ended: list[int] = []

    def take(index: int, result: Result) -> None:
        one, record = levels[index]
        ended.append(index)
        made = _value(run, result, one.name)
        if made is None:
            return
        board, goal, optimum = made
        digest = level_digest(record.game, record.game.parse(board, goal))
        if digest != record.digest:
            run.fails(DIFFERENT.at(f"it makes {digest}, the level is {record.digest}").about(level=one.name))
            return
        entry = {"path": shown_path(one.path or Path(one.name)), "level": one.name, "optimum": optimum}
        run.holds(entry, f"{one.name}: made again, {digest}")

    if not _searched(run, recipes, take, jobs, seconds):
        run.console.say(f"interrupted; {len(ended)} of {len(levels)} levels were looked at")
    return run.end()


def _searched(
    run: _Run, recipes: Sequence[Recipe], take: Callable[[int, Result], None], jobs: int, seconds: float | None
) -> bool:
    """Search for each recipe's level and `take` the results in the order of the recipes, each whole.

    An interrupt ends the searches. The results that were there by then and waited for a slower one's turn are taken
    too, in the same order; False is returned, and the exit code is noted.
    """
    tasks = [Task(_SEARCH, (one.generator.name, one.wanted, one.seed, one.number)) for one in recipes]
    progress = SearchProgress(run.console, len(tasks))
    ready: dict[int, Result] = {}

    def ended(index: int, result: Result) -> None:
        ready[index] = result
        progress.ended(index, result)

    results = run_tasks(tasks, jobs, seconds, progress.done, progress.reported, ended)
    try:
        for index, result in enumerate(results):
            with uninterrupted():
                progress.end()
                ready.pop(index, None)
                take(index, result)
    except KeyboardInterrupt:
        with uninterrupted():
            results.close()
            progress.end()
            run.codes.append(ExitCode.INTERRUPTED)
            for index in sorted(ready):
                take(index, ready[index])
        return False
    finally:
        results.close()
        progress.end()
    return True


def _value(run: _Run, result: Result, about: str) -> Any | None:
    """Board, goal and optimum that a search found; where there are none, why is said."""
    if isinstance(result, Crashed):
        run.fails(CRASH.at(f"{result.kind}: {result.message}").about(level=about), ExitCode.INTERNAL)
        return None
    if isinstance(result, Killed):
        near = result.last_report
        best = f"; the nearest had {nearness(*near)}" if near else ""
        run.fails(NOTHING_FOUND.at(f"{about}: the time ran out{best}"), ExitCode.UNDECIDED)
        return None
    if result.value is None:
        run.fails(NOTHING_FOUND.at(f"{about}: the search ended"))
    return result.value
