"""One run of `check`: levels and certificates in parallel, then duplicates, objectives and lifecycle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.level_inputs import LevelInput
from authoring.paths import certificate_beside
from authoring.run_findings import CRASH, NO_LEVELS, UNREADABLE
from authoring.worker import Done, Task, run_tasks
from catalogue.document import Unreadable, form_faults, read_bytes
from catalogue.level_check import CertificateReport, check_certificate
from catalogue.level_record import LevelRecord
from catalogue.objective_faults import KnownLevel, count_faults, lifecycle_faults, objective_faults
from catalogue.workspace import Workspace, read_level
from games.canonical import Json, canonical_bytes
from games.contract import InvalidLevel
from games.finding import Finding
from solvers.contract import Report
from validators.duplicates import Fingerprint, duplicate_faults

__all__ = ["Checked", "Subject", "check_duplicates", "check_subjects", "check_workspace", "subjects_of"]

#: Below this many levels, starting processes costs more than they save.
FEW = 24


@dataclass(frozen=True, slots=True)
class Subject:
    """One level to be checked, and where its certificate is."""

    level: LevelInput
    certificate: Path
    in_catalogue: bool


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one level: the findings, its certified optimum, whether there is a certificate."""

    subject: Subject
    findings: tuple[Finding, ...]
    optimum: int | None
    certified: bool


def subjects_of(inputs: Sequence[LevelInput], place: Workspace | None) -> tuple[Subject, ...]:
    """The levels with their certificates: a catalogue level's in its own folder, any other's beside it."""
    return tuple(_subject(one, place) for one in inputs)


def _subject(one: LevelInput, place: Workspace | None) -> Subject:
    record, path = one.record, one.path or Path(one.name or "-")
    shelf = None if place is None else (place.root / "catalogue" / "levels").resolve()
    if place is not None and shelf is not None and record is not None and path.resolve().is_relative_to(shelf):
        return Subject(one, place.certificate_path(record.id or path.stem), True)
    return Subject(one, certificate_beside(path, one.name), False)


def check_subjects(subjects: Sequence[Subject], jobs: int, on_done: Callable[[int], None]) -> tuple[Checked, ...]:
    """Each level's findings in the order of the subjects, whatever `jobs` is."""
    valid = [subject for subject in subjects if subject.level.record is not None]
    reports = _reports(valid, jobs if len(valid) >= FEW else 1, on_done)
    return tuple(_checked(subject, reports) for subject in subjects)


def _checked(subject: Subject, reports: Iterator[CertificateReport | Finding]) -> Checked:
    one = subject.level
    if one.unreadable:
        return Checked(subject, (UNREADABLE.at(one.unreadable).about(file=one.name),), None, False)
    if one.nothing:
        return Checked(subject, (NO_LEVELS.at(f"no level at {one.name}"),), None, False)
    if one.record is None:
        return Checked(subject, one.findings, None, False)
    report = next(reports)
    findings = list(_form(subject))
    if isinstance(report, Finding):
        return Checked(subject, tuple(_named(one, [*findings, report])), None, False)
    findings += report.findings
    certificate = report.certificate
    optimum = certificate.optimum if certificate is not None else None
    return Checked(subject, tuple(_named(one, findings)), optimum, certificate is not None)


def _named(one: LevelInput, findings: Sequence[Finding]) -> Iterator[Finding]:
    file = str(one.path) if one.path is not None else one.name
    return (finding.about(level=one.name, file=file) for finding in findings)


def _form(subject: Subject) -> Iterator[Finding]:
    """Files of the catalogue have one form; a level from elsewhere may look as it likes."""
    one = subject.level
    if subject.in_catalogue and one.path is not None and one.record is not None:
        yield from form_faults(one.record.to_json(), read_bytes(one.path))


