"""Dead ends: which reachable states have no win left, and when a play entered the first of them.

A verdict on a state is a proof or it is `unknown`. A level is classified by a theorem of its game, by a structural
proof, or by enumerating its states; a theorem speaks of solvable levels, so whether the level is one is asked too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from games.contract import AnyGame, IllegalMove, MalformedMove
from solvers.contract import AnySolver
from solvers.state_graph import Distances, StateGraph, StateVerdict, counts, distances, explore, first_fatal_move
from validators.outcome import EnginesDisagree
from validators.replay import Refusal

__all__ = [
    "RESTART",
    "UNDO",
    "Classification",
    "EntryRefused",
    "Judge",
    "TraceUnknown",
    "TraceVerdict",
    "classify",
    "classify_by",
    "graph_of",
    "state_judge",
    "trace",
]

UNDO, RESTART = "undo", "restart"
EndedBy = Literal["undo", "restart", "end"]
#: A state of the rules -> whether a win is left in it.
Judge = Callable[[Any], StateVerdict]


@dataclass(frozen=True, slots=True)
class Classification:
    """What is known of a level's states.

    Attributes:
        basis: `search` where the states were enumerated, `theorem` where the verdict needs no enumeration.
        reachable, solvable, dead, unknown: counts of states, the last three sum to the first; all None where the
            states were not counted. With unknown states `reachable` is the number of states held.
        dead_end_free: None where undecided.
        first_fatal_move: fewest moves of a play whose last move enters a dead end; 0 for an unsolvable level; None
            where there is no dead end, or the number is not proven.
        decided: whether everything that was asked is answered, the count included where it was asked.
        reason: why not, or None.
    """

    basis: Literal["search", "theorem"]
    reachable: int | None
    solvable: int | None
    dead: int | None
    unknown: int | None
    dead_end_free: bool | None
    first_fatal_move: int | None
    decided: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TraceVerdict:
    """The first dead end that a play enters; all None where it enters none.

    Attributes:
        first_unsolvable_at: number of the entry that entered it, from 1, `undo` and `restart` counted; 0 where the
            initial state is a dead end.
        fatal_move: that entry's text; None at 0.
        delay: moves made from the first unsolvable board on, the one that made it included, `undo` not counted.
        ended_by: what ended the delay: an `undo` to a solvable board, a `restart`, or the `end` of the attempt.
    """

    first_unsolvable_at: int | None
    fatal_move: str | None
    delay: int | None
    ended_by: EndedBy | None


@dataclass(frozen=True, slots=True)
class TraceUnknown:
    """A play of which the first dead end is not proven: the state after entry `at` is unknown."""

    at: int
    reason: str


class EntryRefused(ValueError):
    """An entry of a play that the rules refuse, or an `undo` where nothing is left to undo."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"entry {refusal.at}, {refusal.move!r}: {refusal.why}")
        self.refusal = refusal


def graph_of(solver: AnySolver, level: Any, limit: int) -> StateGraph[Any] | None:
    """The level's full states up to `limit`; None where there are too many to be worth a start."""
    space = None if solver.space is None else solver.space(level, None)
    return None if space is None else explore(space, limit)


def classify(
    solver: AnySolver,
    level: Any,
    *,
    solvable: bool | None,
    limit: int,
    count: bool = False,
    graph: StateGraph[Any] | None = None,
) -> Classification:
    """Classify the states of a level.

    Args:
        solvable: whether the level is solvable, as far as an engine proved it.
        limit: states that the enumeration may hold.
        count: whether to enumerate also where a theorem answers the rest.
        graph: the level's graph where the caller has it already (`graph_of`).

    Raises:
        EnginesDisagree: the enumeration contradicts `solvable`, or a proof that there are no dead ends.
    """
    if graph is None and (solver.dead_end_theorem is None or solvable is None or count):
        graph = graph_of(solver, level, limit)
    return classify_by(solver, level, graph, solvable=solvable, count=count)


def classify_by(
    solver: AnySolver, level: Any, graph: StateGraph[Any] | None, *, solvable: bool | None, count: bool = False
) -> Classification:
    """The same by the graph that the caller has, or by proofs alone where it has none."""
    theorem = solver.dead_end_theorem
    if graph is None:
        return _by_proof(solvable, theorem or solver.dead_end_free(level), count, "too many states to enumerate")
    known = distances(graph)
    solvable = _one_answer(solvable, known.verdict(0))
    proof = (theorem or solver.dead_end_free(level)) if solvable else None
    searched = _by_search(graph, known)
    if searched.dead and proof is not None:
        raise EnginesDisagree(f"the enumeration found a dead end, in spite of the proof: {proof}")
    if searched.decided and theorem is None:
        return searched
    if searched.decided and count:
        return replace(searched, basis="theorem")
    proven = _by_proof(solvable, proof, count, searched.reason)
    return searched if proven.dead_end_free is None else proven


def _by_search(graph: StateGraph[Any], known: Distances) -> Classification:
    number = counts(known)
    return Classification(
        basis="search",
        reachable=number.reachable,
        solvable=number.solvable,
        dead=number.dead,
        unknown=number.unknown,
        dead_end_free=False if number.dead else None if number.unknown else True,
        first_fatal_move=first_fatal_move(graph, known),
        decided=number.unknown == 0,
        reason=f"the enumeration stopped at its limit of {len(graph)} states" if number.unknown else None,
    )


