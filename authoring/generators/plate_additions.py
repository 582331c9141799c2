"""One board more on a plate: bars, blocks, frames and brackets, over what is there or under it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from authoring.generators.contract import Range, Wanted, miss
from authoring.generators.plate_draft import Draft, Part, apart, is_alone, outline, pierced, shifted
from games.grid import Cell

__all__ = ["added", "bare_lines", "changed", "crowding", "range_of"]

#: Bars, blocks and frames, and a few brackets. Each is drawn as it is, upright, or mirrored.
SHAPES = (
    ("===",),
    ("====",),
    ("====",),
    ("=====",),
    ("=====",),
    ("======",),
    ("=======",),
    ("===", "==="),
    ("====", "===="),
    ("=====", "====="),
    ("===", "===", "==="),
    ("===", "=.=", "==="),
    ("====", "=..=", "===="),
    ("====", "=..=", "=..=", "===="),
    ("=====", "=...=", "====="),
    ("===", "=..", "=.."),
    ("====", "=..."),
    ("====", "=..", "=.."),
    ("====", "=..=", "=..="),
)
#: Boards that may lie over one another at a point.
DEEPEST = 3


def range_of(wanted: Wanted, name: str) -> Range:
    """How many empty holes are wanted: `free` ones, or `hidden` ones."""
    return wanted.measures.get(name, (1, 3) if name == "free" else (0, 2))


def crowding(draft: Draft) -> int:
    """What would look a mess, or does nothing, whatever is added later."""
    found = 2 * sum(is_alone(draft, part) for part in draft.parts)
    kinds = Counter(tuple(sorted(outline(part))) for part in draft.parts)
    found += sum(max(0, count - 2) for count in kinds.values())
    for part in draft.parts:
        held = sorted(draft.held(part))
        found += sum(apart(one, other) == 1 for place, one in enumerate(held) for other in held[:place])
        over = (other.wood for other in draft.parts if other.layer > part.layer)
        found += 3 * len(part.wood.difference(*over)) < len(part.wood)
    deep = Counter(point for part in draft.parts for point in part.wood)
    return found + sum(max(0, count - DEEPEST) for count in deep.values())


def bare_lines(draft: Draft) -> int:
    """Rows without a board but for the last, and columns but for those at the sides."""
    covered, (rows, columns) = draft.covered(), draft.size
    there = {row for row, _ in covered}, {column for _, column in covered}
    return len(set(range(rows - 1)) - there[0]) + len(set(range(1, columns - 1)) - there[1])


def added(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """The plate with one board more, its empty holes as many as wanted; None where the board found no place."""
    layers = sorted({part.layer for part in draft.parts})
    kind = source.random()
    layer = source.choice(layers) if layers else 1
    parts = draft.parts
    if layers and kind < 0.6:
        # A layer of its own: above all others, or under the one drawn.
        layer = layers[-1] + 1 if kind < 0.4 else layer
        parts = tuple(replace(part, layer=part.layer + (part.layer >= layer)) for part in parts)
    part = _drawn(source, replace(draft, parts=parts), layer)
    if part is None:
        return None
    parts = (*parts, part)
    draft = replace(draft, parts=parts, empty=draft.empty - part.bolted)
    if source.random() < 0.25:
        draft = pierced(source, draft, hidden=source.random() < 0.5)
    return _with_holes(source, draft, wanted)


def changed(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """The plate with one of its empty holes elsewhere, or one of its boards moved, screwed on anew, or another."""
    kind = source.random()
    if kind < 0.35 and draft.empty:
        return _with_holes(source, replace(draft, empty=draft.empty - {source.choice(sorted(draft.empty))}), wanted)
    place = source.randrange(len(draft.parts))
    part, others = draft.parts[place], (*draft.parts[:place], *draft.parts[place + 1 :])
    rest = replace(draft, parts=others)
    new: Part | None
    if kind < 0.6:
        new = shifted(rest, part, source.choice((-1, 0, 0, 1)), source.choice((-1, 0, 0, 1)))
    elif kind < 0.8:
        top, left = (min(cell[axis] for cell in part.wood) for axis in (0, 1))
        wood = sorted((r - top, c - left) for r, c in part.wood)
        new = replace(part, bolted=frozenset((r + top, c + left) for r, c in _bolted(source, wood)))
    else:
        new = _drawn(source, rest, part.layer)
    if new is None:
        return None
    parts = (*others[:place], new, *others[place:])
    return _with_holes(source, replace(draft, parts=parts, empty=draft.empty - new.bolted), wanted)


def _with_holes(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """Empty holes bored or closed until as many are free, and as many hidden, as is wanted."""
    for _ in range(12):
        covered = draft.covered()
        there = {"free": draft.empty - covered, "hidden": draft.empty & covered}
        wrong = [name for name in there if miss(len(there[name]), range_of(wanted, name))]
        if not wrong:
            return draft
        name = wrong[0]
        if len(there[name]) > range_of(wanted, name)[1]:
            draft = replace(draft, empty=draft.empty - {source.choice(sorted(there[name]))})
        else:
            draft = pierced(source, draft, hidden=name == "hidden")
    return None


def _drawn(source: random.Random, draft: Draft, layer: int) -> Part | None:
    rows, columns = draft.size
    for _ in range(20):
        wood = _turned(source, source.choice(SHAPES))
        height, width = (max(cell[axis] for cell in wood) for axis in (0, 1))
        if height > rows - 2 or width > columns - 2:
            continue
        part = Part(layer, frozenset(wood), _bolted(source, wood))
        # The last row and the side columns are left to free holes, mostly.
        place = shifted(draft, part, source.randint(0, rows - 2 - height), source.randint(1, columns - 1 - width))
        if place is not None:
            return place
    return None


def _turned(source: random.Random, rows: Sequence[str]) -> list[Cell]:
    points = [(r, c) for r, text in enumerate(rows) for c, glyph in enumerate(text) if glyph != "."]
    if source.random() < 0.5:
        points = [(c, r) for r, c in points]
    high, wide = (max(point[axis] for point in points) for axis in (0, 1))
    down, right = source.random() < 0.5, source.random() < 0.5
    return sorted((high - r if down else r, wide - c if right else c) for r, c in points)


def _bolted(source: random.Random, wood: Sequence[Cell]) -> frozenset[Cell]:
    """Screws in two corners as a rule, in one or three at times."""
    high, wide = (max(cell[axis] for cell in wood) for axis in (0, 1))
    corners = sorted({cell for cell in ((0, 0), (0, wide), (high, 0), (high, wide)) if cell in wood})
    if min(high, wide) == 1:
        # Of a block two points wide one corner of each end.
        corners = [source.choice((corners[0], corners[-2])), corners[-1]] if high < wide else corners
    count = min(len(corners), source.choice((1, 2, 2, 2, 2, 2, 3)))
    return frozenset(source.sample(corners, count))
