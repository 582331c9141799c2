"""A certificate held against its level: everything that can be checked without proving the optimum again.

Solvability is checked here from the files alone: the play is replayed by the rules. Optimality is not; it is
reproducible by `certify`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.canonical import Json, sha256_of
from games.contract import AnyGame, level_digest, state_digest
from games.finding import Finding, FindingKind
from solvers.contract import AnySolver
from validators.certificate import Certificate, Method
from validators.must_fail import must_fail_faults, trace_seed
from validators.outcome import evidence_of, play_cost
from validators.replay import replay

__all__ = ["FINDINGS", "certificate_faults"]

OTHER_LEVEL = FindingKind(
    "certificate/other-level",
    "The certificate is bound to another level digest: the board, goal or rules version changed after it was made.",
    "Certify the level again.",
)
PLAY = FindingKind(
    "certificate/solution", "The certificate's solution is refused by the rules.", "Certify the level again."
)
TRAIL = FindingKind(
    "certificate/trail",
    "The certificate's state digests are not those of its solution.",
    "Certify the level again; if it stays, a game's rules or state form changed without a new rules version.",
)
OPTIMUM = FindingKind(
    "certificate/optimum",
    "The certificate's optimum does not fit its solution's cost or length, or no method proves it.",
    "Certify the level again.",
)
EVIDENCE = FindingKind(
    "certificate/evidence",
    "The certificate claims other evidence than its methods give, or names a method that the game does not have.",
    "Certify the level again.",
)
VERDICT = FindingKind(
    "certificate/verdict",
    "The verdict and the rest of the certificate contradict each other.",
    "Certify the level again.",
)
PROPERTY = FindingKind(
    "certificate/property",
    "A property is missing, or a null has no reason.",
    "Certify the level again.",
)
LAYERS = FindingKind(
    "certificate/layers", "The layers of a method contradict the optimum or the initial state.", "Certify it again."
)
OUTDATED = FindingKind(
    "certificate/outdated",
    "The certificate was made by another version of a method than this levelpress has.",
    "Certify the level again.",
    severity="warning",
)
FINDINGS = (OTHER_LEVEL, PLAY, TRAIL, OPTIMUM, EVIDENCE, VERDICT, PROPERTY, LAYERS, OUTDATED)

#: What stands beside the engines of a game: the static analysis and the enumeration of full states.
GRAPH_METHOD, STATIC_METHOD = "state-graph", "static"
KERNEL_ENGINES = {GRAPH_METHOD: "search", STATIC_METHOD: "static"}


def certificate_faults(game: AnyGame, solver: AnySolver, level: Any, certificate: Certificate) -> Iterator[Finding]:
    """Every fault of a certificate of `level`."""
    if certificate.level_digest != level_digest(game, level):
        yield OTHER_LEVEL.at(f"the level's digest is {level_digest(game, level)}")
        return
    yield from _verdict_faults(game, certificate)
    yield from _method_faults(solver, certificate)
    yield from _property_faults(solver, certificate)
    first = _first_digest(game, solver, level)
    for method in certificate.methods:
        yield from _layer_faults(certificate, method, first)
    if certificate.moves is not None:
        yield from _play_faults(game, level, certificate, certificate.moves)
        seed = trace_seed(certificate.level_digest)
        yield from must_fail_faults(game, level, certificate.moves, certificate.must_fail, seed)


def _verdict_faults(game: AnyGame, certificate: Certificate) -> Iterator[Finding]:
    solved = certificate.verdict == "solvable"
    for name, there in (
        ("a solution", certificate.moves is not None),
        ("an optimum", certificate.optimum is not None),
        ("a trail", bool(certificate.trail)),
        ("must-fail traces", bool(certificate.must_fail)),
    ):
        if there != solved:
            yield VERDICT.at(f"the verdict is {certificate.verdict}, with{'' if there else 'out'} {name}")
    if certificate.metric not in game.metrics:
        yield VERDICT.at(f"the game has no metric {certificate.metric!r}")
    if certificate.toolchain.get("rules") != game.rules:
        yield VERDICT.at(f"made under rules version {certificate.toolchain.get('rules')}, these are {game.rules}")


def _play_faults(game: AnyGame, level: Any, certificate: Certificate, moves: tuple[str, ...]) -> Iterator[Finding]:
    outcome = replay(game, level, moves)
    if outcome.refusal is not None:
        refusal = outcome.refusal
        yield PLAY.at(f"{refusal.reason}: {refusal.why}", place=f"move {refusal.at}")
        return
    if tuple(step.digest for step in outcome.steps) != certificate.trail:
        yield TRAIL.at("the trail differs from the states of the replayed solution")
    if certificate.metric in game.metrics:
        cost = play_cost(game, level, certificate.metric, moves)
        if cost != certificate.optimum:
            yield OPTIMUM.at(f"the solution costs {cost} {certificate.metric}, the optimum is {certificate.optimum}")
    difficulty = certificate.difficulty
    if difficulty.get("optimum") != certificate.optimum or difficulty.get("length") != len(moves):
        yield OPTIMUM.at("the difficulty vector has another optimum or length")


def _first_digest(game: AnyGame, solver: AnySolver, level: Any) -> str:
    """The digest of the initial state as layers write it: where several boards count as one, of the one kept."""
    space = solver.space(level, None) if solver.space is not None else None
    if space is not None:
        return state_digest(space.state_json(space.initial))
    return state_digest(game.state_json(level, game.initial(level)))


def _layer_faults(certificate: Certificate, method: Method, first: str) -> Iterator[Finding]:
    """Layer 0 is the initial state alone, and no layer before the optimum can be empty."""
    if method.layers is None:
        return
    if not method.layers or method.layers[0].states != 1 or method.layers[0].digest != sha256_of(first.encode()):
        yield LAYERS.at(f"{method.name}: layer 0 is not the initial state alone")
    if any(layer.states < 1 for layer in method.layers):
        yield LAYERS.at(f"{method.name}: an empty layer")
    reachable = certificate.difficulty.get("reachable")
    if reachable is not None and sum(layer.states for layer in method.layers) != reachable:
        yield LAYERS.at(f"{method.name}: the layers do not sum to {reachable} reachable states")
    moves = certificate.moves or ()
    if certificate.verdict == "solvable" and len(method.layers) <= len(moves):
        yield LAYERS.at(f"{method.name}: {len(method.layers)} layers for a solution of {len(moves)} moves")


def _method_faults(solver: AnySolver, certificate: Certificate) -> Iterator[Finding]:
    engines = {engine.name: engine.engine for engine in solver.engines} | KERNEL_ENGINES
    names = [method.name for method in certificate.methods]
    unknown = sorted(set(names) - set(engines))
    if unknown or len(set(names)) != len(names):
        yield EVIDENCE.at(f"unknown or repeated methods: {', '.join(unknown or names)}")
        return
    runs = [(engines[method.name], method.bound, method.exhausted) for method in certificate.methods]
    supported = evidence_of(runs, certificate.optimum)
    if supported != certificate.evidence:
        yield EVIDENCE.at(f"the evidence is {certificate.evidence}, its methods give {supported}")
    for method in certificate.methods:
        bound = method.bound
        if certificate.optimum is not None and bound is not None and bound > certificate.optimum:
            yield OPTIMUM.at(f"{method.name} proved at least {bound}, the optimum is {certificate.optimum}")
        elif method.exhausted and bound != certificate.optimum:
            yield OPTIMUM.at(f"{method.name} ran to its end with {bound}, the optimum is {certificate.optimum}")
    if certificate.optimum is not None and certificate.optimum not in [one.bound for one in certificate.methods]:
        yield OPTIMUM.at("no method proves the optimum as a lower bound")
    if certificate.optimum is None and not any(method.exhausted for method in certificate.methods):
        yield OPTIMUM.at("no method was exhausted, so nothing proves the level unsolvable")
    made: Json = certificate.toolchain.get("methods", {})
    for engine in solver.engines:
        if engine.name in made and made[engine.name] != engine.version:
            yield OUTDATED.at(f"{engine.name} is now version {engine.version}, the certificate has {made[engine.name]}")


def _property_faults(solver: AnySolver, certificate: Certificate) -> Iterator[Finding]:
    for name in solver.properties:
        if name not in certificate.properties:
            yield PROPERTY.at(f"the property {name} is missing")
    nulls = [
        name for name, value in (*certificate.properties.items(), *certificate.difficulty.items()) if value is None
    ]
    for name in nulls:
        if not certificate.reasons.get(name):
            yield PROPERTY.at(f"{name} is null without a reason")
