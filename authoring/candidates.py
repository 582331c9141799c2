"""From a puzzle in somebody's file to a candidate level with a record of where it came from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from authoring.readers.contract import Puzzle, Reading, Refusal
from catalogue.level_record import LevelRecord, level_record, new_provenance
from games.canonical import Json, sha256_of
from games.contract import InvalidLevel
from games.finding import Finding
from games.registry import game_named

__all__ = ["Candidate", "Origin", "candidate_stream", "candidates_of"]

_NOTHING: Mapping[str, Json] = MappingProxyType({})


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

    `name` is the file's, with `#n` where it holds several; `number` is that n, else None. `stated` is what the file
    claims of the level; whoever keeps the candidate holds it against the rules. `line` is where it begins.
    """

    name: str
    number: int | None
    record: LevelRecord | None
    findings: tuple[Finding, ...]
    doubts: tuple[str, ...] = ()
    stated: Mapping[str, Json] = field(default_factory=lambda: _NOTHING)
    line: int | None = None

    def with_remarks(self, remarks: Iterable[str]) -> Candidate:
        """The same with further sentences in the note of its provenance."""
        sentences = tuple(remarks)
        if self.record is None or not sentences:
            return self
        note = "\n".join((*filter(None, [self.record.provenance["note"]]), *sentences))
        return replace(self, record=replace(self.record, provenance={**self.record.provenance, "note": note}))


def candidates_of(name: str, data: bytes, game: str, reading: Reading, origin: Origin) -> tuple[Candidate, ...]:
    """Every puzzle of a reading, judged by the rules. `name#n` names the n-th where a file holds several."""
    return tuple(candidate_stream(name, sha256_of(data), game, reading.puzzles, origin))


def candidate_stream(
    name: str, digest: str, game: str, puzzles: Iterable[Puzzle | Refusal], origin: Origin
) -> Iterator[Candidate]:
    """The same from the file's digest and its puzzles, each as it is asked for."""
    coming = iter(puzzles)
    first = list(islice(coming, 2))
    many = len(first) > 1
    return (_candidate(name, many, digest, game, puzzle, origin) for puzzle in chain(first, coming))


def _candidate(file: str, many: bool, digest: str, game: str, puzzle: Puzzle | Refusal, origin: Origin) -> Candidate:
    number = puzzle.number if many else None
    name = f"{file}#{puzzle.number}" if many else file
    findings: tuple[Finding, ...] = ()
    record = None
    if isinstance(puzzle, Refusal):
        findings = puzzle.findings
    else:
        try:
            record = (
                _native(puzzle.native, origin, digest)
                if puzzle.native
                else _foreign(puzzle, file, digest, game, origin)
            )
        except InvalidLevel as error:
            findings = error.findings
    located = tuple(_in_line(finding, puzzle.line).about(level=name, file=file) for finding in findings)
    stated = {} if isinstance(puzzle, Refusal) else puzzle.stated
    return Candidate(name, number, record, located, stated=stated, line=puzzle.line)


def _in_line(finding: Finding, line: int | None) -> Finding:
    """A finding speaks of a board; in a file of many levels the line says where to look."""
    if line is None or f"line {line}" in finding.message:
        return finding
    return replace(finding, message=f"{finding.message} (line {line})")


def _foreign(puzzle: Puzzle, file: str, digest: str, game: str, origin: Origin) -> LevelRecord:
    rules = game_named(game)
    remarks = [text for text in (puzzle.note, *puzzle.taken) if text]
    provenance = new_provenance(
        origin.origin,
        source=origin.source or _base_name(file),
        source_license=origin.license if origin.origin == "adapted" else None,
        source_sha256=digest,
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


def _native(value: Json, origin: Origin, digest: str) -> LevelRecord:
    """A level document keeps what it says of itself; what the person says fills in what it leaves open."""
    record = level_record(value)
    said: dict[str, Any] = {
        "source": origin.source,
        "source_sha256": digest if record.provenance["source_sha256"] is None else None,
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
