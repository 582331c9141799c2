"""Mistakes in the engines of Color Connect, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from tests.faults.seeded import Fault

__all__ = ["FAULTS", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.color_connect"
SAT, ARCS, BRUTE = "edge-sat", "arc-circuit", "brute-force"
UNREAL = "the rules have no move that the enumeration of states needs"
OPPOSITE = "one calls the level solvable, the other unsolvable"


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _only_clauses(wanted: Callable[[list[int]], bool]) -> Seed:
    """The clauses of which this holds; the others are dropped."""
    return lambda original: lambda *arguments: [clause for clause in original(*arguments) if wanted(clause)]


def _equal_colours_one_way(clause: list[int]) -> bool:
    return len(clause) != 3 or clause[1] < 0


def _edge_lost(board: Any) -> Any:
    """The first open cell and its last neighbour no longer touch."""
    one = board.cells[0]
    lost = {one, max(board.near[one])}
    near = {cell: tuple(other for other in others if {cell, other} != lost) for cell, others in board.near.items()}
    return replace(board, near=near)


def _changed(change: Callable[[Any], Any]) -> Seed:
    """Every board changed as it is made."""
    return lambda original: lambda *fields: change(original(*fields))


def _built_with(cover: bool) -> Seed:
    return lambda original: lambda board, _: original(board, cover)


def _touching_forbidden(original: Any) -> Any:
    from solvers.color_connect.circuit import forbid_touching

    def build(board: Any, cover: bool) -> Any:
        circuit = original(board, cover)
        forbid_touching(board, circuit)
        return circuit

    return build


def _paths_cut(paths: Any) -> Any:
    return {colour: path[:-1] for colour, path in paths.items()}


FAULTS: tuple[Fault, ...] = (
    Fault(
        "a free cell may have one edge",
        SAT,
        (f"{HOUSE}.sat_model:_degrees",),
        _only_clauses(lambda one: all(edge < 0 for edge in one)),
        "columns",
        "play/not-won",
    ),
    Fault(
        "a cell may have three edges",
        SAT,
        (f"{HOUSE}.sat_model:_degrees",),
        _only_clauses(lambda one: any(edge > 0 for edge in one)),
        "two-fillings",
        "move/illegal",
    ),
    Fault(
        "equality of colours along an edge one way only",
        SAT,
        (f"{HOUSE}.sat_model:_labels",),
        _only_clauses(_equal_colours_one_way),
        "strangers",
        "move/illegal",
    ),
    Fault(
        "loops not looked for",
        SAT,
        (f"{HOUSE}.sat_search:decode",),
        _result(lambda found: (found[0], [])),
        "bay",
        "play/not-won",
    ),
    Fault(
        "squares forbidden with an edge missing",
        SAT,
        (f"{HOUSE}.sat_model:_no_squares",),
        _result(lambda clauses: [clause[:-1] for clause in clauses]),
        "two-fillings",
        OPPOSITE,
    ),
    Fault(
        "a path never seen to touch itself",
        SAT,
        (f"{HOUSE}.sat_search:touches",),
        _instead(lambda paths: False),
        "two-fillings",
        "they differ on tight",
    ),
    Fault(
        "unique_cover flipped",
        SAT,
        (f"{HOUSE}.sat:covers",),
        _result(lambda known: replace(known, unique=not known.unique)),
        "columns",
        "they differ on unique_cover",
    ),
    Fault(
        "the lower bound one too high",
        SAT,
        (f"{HOUSE}.sat:_least",),
        _result(lambda bound: bound + 1),
        "columns",
        "its play costs 2 draws, its optimum is 3",
    ),
    Fault("an edge of the board lost", SAT, (f"{HOUSE}.sat:board_of",), _result(_edge_lost), "columns", OPPOSITE),
    Fault("paths read one cell short", ARCS, (f"{HOUSE}.arcs:read",), _result(_paths_cut), "strips", "play/not-won"),
    Fault("no cell may stay free", ARCS, (f"{HOUSE}.arcs:build",), _built_with(True), "detour", OPPOSITE),
    Fault(
        "every cell may stay free", ARCS, (f"{HOUSE}.arcs:build",), _built_with(False), "two-fillings", "play/not-won"
    ),
    Fault("only tight paths", ARCS, (f"{HOUSE}.arcs:build",), _touching_forbidden, "two-fillings", OPPOSITE),
    Fault(
        "the first filling not forbidden",
        ARCS,
        (f"{HOUSE}.arcs:forbid",),
        _instead(lambda *rest: None),
        "columns",
        "they differ on unique_cover",
    ),
    Fault(
        "touching not forbidden",
        ARCS,
        (f"{HOUSE}.arcs:forbid_touching",),
        _instead(lambda *rest: None),
        "two-fillings",
        "they differ on tight",
    ),
    Fault("an edge of the board lost", ARCS, (f"{HOUSE}.arcs:grid_of",), _result(_edge_lost), "columns", OPPOSITE),
    Fault(
        "the last solution skipped",
        BRUTE,
        (f"{HOUSE}.brute:all_solutions",),
        _result(lambda found: [*found][:-1]),
        "columns",
        OPPOSITE,
    ),
    Fault(
        "the first solution only",
        BRUTE,
        (f"{HOUSE}.brute:all_solutions",),
        _result(lambda found: islice(found, 1)),
        "two-fillings",
        OPPOSITE,
    ),
    Fault(
        "the cost one too high",
        BRUTE,
        (f"{HOUSE}.brute:_cost",),
        _result(lambda cost: (cost[0] + 1, cost[1])),
        "strips",
        "its play costs 2 draws, its optimum is 3",
    ),
    Fault(
        "every path said to touch itself",
        BRUTE,
        (f"{HOUSE}.brute:_self_touching",),
        _instead(lambda path: True),
        "strips",
        "they differ on tight",
    ),
    Fault("an edge of the board lost", BRUTE, (f"{HOUSE}.brute:board_of",), _result(_edge_lost), "columns", OPPOSITE),
    Fault(
        "every cell called dark", "static", (f"{HOUSE}.explain:_shade",), _instead(lambda cell: 1), "columns", OPPOSITE
    ),
    Fault(
        "a path may enter endpoints only",
        "static",
        (f"{HOUSE}.explain:_enters",),
        _instead(lambda board, colour, cell: board.owner.get(cell) == colour),
        "strips",
        OPPOSITE,
    ),
    Fault(
        "won with a cell free",
        "state-graph",
        (f"{HOUSE}.space:_won",),
        lambda original: lambda board, node: original(replace(board, cover=False), node),
        "two-fillings",
        UNREAL,
    ),
    Fault(
        "a complete path not counted",
        "state-graph",
        (f"{HOUSE}.space:_joined",),
        _result(lambda joined: joined - 1),
        "strips",
        OPPOSITE,
    ),
    Fault(
        "an edge of the board lost",
        "state-graph",
        (f"{HOUSE}.space:board_of",),
        _result(_edge_lost),
        "columns",
        OPPOSITE,
    ),
    Fault(
        "the play turned round",
        "kernel",
        ("validators.certify:_first_play",),
        _result(lambda moves: moves and moves[:-1]),
        "strips",
        "state-graph: its play is refused",
    ),
)

_PLAY = tuple(f"{HOUSE}.{user}:play" for user in ("sat", "arcs", "brute"))

#: The one reading of a level, whoever uses it.
_BOARD = (f"{HOUSE}.board:Board",)

#: Mistakes in `board`, which every engine reads its level with, made for all of them at once.
SHARED: tuple[Fault, ...] = (
    Fault("a play one move short", "board", _PLAY, _result(lambda moves: moves[:-1]), "strips", "play/not-won"),
    Fault(
        "the goal to fill the board overlooked",
        "board",
        _BOARD,
        _changed(lambda board: replace(board, cover=False)),
        "two-fillings",
        UNREAL,
    ),
    Fault(
        "the goal to fill the board imagined",
        "board",
        _BOARD,
        _changed(lambda board: replace(board, cover=True)),
        "detour",
        "",
    ),
    Fault("an edge of the board lost", "board", _BOARD, _changed(_edge_lost), "columns", ""),
    Fault("an edge lost of a board too large to enumerate", "board", _BOARD, _changed(_edge_lost), "strangers", ""),
)
