"""The contract of `games.contract.Game`, held against every registered game and the example game."""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.canonical import canonical_bytes
from games.contract import (
    AnyGame,
    InvalidLevel,
    MalformedMove,
    MalformedState,
    MoveError,
    canon_digest,
    level_digest,
)
from games.finding import Finding
from games.strict_json import read_json
from tests.contract.samples import HAND, NAMES, RANDOM, game_of, samples_of
from tests.contract.walks import CHOICES, SEEN_MOVES, walk

EVERY_GAME = pytest.mark.parametrize("name", NAMES)
NUMBERS = st.integers(0, 10_000)
#: Texts that mean something to some game, among others that mean nothing.
TEXTS = st.one_of(
    st.sampled_from(("rows", "rule", "lamps", "ball", "painted", "paths", "A", "b", "@.", "#", "A.A", "AA", "01", "")),
    st.text(max_size=4),
    st.text("#@.AaBb019", max_size=6),
)
ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 300), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(TEXTS, inner, max_size=4)),
    max_leaves=12,
)


def _level(name: str, number: int) -> Any:
    samples = samples_of(name)
    return samples[number % len(samples)]


def _spoiled(value: Any, number: int, junk: Any) -> Any:
    """A deep copy of a JSON value with one part, chosen by `number`, replaced by `junk`."""
    holder = [copy.deepcopy(value)]
    places: list[tuple[Any, Any]] = [(holder, 0)]
    for container, key in places:
        inner = container[key]
        if isinstance(inner, (list, dict)):
            places += [(inner, key) for key in (range(len(inner)) if isinstance(inner, list) else list(inner))]
    container, key = places[number % len(places)]
    container[key] = junk
    return holder[0]


def test_every_registered_game_has_samples_drawn_by_hand_and_by_seed() -> None:
    assert set(HAND) == set(RANDOM) == set(NAMES)


@EVERY_GAME
def test_a_level_survives_printing_and_parsing_and_prints_alike_again(name: str) -> None:
    game = game_of(name)
    for level in samples_of(name):
        board, goal = game.print(level)
        again = game.parse(read_json(canonical_bytes(board)), read_json(canonical_bytes(goal)))
        assert again == level
        assert hash(again) == hash(level)
        assert canonical_bytes(game.print(again)) == canonical_bytes((board, goal))


def _judged(game: AnyGame, board: Any, goal: Any) -> None:
    """`validate` answers anything with findings of its own kinds, and `parse` agrees with it."""
    faults = game.validate(board, goal)
    assert all(isinstance(fault, Finding) and fault.message and fault.fix for fault in faults)
    assert {fault.id for fault in faults} <= {kind.id for kind in game.findings}
    if faults:
        with pytest.raises(InvalidLevel) as refused:
            game.parse(board, goal)
        assert refused.value.findings == faults
    else:
        level = game.parse(board, goal)
        assert game.parse(*game.print(level)) == level
        assert not game.won(level, game.initial(level))


@EVERY_GAME
@given(board=ANY_JSON, goal=ANY_JSON)
def test_validate_answers_any_json_whatever_with_findings(name: str, board: Any, goal: Any) -> None:
    _judged(game_of(name), board, goal)


@EVERY_GAME
@given(number=NUMBERS, place=NUMBERS, junk=ANY_JSON, of_goal=st.booleans())
def test_validate_answers_a_level_with_one_part_spoiled(
    name: str, number: int, place: int, junk: Any, of_goal: bool
) -> None:
    game = game_of(name)
    board, goal = game.print(_level(name, number))
    if of_goal:
        goal = _spoiled(goal, place, junk)
    else:
        board = _spoiled(board, place, junk)
    _judged(game, board, goal)


