"""Bolt Unscrew plates with many boards that come off stage by stage: grown a board at a time.

Drafts are those of `plate_draft`. Most of the work is done in `begin`, which grows a plate and polishes it by surveys
of all its reduced positions (`plate_growth`); the climb then proves what it was told and mends the rest.

`Wanted.pieces` is the number of boards. The measure `free` is the number of empty holes that no board covers at the
start, `hidden` that of the covered ones, `buried` that of the screws that no play could move first. Walls mean nothing
here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from authoring.generators import bolt_unscrew
from authoring.generators.contract import Generator, Wanted, miss
from authoring.generators.idle_boards import idle_boards
from authoring.generators.plate_additions import bare_lines, changed, crowding, range_of
from authoring.generators.plate_draft import Draft, board
from authoring.generators.plate_growth import ENGINE, POSITIONS, grown, is_idle_free, level_of, looked_over, misses
from games.bolt_unscrew import GAME
from games.names import NAMES
from validators.outcome import Outcome

__all__ = ["GENERATORS", "begin", "change", "faults", "flaws", "measures"]

#: Changes tried for one step of a climb.
TRIES = 40


def begin(source: random.Random, wanted: Wanted) -> Draft | None:
    boards = wanted.pieces or source.randint(7, 10)
    size = (wanted.rows or 5 + 3 * boards // 10, wanted.columns or 6 + 3 * boards // 10)
    if min(size) < 5 or boards > len(NAMES):
        return None
    plate = grown(source, wanted, size, boards)
    return None if plate is None else plate.draft


def change(source: random.Random, draft: Draft, wanted: Wanted) -> Draft | None:
    """A change after which the plate is no further from the target, as far as a survey tells."""
    here, _ = looked_over(draft, 1)
    for _ in range(TRIES):
        other = changed(source, draft, wanted)
        if other is None or other == draft or flaws(other, wanted):
            continue
        seen, _ = looked_over(other, 1)
        if seen is not None and (here is None or misses(seen, wanted) <= misses(here, wanted)) and is_idle_free(seen):
            return other
    return None


def flaws(draft: Draft, wanted: Wanted) -> int:
    """Boards missing, holes too many or too few, lines of the plate left bare, a mess, and boards that would move."""
    found = 4 * abs((wanted.pieces or len(draft.parts)) - len(draft.parts)) + bare_lines(draft) + crowding(draft)
    covered = draft.covered()
    for name, count in (("free", len(draft.empty - covered)), ("hidden", len(draft.empty & covered))):
        found += miss(count, range_of(wanted, name))
    return found or 2 * (level_of(draft) is None)


def measures(level: Any, outcome: Outcome) -> Mapping[str, int]:
    state = GAME.initial(level)
    buried = sum(bool(state.buries(level, screw)) for screw in state.screws)
    return {**bolt_unscrew.measures(level, outcome), "buried": buried}


def faults(level: Any, outcome: Outcome) -> Iterator[str]:
    """Empty holes without use, of which one may mislead, and an idle board (the first: to look for more costs much)."""
    yield from bolt_unscrew.unused_holes(level, outcome)
    for name in islice(idle_boards(level, outcome.moves or (), ENGINE, POSITIONS), 1):
        yield f"the level needs as many relocations without board {name}"


GENERATORS = (
    Generator(
        name="bolt-unscrew/staged-plate",
        version=1,
        begin=begin,
        change=change,
        measures=measures,
        faults=faults,
        steps=8,
        states=POSITIONS,
        board=board,
        flaws=flaws,
        engine=ENGINE,
        measured=("free", "hidden", "screws", "layers", "buried"),
    ),
)
