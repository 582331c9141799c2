"""What a game's picture is: pure functions from JSON values to a drawing, so that it depends on the formats alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from authoring.pictures.drawing import Drawing
from authoring.pictures.palette import Theme
from games.canonical import Json

__all__ = ["Picture"]


@dataclass(frozen=True, slots=True)
class Picture:
    """How a game looks.

    Attributes:
        draw: board JSON of a valid level, state JSON, theme -> the drawing; of one width for all states of a level.
        caption: move text -> the words under the frame that it leads to; short, where the text is long.
    """

    draw: Callable[[Json, Json, Theme], Drawing]
    caption: Callable[[str], str] = str
