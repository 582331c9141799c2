"""`levelpress ingest`: files of other people become candidate levels."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from authoring.candidates import Candidate, Origin, candidates_of
from authoring.console import Console, console_options, print_document, print_line
from authoring.dates import DATE
from authoring.exit_codes import ExitCode, worst
from authoring.level_inputs import ReadingOptions, checked_game, format_options, workspace_of, workspace_option
from authoring.paths import shown_path
from authoring.readers.contract import BadOption
from authoring.readers.contract import Unreadable as NoReading
from authoring.readers.registry import read_source
from catalogue.document import Unreadable, read_bytes, write_bytes
from games.canonical import Json, pretty_bytes, sha256_of
from games.finding import Finding

__all__ = ["command"]


@click.command("ingest")
@click.argument("game", metavar="GAME")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", metavar="DIR", help="Where the candidates go; default: catalogue/candidates.")
@click.option("--origin", type=click.Choice(["original", "adapted"]), default="adapted", help="Whose work it is.")
@click.option("--source", help="Where the file came from; default: its name.")
@click.option("--license", "license_", metavar="SPDX", help="Its licence, as an SPDX id.")
@click.option("--first-public", type=DATE, metavar="DATE", help="The first day on which anybody could fetch it.")
@click.option("--reference", metavar="PICTURE", help="The picture that the level was reproduced from.")
@click.option("--title", help="The level's title, where the file holds one level.")
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
    as_json: bool,
    reading: ReadingOptions,
    workspace: str | None,
    console: Console,
) -> int:
    """Turn every FILE (or - for standard input) of levels of GAME into candidates.

    A level that the rules refuse, or that holds what the game does not have, is named and left out; the rest of its
    file is still read.
    """
    checked_game(game)
    folder = Path(output) if output is not None else workspace_of(workspace).candidates
    said = Origin(origin, source, license_, first_public, _reference(reference), title)
    codes: list[ExitCode] = []
    findings: list[Finding] = []
    entries: list[dict[str, Json]] = []
    progress = console.bar(len(files), "read")
    for number, file in enumerate(files, 1):
        try:
            data = sys.stdin.buffer.read() if file == "-" else read_bytes(Path(file))
            found = candidates_of(file, data, game, read_source(data, game, reading.options), said)
        except (Unreadable, NoReading) as error:
            text = str(error)
            console.say(text if text.startswith(file) else f"{file}: {text}")
            codes.append(ExitCode.UNREADABLE)
            continue
        except BadOption as error:
            raise BadOption(error.option, f"{file}: {error}") from None
        for one in found:
            findings += one.findings
            if one.record is not None:
                entries.append(_written(one, folder, data))
                if not as_json:
                    print_line(f"{one.name} -> {entries[-1]['path']}")
        progress.at(number)
    progress.end()
    console.findings(findings)
    doubts = any(entry["doubts"] for entry in entries)
    if any(finding.severity == "error" for finding in findings) or doubts:
        codes.append(ExitCode.FINDINGS)
    if as_json:
        rows = [finding.to_json() for finding in findings]
        print_document({"format": "levelpress/candidates@1", "candidates": entries, "findings": rows})
    return worst(codes)


def _written(one: Candidate, folder: Path, data: bytes) -> dict[str, Json]:
    """Write one candidate under a name of its own and give its entry in the document."""
    assert one.record is not None
    content = pretty_bytes(one.record.to_json())
    path = next(path for path in _names(one, folder) if not path.exists() or path.read_bytes() == content)
    write_bytes(path, content)
    return {
        "path": shown_path(path),
        "level": one.name,
        "doubts": list(one.doubts),
        "source_sha256": sha256_of(data),
    }


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
