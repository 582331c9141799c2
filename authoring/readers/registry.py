"""Which readers there are, and which one reads a file.

`auto` reads a file that exactly one reader fits. It never picks between two that both fit: it lists them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from authoring.readers import (
    array,
    colour_array,
    flow_pack,
    grid_text,
    key_value,
    lot,
    native,
    numberlink,
    pairs,
    plate,
    rush_box,
    rush_card,
    rush_line,
    rush_steps,
    stack_lines,
    stacks,
    text,
    tiled,
)
from authoring.readers.contract import (
    FORM,
    SIZE,
    BadOption,
    Puzzle,
    Reader,
    Reading,
    ReadOptions,
    Refusal,
    Stream,
    Unreadable,
)
from authoring.readers.glyphs import glyphs_of
from authoring.readers.lines import decoded_lines
from games.shape import nearest

__all__ = ["MAX_SOURCE_BYTES", "READERS", "format_names", "read_source", "source_stream"]

READERS: tuple[Reader, ...] = (
    native.READER,
    text.READER,
    grid_text.READER,
    tiled.READER,
    array.READER,
    colour_array.READER,
    flow_pack.READER,
    numberlink.READER,
    pairs.READER,
    plate.READER,
    lot.READER,
    rush_line.READER,
    rush_card.READER,
    rush_box.READER,
    rush_steps.READER,
    stacks.READER,
    stack_lines.READER,
    key_value.READER,
)
#: No reader reads a larger file: whoever opens one need not read on.
MAX_SOURCE_BYTES = max(reader.limit for reader in READERS)
_BARE = ReadOptions()
#: Faults of form: where nothing else is in a file, the file is not of the format at all.
_FORMLESS = frozenset({FORM.id, SIZE.id})
#: So many puzzles with faults of form alone at the start of a file, and nobody reads on.
_MOST_FORMLESS = 1000


def format_names(game: str | None = None) -> tuple[str, ...]:
    """The names of the formats that `game` can be read from, or of all formats."""
    return tuple(dict.fromkeys(reader.name for reader in READERS if game is None or reader.game in (None, game)))


def read_source(data: bytes, game: str, options: ReadOptions = _BARE) -> Reading:
    """The puzzles of a file of somebody else, all at once. Arguments and errors are those of `source_stream`."""
    stream = source_stream(data, game, options)
    return Reading(stream.format, tuple(stream.puzzles))


def source_stream(data: bytes, game: str, options: ReadOptions = _BARE) -> Stream:
    """The puzzles of a file of somebody else, each as it is asked for where the format allows it.

    Args:
        data: the bytes of the file, as they are.
        game: the game's name.
        options: the reading options.

    Raises:
        Unreadable: no reading fits, several do, or the one that does finds no puzzle of its form (exit 3). The last
            may come while the puzzles are asked for, before the first is given.
        MissingChoice: the file leaves something open; the error names the option and its values (exit 2).
        BadOption: an option that does not go with the file or has no such value (exit 2).
    """
    glyphs_of(options)
    reader = _reader(data, game, options)
    if len(data) > reader.limit:
        raise Unreadable(f"the file has {len(data)} bytes; a {reader.name} file has at most {reader.limit}")
    _refuse_foreign_options(reader, options)
    if reader.each is None:
        found = reader.read(data, game, options).puzzles
        return Stream(reader.name, _formed(reader.name, iter(found), len(found)))
    lines = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return Stream(reader.name, _formed(reader.name, reader.each(data, game, options), _MOST_FORMLESS), lines)


def _formed(name: str, puzzles: Iterator[Puzzle | Refusal], most: int) -> Iterator[Puzzle | Refusal]:
    """The puzzles; where the first `most` of them, or all, have faults of form alone, the file is not of the format."""
    held: list[Refusal] = []
    for puzzle in puzzles:
        formless = isinstance(puzzle, Refusal) and {fault.id for fault in puzzle.findings} <= _FORMLESS
        if formless and isinstance(puzzle, Refusal) and len(held) < most:
            held.append(puzzle)
            continue
        if len(held) == most and formless:
            break
        yield from held
        yield puzzle
        yield from puzzles
        return
    faults = [finding for refusal in held for finding in refusal.findings]
    reason = faults[0].message if faults else "the file holds no puzzle"
    more = f" (and {len(faults) - 1} more faults)" if len(faults) > 1 else ""
    raise Unreadable(f"not read as {name}: {reason}{more}")


def _reader(data: bytes, game: str, options: ReadOptions) -> Reader:
    readers = [reader for reader in READERS if reader.game in (None, game)]
    names = [reader.name for reader in readers]
    if options.format != "auto":
        if options.format not in names:
            hint = nearest(options.format, ("auto", *names))
            raise BadOption(
                "--format", f"no format {options.format[:40]!r} for {game}{hint}; there are {', '.join(names)}"
            )
        return readers[names.index(options.format)]
    if len(data) > max(reader.limit for reader in readers):
        raise Unreadable(f"the file has {len(data)} bytes, more than any format for {game} takes")
    fitting = [reader for reader in readers if len(data) <= reader.limit and reader.fits(data, game, options)]
    if len(fitting) > 1 and b'"levelpress/' not in data:
        # A level document states its format, so an object that another format fits too is none.
        fitting = [reader for reader in fitting if reader.game is not None]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Unreadable(f"several readings fit: {', '.join(reader.name for reader in fitting)}; choose with --format")
    # A file that is no text at all says so here, which helps more than a list of formats.
    decoded_lines(data)
    hint = "; for a board in other characters give --walls and --floor" if "text" in names else ""
    raise Unreadable(f"no reading fits; the formats for {game} are {', '.join(names)}{hint}")


def _refuse_foreign_options(reader: Reader, options: ReadOptions) -> None:
    for name in (field.name for field in fields(ReadOptions)):
        if name == "format" or name in reader.options or getattr(options, name) == getattr(_BARE, name):
            continue
        option = "--" + name.replace("_", "-")
        if reader.name == "native":
            raise BadOption(option, f"{option} does not go with a native level, which states everything itself")
        raise BadOption(option, f"{option} does not go with the format {reader.name}")
