"""The steps of a level's life: added, playtested, promoted, retired; a candidate rejected.

Each step checks everything that it demands and raises `Refused` with every fault before it writes anything. Files
are written one by one, each by rename, in an order that leaves a catalogue of which `check` names what is unfinished.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from catalogue.document import Unreadable, write_bytes
from catalogue.duplicate_search import DuplicateSearch, Likeness, entrant_of, released_levels
from catalogue.level_check import check_certificate
from catalogue.level_record import LevelRecord
from catalogue.lifecycle import Change, Lifecycle, Playtest, Standing
from catalogue.objective_faults import KnownLevel, range_faults
from catalogue.objectives import Objectives
from catalogue.why import WHY, UnknownFact, why_faults, why_of
from catalogue.workspace import Workspace, read_level
from games.canonical import pretty_bytes
from games.contract import InvalidLevel
from games.finding import Finding, FindingKind
from games.shape import nearest
from validators.certificate import Certificate
from validators.duplicates import BLOCKING, TIERS, Tier, duplicate_finding
from validators.replay import refusal_finding, replay

__all__ = [
    "FINDINGS",
    "Refused",
    "Workbench",
    "add",
    "copied_from",
    "explain_why",
    "playtest",
    "promote",
    "reject",
    "retire",
]

NO_OBJECTIVE = FindingKind(
    "objective/none", "No objective has that id.", "Add it with `catalogue objective add`, or correct the id."
)
WRONG_GAME = FindingKind("objective/wrong-game", "The objective is of another game.", "Name an objective of its game.")
NO_LEVEL = FindingKind("lifecycle/no-level", "The catalogue has no level of that id.", "Correct the id.")
STATE = FindingKind(
    "lifecycle/state", "The level is in a state in which this step is not possible.", "See `catalogue list`."
)
IN_CATALOGUE = FindingKind(
    "lifecycle/in-catalogue", "The file is a level of the catalogue already.", "Name a candidate's file."
)
DOUBT = FindingKind(
    "lifecycle/doubt", "A doubt stands against the level.", "Settle it, then take the doubt's tag off the level."
)
LICENCE = FindingKind("level/licence", "The level has no licence.", "State one in the level's license field.")
UNTITLED = FindingKind("level/title", "The level has no title.", "Write one into the level's title field.")
PLAYTEST = FindingKind(
    "lifecycle/playtest",
    "The workspace's policy demands a playtest that the level does not have.",
    "Record one with `catalogue playtest`.",
)
FINDINGS = (NO_OBJECTIVE, WRONG_GAME, NO_LEVEL, STATE, IN_CATALOGUE, DOUBT, LICENCE, UNTITLED, PLAYTEST)


class Refused(Exception):
    """A step that is not possible; carries every reason as a finding."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("; ".join(f"{finding.id}: {finding.message}" for finding in findings))
        self.findings = findings


@dataclass(frozen=True, slots=True)
class Workbench:
    """Where a step happens and on which day (None: not said)."""

    place: Workspace
    on: str | None = None


def add(bench: Workbench, path: Path, certificate_path: Path, objective_id: str | None) -> str:
    """Give a certified candidate the next id and list it under an objective, or in the fresh track where None.

    A file in catalogue/candidates is moved, any other copied; its certificate goes along.

    Raises:
        Refused, Unreadable, InvalidLevel.
    """
    place = bench.place
    record = read_level(path)
    objectives, lifecycle = place.read_objectives(), place.read_lifecycle()
    if path.resolve().is_relative_to(place.levels.resolve()):
        raise Refused(IN_CATALOGUE.at(f"{path.name} lies in the catalogue").about(file=str(path)))
    faults = [
        *_objective_faults(objectives, objective_id, record),
        *_certificate(record, certificate_path)[1],
    ]
    if faults:
        raise Refused(*(fault.about(level=str(path)) for fault in faults))
    level_id = _begun(place, lifecycle, record) or lifecycle.next_id(
        record.game.prefix, (*place.level_ids(), *objectives.listed())
    )
    write_bytes(place.certificate_path(level_id), certificate_path.read_bytes())
    write_bytes(place.level_path(level_id), pretty_bytes(record.with_id(level_id, objectives.canary).to_json()))
    listed = objectives.without(level_id)
    listed = listed.with_fresh(level_id) if objective_id is None else listed.with_level(objective_id, level_id)
    place.write_objectives(listed)
    place.write_lifecycle(lifecycle.moved(level_id, Change("certified", record.digest, bench.on, None)))
    if path.resolve().is_relative_to(place.candidates.resolve()):
        path.unlink()
        certificate_path.unlink()
    return level_id


