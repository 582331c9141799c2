"""Duplicates: D0 and D1 on 10,000 levels, and all tiers for one candidate against a catalogue.

The levels are random boards of our own, one game after another; what is measured is what `dedupe` does.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from catalogue.duplicate_search import DuplicateSearch, Entrant
from catalogue.level_record import LevelRecord, new_provenance
from games.contract import AnyGame, InvalidLevel, canon_digest, level_digest
from games.registry import game_named, game_names
from solvers.contract import Layer, Limits, Query, no_report, solver_named
from solvers.plan import DEFAULT, answers
from validators.certificate import Certificate, Method
from validators.certificate_faults import GRAPH_METHOD
from validators.dead_ends import graph_of
from validators.duplicates import TIERS, Fingerprint, duplicates
from validators.outcome import Outcome, outcome_of

__all__ = ["by_digest", "one_candidate"]

LEVELS = 10_000
#: The most levels that one game has among the 114 of the profile.
CATALOGUE = 30


def by_digest(shared: Path) -> Iterator[str]:
    """Seconds for 10,000 levels from board JSON to pairs, spread evenly over the games."""
    yield f"D0 and D1 on {LEVELS} levels, from board JSON to the list of pairs."
    yield ""
    yield "| Game | Levels | Pairs | Seconds |"
    yield "| --- | --- | --- | --- |"
    total, each = 0.0, -(-LEVELS // len(game_names()))
    for name in game_names():
        game = game_named(name)
        boards = list(islice(_boards(game), each))
        before = time.process_time()
        levels = ((f"{number}", game.parse(*drawn)) for number, drawn in enumerate(boards))
        prints = (Fingerprint(one, level_digest(game, level), canon_digest(game, level)) for one, level in levels)
        found = sum(1 for _ in duplicates(prints))
        spent = time.process_time() - before
        total += spent
        yield f"| {game.title} | {len(boards)} | {found} | {spent:.1f} |"
    yield f"| all | {each * len(game_names())} | | {total:.1f} |"


def one_candidate(shared: Path) -> Iterator[str]:
    """Seconds for one certified candidate against a catalogue of certified levels of its game, tier by tier."""
    yield f"One candidate against {CATALOGUE} certified levels of its game, all tiers; a level is certified beforehand."
    yield ""
    yield "| Game | Pairs found | Not compared | Seconds |"
    yield "| --- | --- | --- | --- |"
    for name in game_names():
        game = game_named(name)
        entrants = list(islice(_certified(game), CATALOGUE + 1))
        search = DuplicateSearch()
        before = time.process_time()
        found = list(search.pairs(entrants[-1:], entrants[:-1], TIERS))
        spent = time.process_time() - before
        yield f"| {game.title} | {len(found)} | {len(search.not_compared)} | {spent:.1f} |"


def _certified(game: AnyGame) -> Iterator[Entrant]:
    """Solvable levels with as much of a certificate as a search for duplicates reads: solution and layers."""
    solver, limits = solver_named(game.name), Limits(20_000, 50, 20_000)
    for number, (board, goal) in enumerate(_boards(game)):
        level = game.parse(board, goal)
        query = Query(game.metrics[0], limits=limits)
        outcome = outcome_of(game, level, query, tuple(answers(solver, level, query, DEFAULT, no_report)))
        if outcome.status == "solvable" and outcome.moves is not None:
            record = LevelRecord(None, 1, game, level, None, new_provenance("original"), None, None, ())
            yield Entrant(f"{number}", record, _certificate(record, outcome, limits))


def _certificate(record: LevelRecord, outcome: Outcome, limits: Limits) -> Certificate:
    graph = graph_of(solver_named(record.game.name), record.level, limits.graph_states)
    methods: tuple[Method, ...] = ()
    if graph is not None and graph.complete:
        sizes = Counter(graph.depth)
        layers = tuple(Layer(sizes[depth], "") for depth in range(max(sizes) + 1))
        methods = (Method(GRAPH_METHOD, outcome.optimum, True, layers),)
    toolchain = {"limits": {"graph_states": limits.graph_states}}
    return Certificate(
        record.digest, "solvable", outcome.moves, outcome.canonical, outcome.metric, outcome.optimum, "single",
        methods, None, {}, {}, {}, (), (), toolchain,
    )  # fmt: skip


def _boards(game: AnyGame) -> Iterator[tuple[Any, Any]]:
    """Valid boards by a fixed seed, without end: each one change after another away from the game's sample level."""
    import importlib.resources

    from games.strict_json import read_json

    source = random.Random(f"duplicates {game.name}")
    sample = read_json((importlib.resources.files("authoring.samples") / f"{game.name}.json").read_bytes())
    first, goal = sample["board"], sample["goal"]
    board = first
    while True:
        for _ in range(source.randint(2, 5)):
            for _, changed in game.mutants(game.parse(board, goal), source.randrange(2**32)):
                if not game.validate(changed, goal):
                    board = changed
                    break
        try:
            game.parse(board, goal)
        except InvalidLevel:
            board = first
            continue
        yield board, goal
        if source.random() < 0.05:
            board = first
