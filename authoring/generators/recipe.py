"""What made a generated level: enough to make it again, and no more. A provenance holds it as `generator`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from authoring.generators.contract import Generator, Wanted, wanted_from_json
from authoring.generators.registry import generator_named
from games.canonical import Json
from games.finding import FindingKind

__all__ = ["DIFFERENT", "FINDINGS", "NO_RECIPE", "NoRecipe", "Recipe", "recipe_of"]

NO_RECIPE = FindingKind(
    "generate/no-recipe",
    "A level's provenance names no generator, version and target from which it could be made again.",
    "Replay levels that `generate` wrote, with the version of levelpress that wrote them.",
)
DIFFERENT = FindingKind(
    "generate/different",
    "The generator, seed and target in a level's provenance make another level.",
    "Restore the board, or set the provenance's origin to what it is.",
)
FINDINGS = (NO_RECIPE, DIFFERENT)


class NoRecipe(ValueError):
    """A provenance from which no level can be made here. The message is one plain sentence."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Candidate `number` of a seed by a generator with a target.

    Attributes:
        seed: a whole number in decimal.
    """

    generator: Generator
    wanted: Wanted
    seed: str
    number: int

    def to_json(self) -> dict[str, Json]:
        """The `generator` of a provenance."""
        return {
            "name": self.generator.name,
            "version": self.generator.version,
            "seed": self.seed,
            "parameters": {**self.wanted.to_json(), "candidate": self.number},
        }


def recipe_of(game: str, provenance: Mapping[str, Json]) -> Recipe:
    """The recipe in a level's provenance.

    Raises:
        NoRecipe: there is none, it is of another game, version or form, or no such generator is here.
    """
    made_by = provenance.get("generator")
    if made_by is None:
        raise NoRecipe("its provenance names no generator")
    name, version, parameters = made_by["name"], made_by["version"], made_by["parameters"]
    try:
        generator = generator_named(name)
    except KeyError:
        raise NoRecipe(f"there is no generator {name!r} here") from None
    if generator.game != game:
        raise NoRecipe(f"{name} makes no levels of {game}")
    if version != generator.version:
        raise NoRecipe(f"{name} is at version {generator.version} here, the level was made by version {version}")
    number = parameters.get("candidate")
    if type(number) is not int or number < 0:
        raise NoRecipe("its parameters do not say which candidate of the seed it is")
    try:
        wanted = wanted_from_json(parameters)
        same = {**wanted.to_json(), "candidate": number} == parameters
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        same = False
    if not same:
        raise NoRecipe("its parameters are no target of `generate`")
    return Recipe(generator, wanted, made_by["seed"], number)
