"""A certificate: what is true of a level, with what it takes to check it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.canonical import Json
from solvers.contract import Layer
from validators.must_fail import MustFail
from validators.outcome import Evidence

__all__ = ["FORMAT", "Certificate", "Method", "certificate_from_json"]

FORMAT = "levelpress/certificate@1"


@dataclass(frozen=True, slots=True)
class Method:
    """What one engine contributed: see `solvers.contract.MethodRun`; nothing in it depends on a clock."""

    name: str
    bound: int | None
    exhausted: bool
    layers: tuple[Layer, ...] | None

    def to_json(self) -> Json:
        layers = None if self.layers is None else [{"states": one.states, "digest": one.digest} for one in self.layers]
        return {"name": self.name, "bound": self.bound, "exhausted": self.exhausted, "layers": layers}


@dataclass(frozen=True, slots=True)
class Certificate:
    """Bound to one level digest. The same level and toolchain give the same bytes.

    Attributes:
        moves, canonical: the solution and whether it is the first of the shortest; None and False if unsolvable.
        metric, optimum, evidence, methods: the optimum (None if unsolvable) and what supports it.
        explanation: why an unsolvable level is unsolvable, where the game can say it.
        properties, reasons, difficulty: as in docs/formats/certificate.md; a null has its reason.
        trail: the state digests of the solution, the initial state first.
        toolchain: rules version, method and library versions, limits.
    """

    level_digest: str
    verdict: Literal["solvable", "unsolvable"]
    moves: tuple[str, ...] | None
    canonical: bool
    metric: str
    optimum: int | None
    evidence: Evidence
    methods: tuple[Method, ...]
    explanation: str | None
    properties: Mapping[str, bool | None]
    reasons: Mapping[str, str]
    difficulty: Mapping[str, Json]
    trail: tuple[str, ...]
    must_fail: tuple[MustFail, ...]
    toolchain: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        solution = None
        if self.moves is not None:
            solution = {"moves": list(self.moves), "length": len(self.moves), "canonical": self.canonical}
        return {
            "format": FORMAT,
            "level_digest": self.level_digest,
            "verdict": self.verdict,
            "solution": solution,
            "optimum": {
                "metric": self.metric,
                "value": self.optimum,
                "evidence": self.evidence,
                "methods": [method.to_json() for method in self.methods],
            },
            "explanation": self.explanation,
            "properties": dict(self.properties),
            "reasons": dict(self.reasons),
            "difficulty": dict(self.difficulty),
            "trail": list(self.trail),
            "must_fail": [trace.to_json() for trace in self.must_fail],
            "toolchain": dict(self.toolchain),
        }


def certificate_from_json(value: Json) -> Certificate:
    """The certificate in a document that already fits its schema."""
    solution, optimum = value["solution"], value["optimum"]
    return Certificate(
        level_digest=value["level_digest"],
        verdict=value["verdict"],
        moves=tuple(solution["moves"]) if solution else None,
        canonical=bool(solution and solution["canonical"]),
        metric=optimum["metric"],
        optimum=optimum["value"],
        evidence=optimum["evidence"],
        methods=tuple(_method(method) for method in optimum["methods"]),
        explanation=value["explanation"],
        properties=value["properties"],
        reasons=value["reasons"],
        difficulty=value["difficulty"],
        trail=tuple(value["trail"]),
        must_fail=tuple(_trace(trace) for trace in value["must_fail"]),
        toolchain=value["toolchain"],
    )


def _method(value: Json) -> Method:
    layers = value["layers"]
    read = None if layers is None else tuple(Layer(one["states"], one["digest"]) for one in layers)
    return Method(value["name"], value["bound"], value["exhausted"], read)


def _trace(value: Json) -> MustFail:
    moves = None if value["moves"] is None else tuple(value["moves"])
    return MustFail(value["kind"], value["board"], moves, value["expect"], value["at"], value["none"])
