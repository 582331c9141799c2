"""Tier D2: two levels that play the same, whatever their boards look like.

A level's *play* is its reachable states from the initial one, with the won states marked and an edge wherever some
move leads from a state to another; two moves to the same state are one edge, a move that changes nothing is none.
Levels play the same when their plays are isomorphic: then every play of one has its like in the other, move by move,
with the same optimum, the same dead ends, the same choices. A board that is stretched, or has walls and pieces that
nothing can ever meet, plays the same as before.

The number of states at each distance from the initial one is kept by an isomorphism and stands in most certificates,
so most pairs are told apart without enumerating anything. The rest are enumerated up to STATES and compared exactly
(`validators.isomorphism`). A level with more states than that is not compared, and that is said.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from solvers.contract import AnySolver
from solvers.state_graph import StateGraph, distances
from validators.certificate import Certificate
from validators.certificate_faults import GRAPH_METHOD
from validators.dead_ends import graph_of
from validators.isomorphism import Digraph, Sameness, isomorphic

__all__ = ["STATES", "Play", "Profile", "play_of", "plays_same", "profile_of"]

#: States up to which levels are enumerated to be compared.
STATES = 100_000


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a level's play before it is enumerated: states per distance, or that they are more than so
    many. With neither, nothing is known."""

    layers: tuple[int, ...] | None
    more_than: int = 0

    def rules_out(self, other: Profile) -> bool:
        """Whether the two plays surely differ."""
        if self.layers is None and other.layers is None:
            return False
        if self.layers is None or other.layers is None:
            known, bound = (other.layers, self.more_than) if self.layers is None else (self.layers, other.more_than)
            return known is not None and sum(known) <= bound
        return self.layers != other.layers


@dataclass(frozen=True, slots=True)
class Play:
    """A level's play as a graph whose marks tell distance from the start and to a win."""

    profile: Profile
    graph: Digraph


def profile_of(certificate: Certificate, solver: AnySolver, level: Any) -> Profile:
    """What a certificate that holds for the level says of its states."""
    found = next((one.layers for one in certificate.methods if one.name == GRAPH_METHOD and one.layers), None)
    if found is not None:
        return Profile(tuple(layer.states for layer in found))
    # `certify` enumerates every level that its solver can; what it did not finish has more states than its limit.
    enumerable = solver.space is not None and solver.space(level, None) is not None
    return Profile(None, certificate.toolchain["limits"]["graph_states"] if enumerable else STATES)


def play_of(solver: AnySolver, level: Any, limit: int = STATES) -> Play | None:
    """The level's play; None where it has more states than the limit, or too many to be worth a start."""
    graph = graph_of(solver, level, limit)
    return _play(graph) if graph is not None and graph.complete else None


def _play(graph: StateGraph[Any]) -> Play:
    known = distances(graph)
    layers = Counter(graph.depth)
    # Both distances are kept by an isomorphism; as marks they spare the refinement most of its rounds.
    span = max(graph.depth) + 1
    marks = [(win + 1) * span + depth for win, depth in zip(known.to_win, graph.depth, strict=True)]
    sources = [state for state in range(len(graph)) for _ in graph.edges(state)]
    return Play(
        Profile(tuple(layers[depth] for depth in range(span))), Digraph(len(graph), marks, sources, list(graph.target))
    )


def plays_same(one: Play, other: Play) -> Sameness:
    """Whether the two plays are isomorphic. The start is the only state at distance 0, the won ones those at 0 from a
    win, so the marks keep both."""
    if one.profile.layers != other.profile.layers:
        return "different"
    return isomorphic(one.graph, other.graph)
