"""What every reader is: a function from the bytes of somebody else's file to the puzzles in it.

A reader opens no file and decides nothing about validity: it gives boards as the file draws them, and refuses by name
what a board of the game cannot express. `games.registry.game_named(game).validate` judges the boards afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from games.canonical import Json
from games.finding import Finding, FindingKind

__all__ = [
    "COUNT",
    "FINDINGS",
    "FORM",
    "GLYPH",
    "MAX_BYTES",
    "MAX_PUZZLES",
    "MAX_STREAM_BYTES",
    "NOT_CARRIED",
    "SIZE",
    "START",
    "TOO_MANY_COLOURS",
    "WRONG_GAME",
    "BadOption",
    "MissingChoice",
    "Puzzle",
    "ReadOptions",
    "Reader",
    "Reading",
    "Refusal",
    "Refused",
    "Stream",
    "Unreadable",
]

#: The most bytes of a file that is read as a whole, and of one that is read puzzle by puzzle; the most puzzles.
#: Together they keep what a hostile file can cost near a second and below 100 MB.
MAX_BYTES = 1024 * 1024
MAX_STREAM_BYTES = 16 * 1024 * 1024
MAX_PUZZLES = 100_000

GLYPH = FindingKind(
    "ingest/glyph",
    "A cell of the file's board holds a character or value that the reader has no meaning for.",
    "Say what it means with --walls CHARS or --floor CHARS, or correct the cell.",
)
START = FindingKind(
    "ingest/start",
    "The start that --start names is not a floor cell of the board.",
    "Name a floor cell: --start first, left-bottom or ROW,COLUMN counted from 0 at the top left.",
)
COUNT = FindingKind(
    "ingest/count",
    "The file announces another number of cells, rows or paths than it holds.",
    "Get the whole file, or correct the announced number.",
)
SIZE = FindingKind("ingest/size", "A board in the file is larger than any board of the games.", "Use a smaller board.")
FORM = FindingKind(
    "ingest/form",
    "A part of the file is not of the format's form.",
    "Compare it with the format's page in docs/formats.",
)
NOT_CARRIED = FindingKind(
    "ingest/not-carried",
    "The puzzle has something that the game's rules do not have; without it, it would be another puzzle.",
    "Leave this puzzle out: it cannot be a level of this game.",
)
WRONG_GAME = FindingKind(
    "ingest/wrong-game", "The file is a level of another game than the one asked for.", "Ingest it as its own game."
)
TOO_MANY_COLOURS = FindingKind(
    "ingest/too-many-colours",
    "The puzzle has more colours than there are names for (A-Z, a-z, 0-9: 62).",
    "Leave this puzzle out.",
)
FINDINGS = (GLYPH, START, COUNT, SIZE, FORM, NOT_CARRIED, WRONG_GAME, TOO_MANY_COLOURS)


class Unreadable(ValueError):
    """No reading fits the bytes (exit 3). The message says why, in one line."""


class BadOption(ValueError):
    """An option that does not go with the file or has no such value (exit 2)."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message)
        self.option = option


class MissingChoice(BadOption):
    """The file leaves something open that only the user can say (exit 2). Names the option and its values."""

    def __init__(self, option: str, values: tuple[str, ...], message: str) -> None:
        super().__init__(option, f"{message}; give {option} {'|'.join(values)}")
        self.values = values


class Refused(ValueError):
    """Carries findings out of the nested reading of one puzzle, up to where its Refusal is made."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read: the reading options of the command line. None means that the option was not given.

    Attributes:
        format: `auto` or the name of a reader.
        start: `first`, `left-bottom` or `row,column`, for a board that marks no start.
        rule: the goal rule, for a file that states none.
        walls: the characters (or array value) that are wall.
        floor: the characters (or array value) that are floor or free.
        start_glyphs: the characters that mark the start, where they are neither walls nor floor.
        orientation: `bottom-first` or `top-first`, for stacks.
        layer: the name of the one layer to read.
    """

    format: str = "auto"
    start: str | None = None
    rule: str | None = None
    walls: str | None = None
    floor: str | None = None
    start_glyphs: str = "@o"
    orientation: str | None = None
    layer: str | None = None


_NOTHING: Mapping[str, Json] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One board of a file, not yet validated.

    Attributes:
        number: its place in the file, from 1; refused puzzles count too.
        board: board JSON of the game.
        goal: goal JSON of the game.
        line: the line of the file where it begins, from 1; None where lines mean nothing.
        title: its title in the file.
        note: the file's remarks on it.
        taken: sentences on what the reader took that the file does not state (start rule, goal rule, colour names).
        stated: what the file claims, never believed and only compared: `solution` (move texts); `optimum` (a number)
            with its `metric` (a text as the file has it; absent where the file names none).
        native: the whole level document, where the file is one; its envelope is the caller's to carry over.
    """

    number: int
    board: Json
    goal: Json
    line: int | None = None
    title: str | None = None
    note: str | None = None
    taken: tuple[str, ...] = ()
    stated: Mapping[str, Json] = field(default_factory=lambda: _NOTHING)
    native: Json | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """One puzzle of a file that cannot become a level, with every reason; the rest of the file is still read."""

    number: int
    findings: tuple[Finding, ...]
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of a file: the format's name and the puzzles in the order of the file."""

    format: str
    puzzles: tuple[Puzzle | Refusal, ...]


@dataclass(frozen=True, slots=True)
class Stream:
    """What a reader makes of a file, puzzle by puzzle.

    Attributes:
        format: the reader's name.
        puzzles: the puzzles in the order of the file, each made when it is asked for. Raises Unreadable where the
            file turns out to be none of the format.
        lines: the number of lines of the file, 0 where lines mean nothing: what progress is counted in.
    """

    format: str
    puzzles: Iterator[Puzzle | Refusal]
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Reader:
    """One format.

    Attributes:
        name: the command line's name, `tiled`.
        game: the game whose levels it reads; None for all.
        options: the fields of ReadOptions that it uses; any other given one is an error.
        fits: bytes, game, options -> whether the file looks like this format. Cheap, never raises.
        read: bytes, game, options -> the reading. Raises Unreadable, BadOption, MissingChoice, and nothing
            else, whatever the bytes.
        limit: the most bytes that `read` is given.
        each: the same as `read`, puzzle by puzzle, for a format whose files may hold thousands; None for others.
            What is wrong with the file as a whole, or with the options, is raised before the first puzzle.
    """

    name: str
    game: str | None
    options: frozenset[str]
    fits: Callable[[bytes, str, ReadOptions], bool]
    read: Callable[[bytes, str, ReadOptions], Reading]
    limit: int = MAX_BYTES
    each: Callable[[bytes, str, ReadOptions], Iterator[Puzzle | Refusal]] | None = None