def _reports(
    subjects: Sequence[Subject], jobs: int, on_done: Callable[[int], None]
) -> Iterator[CertificateReport | Finding]:
    if jobs == 1:
        for number, subject in enumerate(subjects, 1):
            assert subject.level.record is not None
            yield check_certificate(subject.level.record, subject.certificate, in_catalogue=subject.in_catalogue)
            on_done(number)
        return
    tasks = [Task("authoring.check_run:certificate_task", (_arguments(subject),)) for subject in subjects]
    for result in run_tasks(tasks, jobs, None, on_done):
        if isinstance(result, Done):
            yield result.value
        else:
            yield CRASH.at(str(result))


def _arguments(subject: Subject) -> Json:
    assert subject.level.record is not None
    value = canonical_bytes(subject.level.record.to_json())
    return {"level": value, "certificate": str(subject.certificate), "in_catalogue": subject.in_catalogue}


def warm(arguments: Json) -> None:
    """Nothing to import beforehand: no budget is set on a check."""


def certificate_task(arguments: Json, report: Report) -> CertificateReport:
    """One level's certificate, checked in a worker."""
    from catalogue.level_record import level_record
    from games.strict_json import read_json

    record: LevelRecord = level_record(read_json(arguments["level"]))
    return check_certificate(record, Path(arguments["certificate"]), in_catalogue=arguments["in_catalogue"])


def check_workspace(place: Workspace, checked: Sequence[Checked]) -> Iterator[Finding]:
    """What is wrong between the levels of a workspace: objectives, lifecycle, and duplicates in the catalogue."""
    try:
        objectives, lifecycle = place.read_objectives(), place.read_lifecycle()
    except InvalidLevel as error:
        yield from error.findings
        return
    except Unreadable as error:
        yield UNREADABLE.at(str(error)).about(file=str(place.objectives_path))
        return
    for path, value in ((place.objectives_path, objectives.to_json()), (place.lifecycle_path, lifecycle.to_json())):
        if path.exists():
            yield from (fault.about(file=str(path)) for fault in form_faults(value, read_bytes(path)))
    known = {level.id: level for level in (_known(place, one) for one in checked) if level is not None}
    for finding in (
        *objective_faults(objectives, lifecycle, known),
        *count_faults(objectives),
        *lifecycle_faults(objectives, lifecycle, known),
    ):
        yield finding.about(file=str(place.objectives_path))


def _known(place: Workspace, checked: Checked) -> KnownLevel | None:
    record, path = checked.subject.level.record, checked.subject.level.path
    if record is None or record.id is None or path is None or not checked.subject.in_catalogue:
        return None
    right = path.resolve() == place.level_path(record.id).resolve()
    return KnownLevel(record.id, right, record.game.name, record.digest, record.canary, checked.optimum)


def check_duplicates(subjects: Sequence[Subject], place: Workspace | None) -> Iterator[Finding]:
    """Duplicates among the levels, and with the workspace's catalogue where they are not of it.

    A retired level is out of play, so nothing repeats it.
    """
    retired = _retired(place)
    given = [
        _fingerprint(subject.level.name, subject.level.record)
        for subject in subjects
        if subject.level.record is not None and not (subject.in_catalogue and subject.level.record.id in retired)
    ]
    earlier = []
    if place is not None and not all(subject.in_catalogue for subject in subjects):
        paths = {subject.level.path.resolve() for subject in subjects if subject.level.path is not None}
        for level_id in place.level_ids():
            path = place.level_path(level_id)
            if level_id not in retired and path.resolve() not in paths:
                try:
                    earlier.append(_fingerprint(level_id, read_level(path)))
                except (InvalidLevel, Unreadable):
                    continue  # a broken catalogue level is a finding of its own when the catalogue is checked
    files = {subject.level.name: str(subject.level.path) for subject in subjects if subject.level.path is not None}
    for finding in duplicate_faults([*earlier, *given]):
        yield finding.about(file=files.get(finding.level or ""))


def _retired(place: Workspace | None) -> frozenset[str]:
    try:
        levels = place.read_lifecycle().levels if place is not None else {}
    except (InvalidLevel, Unreadable):
        return frozenset()  # a finding of its own when the workspace is checked
    return frozenset(level_id for level_id, standing in levels.items() if standing.state == "retired")


def _fingerprint(name: str, record: LevelRecord) -> Fingerprint:
    return Fingerprint(name, record.digest, record.canon)
