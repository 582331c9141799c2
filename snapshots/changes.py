"""What changed from one snapshot to the next. Format `levelpress/changes@1`, for `changes.json` and `diff`.

Every change has its old and its new value and one plain sentence. A level's value is its `levels[]` row with the
digests of its three files, so nothing about a level can change unseen; applying the changes to the older snapshot's
content gives the newer one's. The bump says what the difference demands: `comparability` where a score could move,
`interface` where the shape of a file did.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from games.canonical import Json
from snapshots.change_sentences import (
    SEED_SCHEME,
    Sentence,
    about_format,
    about_level,
    about_metadata,
    about_objective,
    about_revised,
    about_rules,
    about_runtime,
    about_seeds,
)
from snapshots.layout import SCHEMAS, format_at, paths_of
from snapshots.manifest_index import FileIndex, Rows
from snapshots.seeds import SCHEME

__all__ = [
    "EMPTY",
    "FORMAT",
    "LEVEL_KINDS",
    "Bump",
    "Content",
    "applied",
    "are_changes_between",
    "bump_of",
    "changes_between",
    "content_of",
    "demanded",
    "lazy_changes",
    "level_kind",
]

FORMAT = "levelpress/changes@1"
#: The name under which the list of the fresh track stands among the objectives.
FRESH = "fresh"
#: The members of the document that hold changes of levels, and what is said of each change there.
LEVEL_KINDS: Mapping[str, Sentence] = {
    "added": about_level,
    "removed": about_level,
    "revised": about_revised,
    "metadata_only": about_metadata,
}


@dataclass(frozen=True, slots=True)
class Content:
    """What `diff` compares of a snapshot.

    Attributes:
        label: the snapshot's, None for the emptiness before the first.
        levels: level id -> its row, with `files`: what the digests of its public, certificate and provenance files are.
        seeds: level id -> purpose -> stored seeds; and the scheme where it is not the first, see `SEED_SCHEME`.
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


def content_of(manifest: Mapping[str, Json], objectives: Mapping[str, Json], files: FileIndex | None = None) -> Content:
    """The content of a snapshot, from its root manifest and its `public/objectives.json`.

    What it says of a level is put together when it is asked for. `files` is the manifest's, where the caller has it.
    """
    files = FileIndex(manifest) if files is None else files
    lists: dict[str, Json] = {
        one["id"]: {"game": one["game"], "difficulty": one["difficulty"], "levels": one["levels"]}
        for one in objectives["objectives"]
    }
    if objectives["fresh"]:
        lists[FRESH] = {"game": None, "difficulty": None, "levels": objectives["fresh"]}
    return Content(
        label=manifest["label"],
        levels=_Levels(manifest, files),
        seeds=ChainMap(_scheme(manifest["seed_scheme"]), objectives["seeds"]),
        objectives=lists,
        formats={format_at(path): str(files.digest(path)) for path in files if path.startswith(SCHEMAS)},
        rules=manifest["rules"],
        runtime=manifest["runtime_digest"],
    )


def _scheme(text: str) -> dict[str, Json]:
    """The first scheme names no presentations and is no entry: what was frozen by it keeps its changes."""
    return {} if text == SCHEME else {SEED_SCHEME: text}


class _Levels(Rows):
    """Level id -> its row with the digests of its three files."""

    __slots__ = ("_files",)

    def __init__(self, manifest: Mapping[str, Json], files: FileIndex) -> None:
        super().__init__(manifest)
        self._files = files

    def __getitem__(self, name: str) -> Json:
        row = super().__getitem__(name)
        return {**row, "files": {part: self._files.digest(path) for part, path in paths_of(row)._asdict().items()}}


def changes_between(old: Content, new: Content) -> dict[str, Json]:
    """The `levelpress/changes@1` document from `old` to `new`. Of equal contents it names no change."""
    return {key: list(one) if isinstance(one, _Found) else one for key, one in lazy_changes(old, new).items()}


def are_changes_between(changes: Mapping[str, Json], old: Content, new: Content) -> bool:
    """Whether that is the document of `changes_between`, without making it: one change after the other is compared."""
    wanted, end = lazy_changes(old, new), object()
    return changes.keys() == wanted.keys() and all(
        all(had == want for had, want in zip_longest(changes[key], one, fillvalue=end))
        if isinstance(one, _Found)
        else changes[key] == one
        for key, one in wanted.items()
    )


def lazy_changes(old: Content, new: Content) -> dict[str, Json]:
    """The same document, its lists only to be iterated: each change is made when its turn comes."""
    runtime = None if old.runtime == new.runtime else _change("runtime", old.runtime, new.runtime, about_runtime)
    names = _names(old.levels, new.levels)

    def levels(kind: str, about: Sentence) -> _Found:
        return _Found(
            names,
            old.levels,
            new.levels,
            about,
            lambda before, after: level_kind(before, after) == kind and bool(before != after),
        )

    value: dict[str, Json] = {
        "format": FORMAT,
        "from": old.label,
        "to": new.label,
        "runtime": runtime,
        **{kind: levels(kind, about) for kind, about in LEVEL_KINDS.items()},
        "rules": _differences(old.rules, new.rules, about_rules),
        "seeds": _differences(old.seeds, new.seeds, about_seeds),
        "objectives": _differences(old.objectives, new.objectives, about_objective),
        "formats": _differences(old.formats, new.formats, about_format),
    }
    return {**value, "bump": bump_of(value)}


@dataclass(frozen=True, slots=True)
class _Found:
    """The changes from one mapping to another of the names that are taken, made while they are iterated."""

    names: Sequence[str]
    old: Mapping[str, Json]
    new: Mapping[str, Json]
    about: Sentence
    taken: Callable[[Json, Json], bool]

    def __iter__(self) -> Iterator[Json]:
        triples = ((name, self.old.get(name), self.new.get(name)) for name in self.names)
        return (_change(*one, self.about) for one in triples if self.taken(one[1], one[2]))

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


def bump_of(changes: Mapping[str, Json]) -> dict[str, Json]:
    """The `bump` of a document: what its other members demand."""
    bump = demanded(changes)
    return {"comparability": bump.comparability, "interface": bump.interface}


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
            any(one["new"]["track"] != "fresh" for one in changes["added"])
            or changes["removed"]
            or changes["revised"]
            or changes["runtime"]
            or any(one["old"] is not None for one in changes["rules"])
            or any(one["name"] not in moved for one in changes["seeds"])
            or any(one["name"] != FRESH for one in changes["objectives"])
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
    levels = [one for kind in LEVEL_KINDS for one in changes[kind]]
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


def level_kind(old: Json, new: Json) -> str:
    """Among which of the changes of levels one from `old` to `new` stands, one of LEVEL_KINDS; they are not the same.

    A level is revised where it is another to a player, or is played in another place.
    """
    if old is None or new is None:
        return "added" if old is None else "removed"
    revised = any(old[key] != new[key] for key in ("level_digest", "track", "objective"))
    return "revised" if revised else "metadata_only"


def _names(old: Mapping[str, Json], new: Mapping[str, Json]) -> list[str]:
    return sorted({*old, *new})


def _differences(old: Mapping[str, Json], new: Mapping[str, Json], about: Sentence) -> _Found:
    return _Found(_names(old, new), old, new, about, lambda before, after: bool(before != after))


def _change(name: str, old: Json, new: Json, about: Sentence) -> dict[str, Json]:
    return {"name": name, "old": old, "new": new, "sentence": about(name, old, new)}
