"""Renamings, held against every registered game and the example game: the same puzzle, its names alone are others."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import AnyGame, MalformedMove, canon_digest, level_digest
from games.names import NAMES as LETTERS
from games.renaming import names_of, renamed
from tests.contract.samples import NAMES, game_of, samples_of
from tests.contract.walks import CHOICES, walk

EVERY_GAME = pytest.mark.parametrize("name", NAMES)
NAMELESS = ("maze-paint", "example")
NAMED = pytest.mark.parametrize("name", [name for name in NAMES if name not in NAMELESS])
NUMBERS = st.integers(0, 10_000)
ORDERS = st.permutations(LETTERS)


def _level(name: str, number: int) -> Any:
    samples = samples_of(name)
    return samples[number % len(samples)]


def _renaming(game: AnyGame, level: Any, order: list[str], among_themselves: bool) -> dict[str, str]:
    """A renaming to the first letters of an order, or to those of them that are the level's own."""
    names = names_of(game, level)
    fresh = [letter for letter in order if letter in names or not among_themselves]
    return dict(zip(names, fresh, strict=False))


@EVERY_GAME
def test_a_game_has_names_or_has_none(name: str) -> None:
    assert {bool(names_of(game_of(name), level)) for level in samples_of(name)} == {name not in NAMELESS}


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES, order=ORDERS, among_themselves=st.booleans())
def test_a_renamed_level_is_the_same_puzzle_and_plays_are_carried_along(
    name: str, number: int, choices: list[int], order: list[str], among_themselves: bool
) -> None:
    game, level = game_of(name), _level(name, number)
    renaming = _renaming(game, level, order, among_themselves)
    image = renamed(game, level, renaming)
    assert game.validate(*game.print(image.level)) == ()
    assert canon_digest(game, image.level) == canon_digest(game, level)
    assert names_of(game, image.level) == tuple(sorted(renaming.values()))
    state = game.initial(image.level)
    for move, original in walk(game, level, choices):
        if move is not None:
            state = game.apply(image.level, state, image.move(move))
            assert game.cost(image.level, image.move(move)) == game.cost(level, move)
        assert game.won(image.level, state) == game.won(level, original)
        assert game.progress(image.level, state, None) == game.progress(level, original, None)
        listed = {image.move(text) for text in game.moves(level, original)}
        assert listed == set(game.moves(image.level, state))


@EVERY_GAME
@given(number=NUMBERS, choices=CHOICES, order=ORDERS)
def test_a_renaming_and_its_inverse_give_level_and_moves_back(
    name: str, number: int, choices: list[int], order: list[str]
) -> None:
    game, level = game_of(name), _level(name, number)
    renaming = _renaming(game, level, order, False)
    there = renamed(game, level, renaming)
    back = renamed(game, there.level, {new: old for old, new in renaming.items()})
    assert back.level == level
    for move, _ in walk(game, level, choices):
        assert move is None or back.move(there.move(move)) == move


@NAMED
def test_other_names_are_another_content(name: str) -> None:
    game = game_of(name)
    for level in samples_of(name):
        fresh = [letter for letter in LETTERS if letter not in names_of(game, level)]
        image = renamed(game, level, dict(zip(names_of(game, level), fresh, strict=False)))
        assert level_digest(game, image.level) != level_digest(game, level)


@EVERY_GAME
@given(number=NUMBERS, order=ORDERS)
def test_a_renaming_commutes_with_every_symmetry(name: str, number: int, order: list[str]) -> None:
    game, level = game_of(name), _level(name, number)
    renaming = _renaming(game, level, order, True)
    images = zip(game.symmetries(level), game.symmetries(renamed(game, level, renaming).level), strict=True)
    for image, other in images:
        assert renamed(game, image.level, renaming).level == other.level


@NAMED
def test_a_piece_keeps_its_kind_under_its_new_name(name: str) -> None:
    game = game_of(name)
    assert game.naming is not None
    for number, level in enumerate(samples_of(name)):
        letters = random.Random(number).sample(LETTERS, len(LETTERS))
        renaming = _renaming(game, level, letters, False)
        kinds = game.naming.kinds(renamed(game, level, renaming).level)
        assert {renaming[old]: kind for old, kind in game.naming.kinds(level).items()} == kinds


@NAMED
@given(number=NUMBERS, choices=CHOICES)
def test_the_names_in_a_move_are_the_level_s_and_what_is_renamed_in_it(
    name: str, number: int, choices: list[int]
) -> None:
    game, level = game_of(name), _level(name, number)
    assert game.naming is not None
    for move, _ in walk(game, level, choices):
        if move is not None:
            mentioned = game.naming.mentioned(move)
            assert set(mentioned) <= set(names_of(game, level))
            assert game.naming.move(move, {}) == move
            other = {old: next(new for new in LETTERS if new != old) for old in mentioned}
            assert (game.naming.move(move, other) != move) == bool(mentioned)


@NAMED
@pytest.mark.parametrize("text", ["", " ", "Z", "draw", "draw ", "clear", "A+", "0>0", "x" * 50])
def test_a_text_that_is_no_move_stays_none_under_a_renaming(name: str, text: str) -> None:
    game = game_of(name)
    for level in samples_of(name):
        fresh = [letter for letter in LETTERS if letter not in (*names_of(game, level), "Z")]
        image = renamed(game, level, dict(zip(names_of(game, level), fresh, strict=False)))
        try:
            game.apply(level, game.initial(level), text)
        except MalformedMove:
            with pytest.raises(MalformedMove):
                game.apply(image.level, game.initial(image.level), image.move(text))


@NAMED
def test_a_renaming_that_is_none_is_refused(name: str) -> None:
    game = game_of(name)
    level = max(samples_of(name), key=lambda one: len(names_of(game, one)))
    names = names_of(game, level)
    same = {old: old for old in names}
    assert renamed(game, level, same).level == level
    for wrong in ({}, {**same, "#": "Q"}, {**same, names[0]: names[1]}, {**same, names[0]: "#"}):
        with pytest.raises(ValueError, match="the renaming"):
            renamed(game, level, wrong)
