"""Level arguments: a catalogue id, a file, a folder, `-`, or with `--game` any file that `ingest` reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from authoring.candidates import Origin, candidates_of
from authoring.folder_files import files_below
from authoring.option_groups import option_group
from authoring.readers.contract import BadOption, ReadOptions
from authoring.readers.contract import Unreadable as NoReading
from authoring.readers.registry import read_source
from authoring.standard_input import standard_input
from catalogue.document import Unreadable, read_bytes
from catalogue.level_record import FORMAT, LevelRecord, level_record
from catalogue.workspace import NoWorkspace, Workspace, find_workspace
from games.canonical import Json
from games.contract import InvalidLevel
from games.finding import Finding
from games.registry import game_names
from games.shape import nearest
from games.strict_json import MalformedJson, read_json

__all__ = [
    "LevelInput",
    "ReadingOptions",
    "catalogue_inputs",
    "checked_game",
    "format_options",
    "home_of",
    "level_inputs",
    "reading_options",
    "workspace_of",
    "workspace_option",
]

_ID = re.compile("[a-z]{2}-[0-9]{4,}")
#: One level of a file that holds several.
_NUMBERED = re.compile("(.+)#([1-9][0-9]*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class LevelInput:
    """One level that an argument stands for: a record, or findings, or why it cannot be read at all.

    An argument that no level matches stands for one input with `nothing` set. `game` is what is known of an invalid
    level's game.
    """

    name: str
    path: Path | None
    record: LevelRecord | None
    findings: tuple[Finding, ...] = ()
    unreadable: str | None = None
    nothing: bool = False
    game: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """`--game` and the options that say how to read a file of that game."""

    game: str | None
    options: ReadOptions

    @classmethod
    def native(cls) -> ReadingOptions:
        """No options: level files of our own format."""
        return cls(None, ReadOptions())


def workspace_of(chosen: str | None) -> Workspace:
    """The workspace that `--workspace`, LEVELPRESS_WORKSPACE or the current folder means. Raises NoWorkspace."""
    start = Path(chosen or os.environ.get("LEVELPRESS_WORKSPACE") or ".")
    return find_workspace(start.resolve())


def home_of(one: LevelInput, workspace: str | None) -> Workspace | None:
    """The workspace that was named, or the one in which the level's file lies."""
    try:
        if workspace is None and one.path is not None:
            return find_workspace(one.path.resolve().parent)
        return workspace_of(workspace)
    except NoWorkspace:
        return None


#: The option `--workspace`.
workspace_option = click.option(
    "--workspace", metavar="DIR", help="The workspace; default: the one around this folder."
)


def _reading(game: str | None, format_: str, **given: Any) -> ReadingOptions:
    return ReadingOptions(game, replace(ReadOptions(format=format_), **given))


#: The options that say how to read a file, without `--game`.
FORMAT_OPTIONS = (
    click.option("--format", "format_", default="auto", metavar="NAME", help="The files' format; default: auto."),
    click.option("--start", metavar="first|left-bottom|ROW,COLUMN", help="The start, for a board that marks none."),
    click.option("--rule", metavar="RULE", help="The goal rule, for a file that states none."),
    click.option("--walls", metavar="CHARS", help="Characters of a text board that are wall."),
    click.option("--floor", metavar="CHARS", help="Characters of a text board that are floor or free."),
    click.option("--layer", metavar="NAME", help="The layer of a map with several."),
    click.option("--orientation", metavar="bottom-first|top-first", help="Which end of a stack is written first."),
)

#: `--game` and the options that say how to read a file, given to a command as `reading`.
reading_options = option_group(
    "reading",
    _reading,
    click.option(
        "--game",
        help="Read the files as levels of this game, in any format that ingest reads.",
        shell_complete=lambda ctx, param, incomplete: [one for one in game_names() if one.startswith(incomplete)],
    ),
    *FORMAT_OPTIONS,
)
#: The same for a command whose game is an argument; the command fills it in.
format_options = option_group("reading", partial(_reading, None), *FORMAT_OPTIONS)


def level_inputs(arguments: Sequence[str], reading: ReadingOptions, workspace: str | None) -> tuple[LevelInput, ...]:
    """The levels that the arguments stand for, in the order of the arguments.

    Raises:
        BadOption: an unknown game, or a choice that the files leave open.
    """
    if reading.game is not None:
        checked_game(reading.game)
    found: list[LevelInput] = []
    for argument in arguments:
        matched = list(_inputs_of(argument, reading, workspace))
        found += matched or [LevelInput(argument, None, None, nothing=True)]
    return tuple(found)


def checked_game(name: str) -> str:
    """The name of a game that there is. Raises BadOption with the near miss."""
    if name not in game_names():
        raise BadOption("--game", f"no game {name!r}{nearest(name, game_names())}; there are {', '.join(game_names())}")
    return name