def _begun(place: Workspace, lifecycle: Lifecycle, record: LevelRecord) -> str | None:
    """The id under which an `add` of this very level was begun and cut short: a level file that no state names."""
    for level_id in place.level_ids():
        if level_id not in lifecycle.levels and level_id.startswith(record.game.prefix + "-"):
            try:
                if read_level(place.level_path(level_id)).digest == record.digest:
                    return level_id
            except (InvalidLevel, Unreadable):
                continue  # `check` names it; it is not what is being added
    return None


def playtest(bench: Workbench, level_id: str, kind: str, by: str, moves: tuple[str, ...]) -> None:
    """Record a winning play by somebody or something else than the solver. Raises Refused if it does not win."""
    standing, record = _standing(bench, level_id)
    refusal = replay(record.game, record.level, moves).refusal
    if refusal is not None:
        raise Refused(refusal_finding(refusal).about(level=level_id))
    test = Playtest(kind, by, record.digest, moves, bench.on)
    changed = replace(standing, playtests=(*standing.playtests, test))
    bench.place.write_lifecycle(bench.place.read_lifecycle().with_standing(level_id, changed))


def promote(bench: Workbench, level_id: str) -> Likeness:
    """Release a certified level: from now on it is never edited. Raises Refused with everything that is missing.

    A level without a `why` gets the measured facts that are its own by default; one that is given must be true.
    Returns what a maintainer should look at: released levels that are nearly the same.
    """
    place = bench.place
    standing, record = _standing(bench, level_id)
    objectives = place.read_objectives()
    certificate, faults = _certificate(record, place.certificate_path(level_id))
    found = list(faults)
    if standing.state != "certified":
        found.append(STATE.at(f"it is {standing.state}, only a certified level can be promoted"))
    found += [DOUBT.at(f"the tag {tag}") for tag in record.tags if tag.startswith("doubt:")]
    if record.license is None:
        found.append(LICENCE.at("license is null"))
    if record.title is None or not record.title.strip():
        found.append(UNTITLED.at("title is null or blank"))
    found += _policy_faults(objectives, standing, record)
    likeness = _likeness(place, level_id, record, TIERS)
    found += [duplicate_finding(pair.tier, pair.a) for pair, _, _ in likeness.pairs if pair.tier in BLOCKING]
    objective_id = objectives.objective_of(level_id)
    if objective_id is not None and certificate is not None:
        known = KnownLevel(level_id, True, record.game.name, record.digest, record.canary, certificate.optimum)
        found += range_faults(objectives.named(objective_id), known)
    if standing.why is not None and certificate is not None:
        found += why_faults(standing.why, certificate)
    if found:
        raise Refused(*(fault.about(level=level_id) for fault in found))
    assert certificate is not None, "a missing certificate is an error"
    lifecycle = place.read_lifecycle()
    if standing.why is None:
        lifecycle = lifecycle.with_standing(level_id, replace(standing, why=why_of(certificate)))
    place.write_lifecycle(lifecycle.moved(level_id, Change("released", record.digest, bench.on, None)))
    return likeness


def explain_why(bench: Workbench, level_id: str, facts: tuple[str, ...] | None, text: str | None) -> str:
    """Say what a level of the catalogue is good for, in measured facts, or with a text of which `check` finds no fault.

    Raises:
        Refused: no valid certificate, a fact that is not known of the level, a text that states what is not measured.
    """
    standing, record = _standing(bench, level_id)
    certificate, faults = _certificate(record, bench.place.certificate_path(level_id))
    found = list(faults)
    why = text
    if certificate is not None and not found:
        try:
            why = text if text is not None else why_of(certificate, facts)
            found += why_faults(why, certificate)
        except UnknownFact as error:
            found.append(WHY.at(str(error)))
    if found or why is None:
        raise Refused(*(fault.about(level=level_id) for fault in found))
    lifecycle = bench.place.read_lifecycle()
    bench.place.write_lifecycle(lifecycle.with_standing(level_id, replace(standing, why=why)))
    return why


