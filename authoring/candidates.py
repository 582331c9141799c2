"""From a puzzle in somebody's file to a candidate level with a record of where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from authoring.readers.contract import Puzzle, Reading, Refusal
from catalogue.level_record import LevelRecord, level_record, new_provenance
from games.canonical import Json, sha256_of
from games.contract import InvalidLevel
from games.finding import Finding
from games.registry import game_named

__all__ = ["Candidate", "Origin", "candidates_of"]


@dataclass(frozen=True, slots=True)
class Origin:
    """What the person says about a file: provenance fields, licence and title; None where nothing was said."""

    origin: str = "adapted"
    source: str | None = None
    license: str | None = None
    first_public: str | None = None
    reference: Mapping[str, Json] | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """One puzzle of a file: a record, or the findings that keep it from being one. `name` is the source's."""

    name: str
    record: LevelRecord | None
    findings: tuple[Finding, ...]
    doubts: tuple[str, ...] = ()


def candidates_of(name: str, data: bytes, game: str, reading: Reading, origin: Origin) -> tuple[Candidate, ...]:
    """Every puzzle of a reading, judged by the rules. `name#n` names the n-th where a file holds several."""
    many = len(reading.puzzles) > 1
    return tuple(
        _candidate(f"{name}#{puzzle.number}" if many else name, name, data, game, puzzle, origin)
        for puzzle in reading.puzzles
    )


def _candidate(name: str, file: str, data: bytes, game: str, puzzle: Puzzle | Refusal, origin: Origin) -> Candidate:
    if isinstance(puzzle, Refusal):
        return Candidate(name, None, tuple(finding.about(level=name, file=file) for finding in puzzle.findings))
    try:
        record = _native(puzzle.native, origin, data) if puzzle.native else _foreign(puzzle, file, data, game, origin)
    except InvalidLevel as error:
        return Candidate(name, None, tuple(finding.about(level=name, file=file) for finding in error.findings))
    return Candidate(name, record, ())


def _foreign(puzzle: Puzzle, file: str, data: bytes, game: str, origin: Origin) -> LevelRecord:
    rules = game_named(game)
    remarks = [text for text in (puzzle.note, *puzzle.taken) if text]
    provenance = new_provenance(
        origin.origin,
        source=origin.source or file,
        source_license=origin.license if origin.origin == "adapted" else None,
        source_sha256=sha256_of(data),
        first_public=origin.first_public,
        reference=origin.reference,
        note="\n".join(remarks) or None,
    )
    return LevelRecord(
        id=None,
        revision=1,
        game=rules,
        level=rules.parse(puzzle.board, puzzle.goal),
        title=origin.title or puzzle.title,
        provenance=provenance,
        license=origin.license,
        canary=None,
        tags=(),
    )


def _native(value: Json, origin: Origin, data: bytes) -> LevelRecord:
    """A level document keeps what it says of itself; what the person says fills in what it leaves open."""
    record = level_record(value)
    said: dict[str, Any] = {
        "source": origin.source,
        "source_sha256": sha256_of(data) if record.provenance["source_sha256"] is None else None,
        "first_public": origin.first_public,
        "reference": origin.reference,
    }
    provenance = dict(record.provenance) | {key: value for key, value in said.items() if value is not None}
    return replace(
        record,
        id=None,
        canary=None,
        title=origin.title or record.title,
        license=origin.license or record.license,
        provenance=provenance,
    )
