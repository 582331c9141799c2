"""One outcome from several answers: what they support together, and every way in which they can contradict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import color_connect, maze_paint
from solvers.contract import Answer, MethodRun, Query
from validators.outcome import EnginesDisagree, Outcome, evidence_of, outcome_of, play_cost

PAINT = maze_paint.GAME
LOOP = PAINT.parse({"rows": ["######", "#@...#", "#.##.#", "#....#", "######"]}, {"rule": "paint-all"})
SLIDES = Query("slides")
WIN = ("D", "R", "U", "L")


def _solved(name: str = "search", engine: str = "search", **more: Any) -> Answer:
    return replace(Answer("solvable", WIN, 4, MethodRun(name, engine, 4, True)), **more)


def _undecided(bound: int | None = 2, moves: tuple[str, ...] | None = None) -> Answer:
    return Answer("undecided", moves, None, MethodRun("program", "scip", bound, False))


def _unsolvable(**more: Any) -> Answer:
    return replace(Answer("unsolvable", None, None, MethodRun("program", "scip", None, True)), **more)


def _outcome(*answers: Answer) -> Outcome:
    return outcome_of(PAINT, LOOP, SLIDES, answers)


def test_a_solved_level_has_its_optimum_play_and_bound() -> None:
    found = _outcome(_solved(canonical=True))
    assert (found.status, found.moves, found.optimum, found.lower_bound, found.canonical) == (
        "solvable",
        WIN,
        4,
        4,
        True,
    )


def test_the_canonical_one_of_two_optimal_plays_is_taken() -> None:
    found = _outcome(_solved("other", "scip", moves=("R", "D", "L", "U")), _solved(canonical=True))
    assert (found.moves, found.canonical) == (WIN, True)


def test_an_undecided_answer_does_not_hide_a_solved_one() -> None:
    found = _outcome(_undecided(3), _solved())
    assert (found.status, found.optimum, found.lower_bound) == ("solvable", 4, 4)
    assert [method.name for method in found.methods] == ["program", "search"]


def test_undecided_keeps_the_best_bound_and_the_best_play_without_an_optimum() -> None:
    found = _outcome(_undecided(2), _undecided(3, ("D", "U", *WIN)))
    assert (found.status, found.optimum, found.lower_bound) == ("undecided", None, 3)
    assert found.moves is not None


def test_no_answer_at_all_is_undecided() -> None:
    assert _outcome().status == "undecided"


def test_an_unsolvable_level_has_neither_play_nor_bound_but_its_explanation() -> None:
    found = _outcome(_unsolvable(explanation="a cell cannot be painted"))
    assert (found.status, found.moves, found.optimum, found.lower_bound) == ("unsolvable", None, None, None)
    assert found.explanation == "a cell cannot be painted"


def test_a_property_is_known_if_one_engine_knows_it_and_has_a_reason_if_none_does() -> None:
    found = _outcome(
        _solved(properties={"a": None, "b": None}, reasons={"a": "too many states", "b": "not asked"}),
        _solved("two", "scip", properties={"a": True}),
    )
    assert found.properties == {"a": True, "b": None}
    assert found.reasons == {"b": "not asked"}


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (_solved(moves=("D", "R", "U"), optimum=3), "refused by the rules: play/not-won"),
        (_solved(moves=("U", *WIN)), "refused by the rules: move/illegal"),
        (_solved(moves=(*WIN, "R")), "refused by the rules: play/after-win"),
        (_solved(moves=("down",)), "refused by the rules: move/malformed"),
        (_solved(moves=None), "without a play"),
        (_solved(optimum=None), "without a play and an optimum"),
        (_solved(optimum=5), "its play costs 4 slides, its optimum is 5"),
        (_solved(method=MethodRun("search", "search", 3, True)), "with a bound of 3"),
        (_solved(method=MethodRun("search", "search", None, True)), "with a bound of None"),
        (_solved(method=MethodRun("search", "search", 4, False)), "optimum of 4"),
        (_unsolvable(moves=WIN), "unsolvable, but with a play"),
        (_unsolvable(method=MethodRun("program", "scip", None, False)), "without an exhausted search"),
        (_solved(second_solution=("D",)), "refused by the rules"),
        (_undecided(2, ("D",)), "refused by the rules"),
    ],
)
def test_an_answer_that_contradicts_itself_or_the_rules_is_no_answer(answer: Answer, why: str) -> None:
    with pytest.raises(EnginesDisagree, match=why):
        _outcome(answer)


LONGER = ("D", "U", *WIN)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (_solved(), _unsolvable(), "one calls the level solvable"),
        (_undecided(None, WIN), _unsolvable(), "unsolvable that the other wins"),
        (
            _solved(),
            _solved("program", "scip", moves=LONGER, optimum=6, method=MethodRun("program", "scip", 6, True)),
            "proved at least 6 slides, search needs 4",
        ),
        (_undecided(5), _solved(), "proved at least 5 slides"),
        (_solved(properties={"tight": True}), _solved("two", "scip", properties={"tight": False}), "differ on tight"),
    ],
)
def test_two_answers_that_cannot_both_be_true_raise_in_either_order(one: Answer, other: Answer, why: str) -> None:
    for pair in ((one, other), (other, one)):
        with pytest.raises(EnginesDisagree, match=why):
            _outcome(*pair)


@pytest.mark.parametrize(
    ("runs", "optimum", "evidence"),
    [
        ([("search", 4, True), ("scip", 4, True)], 4, "independent"),
        ([("scip", 4, True), ("scip", 4, True)], 4, "same-engine"),
        ([("search", 4, True)], 4, "single"),
        ([("search", 4, True), ("scip", 3, False)], 4, "single"),
        ([("search", 4, True), ("scip", 4, False)], 4, "independent"),
        ([("search", None, True), ("scip", None, True)], None, "independent"),
        ([("search", None, True), ("scip", 9, False)], None, "single"),
        ([], 4, "single"),
    ],
)
def test_evidence_counts_the_engines_that_proved_the_optimum_by_themselves(
    runs: list[tuple[str, int | None, bool]], optimum: int | None, evidence: str
) -> None:
    assert evidence_of(runs, optimum) == evidence


def test_a_query_from_a_state_is_replayed_from_that_state() -> None:
    state = PAINT.state_json(LOOP, PAINT.apply(LOOP, PAINT.initial(LOOP), "D"))
    rest = Answer("solvable", WIN[1:], 3, MethodRun("search", "search", 3, True))
    assert outcome_of(PAINT, LOOP, Query("slides", state), [rest]).optimum == 3
    with pytest.raises(EnginesDisagree):
        _outcome(rest)


def test_a_state_that_is_won_has_the_empty_play() -> None:
    state = PAINT.initial(LOOP)
    for move in WIN:
        state = PAINT.apply(LOOP, state, move)
    done = Answer("solvable", (), 0, MethodRun("search", "search", 0, True))
    found = outcome_of(PAINT, LOOP, Query("slides", PAINT.state_json(LOOP, state)), [done])
    assert (found.moves, found.optimum) == ((), 0)


def test_a_play_is_counted_in_the_metric_that_is_asked_for() -> None:
    game = color_connect.GAME
    level = game.parse({"rows": ["A.A", "B.B"]}, {"rule": "connect"})
    play = ("draw A 0,0 0,1 0,2", "draw B 1,0 1,1 1,2")
    assert play_cost(game, level, "draws", play) == 2
    assert play_cost(game, level, "cells", play) == 6
