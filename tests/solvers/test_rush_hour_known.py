"""Other people's boards, where they are at hand: every engine finds the minimum that is known."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from authoring.readers import Puzzle, ReadOptions, Refusal, read_source
from games.rush_hour import GAME, RushHourLevel
from solvers.contract import Query, no_report
from solvers.rush_hour import SOLVER
from solvers.rush_hour.distances import distance_function
from solvers.rush_hour.line_search import expanded
from solvers.rush_hour.lines import lines_of
from solvers.rush_hour.position import places_of
from validators.outcome import outcome_of

#: Every so many boards are solved in the fast suite, all of them in the slow one.
SOME = 25


def _records(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "rush_hour" / name).read_text("utf-8").splitlines()]


def _level(source: str, format_: str) -> RushHourLevel | None:
    """The one board of a source, or None where the rules refuse it."""
    (puzzle,) = read_source(source.encode("utf-8"), "rush-hour", ReadOptions(format=format_)).puzzles
    assert isinstance(puzzle, Puzzle), puzzle
    return None if GAME.validate(puzzle.board, puzzle.goal) else GAME.parse(puzzle.board, puzzle.goal)


def _optimum(level: RushHourLevel, metric: str) -> int | None:
    """The optimum by both engines, their plays replayed by the rules."""
    query = Query(metric)
    outcome = outcome_of(GAME, level, query, [engine.solve(level, query, no_report) for engine in SOLVER.engines])
    assert outcome.status != "undecided"
    return outcome.optimum


def _states(level: RushHourLevel) -> int:
    """How many positions slides can come to, those behind won ones too."""
    places = places_of(level, None)
    lines = lines_of(level, places)
    tables = lines.tables(6)
    known = {lines.key(places): 0}
    layer = list(known)
    while layer:
        layer = expanded(tables, layer, known, 0)
    return len(known)


def _check_database(records: Sequence[dict[str, Any]]) -> None:
    for record in records:
        level = _level(record["level"], "rush-line")
        assert level is not None
        assert _optimum(level, "moves") == record["known_best"], record["id"]
        assert _states(level) == record["cluster"], record["id"]


def test_some_boards_of_the_database_have_the_known_minimum_and_number_of_states(shared_levels: Path) -> None:
    _check_database(_records(shared_levels, "database_sample.jsonl")[::SOME])


@pytest.mark.slow
def test_all_302_boards_of_the_database_have_the_known_minimum_and_number_of_states(shared_levels: Path) -> None:
    records = _records(shared_levels, "database_sample.jsonl")
    assert len(records) == 302
    _check_database(records)


def _check_cards(records: Sequence[dict[str, Any]]) -> None:
    reading = read_source("\n".join(record["level"] for record in records).encode(), "rush-hour")
    assert reading.format == "rush-card"
    for record, puzzle in zip(records, reading.puzzles, strict=True):
        assert not isinstance(puzzle, Refusal)
        level = GAME.parse(puzzle.board, puzzle.goal)
        assert _optimum(level, "moves") == record["known_best"] == record["helper_slide_optimum"]
        assert _optimum(level, "steps") == record["helper_step_optimum"]


def test_some_cards_have_the_known_minimum_in_moves_and_in_steps(shared_levels: Path) -> None:
    _check_cards(_records(shared_levels, "cards.jsonl")[::5])


@pytest.mark.slow
def test_all_20_cards_have_the_known_minimum_in_moves_and_in_steps(shared_levels: Path) -> None:
    records = _records(shared_levels, "cards.jsonl")
    assert len(records) == 20
    _check_cards(records)


def _boxes(folder: Path) -> Iterator[tuple[dict[str, Any], RushHourLevel]]:
    for record in _records(folder, "any_exit.jsonl"):
        level = _level("\n".join(record["level"]), "rush-box")
        assert level is not None
        yield record, level


def test_all_25_boards_with_an_exit_on_any_side_have_the_known_minimum(shared_levels: Path) -> None:
    found = [(_optimum(level, "moves"), record["helper_slide_optimum"]) for record, level in _boxes(shared_levels)]
    assert len(found) == 25
    assert [one for one, _ in found] == [other for _, other in found]


def test_small_boards_of_the_step_metric_have_the_known_minima(shared_levels: Path) -> None:
    records = _records(shared_levels, "steps_metric.jsonl")
    _check_steps([record for record in records if record["level"].count("\n") < 10])


@pytest.mark.slow
def test_all_6_boards_of_the_step_metric_have_the_known_minima(shared_levels: Path) -> None:
    records = _records(shared_levels, "steps_metric.jsonl")
    assert len(records) == 6
    _check_steps(records)


def _check_steps(records: Sequence[dict[str, Any]]) -> None:
    for record in records:
        level = _level(record["level"], "rush-steps")
        if level is None:
            assert record["helper_step_optimum"] == 0, "won at first: refused by the rules"
            continue
        for metric, key in (("moves", "helper_slide_optimum"), ("steps", "helper_step_optimum")):
            known = record[key]
            assert _optimum(level, metric) == (None if known == -1 else known), record["id"]


def test_the_distances_of_a_card_fall_by_one_along_its_official_solution(shared_levels: Path) -> None:
    record = _records(shared_levels, "cards.jsonl")[0]
    level = _level(record["level"], "rush-card")
    assert level is not None
    distance = distance_function(level, 1_000_000)
    assert distance is not None
    state = GAME.initial(level)
    left = [distance(GAME.state_json(level, state))]
    # The last move drives off the board, which is more than the rules ask for.
    for move in record["official_solution"][:-1]:
        text = move[0] + {"R": "+", "D": "+", "L": "-", "U": "-"}[move[1]] + move[2:]
        state = GAME.apply(level, state, text)
        left.append(distance(GAME.state_json(level, state)))
    assert left == list(range(record["known_best"], 0, -1))
