"""What a file claims of a level, held against the rules and the engines. Nothing that is claimed is believed.

A claimed solution is replayed. A claimed optimum is first named: what the file says that it counts decides whether it
speaks of a metric of the game at all; then it is compared with the proven one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.canonical import Json
from games.contract import AnyGame
from games.finding import Finding, FindingKind
from solvers.contract import Limits, Moves, Query, no_report, solver_named
from solvers.plan import DEFAULT, answers
from validators.outcome import Outcome, outcome_of, play_cost
from validators.replay import replay

__all__ = ["FINDINGS", "Judged", "judged"]

SOLUTION_REFUSED = FindingKind(
    "claim/solution-refused",
    "The file gives a solution of the level that does not win under the rules.",
    "Look whether the file means another goal or another puzzle; the level is kept, without a play.",
    severity="warning",
)
OPTIMUM = FindingKind(
    "claim/optimum",
    "The file claims an optimum that is proven wrong.",
    "Trust the proof, which `levelpress solve --engine all` repeats; look whether the file counts something else.",
    severity="warning",
)
OTHER_METRIC = FindingKind(
    "claim/other-metric",
    "The file claims an optimum in something that is no metric of the game, or does not say what it counts.",
    "Say what it counts with --claimed-metric, if it is a metric of the game; else it cannot be compared.",
    severity="note",
)
UNDECIDED = FindingKind(
    "claim/undecided",
    "The file claims an optimum that the small budget of this comparison neither proved nor refuted.",
    "Run `levelpress solve` on the candidate and compare.",
    severity="note",
)
FINDINGS = (SOLUTION_REFUSED, OPTIMUM, OTHER_METRIC, UNDECIDED)


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the claims about one level.

    Attributes:
        findings: claims that do not hold, or that nobody could compare.
        remarks: sentences for the level's record.
        play: the claimed solution, if the rules say that it wins.
        waiting: whether a claimed optimum could be compared, but no limits were given to do it.
    """

    findings: tuple[Finding, ...] = ()
    remarks: tuple[str, ...] = ()
    play: Moves | None = None
    waiting: bool = False


def judged(
    game: AnyGame, level: Any, stated: Mapping[str, Json], limits: Limits | None, metric: str | None = None
) -> Judged:
    """Holds what a file states of a level against the rules and, within `limits`, against the engines.

    Args:
        game: the level's game.
        level: the level.
        stated: see `readers.contract.Puzzle`: `solution`, `optimum`, `metric`.
        limits: deterministic limits of the solving; None leaves a claimed optimum uncompared, unless the claimed
            solution alone refutes it.
        metric: what a claimed optimum counts where the file does not say.

    Raises:
        EnginesDisagree: an engine's answer cannot be true.
    """
    findings: list[Finding] = []
    remarks: list[str] = []
    play: Moves | None = None
    solution = stated.get("solution")
    if isinstance(solution, Sequence) and not isinstance(solution, str):
        moves = tuple(str(move) for move in solution)
        refusal = replay(game, level, moves).refusal
        if refusal is None:
            play = moves
            costs = ", ".join(f"{play_cost(game, level, one, moves)} {one}" for one in game.metrics)
            remarks.append(f"the file's solution wins: {costs}")
        else:
            why = f"{refusal.reason} at move {refusal.at}"
            findings.append(SOLUTION_REFUSED.at(f"the file's solution does not win: {why}: {refusal.why}"))
            remarks.append(f"the file's solution does not win: {why}")
    claimed = stated.get("optimum")
    if not isinstance(claimed, int) or isinstance(claimed, bool):
        return Judged(tuple(findings), tuple(remarks), play)
    named = stated.get("metric") or metric
    shown = f"an optimum of {claimed} {named or '(of what, it does not say)'}"
    if named not in game.metrics:
        what = "names no metric" if named is None else f"{named!r} is no metric of the game"
        findings.append(OTHER_METRIC.at(f"the file claims {shown}: {what}; ours: {', '.join(game.metrics)}"))
        return Judged(tuple(findings), (*remarks, f"the file claims {shown}; not compared"), play)
    cost = play_cost(game, level, named, play) if play is not None else None
    if cost is not None and cost < claimed:
        findings.append(OPTIMUM.at(f"the file claims {shown}, and gives a play of {cost}"))
        return Judged(tuple(findings), (*remarks, f"the file claims {shown}; its own play has {cost}"), play)
    if limits is None:
        return Judged(tuple(findings), (*remarks, f"the file claims {shown}; not compared"), play, waiting=True)
    query = Query(named, limits=limits)
    solver = solver_named(game.name)
    outcome = outcome_of(game, level, query, tuple(answers(solver, level, query, DEFAULT, no_report)))
    finding, remark = _compared(game, level, claimed, shown, outcome)
    return Judged((*findings, *((finding,) if finding else ())), (*remarks, remark), play)


def _compared(game: AnyGame, level: Any, claimed: int, shown: str, outcome: Outcome) -> tuple[Finding | None, str]:
    """The finding, if the claim is not proven right, and the sentence for the record."""
    start = f"the file claims {shown}"
    if outcome.status == "unsolvable":
        return OPTIMUM.at(f"{start}; the level is proven unsolvable"), f"{start}; proven unsolvable"
    if outcome.status == "solvable":
        proven = f"{start}; proven are {outcome.optimum}"
        return (None if outcome.optimum == claimed else OPTIMUM.at(proven)), proven
    least = outcome.lower_bound or 0
    most = None if outcome.moves is None else play_cost(game, level, outcome.metric, outcome.moves)
    bounds = f"{start}; proven are at least {least}" + ("" if most is None else f" and at most {most}")
    wrong = claimed < least or (most is not None and claimed > most)
    return (OPTIMUM if wrong else UNDECIDED).at(bounds), bounds
