"""States for controlled experiments: certified dead ends, and points of a winning play.

A *D checkpoint* is a dead end that a legal prefix reaches: from its state no sequence of moves wins. An *N checkpoint*
is a state of a shortest winning play from which finishing takes fewer moves than restarting. Both carry the prefix, so
that anybody can replay it, and what certifies them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.canonical import Json, sha256_of
from games.contract import AnyGame, state_digest
from solvers.contract import AnySolver, Moves
from solvers.state_graph import StateGraph, distances
from validators.replay import replay

__all__ = ["Checkpoint", "dead_end_checkpoints", "play_checkpoints"]


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """One state with the legal prefix that reaches it; `kind` is `D` or `N`."""

    kind: str
    prefix: Moves
    state: Json
    certificate: Json

    def to_json(self) -> dict[str, Json]:
        return {
            "kind": self.kind,
            "prefix": list(self.prefix),
            "depth": len(self.prefix),
            "state": self.state,
            "digest": state_digest(self.state),
            "certificate": self.certificate,
        }


def dead_end_checkpoints(
    game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any], count: int
) -> tuple[Checkpoint, ...]:
    """Up to `count` dead ends of a level's state graph, spread over the depths at which there are any.

    A state of an incomplete graph counts only where nothing that follows from it is left open.
    """
    known = distances(graph)
    dead = [number for number in range(len(graph)) if known.verdict(number) == "dead"]
    space = solver.space(level, None) if solver.space is not None else None
    if space is None:
        return ()
    states = list(graph.index)
    found = []
    for number in _spread(dead, count):
        prefix = _prefix(game, solver, level, graph, number)
        if prefix is not None:
            value = replay(game, level, prefix).steps[-1].state
            found.append(
                Checkpoint("D", prefix, value, _dead_end(game, level, graph, states, space.state_json, value, number))
            )
    return tuple(found)


def play_checkpoints(game: AnyGame, level: Any, solution: Moves, count: int) -> tuple[Checkpoint, ...]:
    """Up to `count` states of a shortest winning play, spread over it, the first and the won one left out."""
    steps = replay(game, level, solution).steps
    found = []
    for at in _spread(range(1, len(solution)), count):
        rest = solution[at:]
        certificate = {
            "kind": "completion",
            "moves": list(rest),
            "length": len(rest),
            "restart_length": len(solution),
            "final_digest": steps[-1].digest,
        }
        found.append(Checkpoint("N", solution[:at], steps[at].state, certificate))
    return tuple(found)


def _spread(numbers: Sequence[int], count: int) -> list[int]:
    """`count` of the numbers at even distances, in order; all where there are no more."""
    if len(numbers) <= count:
        return list(numbers)
    return [numbers[(2 * at + 1) * len(numbers) // (2 * count)] for at in range(count)]


def _prefix(game: AnyGame, solver: AnySolver, level: Any, graph: StateGraph[Any], goal: int) -> Moves | None:
    """A shortest play by the rules to a state of the graph: the way back by depth, then forward by the rules' moves."""
    wanted = _ways_to(graph, goal)
    state, played = game.initial(level), []
    for depth in range(1, graph.depth[goal] + 1):
        for move in sorted(game.moves(level, state)):
            following = game.apply(level, state, move)
            space = solver.space(level, game.state_json(level, following)) if solver.space is not None else None
            number = graph.index.get(space.initial) if space is not None else None
            if number in wanted and graph.depth[number] == depth:
                state = following
                played.append(move)
                break
        else:
            return None
    return tuple(played)


def _ways_to(graph: StateGraph[Any], goal: int) -> set[int]:
    """The states on shortest plays from the first to `goal`."""
    into: dict[int, list[int]] = {}
    for number in range(goal + 1):
        if graph.depth[number] < graph.depth[goal]:
            for edge in graph.edges(number) if number < graph.expanded else ():
                if graph.depth[graph.target[edge]] == graph.depth[number] + 1:
                    into.setdefault(graph.target[edge], []).append(number)
    found, waiting = {goal}, [goal]
    while waiting:
        for earlier in into.get(waiting.pop(), ()):
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return found


def _dead_end(
    game: AnyGame, level: Any, graph: StateGraph[Any], states: list[Any], state_json: Any, value: Json, number: int
) -> Json:
    """What certifies a dead end: every state that can follow, none of them won, counted and digested."""
    following = sorted(_reached(graph, number))
    digests = sorted(state_digest(state_json(states[one])) for one in following)
    stuck = next(iter(game.moves(level, game.parse_state(level, value))), None) is None
    return {
        "kind": game.deadlock if stuck else "no_win_reachable",
        "states": len(following),
        "states_digest": sha256_of("\n".join(digests).encode("ascii")),
    }


def _reached(graph: StateGraph[Any], number: int) -> Iterator[int]:
    seen, waiting = {number}, [number]
    while waiting:
        one = waiting.pop()
        yield one
        for edge in graph.edges(one):
            if graph.target[edge] not in seen:
                seen.add(graph.target[edge])
                waiting.append(graph.target[edge])
