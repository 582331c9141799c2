"""Plates that grow a board at a time: each new board hides something, makes the way longer, and is kept only so.

The states of a level are few where most screws are buried under boards of higher layers, for then one stage opens after
another. So a plate is begun small, every board that is added has to cover what is there, or to be covered by it, and
all reduced positions are surveyed at each step: an addition that lets the plate loose at once has too many of them and
is passed over. What was kept is what the next addition is measured by.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from authoring.generators.contract import Wanted, miss
from authoring.generators.idle_boards import idle_boards
from authoring.generators.plate_additions import added, bare_lines, changed, crowding
from authoring.generators.plate_draft import Draft, board
from games.bolt_unscrew import GAME
from games.grid import Cell
from games.screws import PlateLevel
from solvers.bolt_unscrew import SOLVER
from solvers.bolt_unscrew.survey import Survey, survey
from solvers.contract import Limits, Query, no_report
from validators.foresight import PATIENCE

__all__ = ["ENGINE", "POSITIONS", "Grown", "grown", "is_idle_free", "level_of", "looked_over", "misses"]

ENGINE = "position-search"
#: Positions that one beginning may survey before it is given up.
BUDGET = 1_500_000
#: Additions drawn on a plate before its last board is taken off again, and those that can be kept to choose from.
DRAWN, CHOICES = 3_000, 5
#: Positions surveyed for one addition: with fewer the choice is widened, with more any that was found is taken, and
#: with most it is given up.
FEW, MANY, MOST = 5_000, 15_000, 120_000
#: Times that boards are taken off again before all are.
PATIENT = 6
#: Changes tried on a plate with all its boards that misses the target.
POLISH = 60
#: Positions, and about as many full states, of the finished plate; a plate of one board less may have 3/4 of it.
POSITIONS, STATES = 6_000, 25_000
#: Dead ends that the first boards must have and an addition must leave, in thousandths.
DEAD = 250


@dataclass(frozen=True, slots=True)
class Grown:
    """A plate that can be won, with the survey of its positions."""

    draft: Draft
    seen: Survey

    @property
    def optimum(self) -> int:
        return self.seen.left[0]


def level_of(draft: Draft) -> PlateLevel | None:
    """The level of a draft, or None where the rules do not take it, for a board would move."""
    drawn, goal = board(draft), {"rule": GAME.goal_rules[0]}
    return None if GAME.validate(drawn, goal) else GAME.parse(drawn, goal)


def grown(source: random.Random, wanted: Wanted, size: Cell, boards: int) -> Grown | None:
    """A plate with so many boards that meets the target as far as a survey tells, or None where the budget ended.

    Depth first: where no addition is found, or the plate with all its boards misses the target and no change mends
    it, the last board or the last two are taken off again; where that was so often enough, all of them.
    """
    spent, stuck, stack = 0, 0, list[Grown]()
    while spent < BUDGET:
        if not stack:
            seedling, cost = _seedling(source, wanted, size, min(3, boards))
            spent += cost
            stack.extend([] if seedling is None else [seedling])
            continue
        here = stack[-1]
        if len(here.draft.parts) == boards:
            polished, cost = _polished(source, here, wanted)
            if not misses(polished, wanted):
                return polished
        else:
            better, cost = _with_one_more(source, here, wanted, boards)
            if better is not None:
                stack.append(better)
        spent += cost
        if stack[-1] is here:
            stuck += 1
            del stack[0 if stuck % PATIENT == 0 else -source.choice((1, 1, 2)) :]
    return None


def misses(plate: Grown, wanted: Wanted) -> int:
    """How far a plate is from the target, as far as a survey tells: its optimum, its dead ends, a greedy player."""
    found = 20 * miss(plate.optimum, wanted.optimum) + miss(plate.seen.dead_permille, wanted.dead_end_permille)
    if wanted.foresight_gap_permille is not None:
        greedy = plate.seen.greedy_permille(PATIENCE * plate.optimum)
        found += miss(greedy, (0, 1_000 - wanted.foresight_gap_permille))
    return found


def looked_over(draft: Draft, share: float) -> tuple[Grown | None, int]:
    """The plate with its survey where it can be won and has few enough positions; and what the survey cost."""
    level = level_of(draft)
    if level is None:
        return None, 10
    positions = int(share * POSITIONS)
    seen = survey(level, positions, int(share * STATES))
    if seen is None:
        return None, positions
    return (Grown(draft, seen) if seen.optimum is not None else None), 10 + len(seen.left)


def is_idle_free(plate: Grown) -> bool:
    """Whether every board matters: without it the optimum would be another."""
    level = level_of(plate.draft)
    assert level is not None, "a grown plate is a level"
    query = Query(GAME.metrics[0], limits=Limits(POSITIONS, 1, 0))
    moves = SOLVER.engine_named(ENGINE).solve(level, query, no_report).moves or ()
    return next(idle_boards(level, moves, ENGINE, POSITIONS), None) is None


def _with_one_more(source: random.Random, here: Grown, wanted: Wanted, boards: int) -> tuple[Grown | None, int]:
    """The best of the first few additions that make the way longer; None where none was found. And the cost."""
    missing, spent = boards - 1 - len(here.draft.parts), 0
    kept: list[tuple[float, int, Grown]] = []
    drafts = (added(source, here.draft, wanted) for _ in range(DRAWN))
    fit = (one for one in drafts if one is not None and bare_lines(one) <= 2 * missing and not crowding(one))
    for number, draft in enumerate(fit):
        seen, cost = looked_over(draft, 0.75**missing)
        spent += cost
        if seen is not None and seen.optimum > here.optimum and seen.seen.dead_permille >= DEAD:
            kept.append((_merit(seen, here), number, seen))
        if spent > (MOST if not kept else MANY if len(kept) < CHOICES else FEW):
            break
    for _, _, seen in sorted(kept, reverse=True):
        spent += len(seen.draft.parts) * len(seen.seen.left)
        if is_idle_free(seen):
            return seen, spent
    return None, spent


def _merit(seen: Grown, before: Grown) -> float:
    """Longer and with more dead ends, more of the plate used, and not many more states."""
    longer = 0.8 * (seen.optimum - before.optimum) + 0.4 * (bare_lines(before.draft) - bare_lines(seen.draft))
    return longer + min(seen.seen.dead_permille, 600) / 150 - 1.5 * seen.seen.size / before.seen.size


def _polished(source: random.Random, plate: Grown, wanted: Wanted) -> tuple[Grown, int]:
    """The plate, changed part by part for as long as it misses the target and a change brings it no further away."""
    away, spent = misses(plate, wanted), 0
    for _ in range(POLISH):
        if not away:
            break
        draft = changed(source, plate.draft, wanted)
        if draft is None or crowding(draft) or bare_lines(draft):
            continue
        seen, cost = looked_over(draft, 1)
        spent += cost
        if seen is not None and misses(seen, wanted) <= away and is_idle_free(seen):
            plate, away = seen, misses(seen, wanted)
            spent += len(seen.draft.parts) * len(seen.seen.left)
    return plate, spent


def _seedling(source: random.Random, wanted: Wanted, size: Cell, boards: int) -> tuple[Grown | None, int]:
    """A few boards with few positions and many dead ends, to begin with."""
    draft: Draft | None = Draft(size, (), frozenset())
    for _ in range(boards):
        draft = None if draft is None else added(source, draft, wanted)
    if draft is None or crowding(draft):
        return None, 1
    seen, cost = looked_over(draft, 0.05)
    return (seen if seen is not None and seen.seen.dead_permille >= DEAD and is_idle_free(seen) else None), cost
