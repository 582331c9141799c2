"""`levelpress init`: a new workspace."""

from __future__ import annotations

import uuid
from pathlib import Path

import click

from authoring.console import print_line
from authoring.exit_codes import ExitCode
from authoring.paths import shown_path
from authoring.samples import sample_levels
from authoring.words import WORDS
from catalogue.document import write_bytes
from catalogue.lifecycle import Lifecycle
from catalogue.objectives import Objectives
from catalogue.workspace import Workspace
from games.canonical import pretty_bytes

__all__ = ["command"]


@click.command("init")
@click.argument("folder", metavar="DIR")
@click.option("--canary", type=WORDS, metavar="TEXT", help="The line that marks its levels; default: a new one.")
def command(folder: str, canary: str | None) -> int:
    """Make a workspace in DIR: catalogue and snapshots, with a sample level of each game as a candidate.

    An existing workspace is refused; other files in DIR are left alone.
    """
    place = Workspace(Path(folder))
    if place.objectives_path.exists():
        raise click.UsageError(f"{folder} is a workspace already")
    if place.root.exists() and not place.root.is_dir():
        raise click.UsageError(f"{folder} is not a folder")
    for name, record in sample_levels():
        write_bytes(place.candidates / f"{name}.json", pretty_bytes(record.to_json()))
    place.write_lifecycle(Lifecycle())
    write_bytes(place.root / ".gitattributes", b"snapshots/frozen/** -text\n")
    place.frozen.mkdir(parents=True, exist_ok=True)
    # The mark comes last: an init that is interrupted leaves no workspace behind.
    place.write_objectives(Objectives("custom", canary or _new_canary(), "none", (), ()))
    print_line(f"{shown_path(place.root)}: a workspace with {len(list(place.candidates.iterdir()))} sample candidates")
    return ExitCode.OK


def _new_canary() -> str:
    """A line to find leaked levels by. It has to be unlike any other, so this one thing is drawn at random."""
    return f"levelpress canary {uuid.uuid4()}: benchmark levels, not for training"
