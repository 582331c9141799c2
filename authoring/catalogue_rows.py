"""The rows of `catalogue list`: every level that the lifecycle has, also one whose file is lost or broken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from authoring.folder_files import is_missing
from authoring.paths import shown_path
from catalogue.document import Unreadable
from catalogue.lifecycle import Lifecycle
from catalogue.objective_faults import NO_FILE
from catalogue.objectives import Objectives
from catalogue.workspace import Workspace, read_level
from games.canonical import Json
from games.contract import InvalidLevel
from games.finding import Finding
from games.registry import game_with_prefix

__all__ = ["Row", "catalogue_rows"]


@dataclass(frozen=True, slots=True)
class Row:
    """One level of the list, and what is wrong with its file.

    Of a level without a readable file, the title and the digest are null; `mark` says in a word or two what is wrong,
    `unread` in a line why the file cannot be read, where it is there.
    """

    values: dict[str, Json]
    mark: str = ""
    findings: tuple[Finding, ...] = ()
    unread: str | None = None


def catalogue_rows(place: Workspace, lifecycle: Lifecycle, objectives: Objectives, state: str | None) -> Iterator[Row]:
    """The levels of the lifecycle in that state, or of any with None, by id."""
    for level_id, standing in sorted(lifecycle.levels.items()):
        if state in (None, standing.state):
            yield _row(place, level_id, standing.state, objectives.objective_of(level_id))


def _row(place: Workspace, level_id: str, state: str | None, objective: str | None) -> Row:
    values: dict[str, Json] = {
        "id": level_id,
        "game": game_with_prefix(level_id.partition("-")[0]),
        "state": state,
        "objective": objective,
        "title": None,
        "level_digest": None,
    }
    certificate = place.certificate(level_id)
    values["optimum"] = certificate.optimum if certificate is not None else None
    values["evidence"] = certificate.evidence if certificate is not None else None
    try:
        path = place.level_path(level_id)
    except KeyError:  # an id of no game has no place for a file
        return Row(values, "no file", (_no_file(place, level_id),))
    if is_missing(path):
        return Row(values, "no file", (_no_file(place, level_id),))
    try:
        record = read_level(path)
    except Unreadable as error:
        return Row(values, "unreadable", unread=str(error))
    except InvalidLevel as error:
        return Row(values, "invalid", tuple(one.about(level=level_id) for one in error.findings))
    return Row(values | {"game": record.game.name, "title": record.title, "level_digest": record.digest})


def _no_file(place: Workspace, level_id: str) -> Finding:
    return NO_FILE.at(f"no file for {level_id}").about(level=level_id, file=shown_path(place.lifecycle_path))
