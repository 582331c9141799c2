"""Colours: two themes, and the hues that tell the names of a level apart.

The twenty hues are at least 20 CIEDE2000 apart from each other and from the grounds of both themes: twenty is about
the most that sRGB holds at that distance. A level with more names begins anew, and the marks carry the difference;
a name is always drawn with its mark, its own letter or digit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["DARK", "HUES", "LIGHT", "RED", "THEMES", "Theme", "hues_of", "ink_on", "mixed"]

#: In the order in which a level's names get them. Found by a hill climb on the least distance, then put into order.
HUES = (
    "#e6322e",
    "#1167ac",
    "#29a663",
    "#fffa0c",
    "#f58220",
    "#00e8fa",
    "#e124a8",
    "#7f52ff",
    "#60e50a",
    "#7a4a24",
    "#ff91b3",
    "#8dc0fd",
    "#0d7f86",
    "#eac893",
    "#9c1648",
    "#8fffd1",
    "#c899ff",
    "#8a8f1a",
    "#040eb7",
    "#867e94",
)
#: What single letters stand for in puzzles whose colours are letters: red, blue, green, yellow, orange, cyan, magenta,
#: purple, lime.
_LETTERS = dict(zip("RBGYOCMPL", HUES, strict=False))
#: The first hue, for the one thing that a player looks for.
RED = HUES[0]


@dataclass(frozen=True, slots=True)
class Theme:
    """Everything that is not a name.

    Attributes:
        page: round the board. panel: the board. Both are grounds that hues are drawn on.
        cell: a free cell on the panel. line: the lines between cells.
        block, block_edge, block_top: a wall's face, its shaded foot, its light.
        ink, faint: text, and text that may be passed over.
        metal, metal_dark: screws, posts.
    """

    name: str
    page: str
    panel: str
    cell: str
    line: str
    block: str
    block_edge: str
    block_top: str
    ink: str
    faint: str
    metal: str
    metal_dark: str


LIGHT = Theme(
    "light",
    page="#f3f5f9",
    panel="#ffffff",
    cell="#eaeef5",
    line="#cfd6e3",
    block="#5b6785",
    block_edge="#434d68",
    block_top="#6f7c9c",
    ink="#1c2333",
    faint="#66708a",
    metal="#c3cad8",
    metal_dark="#7b859b",
)
DARK = Theme(
    "dark",
    page="#151922",
    panel="#1f2531",
    cell="#2a3242",
    line="#3a4457",
    block="#4a5670",
    block_edge="#333c50",
    block_top="#5e6c8a",
    ink="#eef2fa",
    faint="#97a2b8",
    metal="#b4bccb",
    metal_dark="#6b7589",
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def hues_of(names: Iterable[str], hues: tuple[str, ...] = HUES) -> dict[str, str]:
    """The hue of every name of a level, alike in all states of the level.

    A letter that people use for a colour gets that colour where it is to be had, the first of the sorted names that
    asks for it; the other names get what is left, in order. No hue is used twice before every hue is used once.
    """
    waiting = sorted(set(names))
    free = list(hues)
    found: dict[str, str] = {}
    for name in waiting:
        hue = _LETTERS.get(name.upper())
        if hue is not None and hue in free:
            free.remove(hue)
            found[name] = hue
    for name in waiting:
        if name not in found:
            free = free or list(hues)
            found[name] = free.pop(0)
    return found


def _channels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def mixed(color: str, other: str, percent: int) -> str:
    """`color` with so many percent of `other`, rounded down in each channel."""
    pairs = zip(_channels(color), _channels(other), strict=True)
    return "#" + "".join(f"{(one * (100 - percent) + two * percent) // 100:02x}" for one, two in pairs)


def ink_on(color: str) -> str:
    """Black or white, whichever can be read on a colour (by its luma in thousandths)."""
    red, green, blue = _channels(color)
    return "#10141d" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
