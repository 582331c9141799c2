"""Drafts of plates: boards that are drawn and screwed on, of which the holes and screws of a level follow.

A draft lists boards, each a drawn shape at a place in a layer, and the empty holes. Screws follow from it: there is
one in every hole of a board, and where a board of a lower layer has wood there, that board gets the hole too, so that
one screw holds both. A hole of a board without a screw could never matter and is never drawn.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from games.grid import Cell
from games.names import NAMES
from games.plate import Pose

__all__ = ["Draft", "Part", "apart", "board", "is_alone", "outline", "pierced", "shifted"]


@dataclass(frozen=True, slots=True)
class Part:
    """A board: its layer, its wood and those points of it in which it is screwed on by itself."""

    layer: int
    wood: frozenset[Cell]
    bolted: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Draft:
    """A plate's size, its boards in the level's order, and its empty holes."""

    size: Cell
    parts: tuple[Part, ...]
    empty: frozenset[Cell]

    @property
    def screws(self) -> frozenset[Cell]:
        return frozenset().union(*(part.bolted for part in self.parts))

    def held(self, part: Part) -> frozenset[Cell]:
        """The holes of a board: its own, and those that boards of higher layers need through it."""
        above = (one.bolted for one in self.parts if one.layer >= part.layer)
        return part.wood & frozenset().union(*above)

    def covered(self) -> frozenset[Cell]:
        return frozenset().union(*(part.wood for part in self.parts))


def shifted(draft: Draft, part: Part, down: int, right: int) -> Part | None:
    wood, bolted = (frozenset((r + down, c + right) for r, c in cells) for cells in (part.wood, part.bolted))
    if not all(0 <= r < draft.size[0] and 0 <= c < draft.size[1] for r, c in wood):
        return None
    if any(one.layer == part.layer and one.wood & wood for one in draft.parts):
        return None
    return Part(part.layer, wood, bolted)


def pierced(source: random.Random, draft: Draft, *, hidden: bool) -> Draft:
    """One empty hole more, behind boards or beside them."""
    every = {(r, c) for r in range(draft.size[0]) for c in range(draft.size[1])}
    places = (draft.covered() if hidden else every - draft.covered()) - draft.screws - draft.empty
    return replace(draft, empty=draft.empty | {source.choice(sorted(places))}) if places else draft


def board(draft: Draft) -> Any:
    """The board, its layers numbered without gaps and its boards named in reading order of the list."""
    number = {layer: place for place, layer in enumerate(sorted({part.layer for part in draft.parts}), 1)}
    boards = []
    for name, part in zip(NAMES, draft.parts, strict=False):
        pose = Pose(part.wood, draft.held(part))
        boards.append({"name": name, "layer": number[part.layer], "at": list(pose.at), "rows": list(pose.rows)})
    holes, screws = sorted(draft.empty | draft.screws), sorted(draft.screws)
    return {
        "size": list(draft.size),
        "holes": list(map(list, holes)),
        "boards": boards,
        "screws": list(map(list, screws)),
    }


def apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def outline(part: Part) -> set[Cell]:
    top, left = min(r for r, _ in part.wood), min(c for _, c in part.wood)
    return {(r - top, c - left) for r, c in part.wood}


def is_alone(draft: Draft, part: Part) -> bool:
    """Whether a board covers no hole but those it is screwed on by, and no other board covers a screw of its own."""
    own, holes = draft.held(part), draft.empty | draft.screws
    others = [one for one in draft.parts if one is not part]
    return not part.wood & (holes - part.bolted) and not any(one.wood & own for one in others)
