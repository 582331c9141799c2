"""What a solver is asked, what it answers, and the record by which core code knows it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from games.canonical import Json
from games.registry import ENTRIES

__all__ = [
    "Answer",
    "AnySolver",
    "Engine",
    "Layer",
    "Limits",
    "MethodRun",
    "Moves",
    "Query",
    "Report",
    "Solver",
    "StateSpace",
    "Status",
    "no_report",
    "solver_named",
]

L = TypeVar("L")
N = TypeVar("N")
Moves = tuple[str, ...]
Status = Literal["solvable", "unsolvable", "undecided"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Deterministic limits. The same level under the same limits gives the same answer on every machine.

    Attributes:
        states: distinct states that one search may hold.
        graph_states: full states that an enumeration for layers, dead ends and difficulty may hold.
        effort: deterministic effort that one call of a solver library may spend: CP-SAT's deterministic time,
            thousands of conflicts for SAT, branch-and-bound nodes for a MIP. Each engine says how it counts.
    """

    states: int = 2_000_000
    effort: int = 1_000
    graph_states: int = 50_000


@dataclass(frozen=True, slots=True)
class Query:
    """One exact question about a level.

    Attributes:
        metric: what the optimum counts; one of the game's metrics.
        state: canonical state JSON to start from; None for the initial state. A state that is already won has
            the empty solution.
        limits: see Limits.
        properties: whether to decide the solver's property questions too.
    """

    metric: str
    state: Json | None = None
    limits: Limits = Limits()
    properties: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """Full states first reached after so many moves: how many, and `sha256:` over their sorted state digests
    joined by LF."""

    states: int
    digest: str


@dataclass(frozen=True, slots=True)
class MethodRun:
    """How one engine came to its answer.

    Attributes:
        name: the method, `exhaustive-search`.
        engine: what does the searching, `search`, `cp-sat`, `scip`, `sat`: methods of one engine share search code.
        bound: the lower bound on the optimum that this method proved by itself; None if none.
        exhausted: whether its search or proof ran to its end.
        states: states or nodes held, None where that means nothing.
        seconds: wall time; never part of a certificate.
        layers: see Layer; None for a search on reduced states or by a solver library.
    """

    name: str
    engine: str
    bound: int | None
    exhausted: bool
    states: int | None = None
    seconds: float = 0.0
    layers: tuple[Layer, ...] | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """One engine's answer.

    Attributes:
        status: `solvable` only with an optimum that is proven; `undecided` when a limit ran out.
        moves: the best winning play found, or None. With `undecided` it is a solution not proven shortest.
        optimum: the proven optimum in the query's metric.
        method: how it was found.
        canonical: whether `moves` is proven the first of the shortest solutions in move order.
        properties: name -> true, false, or None where undecided; empty where not asked.
        reasons: property -> why it is None.
        second_solution: another covering solution where a solution is asked to be unique and is not.
        explanation: for an unsolvable level, why, in one sentence.
    """

    status: Status
    moves: Moves | None
    optimum: int | None
    method: MethodRun
    canonical: bool = False
    properties: Mapping[str, bool | None] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    second_solution: Moves | None = None
    explanation: str | None = None


#: Called by an engine while it works, with its lower bound and its best solution so far, so that a run that is killed
#: still knows the bounds reached.
Report = Callable[["int | None", "Moves | None"], None]


def no_report(bound: int | None, moves: Moves | None) -> None:
    """A Report that nobody listens to."""


@dataclass(frozen=True, slots=True)
class Engine(Generic[L]):
    """One way to answer a Query exactly.

    Attributes:
        name: unique within the game; what `--engine` takes and `MethodRun.name` says.
        engine: what does the searching; two engines with different values share no search code.
        version: raised when an answer could change.
        libraries: distributions whose versions belong in a certificate's toolchain.
        metrics: the metrics it can answer.
        solve: level, query, report -> answer.
        imports: modules that `solve` imports when called, so that they can be imported before a budget in seconds
            begins.
    """

    name: str
    engine: str
    version: int
    libraries: tuple[str, ...]
    metrics: tuple[str, ...]
    solve: Callable[[L, Query, Report], Answer]
    imports: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StateSpace(Generic[N]):
    """A level's full states as a solver sees them, for kernels that enumerate every one.

    Attributes:
        initial: the first state; states are hashable.
        successors: state -> (move text, next state) of every legal move in move order; empty in a won state.
        won: whether the goal holds in a state.
        state_json: the canonical state JSON of the rules.
        progress: visible progress as (numerator, denominator), the rules' progress without a distance.
    """

    initial: N
    successors: Callable[[N], Iterable[tuple[str, N]]]
    won: Callable[[N], bool]
    state_json: Callable[[N], Json]
    progress: Callable[[N], tuple[int, int]]


def _always(level: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Solver(Generic[L]):
    """Everything exact that is known to be computable about one game.

    Attributes:
        game: the game's name.
        engines: in the order in which they are tried.
        defaults: names of the engines that `solve` runs, one after another until one decides the question.
        properties: the property questions, `dead_end_free` among them.
        dead_end_theorem: why a solvable level is dead-end free whatever its states, or None where that is no theorem.
        dead_end_free: level -> a structural proof that a *solvable* level is dead-end free, as one sentence, or None.
        space: level, state JSON or None -> its full states; None where a level has too many to be worth a start.
        explain: level -> why it is unsolvable, seen without search, or None.
        playable: whether an even choice among the moves of a state means something to a player.
        asks_in_solve: level -> whether `solve` answers the property questions too; `certify` always does.
    """

    game: str
    engines: tuple[Engine[L], ...]
    defaults: tuple[str, ...]
    properties: tuple[str, ...]
    dead_end_theorem: str | None
    dead_end_free: Callable[[L], str | None]
    space: Callable[[L, Json | None], StateSpace[Any] | None] | None
    explain: Callable[[L], str | None]
    playable: bool = True
    asks_in_solve: Callable[[L], bool] = _always

    def engine_named(self, name: str) -> Engine[L]:
        """The engine of that name.

        Raises:
            KeyError: no such engine.
        """
        return {engine.name: engine for engine in self.engines}[name]


AnySolver = Solver[Any]


def solver_named(game: str) -> AnySolver:
    """The solver of that game.

    Raises:
        KeyError: no such game.
    """
    solver: AnySolver = importlib.import_module(ENTRIES[game].solver_module).SOLVER
    return solver
