"""What `freeze` refuses, and what it takes: every listed level with its certificate, or every reason why not."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from catalogue.document import Unreadable
from catalogue.level_record import LevelRecord
from catalogue.lifecycle import Lifecycle
from catalogue.objectives import Objectives
from catalogue.workspace import Workspace, read_certificate, read_level
from games.contract import AnyGame, InvalidLevel
from games.finding import Finding, FindingKind
from snapshots.earlier_levels import duplicate_faults, revision_faults
from snapshots.exposure import Known, known_level
from snapshots.history import History
from snapshots.level_files import put_level_files
from snapshots.license_texts import license_text
from snapshots.profile import profile_gaps
from snapshots.texts import texts_of
from snapshots.waiting_files import WaitingFiles
from solvers.contract import solver_named
from validators.certificate import Certificate
from validators.plays_same import Profile, profile_of

__all__ = ["FINDINGS", "CheckCertificate", "Entry", "admit", "certificate_errors", "objective_faults"]

UNKNOWN_LEVEL = FindingKind(
    "freeze/unknown-level",
    "objectives.json lists a level whose file is not there, cannot be read, or carries another id.",
    "Take the id off the list, or restore catalogue/levels.",
)
NOT_RELEASED = FindingKind(
    "freeze/not-released",
    "A listed level is not released.",
    "Release it with `catalogue promote ID`, or take it off the list in objectives.json.",
)
EDITED = FindingKind(
    "freeze/edited",
    "A level's board, goal or rules changed after it was released.",
    "Restore the level; a change of a released level is a new revision, certified and promoted again.",
)
NO_CERTIFICATE = FindingKind(
    "freeze/no-certificate", "A level has no certificate that can be read.", "Run `levelpress certify ID`."
)
NOT_SOLVABLE = FindingKind(
    "freeze/not-solvable", "A level's certificate says that it cannot be solved.", "Retire the level or take it off."
)
UNDECIDED = FindingKind(
    "freeze/undecided", "A level's certificate leaves its optimum open.", "Certify it with larger limits."
)
NO_LICENSE = FindingKind("freeze/license", "A level has no licence.", "Write the SPDX id into its file.")
LICENSE_TEXT = FindingKind(
    "freeze/license-text",
    "levelpress does not have the text of a level's licence.",
    "Put the text at catalogue/licenses/<SPDX id in lower case>.txt.",
)
CANARY = FindingKind(
    "freeze/canary",
    "A level's canary is not the one in objectives.json.",
    "Let `catalogue add` write it: every level of a workspace carries its canary.",
)
NOT_NFC = FindingKind("freeze/not-nfc", "A free text is not in Unicode form NFC.", "Type the text again in NFC.")
NO_OBJECTIVES = FindingKind(
    "freeze/no-objectives",
    "There is no objective, or none lists a level.",
    "Add one with `levelpress catalogue objective add`.",
)
COUNT = FindingKind(
    "freeze/count",
    "An objective's count is not the number of its levels.",
    "List as many levels as `count` says, or correct `count`.",
)
RANGE = FindingKind(
    "freeze/range", "A level lies outside a range of its objective.", "Move it to an objective that takes it."
)
OTHER_GAME = FindingKind(
    "freeze/objective-game", "An objective lists a level of another game.", "Move it to an objective of its game."
)
LISTED_TWICE = FindingKind("freeze/listed-twice", "A level or objective is listed twice.", "Keep one of the two.")
PROFILE = FindingKind(
    "freeze/profile",
    "The profile longpuzzlebench lacks one of its sixteen objectives or 114 levels.",
    "Complete the objectives, or set the profile to custom.",
)
FINDINGS = (
    UNKNOWN_LEVEL,
    NOT_RELEASED,
    EDITED,
    NO_CERTIFICATE,
    NOT_SOLVABLE,
    UNDECIDED,
    NO_LICENSE,
    LICENSE_TEXT,
    CANARY,
    NOT_NFC,
    NO_OBJECTIVES,
    COUNT,
    RANGE,
    OTHER_GAME,
    LISTED_TWICE,
    PROFILE,
)

CheckCertificate = Callable[[LevelRecord, Certificate], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Entry:
    """A level that a snapshot takes; its files wait, and only what compares it with others is held.

    Attributes:
        objective: the objective that lists it, None for the fresh track.
        measures: what the ranges of objectives ask of its certificate, None where it does not say.
        profile: what the certificate says of its states.
    """

    id: str
    known: Known
    game: AnyGame
    license: str | None
    objective: str | None
    measures: Mapping[str, object]
    profile: Profile

    @property
    def track(self) -> str:
        return "fresh" if self.objective is None else "core"


def certificate_errors(record: LevelRecord, certificate: Certificate) -> Iterator[Finding]:
    """Why a certificate does not hold for a level; warnings do not stop a freeze."""
    from validators.certificate_faults import certificate_faults

    found = certificate_faults(record.game, solver_named(record.game.name), record.level, certificate)
    return (finding for finding in found if finding.severity == "error")


def admit(
    workspace: Workspace,
    objectives: Objectives,
    lifecycle: Lifecycle,
    history: History,
    files: WaitingFiles,
    check: CheckCertificate = certificate_errors,
) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
    """The listed levels that can be frozen, sorted by id, and every reason against the others and the lists.

    `history` holds the earlier snapshots with other labels. The three files of each level are put into `files`.
    """
    entries: list[Entry] = []
    findings = [*objective_faults(objectives)]
    measures = sorted({measure for one in objectives.objectives for measure in one.range})
    listed_by = {level_id: one.id for one in reversed(objectives.objectives) for level_id in one.levels}
    for level_id in sorted(set(objectives.listed())):
        admitted, found = _admit_one(workspace, objectives, lifecycle, level_id, check)
        findings += [finding.about(level=level_id) for finding in found]
        if admitted is not None:
            put_level_files(files, level_id, *admitted)
            entries.append(_entry(level_id, *admitted, listed_by.get(level_id), measures))
    findings += _range_faults(objectives, entries)
    findings += duplicate_faults(entries, history)
    findings += revision_faults(workspace, entries, history)
    return tuple(entries), tuple(findings)


def objective_faults(objectives: Objectives) -> Iterator[Finding]:
    """What is wrong with the lists alone."""
    if not any(one.levels for one in objectives.objectives):
        yield NO_OBJECTIVES.at("no objective lists a level")
    for level_id, times in sorted(Counter(objectives.listed()).items()):
        if times > 1:
            yield LISTED_TWICE.at(f"{level_id} is listed {times} times").about(level=level_id)
    for objective_id, times in sorted(Counter(one.id for one in objectives.objectives).items()):
        if times > 1:
            yield LISTED_TWICE.at(f"the objective {objective_id} occurs {times} times")
    for one in objectives.objectives:
        if one.count != len(one.levels):
            yield COUNT.at(f"the objective {one.id} lists {len(one.levels)} levels, its count is {one.count}")
    for gap in profile_gaps(objectives):
        yield PROFILE.at(gap)


def _admit_one(
    workspace: Workspace,
    objectives: Objectives,
    lifecycle: Lifecycle,
    level_id: str,
    check: CheckCertificate,
) -> tuple[tuple[LevelRecord, Certificate] | None, list[Finding]]:
    try:
        record = read_level(workspace.level_path(level_id))
    except KeyError:
        return None, [UNKNOWN_LEVEL.at("its prefix is no game's")]
    except Unreadable as error:
        return None, [UNKNOWN_LEVEL.at(str(error))]
    except InvalidLevel as error:
        return None, list(error.findings)
    found = list(_record_faults(workspace, objectives, record, level_id))
    standing = lifecycle.levels.get(level_id)
    if standing is None or standing.state != "released":
        found.append(NOT_RELEASED.at(f"its state is {standing.state if standing else 'unknown'}"))
    elif standing.changes[-1].level_digest != record.digest:
        found.append(EDITED.at(f"released as {standing.changes[-1].level_digest}, now {record.digest}"))
    try:
        certificate = read_certificate(workspace.certificate_path(level_id))
    except Unreadable as error:
        return None, [*found, NO_CERTIFICATE.at(str(error))]
    except InvalidLevel as error:
        return None, [*found, NO_CERTIFICATE.at("its certificate does not fit its schema"), *error.findings]
    found += check(record, certificate)
    if certificate.verdict != "solvable":
        found.append(NOT_SOLVABLE.at(f"the verdict is {certificate.verdict}"))
    elif certificate.optimum is None or certificate.moves is None:
        found.append(UNDECIDED.at("the certificate states no optimum or no solution"))
    return (record, certificate), found


def _entry(
    level_id: str, record: LevelRecord, certificate: Certificate, objective: str | None, measures: Iterable[str]
) -> Entry:
    return Entry(
        level_id,
        known_level(record),
        record.game,
        record.license,
        objective,
        {measure: _measure(certificate, measure) for measure in measures},
        profile_of(certificate, solver_named(record.game.name), record.level),
    )


def _record_faults(
    workspace: Workspace, objectives: Objectives, record: LevelRecord, level_id: str
) -> Iterator[Finding]:
    if record.id != level_id:
        yield UNKNOWN_LEVEL.at(f"its file carries the id {record.id}")
    if record.license is None:
        yield NO_LICENSE.at("its licence is null")
    elif license_text(workspace, record.license) is None:
        yield LICENSE_TEXT.at(f"no text for the licence {record.license!r}")
    if record.canary != objectives.canary:
        yield CANARY.at(f"its canary is {record.canary!r}, not {objectives.canary!r}")
    for text in texts_of(record.to_json()):
        if not unicodedata.is_normalized("NFC", text):
            yield NOT_NFC.at(f"the text {text[:60]!r}")


def _range_faults(objectives: Objectives, entries: list[Entry]) -> Iterator[Finding]:
    by_id = {entry.id: entry for entry in entries}
    for objective in objectives.objectives:
        for entry in (by_id[level] for level in objective.levels if level in by_id):
            if entry.game.name != objective.game:
                finding = OTHER_GAME.at(f"a level of {entry.game.name} in {objective.id}")
                yield finding.about(level=entry.id)
            for measure, (low, high) in sorted(objective.range.items()):
                value = entry.measures[measure]
                if type(value) is not int or not low <= value <= high:
                    shown = "unknown" if value is None else value
                    finding = RANGE.at(f"its {measure} is {shown}, {objective.id} takes {low} to {high}")
                    yield finding.about(level=entry.id)


def _measure(certificate: Certificate, measure: str) -> object:
    return certificate.optimum if measure == "optimum" else certificate.difficulty.get(measure)
