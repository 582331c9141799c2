"""What a game's picture is: pure functions from JSON values to a drawing, so that it depends on the formats alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        path: board JSON, the states of a play, its moves, the first move's number, theme -> one drawing of the play on
            the board at its start. There is a state more than moves, as the first is the start; the rules accept every
            move. Every move has its number, and the drawing's last texts are these numbers, in order.
        most: the moves that can be read on one board; a longer play is drawn in parts, each from where it begins.
        caption: move text -> the words under the frame that it leads to; short, where the text is long.
    """

    draw: Callable[[Json, Json, Theme], Drawing]
    path: Callable[[Json, Sequence[Json], Sequence[str], int, Theme], Drawing]
    most: int = 40
    caption: Callable[[str], str] = str
