"""Objectives and lifecycle held against the levels that there are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from catalogue.lifecycle import Lifecycle
from catalogue.objectives import Objective, Objectives
from games.finding import Finding, FindingKind
from games.registry import game_names

__all__ = [
    "FINDINGS",
    "NO_FILE",
    "KnownLevel",
    "count_faults",
    "lifecycle_faults",
    "objective_faults",
    "order_faults",
    "range_faults",
]

UNKNOWN_LEVEL = FindingKind(
    "objective/unknown-level", "An objective lists a level that the catalogue does not have.", "Correct the id."
)
OTHER_GAME = FindingKind("objective/other-game", "An objective lists a level of another game.", "Move the level.")
LISTED_TWICE = FindingKind("objective/listed-twice", "A level is listed twice.", "List it once.")
RETIRED = FindingKind("objective/retired", "An objective lists a retired level.", "Take it off the list.")
UNKNOWN_GAME = FindingKind("objective/game", "An objective is of a game that there is not.", "Correct the game's name.")
REPEATED = FindingKind("objective/repeated", "Two objectives have the same id.", "Rename one.")
OUT_OF_RANGE = FindingKind(
    "objective/out-of-range",
    "A level's measure lies outside its objective's range, or is not known.",
    "Move the level to an objective that it fits.",
)
COUNT = FindingKind(
    "objective/count",
    "An objective lists another number of levels than it demands.",
    "Add or retire levels until the count is right.",
    severity="note",
)
FALLS = FindingKind(
    "objective/falls",
    "A level is easier than the one before it in its objective: fewer moves are needed.",
    "Order the levels with `catalogue order`.",
    severity="note",
)
NOT_LISTED = FindingKind(
    "lifecycle/not-listed", "A level file has no entry in catalogue/state.json.", "Add levels with `catalogue add`."
)
NO_FILE = FindingKind("lifecycle/no-file", "catalogue/state.json names a level that has no file.", "Restore the file.")
EDITED = FindingKind(
    "lifecycle/released-edited",
    "A released level was edited: its board, goal or rules differ from those at its release.",
    "Restore it, retire it, and add the change as a new level.",
)
MISPLACED = FindingKind(
    "lifecycle/misplaced",
    "A level file's name is not the level's id, or it lies in another game's folder.",
    "Move the file to catalogue/levels/<game>/<id>.json.",
)
STRAY = FindingKind(
    "certificate/stray", "A file among the certificates is no certificate of a level.", "Take the file away."
)
CANARY = FindingKind(
    "level/canary", "A level of the catalogue does not carry the workspace's canary.", "Copy it from objectives.json."
)
FINDINGS = (
    UNKNOWN_LEVEL,
    OTHER_GAME,
    LISTED_TWICE,
    RETIRED,
    UNKNOWN_GAME,
    REPEATED,
    OUT_OF_RANGE,
    COUNT,
    FALLS,
    NOT_LISTED,
    NO_FILE,
    EDITED,
    MISPLACED,
    STRAY,
    CANARY,
)


@dataclass(frozen=True, slots=True)
class KnownLevel:
    """What objectives and lifecycle are held against: a level file's id, place, game, digest, canary, optimum.

    `proof_read` is False where the certificate is missing or cannot be read: an error of its own, and then nobody
    knows whether the level lies in its objective's range.
    """

    id: str
    placed_right: bool
    game: str
    level_digest: str
    canary: str | None
    optimum: int | None
    path: Path | None = None
    proof_read: bool = True


def objective_faults(
    objectives: Objectives, lifecycle: Lifecycle, known: Mapping[str, KnownLevel], unread: Collection[str] = ()
) -> Iterator[Finding]:
    """Faults of objectives.json.

    A level that the lifecycle has is no unknown one: where its file is missing, `lifecycle_faults` says so, and where
    it is there but cannot be read (`unread`), the reader did.
    """
    has = {*known, *lifecycle.levels, *unread}
    seen: set[str] = set()
    for objective in objectives.objectives:
        if objective.game not in game_names():
            yield UNKNOWN_GAME.at(f"no game {objective.game!r}", objective.id)
        if sum(one.id == objective.id for one in objectives.objectives) > 1:
            yield REPEATED.at("the id occurs more than once", objective.id)
        for level_id in objective.levels:
            level = known.get(level_id)
            if level is None:
                if level_id not in has:
                    yield UNKNOWN_LEVEL.at(f"no level {level_id}", objective.id)
            elif level.game != objective.game:
                yield OTHER_GAME.at(f"{level_id} is of {level.game}", objective.id)
            elif level.proof_read:
                yield from range_faults(objective, level)
    for level_id in objectives.listed():
        if level_id in seen:
            yield LISTED_TWICE.at(f"{level_id} is listed twice").about(level=level_id)
        seen.add(level_id)
        standing = lifecycle.levels.get(level_id)
        if standing is not None and standing.state == "retired":
            yield RETIRED.at(f"{level_id} is retired").about(level=level_id)
    for level_id in objectives.fresh:
        if level_id not in has:
            yield UNKNOWN_LEVEL.at(f"no level {level_id}", "fresh")


def range_faults(objective: Objective, level: KnownLevel) -> Iterator[Finding]:
    """Whether a level lies in its objective's range; a measure that is not known does not."""
    for measure, (low, high) in objective.range.items():
        value = level.optimum if measure == "optimum" else None
        if value is None or not low <= value <= high:
            text = f"{measure} {value if value is not None else 'unknown'}, wanted {low} to {high}"
            yield OUT_OF_RANGE.at(text, objective.id).about(level=level.id)


def count_faults(objectives: Objectives) -> Iterator[Finding]:
    """Objectives that are not full, or too full. A note in a check; a freeze refuses it."""
    for objective in objectives.objectives:
        if len(objective.levels) != objective.count:
            yield COUNT.at(f"{len(objective.levels)} levels listed, {objective.count} demanded", objective.id)


def order_faults(objectives: Objectives, known: Mapping[str, KnownLevel]) -> Iterator[Finding]:
    """Levels that need fewer moves than the one played before them. A note: a maintainer may mean it so."""
    for objective in objectives.objectives:
        optima = [(one, known[one].optimum) for one in objective.levels if one in known]
        for (before, more), (level_id, fewer) in pairwise(optima):
            if more is not None and fewer is not None and fewer < more:
                yield FALLS.at(f"optimum {fewer} after {before} with {more}", objective.id).about(level=level_id)


def lifecycle_faults(
    objectives: Objectives, lifecycle: Lifecycle, known: Mapping[str, KnownLevel], unread: Collection[str] = ()
) -> Iterator[Finding]:
    """Faults between catalogue/state.json and the level files; those in `unread` are there but cannot be read."""
    for level_id, level in sorted(known.items()):
        standing = lifecycle.levels.get(level_id)
        if standing is None:
            yield NOT_LISTED.at("no entry").about(level=level_id)
        elif standing.released_digest not in (None, level.level_digest):
            yield EDITED.at(f"released as {standing.released_digest}").about(level=level_id)
        if level.canary != objectives.canary:
            yield CANARY.at(f"its canary is {level.canary!r}").about(level=level_id)
    for level_id in sorted(set(lifecycle.levels) - set(known) - set(unread)):
        yield NO_FILE.at(f"no file for {level_id}").about(level=level_id)
