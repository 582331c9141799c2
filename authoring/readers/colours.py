"""Names for colours: one character of `A-Z`, `a-z`, `0-9` each, in order of first appearance."""

from __future__ import annotations

from collections.abc import Sequence

from authoring.readers.contract import TOO_MANY_COLOURS
from games.finding import Finding

__all__ = ["NAMES", "map_text", "name_map", "too_many"]

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def too_many(number: int) -> Finding:
    """The finding for a puzzle of more colours than there are names."""
    return TOO_MANY_COLOURS.at(f"the puzzle has {number} colours; a level can name {len(NAMES)}")


def name_map(colours: Sequence[str]) -> dict[str, str] | Finding:
    """The file's colours -> names. The names are kept if all of them can be; else all are given anew, in order."""
    distinct = list(dict.fromkeys(colours))
    if all(len(colour) == 1 and colour in NAMES for colour in distinct):
        return {colour: colour for colour in distinct}
    if len(distinct) > len(NAMES):
        return too_many(len(distinct))
    return dict(zip(distinct, NAMES, strict=False))


def map_text(names: dict[str, str]) -> str:
    """The sentence for the record that says which colour got which name."""
    return "colours renamed: " + ", ".join(f"{colour} is {name}" for colour, name in names.items())
