"""The plan of a freeze: everything that would be written, or everything that stands against it. It writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalogue.document import Unreadable
from catalogue.workspace import Workspace, read_level
from games.canonical import Json
from games.contract import InvalidLevel
from games.finding import Finding, FindingKind, worst_first
from games.strict_json import read_json
from snapshots.admission import CheckCertificate, Entry, admit, certificate_errors
from snapshots.advisories import exposures, read_advisories
from snapshots.contents import Contents, Draft, contents_of, parts_of
from snapshots.deep import solutions_of
from snapshots.earlier_levels import DUPLICATE
from snapshots.environment import DEFAULT, Environment, environment_faults
from snapshots.exposure import Known, dates_of, known_level
from snapshots.history import DAMAGED, Earlier, History, read_history
from snapshots.identity import Identity
from snapshots.level_files import waiting_certificate, waiting_level
from snapshots.level_rows import level_rows
from snapshots.license_texts import license_text
from snapshots.parentage import DEFAULTS, Numbers, Wanted, number_faults, numbers_of, parent_content, parent_in
from snapshots.pin import Pin, is_date, is_label
from snapshots.play_duplicates import WaitingEntrants, same_plays
from snapshots.public_scan import leaks, secrets_of
from snapshots.runtime import Build, read_build
from snapshots.seeds import frozen_seeds
from snapshots.waiting_files import WaitingFiles

__all__ = ["FINDINGS", "FreezeRefused", "MalformedRequest", "Planned", "Request", "plan"]

OUT_OF_ORDER = FindingKind(
    "freeze/out-of-order",
    "The snapshot is dated before one that is already frozen, whose dates could then no longer be right.",
    "Give a release date and label after the last snapshot's.",
)
NOT_OFFICIAL = FindingKind(
    "freeze/not-official",
    "It is not certain which levelpress, or which commit of the catalogue, the snapshot would come from.",
    "Commit what is changed, or freeze with --non-official.",
)
LEAK = FindingKind(
    "freeze/leak",
    "The public part would hold something of a solution, a certificate or the evaluator's code.",
    "Take it out of the level's title or the game build; a build needs levels, not answers.",
)
FINDINGS = (OUT_OF_ORDER, NOT_OFFICIAL, LEAK)


class MalformedRequest(ValueError):
    """A label that is not lpb-YYYY.MM.P, or a date that is no day of the calendar."""


class FreezeRefused(Exception):
    """Nothing was frozen. Carries every finding that stands against it."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = worst_first(findings)
        super().__init__("; ".join(f"{finding.id}: {finding.message}" for finding in self.findings))


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked of a freeze.

    Attributes:
        identity: which levelpress and which commit the snapshot comes from.
        runtime: the folder of a static game build, or None; environment: what it must be shown with.
        non_official: allow sources that no commit holds.
        wanted: the parent and the numbers that a person asked for.
        check: what is wrong with a certificate.

    Raises:
        MalformedRequest: label or date not of their form.
    """

    label: str
    released_on: str
    identity: Identity
    runtime: Path | None = None
    non_official: bool = False
    wanted: Wanted = DEFAULTS
    check: CheckCertificate = certificate_errors
    environment: Environment = DEFAULT

    def __post_init__(self) -> None:
        if not is_label(self.label):
            raise MalformedRequest(f"{self.label[:60]!r} is no label; a label is lpb-YYYY.MM.P")
        if not is_date(self.released_on):
            raise MalformedRequest(f"{self.released_on[:60]!r} is no day of the calendar as YYYY-MM-DD")


@dataclass(frozen=True, slots=True)
class Planned:
    """What a freeze would write: nothing of it is written."""

    pin: Pin
    path: Path
    contents: Contents
    changes: Mapping[str, Json]
    levels: int

    def to_json(self) -> dict[str, Json]:
        manifest = read_json(self.contents.manifest)
        kept = ("comparability", "counts", "interface", "official", "parent", "released_on")
        return {
            "format": "levelpress/freeze-plan@1",
            "pin": str(self.pin),
            "root_digest": self.pin.digest,
            "path": str(self.path),
            "changes": dict(self.changes),
            **{key: manifest[key] for key in kept},
        }


def plan(workspace: Workspace, request: Request) -> Planned:
    """What `freeze` would write. Nothing is written but a nameless temporary file for what would be; nobody is waited
    for.

    Raises:
        FreezeRefused: with everything that stands against it.
        MalformedPin: the parent that was asked for is no pin.
        Unreadable, InvalidLevel: objectives.json or state.json cannot be read.
    """
    files = WaitingFiles()
    try:
        return _planned(workspace, request, files)
    except BaseException:
        files.close()
        raise


def _planned(workspace: Workspace, request: Request, files: WaitingFiles) -> Planned:
    build, found = (None, ()) if request.runtime is None else read_build(request.runtime)
    history, damages = read_history(workspace.frozen)
    before = history.without(request.label).before(request.released_on, request.label)
    parent, parent_faults = parent_in(before, request.wanted)
    draft, refusals = _draft(workspace, request, files, build, history, parent)
    if findings := [*found, *damages, *parent_faults, *refusals]:
        raise FreezeRefused(findings)
    parts = parts_of(draft)
    if leaked := list(_leaks(draft)):
        raise FreezeRefused(leaked)
    least = numbers_of(parent, parts.changes, before)
    if findings := list(number_faults(least, request.wanted, parts.changes)):
        raise FreezeRefused(findings)
    numbers = Numbers(request.wanted.comparability or least.comparability, request.wanted.interface or least.interface)
    contents = contents_of(draft, parts, numbers)
    pin = Pin(request.label, contents.root_digest)
    return Planned(pin, workspace.frozen / request.label, contents, parts.changes, len(draft.entries))


def _leaks(draft: Draft) -> Iterator[Finding]:
    """What the public files would give away."""
    secrets = secrets_of(_secret(draft.files, entry) for entry in draft.entries)
    for path in sorted(draft.files):
        if path.startswith("public/"):
            for told in leaks(path, draft.files[path], secrets):
                yield LEAK.at(told).about(file=path)


def _secret(files: WaitingFiles, entry: Entry) -> tuple[str, Iterator[tuple[str, ...]], tuple[str, ...]]:
    """A level's solution in each stored presentation, and the states of its certificate."""
    level, certificate = waiting_level(files, entry.game, entry.id), waiting_certificate(files, entry.id)
    digest = entry.known.digest
    seeds = frozen_seeds(digest)["layout"]
    return entry.id, solutions_of(entry.game, level, digest, certificate.moves or (), seeds), certificate.trail


