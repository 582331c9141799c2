"""Levels held against each other in all tiers of duplicates, with what their certificates spare.

A search remembers what it computed of a level, so that a whole catalogue is compared with each level enumerated and
laid out once at the most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from catalogue.document import Unreadable
from catalogue.level_record import LevelRecord
from catalogue.workspace import Workspace, read_certificate, read_level
from games.contract import InvalidLevel, level_digest
from games.finding import Finding
from solvers.contract import AnySolver, Moves, solver_named
from validators.certificate import Certificate
from validators.duplicates import NOT_COMPARED, Duplicate, Tier
from validators.near import Form, forms_of, near, neighbours, threshold
from validators.plays_same import STATES, Play, Profile, play_of, plays_same, profile_of
from validators.solution_transfer import MAX_IMAGES, transfer

__all__ = ["DuplicateSearch", "Entrant", "Likeness", "entrant_of", "released_levels"]

SolutionOf = Callable[["Entrant"], "Moves | None"]


@dataclass(frozen=True, slots=True)
class Entrant:
    """A level to be compared: what it is called, and its certificate where there is one that is bound to it."""

    name: str
    record: LevelRecord
    certificate: Certificate | None
    path: Path | None = None

    @property
    def solver(self) -> AnySolver:
        return solver_named(self.record.game.name)


@dataclass(frozen=True, slots=True)
class Likeness:
    """A level beside the released ones.

    Attributes:
        pairs: what was found, each with the released level and this one.
        not_compared: notes about tiers that could not be decided.
    """

    pairs: tuple[tuple[Duplicate, Entrant, Entrant], ...]
    not_compared: tuple[Finding, ...]


def entrant_of(name: str, record: LevelRecord, certificate_path: Path, path: Path | None = None) -> Entrant:
    """The entrant of a level file; a certificate that cannot be read, or of another level, is none."""
    try:
        certificate: Certificate | None = read_certificate(certificate_path)
    except (Unreadable, InvalidLevel):
        certificate = None
    if certificate is not None and certificate.level_digest != record.digest:
        certificate = None
    return Entrant(name, record, certificate, path)


def released_levels(place: Workspace, but: str | None = None) -> Iterator[Entrant]:
    """The released levels of a workspace, by id; one that cannot be read is a finding of `check`, not of this."""
    for level_id, standing in sorted(place.read_lifecycle().levels.items()):
        if level_id != but and standing.state == "released":
            try:
                path = place.level_path(level_id)
                yield entrant_of(level_id, read_level(path), place.certificate_path(level_id), path)
            except (InvalidLevel, Unreadable, KeyError):
                continue


def _certified_solution(entrant: Entrant) -> Moves | None:
    return entrant.certificate.moves if entrant.certificate is not None else None


@dataclass(slots=True)
class DuplicateSearch:
    """One search. `enumerate_unknown`: whether a level without a certificate is enumerated for D2.

    `not_compared` gathers what was left out, as notes about the levels; a level gets each note once.
    """

    solution_of: SolutionOf = _certified_solution
    enumerate_unknown: bool = True
    not_compared: dict[tuple[str, str], Finding] = field(default_factory=dict)
    _canons: dict[str, tuple[str, str]] = field(default_factory=dict)
    _profiles: dict[str, Profile] = field(default_factory=dict)
    _plays: dict[str, Play | None] = field(default_factory=dict)
    _forms: dict[str, tuple[Form, ...]] = field(default_factory=dict)
    _thresholds: dict[str, int] = field(default_factory=dict)
    _neighbours: dict[str, dict[str, str]] = field(default_factory=dict)
    _solutions: dict[str, Moves | None] = field(default_factory=dict)

    def pairs(self, given: Sequence[Entrant], others: Sequence[Entrant], tiers: Iterable[Tier]) -> Iterator[Duplicate]:
        """Every pair among the given levels, and of each given level with the others, that some tier finds.

        Names must differ. The earlier level is `a`; the others come before the given ones. Pairs come by `b`, then `a`.
        """
        wanted = frozenset(tiers)
        earlier = list(others)
        for entrant in given:
            for first in earlier:
                if first.record.game.name == entrant.record.game.name:
                    yield from self.pair(first, entrant, wanted)
            earlier.append(entrant)

    def pair(self, one: Entrant, other: Entrant, tiers: Iterable[Tier]) -> Iterator[Duplicate]:
        """What two levels of one game are to each other: the first tier of D0 to D2, else whichever of D3 and D4."""
        wanted = frozenset(tiers)
        same = self._same(one, other, wanted)
        if same is not None:
            yield same
            return
        if "D3" in wanted and (change := self._near(one, other)) is not None:
            yield Duplicate("D3", one.name, other.name, change)
        if "D4" in wanted and (how := self._transfer(one, other)) is not None:
            yield Duplicate("D4", one.name, other.name, how)

    def _same(self, one: Entrant, other: Entrant, wanted: frozenset[Tier]) -> Duplicate | None:
        (digest, canon), (other_digest, other_canon) = self._digests(one), self._digests(other)
        if digest == other_digest:
            return Duplicate("D0", one.name, other.name, "identity") if "D0" in wanted else None
        if canon == other_canon:
            return Duplicate("D1", one.name, other.name, _symmetry(one, other_digest)) if "D1" in wanted else None
        if "D2" in wanted and self._plays_same(one, other):
            return Duplicate("D2", one.name, other.name)
        return None

    def _digests(self, entrant: Entrant) -> tuple[str, str]:
        if entrant.name not in self._canons:
            self._canons[entrant.name] = entrant.record.digest, entrant.record.canon
        return self._canons[entrant.name]

    def _plays_same(self, one: Entrant, other: Entrant) -> bool:
        if self._profile(one).rules_out(self._profile(other)) or (play := self._play(one)) is None:
            return False
        # The first level is enumerated now, so more may be ruled out before the second is.
        if self._profile(one).rules_out(self._profile(other)) or (other_play := self._play(other)) is None:
            return False
        found = plays_same(play, other_play)
        if found == "gave-up":
            self._note(other, f"D2 against {one.name}", "its states are too symmetric to be compared within the limit")
        return found == "same"

    def _profile(self, entrant: Entrant) -> Profile:
        name = entrant.name
        if name not in self._profiles:
            known = entrant.certificate
            self._profiles[name] = (
                Profile(None) if known is None else profile_of(known, entrant.solver, entrant.record.level)
            )
        return self._profiles[name]

    def _play(self, entrant: Entrant) -> Play | None:
        if entrant.name not in self._plays:
            if entrant.certificate is None and not self.enumerate_unknown:
                found, why = None, "it has no certificate"
            elif self._profile(entrant).more_than >= STATES:
                found, why = None, f"more than {STATES} states, or too many to be worth a start"
            else:
                found, why = play_of(entrant.solver, entrant.record.level), f"more than {STATES} states"
            if found is None:
                self._note(entrant, "D2", why)
            else:
                self._profiles[entrant.name] = found.profile
            self._plays[entrant.name] = found
        return self._plays[entrant.name]

    def _near(self, one: Entrant, other: Entrant) -> str | None:
        canon, other_canon = self._digests(one)[1], self._digests(other)[1]
        for first, second in ((other, canon), (one, other_canon)):
            if second in (changes := self._changes(first)):
                return f"one change: {changes[second]}"
        at_most = min(self._threshold(one), self._threshold(other))
        apart = near(self._laid_out(one), self._laid_out(other)[0], at_most)
        if apart is None:
            return None
        return f"{apart} place{'s' if apart != 1 else ''} apart"

    def _changes(self, entrant: Entrant) -> dict[str, str]:
        if entrant.name not in self._neighbours:
            found = neighbours(entrant.record.game, entrant.record.level)
            self._neighbours[entrant.name] = {canon: what for what, canon in found}
        return self._neighbours[entrant.name]

    def _threshold(self, entrant: Entrant) -> int:
        if entrant.name not in self._thresholds:
            self._thresholds[entrant.name] = threshold(entrant.record.game, entrant.record.level)
        return self._thresholds[entrant.name]

    def _laid_out(self, entrant: Entrant) -> tuple[Form, ...]:
        if entrant.name not in self._forms:
            self._forms[entrant.name] = forms_of(entrant.record.game, entrant.record.level)
        return self._forms[entrant.name]

    def _transfer(self, one: Entrant, other: Entrant) -> str | None:
        game = one.record.game
        for source, target in ((one, other), (other, one)):
            solution = self._solution(source)
            if solution is not None:
                found = transfer(game, source.record.level, solution, target.record.level)
                if found.how is not None:
                    return f"the solution of {source.name}, {found.how}"
                if found.given_up:
                    why = "its pieces may be renamed in more ways than the limit on tries allows"
                    self._note(other, f"D4 against {one.name}", why)
        return None

    def _solution(self, entrant: Entrant) -> Moves | None:
        if entrant.name not in self._solutions:
            self._solutions[entrant.name] = self.solution_of(entrant)
            if self._solutions[entrant.name] is None:
                self._note(entrant, "D4", "no solution of it is known")
        return self._solutions[entrant.name]

    def _note(self, entrant: Entrant, tier: str, why: str) -> None:
        file = str(entrant.path) if entrant.path is not None else None
        note = NOT_COMPARED.at(f"tier {tier}: {why}").about(level=entrant.name, file=file)
        self.not_compared.setdefault((entrant.name, tier), note)


def _symmetry(one: Entrant, digest: str) -> str | None:
    """The name of the symmetry that makes one level the other; None where it takes a renaming or padding besides."""
    game = one.record.game
    for image in islice(game.symmetries(one.record.level), MAX_IMAGES):
        if level_digest(game, image.level) == digest:
            return image.name
    return None
