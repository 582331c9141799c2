"""One run of `check`: levels and certificates in parallel, then duplicates, objectives and lifecycle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.level_inputs import LevelInput
from authoring.paths import certificate_beside
from authoring.run_findings import CRASH, NO_LEVELS, UNREADABLE
from authoring.worker import Done, Task, run_tasks
from catalogue.document import Unreadable, form_faults, read_bytes
from catalogue.level_check import CertificateReport, check_certificate
from catalogue.level_record import LevelRecord
from catalogue.objective_faults import (
    MISPLACED,
    STRAY,
    KnownLevel,
    count_faults,
    lifecycle_faults,
    objective_faults,
)
from catalogue.workspace import Workspace, read_level
from games.canonical import Json, canonical_bytes
from games.contract import InvalidLevel
from games.finding import Finding
from solvers.contract import Report
from validators.duplicates import Fingerprint, duplicate_finding, duplicates

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
    """The levels with their certificates: a catalogue level's in its own folder, any other's beside it.

    A file that is named twice is one subject.
    """
    once: dict[object, LevelInput] = {}
    for one in inputs:
        number = one.name.rpartition("#")[2] if "#" in one.name else ""
        once.setdefault((one.path.resolve(), number) if one.path is not None else one.name, one)
    return tuple(_subject(one, place) for one in once.values())


def _subject(one: LevelInput, place: Workspace | None) -> Subject:
    record, path = one.record, one.path
    in_catalogue = place is not None and path is not None and path.resolve().is_relative_to(place.levels.resolve())
    if place is not None and in_catalogue and record is not None and record.id is not None:
        return Subject(one, place.certificate_path(record.id), True)
    return Subject(one, certificate_beside(path if one.name else Path("-"), one.name), in_catalogue)


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
    for finding in (*objective_faults(objectives, lifecycle, right), *count_faults(objectives)):
        yield finding.about(file=str(place.objectives_path))
    for finding in lifecycle_faults(objectives, lifecycle, right):
        yield finding.about(file=files.get(finding.level or "", str(place.lifecycle_path)))
    yield from _misplaced(place, checked, right)


def _misplaced(place: Workspace, checked: Sequence[Checked], right: Mapping[str, KnownLevel]) -> Iterator[Finding]:
    """Level files that lie where no level of their id lies, and certificates without a level."""
    for one in checked:
        record, path = one.subject.level.record, one.subject.level.path
        if record is None or path is None or not one.subject.in_catalogue:
            continue
        if record.id is None or path.resolve() != place.level_path(record.id).resolve():
            yield MISPLACED.at(f"the level's id is {record.id}").about(level=record.id, file=str(path))
    wanted = {place.certificate_path(level_id) for level_id in right}
    for path in sorted(place.certificates.rglob("*")):
        if path.is_file() and path not in wanted:
            yield STRAY.at("no level has its certificate here").about(file=str(path))


def _known(place: Workspace, checked: Checked) -> KnownLevel | None:
    record, path = checked.subject.level.record, checked.subject.level.path
    if record is None or record.id is None or path is None or not checked.subject.in_catalogue:
        return None
    right = path.resolve() == place.level_path(record.id).resolve()
    return KnownLevel(record.id, right, record.game.name, record.digest, record.canary, checked.optimum, path)


def check_duplicates(subjects: Sequence[Subject], place: Workspace | None) -> Iterator[Finding]:
    """Duplicates among the levels, and with the workspace's catalogue where they are not of it.

    A retired level is out of play, so nothing repeats it.
    """
    retired = _retired(place)
    given = [
        (subject.level.name, subject.level.path, subject.level.record)
        for subject in subjects
        if subject.level.record is not None and not (subject.in_catalogue and subject.level.record.id in retired)
    ]
    earlier: list[tuple[str, Path | None, LevelRecord]] = []
    if place is not None and not all(subject.in_catalogue for subject in subjects):
        paths = {path.resolve() for _, path, _ in given if path is not None}
        for level_id in place.level_ids():
            file = place.level_path(level_id)
            if level_id not in retired and file.resolve() not in paths:
                try:
                    earlier.append((level_id, file, read_level(file)))
                except (InvalidLevel, Unreadable):
                    continue  # a broken catalogue level is a finding of its own when the catalogue is checked
    # A copy of a level's file bears its id, so the number in this list tells them apart.
    levels = [*earlier, *given]
    names = {f"{number}": (name, path) for number, (name, path, _) in enumerate(levels)}
    prints = (Fingerprint(f"{number}", one.digest, one.canon) for number, (_, _, one) in enumerate(levels))
    for found in duplicates(prints):
        name, path = names[found.b]
        first, first_path = names[found.a]
        shown = first if first != name else str(first_path)
        yield duplicate_finding(found.tier, shown).about(level=name, file=str(path) if path is not None else None)


def _retired(place: Workspace | None) -> frozenset[str]:
    try:
        levels = place.read_lifecycle().levels if place is not None else {}
    except (InvalidLevel, Unreadable):
        return frozenset()  # a finding of its own when the workspace is checked
    return frozenset(level_id for level_id, standing in levels.items() if standing.state == "retired")