def _by_proof(solvable: bool | None, proof: str | None, count: bool, uncounted: str | None) -> Classification:
    """What holds without counting states. No state of an unsolvable level wins, so all of them are dead ends."""
    free = False if solvable is False else True if solvable and proof is not None else None
    fatal = 0 if free is False else None
    decided = free is not None and not count
    reason = None if decided else uncounted
    return Classification("theorem", None, None, None, None, free, fatal, decided, reason)


def _one_answer(solvable: bool | None, found: StateVerdict) -> bool | None:
    """Whether the level is solvable, by an engine's word and by the enumeration's: they must not differ."""
    if found == "unknown":
        return solvable
    if solvable is not None and solvable != (found == "solvable"):
        said = "solvable" if solvable else "unsolvable"
        raise EnginesDisagree(f"an engine calls the level {said}, the enumeration of its states the opposite")
    return found == "solvable"


def state_judge(
    game: AnyGame,
    solver: AnySolver,
    level: Any,
    *,
    solvable: bool | None,
    limit: int,
    graph: StateGraph[Any] | None = None,
) -> Judge:
    """A judge of single states: by what is proven of the whole level, then by the graph, then by a search of its own.

    A state that the graph does not settle is explored from anew, up to `limit` states. The solver turns the state's
    JSON into its own state, so boards that it takes for one (bolts in any order) are found as one.
    """
    space = solver.space
    if solvable is False:
        return lambda _: "dead"
    if solvable and (solver.dead_end_theorem or solver.dead_end_free(level)) is not None:
        return lambda _: "solvable"
    whole = graph_of(solver, level, limit) if graph is None else graph
    if space is None or whole is None:
        return lambda _: "unknown"
    known = distances(whole)
    judged: dict[Any, StateVerdict] = {}

    def judge(state: Any) -> StateVerdict:
        from_here = space(level, game.state_json(level, state))
        if from_here is None:
            return "unknown"
        here = from_here.initial
        verdict = known.verdict(whole.index[here]) if here in whole.index else "unknown"
        if verdict == "unknown" and here not in judged:
            judged[here] = distances(explore(from_here, limit)).verdict(0)
        return judged[here] if verdict == "unknown" else verdict

    return judge


def trace(game: AnyGame, level: Any, entries: Sequence[str], judge: Judge) -> TraceVerdict | TraceUnknown:
    """Play `entries` by the rules and say when the first dead end was entered, and for how long.

    `undo` takes back the last move, `restart` goes to the initial state and leaves nothing to undo.

    Raises:
        EntryRefused: an entry that the rules refuse, or an `undo` with nothing to undo.
    """
    states, parents, visits = _played(game, level, entries)
    verdicts = _settled(["solvable" if game.won(level, state) else judge(state) for state in states], parents)
    for at, board in enumerate(visits):
        if verdicts[board] == "unknown":
            return TraceUnknown(at, f"whether a win is left after entry {at} is not decided")
        if verdicts[board] == "dead":
            break
    else:
        return TraceVerdict(None, None, None, None)
    delay = 1 if at else 0
    ended_by: EndedBy = "end"
    for entry, board in zip(entries[at:], visits[at + 1 :], strict=True):
        if entry == RESTART:
            ended_by = "restart"
            break
        if entry == UNDO and verdicts[board] != "dead":
            ended_by = "undo"
            break
        delay += entry != UNDO
    return TraceVerdict(at, entries[at - 1] if at else None, delay, ended_by)


def _played(game: AnyGame, level: Any, entries: Sequence[str]) -> tuple[list[Any], list[int], list[int]]:
    """The boards of a play as a tree, and the walk over it.

    Returns:
        The state of every board made by a move, the initial one first; the board from which each was made (the
        initial one's is itself); and the board on which the play stands before the first and after every entry.
    """
    states, parents, visits = [game.initial(level)], [0], [0]
    since_restart: list[int] = [0]
    for at, entry in enumerate(entries, 1):
        if entry == RESTART:
            since_restart = [0]
        elif entry == UNDO:
            if len(since_restart) == 1:
                raise EntryRefused(Refusal(at, entry, "move/illegal", "there is no move to undo"))
            since_restart.pop()
        else:
            parents.append(since_restart[-1])
            since_restart.append(len(states))
            states.append(_applied(game, level, states[parents[-1]], at, entry))
        visits.append(since_restart[-1])
    return states, parents, visits


def _applied(game: AnyGame, level: Any, state: Any, at: int, entry: str) -> Any:
    try:
        return game.apply(level, state, entry)
    except MalformedMove as error:
        raise EntryRefused(Refusal(at, entry, "move/malformed", error.why)) from error
    except IllegalMove as error:
        reason = "play/after-win" if game.won(level, state) else "move/illegal"
        raise EntryRefused(Refusal(at, entry, reason, error.why)) from error


def _settled(verdicts: list[StateVerdict], parents: list[int]) -> list[StateVerdict]:
    """Unknown boards that the play itself settles: before a solvable board is solvable, after a dead one is dead."""
    settled = list(verdicts)
    for board in range(len(settled) - 1, 0, -1):
        if settled[board] == "solvable" and settled[parents[board]] == "unknown":
            settled[parents[board]] = "solvable"
    for board in range(1, len(settled)):
        if settled[parents[board]] == "dead" and settled[board] == "unknown":
            settled[board] = "dead"
    return settled
