"""What changed from one snapshot to the next. Format `levelpress/changes@1`, for `changes.json` and `diff`.

Every change has its old and its new value and one plain sentence. A level's value is its `levels[]` row with the
digests of its three files, so nothing about a level can change unseen; applying the changes to the older snapshot's
content gives the newer one's. The bump says what the difference demands: `comparability` where a score could move,
`interface` where the shape of a file did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from games.canonical import Json
from snapshots.layout import SCHEMAS, format_at

__all__ = ["EMPTY", "FORMAT", "Bump", "Content", "applied", "changes_between", "content_of", "demanded"]

FORMAT = "levelpress/changes@1"
#: The name under which the list of the fresh track stands among the objectives.
FRESH = "fresh"
#: Name, old and new value -> one plain sentence.
_Sentence = Callable[[str, Json, Json], str]


@dataclass(frozen=True, slots=True)
class Content:
    """What `diff` compares of a snapshot.

    Attributes:
        label: the snapshot's, None for the emptiness before the first.
        levels: level id -> its row, with `files`: what the digests of its public, certificate and provenance files are.
        seeds: level id -> purpose -> stored seeds.
        objectives: objective id -> {game, difficulty, levels}; `fresh` -> the list of the fresh track.
        formats: format -> digest of its schema.
        rules: game -> version. runtime: the runtime digest or None.
    """

    label: str | None
    levels: Mapping[str, Json]
    seeds: Mapping[str, Json]
    objectives: Mapping[str, Json]
    formats: Mapping[str, str]
    rules: Mapping[str, int]
    runtime: str | None


EMPTY = Content(None, {}, {}, {}, {}, {}, None)


@dataclass(frozen=True, slots=True)
class Bump:
    """Which of the two numbers a difference demands to rise."""

    comparability: bool
    interface: bool


def content_of(manifest: Mapping[str, Json], objectives: Mapping[str, Json]) -> Content:
    """The content of a snapshot, from its root manifest and its `public/objectives.json`."""
    digests = {one["path"]: one["digest"] for one in manifest["files"]}
    lists: dict[str, Json] = {
        one["id"]: {"game": one["game"], "difficulty": one["difficulty"], "levels": one["levels"]}
        for one in objectives["objectives"]
    }
    if objectives["fresh"]:
        lists[FRESH] = {"game": None, "difficulty": None, "levels": objectives["fresh"]}
    return Content(
        label=manifest["label"],
        levels={row["id"]: {**row, "files": _level_files(row, digests)} for row in manifest["levels"]},
        seeds=objectives["seeds"],
        objectives=lists,
        formats={format_at(path): digest for path, digest in digests.items() if path.startswith(SCHEMAS)},
        rules=manifest["rules"],
        runtime=manifest["runtime_digest"],
    )


def _level_files(row: Mapping[str, Json], digests: Mapping[str, str]) -> dict[str, Json]:
    return {
        "public": digests.get(f"public/levels/{row['game']}/{row['id']}.json"),
        "certificate": digests.get(f"private/certificates/{row['id']}.json"),
        "provenance": digests.get(f"private/provenance/{row['id']}.json"),
    }


def changes_between(old: Content, new: Content) -> dict[str, Json]:
    """The `levelpress/changes@1` document from `old` to `new`. Of equal contents it names no change."""
    levels = [(name, old.levels.get(name), new.levels.get(name)) for name in _names(old.levels, new.levels)]
    runtime = None if old.runtime == new.runtime else _change("runtime", old.runtime, new.runtime, _about_runtime)
    value: dict[str, Json] = {
        "format": FORMAT,
        "from": old.label,
        "to": new.label,
        "added": [_change(*one, _about_level) for one in levels if one[1] is None],
        "removed": [_change(*one, _about_level) for one in levels if one[2] is None],
        "revised": [_change(*one, _about_revised) for one in levels if _revised(one[1], one[2])],
        "metadata_only": [
            _change(*one, _about_metadata)
            for one in levels
            if one[1] and one[2] and one[1] != one[2] and not _revised(one[1], one[2])
        ],
        "runtime": runtime,
        "rules": _differences(old.rules, new.rules, _about_rules),
        "seeds": _differences(old.seeds, new.seeds, _about_seeds),
        "objectives": _differences(old.objectives, new.objectives, _about_objective),
        "formats": _differences(old.formats, new.formats, _about_format),
    }
    bump = demanded(value)
    return value | {"bump": {"comparability": bump.comparability, "interface": bump.interface}}


def demanded(changes: Mapping[str, Json]) -> Bump:
    """The bump that a difference demands. Against the emptiness before the first snapshot, none.

    A score could move with a core level, with a level that is gone or another, with the rules of a game that stays,
    with other seeds of the same level, with the objectives and their order, with the runtime. Levels added to the fresh
    track alone, and what is said about a level, move none.
    """
    if changes["from"] is None or changes["to"] is None:
        return Bump(False, False)
    moved = {one["name"] for kind in ("added", "removed", "revised") for one in changes[kind]}
    return Bump(
        comparability=bool(
            [one for one in changes["added"] if one["new"]["track"] != "fresh"]
            or changes["removed"]
            or changes["revised"]
            or changes["runtime"]
            or [one for one in changes["rules"] if one["old"] is not None]
            or [one for one in changes["seeds"] if one["name"] not in moved]
            or [one for one in changes["objectives"] if one["name"] != FRESH]
        ),
        interface=bool(changes["formats"]),
    )


def applied(old: Content, changes: Mapping[str, Json]) -> Content:
    """The content that the changes lead to from `old`.

    Raises:
        ValueError: the changes do not start from `old`.
    """
    if changes["from"] != old.label:
        raise ValueError(f"the changes start from {changes['from']}, not from {old.label}")
    levels = [*changes["added"], *changes["removed"], *changes["revised"], *changes["metadata_only"]]
    runtime = changes["runtime"]
    if runtime is not None and runtime["old"] != old.runtime:
        raise ValueError("the changes start from another runtime")
    return replace(
        old,
        label=changes["to"],
        levels=_with(old.levels, levels),
        seeds=_with(old.seeds, changes["seeds"]),
        objectives=_with(old.objectives, changes["objectives"]),
        formats=_with(old.formats, changes["formats"]),
        rules=_with(old.rules, changes["rules"]),
        runtime=old.runtime if runtime is None else runtime["new"],
    )


def _with(old: Mapping[str, Json], changes: list[Json]) -> dict[str, Json]:
    value = dict(old)
    for one in changes:
        if value.get(one["name"]) != one["old"]:
            raise ValueError(f"the changes start from another {one['name']}")
        value[one["name"]] = one["new"]
    return {name: value[name] for name in sorted(value) if value[name] is not None}


def _revised(old: Json, new: Json) -> bool:
    """Whether a level is another to a player, or is played in another place."""
    return bool(old and new and any(old[key] != new[key] for key in ("level_digest", "track", "objective")))


def _names(old: Mapping[str, Json], new: Mapping[str, Json]) -> list[str]:
    return sorted({*old, *new})


def _differences(old: Mapping[str, Json], new: Mapping[str, Json], about: _Sentence) -> list[Json]:
    pairs = [(name, old.get(name), new.get(name)) for name in _names(old, new)]
    return [_change(*one, about) for one in pairs if one[1] != one[2]]


def _sentences(added: str, removed: str, changed: str) -> _Sentence:
    """One sentence for what is added, removed, changed."""

    def about(name: str, old: Json, new: Json) -> str:
        text = added if old is None else removed if new is None else changed
        return text.format(name=name, old=old, new=new)

    return about


_about_level = _sentences("The level {name} is added.", "The level {name} is removed.", "The level {name} changes.")
_about_runtime = _sentences("A runtime is added.", "The runtime is removed.", "The runtime is another build.")
_about_rules = _sentences(
    "The game {name} is added with version {new} of its rules.",
    "The game {name} is removed.",
    "The rules of {name} go from version {old} to {new}.",
)
_about_seeds = _sentences(
    "{name} gets its seeds.", "The seeds of {name} are removed.", "The seeds of {name} are others."
)
_about_objective = _sentences(
    "The list {name} is added.", "The list {name} is removed.", "The list {name} has other levels or another order."
)
_about_format = _sentences(
    "Files of the format {name} are added.", "Files of the format {name} are gone.", "The format {name} changes."
)


def _about_revised(name: str, old: Json, new: Json) -> str:
    told = []
    if old["level_digest"] != new["level_digest"]:
        told.append(f"has another board, goal or rules, revision {old['revision']} to {new['revision']}")
    if old["track"] != new["track"]:
        told.append(f"moves from the track {old['track']} to {new['track']}")
    if old["objective"] != new["objective"]:
        told.append(f"moves from {old['objective'] or 'no objective'} to {new['objective'] or 'no objective'}")
    return f"The level {name} {' and '.join(told)}."


def _about_metadata(name: str, old: Json, new: Json) -> str:
    keys = sorted(key for key in old if key != "files" and old[key] != new[key])
    files = sorted(key for key in old["files"] if old["files"][key] != new["files"][key])
    told = [", ".join(keys)] if keys else []
    told += [f"its {' and '.join(files)} file{'s' if len(files) > 1 else ''}"] if files else []
    return f"The level {name} plays as before; what is said about it changes: {'; '.join(told)}."


def _change(name: str, old: Json, new: Json, about: _Sentence) -> dict[str, Json]:
    return {"name": name, "old": old, "new": new, "sentence": about(name, old, new)}
