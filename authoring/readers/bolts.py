"""A Nut and Bolt board from stacks of names, in whichever direction and with whatever free places a file has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from authoring.readers.colours import map_text, name_map
from authoring.readers.contract import (
    COUNT,
    FORM,
    NOT_CARRIED,
    SIZE,
    BadOption,
    MissingChoice,
    ReadOptions,
    Refused,
)
from games.canonical import Json
from games.finding import Finding
from games.nut_and_bolt import MAX_BOLTS
from games.shape import nearest

__all__ = ["FREE", "HIDDEN", "ORIENTATIONS", "Name", "Stacks", "board_of", "is_hidden", "orientation_of"]

ORIENTATIONS = ("bottom-first", "top-first")
#: A place without a nut in a stack of names.
FREE = None
#: What files write for a nut whose colour the player does not see.
HIDDEN = frozenset({"?", "hidden", "unknown", "mystery"})
Name = str | None


@dataclass(frozen=True, slots=True)
class Stacks:
    """The stacks of a board as a file has them.

    Attributes:
        stacks: the names of each, in the order of the file, FREE for a place without a nut.
        capacity: as stated, or None.
        empty: further bolts that the file announces and does not list.
        colours: the number of colours that the file announces, or None.
    """

    stacks: tuple[tuple[Name, ...], ...]
    capacity: int | None = None
    empty: int = 0
    colours: int | None = None


def is_hidden(name: str) -> bool:
    """Whether a name stands for a nut whose colour is not shown."""
    return name.lower() in HIDDEN


def orientation_of(options: ReadOptions, stated: str | None = None) -> tuple[str, str]:
    """Which end of a stack comes first, and a sentence for the record.

    Raises:
        MissingChoice: neither the file nor --orientation says it.
        BadOption: --orientation is none of the two, or not what the file states.
    """
    given = options.orientation
    if given is not None and given not in ORIENTATIONS:
        raise BadOption(
            "--orientation",
            f"--orientation {given[:40]!r} is none of {', '.join(ORIENTATIONS)}{nearest(given, ORIENTATIONS)}",
        )
    if stated is not None:
        if given not in (None, stated):
            raise BadOption("--orientation", f"--orientation {given}, but the file states {stated}")
        return stated, f"stacks {stated}, as the file states"
    if given is None:
        raise MissingChoice("--orientation", ORIENTATIONS, "the file does not say which end of a stack comes first")
    return given, f"stacks {given}, as asked for; the file does not say"


def board_of(read: Stacks, orientation: str) -> tuple[Json, tuple[str, ...]]:
    """The board, and sentences on what was taken that the file does not state.

    Raises:
        Refused: a hidden nut, a free place below a nut, too many bolts or colours, another number of colours.
    """
    if len(read.stacks) + read.empty > MAX_BOLTS:
        raise Refused(SIZE.at(f"the board has {len(read.stacks) + read.empty} bolts, more than {MAX_BOLTS}"))
    faults = tuple(_faults(read.stacks, orientation))
    if faults:
        raise Refused(*faults)
    listed = [name for stack in read.stacks for name in stack if name is not FREE]
    if read.colours is not None and read.colours != len(set(listed)):
        raise Refused(COUNT.at(f"the file announces {read.colours} colours and has {len(set(listed))}"))
    names = name_map(listed)
    if isinstance(names, Finding):
        raise Refused(names)
    upwards = (stack if orientation == ORIENTATIONS[0] else stack[::-1] for stack in read.stacks)
    bolts = ["".join(names[name] for name in stack if name is not FREE) for stack in upwards]
    taken = []
    capacity = read.capacity
    if capacity is None:
        capacity = max(map(len, read.stacks), default=0)
        taken.append(f"capacity {capacity}, the places of the longest stack; the file states none")
    if any(old != new for old, new in names.items()):
        taken.append(map_text(names))
    return {"bolts": bolts + [""] * read.empty, "capacity": capacity}, tuple(taken)


def _faults(stacks: Sequence[Sequence[Name]], orientation: str) -> Iterator[Finding]:
    for number, stack in enumerate(stacks, 1):
        upwards = list(stack) if orientation == ORIENTATIONS[0] else list(stack[::-1])
        while upwards and upwards[-1] is FREE:
            upwards.pop()
        if FREE in upwards:
            yield FORM.at(
                f"read {orientation}, stack {number} has a free place below a nut",
                f"bolt {number}",
                "Check --orientation, or correct the stack.",
            )
        if any(name is not FREE and is_hidden(name) for name in stack):
            yield NOT_CARRIED.at(f"stack {number} has a hidden nut; in the rules every nut is seen", f"bolt {number}")
