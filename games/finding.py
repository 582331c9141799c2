"""A finding: one thing that is wrong, where, and what to do about it.

Data only. Checks make findings, the command line prints them. A finding's id is stable: it is
what tests assert, what `explain` explains and what a report in any format carries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["Finding", "FindingKind", "Severity", "worst_first"]

Severity = Literal["error", "warning", "note"]
_ORDER = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `place` is in level coordinates (`row,column`), `file` and `level` may be unknown yet."""

    id: str
    severity: Severity
    message: str
    fix: str
    place: str | None = None
    level: str | None = None
    file: str | None = None

    def about(self, *, level: str | None = None, file: str | None = None) -> Finding:
        """The same finding with the level and the file it is about filled in where they are missing."""
        return replace(self, level=self.level or level, file=self.file or file)

    def to_json(self) -> dict[str, str | None]:
        """The one JSON form of a finding, alike in every document and report."""
        return {
            "id": self.id,
            "severity": self.severity,
            "level": self.level,
            "file": self.file,
            "place": self.place,
            "message": self.message,
            "fix": self.fix,
        }


@dataclass(frozen=True, slots=True)
class FindingKind:
    """What a finding id means. Every module that makes findings lists its kinds in `FINDINGS`."""

    id: str
    meaning: str
    fix: str
    severity: Severity = "error"

    def at(self, message: str, place: str | None = None, fix: str | None = None) -> Finding:
        """A finding of this kind, at `place`."""
        return Finding(self.id, self.severity, message, fix or self.fix, place)


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings by severity, then file, level, place, id: an order that does not depend on `--jobs`."""
    return tuple(
        sorted(
            findings,
            key=lambda f: (_ORDER[f.severity], f.file or "", f.level or "", f.id, f.place or "", f.message),
        )
    )
