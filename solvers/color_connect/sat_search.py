"""Questions to the SAT model: a solution, the cheapest one, and what is true of the covering ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import gcd
from typing import Any, Literal

from games.color_connect import Path
from solvers.color_connect.board import Board, Paths
from solvers.color_connect.sat_cost import Cost
from solvers.color_connect.sat_model import Encoding, decode, encode, loop_cuts, touch_clauses
from solvers.color_connect.sat_session import Session
from solvers.contract import Moves, Report

__all__ = ["Cheapest", "Covers", "Found", "cheapest", "covers", "find", "touches"]

#: Conflicts that a question for the optimum may take before the opposite one gets its turn.
PIECE = 1_000
#: Paths; False where there are none; None where the budget ran out.
Found = Paths | Literal[False] | None


@dataclass(frozen=True, slots=True)
class Covers:
    """What is known of a board's covering solutions.

    Attributes:
        first: one of them.
        second: another one.
        unique: whether there is exactly one, None if undecided.
        tight: whether one touches itself nowhere, None if undecided.
    """

    first: Found
    second: Found
    unique: bool | None
    tight: bool | None


@dataclass(frozen=True, slots=True)
class Cheapest:
    """The best play found and what it costs; how much every play costs at least.

    Attributes:
        moves: False where the level is proven unsolvable, None where nothing was found.
        cost: what `moves` cost, None without moves. Proven the least if it equals `bound`.
        bound: proven lower bound.
    """

    moves: Moves | Literal[False] | None
    cost: int | None
    bound: int


def find(
    session: Session,
    board: Board,
    encoding: Encoding,
    cover: bool,
    *assumptions: int,
    conflicts: int | None = None,
) -> Found:
    """A solution. In a filled board loops are cut off until none is left; elsewhere they are not drawn.

    `conflicts` bounds each call of the SAT solver within the session's budget.
    """
    while True:
        answer = session.ask(*assumptions, conflicts=conflicts)
        if not answer:
            return None if answer is None else False
        paths, loops = decode(board, encoding, session.model())
        if not (cover and loops):
            return paths
        session.add(loop_cuts(board, encoding, loop) for loop in loops)


def covers(board: Board, conflicts: int, report: Callable[[Paths], None], deep: bool) -> Covers:
    """A covering solution; if `deep`, also whether it is the only one, and whether there is a tight one.

    Three questions to one growing formula. Two covering solutions have equally many edges, so that "an edge of the
    first is missing" admits exactly the others.
    """
    encoding = encode(board, cover=True)
    session = Session(encoding.clauses, conflicts)
    try:
        first = find(session, board, encoding, True)
        if not first:
            return Covers(None, None, None, None) if first is None else Covers(False, False, False, False)
        report(first)
        if not deep:
            return Covers(first, None, None, None)
        session.add([[-encoding.edge(*pair) for path in first.values() for pair in pairwise(path)]])
        second = find(session, board, encoding, True)
        unique = None if second is None else not second
        return Covers(first, second, unique, _tight(session, board, encoding, first, second))
    finally:
        session.close()


def _tight(session: Session, board: Board, encoding: Encoding, first: Paths, second: Found) -> bool | None:
    """Whether some covering solution is tight, where the session already excludes the first."""
    if any(found and not touches(found) for found in (first, second)):
        return True
    if second is False:
        return False
    switch = encoding.top + 1
    session.add(touch_clauses(board, encoding, {colour: [-switch] for colour in board.ends}))
    found = find(session, board, encoding, True, switch)
    return None if found is None else bool(found)


def touches(paths: Paths) -> bool:
    """Whether a path has two neighbouring cells that do not follow each other on it."""
    return any(_touches_itself(path) for path in paths.values())


def _touches_itself(path: Path) -> bool:
    place = {cell: number for number, cell in enumerate(path)}
    around = ((cell, near) for cell in path for near in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)))
    return any(near in place and abs(place[cell] - place[near]) != 1 for cell, near in around)


def cheapest(
    board: Board,
    encoding: Encoding,
    cost: Cost,
    plan: Callable[[Paths, frozenset[str]], tuple[Moves, int]],
    limits: tuple[bool, int],
    *,
    report: Report,
) -> Cheapest:
    """The play of least cost, by asking for one that costs no more than the bound, raised while there is none.

    Exact, since `cost` counts the best play of every solution at what it costs; `plan` makes the play of a model and
    says what it costs. The first question has no bound on the cost, so that a board without a solution is found as
    such, and a run that ends early has a solution to show. Where a question takes too long, the one for something
    cheaper than the best play takes turns with it, with more conflicts for both each time: where the optimum is far
    above the bound, one proof from above is worth many from below.

    Args:
        limits: whether the board must be filled; the conflicts allowed.
    """
    cover, conflicts = limits
    session = Session([*encoding.clauses, *cost.clauses], conflicts)
    try:
        found, cleared = _find_with_clears(session, board, encoding, cover, cost)
        if not found:
            return Cheapest(None if found is None else False, None, cost.base)
        moves, best = plan(found, cleared)
        report(cost.base, moves)
        counter = _Counter(session, cost)
        bound, piece, rising = cost.base, PIECE, True
        while bound < best and session.left:
            goal = bound if rising else best - counter.step
            limit = counter.at_most(goal - cost.base)
            found, cleared = _find_with_clears(session, board, encoding, cover, cost, limit, conflicts=piece)
            if found:
                moves, best = plan(found, cleared)
                if best > goal:
                    raise AssertionError(f"a play costs {best} where {goal} was counted")
            elif found is False:
                bound = goal + counter.step
            else:
                piece, rising = piece if rising else 2 * piece, not rising
                continue
            report(bound, moves)
        return Cheapest(moves, best, bound)
    finally:
        session.close()


class _Counter:
    """The sum of a cost's terms as literals, by a totalizer that grows with the bounds asked for."""

    def __init__(self, session: Session, cost: Cost) -> None:
        self.step = gcd(*(weight for weight, _ in cost.terms)) if cost.terms else 1
        self._session, self._cost = session, cost
        self._inputs = [literal for weight, literal in cost.terms for _ in range(weight // self.step)]
        self._totalizer: Any = None

    def at_most(self, extra: int) -> int:
        """The literal under which the terms sum to at most `extra`, which is below their sum."""
        from pysat.card import ITotalizer

        count = extra // self.step
        if self._totalizer is None:
            highest = min(max(count, 8), len(self._inputs))
            self._totalizer = ITotalizer(lits=self._inputs, ubound=highest, top_id=self._cost.top)
            self._extend(self._totalizer.cnf.clauses)
        elif count > self._totalizer.ubound:
            highest = min(max(count, 2 * self._totalizer.ubound), len(self._inputs))
            self._totalizer.increase(ubound=highest, top_id=self._totalizer.top_id)
            self._extend(self._totalizer.cnf.clauses[-self._totalizer.nof_new :])
        return -int(self._totalizer.rhs[count])

    def _extend(self, clauses: list[list[int]]) -> None:
        """The new clauses, and that a literal that costs at least so much switches the output for so much on."""
        at_least = self._totalizer.rhs
        self._session.add(clauses)
        for literal, least in self._cost.least:
            if least >= self.step:
                self._session.add([[-literal, at_least[min(least // self.step, len(at_least)) - 1]]])


def _find_with_clears(
    session: Session,
    board: Board,
    encoding: Encoding,
    cover: bool,
    cost: Cost,
    *assumptions: int,
    conflicts: int | None = None,
) -> tuple[Found, frozenset[str]]:
    found = find(session, board, encoding, cover, *assumptions, conflicts=conflicts)
    if not found or not cost.cleared:
        return found, frozenset()
    model = session.model()
    return found, frozenset(colour for colour, literal in cost.cleared.items() if literal in model)
