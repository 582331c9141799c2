"""Bolt Unscrew plates: bars, frames and blocks screwed on at random, then changed part by part to the target.

`Wanted.pieces` is the number of boards. The measure `free` is the number of empty holes that no board covers at the
start, `hidden` that of the covered ones. Walls mean nothing here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from authoring.generators.contract import Generator, Range, Wanted, miss
from authoring.generators.idle_boards import idle_boards
from authoring.generators.plate_draft import Draft, Part, apart, board, is_alone, outline, pierced, shifted
from games.bolt_unscrew import GAME
from games.grid import Cell, cell_text
from games.names import NAMES
from validators.outcome import Outcome

__all__ = ["GENERATORS", "Draft", "Part", "begin", "board", "change", "faults", "flaws", "measures", "unused_holes"]

#: Positions of one solve while searching: what needs more is passed over, which keeps every level quick to prove.
STATES = 2_500
ENGINE = "guided-search"
#: What boards look like. Each is drawn as it is, upright, or mirrored.
SHAPES = (
    ("===",),
    ("====",),
    ("====",),
    ("=====",),
    ("=====",),
    ("======",),
    ("===", "==="),
    ("====", "===="),
    ("===", "=.=", "==="),
    ("====", "=..=", "===="),
    ("===", "=..", "=.."),
    ("====", "=..."),
    ("===", "=.="),
)


def _wanted(source: random.Random, wanted: Wanted, name: str, otherwise: Range) -> int:
    return source.randint(*wanted.measures.get(name, otherwise))


def begin(source: random.Random, wanted: Wanted) -> Draft | None:
    boards = wanted.pieces or source.randint(3, 5)
    side = 5 + (boards + 1) // 3
    size = (wanted.rows or min(10, side), wanted.columns or min(10, side + source.randint(0, 1)))
    if min(size) < 5 or boards > len(NAMES):
        return None
    draft = Draft(size, (), frozenset())
    for _ in range(boards):
        part = _drawn(source, draft, 1 + (boards > 2) + (boards > 4 and source.random() < 0.6))
        if part is not None:
            draft = replace(draft, parts=(*draft.parts, part))
    for name, otherwise in (("free", (1, 3)), ("hidden", (0, 2))):
        for _ in range(_wanted(source, wanted, name, otherwise)):
            draft = pierced(source, draft, hidden=name == "hidden")
    return draft if draft.parts else None


def _drawn(source: random.Random, draft: Draft, layers: int) -> Part | None:
    """A board that overlaps no other of its layer, off the side columns; None where no try comes to one."""
    for _ in range(30):
        layer = source.randint(1, layers)
        part = _placed(source, draft, Part(layer, frozenset(_shape(source)), frozenset()))
        if part is not None:
            return _bolted(source, part)
    return None


def _shape(source: random.Random) -> list[Cell]:
    rows = source.choice(SHAPES)
    points = [(r, c) for r, text in enumerate(rows) for c, glyph in enumerate(text) if glyph != "."]
    if source.random() < 0.5:
        points = [(c, r) for r, c in points]
    if source.random() < 0.5:
        points = [(max(r for r, _ in points) - r, c) for r, c in points]
    if source.random() < 0.5:
        points = [(r, max(c for _, c in points) - c) for r, c in points]
    return points


def _placed(source: random.Random, draft: Draft, part: Part) -> Part | None:
    """The board anywhere on the plate, or None where another of its layer is in the way."""
    top, left = min(r for r, _ in part.wood), min(c for _, c in part.wood)
    height, width = max(r for r, _ in part.wood) - top, max(c for _, c in part.wood) - left
    rows, columns = draft.size
    if height > rows - 2 or width > columns - 2:
        return None
    return shifted(
        draft, part, source.randint(0, rows - 2 - height) - top, source.randint(1, columns - 1 - width) - left
    )


def _bolted(source: random.Random, part: Part) -> Part:
    """The board with screws at its ends and corners, seldom with one alone or a third."""
    ends = sorted(part.wood, key=lambda cell: (_neighbours(part.wood, cell), source.random()))
    chosen: list[Cell] = []
    for cell in ends:
        if len(chosen) < source.choice((1, 2, 2, 2, 2, 3)) and all(apart(cell, other) > 1 for other in chosen):
            chosen.append(cell)
    return replace(part, bolted=frozenset(chosen))


def _neighbours(wood: frozenset[Cell], cell: Cell) -> int:
    across = sum((cell[0], cell[1] + step) in wood for step in (-1, 1))
    along = sum((cell[0] + step, cell[1]) in wood for step in (-1, 1))
    return across + along + 2 * (across == 2 or along == 2)


def change(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """One to three changes after which the plate still has no flaw that is seen without solving it."""
    most = flaws(draft, wanted)
    for _ in range(60):
        changed = draft
        for _ in range(source.choice((1, 1, 2, 2, 3))):
            changed = _changed(source, changed)
        changed = replace(changed, empty=changed.empty - changed.screws)
        if changed != draft and flaws(changed, wanted) <= most:
            return changed
    return None


def _changed(source: random.Random, draft: Draft) -> Draft:
    kind = source.random()
    if kind < 0.3:
        empty = draft.empty - {source.choice(sorted(draft.empty))} if draft.empty and kind < 0.25 else draft.empty
        return pierced(source, replace(draft, empty=empty), hidden=source.random() < 0.5)
    number = source.randrange(len(draft.parts))
    part, others = draft.parts[number], (*draft.parts[:number], *draft.parts[number + 1 :])
    rest = replace(draft, parts=others)
    new: Part | None
    if kind < 0.5:
        new = shifted(rest, part, source.choice((-1, 0, 0, 1)), source.choice((-1, 0, 0, 1)))
    elif kind < 0.6:
        new = shifted(rest, replace(part, layer=source.randint(1, 1 + max(one.layer for one in draft.parts))), 0, 0)
    elif kind < 0.7:
        new = _placed(source, rest, part)
    elif kind < 0.85:
        new = _bolted(source, part)
    else:
        new = _drawn(source, rest, max(one.layer for one in draft.parts))
    return draft if new is None else replace(draft, parts=(*others[:number], new, *others[number:]))


def flaws(draft: Draft, wanted: Wanted) -> int:
    """Boards missing, holes too many or too few, boards that would move or stand alone, and parts of the plate bare."""
    missing = abs((wanted.pieces or len(draft.parts)) - len(draft.parts))
    covered, found = draft.covered(), 4 * missing
    for name, count in (("free", len(draft.empty - covered)), ("hidden", len(draft.empty & covered))):
        found += miss(count, wanted.measures.get(name, (1, 4) if name == "free" else (0, 4)))
    rows, columns = draft.size
    found += sum(all((row, column) not in covered for column in range(columns)) for row in range(rows - 1))
    found += sum(all((row, column) not in covered for row in range(rows)) for column in range(1, columns - 1))
    found += 2 * sum(is_alone(draft, part) for part in draft.parts)
    kinds = Counter(tuple(sorted(outline(part))) for part in draft.parts)
    found += sum(max(0, count - 2) for count in kinds.values())
    found += (
        sum(apart(one, other) == 1 for part in draft.parts for one in draft.held(part) for other in draft.held(part))
        // 2
    )
    return found or 2 * bool(GAME.validate(board(draft), {"rule": GAME.goal_rules[0]}))


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    covered = frozenset().union(*(one.pose.wood for one in level.boards))
    empty = {*level.holes} - {*level.screws}
    return {
        "free": len(empty - covered),
        "hidden": len(empty & covered),
        "screws": len(level.screws),
        "layers": len(level.layers),
    }


def unused_holes(level: Any, outcome: Outcome) -> Iterator[str]:
    """Empty holes but one that no screw goes to: one may mislead, more are noise."""
    targets = {move.partition(">")[2] for move in outcome.moves or ()}
    spare = [hole for hole in level.holes if hole not in level.screws and cell_text(hole) not in targets]
    for hole in spare[1:]:
        yield f"no screw goes to the hole {cell_text(hole)}"


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    """An idle board (the first: to look for more costs much), and empty holes without use: one may mislead."""
    spare = list(unused_holes(level, outcome))
    yield from spare
    for name in islice(idle_boards(level, outcome.moves or (), ENGINE, STATES), 0 if spare else 1):
        yield f"the level needs as many relocations without board {name}"


GENERATORS = (
    Generator(
        name="bolt-unscrew/screwed-plate",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=150,
        states=STATES,
        board=board,
        flaws=flaws,
        engine=ENGINE,
        measured=("free", "hidden", "screws", "layers"),
    ),
)
