"""One plain sentence for each change from one snapshot to the next."""

from __future__ import annotations

from collections.abc import Callable

from games.canonical import Json
from snapshots.seeds import SCHEME

__all__ = [
    "SEED_SCHEME",
    "Sentence",
    "about_format",
    "about_level",
    "about_metadata",
    "about_objective",
    "about_revised",
    "about_rules",
    "about_runtime",
    "about_seeds",
]

#: The name under which the scheme of seeds stands among them, where it is more than the seeds' own: by it a seed that
#: stays the same shows a level otherwise.
SEED_SCHEME = "seed_scheme"
#: Name, old and new value -> one plain sentence.
Sentence = Callable[[str, Json, Json], str]


def _sentences(added: str, removed: str, changed: str) -> Sentence:
    """One sentence for what is added, removed, changed."""

    def about(name: str, old: Json, new: Json) -> str:
        text = added if old is None else removed if new is None else changed
        return text.format(name=name, old=old, new=new)

    return about


about_level = _sentences("The level {name} is added.", "The level {name} is removed.", "The level {name} changes.")
about_runtime = _sentences("A runtime is added.", "The runtime is removed.", "The runtime is another build.")
about_rules = _sentences(
    "The game {name} is added with version {new} of its rules.",
    "The game {name} is removed.",
    "The rules of {name} go from version {old} to {new}.",
)
_about_level_seeds = _sentences(
    "{name} gets its seeds.", "The seeds of {name} are removed.", "The seeds of {name} are others."
)
about_objective = _sentences(
    "The list {name} is added.", "The list {name} is removed.", "The list {name} has other levels or another order."
)
about_format = _sentences(
    "Files of the format {name} are added.", "Files of the format {name} are gone.", "The format {name} changes."
)


def about_seeds(name: str, old: Json, new: Json) -> str:
    if name == SEED_SCHEME:
        return f"A seed shows a level by the scheme {new or SCHEME}."
    return _about_level_seeds(name, old, new)


def about_revised(name: str, old: Json, new: Json) -> str:
    told = []
    if old["level_digest"] != new["level_digest"]:
        told.append(f"has another board, goal or rules, revision {old['revision']} to {new['revision']}")
    if old["track"] != new["track"]:
        told.append(f"moves from the track {old['track']} to {new['track']}")
    if old["objective"] != new["objective"]:
        told.append(f"moves from {old['objective'] or 'no objective'} to {new['objective'] or 'no objective'}")
    return f"The level {name} {' and '.join(told)}."


def about_metadata(name: str, old: Json, new: Json) -> str:
    keys = sorted(key for key in old if key != "files" and old[key] != new[key])
    files = sorted(key for key in old["files"] if old["files"][key] != new["files"][key])
    told = [", ".join(keys)] if keys else []
    told += [f"its {' and '.join(files)} file{'s' if len(files) > 1 else ''}"] if files else []
    return f"The level {name} plays as before; what is said about it changes: {'; '.join(told)}."