def _play_faults(
    workspace: Workspace, files: WaitingFiles, entries: Sequence[Entry], history: History, earlier: Sequence[Finding]
) -> Iterator[Finding]:
    """Levels that play the same as another (tier D2). It costs the most, so only what stands otherwise is compared."""
    if earlier:
        return
    entrants = WaitingEntrants(files, {entry.id: entry.game for entry in entries})
    kinds = {entry.id: (entry.game.name, entry.profile) for entry in entries}
    try:
        for level_id, text in same_plays(entrants, history, workspace.frozen, kinds):
            yield DUPLICATE.at(text).about(level=level_id)
    except Unreadable as error:
        yield DAMAGED.at(str(error))


def _draft(
    workspace: Workspace,
    request: Request,
    files: WaitingFiles,
    build: Build | None,
    history: History,
    parent: Earlier | None,
) -> tuple[Draft, tuple[Finding, ...]]:
    """What to freeze, and every finding against it."""
    objectives = workspace.read_objectives()
    others = history.without(request.label)
    before = others.before(request.released_on, request.label)
    entries, findings = admit(workspace, objectives, workspace.read_lifecycle(), others, files, request.check)
    advisories = read_advisories(workspace.frozen)
    damages = [DAMAGED.at(f"{one.path}: {one.message}") for one in advisories.faults]
    damages += _play_faults(workspace, files, entries, others, findings)
    ids = frozenset(entry.id for entry in entries)
    told = exposures(advisories, request.released_on)
    dates = dates_of(_catalogue(workspace, entries), ids, request.released_on, before, told)
    rows, date_faults = level_rows(entries, dates, before, request.label)
    texts = {spdx: license_text(workspace, spdx) for spdx in _licenses(entries)}
    content, parent_faults = parent_content(workspace.frozen, parent)
    draft = Draft(
        label=request.label,
        released_on=request.released_on,
        official=not request.non_official,
        objectives=objectives,
        files=files,
        entries=entries,
        rows=rows,
        build=build,
        environment=request.environment,
        licenses={spdx: text for spdx, text in texts.items() if text is not None},
        identity=request.identity,
        parent=None if parent is None else {"label": parent.label, "digest": parent.digest},
        parent_content=content,
    )
    return draft, (*findings, *damages, *date_faults, *parent_faults, *_request_faults(request, history))


def _request_faults(request: Request, history: History) -> Iterator[Finding]:
    yield from environment_faults(request.environment)
    identity = request.identity
    if not request.non_official:
        for doubt in identity.doubts:
            yield NOT_OFFICIAL.at(doubt)
        if not identity.doubts and None in (identity.tool_commit, identity.catalogue_commit):
            yield NOT_OFFICIAL.at("a commit is unknown")
    if any(one.label == request.label for one in history.snapshots):
        return
    later = [
        one for one in history.snapshots if one not in history.before(request.released_on, request.label).snapshots
    ]
    if later:
        yield OUT_OF_ORDER.at(f"{later[-1].label} was released on {later[-1].released_on}")


def _catalogue(workspace: Workspace, entries: Sequence[Entry]) -> list[Known]:
    """Every level of the workspace that can be read; for a listed one that cannot, `admit` has a finding."""
    known = [entry.known for entry in entries]
    taken = {workspace.level_path(entry.id) for entry in entries}
    for path in sorted((workspace.root / "catalogue" / "levels").glob("*/*.json")):
        if path in taken:
            continue
        try:
            known.append(known_level(read_level(path)))
        except (Unreadable, InvalidLevel):
            continue
    return known


def _licenses(entries: Sequence[Entry]) -> list[str]:
    return sorted({entry.license for entry in entries if entry.license is not None})
