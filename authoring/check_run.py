"""One run of `check`: levels and certificates in parallel, with what a cache of an earlier run spares."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from authoring.check_cache import CheckCache, key_of
from authoring.level_inputs import LevelInput
from authoring.paths import certificate_beside
from authoring.run_findings import CRASH, NO_LEVELS, UNREADABLE
from authoring.worker import Done, Task, run_tasks
from catalogue.document import Unreadable, form_faults, read_bytes
from catalogue.level_check import CertificateReport, check_certificate
from catalogue.level_record import LevelRecord, level_record
from catalogue.why import measured_again, why_faults
from catalogue.workspace import Workspace, read_certificate
from games.canonical import Json, canonical_bytes
from games.contract import InvalidLevel
from games.finding import Finding
from games.strict_json import read_json
from solvers.contract import Report
from validators.certificate import Certificate

__all__ = ["Checked", "Subject", "check_subjects", "passed_over", "subjects_of"]

#: Below this many levels, starting processes costs more than they save.
FEW = 24


@dataclass(frozen=True, slots=True)
class Subject:
    """One level to be checked, where its certificate is, and what the catalogue says that it is good for."""

    level: LevelInput
    certificate: Path
    in_catalogue: bool
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one level: the findings, and its certificate where there is one that can be read."""

    subject: Subject
    findings: tuple[Finding, ...]
    certificate: Certificate | None = None

    @property
    def optimum(self) -> int | None:
        return self.certificate.optimum if self.certificate is not None else None


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is left to be done for a level once the cache was asked: nothing where it had the report."""

    subject: Subject
    record: LevelRecord
    key: str | None
    known: CertificateReport | None = field(default=None)


def subjects_of(
    inputs: Sequence[LevelInput], place: Workspace | None, whys: Mapping[str, str | None] | None = None
) -> tuple[Subject, ...]:
    """The levels with their certificates: a catalogue level's in its own folder, any other's beside it.

    A file that is named twice is one subject. `whys` are the catalogue's, by level id.
    """
    once: dict[object, LevelInput] = {}
    for one in inputs:
        number = one.name.rpartition("#")[2] if "#" in one.name else ""
        once.setdefault((one.path.resolve(), number) if one.path is not None else one.name, one)
    return tuple(_subject(one, place, whys or {}) for one in once.values())


def _subject(one: LevelInput, place: Workspace | None, whys: Mapping[str, str | None]) -> Subject:
    record, path = one.record, one.path
    in_catalogue = place is not None and path is not None and path.resolve().is_relative_to(place.levels.resolve())
    if place is not None and in_catalogue and record is not None and record.id is not None:
        return Subject(one, place.certificate_path(record.id), True, whys.get(record.id))
    return Subject(one, certificate_beside(path if one.name else Path("-"), one.name), in_catalogue)


def passed_over(subject: Subject) -> Checked:
    """A level that this run does not check: only what the checks between levels need of it, and no finding."""
    try:
        certificate: Certificate | None = read_certificate(subject.certificate)
    except (Unreadable, InvalidLevel):
        certificate = None
    return Checked(subject, (), certificate)


def check_subjects(
    subjects: Sequence[Subject],
    jobs: int,
    on_done: Callable[[int], None],
    cache: CheckCache | None = None,
    skip: Collection[str] = (),
) -> tuple[Checked, ...]:
    """Each level's findings in the order of the subjects, whatever `jobs` is.

    `cache` gives the report of a level that it knows, and takes those that it does not know; whether it is kept is
    for the caller to say, who knows how the run ended. Levels named in `skip` are passed over.
    """
    plans = [
        _plan(subject, subject.level.record, cache)
        for subject in subjects
        if subject.level.record is not None and subject.level.name not in skip
    ]
    open_plans = [plan for plan in plans if plan.known is None]
    made = _reports(open_plans, jobs if len(open_plans) >= FEW else 1, on_done)
    reports = {id(plan.subject): plan.known or _kept(plan, next(made), cache) for plan in plans}
    return tuple(
        passed_over(subject)
        if subject.level.record is not None and subject.level.name in skip
        else _checked(subject, reports.get(id(subject)))
        for subject in subjects
    )


def _plan(subject: Subject, record: LevelRecord, cache: CheckCache | None) -> _Plan:
    if cache is None:
        return _Plan(subject, record, None)
    key = key_of(record, subject.certificate, subject.in_catalogue, subject.why)
    known = cache.get(key)
    if known is None:
        return _Plan(subject, record, key)
    return _Plan(subject, record, key, CertificateReport(passed_over(subject).certificate, known))


def _kept(plan: _Plan, report: CertificateReport | Finding, cache: CheckCache | None) -> CertificateReport | Finding:
    if cache is not None and plan.key is not None and isinstance(report, CertificateReport):
        cache.put(plan.key, report.findings)
    return report


def _checked(subject: Subject, report: CertificateReport | Finding | None) -> Checked:
    one = subject.level
    if one.unreadable:
        return Checked(subject, (UNREADABLE.at(one.unreadable).about(file=one.name),))
    if one.nothing:
        return Checked(subject, (NO_LEVELS.at(f"no level at {one.name}"),))
    if one.record is None or report is None:
        return Checked(subject, one.findings)
    findings = list(_form(subject))
    if isinstance(report, Finding):
        return Checked(subject, tuple(_named(one, [*findings, report])))
    return Checked(subject, tuple(_named(one, [*findings, *report.findings])), report.certificate)


def _named(one: LevelInput, findings: Sequence[Finding]) -> Iterator[Finding]:
    file = str(one.path) if one.path is not None else one.name
    return (finding.about(level=one.name, file=file) for finding in findings)


def _form(subject: Subject) -> Iterator[Finding]:
    """Files of the catalogue have one form; a level from elsewhere may look as it likes."""
    one = subject.level
    if subject.in_catalogue and one.path is not None and one.record is not None:
        yield from form_faults(one.record.to_json(), read_bytes(one.path))


def _reports(
    plans: Sequence[_Plan], jobs: int, on_done: Callable[[int], None]
) -> Iterator[CertificateReport | Finding]:
    if jobs == 1:
        for number, plan in enumerate(plans, 1):
            yield _report(plan.record, plan.subject.certificate, plan.subject.in_catalogue, plan.subject.why)
            on_done(number)
        return
    tasks = [Task("authoring.check_run:certificate_task", (_arguments(plan),)) for plan in plans]
    for result in run_tasks(tasks, jobs, None, on_done):
        if isinstance(result, Done):
            yield result.value
        else:
            yield CRASH.at(str(result))


def _arguments(plan: _Plan) -> Json:
    subject = plan.subject
    value = canonical_bytes(plan.record.to_json())
    return {
        "level": value,
        "certificate": str(subject.certificate),
        "in_catalogue": subject.in_catalogue,
        "why": subject.why,
    }


def warm(arguments: Json) -> None:
    """Nothing to import beforehand: no budget is set on a check."""


def certificate_task(arguments: Json, report: Report) -> CertificateReport:
    """One level's certificate, checked in a worker."""
    record: LevelRecord = level_record(read_json(arguments["level"]))
    return _report(record, Path(arguments["certificate"]), arguments["in_catalogue"], arguments["why"])


def _report(record: LevelRecord, certificate: Path, in_catalogue: bool, why: str | None) -> CertificateReport:
    """The certificate held against its level, and the facts that the catalogue claims of it measured again."""
    report = check_certificate(record, certificate, in_catalogue=in_catalogue)
    if why is None or report.certificate is None or report.certificate.level_digest != record.digest:
        return report
    measured = measured_again(record.game, record.level, report.certificate)
    return CertificateReport(report.certificate, (*report.findings, *why_faults(why, measured)))
