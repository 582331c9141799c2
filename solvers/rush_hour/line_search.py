"""Exhaustive breadth-first search over packed positions, layer by layer.

Moves and their tables are `lines`'. A layer holds the positions that need so many moves (or so many steps: then a slide
goes one cell at a time), so the first layer with a won position is the optimum. Every move can be taken back by
one that costs the same; hence the positions before the won ones on optimal plays are found by going back from
those, one layer after another, and the play is read off from the start on.

- In moves it is the first of the shortest plays, move texts compared one by one.
- In steps it is, of the plays with the fewest steps, one with the fewest moves, and the first of these.

A lasting block on the way out (`explain`) is looked for before the search. The limit on states is tested after each
whole layer.
"""

from __future__ import annotations

from games.rush_hour import RushHourLevel
from solvers.contract import Answer, Engine, MethodRun, Moves, Query, Report, Status
from solvers.rush_hour.explain import lasting_block
from solvers.rush_hour.lines import Changes, Lines, Move, lines_of
from solvers.rush_hour.position import places_of

__all__ = ["ENGINE", "expanded", "solve"]

NAME = "line-search"
Tables = list[tuple[int, int, Changes]]


def solve(level: RushHourLevel, query: Query, report: Report) -> Answer:
    """The first optimal play, or proof that there is none, or the depth that the limit let the search reach."""
    places = places_of(level, query.state)
    block = lasting_block(level, places)
    if block is not None:
        return _answer("unsolvable", None, None, 0, block)
    lines = lines_of(level, places)
    start = lines.key(places)
    if start & lines.goal:
        return _answer("solvable", (), 0, 1)
    tables = lines.tables(1 if query.metric == "steps" else max(len(level.rows), len(level.rows[0])))
    depth = {start: 0}
    layer, number = [start], 0
    while layer:
        report(number + 1, None)
        layer, number = expanded(tables, layer, depth, number + 1), number + 1
        goal = [key for key in layer if key & lines.goal]
        if goal:
            marked = _on_optimal_plays(tables, depth, goal, number)
            read_off = _fewest_slides if query.metric == "steps" else _first
            return _answer("solvable", read_off(lines, marked, start), number, len(depth))
        if layer and len(depth) > query.limits.states:
            return _answer("undecided", None, number + 1, len(depth))
    return _answer("unsolvable", None, None, len(depth), "every position that can be reached was visited; none is won")


def expanded(tables: Tables, layer: list[int], depth: dict[int, int], number: int) -> list[int]:
    """The positions one move from a layer that have no depth yet, in the order in which they are met; they get one."""
    found: list[int] = []
    append = found.append
    for key in layer:
        for shift, mask, changes in tables:
            for change in changes[key >> shift & mask]:
                after = key ^ change
                if after not in depth:
                    depth[after] = number
                    append(after)
    return found


def _on_optimal_plays(tables: Tables, depth: dict[int, int], goal: list[int], number: int) -> list[set[int]]:
    """For each layer up to the won one, its positions from which an optimal play goes on to a win."""
    marked = [set(goal)]
    for layer in range(number - 1, -1, -1):
        marked.append(
            {
                before
                for key in marked[-1]
                for shift, mask, changes in tables
                for before in map(key.__xor__, changes[key >> shift & mask])
                if depth.get(before) == layer
            }
        )
    marked.reverse()
    return marked


def _first(lines: Lines, marked: list[set[int]], start: int) -> Moves:
    """The play whose moves come first, one after another."""
    key, texts = start, []
    for ahead in marked[1:]:
        move = next(move for move in lines.moves(key) if key ^ move.change in ahead)
        texts.append(move.text)
        key ^= move.change
    return tuple(texts)


def _fewest_slides(lines: Lines, marked: list[set[int]], start: int) -> Moves:
    """Of the plays through the marked positions the first of those with the fewest slides."""
    left: dict[int, int] = dict.fromkeys(marked[-1], 0)
    last = len(marked) - 1

    def onward(key: int, layer: int) -> list[Move]:
        """The slides from a marked position to a marked one, in order of their texts."""
        moves = lines.moves(key)
        return [
            move for move in moves if layer + move.cells <= last and key ^ move.change in marked[layer + move.cells]
        ]

    for layer in range(last - 1, -1, -1):
        for key in marked[layer]:
            left[key] = 1 + min(left[key ^ move.change] for move in onward(key, layer))
    key, layer, texts = start, 0, []
    while layer < last:
        move = next(move for move in onward(key, layer) if left[key ^ move.change] == left[key] - 1)
        texts.append(move.text)
        key, layer = key ^ move.change, layer + move.cells
    return tuple(texts)


def _answer(status: Status, moves: Moves | None, bound: int | None, states: int, why: str | None = None) -> Answer:
    method = MethodRun(NAME, "search", bound, status != "undecided", states)
    optimum = bound if status == "solvable" else None
    return Answer(status, moves, optimum, method, canonical=moves is not None, explanation=why)


ENGINE: Engine[RushHourLevel] = Engine(NAME, "search", 1, (), ("moves", "steps"), solve)
