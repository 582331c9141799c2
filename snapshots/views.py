"""Views: named selections of a snapshot's levels, each with its own count and digest.

`core` and `all` select by track, `after=DATE` the levels first public after a day, `model_cutoff=DATE` those that are
clean for a model: their exposure date, which counts ancestors, twins and source, is known and after the model's cutoff.
A date of a month alone is its last day, so that a level of that month is not taken for clean. A view digest leaves the
snapshot's label and root digest out, so that an unchanged core stays comparable across snapshots.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from games.canonical import Json, digest_of
from snapshots.pin import is_date

__all__ = ["TRACKS", "NoView", "View", "day_of", "view_of"]

TAG = "lpb/view/v1"
#: View name -> the tracks that it takes.
TRACKS: dict[str, tuple[str, ...]] = {"core": ("core",), "all": ("core", "fresh")}
_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])")
Row = Mapping[str, Json]


class NoView(ValueError):
    """A text that names no view."""


@dataclass(frozen=True, slots=True)
class View:
    """A selection: its name, its level ids in the manifest's order, its digest."""

    name: str
    levels: tuple[str, ...]
    digest: str

    @property
    def count(self) -> int:
        return len(self.levels)


def view_of(
    name: str,
    levels: Sequence[Row],
    runtime: str | None,
    rules: Mapping[str, int],
    seeds: Mapping[str, Mapping[str, Sequence[str]]],
) -> View:
    """A view of the `levels[]` rows of a manifest, with its runtime digest, rules and seeds by level id and purpose.

    Raises:
        NoView: no such view, or no such date.
    """
    taken = _selection(name)
    rows = [row for row in levels if taken(row)]
    value = {
        "levels": sorted(str(row["level_digest"]) for row in rows),
        "runtime": runtime,
        # Only the rules that play these levels: a game new to the fresh track must not move the core.
        "rules": {game: rules[game] for game in sorted({str(row["game"]) for row in rows})},
        "seeds": {str(row["level_digest"]): seeds[row["id"]] for row in rows},
    }
    return View(name, tuple(str(row["id"]) for row in rows), digest_of(TAG, value))


def day_of(text: str) -> str:
    """A day of the calendar; a month alone stands for its last day. Raises NoView."""
    if is_date(text):
        return text
    month = _MONTH.fullmatch(text)
    if month is None or month[1] == "0000":
        raise NoView(f"{text[:40]!r} is no day YYYY-MM-DD and no month YYYY-MM")
    return f"{text}-{calendar.monthrange(int(month[1]), int(month[2]))[1]:02d}"


def _selection(name: str) -> Callable[[Row], bool]:
    if name in TRACKS:
        return lambda row: row["track"] in TRACKS[name]
    kind, _, given = name.partition("=")
    if kind not in ("after", "model_cutoff"):
        raise NoView(f"no view {name[:60]!r}; there are core, all, after=DATE and model_cutoff=DATE")
    day = day_of(given)
    key = "first_public" if kind == "after" else "exposure_date"
    return lambda row: row[key] is not None and row[key] > day
