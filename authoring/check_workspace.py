"""What `check` finds between the levels of a workspace: objectives, lifecycle, files in the wrong place."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from authoring.check_run import Checked
from authoring.folder_files import files_below, is_missing
from authoring.run_findings import UNREADABLE
from catalogue.document import Unreadable, form_faults, read_bytes
from catalogue.objective_faults import (
    MISPLACED,
    STRAY,
    KnownLevel,
    count_faults,
    lifecycle_faults,
    objective_faults,
    order_faults,
)
from catalogue.workspace import Workspace
from games.contract import InvalidLevel
from games.finding import Finding

__all__ = ["check_workspace"]


def check_workspace(place: Workspace, checked: Sequence[Checked]) -> Iterator[Finding]:
    """What is wrong between the levels of a workspace: objectives, lifecycle, files in the wrong place."""
    try:
        objectives = place.read_objectives()
        path = place.lifecycle_path
        lifecycle = place.read_lifecycle()
    except InvalidLevel as error:
        yield from error.findings
        return
    except Unreadable as error:
        yield UNREADABLE.at(str(error)).about(file=str(error).partition(": ")[0])
        return
    for path, value in ((place.objectives_path, objectives.to_json()), (place.lifecycle_path, lifecycle.to_json())):
        if path.exists():
            yield from (fault.about(file=str(path)) for fault in form_faults(value, read_bytes(path)))
    known = [level for level in (_known(place, one) for one in checked) if level is not None]
    files = {one.id: str(one.path) for one in known}
    right = {level.id: level for level in known if level.placed_right}
    unread = _unread(place, checked, {*lifecycle.levels, *objectives.listed(), *objectives.fresh} - set(right))
    for finding in (
        *objective_faults(objectives, lifecycle, right, unread),
        *count_faults(objectives),
        *order_faults(objectives, right),
    ):
        yield finding.about(file=str(place.objectives_path))
    for finding in lifecycle_faults(objectives, lifecycle, right, unread):
        yield finding.about(file=files.get(finding.level or "", str(place.lifecycle_path)))
    yield from _misplaced(place, checked)
    yield from _stray(place, {*right, *unread, *lifecycle.levels})


def _unread(place: Workspace, checked: Sequence[Checked], named: Collection[str]) -> frozenset[str]:
    """The levels whose file is there, or may be there, but gave no record: an error already, and nothing follows.

    A file that was read and bears another id is not among them.
    """
    levels = [one.subject.level for one in checked]
    read = {level.path for level in levels if level.record is not None}
    files = {Path(level.name).stem for level in levels if level.record is None}
    return frozenset(
        level_id
        for level_id in {*named, *files}
        if (path := _path_of(place.level_path, level_id)) is not None and path not in read and not is_missing(path)
    )


def _path_of(place: Callable[[str], Path], level_id: str) -> Path | None:
    """A path of the workspace; None for an id that is of no game."""
    try:
        return place(level_id)
    except KeyError:
        return None


def _misplaced(place: Workspace, checked: Sequence[Checked]) -> Iterator[Finding]:
    """Level files that lie where no level of their id lies."""
    for one in checked:
        record, path = one.subject.level.record, one.subject.level.path
        if record is None or path is None or not one.subject.in_catalogue:
            continue
        if record.id is None or path.resolve() != place.level_path(record.id).resolve():
            yield MISPLACED.at(f"the level's id is {record.id}").about(level=record.id, file=str(path))


def _stray(place: Workspace, levels: Collection[str]) -> Iterator[Finding]:
    """Files among the certificates that are no level's; a level whose file is lost or broken keeps its proof."""
    wanted = {_path_of(place.certificate_path, level_id) for level_id in levels}
    for one in files_below(place.certificates, hidden=True):
        if one.path in wanted:
            continue
        if one.fault is not None:
            yield UNREADABLE.at(f"{one.path}: {one.fault}").about(file=str(one.path))
        else:
            yield STRAY.at("no level has its certificate here").about(file=str(one.path))


def _known(place: Workspace, checked: Checked) -> KnownLevel | None:
    record, path = checked.subject.level.record, checked.subject.level.path
    if record is None or record.id is None or path is None or not checked.subject.in_catalogue:
        return None
    right = path.resolve() == place.level_path(record.id).resolve()
    return KnownLevel(
        record.id,
        right,
        record.game.name,
        record.digest,
        record.canary,
        checked.optimum,
        path,
        proof_read=checked.certificate is not None,
    )
