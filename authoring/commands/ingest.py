"""`levelpress ingest`: files of other people become candidate levels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import click

from authoring.candidates import Candidate, Origin, candidate_stream
from authoring.claims import judged
from authoring.console import Console, console_options, print_document, print_line
from authoring.dates import DATE
from authoring.exit_codes import ExitCode, worst
from authoring.interruption import uninterrupted
from authoring.level_inputs import ReadingOptions, checked_game, format_options, workspace_of, workspace_option
from authoring.paths import shown_path
from authoring.readers.contract import BadOption, ReadOptions
from authoring.readers.contract import Unreadable as NoReading
from authoring.readers.registry import MAX_SOURCE_BYTES, source_stream
from authoring.standard_input import standard_input
from authoring.words import SPDX, WORDS
from catalogue.document import Unreadable, read_bytes, write_bytes
from games.canonical import Json, pretty_bytes, sha256_of
from games.finding import Finding, worst_first
from games.registry import game_named
from games.shape import nearest
from solvers.contract import Limits, Moves

__all__ = ["command"]

#: What the comparison of one claimed optimum may cost: seconds, not minutes.
LIMITS = Limits(states=200_000, effort=50)
#: From so many lines on, a file shows how far it is read.
_LONG = 1000


@dataclass(frozen=True, slots=True)
class Claims:
    """How claimed optima are compared: the limits, None for not at all, and what they count where a file is silent."""

    limits: Limits | None
    metric: str | None


@click.command("ingest")
@click.argument("game", metavar="GAME")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", metavar="DIR", help="Where the candidates go; default: catalogue/candidates.")
@click.option("--origin", type=click.Choice(["original", "adapted"]), default="adapted", help="Whose work it is.")
@click.option("--source", help="Where the file came from; default: its name.")
@click.option("--license", "license_", type=SPDX, metavar="SPDX", help="Its licence, as an SPDX id.")
@click.option("--first-public", type=DATE, metavar="DATE", help="The first day on which anybody could fetch it.")
@click.option("--reference", metavar="PICTURE", help="The picture that the level was reproduced from.")
@click.option("--title", type=WORDS, help="The level's title, where the file holds one level.")
@click.option("--check-claims", is_flag=True, help="Solve levels whose optimum the file claims, and compare.")
@click.option("--claimed-metric", metavar="METRIC", help="What a claimed optimum counts, where the file does not say.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@format_options
@workspace_option
@console_options
def command(
    game: str,
    files: tuple[str, ...],
    output: str | None,
    origin: str,
    source: str | None,
    license_: str | None,
    first_public: str | None,
    reference: str | None,
    title: str | None,
    check_claims: bool,
    claimed_metric: str | None,
    as_json: bool,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Turn every FILE (or - for standard input) of levels of GAME into candidates.

    A level that the rules refuse, or that holds what the game does not have, is named and left out; the rest of its
    file is still read. A solution in the file is replayed: one that wins is written beside the candidate, as
    NAME.play.txt, for `catalogue playtest --moves @FILE`; one that does not is reported.
    """
    checked_game(game)
    if claimed_metric is not None and claimed_metric not in game_named(game).metrics:
        hint = nearest(claimed_metric, game_named(game).metrics)
        raise BadOption("--claimed-metric", f"{game} has no metric {claimed_metric!r}{hint}")
    folder = Path(output) if output is not None else workspace_of(workspace).candidates
    said = Origin(origin, source, license_, first_public, _reference(reference), title)
    claims = Claims(LIMITS if check_claims else None, claimed_metric)
    run = _Run(folder, claims, console, as_json)
    progress = console.bar(len(files), "read")
    for number, file in enumerate(files, 1):
        try:
            _read_file(run, file, game, reading.options, said)
        except (Unreadable, NoReading) as error:
            text = str(error)
            console.say(text if text.startswith(file) else f"{file}: {text}")
            run.codes.add(ExitCode.UNREADABLE)
        except BadOption as error:
            raise BadOption(error.option, f"{file}: {error}") from None
        progress.at(number)
    progress.end()
    if run.waiting:
        console.say(f"claimed optima not compared: {run.waiting}; --check-claims compares them")
    if as_json:
        rows = [finding.to_json() for finding in worst_first(run.findings)]
        print_document({"format": "levelpress/candidates@1", "candidates": run.entries, "findings": rows})
        console.findings(run.findings)
    return worst(run.codes)


