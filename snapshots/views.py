"""Views: named selections of a snapshot's levels, each with its own count and digest.

A view digest leaves the snapshot's label and root digest out, so that an unchanged core stays comparable across
snapshots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.canonical import Json, digest_of
from snapshots.seeds import frozen_seeds

__all__ = ["VIEWS", "View", "view_of"]

TAG = "lpb/view/v1"
#: View name -> the tracks that it takes.
VIEWS: dict[str, tuple[str, ...]] = {"core": ("core",), "all": ("core", "fresh")}


@dataclass(frozen=True, slots=True)
class View:
    """A selection: its name, its level ids in the manifest's order, its digest."""

    name: str
    levels: tuple[str, ...]
    digest: str


def view_of(name: str, levels: Sequence[Mapping[str, Json]], runtime: str | None, rules: Mapping[str, int]) -> View:
    """The view `core` or `all` of the `levels[]` rows of a manifest, with its runtime digest and rules.

    Raises:
        KeyError: no such view.
    """
    rows = [row for row in levels if row["track"] in VIEWS[name]]
    digests = sorted(str(row["level_digest"]) for row in rows)
    value = {
        "levels": digests,
        "runtime": runtime,
        # Only the rules that play these levels: a game new to the fresh track must not move the core.
        "rules": {game: rules[game] for game in sorted({str(row["game"]) for row in rows})},
        "seeds": {digest: frozen_seeds(digest) for digest in digests},
    }
    return View(name, tuple(str(row["id"]) for row in rows), digest_of(TAG, value))
