"""Which characters of a text board mean what: the defaults, and the command line's --walls and --floor over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from authoring.readers.contract import GLYPH, BadOption, ReadOptions
from games.finding import Finding
from games.grid import cell_text

__all__ = ["Glyphs", "glyphs_of", "known_share", "unknown_glyphs"]


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Disjoint sets of characters, each as a text."""

    walls: str
    floor: str
    starts: str = ""

    @property
    def all(self) -> str:
        return self.walls + self.floor + self.starts


def glyphs_of(options: ReadOptions, starts: str = "") -> Glyphs:
    """The glyphs as asked for. A character given by an option loses its default meaning.

    Raises:
        BadOption: a character is both wall and floor.
    """
    both = sorted(set(options.walls or "") & set(options.floor or ""))
    if both:
        raise BadOption("--floor", f"--walls and --floor both name {both[0]!r}")
    given = set((options.walls or "") + (options.floor or ""))
    walls = options.walls if options.walls is not None else _without("#", given)
    floor = options.floor if options.floor is not None else _without(".", given)
    return Glyphs(walls, floor, _without(starts, {*walls, *floor}))


def _without(text: str, taken: set[str]) -> str:
    return "".join(character for character in text if character not in taken)


def unknown_glyphs(rows: Sequence[str], known: str) -> tuple[Finding, ...]:
    """One finding for every cell whose character has no meaning."""
    return tuple(
        GLYPH.at(f"the glyph {glyph!r} is unknown", cell_text((row, column)))
        for row, text in enumerate(rows)
        for column, glyph in enumerate(text)
        if glyph not in known
    )


def known_share(rows: Sequence[str], known: str) -> bool:
    """Whether at least half of the cells have a meaning: what a board looks like, and prose does not."""
    cells = "".join(rows)
    return 2 * sum(cells.count(glyph) for glyph in set(known)) >= len(cells) > 0
