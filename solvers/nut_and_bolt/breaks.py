"""The fewest transfers by A* on a lower bound that counts breaks.

A *block* is a maximal run of equal nuts on a bolt. Let N nuts fill K = N / capacity bolts at the end, k(c) of them
with colour c, and let b(c) be the bolts whose bottom nut has colour c. The bound is

    blocks - K + sum over c of max(0, k(c) - b(c)).

It never exceeds the transfers still needed. At the end there are K blocks. A transfer onto a nut of its colour takes at
most one block away (the run it moves joins another). A transfer onto an empty bolt takes none away: its run is a block
there, and at most its old block is gone. So at least blocks - K transfers go onto nuts. At the end each colour has its
k(c) bottoms, and a bolt gets a new bottom only by a transfer onto the empty bolt, one for each: at least the sum over
c go onto empty bolts. The two kinds are different transfers, so the numbers add up. By the same token a transfer
lowers the bound by at most one, so the first time that A* takes a state off its queue, its number of moves is the
least (Hart, Nilsson and Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, 1968).

States are tuples of texts, each nut a letter, with the bolts in sorted order; nothing here is shared with the sweep.
Left out are moves that change nothing but the order of bolts, and all but one of the moves between bolts that are
alike. The queue is a stack for each value of moves plus bound, so of the most promising states the one found last is
expanded first. Memory: some 300 bytes a state.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.nut_and_bolt import NutAndBoltLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report
from solvers.nut_and_bolt.position import bolts_of

__all__ = ["ENGINE", "lower_bound"]

NAME = "break-bound"
Board = tuple[str, ...]
#: The two bolts that a move changes, before and after it: enough to play it on a board with its bolts in any order.
Change = tuple[str, str, str, str]


def lower_bound(board: Board, capacity: int) -> int:
    """Transfers that a board needs at least; 0 exactly if it is won."""
    nuts = "".join(board)
    blocks = sum(map(_blocks, board))
    bottoms = [bolt[0] for bolt in board if bolt]
    unfounded = sum(max(0, nuts.count(colour) // capacity - bottoms.count(colour)) for colour in set(nuts))
    return blocks - len(nuts) // capacity + unfounded


def _blocks(bolt: str) -> int:
    return sum(1 for place, nut in enumerate(bolt) if place == 0 or bolt[place - 1] != nut)


def _changes(board: Board, capacity: int) -> Iterator[tuple[Change, Board]]:
    """The moves of a sorted board and the sorted boards they come to."""
    for place, bolt in enumerate(board):
        if not bolt or bolt in board[:place]:
            continue
        nut = bolt[-1]
        rest = bolt.rstrip(nut)
        others = board[:place] + board[place + 1 :]
        for at, other in enumerate(others):
            if other in others[:at] or len(other) == capacity or (other and other[-1] != nut) or not (other or rest):
                continue
            stay = max(0, len(bolt) - len(rest) + len(other) - capacity)
            left = rest + nut * stay
            grown = other + nut * (len(bolt) - len(left))
            yield (bolt, other, left, grown), tuple(sorted((*others[:at], *others[at + 1 :], left, grown)))


def solve(level: NutAndBoltLevel, query: Query, report: Report) -> Answer:
    """A shortest play, or proof that there is none, or the bound that the limit let it reach."""
    start = bolts_of(level, query.state)
    capacity = level.capacity
    first = tuple(sorted(start))
    bound = lower_bound(first, capacity)
    queue: dict[int, list[tuple[int, Board]]] = {bound: [(0, first)]}
    best: dict[Board, int] = {first: 0}
    came: dict[Board, tuple[Board, Change]] = {}
    while queue:
        if not queue.get(bound):
            queue.pop(bound, None)
            bound = min(queue, default=bound)
            report(bound, None)
            continue
        moves, board = queue[bound].pop()
        if moves > best[board]:
            continue
        if moves == bound:
            return _answer(_play(came, start, board), bound, len(best))
        for change, after in _changes(board, capacity):
            if moves + 1 >= best.get(after, moves + 2):
                continue
            if after not in best and len(best) >= query.limits.states:
                return _undecided(bound, len(best))
            best[after] = moves + 1
            came[after] = board, change
            queue.setdefault(moves + 1 + lower_bound(after, capacity), []).append((moves + 1, after))
    method = MethodRun(NAME, "a-star", None, True, len(best))
    return Answer("unsolvable", None, None, method)


def _answer(moves: Moves, bound: int, states: int) -> Answer:
    return Answer("solvable", moves, bound, MethodRun(NAME, "a-star", bound, True, states))


def _undecided(bound: int, states: int) -> Answer:
    return Answer("undecided", None, None, MethodRun(NAME, "a-star", bound, False, states))


def _play(came: dict[Board, tuple[Board, Change]], start: Board, goal: Board) -> Moves:
    """The moves that lead to a board, with the numbers of the bolts as they stand at the start."""
    changes: list[Change] = []
    while goal in came:
        goal, change = came[goal]
        changes.append(change)
    bolts = list(start)
    moves: list[str] = []
    for bolt, other, left, grown in reversed(changes):
        source = bolts.index(bolt)
        target = next(place for place, text in enumerate(bolts) if text == other and place != source)
        bolts[source], bolts[target] = left, grown
        moves.append(f"{source + 1}>{target + 1}")
    return tuple(moves)


ENGINE: Engine[NutAndBoltLevel] = Engine(NAME, "a-star", 1, (), ("transfers",), solve)
