"""What changed from one snapshot to the next. Format `levelpress/changes@1`, for `changes.json` and `diff`.

Every change has its old and its new value and one plain sentence. A level's value is its `levels[]` row, so that
applying the changes to the older manifest gives the newer one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.canonical import Json

__all__ = ["FORMAT", "first_changes"]

FORMAT = "levelpress/changes@1"


def first_changes(
    label: str, levels: Iterable[Mapping[str, Json]], runtime: str | None, rules: Mapping[str, int]
) -> dict[str, Json]:
    """The changes of a snapshot without a parent: everything in it is added, and no bump is demanded."""
    added = [_change(row["id"], None, dict(row), f"The level {row['id']} is added.") for row in levels]
    games = [
        _change(name, None, version, f"The game {name} is added with version {version} of its rules.")
        for name, version in sorted(rules.items())
    ]
    return {
        "format": FORMAT,
        "from": None,
        "to": label,
        "added": added,
        "removed": [],
        "revised": [],
        "metadata_only": [],
        "runtime": None if runtime is None else _change("runtime", None, runtime, "A runtime is added."),
        "rules": games,
        "seeds": [],
        "bump": {"comparability": False, "interface": False},
    }


def _change(name: Json, old: Json, new: Json, sentence: str) -> dict[str, Json]:
    return {"name": name, "old": old, "new": new, "sentence": sentence}
