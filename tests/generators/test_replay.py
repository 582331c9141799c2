"""Every generated level comes out of its provenance again: a pinned sample always, the catalogue in the slow suite."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Generator, Wanted
from authoring.generators.recipe import NoRecipe, Recipe, recipe_of
from authoring.generators.registry import generator_named
from catalogue.level_record import LevelRecord
from catalogue.workspace import NoWorkspace, find_workspace, read_level
from games.contract import level_digest
from games.registry import game_named
from tests.conftest import REPOSITORY

#: Recipe -> the level it makes. Another digest means that levels already generated cannot be made again: raise the
#: generator's version, and pin anew.
PINNED: list[tuple[str, int, dict[str, Any], str]] = [
    (
        "maze-paint/rooms",
        1,
        {"candidate": 2, "optimum": [10, 10]},
        "sha256:f9b2fe68de660a45d04fe64cb5cf2d7a9a742b62f4fca8fbc2fa006cb540ff46",
    ),
    (
        "color-connect/solved-board",
        1,
        {"candidate": 1, "columns": 6, "pieces": 5, "properties": {"unique_cover": True}, "rows": 6},
        "sha256:30cefe0b6cc2d1dda503012923dd8660c7223553268f49ec5d140de577b4faa4",
    ),
    (
        "color-connect/solved-board",
        1,
        {"candidate": 0, "columns": 5, "pieces": 4, "rows": 6, "walls": [1, 2]},
        "sha256:5e7f12f8d919c619c076c9cbfdb9c4243d9b262ab839ae2d3712a0746eaefe9e",
    ),
    (
        "rush-hour/farthest-start",
        1,
        {"candidate": 0, "optimum": [8, 10]},
        "sha256:b7342cebe5af1590e3fc012887c499c8f9faf9bbfaf469d02a83e878ed6eeda9",
    ),
    (
        "rush-hour/farthest-start",
        1,
        {"candidate": 1, "measures": {"long": [1, 2]}, "optimum": [6, 8]},
        "sha256:8c93e44815c0dab3cbcd1270c4e98e4fb41ec67ad00f3fcc0cbb966678fcb4ca",
    ),
    (
        "nut-and-bolt/exchanged-deal",
        1,
        {"candidate": 1, "measures": {"empty": [1, 1]}, "optimum": [12, 13], "pieces": 4},
        "sha256:816c952f0153b1fb42870fb7c58d9085e13582bb1c07b66e9c609117f3e39aa8",
    ),
    (
        "nut-and-bolt/exchanged-deal",
        1,
        {"candidate": 2, "measures": {"empty": [2, 2]}, "optimum": [17, 18], "pieces": 5},
        "sha256:100611c24ae29127cb380bd8b0525c47bee65aad7ecddd35aeb434af28c0cc99",
    ),
    (
        "truck-escape/chained-lot",
        1,
        {"candidate": 1, "columns": 6, "measures": {"rounds": [5, 7]}, "pieces": 10, "rows": 6},
        "sha256:5829e3f1996aeaa096d7767a647d12c2bd1a79827cb563cdd81c6d1ea2dc2bef",
    ),
    (
        "truck-escape/chained-lot",
        1,
        {"candidate": 0, "columns": 7, "measures": {"free": [1, 2]}, "pieces": 8, "rows": 5},
        "sha256:6f2f3106ecada7eac327a0796dff63aef0a61a6ea5ed70d94ec756c32dc4ba6d",
    ),
    (
        "bolt-unscrew/screwed-plate",
        1,
        {"candidate": 0, "measures": {"free": [1, 2]}, "optimum": [5, 6], "pieces": 2},
        "sha256:13e276496b016d8c69884db21b038bac51f9e4673890958144e9ad0cc8d588a2",
    ),
    (
        "bolt-unscrew/screwed-plate",
        1,
        {"candidate": 1, "measures": {"hidden": [0, 1]}, "optimum": [6, 8], "pieces": 3},
        "sha256:d01412df968a93602c56be89321a25455088d66d69ba36ffa5d7562b956e3573",
    ),
]


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def digest_of(recipe: Recipe) -> str:
    found = climb(recipe.generator, recipe.wanted, recipe.seed, recipe.number, quiet)
    assert found is not None
    return level_digest(game_named(recipe.generator.game), found.level)


@pytest.mark.parametrize(("name", "version", "parameters", "digest"), PINNED)
def test_a_pinned_recipe_makes_the_same_level_as_ever(
    name: str, version: int, parameters: dict[str, Any], digest: str
) -> None:
    made_by = {"name": name, "version": version, "seed": "1", "parameters": parameters}
    assert digest_of(recipe_of(name.partition("/")[0], {"generator": made_by})) == digest


def generated_levels() -> list[LevelRecord]:
    """The levels of the catalogue that name a generator; a workspace is at the root of the checkout, or nowhere."""
    try:
        place = find_workspace(REPOSITORY)
    except NoWorkspace:
        return []
    levels = (read_level(place.level_path(one)) for one in place.level_ids())
    return [one for one in levels if one.provenance["generator"] is not None]


#: Read once; a level that no generator made has no test here, rather than one that is skipped.
GENERATED = generated_levels()
#: The changes that the search for a quick level may take; one of Rush Hour looks at every position of a board.
QUICK = {"rush-hour": 40}
QUICK_ELSEWHERE = 700


class _NotQuick(Exception):
    """A search takes more changes than the sample's levels may."""


