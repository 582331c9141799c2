"""`check --recertify`: every proof made again, and the layers of states held against the rules.

A level is proven again under the limits that its certificate states, so the certificate must come out letter for
letter, but for the versions of solver libraries. Engines are held against each other on the way, as in `certify`. The
layers of states, which come from a solver's enumeration, are walked again by the rules where they are few enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from authoring import tasks
from authoring.check_run import Checked
from authoring.run_findings import CRASH, UNDECIDED
from authoring.worker import Done, Killed, Result, Task, run_tasks
from games.canonical import Json
from games.finding import Finding, FindingKind
from games.registry import game_named
from solvers.contract import Limits, Report, solver_named
from solvers.plan import ALL
from validators.certificate import certificate_from_json
from validators.rule_layers import RULE_STATES, rule_layers

__all__ = ["FINDINGS", "Recertified", "recertify"]

NOT_REPRODUCED = FindingKind(
    "certificate/not-reproduced",
    "Proving the level again gives another certificate.",
    "Find out which of the two is wrong before anything is certified again.",
)
OTHER_LAYERS = FindingKind(
    "certificate/other-layers",
    "A certificate's layers of states are not those that the rules reach.",
    "The solver or the rules are wrong; report it with the level.",
)
NOT_WALKED = FindingKind(
    "certificate/layers-not-walked",
    "A certificate's layers hold more states than the rules are asked to walk, so they were not held against them.",
    "Nothing to mend; the engines were held against each other all the same.",
    severity="note",
)
FINDINGS = (NOT_REPRODUCED, OTHER_LAYERS, NOT_WALKED)


@dataclass(frozen=True, slots=True)
class Recertified:
    """What came of it: the findings, and how many levels stayed undecided or had nothing to prove again."""

    findings: tuple[Finding, ...]
    undecided: int
    skipped: int


def recertify(
    checked: Sequence[Checked], jobs: int, seconds: float | None, on_done: Callable[[int], None]
) -> Recertified:
    """Prove every level again that has a certificate of its own. `seconds` kills a level's work hard."""
    able = [one for one in checked if _bound(one)]
    findings: list[Finding] = []
    undecided = 0
    results = run_tasks([_task(one) for one in able], jobs, seconds, on_done)
    try:
        for one, result in zip(able, results, strict=True):
            level = one.subject.level
            file = str(one.subject.certificate)
            found = tuple(_findings(result))
            undecided += any(finding.id == UNDECIDED.id for finding in found)
            findings += [finding.about(level=level.name, file=file) for finding in found]
    finally:
        results.close()
    skipped = sum(one.subject.level.record is not None for one in checked) - len(able)
    return Recertified(tuple(findings), undecided, skipped)


def _bound(one: Checked) -> bool:
    """Whether a certificate is there and speaks of this very level; if not, that is a finding already."""
    record, certificate = one.subject.level.record, one.certificate
    return record is not None and certificate is not None and certificate.level_digest == record.digest


def _task(one: Checked) -> Task:
    record, certificate = one.subject.level.record, one.certificate
    assert record is not None
    assert certificate is not None
    board, goal = record.game.print(record.level)
    limits = Limits(**certificate.toolchain["limits"])
    arguments = (record.game.name, board, goal, limits, ALL, certificate.to_json())
    return Task("authoring.check_recertify:recertify_level", arguments)


def warm(game: str, board: Json, goal: Json, limits: Limits, choice: str, *_: Any) -> None:
    """Import what the engines need, so that no budget is spent on it."""
    tasks.warm(game, board, goal, limits, choice)


def recertify_level(
    game: str, board: Json, goal: Json, limits: Limits, choice: str, stated: Json, report: Report
) -> tuple[Finding, ...]:
    """One level proven again in a worker. Raises EnginesDisagree."""
    made = tasks.certify_level(game, board, goal, limits, choice, report).certificate
    if made is None:
        return (UNDECIDED.at("proving it again ran out of the limits that the certificate states"),)
    found: list[Finding] = []
    differing = sorted(_differences(stated, made.to_json()))
    if differing:
        found.append(NOT_REPRODUCED.at(f"differs in {', '.join(differing)}"))
    rules = game_named(game)
    solver, level = solver_named(game), rules.parse(board, goal)
    layered = [method for method in certificate_from_json(stated).methods if method.layers is not None]
    if layered:
        walked = rule_layers(rules, solver, level)
        if walked is None:
            found.append(NOT_WALKED.at(f"more than {RULE_STATES} states"))
        for method in layered if walked is not None else ():
            if method.layers != walked:
                found.append(OTHER_LAYERS.at(f"{method.name}: not the layers that the rules reach"))
    return tuple(found)


def _differences(stated: Json, made: Json) -> Iterator[str]:
    """The fields in which two certificates differ. Library versions may: what they give may not."""
    for name in sorted({*stated, *made}):
        one, other = stated.get(name), made.get(name)
        if name == "toolchain":
            one, other = ({key: value for key, value in side.items() if key != "libraries"} for side in (one, other))
        if isinstance(one, dict) and isinstance(other, dict):
            yield from (f"{name}.{key}" for key in {*one, *other} if one.get(key) != other.get(key))
        elif one != other:
            yield name


def _findings(result: Result) -> Iterator[Finding]:
    if isinstance(result, Done):
        yield from result.value
    elif isinstance(result, Killed):
        yield UNDECIDED.at("proving it again ran out of --seconds")
    else:
        yield CRASH.at(f"{result.kind}: {result.message}")
