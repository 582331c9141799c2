"""`levelpress render`: pictures of levels, of plays and of objectives."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from authoring.completion import complete_levels
from authoring.console import Console, console_options, print_line
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import (
    LevelInput,
    ReadingOptions,
    level_inputs,
    reading_options,
    workspace_of,
    workspace_option,
)
from authoring.paths import given_path, shown_path
from authoring.plays import moves_of, start_state
from authoring.readable import readable
from authoring.readers.contract import BadOption
from authoring.run_findings import NO_LEVELS
from authoring.worker import run_tasks
from catalogue.document import Unreadable, write_bytes
from games.canonical import Json

if TYPE_CHECKING:  # Pillow loads with these, and `--help` must not wait for it.
    from authoring.pictures.drawing import Drawing
    from authoring.pictures.palette import Theme
    from authoring.pictures.plays import NoPlay, Play

__all__ = ["command"]

_SUFFIXES = (".png", ".svg", ".gif")
#: How a solution is laid out on one picture; the first where `--solution` stands alone.
_LAYOUTS = ("strip", "path")


class _Command(click.Command):
    """`--solution` may stand alone, before LEVEL too: the word after it is its value only if it is a layout."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        after = args[args.index("--solution") + 1 :][:1] if "--solution" in args else []
        alone = after != [] and after[0] not in _LAYOUTS
        words = [f"{word}={_LAYOUTS[0]}" if alone and word == "--solution" else word for word in args]
        try:
            return super().parse_args(ctx, words)
        except click.BadOptionUsage:
            raise
        except click.UsageError as error:
            # Two words for one LEVEL, one of them after `--solution`: it was meant for the layout.
            if alone and "extra argument" in error.message:
                raise BadOption("--solution", f"{after[0]!r} is none of {', '.join(_LAYOUTS)}") from None
            raise