@EVERY_GAME
def test_validate_reports_a_fault_of_the_board_and_one_of_the_goal_together(name: str) -> None:
    fields = game_of(name).print(_level(name, 0))[0]
    faults = game_of(name).validate({"unknown": 1}, {"rule": "no such rule"})
    assert {fault.id for fault in faults} == {"board/shape", "goal/rule"}
    # Every field lacks, and one is unknown.
    assert len([fault for fault in faults if fault.id == "board/shape"]) == len(fields) + 1


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_every_listed_move_is_legal_and_pure_along_any_play(name: str, number: int, choices: list[int]) -> None:
    game, level = game_of(name), _level(name, number)
    for _, state in walk(game, level, choices):
        before = copy.deepcopy(state)
        listed = list(islice(game.moves(level, state), SEEN_MOVES))
        assert len(set(listed)) == len(listed)
        for move in listed:
            following = game.apply(level, state, move)
            assert following == game.apply(level, state, move)
            assert hash(following) == hash(game.apply(level, state, move))
            assert game.split(move) == (move,)
        assert state == before
        assert hash(state) == hash(before)


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_an_attempt_is_either_played_or_refused_with_a_reason(name: str, number: int, choices: list[int]) -> None:
    game, level = game_of(name), _level(name, number)
    for _, state in walk(game, level, choices):
        legal = set(islice(game.moves(level, state), 2000))
        whole = len(legal) < 2000
        for attempt in islice(game.attempts(level, state), SEEN_MOVES):
            try:
                game.apply(level, state, attempt)
            except MalformedMove:
                pytest.fail(f"{attempt!r} is an attempt, so it must be well formed")
            except MoveError as error:
                assert (attempt in legal, bool(error.why)) == (False, True)  # noqa: PT017
            else:
                assert attempt in legal or not whole


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES, text=st.one_of(TEXTS, st.sampled_from(("", " ", "U ", "undo", "01", "1\n"))))
def test_any_text_is_played_or_refused_as_a_move_and_nothing_else(
    name: str, number: int, choices: list[int], text: str
) -> None:
    game, level = game_of(name), _level(name, number)
    *_, (_, state) = walk(game, level, choices)
    try:
        game.apply(level, state, text)
    except MoveError as error:
        assert error.why  # noqa: PT017
    else:
        assert text in set(game.moves(level, state))


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_a_state_survives_its_json_along_any_play(name: str, number: int, choices: list[int]) -> None:
    game, level = game_of(name), _level(name, number)
    for _, state in walk(game, level, choices):
        value = read_json(canonical_bytes(game.state_json(level, state)))
        again = game.parse_state(level, value)
        assert again == state
        assert hash(again) == hash(state)
        assert canonical_bytes(game.state_json(level, again)) == canonical_bytes(value)


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES, place=NUMBERS, junk=ANY_JSON)
def test_a_spoiled_state_is_a_state_or_malformed_and_nothing_else(
    name: str, number: int, choices: list[int], place: int, junk: Any
) -> None:
    game, level = game_of(name), _level(name, number)
    *_, (_, state) = walk(game, level, choices)
    for value in (junk, _spoiled(game.state_json(level, state), place, junk)):
        try:
            read = game.parse_state(level, value)
        except MalformedState as error:
            assert str(error)  # noqa: PT017
        else:
            assert canonical_bytes(game.state_json(level, read)) == canonical_bytes(value)
            list(islice(game.moves(level, read), 5))
            game.progress(level, read, None)


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_progress_is_a_fraction_from_zero_to_one_and_one_exactly_at_the_win(
    name: str, number: int, choices: list[int]
) -> None:
    game, level = game_of(name), _level(name, number)
    for _, state in walk(game, level, choices):
        progress = game.progress(level, state, None)
        assert isinstance(progress, Fraction)
        assert 0 <= progress <= 1
        assert (progress == 1) == game.won(level, state)
        assert game.draw(level, state)


