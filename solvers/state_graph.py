"""A level's full states, enumerated, and what can be read off the graph that they make.

`explore` walks a `StateSpace` breadth-first and keeps every state that it holds, every move between them, and which
states it no longer came to expand. Everything else here is a pure function of that graph; where several of
them are wanted, the `Distances` that they share are computed once and passed along.

What an incomplete graph may say. The *frontier* are the states that are neither won nor expanded: what lies behind
them is unknown. Every edge that the graph holds is a legal move, and an expanded state has all its moves in it. So
- a state is *solvable* if a won state can be reached inside the graph: that play is a proof;
- it is *dead* if neither a won state nor the frontier can be reached: then all that follows from it was seen;
- otherwise it is *unknown*.
A complete graph has no frontier and no unknown state.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Generic, Literal, TypeVar

from games.canonical import Json, sha256_of
from games.contract import state_digest
from solvers.contract import Layer, Moves, StateSpace

__all__ = [
    "Counts",
    "Distances",
    "StateGraph",
    "StateVerdict",
    "canonical_solution",
    "counts",
    "distances",
    "explore",
    "first_fatal_move",
    "layers",
    "optimal_solutions",
]

N = TypeVar("N")
StateVerdict = Literal["solvable", "dead", "unknown"]


@dataclass(frozen=True, slots=True)
class StateGraph(Generic[N]):
    """States numbered in the order of a breadth-first walk, 0 the first, and the moves between them.

    Attributes:
        index: state -> its number; iterating gives the states in order of their numbers.
        depth: fewest moves from state 0. Exact, for the walk goes layer by layer.
        won: 1 where the goal holds.
        expanded: states below this number are expanded (won ones have no moves), those from it on are not.
        start: the moves of state i are the edges `start[i]` up to `start[i + 1]`, in move order.
        target: edge -> the state that the move leads to. Two moves to the same state are two edges.
        move: edge -> number of its text in `texts`.
        texts: the distinct move texts, in the order in which they were met.
        complete: whether there is no frontier, so that the graph holds every reachable state and move.
    """

    index: Mapping[N, int]
    depth: array[int]
    won: bytearray
    expanded: int
    start: array[int]
    target: array[int]
    move: array[int]
    texts: tuple[str, ...]
    complete: bool

    def __len__(self) -> int:
        return len(self.depth)

    def edges(self, state: int) -> range:
        """The edges of the moves from a state, in move order; none where it is won or not expanded."""
        return range(self.start[state], self.start[state + 1])

    def frontier(self) -> Iterator[int]:
        """The states whose moves are not known, in order of their numbers."""
        return (state for state in range(self.expanded, len(self)) if not self.won[state])


@dataclass(frozen=True, slots=True)
class Distances:
    """For every state the fewest moves *inside the graph* to a won state and to the frontier; -1 where there is no way.

    A play that wins sooner than `to_win` has to leave the graph: it comes to a state of the frontier, which is not
    won, and makes at least one more move. So `to_win` is exact wherever it is at most `to_frontier + 1`, or no
    frontier can be reached; elsewhere it is an upper bound.
    """

    to_win: array[int]
    to_frontier: array[int]

    def verdict(self, state: int) -> StateVerdict:
        """Whether a win is left, as far as the graph proves it."""
        if self.to_win[state] >= 0:
            return "solvable"
        return "dead" if self.to_frontier[state] < 0 else "unknown"

    def exact(self, state: int) -> int | None:
        """The number of moves that a state needs to win; None where it is dead, or not proven."""
        win, frontier = self.to_win[state], self.to_frontier[state]
        return win if win >= 0 and (frontier < 0 or win <= frontier + 1) else None


@dataclass(frozen=True, slots=True)
class Counts:
    """How many states the graph holds (not how many there are, where it is incomplete), and of what kind they are."""

    reachable: int
    solvable: int
    dead: int
    unknown: int


def explore(space: StateSpace[N], limit: int) -> StateGraph[N]:
    """Every full state that can be reached from the first, or as many of them as `limit`.

    Breadth-first search with a hash table: each state is expanded once, so time and memory are linear in states and
    moves (four bytes and a text number for a move, the state itself and its place in the table for a state). When a
    move leads to a state that no longer fits, the walk ends there; the state that it was expanding and all later
    ones make the frontier. The result depends on the space and the limit alone.

    Raises:
        ValueError: a limit below 1.
    """
    if limit < 1:
        raise ValueError("a walk has to hold at least the first state")
    successors, is_won = space.successors, space.won
    index: dict[N, int] = {space.initial: 0}
    order: list[N] = [space.initial]
    depth, won = array("i", [0]), bytearray([is_won(space.initial)])
    start, target, move = array("q", [0]), array("i"), array("i")
    texts: dict[str, int] = {}
    number_of, text_number, add_target, add_move = index.setdefault, texts.setdefault, target.append, move.append
    held, expanded, full = 1, 0, False
    # `order` grows while it is walked: it is the queue. A state that does not fit is taken back out of the table.
    for state in order:
        if not won[expanded]:
            next_depth = depth[expanded] + 1
            for text, following in successors(state):
                number = number_of(following, held)
                if number == held:
                    full = held >= limit
                    if full:
                        del index[following]
                        break
                    held += 1
                    order.append(following)
                    depth.append(next_depth)
                    won.append(is_won(following))
                add_target(number)
                add_move(text_number(text, len(texts)))
            if full:
                break
        expanded += 1
        start.append(len(target))
    # The moves of the state that was cut short are dropped: an expanded state has all its moves, any other none.
    del target[start[-1] :], move[start[-1] :]
    start.extend([len(target)] * (held - expanded))
    complete = all(won[expanded:])
    return StateGraph(index, depth, won, expanded, start, target, move, tuple(texts), complete)


def distances(graph: StateGraph[N]) -> Distances:
    """Distances to the nearest won state and to the frontier: a backward breadth-first search each, linear in moves."""
    first, origin = _moves_into(graph)
    size = len(graph)
    to_win = _backwards(size, first, origin, (state for state in range(size) if graph.won[state]))
    if graph.complete:
        return Distances(to_win, array("i", [-1]) * size)
    return Distances(to_win, _backwards(size, first, origin, graph.frontier()))


def _moves_into(graph: StateGraph[N]) -> tuple[array[int], array[int]]:
    """The edges turned round: the moves into state i come from `origin[first[i] : first[i + 1]]`."""
    arriving = array("q", [0]) * (len(graph) + 1)
    for state in graph.target:
        arriving[state] += 1
    # After the sum `first[i]` is the end of i's block; filling from the end moves it to the block's begin.
    first = array("q", accumulate(arriving))
    origin = array("i", [0]) * len(graph.target)
    begin = 0
    for state in range(graph.expanded):
        end = graph.start[state + 1]
        for following in graph.target[begin:end]:
            place = first[following] - 1
            first[following] = place
            origin[place] = state
        begin = end
    return first, origin


def _backwards(size: int, first: array[int], origin: array[int], goals: Iterable[int]) -> array[int]:
    found = array("i", [-1]) * size
    layer = list(goals)
    for state in layer:
        found[state] = 0
    steps = 0
    while layer:
        steps += 1
        before = []
        for state in layer:
            for earlier in origin[first[state] : first[state + 1]]:
                if found[earlier] < 0:
                    found[earlier] = steps
                    before.append(earlier)
        layer = before
    return found


def counts(known: Distances) -> Counts:
    """How many states are solvable, dead, unknown."""
    reachable = len(known.to_win)
    solvable = reachable - known.to_win.count(-1)
    dead = sum(win < 0 and behind < 0 for win, behind in zip(known.to_win, known.to_frontier, strict=True))
    return Counts(reachable, solvable, dead, reachable - solvable - dead)


def first_fatal_move(graph: StateGraph[N], known: Distances | None = None) -> int | None:
    """The fewest moves of a play whose last move enters a dead end; 0 where state 0 is dead.

    None where there is no dead end, or where the number is not proven. States are numbered by depth, so the first
    dead state has the least depth of those found; it is the least of all if no unknown state has less, and a state
    that was never met lies deeper than the first state of the frontier, which is unknown.
    """
    known = distances(graph) if known is None else known
    unknown_depth = graph.depth[-1]
    for state, depth in enumerate(graph.depth):
        if depth > unknown_depth:
            return None
        verdict = known.verdict(state)
        if verdict == "dead":
            return depth
        if verdict == "unknown":
            unknown_depth = depth
    return None


def optimal_solutions(graph: StateGraph[N], known: Distances | None = None) -> int | None:
    """The number of different shortest plays that win from state 0, exact however large.

    None where no win was found, or the graph may lack one of them: a shortest play passes expanded states alone if
    the frontier is at least as far away as the win. Counted backwards along the moves that lose no time.
    """
    known = distances(graph) if known is None else known
    optimum = _surely_seen_optimum(known)
    if optimum is None:
        return None
    plays: dict[int, int] = {}
    for state in range(len(graph) - 1, -1, -1):
        left = known.to_win[state]
        if left < 0 or graph.depth[state] + left != optimum:
            continue
        # A move that loses no time leads one layer deeper, so to a state with a greater number, counted already.
        plays[state] = sum(plays[graph.target[edge]] for edge in _shortest(graph, known, state)) if left else 1
    return plays[0]


def canonical_solution(graph: StateGraph[N], known: Distances | None = None) -> Moves | None:
    """The shortest solution from state 0 that comes first in move order; None where `optimal_solutions` is.

    Where the space takes boards for one that differ as played (bolts in any order), the texts speak of its own boards.
    """
    known = distances(graph) if known is None else known
    optimum = _surely_seen_optimum(known)
    if optimum is None:
        return None
    state, moves = 0, []
    for _ in range(optimum):
        # Edges are in move order, so the first that loses no time has the least text.
        edge = next(_shortest(graph, known, state))
        moves.append(graph.texts[graph.move[edge]])
        state = graph.target[edge]
    return tuple(moves)


def _surely_seen_optimum(known: Distances) -> int | None:
    win, frontier = known.to_win[0], known.to_frontier[0]
    return win if win >= 0 and (frontier < 0 or win <= frontier) else None


def _shortest(graph: StateGraph[N], known: Distances, state: int) -> Iterator[int]:
    left = known.to_win[state] - 1
    return (edge for edge in graph.edges(state) if known.to_win[graph.target[edge]] == left)


def layers(graph: StateGraph[N], state_json: Callable[[N], Json]) -> tuple[Layer, ...] | None:
    """Per number of moves from state 0 the states first reached there, see `Layer`; None on an incomplete graph.

    Cost: one canonical JSON and one SHA-256 a state.
    """
    if not graph.complete:
        return None
    digests: list[list[str]] = [[] for _ in range(graph.depth[-1] + 1)]
    for state, number in graph.index.items():
        digests[graph.depth[number]].append(state_digest(state_json(state)))
    return tuple(Layer(len(layer), sha256_of("\n".join(sorted(layer)).encode("ascii"))) for layer in digests)