def _inputs_of(argument: str, reading: ReadingOptions, workspace: str | None) -> Iterator[LevelInput]:
    path = Path(argument)
    if not argument:
        yield LevelInput(argument, None, None, unreadable="'': no such file")
    elif argument == "-":
        yield from _data(argument, None, standard_input("levels"), reading)
    elif os.path.isdir(path):  # unlike `Path.is_dir`, False where one may not look: reading it then says why
        for found in files_below(path):
            # Not `found.path`: a level is named as it was given, "./" and all.
            name = os.path.join(argument, found.path.relative_to(path)) if found.path != path else argument
            if found.fault is not None:
                yield LevelInput(name, _resolvable(found.path), None, unreadable=f"{name}: {found.fault}")
            elif reading.game is not None or found.path.suffix == ".json":
                yield from _in_folder(name, reading)
    elif _ID.fullmatch(argument) and not os.path.exists(path):
        yield _by_id(argument, workspace)
    elif (numbered := _NUMBERED.fullmatch(argument)) and not os.path.exists(path) and os.path.isfile(numbered[1]):
        found_in_file = list(_file(numbered[1], reading))
        chosen = [one for one in found_in_file if one.name == argument]
        yield (
            chosen[0]
            if chosen
            else LevelInput(
                argument, path, None, unreadable=f"{argument}: {numbered[1]} holds {len(found_in_file)} levels"
            )
        )
    else:
        yield from _file(argument, reading)


def catalogue_inputs(place: Workspace) -> tuple[LevelInput, ...]:
    """Every level file of a workspace's catalogue, and every folder or link there that cannot be read."""
    found: list[LevelInput] = []
    for one in files_below(place.levels):
        name = str(one.path)
        if one.fault is not None:
            found.append(LevelInput(name, _resolvable(one.path), None, unreadable=f"{name}: {one.fault}"))
        elif one.path.suffix == ".json":
            found += _file(name, ReadingOptions.native())
    return tuple(found)


def _in_folder(name: str, reading: ReadingOptions) -> Iterator[LevelInput]:
    """A file of a folder; other levelpress documents, such as certificates, are no level arguments."""
    if not (name.endswith(".json") and _is_other_document(Path(name))):
        yield from _file(name, reading)


def _is_other_document(path: Path) -> bool:
    try:
        value = read_json(read_bytes(path))
    except (Unreadable, MalformedJson):
        return False
    stated = value.get("format") if isinstance(value, dict) else None
    return isinstance(stated, str) and stated.startswith("levelpress/") and stated != FORMAT


_OTHER_DOCUMENT = "is a levelpress document of another format, not a level"


def _by_id(level_id: str, workspace: str | None) -> LevelInput:
    try:
        place = workspace_of(workspace)
        path = place.level_path(level_id)
    except (NoWorkspace, KeyError):
        return LevelInput(level_id, None, None, unreadable=f"{level_id}: no such file, and no workspace has that level")
    if not path.is_file():
        hint = nearest(level_id, place.level_ids())
        return LevelInput(level_id, None, None, unreadable=f"{level_id}: the catalogue has no such level{hint}")
    return next(iter(_file(str(path), ReadingOptions.native())))


def _file(name: str, reading: ReadingOptions) -> Iterator[LevelInput]:
    """The levels of the file of that name."""
    path = Path(name)
    if reading.game is None and reading.options != ReadOptions():
        raise BadOption("--game", "reading options need --game, which says what the file is a level of")
    try:
        data = read_bytes(path)
    except Unreadable as error:
        yield LevelInput(name, _resolvable(path), None, unreadable=str(error))
        return
    yield from _data(name, path, data, reading)


def _resolvable(path: Path) -> Path | None:
    """The path; None for a link that leads back to itself, which no command can resolve."""
    try:
        path.resolve()
    except (OSError, RuntimeError):
        return None
    return path


def _from_document(name: str, path: Path | None, value: Json) -> LevelInput:
    stated = value.get("format") if isinstance(value, dict) else None
    if not isinstance(value, dict) or (stated != FORMAT and not {"board", "game"} & set(value)):
        if isinstance(stated, str) and stated.startswith("levelpress/"):
            return LevelInput(name, path, None, unreadable=f"{name}: {_OTHER_DOCUMENT}")
        return LevelInput(name, path, None, unreadable=f"{name}: no levelpress level (format {FORMAT})")
    try:
        record = level_record(value)
        return LevelInput(record.id or name, path, record, game=record.game.name)
    except InvalidLevel as error:
        found = tuple(finding.about(level=name, file=name) for finding in error.findings)
        game = value.get("game")
        return LevelInput(name, path, None, findings=found, game=game if game in game_names() else None)


def _data(name: str, path: Path | None, data: bytes, reading: ReadingOptions) -> Iterator[LevelInput]:
    """The levels in the bytes of a file of any format, or of standard input."""
    game = reading.game
    try:
        if game is None:
            yield _from_document(name, path, read_json(data))
            return
        found = read_source(data, game, reading.options)
    except (NoReading, MalformedJson) as error:
        yield LevelInput(name, path, None, unreadable=f"{name}: {error}")
        return
    except BadOption as error:
        raise BadOption(error.option, f"{name}: {error}") from None
    for one in candidates_of(name, data, game, found, Origin()):
        yield LevelInput(one.name, path, one.record, findings=one.findings, game=game)
