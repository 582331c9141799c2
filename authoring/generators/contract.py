"""What a generator is: how a game's boards begin, how they change, and what makes one a designer's."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.canonical import Json
from solvers.plan import DEFAULT
from validators.outcome import Outcome

__all__ = ["Generator", "Range", "Wanted", "miss", "wanted_from_json"]

#: An inclusive range of whole numbers.
Range = tuple[int, int]


def miss(value: int | None, bounds: Range | None) -> int:
    """How far a value is from a wanted range, 0 inside it or where none is wanted. One that is not known is far."""
    if bounds is None:
        return 0
    if value is None:
        return 999
    return max(bounds[0] - value, value - bounds[1], 0)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The target of a search.

    Attributes:
        optimum: range of the optimum in the game's default metric.
        rows, columns: the board's size; None leaves it to the generator.
        pieces: vehicles, colours, boards or whatever the game counts; None leaves it to the generator.
        walls: range of wall or blocked cells; None leaves it to the generator.
        rule: the goal rule; None is the game's first.
        measures: range of each measure of the generator that is wanted, by name.
        properties: wanted value of each property of the solver, by name (`unique_cover`, `dead_end_free`).
        dead_end_permille: wanted range of dead ends among the reachable states, in thousandths.
        foresight_gap_permille: least foresight gap, in thousandths.
    """

    optimum: Range | None = None
    rows: int | None = None
    columns: int | None = None
    pieces: int | None = None
    walls: Range | None = None
    rule: str | None = None
    measures: Mapping[str, Range] = field(default_factory=dict)
    properties: Mapping[str, bool] = field(default_factory=dict)
    dead_end_permille: Range | None = None
    foresight_gap_permille: int | None = None

    def to_json(self) -> dict[str, Json]:
        """The parameters as a provenance records them; only what is wanted is there."""
        value: dict[str, Json] = {
            "optimum": self.optimum and list(self.optimum),
            "rows": self.rows,
            "columns": self.columns,
            "pieces": self.pieces,
            "walls": self.walls and list(self.walls),
            "rule": self.rule,
            "measures": {name: list(bounds) for name, bounds in sorted(self.measures.items())},
            "properties": dict(sorted(self.properties.items())),
            "dead_end_permille": self.dead_end_permille and list(self.dead_end_permille),
            "foresight_gap_permille": self.foresight_gap_permille,
        }
        return {key: one for key, one in value.items() if one not in (None, {})}


def wanted_from_json(value: Json) -> Wanted:
    """The target in a provenance's parameters."""

    def pair(one: Json) -> Range | None:
        return None if one is None else (one[0], one[1])

    return Wanted(
        pair(value.get("optimum")),
        value.get("rows"),
        value.get("columns"),
        value.get("pieces"),
        pair(value.get("walls")),
        value.get("rule"),
        {name: (low, high) for name, (low, high) in value.get("measures", {}).items()},
        value.get("properties", {}),
        pair(value.get("dead_end_permille")),
        value.get("foresight_gap_permille"),
    )


def _drawn(draft: Any) -> Json:
    return draft


def _unflawed(draft: Any, wanted: Wanted) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Generator:
    """One way to make levels of a game.

    A *draft* is what the search changes: the board JSON itself, or any value from which `board` draws it, such as a
    solved board whose solution the level does not tell.

    Attributes:
        name: `game/way`; the game's name before the slash.
        version: raised when the same seed could give another level.
        begin: random source, target -> a draft to begin with, or None where this draw came to nothing.
        change: random source, draft, target -> a draft one or a few changes away, or None where there is none.
        measures: level, outcome -> the generator's measures by name, those that `Wanted.measures` may speak of.
        faults: level, outcome -> why the board is no designer's: idle parts, noise, a part of the board unused.
            The outcome is of a solvable level.
        steps: changes tried from one beginning before a new one is drawn.
        states, effort: limits of one solve while searching.
        board: draft -> board JSON; by default the draft is the board.
        flaws: draft, target -> how far the draft is from what can be seen without solving it, 0 where nothing is to
            be said against it. A draft with flaws is not solved, so a climb first mends these. Also the place for
            `Wanted.walls` and `Wanted.pieces`, which only the generator can count.
        engine: the engines that solve a board while searching. One named engine whose answer does not depend on a
            library's version keeps a seed's levels the same on every machine.
        measured: the names of the measures; a target that speaks of another is refused. Empty: unchecked.
    """

    name: str
    version: int
    begin: Callable[[random.Random, Wanted], Any | None]
    change: Callable[[random.Random, Any, Wanted], Any | None]
    measures: Callable[[Any, Outcome], Mapping[str, int]]
    faults: Callable[[Any, Outcome], Iterator[str]]
    steps: int = 200
    states: int = 200_000
    effort: int = 20
    board: Callable[[Any], Json] = _drawn
    flaws: Callable[[Any, Wanted], int] = _unflawed
    engine: str = DEFAULT
    measured: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return self.name.partition("/")[0]
