"""From a puzzle in somebody's file to a candidate level with a record of where it came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
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
    """One puzzle of a file: a record, or the findings that keep it from being one.

    `name` is the file's, with `#n` where it holds several; `number` is that n, else None.
    """

    name: str
    number: int | None
    record: LevelRecord | None
    findings: tuple[Finding, ...]
    doubts: tuple[str, ...] = ()


def candidates_of(name: str, data: bytes, game: str, reading: Reading, origin: Origin) -> tuple[Candidate, ...]:
    """Every puzzle of a reading, judged by the rules. `name#n` names the n-th where a file holds several."""
    many = len(reading.puzzles) > 1
    return tuple(_candidate(name, many, data, game, puzzle, origin) for puzzle in reading.puzzles)


def _candidate(file: str, many: bool, data: bytes, game: str, puzzle: Puzzle | Refusal, origin: Origin) -> Candidate:
    number = puzzle.number if many else None
    name = f"{file}#{puzzle.number}" if many else file
    if isinstance(puzzle, Refusal):
        return Candidate(name, number, None, tuple(finding.about(level=name, file=file) for finding in puzzle.findings))
    try:
        record = _native(puzzle.native, origin, data) if puzzle.native else _foreign(puzzle, file, data, game, origin)
    except InvalidLevel as error:
        return Candidate(name, number, None, tuple(finding.about(level=name, file=file) for finding in error.findings))
    return Candidate(name, number, record, ())


def _foreign(puzzle: Puzzle, file: str, data: bytes, game: str, origin: Origin) -> LevelRecord:
    rules = game_named(game)
    remarks = [text for text in (puzzle.note, *puzzle.taken) if text]
    provenance = new_provenance(
        origin.origin,
        source=origin.source or _base_name(file),
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


def _base_name(file: str) -> str:
    """The file's own name: not the folder of one machine, and text even where the name's bytes are none."""
    return Path(file).name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


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
