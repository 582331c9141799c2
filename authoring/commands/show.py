"""`levelpress show`: a level drawn in the terminal."""

from __future__ import annotations

import click

from authoring.completion import levels_argument
from authoring.console import Console, console_options, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import LevelInput, ReadingOptions, level_inputs, reading_options, workspace_option
from authoring.plays import start_state
from authoring.readable import readable
from authoring.seeds import seed_option, under_seed
from games.contract import InvalidLevel

__all__ = ["command"]


@click.command("show")
@levels_argument
@click.option("--from", "from_state", metavar="STATE", help="Draw this state JSON (or @FILE).")
@click.option("--after", metavar="MOVES", help="Draw the state that this play leads to.")
@seed_option
@reading_options
@workspace_option
@console_options
def command(
    levels: tuple[str, ...],
    from_state: str | None,
    after: str | None,
    seed: str,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Draw every LEVEL in the terminal, at its start or at a given state."""
    inputs, codes = readable(level_inputs(levels, reading, workspace), console)
    for one in under_seed(inputs, seed):
        if one.record is None:
            console.findings(one.findings)
            codes.append(ExitCode.FINDINGS)
        else:
            try:
                drawing = _drawing(one, from_state, after)
            except InvalidLevel as error:  # the play of --after is refused on this level
                console.findings(finding.about(level=one.name, file=str(one.path)) for finding in error.findings)
                codes.append(ExitCode.FINDINGS)
                continue
            for line in drawing:
                print_line(line)
    return worst(codes)


def _drawing(one: LevelInput, from_state: str | None, after: str | None) -> list[str]:
    assert one.record is not None
    record = one.record
    game, level = record.game, record.level
    value = start_state(game, level, from_state, after)
    state = game.initial(level) if value is None else game.parse_state(level, value)
    progress = game.progress(level, state, None)
    rule = game.print(level)[1]["rule"]
    return [
        f"{one.name}  {game.title}" + (f"  {record.title}" if record.title else ""),
        *game.draw(level, state).split("\n"),
        f"goal {rule}, progress {progress.numerator}/{progress.denominator}"
        + (", won" if game.won(level, state) else ""),
        f"level {record.digest}",
        "",
    ]