def retire(bench: Workbench, level_id: str, reason: str) -> None:
    """Take a level out of play: its file stays, no objective lists it any more, its id is never used again."""
    standing, record = _standing(bench, level_id)
    if standing.state == "retired":
        raise Refused(STATE.at("it is retired already").about(level=level_id))
    place = bench.place
    change = Change("retired", record.digest, bench.on, reason)
    place.write_lifecycle(place.read_lifecycle().moved(level_id, change))
    place.write_objectives(place.read_objectives().without(level_id))


def reject(bench: Workbench, path: Path, certificate_path: Path, reason: str) -> Path:
    """Put a candidate aside with the reason; returns where it lies now. An invalid level can be rejected too."""
    place = bench.place
    if not path.resolve().is_relative_to(place.candidates.resolve()):
        raise Refused(STATE.at(f"{path} does not lie in {place.candidates}").about(file=str(path)))
    try:
        digest: str | None = read_level(path).digest
    except InvalidLevel:
        digest = None
    target = _free(place.rejected / path.name)
    target.parent.mkdir(parents=True, exist_ok=True)
    relative = target.relative_to(place.root / "catalogue").as_posix()
    lifecycle = place.read_lifecycle()
    if (relative, digest, reason, bench.on) not in lifecycle.rejected:  # there already if it was cut short
        place.write_lifecycle(lifecycle.with_rejected(relative, digest, reason, bench.on))
    path.rename(target)
    if certificate_path.exists():
        certificate_path.rename(_free(target.with_name(f"{target.stem}.certificate.json")))
    return target


def _standing(bench: Workbench, level_id: str) -> tuple[Standing, LevelRecord]:
    lifecycle = bench.place.read_lifecycle()
    standing = lifecycle.levels.get(level_id)
    if standing is None:
        raise Refused(NO_LEVEL.at(f"no level {level_id}{nearest(level_id, tuple(lifecycle.levels))}"))
    return standing, read_level(bench.place.level_path(level_id))


def _objective_faults(objectives: Objectives, objective_id: str | None, record: LevelRecord) -> Iterator[Finding]:
    if objective_id is None:
        return
    names = [objective.id for objective in objectives.objectives]
    if objective_id not in names:
        known = f"; there are {', '.join(names)}" if names else "; there is none yet"
        yield NO_OBJECTIVE.at(f"no objective {objective_id!r}{nearest(objective_id, names)}{known}")
    elif objectives.named(objective_id).game != record.game.name:
        yield WRONG_GAME.at(f"{objective_id} is of {objectives.named(objective_id).game}, not {record.game.name}")


def _certificate(record: LevelRecord, path: Path) -> tuple[Certificate | None, tuple[Finding, ...]]:
    """The level's certificate and every error against it; a warning does not stand in the way."""
    report = check_certificate(record, path, in_catalogue=True)
    return report.certificate, tuple(fault for fault in report.findings if fault.severity == "error")


def _policy_faults(objectives: Objectives, standing: Standing, record: LevelRecord) -> Iterator[Finding]:
    wanted = objectives.playtest_policy
    kinds = {test.kind for test in standing.playtests if test.level_digest == record.digest}
    if wanted != "none" and wanted not in kinds:
        yield PLAYTEST.at(f"no playtest of kind {wanted} on this level as it is")


def copied_from(bench: Workbench, level_id: str) -> tuple[str, ...]:
    """The released levels that a level has the content or the normal form of (tiers D0 and D1)."""
    _, record = _standing(bench, level_id)
    return tuple(pair.a for pair, _, _ in _likeness(bench.place, level_id, record, ("D0", "D1")).pairs)


def _likeness(place: Workspace, level_id: str, record: LevelRecord, tiers: Sequence[Tier]) -> Likeness:
    """The level against the other released levels, so that this level is the one that repeats."""
    search = DuplicateSearch()
    this = entrant_of(level_id, record, place.certificate_path(level_id))
    others = {one.name: one for one in released_levels(place, but=level_id)}
    pairs = search.pairs([this], list(others.values()), tiers)
    found = tuple((pair, others[pair.a], this) for pair in pairs)
    return Likeness(found, tuple(search.not_compared.values()))


def _free(path: Path) -> Path:
    """The path, or the first numbered one beside it that is not taken: nothing is overwritten."""
    if not path.exists():
        return path
    stem, suffix = path.name.split(".", 1)
    return next(
        free for number in range(2, 10**6) if not (free := path.with_name(f"{stem}-{number}.{suffix}")).exists()
    )