@EVERY_GAME
def test_a_won_state_lists_no_move_and_accepts_none(name: str) -> None:
    game = game_of(name)
    wins = 0
    for number, level in enumerate(samples_of(name)):
        for attempt in range(30):
            play = list(walk(game, level, [number * 31 + attempt * 7 + step * 3 for step in range(12)]))
            _, state = play[-1]
            if game.won(level, state):
                wins += 1
                assert list(game.moves(level, state)) == []
                for move in {move for move, _ in play if move} | set(islice(game.attempts(level, state), 20)):
                    with pytest.raises(MoveError):
                        game.apply(level, state, move)
    assert wins, "no play of the samples wins: the test would check nothing"


@EVERY_GAME
def test_no_sample_is_won_before_the_first_move(name: str) -> None:
    game = game_of(name)
    assert not any(game.won(level, game.initial(level)) for level in samples_of(name))


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_every_symmetry_carries_levels_plays_and_wins_along(name: str, number: int, choices: list[int]) -> None:
    game, level = game_of(name), _level(name, number)
    play = list(walk(game, level, choices))
    images = list(game.symmetries(level))
    assert images[0].level == level
    assert [images[0].move(move) for move, _ in play if move] == [move for move, _ in play if move]
    assert len({image.name for image in images}) == len(images)
    for image in images:
        assert game.validate(*game.print(image.level)) == ()
        state = game.initial(image.level)
        for move, original in play:
            if move is not None:
                state = game.apply(image.level, state, image.move(move))
            assert game.won(image.level, state) == game.won(level, original)
            assert game.progress(image.level, state, None) == game.progress(level, original, None)


@EVERY_GAME
def test_all_images_of_a_level_have_one_normal_form_and_one_canon_digest(name: str) -> None:
    game = game_of(name)
    for level in samples_of(name):
        form = game.normal_form(level)
        assert game.validate(*game.print(form)) == ()
        assert game.normal_form(form) == form
        for image in game.symmetries(level):
            assert game.normal_form(image.level) == form, image.name
            assert canon_digest(game, image.level) == canon_digest(game, level)


@EVERY_GAME
def test_the_level_digest_changes_with_the_board_and_only_with_what_is_played(name: str) -> None:
    game = game_of(name)
    digests = {}
    for level in samples_of(name):
        goal = game.print(level)[1]
        changed = [game.parse(new, goal) for _, new in game.mutants(level, 0) if not game.validate(new, goal)]
        for one in {level, *changed}:
            assert digests.setdefault(level_digest(game, one), one) == one
        assert level_digest(game, game.parse(*game.print(level))) == level_digest(game, level)
    assert len(digests) > len(samples_of(name))


@EVERY_GAME
def test_mutants_follow_from_the_seed_and_are_never_the_board_itself(name: str) -> None:
    game = game_of(name)
    orders = 0
    for level in samples_of(name):
        board, _ = game.print(level)
        first = list(islice(game.mutants(level, 3), 40))
        assert first == list(islice(game.mutants(level, 3), 40))
        assert all(what and new != board for what, new in first)
        orders += first != list(islice(game.mutants(level, 4), 40))
    assert orders, "the seed changes nothing"


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES, gap=st.sampled_from((";", "; ", "\n", "\r\n", " ;\n")))
def test_a_written_play_splits_into_its_moves(name: str, number: int, choices: list[int], gap: str) -> None:
    game, level = game_of(name), _level(name, number)
    moves = tuple(move for move, _ in walk(game, level, choices) if move)
    assert game.split(gap.join(moves)) == moves
    assert game.split("undo" + gap + "restart") == ("undo", "restart")


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES)
def test_every_move_costs_something_in_each_metric_and_one_in_the_first(
    name: str, number: int, choices: list[int]
) -> None:
    game, level = game_of(name), _level(name, number)
    for move, _ in walk(game, level, choices):
        if move is not None:
            cost = game.cost(level, move)
            assert len(cost) == len(game.metrics)
            assert cost[0] == 1
            assert all(type(part) is int and part >= 0 for part in cost)
