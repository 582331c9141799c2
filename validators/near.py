"""Tier D3: two levels that are nearly the same, measured on their boards.

Two measures, and either is enough:

- *One change away.* A game lists the boards one change away from a level (`Game.mutants`). If the normal form of one of
  them is the other's normal form, the levels differ by that change. Exact under every symmetry and renaming.
- *Aligned forms.* The fewest places in which the boards differ when one is laid over the other: the least over the
  game's symmetries, over the shifts of the smaller board on the larger, with names matched greedily. A name that a
  greedy match pairs badly makes the measure larger, never smaller, so a warning may be missing but is never wrong.

The threshold of the second is the game's own: what the largest of the game's single changes to that level alters, but
at least one place in 25 and at most one in 8.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.canonical import Json, canonical_bytes
from games.contract import AnyGame, InvalidLevel, canon_digest
from games.names import NAMES

__all__ = ["Form", "form_of", "forms_of", "near", "neighbours", "places_apart", "threshold"]

#: Images of a level that are laid over another.
MAX_IMAGES = 64
#: Changes to a level that are looked at.
MAX_CHANGES = 600
_SHIFT = 2


@dataclass(frozen=True, slots=True)
class Form:
    """A board as what can be laid over another: its rows of cells, and every other leaf of its JSON by its path.

    Lists of texts in the board (`rows`, stacks) are the grid; the items of any other list are leaves without order.
    """

    grid: tuple[str, ...]
    leaves: Mapping[tuple[str, str], int]
    places: int


def form_of(board: Json, goal: Json) -> Form:
    """The form of a board and goal JSON."""
    grid: list[str] = []
    leaves: Counter[tuple[str, str]] = Counter()
    for path, value in _parts("", {"board": board, "goal": goal}):
        if isinstance(value, list):
            grid += value
        else:
            leaves[path, value] += 1
    return Form(tuple(grid), leaves, sum(map(len, grid)) + sum(leaves.values()))


def _parts(path: str, value: Json) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key in sorted(value):
            yield from _parts(f"{path}.{key}", value[key])
    elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        yield path, value
    elif isinstance(value, list):
        for one in value:
            if isinstance(one, dict):
                yield from _items(f"{path}[]", one)
            else:
                yield path, canonical_bytes(one).decode()
    else:
        yield path, canonical_bytes(value).decode()


def _items(path: str, value: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """The leaves of one item of a list. Its own rows are no part of the grid, for items have no common place."""
    for key in sorted(value):
        one = value[key]
        if isinstance(one, list) and one and all(isinstance(text, str) for text in one):
            yield from ((f"{path}.{key}", text) for text in one)
        else:
            yield f"{path}.{key}", canonical_bytes(one).decode()


def forms_of(game: AnyGame, level: Any) -> tuple[Form, ...]:
    """The forms of a level's normal form and of that one's images, each once."""
    normal = game.normal_form(level)
    found = (form_of(*game.print(image.level)) for image in islice(game.symmetries(normal), MAX_IMAGES))
    return tuple({(one.grid, tuple(sorted(one.leaves.items()))): one for one in found}.values())


def places_apart(one: Form, other: Form, at_most: int) -> int:
    """The fewest places in which two forms differ, `at_most + 1` where they are more."""
    least = at_most + 1
    if abs(one.places - other.places) >= least:
        return least
    for down, right in _shifts(one.grid, other.grid):
        least = min(least, _laid_over(one, other, down, right, least))
    return least


def _shifts(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where the first grid's corner may come to lie on the other's: all within the difference of their sizes."""
    heights, widths = len(other) - len(one), max(map(len, other), default=0) - max(map(len, one), default=0)
    for down in range(max(min(0, heights), -_SHIFT), min(max(0, heights), _SHIFT) + 1):
        for right in range(max(min(0, widths), -_SHIFT), min(max(0, widths), _SHIFT) + 1):
            yield down, right


def _laid_over(one: Form, other: Form, down: int, right: int, bound: int) -> int:
    pairs: Counter[tuple[str, str]] = Counter()
    rows = range(min(0, down), max(len(other.grid), len(one.grid) + down))
    for row in rows:
        above = one.grid[row - down] if 0 <= row - down < len(one.grid) else ""
        below = other.grid[row] if 0 <= row < len(other.grid) else ""
        shifted = " " * right + above if right >= 0 else above
        under = below if right >= 0 else " " * -right + below
        width = max(len(shifted), len(under))
        pairs.update(zip(shifted.ljust(width), under.ljust(width), strict=True))
    names = _names(pairs)
    apart = sum(number for (a, b), number in pairs.items() if names.get(a, a) != b)
    if apart >= bound:
        return bound
    renamed = Counter[tuple[str, str]]()
    for (path, value), number in one.leaves.items():
        renamed[_renamed_leaf(path, value, names, other.leaves)] += number
    missing = renamed - Counter(other.leaves)
    added = Counter(other.leaves) - renamed
    return min(bound, apart + max(missing.total(), added.total()))


def _names(pairs: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Names matched greedily by how many cells they share. A name that is left over is matched with none."""
    shared = sorted(
        ((number, a, b) for (a, b), number in pairs.items() if a in NAMES and b in NAMES),
        key=lambda one: (-one[0], one[1] != one[2], one[1], one[2]),
    )
    matched: dict[str, str] = {}
    taken: set[str] = set()
    for _, a, b in shared:
        if a not in matched and b not in taken:
            matched[a] = b
            taken.add(b)
    return {a: matched.get(a, "") for (a, _) in pairs if a in NAMES}


def _renamed_leaf(
    path: str, value: str, names: Mapping[str, str], known: Mapping[tuple[str, str], int]
) -> tuple[str, str]:
    """A leaf with a name as the last part of its path, or as its value, read under the matched names.

    A letter may stand for itself, as a side or a direction does: what the other form has is what it is read as.
    """
    head, _, last = path.rpartition(".")
    if len(last) == 1 and last in names:
        path = f"{head}.{names[last]}"
    if (path, value) not in known and len(value) == 3 and value[1] in names:
        value = f'"{names[value[1]]}"'
    return path, value


def neighbours(game: AnyGame, level: Any) -> Iterator[tuple[str, str]]:
    """What was changed and the digest of the normal form, for each valid level that is one change away."""
    normal = game.normal_form(level)
    _, goal = game.print(normal)
    for what, board in islice(game.mutants(normal, 0), MAX_CHANGES):
        try:
            yield what, canon_digest(game, game.parse(board, goal))
        except InvalidLevel:
            continue


def threshold(game: AnyGame, level: Any) -> int:
    """In how many places a level may differ from this one and still be near it."""
    normal = game.normal_form(level)
    board, goal = game.print(normal)
    own = form_of(board, goal)
    ceiling = max(1, own.places // 8)
    changes = (form_of(changed, goal) for _, changed in islice(game.mutants(normal, 0), 32))
    largest = max((places_apart(own, changed, ceiling) for changed in changes), default=1)
    return min(ceiling, max(largest, own.places // 25, 1))


def near(ones: Sequence[Form], other: Form, at_most: int) -> int | None:
    """The fewest places in which any of a level's forms differs from another level's; None where all exceed."""
    least = min((places_apart(one, other, at_most) for one in ones), default=at_most + 1)
    return least if least <= at_most else None