@dataclass(slots=True)
class _Run:
    """One run of the command: where candidates go, and what has come of the files so far.

    Entries and findings are kept for the one document alone; without it, a file of thousands costs no more memory than
    a short one.
    """

    folder: Path
    claims: Claims
    console: Console
    as_json: bool
    codes: set[ExitCode] = field(default_factory=set)
    entries: list[dict[str, Json]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    waiting: int = 0


def _read_file(run: _Run, file: str, game: str, options: ReadOptions, said: Origin) -> None:
    """Write every candidate of one file as soon as it is read."""
    data = standard_input("levels") if file == "-" else read_bytes(Path(file), MAX_SOURCE_BYTES)
    digest = sha256_of(data)
    stream = source_stream(data, game, options)
    progress = run.console.bar(stream.lines, f"lines of {file}") if stream.lines >= _LONG else None
    try:
        for one in candidate_stream(file, digest, game, stream.puzzles, said):
            _keep(run, one, digest)
            if progress is not None:
                progress.at(one.line or 0)
    finally:
        if progress is not None:
            progress.end()


def _keep(run: _Run, one: Candidate, digest: str) -> None:
    findings = list(one.findings)
    if one.record is not None:
        claimed = judged(one.record.game, one.record.level, one.stated, run.claims.limits, run.claims.metric)
        file = one.name if one.number is None else one.name.removesuffix(f"#{one.number}")
        findings += (finding.about(level=one.name, file=file) for finding in claimed.findings)
        run.waiting += claimed.waiting
        with uninterrupted():
            path, play = _written(one.with_remarks(claimed.remarks), run.folder, claimed.play)
        if run.as_json:
            entry: dict[str, Json] = {"path": shown_path(path), "level": one.name, "doubts": list(one.doubts)}
            run.entries.append(entry | {"source_sha256": digest})
        else:
            print_line(f"{one.name} -> {shown_path(path)}" + (f", its play in {play.name}" if play else ""))
    if one.doubts or any(finding.severity == "error" for finding in findings):
        run.codes.add(ExitCode.FINDINGS)
    if run.as_json:
        run.findings += findings
    else:
        run.console.findings(findings)


def _written(one: Candidate, folder: Path, play: Moves | None) -> tuple[Path, Path | None]:
    """Write one candidate under a name of its own, and a play that won beside it; their paths."""
    assert one.record is not None
    content = pretty_bytes(one.record.to_json())
    path = next(path for path in _names(one, folder) if not path.exists() or path.read_bytes() == content)
    write_bytes(path, content)
    if play is None:
        return path, None
    beside = path.with_name(f"{path.stem}.play.txt")
    if not beside.exists():
        write_bytes(beside, "".join(f"{move}\n" for move in play).encode("utf-8"))
    return path, beside


def _names(one: Candidate, folder: Path) -> Iterator[Path]:
    """The source's name and number; then with the level's digest, then numbered: nothing is ever overwritten."""
    assert one.record is not None
    file = one.name if one.number is None else one.name.removesuffix(f"#{one.number}")
    stem = re.sub("[^a-z0-9]+", "-", Path(file).stem.lower()).strip("-") or one.record.game.prefix
    base = stem if one.number is None else f"{stem}-{one.number}"
    yield folder / f"{base}.json"
    unique = f"{base}-{one.record.digest.removeprefix('sha256:')[:8]}"
    yield folder / f"{unique}.json"
    counter = 2
    while True:
        yield folder / f"{unique}-{counter}.json"
        counter += 1


def _reference(picture: str | None) -> Mapping[str, Json] | None:
    """What is recorded of the picture: its digest and size, never the picture itself."""
    if picture is None:
        return None
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    data = read_bytes(Path(picture))
    try:
        with Image.open(BytesIO(data)) as image:
            width, height = image.size
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError) as error:
        raise Unreadable(f"{picture}: no picture that can be read ({type(error).__name__})") from None
    return {"sha256": sha256_of(data), "width": width, "height": height, "crop": None, "note": None}
