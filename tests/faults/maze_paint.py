"""Mistakes in the engines of Maze Paint, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.faults.seeded import Fault

__all__ = ["FAULTS", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.maze_paint"
SEARCH, SCIP, CP_SAT = "painted-search", "walk-program-scip", "walk-program-cp-sat"
UNREAL = "the rules have no move that the enumeration of states needs"
OPPOSITE = "one calls the level solvable, the other unsolvable"


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _without_last(cells: Any) -> Any:
    return cells[:-1] if cells and len(cells) > 1 else cells


def _last_swipe_lost(table: Any) -> Any:
    return replace(table, swipes=(table.swipes[0][:-1], *table.swipes[1:]))


def _a_cell_less_painted(table: Any) -> Any:
    def change(swipe: Any) -> Any:
        return replace(swipe, paint=swipe.paint & (swipe.paint - 1))

    return replace(table, swipes=tuple(tuple(change(swipe) for swipe in swipes) for swipes in table.swipes))


def _stops_one_cell_early(graph: Any) -> Any:
    return replace(graph, slides=tuple(replace(slide, cells=slide.cells[:-1]) for slide in graph.slides))


def _last_stop_is_the_first(graph: Any) -> Any:
    last = len(graph.stops) - 1
    return replace(
        graph, slides=tuple(replace(slide, head=0 if slide.head == last else slide.head) for slide in graph.slides)
    )


def _won_with_a_bit_missing(original: Any) -> Any:
    def kernel(packing: Any) -> Any:
        enough = packing.full >> 1
        return replace(original(packing), won=lambda layer: layer[(layer & enough) == enough])

    return kernel


def _bound_raised(original: Any) -> Any:
    return lambda status, moves, bound, states: original(status, moves, bound and bound + 1, states)


def _need_two(original: Any) -> Any:
    return lambda model, times, arcs: model.add(sum(times[arc] for arc in arcs) >= 2)


def _reversed(moves: Any) -> Any:
    return moves and moves[::-1]


def _one_move_more(known: Any) -> Any:
    """Distances with the first state's alone too great: the play read off is another's."""
    from solvers.state_graph import Distances

    to_win = known.to_win[:]
    if to_win[0] > 0:
        to_win[0] += 1
    return Distances(to_win, known.to_frontier)


def _unpainted(position: Any) -> Any:
    return replace(position, painted=frozenset())


def _painted_beside(position: Any) -> Any:
    row, column = position.ball
    return replace(position, painted=position.painted | {(row, column + 1)})


FAULTS: tuple[Fault, ...] = (
    Fault(
        "a watched cell dropped",
        SEARCH,
        (f"{HOUSE}.search:watched_cells",),
        _result(_without_last),
        "trap",
        "play/not-won",
    ),
    Fault("a swipe lost", SEARCH, (f"{HOUSE}.search:move_table",), _result(_last_swipe_lost), "corner", OPPOSITE),
    Fault(
        "the first cell of a swipe unpainted",
        SEARCH,
        (f"{HOUSE}.search:move_table",),
        _result(_a_cell_less_painted),
        "ring",
        "play/after-win",
    ),
    Fault(
        "the goal test off by one cell",
        SEARCH,
        (f"{HOUSE}.search:_array_kernel",),
        _won_with_a_bit_missing,
        "corner",
        "play/not-won",
    ),
    Fault(
        "the optimum raised by one",
        SEARCH,
        (f"{HOUSE}.search:_answer",),
        _bound_raised,
        "ring",
        "its play costs 4 slides, its optimum is 5",
    ),
    Fault(
        "the play turned round",
        SEARCH,
        (f"{HOUSE}.search:_first_shortest",),
        _result(_reversed),
        "ring",
        "move/illegal",
    ),
    Fault(
        "dead_end_free flipped",
        SEARCH,
        (f"{HOUSE}.search:dead_end_free",),
        _result(lambda free: not free),
        "ring",
        "they differ on dead_end_free",
    ),
    Fault(
        "a slide stops one cell early",
        SCIP,
        (f"{HOUSE}.program_mip:slide_graph",),
        _result(_stops_one_cell_early),
        "ring",
        OPPOSITE,
    ),
    Fault(
        "a slide leads to another stop",
        SCIP,
        (f"{HOUSE}.program_mip:slide_graph",),
        _result(_last_stop_is_the_first),
        "trap",
        "move/illegal",
    ),
    Fault(
        "a cover row dropped",
        SCIP,
        (f"{HOUSE}.program_mip:undominated",),
        _result(lambda cover: dict([*cover.items()][:-1])),
        "trap",
        "play/not-won",
    ),
    Fault(
        "the relaxation rounded one too high",
        SCIP,
        (f"{HOUSE}.program_mip:_rounded_up",),
        _result(lambda bound: bound + 1),
        "ring",
        "the bound 5 is above a play of 4 slides",
    ),
    Fault(
        "a cut with a slide missing",
        SCIP,
        (f"{HOUSE}.program_mip:_cut",),
        _result(lambda cut: cut[:-1] or cut),
        "branches",
        f"{SCIP} proved at least 7 slides, {SEARCH} needs 6",
    ),
    Fault("cover rows demand two", CP_SAT, (f"{HOUSE}.program_cp_sat:_need_one",), _need_two, "corner", OPPOSITE),
    Fault(
        "balance dropped",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:_balance",),
        _instead(lambda *rest: None),
        "ring",
        "the slides do not make one walk",
    ),
    Fault(
        "a cut with a swipe missing",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:_crossing",),
        _result(lambda arcs: [*arcs][:-1]),
        "hook",
        OPPOSITE,
    ),
    Fault(
        "every stop taken for reached",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:_closure",),
        _instead(lambda start, steps: set(range(99))),
        "trap",
        "the slides do not make one walk",
    ),
    Fault(
        "a watched cell dropped",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:watched_cells",),
        _result(_without_last),
        "trap",
        "play/not-won",
    ),
    Fault(
        "a cell taken for unpaintable",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:watched_cells",),
        _instead(lambda *rest: None),
        "ring",
        OPPOSITE,
    ),
    Fault(
        "the play turned round",
        CP_SAT,
        (f"{HOUSE}.program_cp_sat:one_walk",),
        _result(_reversed),
        "ring",
        "move/illegal",
    ),
    Fault(
        "two cells taken for apart",
        "static",
        (f"{HOUSE}.structure:_apart",),
        _instead(lambda *rest: ((1, 1), [(1, 2)])),
        "ring",
        OPPOSITE,
    ),
    Fault(
        "no slide ever missed",
        "structure",
        (f"{HOUSE}.structure:_reached_without",),
        _instead(lambda *rest: {0}),
        "trap",
        "they differ on dead_end_free",
    ),
    Fault("a swipe lost", "state-graph", (f"{HOUSE}.space:move_table",), _result(_last_swipe_lost), "corner", OPPOSITE),
    Fault(
        "the start not painted",
        "state-graph",
        (f"{HOUSE}.space:position_of",),
        _result(_unpainted),
        "ring",
        UNREAL,
    ),
    Fault(
        "the play turned round",
        "kernel",
        ("validators.certify:_first_play",),
        _result(_reversed),
        "ring",
        "state-graph: its play is refused",
    ),
    Fault(
        "no edge leads to a win",
        "kernel",
        ("solvers.state_graph:_backwards",),
        _result(lambda found: found.__class__("i", [-1]) * len(found)),
        "ring",
        OPPOSITE,
    ),
)

_RUNS = tuple(f"{HOUSE}.{user}" for user in ("search", "program_cp_sat", "space"))
_SLIDES = tuple(f"{HOUSE}.{user}" for user in ("program_mip", "structure"))

#: Mistakes in what several engines read the board with, made for all its users at once.
SHARED: tuple[Fault, ...] = (
    Fault(
        "a swipe lost",
        "runs",
        tuple(f"{user}:move_table" for user in _RUNS),
        _result(_last_swipe_lost),
        "corner",
        OPPOSITE,
    ),
    Fault(
        "the first cell of a swipe unpainted",
        "runs",
        tuple(f"{user}:move_table" for user in _RUNS),
        _result(_a_cell_less_painted),
        "ring",
        UNREAL,
    ),
    Fault(
        "a watched cell dropped",
        "runs",
        tuple(f"{user}:watched_cells" for user in _RUNS[:2]),
        _result(_without_last),
        "trap",
        "play/not-won",
    ),
    Fault(
        "a cell taken for unpaintable",
        "runs",
        tuple(f"{user}:watched_cells" for user in _RUNS[:2]),
        _instead(lambda *rest: None),
        "ring",
        OPPOSITE,
    ),
    Fault(
        "a slide stops one cell early",
        "slides",
        tuple(f"{user}:slide_graph" for user in _SLIDES),
        _result(_stops_one_cell_early),
        "ring",
        OPPOSITE,
    ),
    Fault(
        "a cell dropped as implied",
        "slides",
        tuple(f"{user}:undominated" for user in _SLIDES),
        _result(lambda cover: dict([*cover.items()][:-1])),
        "trap",
        "play/not-won",
    ),
    Fault(
        "the start not painted",
        "position",
        tuple(f"{user}:position_of" for user in (*_RUNS, *_SLIDES)),
        _result(_unpainted),
        "ring",
        UNREAL,
    ),
    Fault(
        "a cell painted from the start",
        "position",
        tuple(f"{user}:position_of" for user in (*_RUNS, *_SLIDES)),
        _result(_painted_beside),
        "ring",
        UNREAL,
    ),
)