def quickly(generator: Generator, most: int) -> Generator:
    """The same generator, that gives up after so many changes. What it draws until then is the same."""
    left = iter(range(most))

    def change(source: Random, draft: Any, wanted: Wanted) -> Any:
        if next(left, None) is None:
            raise _NotQuick
        return generator.change(source, draft, wanted)

    return replace(generator, change=change)


@pytest.mark.parametrize("game", sorted({one.game.name for one in GENERATED}))
def test_the_first_quick_levels_of_each_game_are_made_again(game: str) -> None:
    """Of each game the first three levels whose search is a short one. With other draws three would not come out."""
    made, most = 0, QUICK.get(game, QUICK_ELSEWHERE)
    for record in GENERATED:
        if record.game.name != game:
            continue
        recipe = recipe_of(game, record.provenance)
        try:
            digest = digest_of(replace(recipe, generator=quickly(recipe.generator, most)))
        except _NotQuick:
            continue
        assert digest == record.digest, record.id
        made += 1
        if made == 3:
            break
    assert made == 3


@pytest.mark.slow
@pytest.mark.parametrize("record", GENERATED, ids=lambda record: record.id)
def test_a_generated_level_of_the_catalogue_is_made_again(record: LevelRecord) -> None:
    assert digest_of(recipe_of(record.game.name, record.provenance)) == record.digest


def test_every_generated_level_of_the_catalogue_has_a_recipe() -> None:
    for record in GENERATED:
        assert recipe_of(record.game.name, record.provenance).to_json() == record.provenance["generator"], record.id


def made_by(**changed: Any) -> dict[str, Any]:
    recipe = Recipe(generator_named("maze-paint/rooms"), Wanted(optimum=(7, 9)), "1", 3)
    return {"generator": {**recipe.to_json(), **changed}}


def test_a_recipe_survives_its_provenance() -> None:
    recipe = recipe_of("maze-paint", made_by())
    assert recipe.to_json() == made_by()["generator"]
    assert (recipe.seed, recipe.number, recipe.wanted) == ("1", 3, Wanted(optimum=(7, 9)))


@pytest.mark.parametrize(
    ("provenance", "why"),
    [
        ({"generator": None}, "names no generator"),
        (made_by(name="maze-paint/dreams"), "no generator 'maze-paint/dreams'"),
        (made_by(name="color-connect/solved-board"), "makes no levels of maze-paint"),
        (made_by(version=99), "made by version 99"),
        (made_by(parameters={"optimum": [7, 9]}), "which candidate"),
        (made_by(parameters={"candidate": True}), "which candidate"),
        (made_by(parameters={"candidate": 0, "optimum": 7}), "no target"),
        (made_by(parameters={"candidate": 0, "colour": "red"}), "no target"),
        (made_by(parameters={"candidate": 0, "measures": 3}), "no target"),
    ],
)
def test_a_provenance_without_a_recipe_is_told_from_one_with(provenance: dict[str, Any], why: str) -> None:
    with pytest.raises(NoRecipe, match=why):
        recipe_of("maze-paint", provenance)
