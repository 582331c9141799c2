"""What a report is made of: the document of the run, its findings worst first, and the levels that were checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.canonical import Json
from games.finding import Finding

__all__ = ["CheckReport", "ReportedLevel"]


@dataclass(frozen=True, slots=True)
class ReportedLevel:
    """One level that was checked: what findings call it, and its game where it is known."""

    name: str
    game: str | None


@dataclass(frozen=True, slots=True)
class CheckReport:
    """One run of `check`. `findings` are worst first; `document` is the one of format `levelpress/report@1`."""

    findings: tuple[Finding, ...]
    levels: tuple[ReportedLevel, ...]
    document: Mapping[str, Json]
