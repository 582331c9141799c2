"""Duplicates among the levels of one `check`, and with the workspace's catalogue."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

from authoring.check_run import Checked
from catalogue.document import Unreadable
from catalogue.duplicate_search import DuplicateSearch, Entrant
from catalogue.level_record import LevelRecord
from catalogue.workspace import Workspace, read_level
from games.contract import InvalidLevel
from games.finding import Finding
from validators.duplicates import Fingerprint, duplicate_finding, duplicates
from validators.plays_same import profile_of

__all__ = ["check_duplicates", "retired_levels"]


def check_duplicates(checked: Sequence[Checked], place: Workspace | None) -> Iterator[Finding]:
    """Duplicates among the levels, and with the workspace's catalogue where they are not of it.

    A retired level is out of play, so nothing repeats it. Tier D2 is held where the certificates have the levels'
    layers, so that levels are enumerated only where these agree; `catalogue promote` and `dedupe` hold it for all.
    """
    retired = retired_levels(place)
    subjects = [one.subject for one in checked]
    in_play = [
        one
        for one in checked
        if one.subject.level.record is not None
        and not (one.subject.in_catalogue and one.subject.level.record.id in retired)
    ]
    given = [(one.subject.level.name, one.subject.level.path, one.subject.level.record) for one in in_play]
    earlier: list[tuple[str, Path | None, LevelRecord | None]] = []
    if place is not None and not all(subject.in_catalogue for subject in subjects):
        earlier = list(_others(place, retired, {os.path.realpath(path) for _, path, _ in given if path is not None}))
    # A copy of a level's file bears its id, so the number in this list tells them apart.
    levels = [*earlier, *given]
    names = {f"{number}": (name, path) for number, (name, path, _) in enumerate(levels)}
    prints = (
        Fingerprint(f"{number}", one.digest, one.canon) for number, (_, _, one) in enumerate(levels) if one is not None
    )
    for found in duplicates(prints):
        name, path = names[found.b]
        first, first_path = names[found.a]
        shown = first if first != name else str(first_path)
        yield duplicate_finding(found.tier, shown).about(level=name, file=str(path) if path is not None else None)
    yield from _same_plays(in_play)


def _others(
    place: Workspace, retired: frozenset[str], given: set[str]
) -> Iterator[tuple[str, Path | None, LevelRecord | None]]:
    for level_id in place.level_ids():
        file = place.level_path(level_id)
        if level_id not in retired and os.path.realpath(file) not in given:
            try:
                yield level_id, file, read_level(file)
            except (InvalidLevel, Unreadable):
                continue  # a broken catalogue level is a finding of its own when the catalogue is checked


def _same_plays(checked: Sequence[Checked]) -> Iterator[Finding]:
    alike: dict[tuple[str, tuple[int, ...]], list[Entrant]] = {}
    for one in checked:
        level, certificate = one.subject.level, one.certificate
        if level.record is None or certificate is None or certificate.level_digest != level.record.digest:
            continue
        entrant = Entrant(str(level.path or level.name), level.record, certificate, level.path)
        layers = profile_of(certificate, entrant.solver, level.record.level).layers
        if layers is not None:
            alike.setdefault((level.record.game.name, layers), []).append(entrant)
    search = DuplicateSearch()
    for group in alike.values():
        for one_entrant, other in combinations(group, 2):
            for pair in search.pair(one_entrant, other, ("D2",)):
                about = other.record.id or pair.b
                shown = one_entrant.record.id or pair.a
                yield duplicate_finding(pair.tier, shown).about(level=about, file=str(other.path or pair.b))


def retired_levels(place: Workspace | None) -> frozenset[str]:
    """The ids of a workspace's retired levels; none where its lifecycle cannot be read."""
    try:
        levels = place.read_lifecycle().levels if place is not None else {}
    except (InvalidLevel, Unreadable):
        return frozenset()  # a finding of its own when the workspace is checked
    return frozenset(level_id for level_id, standing in levels.items() if standing.state == "retired")
