"""The `levelpress/outcomes@1` document: what `solve` knows of each level, and the exit code that it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from authoring.exit_codes import ExitCode
from authoring.level_inputs import LevelInput
from authoring.worker import Crashed, Killed
from games.canonical import Json
from games.contract import AnyGame
from games.finding import Finding
from solvers.contract import MethodRun, Query, solver_named
from validators.outcome import Outcome, play_cost
from validators.properties import with_properties
from validators.replay import replay

__all__ = ["FORMAT", "code_of", "crash_entry", "killed_outcome", "outcome_entry", "outcomes_document", "upper_bound"]

FORMAT = "levelpress/outcomes@1"
_CODES = {
    "solvable": ExitCode.OK,
    "unsolvable": ExitCode.FINDINGS,
    "invalid": ExitCode.FINDINGS,
    "undecided": ExitCode.UNDECIDED,
    "crash": ExitCode.INTERNAL,
}


def outcomes_document(entries: Sequence[Json]) -> dict[str, Json]:
    """The document of these entries."""
    return {"format": FORMAT, "outcomes": list(entries)}


def code_of(entry: Json) -> ExitCode:
    """The exit code that one entry means."""
    return _CODES[entry["status"]]


def killed_outcome(game: AnyGame, level: Any, query: Query, killed: Killed) -> Outcome:
    """Undecided, with the bounds that the run had reached; a reported play counts only if the rules accept it."""
    bound, moves = killed.last_report or (None, None)
    if moves is not None and replay(game, level, moves, query.state).refusal is not None:
        moves = None
    outcome = Outcome("undecided", query.metric, moves, None, bound, ())
    return with_properties(solver_named(game.name), level, outcome, query.properties)


def outcome_entry(one: LevelInput, metric: str | None, outcome: Outcome | None, seconds: float) -> dict[str, Json]:
    """One level's entry: of an outcome, or of an invalid level where there is none."""
    status = outcome.status if outcome is not None else "invalid"
    solved = status == "solvable"
    moves = list(outcome.moves) if outcome is not None and outcome.moves is not None else []
    return {
        "level": one.name,
        "game": one.game,
        "status": status,
        "moves": moves if moves or solved else None,
        "length": len(moves) if moves or solved else None,
        "metric": metric,
        "optimum": outcome.optimum if outcome is not None else None,
        "optimal": solved,
        "lower_bound": outcome.lower_bound if outcome is not None else None,
        "methods": [_method(run) for run in outcome.methods] if outcome is not None else [],
        "properties": dict(outcome.properties) if outcome is not None else {},
        "reasons": dict(outcome.reasons) if outcome is not None else {},
        "second_solution": list(outcome.second_solution) if outcome is not None and outcome.second_solution else None,
        "explanation": outcome.explanation if outcome is not None else None,
        "findings": [finding.to_json() for finding in one.findings],
        "seconds": round(seconds, 4),
    }


def crash_entry(one: LevelInput, metric: str | None, crashed: Crashed, finding: Finding) -> dict[str, Json]:
    """The entry of a level on which levelpress itself failed."""
    entry = outcome_entry(one, metric, None, 0.0)
    return entry | {"status": "crash", "explanation": crashed.message, "findings": [finding.to_json()]}


def _method(run: MethodRun) -> dict[str, Json]:
    return {
        "name": run.name,
        "engine": run.engine,
        "bound": run.bound,
        "exhausted": run.exhausted,
        "states": run.states,
        "seconds": round(run.seconds, 4),
    }


def upper_bound(game: AnyGame, level: Any, outcome: Outcome) -> int | None:
    """What the best play found costs; None where there is none."""
    return None if outcome.moves is None else play_cost(game, level, outcome.metric, outcome.moves)
