"""Nut and Bolt boards: full bolts dealt at random and a few empty ones, then nuts exchanged until the target holds.

`Wanted.pieces` is the number of colours. `capacity` and `empty` are measures that the deal itself keeps: the nuts of a
bolt, by default four, and the empty bolts, by default two (one for three colours or fewer). Walls mean nothing here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from authoring.generators.contract import Generator, Wanted
from games.names import NAMES
from validators.outcome import Outcome

__all__ = ["GENERATORS"]

CAPACITY = 4
#: The bolts of a board, bottom nut first; the empty ones last.
Bolts = tuple[str, ...]


def _bound(wanted: Wanted, name: str, otherwise: int) -> int:
    """The least wanted value of a measure that the deal keeps."""
    return wanted.measures[name][0] if name in wanted.measures else otherwise


def begin(source: random.Random, wanted: Wanted) -> Bolts | None:
    colours = wanted.pieces or source.randint(4, 8)
    capacity = _bound(wanted, "capacity", CAPACITY)
    if not 2 <= colours <= len(NAMES) or capacity < 2:
        return None
    nuts = list(NAMES[:colours]) * capacity
    source.shuffle(nuts)
    dealt = ["".join(nuts[place : place + capacity]) for place in range(0, len(nuts), capacity)]
    return _named((*dealt, *[""] * _bound(wanted, "empty", 1 if colours < 4 else 2)))


def change(source: random.Random, bolts: Bolts, wanted: Wanted) -> Bolts | None:
    """One or two exchanges of unlike nuts."""
    drawn = [list(bolt) for bolt in bolts]
    places = [(bolt, place) for bolt, nuts in enumerate(bolts) for place in range(len(nuts))]
    for _ in range(source.choice((1, 1, 2))):
        one, other = source.sample(places, 2)
        while drawn[one[0]][one[1]] == drawn[other[0]][other[1]]:
            one, other = source.sample(places, 2)
        nut = drawn[one[0]][one[1]]
        drawn[one[0]][one[1]] = drawn[other[0]][other[1]]
        drawn[other[0]][other[1]] = nut
    return _named(tuple("".join(nuts) for nuts in drawn))


def _named(bolts: Bolts) -> Bolts:
    """The colours named anew in order of appearance, which makes equal boards look equal."""
    fresh = dict(zip(dict.fromkeys("".join(bolts)), NAMES, strict=False))
    return tuple("".join(fresh[nut] for nut in bolt) for bolt in bolts)


def board(bolts: Bolts) -> Any:
    return {"bolts": list(bolts), "capacity": len(bolts[0])}


def flaws(bolts: Bolts, wanted: Wanted) -> int:
    """What is sorted beforehand: runs of three, pairs in more than a quarter of the bolts; and bolts that are alike."""
    full = [bolt for bolt in bolts if bolt]
    pairs = sum(_pairs(bolt) for bolt in full)
    triples = sum(
        one == other == third for bolt in full for one, other, third in zip(bolt, bolt[1:], bolt[2:], strict=False)
    )
    twins = len(full) - len(set(full))
    return 2 * triples + 2 * twins + max(0, pairs - max(1, len(full) // 4))


def _pairs(bolt: str) -> int:
    return sum(one == other for one, other in pairwise(bolt))


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    """`capacity`, `empty`, and `pairs`: equal nuts that lie on one another at the start."""
    return {
        "capacity": level.capacity,
        "empty": sum(not bolt for bolt in level.bolts),
        "pairs": sum(map(_pairs, level.bolts)),
    }


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    """A bolt that the solution neither takes from nor puts onto has no part in the level."""
    used = {number for move in outcome.moves or () for number in move.split(">")}
    for number, _ in enumerate(level.bolts, 1):
        if str(number) not in used:
            yield f"bolt {number} has no part in the solution"


GENERATORS = (
    Generator(
        name="nut-and-bolt/exchanged-deal",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=300,
        states=200_000,
        board=board,
        flaws=flaws,
        engine="break-bound",
        measured=("capacity", "empty", "pairs"),
    ),
)
