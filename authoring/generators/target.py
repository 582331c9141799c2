"""A target as a command line states it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from authoring.generators.contract import Generator, Range
from authoring.generators.registry import generators_of
from authoring.readers.contract import BadOption
from games.registry import game_named
from games.shape import nearest

__all__ = ["checked_generator", "checked_rule", "measures_of", "properties_of", "range_of", "size_of"]

_RANGE = re.compile("([0-9]{1,9})(?:[.][.]([0-9]{1,9}))?")
_SIZE = re.compile("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")


def checked_generator(game: str, name: str | None) -> Generator:
    """The generator of that name, or the game's default. Raises BadOption where there is none."""
    there = generators_of(game)
    if not there:
        raise BadOption("GAME", f"{game} has no generator")
    if name is None:
        return there[0]
    names = [one.name for one in there]
    if name not in names:
        raise BadOption("--generator", f"no generator {name!r}{nearest(name, names)}; there are {', '.join(names)}")
    return there[names.index(name)]


def range_of(option: str, text: str | None) -> Range | None:
    """`7..12` or `9`. Raises BadOption for any other text."""
    if text is None:
        return None
    match = _RANGE.fullmatch(text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if low > high:
        raise BadOption(option, f"{option} {text!r} is no range such as 7..12")
    return low, high


def size_of(text: str | None) -> tuple[int | None, int | None]:
    """`ROWSxCOLUMNS`. Raises BadOption for any other text."""
    if text is None:
        return None, None
    match = _SIZE.fullmatch(text)
    if match is None:
        raise BadOption("--size", f"--size {text!r} is no size such as 8x6 (rows, columns)")
    return int(match[1]), int(match[2])


def measures_of(generator: Generator, texts: Sequence[str]) -> dict[str, Range]:
    """`MEASURE=A..B` of each text. Raises BadOption, also for a measure that the generator does not have."""
    found: dict[str, Range] = {}
    for text in texts:
        name, _, bounds = text.partition("=")
        wanted = range_of("--want", bounds)
        if not name or wanted is None:
            raise BadOption("--want", f"--want {text!r} is no measure such as rounds=4..8")
        if generator.measured and name not in generator.measured:
            there = f"{nearest(name, generator.measured)}; there are {', '.join(generator.measured)}"
            raise BadOption("--want", f"{generator.name} has no measure {name!r}{there}")
        found[name] = wanted
    return found


def checked_rule(game: str, rule: str | None) -> str | None:
    """The rule, if the game has it. Raises BadOption otherwise."""
    rules = game_named(game).goal_rules
    if rule is not None and rule not in rules:
        raise BadOption(
            "--rule", f"--rule: {game} has no rule {rule!r}{nearest(rule, rules)}; there are {', '.join(rules)}"
        )
    return rule


def properties_of(asked: Sequence[str], known: Sequence[str]) -> Mapping[str, bool]:
    """The properties that shall hold. Raises BadOption for one that the game's solver does not decide."""
    for name in asked:
        if name not in known:
            raise BadOption("GAME", f"the property {name} means nothing here; there are {', '.join(known)}")
    return dict.fromkeys(asked, True)
