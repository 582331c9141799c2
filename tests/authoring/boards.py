"""Boards drawn by hand, each named for what it shows, and the level files made of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = [
    "CROSSED",
    "DETOUR",
    "ISLAND",
    "ONE_WAY",
    "RING",
    "SNAKES",
    "STRIPES",
    "board",
    "level",
    "pair_lines",
    "write",
    "write_board",
]

#: Four slides round the block.
RING = "#####\n#@..#\n#.#.#\n#...#\n#####\n"
#: Has dead ends: after the wrong first slides a part can be reached no more.
ONE_WAY = "########\n#@..##.#\n#.####.#\n#.#....#\n#.#.##.#\n#...##.#\n######.#\n########\n"
#: A cell that no slide can paint.
ISLAND = "#####\n#@.##\n###.#\n#####\n"
#: Exactly one way to join the pairs and to fill the board.
STRIPES = "AB\n..\nAB\n"
#: Two ways to fill the board.
SNAKES = "A..\n...\n..A\n"
#: The pairs must cross.
CROSSED = "AB\nBA\n"
#: The fewest cells need the straight way.
DETOUR = "A.A\n...\nB.B\n"


def board(text: str) -> dict[str, Any]:
    """The board of a drawing."""
    return {"rows": text.split()}


def level(game: str, text: str, rule: str | None = None, **changes: Any) -> dict[str, Any]:
    """A native level document of a drawing; `changes` replace or add fields."""
    goal = {"rule": rule or {"maze-paint": "paint-all", "color-connect": "connect"}[game]}
    provenance = {
        "origin": "original",
        "source": None,
        "source_license": None,
        "source_sha256": None,
        "first_public": None,
        "reference": None,
        "generator": None,
        "parents": [],
        "author": None,
        "note": None,
    }
    return {
        "format": "levelpress/level@1",
        "id": None,
        "revision": 1,
        "game": game,
        "title": "Sketch",
        "board": board(text),
        "goal": goal,
        "provenance": provenance,
        "license": "Apache-2.0",
        "canary": None,
        "tags": [],
    } | changes


def write(path: Path, value: Any) -> Path:
    """The value as a JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def write_board(path: Path, text: str) -> Path:
    """The drawing as a text file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def pair_lines() -> str:
    """Two good puzzles and, between them, one whose colour has its two ends on the same cell."""
    return "2;1:1;2:1;1:2;2:2\n2;1:1;1:1;1:2;2:2\n2;1:1;1:2;2:1;2:2\n"
