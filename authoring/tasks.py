"""What runs in a worker process: solve or certify one level. Arguments and values can be pickled."""

from __future__ import annotations

from games.canonical import Json
from games.registry import game_named
from solvers.contract import Limits, Query, Report, solver_named
from solvers.plan import answers, engines_for
from validators.certify import Certified, certify
from validators.outcome import Outcome, outcome_of
from validators.properties import with_properties

__all__ = ["certify_level", "solve_level", "warm"]


def warm(game: str, board: Json, goal: Json, question: Query | Limits, choice: str) -> None:
    """Import what the engines need, so that no budget is spent on it."""
    metric = question.metric if isinstance(question, Query) else game_named(game).metrics[0]
    for engine in engines_for(solver_named(game), metric, choice):
        engine.warm()


def solve_level(game: str, board: Json, goal: Json, query: Query, choice: str, report: Report) -> Outcome:
    """One level's outcome, its plays replayed by the rules.

    Raises:
        EnginesDisagree: an answer cannot be true.
    """
    rules, solver = game_named(game), solver_named(game)
    level = rules.parse(board, goal)
    found = tuple(answers(solver, level, query, choice, report))
    outcome = outcome_of(rules, level, query, found)
    return with_properties(solver, level, outcome, query.properties) if query.state is None else outcome


def certify_level(game: str, board: Json, goal: Json, limits: Limits, choice: str, report: Report) -> Certified:
    """One level's certificate, if it can be decided. Raises EnginesDisagree."""
    rules = game_named(game)
    return certify(rules, solver_named(game), rules.parse(board, goal), limits, report)
