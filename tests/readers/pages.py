"""The examples in the pages of docs/formats."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

PAGES = Path(__file__).resolve().parents[2] / "docs" / "formats"
_FENCE = re.compile("## Example\n\n```[a-z]*\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Page:
    """A page, the format it is about, the options its example is read with, and the boards that come out."""

    file: str
    game: str
    format: str
    boards: list[list[Any]]
    options: dict[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()


EXAMPLES = (
    Page("native.md", "maze-paint", "native", [["######", "#@...#", "####.#", "######"]]),
    Page("text.md", "maze-paint", "text", [["@..#", "##..", "...#"]]),
    Page("grid-text.md", "color-connect", "text", [["A.b", ".#B", "AbB"]]),
    Page("tiled.md", "maze-paint", "tiled", [["##..#", "#..##", "#@###", "#####"]], {"start": "left-bottom"}),
    Page("array.md", "maze-paint", "array", [["@##", "..#", "#.."]], {"walls": "1", "start": "first"}),
    Page(
        "colour-array.md",
        "color-connect",
        "array",
        [["AB", "..", "AB"], ["1.1", "#.#", "xx7", "..7"]],
        refused=("ingest/not-carried",),
    ),
    Page(
        "flow-pack.md",
        "color-connect",
        "flow-pack",
        [["AB.", "A.B"], ["A.B", ".#.", ".AB"]],
        refused=("ingest/not-carried",),
    ),
    Page("numberlink.md", "color-connect", "numberlink", [["A..A", "B..B"], ["x", ".", "x"]]),
    Page("lot.md", "truck-escape", "lot", [["AA.B", ".#.B", "C..D"]]),
    Page(
        "rush-line.md",
        "rush-hour",
        "rush-line",
        [
            ["....B.", "....B.", "AA..B.", "...CCC", "......", "......"],
            ["...#..", ".....B", ".AA..B", "......", "......", "......"],
        ],
    ),
    Page("rush-card.md", "rush-hour", "rush-card", [["..A.", "XXAB", "...B", "CC.."], ["..A..", "XXA..", "..BBB"]]),
    Page("rush-box.md", "rush-hour", "rush-box", [["b.X.", "b.X.", ".aa.", "...."], ["B...", "B.AA", "..C.", "..C."]]),
    Page("rush-steps.md", "rush-hour", "rush-steps", [["..A.", "XXA.", ".BB."]]),
    Page("pairs.md", "color-connect", "pairs", [["AB.", "..B", "A.."], ["A.", ".A"]]),
    Page("stacks.md", "nut-and-bolt", "stacks", [["ABA", "BAB", ""]], {"orientation": "bottom-first"}),
    Page(
        "stack-lines.md",
        "nut-and-bolt",
        "stack-lines",
        [["ABC", "CAB", "BCA", "", ""]],
        {"orientation": "bottom-first"},
    ),
    # Of a plate the boards that lie on it, each as its rows.
    Page("plate.md", "bolt-unscrew", "plate", [[["o==o"], ["o", "="]]]),
    Page("key-value.md", "nut-and-bolt", "key-value", [["010", "101", ""]], {"orientation": "bottom-first"}),
)


def example(file: str) -> str:
    """The first fenced block under the page's heading Example."""
    match = _FENCE.search((PAGES / file).read_text("utf-8"))
    assert match, f"{file} has no example"
    return match[1]
