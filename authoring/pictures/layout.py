"""Drawings of drawings: one frame, a strip of a play's frames, a sheet of levels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from authoring.pictures.drawing import Disc, Drawing, Point, Shape, Text, Tile
from authoring.pictures.palette import RED, Theme, ink_on

__all__ = ["Entry", "Section", "captioned", "framed", "sheet", "strip"]

_GAP = 40
#: A letter's width in hundredths of its size, taken for a little more than it mostly is.
_LETTER = 55


@dataclass(frozen=True, slots=True)
class Entry:
    """One level of a sheet: its picture and the two lines under it, what it is and what it is called."""

    drawing: Drawing
    label: str
    title: str


@dataclass(frozen=True, slots=True)
class Section:
    """Levels of a sheet under one heading."""

    heading: str
    entries: tuple[Entry, ...]


def framed(drawing: Drawing, number: int, words: str, theme: Theme) -> Drawing:
    """A drawing with a numbered line under it: frame `number` of a play, 0 being the start."""
    size = _text_size(drawing.width)
    below = drawing.height + size // 2
    color = RED if number else theme.faint
    shapes: tuple[Shape, ...] = (
        Tile(0, 0, drawing),
        Disc(50 + size * 3 // 4, below, size * 3 // 4, color),
        Text(50 + size * 3 // 4, below, str(number), size * (8 if number < 100 else 6) // 10, ink_on(color)),
        Text(50 + size * 2, below, _fitting(words, drawing.width - 60 - size * 2, size), size, theme.ink, left=True),
    )
    return Drawing(drawing.width, drawing.height + size * 5 // 3, theme.page, shapes)


def captioned(drawings: Sequence[Drawing], words: Sequence[str], theme: Theme) -> tuple[Drawing, ...]:
    """Drawings of one width with a line of words under each, all of the same height."""
    tall, size = max(drawing.height for drawing in drawings), _text_size(drawings[0].width)
    return tuple(
        replace(
            drawing,
            height=tall + size * 5 // 3,
            shapes=(
                Text(50, tall + size // 2, _fitting(line, drawing.width - 60, size), size, theme.ink, left=True),
                *drawing.shapes,
            ),
        )
        for drawing, line in zip(drawings, words, strict=True)
    )


def strip(frames: Sequence[Drawing], columns: int | None, theme: Theme) -> Drawing:
    """Frames of one size in rows of `columns`; as many as make the strip about three by two, where None."""
    width, height = frames[0].width, frames[0].height
    across = min(len(frames), columns or max(1, round(math.sqrt(len(frames) * height / width * 1.5))))
    down = -(-len(frames) // across)
    tiles = tuple(
        Tile(number % across * width, number // across * height, frame) for number, frame in enumerate(frames)
    )
    return Drawing(across * width, down * height, theme.page, tiles)


def sheet(sections: Sequence[Section], columns: int | None, theme: Theme) -> Drawing:
    """Sections one below another; all levels in columns as wide as the widest picture, five of them where None."""
    drawings = [entry.drawing for section in sections for entry in section.entries]
    most = max(len(section.entries) for section in sections)
    across = min(most, columns or 5)
    step = max(drawing.width for drawing in drawings) + _GAP
    width = _GAP + across * step
    size = max(40, step // 17)
    shapes: list[Shape] = []
    top = _GAP
    for section in sections:
        room = width - 2 * _GAP - 50
        large = max(size // 2, min(size * 3 // 2, room * 100 // (len(section.heading) * _LETTER)))
        heading = _fitting(section.heading, room, large)
        shapes.append(Text(_GAP + 50, top + size, heading, large, theme.ink, left=True))
        top += size * 5 // 2
        for first in range(0, len(section.entries), across):
            row = section.entries[first : first + across]
            tall = max(entry.drawing.height for entry in row)
            for place, entry in enumerate(row):
                shapes += _entry(entry, (_GAP + place * step, top + tall), (step - 90, size), theme)
            top += tall + size * 4
    return Drawing(width, top, theme.page, tuple(shapes))


def _entry(entry: Entry, corner: Point, text: tuple[int, int], theme: Theme) -> tuple[Shape, ...]:
    """A level whose picture stands on `corner`, its lower left one, with two lines of text (width, size) below."""
    left, below = corner
    width, size = text
    small = size * 9 // 10
    return (
        Tile(left, below - entry.drawing.height, entry.drawing),
        Text(left + 50, below + size // 2, _fitting(entry.label, width, size), size, theme.ink, left=True),
        Text(left + 50, below + size * 2, _fitting(entry.title, width, small), small, theme.faint, left=True),
    )


def _text_size(width: int) -> int:
    """A size of caption that goes with a picture of that width."""
    return max(40, min(64, width // 14))


def _fitting(words: str, width: int, size: int) -> str:
    """The words, cut where they would not fit."""
    room = max(4, width * 100 // (size * _LETTER))
    return words if len(words) <= room else words[: room - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
