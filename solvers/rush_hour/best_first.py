"""Best-first search (A*) with a lower bound from the vehicles that block the way out.

The bound of a position that is not won, in moves: the target must slide once more, and every distinct vehicle between
it and the exit must move at least once. In steps: the target's cells to go, and for each of these vehicles the fewest
cells to clear the target's line. Either falls by no more than a move costs (a slide of the target changes nothing in
what stands before it, since it goes through free cells), so it is consistent: a position taken from the queue has been
reached at its least cost, and the first won one is optimal. A wall or a vehicle along the line in front of the target,
or one across it that no place of its column or row clears, leaves no win.

Moves are `traffic`'s; nothing is shared with `line_search` but the reading of a state. Positions wait in buckets by
cost and bound; of equal ones the last come first. The limit bounds the positions held, of some 200 bytes each.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rush_hour import RushHourLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report, Status
from solvers.rush_hour.position import places_of
from solvers.rush_hour.traffic import Traffic, traffic_of

__all__ = ["ENGINE", "Blocking", "blocking_of", "bound", "clearing_costs", "solve"]

NAME = "blocker-search"


@dataclass(frozen=True, slots=True)
class Blocking:
    """What the bound needs.

    Attributes:
        target: the target's index.
        to_go: target's place -> the cells that it still needs.
        ways: target's place -> the cells between its front and the exit, as bits; None where a wall is among them.
        crossing: of every vehicle that may stand on the target's line: its index, what it covers at each place, and
            for each place the least steps to clear the line (0 where it is clear, None where that cannot be).
        in_moves: whether the bound counts moves, or steps.
    """

    target: int
    to_go: tuple[int, ...]
    ways: tuple[int | None, ...]
    crossing: tuple[tuple[int, tuple[int, ...], tuple[int | None, ...]], ...]
    in_moves: bool


def blocking_of(traffic: Traffic, in_moves: bool) -> Blocking:
    """The tables of the bound."""
    own = traffic.covers[traffic.target]
    ways = [traffic.way_out(place) for place in range(len(own))]
    return Blocking(
        traffic.target,
        tuple(abs(traffic.goal - place) for place in range(len(own))),
        tuple(None if way & traffic.walls else way for way in ways),
        tuple(
            (index, covers, costs)
            for index, (covers, costs) in enumerate(zip(traffic.covers, clearing_costs(traffic), strict=True))
            if index != traffic.target and any(cost != 0 for cost in costs)
        ),
        in_moves,
    )


def clearing_costs(traffic: Traffic) -> tuple[tuple[int | None, ...], ...]:
    """For every vehicle, place -> the least steps to clear the target's line, see `Blocking.crossing`.

    Walls and other vehicles are not looked at: fewer steps than needed, never more.
    """
    line = 0
    for covered in traffic.covers[traffic.target]:
        line |= covered
    costs: list[tuple[int | None, ...]] = []
    for covers in traffic.covers:
        clear = [place for place, covered in enumerate(covers) if not covered & line]
        costs.append(tuple(min((abs(place - to) for to in clear), default=None) for place in range(len(covers))))
    return tuple(costs)


def bound(blocking: Blocking, places: bytes) -> int | None:
    """A lower bound on the moves or steps still needed; None where no win is left."""
    at = places[blocking.target]
    to_go, way = blocking.to_go[at], blocking.ways[at]
    if not to_go:
        return 0
    if way is None:
        return None
    total = 1 if blocking.in_moves else to_go
    for index, covers, costs in blocking.crossing:
        place = places[index]
        if covers[place] & way:
            cost = costs[place]
            if cost is None:
                return None
            total += 1 if blocking.in_moves else cost
    return total


def solve(level: RushHourLevel, query: Query, report: Report) -> Answer:
    """An optimal play, or proof that there is none, or the bound that the limit let the search reach."""
    traffic = traffic_of(level)
    blocking = blocking_of(traffic, query.metric == "moves")
    start = bytes(places_of(level, query.state))
    least = bound(blocking, start)
    # The least cost found of every position held; its complement, which is negative, once the position was expanded.
    spent = {start: 0}
    buckets: dict[int, list[bytes]] = {} if least is None else {least: [start]}
    reported = -1
    while buckets:
        least = min(buckets)
        if least > reported:
            report(least, None)
            reported = least
        places = buckets[least].pop()
        if not buckets[least]:
            del buckets[least]
        so_far = spent[places]
        if so_far < 0:
            continue
        if traffic.won(places):
            return _answer("solvable", _play(traffic, blocking, spent, places), least, len(spent))
        spent[places] = ~so_far
        for index, to in traffic.slides(places):
            cost = so_far + (1 if blocking.in_moves else abs(to - places[index]))
            after = places[:index] + bytes((to,)) + places[index + 1 :]
            if spent.get(after, cost + 1) <= cost:
                continue
            ahead = bound(blocking, after)
            if ahead is not None:
                spent[after] = cost
                buckets.setdefault(cost + ahead, []).append(after)
        if len(spent) > query.limits.states and buckets:
            return _answer("undecided", None, min(buckets), len(spent))
    return _answer("unsolvable", None, None, len(spent))


def _play(traffic: Traffic, blocking: Blocking, spent: dict[bytes, int], won: bytes) -> Moves:
    """A play to a won position, read off backwards: every move can be taken back, so what it came from is near it."""
    places, left = won, spent[won]
    texts = []
    while left:
        for index, before in traffic.slides(places):
            cells = places[index] - before
            earlier = places[:index] + bytes((before,)) + places[index + 1 :]
            cost = left - (1 if blocking.in_moves else abs(cells))
            if earlier in spent and spent[earlier] == ~cost:
                texts.append(traffic.text(index, cells))
                places, left = earlier, cost
                break
    return tuple(reversed(texts))


def _answer(status: Status, moves: Moves | None, least: int | None, states: int) -> Answer:
    method = MethodRun(NAME, "best-first", least, status != "undecided", states)
    why = "every position that could lead to a win was visited; none is won" if status == "unsolvable" else None
    return Answer(status, moves, least if status == "solvable" else None, method, explanation=why)


ENGINE: Engine[RushHourLevel] = Engine(NAME, "best-first", 1, (), ("moves", "steps"), solve)
