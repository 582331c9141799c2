"""The deep part of verify: every certificate replayed by the rules, every seed's known answer, the fingerprint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, InvalidLevel
from games.registry import game_named, game_names
from snapshots import faults
from snapshots.faults import Fault, fault
from snapshots.layout import OBJECTIVES, paths_of
from snapshots.presentation import NEWEST, Presentations, is_seed
from validators.certificate import Certificate, certificate_from_json

__all__ = ["certificate_findings", "deep_level_faults", "fingerprint_faults", "solutions_of"]


def deep_level_faults(row: Mapping[str, Json], values: Mapping[str, Json], seed_scheme: str) -> Iterator[Fault]:
    """What only a replay shows of one level, whose documents already agree with each other."""
    if row["game"] not in game_names():
        return
    paths = paths_of(row)
    game, public, path = game_named(row["game"]), values[paths.public], paths.certificate
    try:
        level = game.parse(public["board"], public["goal"])
    except InvalidLevel:
        return
    certificate = certificate_from_json(values[path])
    for told in certificate_findings(game, level, certificate):
        yield fault(faults.CERTIFICATE, path, told)
    presentations = Presentations(game, level, row["level_digest"], seed_scheme)
    for seed, answer in sorted(values[OBJECTIVES]["initial_states"].get(row["id"], {}).items()):
        if not is_seed(seed):
            yield fault(faults.DERIVED, OBJECTIVES, f"{row['id']} has the seed {seed}, which is no 64-bit number")
            continue
        found = presentations.initial_answer(seed)
        if found != answer:
            yield fault(faults.DERIVED, OBJECTIVES, f"the initial state of {row['id']} under seed {seed} is {found}")
        shown = presentations.shown(seed)
        if not _carried(game, shown.level, [shown.move(move) for move in certificate.moves or ()]):
            yield fault(faults.CERTIFICATE, path, f"its solution does not win under seed {seed}")


def certificate_findings(game: AnyGame, level: Any, certificate: Certificate) -> Iterator[str]:
    """Why a certificate does not hold, one sentence each."""
    from solvers.contract import solver_named
    from validators.certificate_faults import certificate_faults

    for finding in certificate_faults(game, solver_named(game.name), level, certificate):
        if finding.severity == "error":
            place = f"{finding.place}: " if finding.place else ""
            yield f"{finding.id}: {place}{finding.message}"


def solutions_of(
    game: AnyGame,
    level: Any,
    digest: str,
    moves: tuple[str, ...],
    seeds: Iterable[str],
    seed_scheme: str = NEWEST,
) -> Iterator[tuple[str, ...]]:
    """A solution in each stored presentation of its level, as it is authored among them."""
    presentations = Presentations(game, level, digest, seed_scheme)
    for seed in sorted(seeds):
        shown = presentations.shown(seed)
        yield tuple(shown.move(move) for move in moves)


def fingerprint_faults(differing: list[dict[str, Json]], *, here: bool) -> Iterator[Fault]:
    """The differences to what a run observed; of what runs `here`, those that make this machine's word worthless: other
    rules, another Python than the pinned range.

    Another dependency lock here is reported and is no fault: verification needs none of the solver libraries.
    """
    for one in differing:
        if not here or one["name"] in ("python", "rules"):
            message = f"{one['name']} is {one['observed']}, pinned is {one['pinned']}"
            yield fault(faults.FINGERPRINT, "snapshot.json", message)


def _carried(game: AnyGame, level: Any, moves: list[str]) -> bool:
    from validators.replay import replay

    outcome = replay(game, level, moves)
    return outcome.won and outcome.refusal is None