@click.command("render", cls=_Command)
@click.argument("level", required=False, metavar="LEVEL", shell_complete=complete_levels)
@click.option("-o", "output", required=True, metavar="FILE", help="The picture: x.png, x.svg, or x.gif of a play.")
@click.option(
    "--solution",
    is_flag=False,
    flag_value=_LAYOUTS[0],
    type=click.Choice(_LAYOUTS),
    help="Show a solution, of the certificate, else solved now: frame by frame, or numbered on one board.",
)
@click.option("--moves", metavar="MOVES|@FILE", help="Show this play instead; it need not win.")
@click.option("--sheet", metavar="OBJECTIVE|all", help="A contact sheet of the catalogue's levels, without LEVEL.")
@click.option("--from", "from_state", metavar="STATE", help="Begin at this state JSON (or @FILE).")
@click.option("--after", metavar="MOVES", help="Begin at the state that this play leads to.")
@click.option("--theme", "theme_name", type=click.Choice(["light", "dark"]), default="light", show_default=True)
@click.option("--scale", type=click.IntRange(4, 1024), default=64, show_default=True, help="Pixels of a cell's side.")
@click.option("--columns", type=click.IntRange(1), help="Pictures in a row of a strip or a sheet.")
@click.option(
    "--delay", type=click.IntRange(20, 60_000), default=600, show_default=True, help="Milliseconds of a GIF's frame."
)
@reading_options
@workspace_option
@console_options
def command(
    level: str | None,
    output: str,
    solution: str | None,
    moves: str | None,
    sheet: str | None,
    from_state: str | None,
    after: str | None,
    theme_name: str,
    scale: int,
    columns: int | None,
    delay: int,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Draw LEVEL as its players know it, and write the picture to FILE.

    With --solution or --moves a PNG or SVG is a strip of numbered frames, the start and one for each move, and a GIF
    plays them; with --solution path it is one board, at its start, with every move of the solution drawn on it and
    numbered. A solution comes from the level's certificate, in the workspace or beside the file, else it is solved
    for now within the default limits; `certify` first where that takes long.
    """
    from authoring.pictures.palette import THEMES

    theme = THEMES[theme_name]
    path = given_path(output)
    plays = solution is not None or moves is not None
    _refuse_contradictions(path, level, sheet, solution, moves, from_state, after)
    if sheet is not None:
        return _sheet(path, sheet, theme, scale, columns, workspace, console)
    assert level is not None
    found, codes = readable(level_inputs([level], reading, workspace), console)
    if codes:
        return worst(codes)
    if len(found) > 1:
        raise click.UsageError(f"{level} holds {len(found)} levels; name one of them, as {found[0].name}")
    one = found[0]
    if one.record is None:
        console.findings(one.findings)
        return ExitCode.FINDINGS
    game, value = one.record.game, one.record.level
    start = start_state(game, value, from_state, after)
    if not plays:
        from authoring.pictures.registry import picture_of

        state = game.state_json(value, game.initial(value)) if start is None else start
        drawing = picture_of(game.name).draw(game.print(value)[0], state, theme)
        return _write(path, [drawing], scale, delay, _title(one))
    from authoring.pictures.layout import strip
    from authoring.pictures.plays import NoPlay, Play, frames_of, path_of

    play = _solution(one, start, workspace) if moves is None else Play(moves_of(game, moves), "the given play")
    if isinstance(play, NoPlay):
        console.findings([play.finding.about(level=one.name)])
        return play.code
    title = f"{_title(one)}, {play.origin}"
    if solution == "path":
        return _write(path, [path_of(one.record, play.moves, start, columns, theme)], scale, delay, title)
    frames = frames_of(one.record, play.moves, start, theme)
    shown = list(frames) if path.suffix.lower() == ".gif" else [strip(frames, columns, theme)]
    return _write(path, shown, scale, delay, title)


def _refuse_contradictions(
    path: Path,
    level: str | None,
    sheet: str | None,
    solution: str | None,
    moves: str | None,
    from_state: str | None,
    after: str | None,
) -> None:
    if path.suffix.lower() not in _SUFFIXES:
        raise BadOption("-o", f"{str(path)!r} ends in none of {', '.join(_SUFFIXES)}")
    if (level is None) == (sheet is None):
        raise click.UsageError("give a LEVEL, or --sheet")
    if solution is not None and moves is not None:
        raise click.UsageError("give --solution or --moves, not both")
    if from_state is not None and after is not None:
        raise click.UsageError("give --from or --after, not both")
    plays = solution is not None or moves is not None
    if sheet is not None and (plays or from_state is not None or after is not None):
        raise click.UsageError("a sheet shows levels at their start: no --solution, --moves, --from, --after")
    if path.suffix.lower() == ".gif" and solution == "path":
        raise BadOption("--solution", "a path is one picture, and a .gif plays frames: write a .png or .svg")
    if path.suffix.lower() == ".gif" and not plays:
        raise BadOption("-o", "a .gif shows a play: add --solution or --moves, or write a .png or .svg")


def _solution(one: LevelInput, start: Json | None, workspace: str | None) -> Play | NoPlay:
    """From the certificate, which speaks of the level's own start only, or solved for in a worker."""
    from authoring.pictures.plays import certificate_of, in_certificate, solve_task, solved

    assert one.record is not None
    certificate = certificate_of(one, workspace) if start is None else None
    if certificate is not None:
        return in_certificate(certificate)
    return solved(next(iter(run_tasks([solve_task(one.record, start)], 1, None))))


def _sheet(
    path: Path, chosen: str, theme: Theme, scale: int, columns: int | None, workspace: str | None, console: Console
) -> ExitCode:
    from authoring.pictures.layout import sheet
    from authoring.pictures.sheets import sections_of

    sections = sections_of(workspace_of(workspace), chosen, theme)
    if not sections:
        console.findings([NO_LEVELS.at(f"no level in {chosen}")])
        return ExitCode.FINDINGS
    return _write(path, [sheet(sections, columns, theme)], scale, 0, chosen)


def _title(one: LevelInput) -> str:
    assert one.record is not None
    return f"{one.name} {one.record.title or ''}".rstrip()


def _write(path: Path, drawings: Sequence[Drawing], scale: int, delay: int, title: str) -> ExitCode:
    """Draw in full, then write. Raises BadOption for a picture too large, OSError where it cannot be written."""
    from authoring.pictures.raster import MAX_PIXELS, gif_bytes, pixels_of, png_bytes
    from authoring.pictures.vector import svg_bytes

    suffix = path.suffix.lower()
    width, height = pixels_of(drawings[0], scale)
    if suffix != ".svg" and width * height * len(drawings) > MAX_PIXELS:
        frames = f"{len(drawings)} frames of " if len(drawings) > 1 else ""
        raise BadOption(
            "--scale", f"{frames}{width} x {height} pixels are more than {MAX_PIXELS}; take a smaller scale"
        )
    if path.exists() and not path.is_file():
        raise Unreadable(f"{path}: not a regular file")
    if suffix == ".gif":
        data = gif_bytes(drawings, scale, delay)
    elif suffix == ".svg":
        data = svg_bytes(drawings[0], scale, title)
    else:
        data = png_bytes(drawings[0], scale)
    write_bytes(path, data)
    frames = f", {len(drawings)} frames" if suffix == ".gif" else ""
    print_line(f"{title} -> {shown_path(path)}: {width} x {height}{frames}")
    return ExitCode.OK
