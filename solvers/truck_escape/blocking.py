"""Engine `blocking-graph`: an edge from each vehicle to every one that waits for it, sorted topologically.

Every vehicle leaves exactly once, so every winning play has as many departures as there are vehicles: that count is
the optimum of a solvable level, and a lower bound of any.

A play wins exactly where no vehicle faces a wall and it names each vehicle after all those that stood in its way: it is
a topological order of the blocking graph, and every such order can be played. One exists exactly where the graph has no
cycle (Kahn 1962).

The first of the winning plays in move order takes the least free name at every step. Proof: a departure only frees
cells, so whatever is free stays free until it leaves, and after any departures a solvable level is solvable still: in
what is left of a graph without cycles there is no cycle. So every legal beginning can be finished, and of two plays the
one that is less at the first difference comes first; the least choice is never regretted. This is the lexicographical
topological order. Time O((V + E) log V); E is at most the square of 62.
"""

from __future__ import annotations

from typing import Any

from games.truck_escape import TruckEscapeLevel
from solvers.contract import Answer, Engine, MethodRun, Query, Report
from solvers.truck_escape.jam import jam_of
from solvers.truck_escape.lot import Lot, lot_of
from solvers.truck_escape.standing import standing

__all__ = ["ENGINE", "blocking_graph", "solve"]

NAME, LIBRARY = "blocking-graph", "networkx"


def blocking_graph(lot: Lot) -> Any:
    """The lot as a directed graph: an edge from each vehicle to every one that waits for it."""
    import networkx as nx

    graph: Any = nx.DiGraph()
    graph.add_nodes_from(lot.waits)
    graph.add_edges_from((other, name) for name, others in lot.waits.items() for other in others)
    return graph


def solve(level: TruckEscapeLevel, query: Query, report: Report) -> Answer:
    """Answers a query from the blocking graph alone. No limit applies: it always decides.

    Raises:
        MalformedState: `query.state` is no state of the level.
        RuntimeError: the graph cannot be sorted, but neither a wall nor a circle is there to name.
    """
    import networkx as nx

    lot = lot_of(level, standing(level, query.state))
    graph = blocking_graph(lot)
    vehicles = len(lot.waits)
    if not lot.walls and nx.is_directed_acyclic_graph(graph):
        order = tuple(nx.lexicographical_topological_sort(graph))
        report(vehicles, order)
        run = MethodRun(NAME, "graph", vehicles, True, vehicles)
        return Answer("solvable", order, vehicles, run, canonical=True, properties=_properties(query, True))
    reason = jam_of(lot)
    if reason is None:
        raise RuntimeError("the blocking graph has a cycle that no search finds")
    run = MethodRun(NAME, "graph", None, True, vehicles)
    return Answer("unsolvable", None, None, run, properties=_properties(query, False), explanation=reason)


def _properties(query: Query, solvable: bool) -> dict[str, bool | None]:
    """A solvable level has no dead end: what is left of a graph without cycles has none."""
    return {"dead_end_free": solvable} if query.properties else {}


ENGINE: Engine[TruckEscapeLevel] = Engine(NAME, "graph", 1, (LIBRARY,), ("departures",), solve, imports=(LIBRARY,))
