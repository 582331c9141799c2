"""Every generated level comes out of its provenance again: a pinned sample always, the catalogue in the slow suite."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.recipe import NoRecipe, Recipe, recipe_of
from authoring.generators.registry import generator_named
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


def generated_levels() -> list[Path]:
    """The catalogue's levels that name a generator; a workspace is at the root of the checkout, or nowhere."""
    try:
        place = find_workspace(REPOSITORY)
    except NoWorkspace:
        return []
    levels = [place.level_path(one) for one in place.level_ids()]
    return [path for path in levels if read_level(path).provenance["generator"] is not None]


@pytest.mark.slow
def test_every_generated_level_of_the_catalogue_is_made_again() -> None:
    for path in generated_levels():
        record = read_level(path)
        assert digest_of(recipe_of(record.game.name, record.provenance)) == record.digest, path.name


def test_every_generated_level_of_the_catalogue_has_a_recipe() -> None:
    for path in generated_levels():
        record = read_level(path)
        assert recipe_of(record.game.name, record.provenance).to_json() == record.provenance["generator"], path.name


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
