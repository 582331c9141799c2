"""Boards laid over each other, and boards one change apart."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.contract import canon_digest
from games.registry import game_named
from tests.contract.samples import NAMES, game_of, samples_of
from validators.near import form_of, forms_of, near, neighbours, places_apart, threshold

MANY = 99


def _grid(*rows: str, **more: Any) -> Any:
    return form_of({"rows": list(rows), **more}, {"rule": "r"})


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (_grid("@..", "#.."), _grid("@..", "#.."), 0),
        (_grid("@..", "#.."), _grid("@..", "..."), 1),
        (_grid("@..", "#.."), _grid("#..", "@.."), 2),
        (_grid("@.", "#."), _grid("@.", "#.", ".."), 2),
        (_grid("@.", "#."), _grid("..", "@.", "#."), 2),
        (_grid("@.", "#."), _grid(".@.", ".#."), 2),
        # Names are anybody's: only which cells share one counts.
        (_grid("AA.", "B.B"), _grid("bb.", "a.a"), 0),
        (_grid("AAB", "CCB"), _grid("BBA", "CC."), 1),
        (_grid("AA", facing={"A": "R"}), _grid("bb", facing={"b": "R"}), 0),
        (_grid("AA", facing={"A": "R"}), _grid("bb", facing={"b": "L"}), 1),
        (_grid("AA", target="A"), _grid("bb", target="b"), 0),
        (_grid("AA", exit={"side": "R", "index": 0}), _grid("bb", exit={"side": "R", "index": 1}), 1),
        (_grid("..", holes=[[0, 0], [1, 1]]), _grid("..", holes=[[1, 1], [0, 0]]), 0),
        (_grid("..", holes=[[0, 0], [1, 1]]), _grid("..", holes=[[1, 1], [0, 1]]), 1),
        (_grid("..", parts=[{"rows": ["o="]}]), _grid("..", parts=[{"rows": ["=="]}]), 1),
    ],
)
def test_forms_differ_in_so_many_places_whichever_is_laid_on_which(one: Any, other: Any, apart: int) -> None:
    assert places_apart(one, other, MANY) == apart
    assert places_apart(other, one, MANY) == apart


def test_a_distance_beyond_the_bound_is_not_measured_out() -> None:
    assert places_apart(_grid("@..", "#.."), _grid("..#", ".@."), 1) == 2


@pytest.mark.parametrize("name", NAMES)
def test_every_image_of_a_level_is_no_place_apart_from_it(name: str) -> None:
    game = game_of(name)
    for level in samples_of(name)[:8]:
        forms = forms_of(game, level)
        for image in islice(game.symmetries(level), 8):
            assert near(forms, forms_of(game, image.level)[0], 0) == 0


@pytest.mark.parametrize("name", [name for name in NAMES if name != "example"])
def test_a_board_one_change_away_is_found_however_it_is_turned(name: str) -> None:
    game, found = game_of(name), 0
    for level in samples_of(name)[:8]:
        _, goal = game.print(level)
        for _, board in islice(game.mutants(level, 3), 4):
            if game.validate(board, goal):
                continue
            changed = list(islice(game.symmetries(game.parse(board, goal)), 5))[-1].level
            canons = {canon for _, canon in neighbours(game, level)} | {canon_digest(game, level)}
            back = {canon for _, canon in neighbours(game, changed)}
            apart = near(forms_of(game, level), forms_of(game, changed)[0], MANY)
            assert canon_digest(game, changed) in canons or canon_digest(game, level) in back or apart is not None
            found += canon_digest(game, changed) in canons
    assert found > 0


def test_the_threshold_is_the_game_s_own_change_within_bounds() -> None:
    game = game_named("maze-paint")
    small = game.parse({"rows": ["@.."]}, {"rule": "paint-all"})
    large = game.parse({"rows": ["@" + "." * 9, *["." * 10] * 9]}, {"rule": "paint-all"})
    assert threshold(game, small) == 1
    assert threshold(game, large) == 4, "one place in 25 on a large board"


def test_a_level_that_is_far_from_another_is_not_near_it() -> None:
    game = game_named("maze-paint")
    ring = game.parse({"rows": ["@..", ".#.", "..."]}, {"rule": "paint-all"})
    hook = game.parse({"rows": ["@..", "##.", "..."]}, {"rule": "paint-all"})
    assert near(forms_of(game, ring), forms_of(game, hook)[0], 1) == 1
    other = game.parse({"rows": ["@.#", "#..", "##."]}, {"rule": "paint-all"})
    assert near(forms_of(game, ring), forms_of(game, other)[0], 2) is None
