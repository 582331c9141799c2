"""Annotations as workflow commands, `::error file=...::message`: at most ten, for a reader's sake, then a count."""

from __future__ import annotations

from authoring.reports.contract import CheckReport
from games.finding import Finding

__all__ = ["AT_MOST", "workflow_commands"]

AT_MOST = 10
_LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def workflow_commands(report: CheckReport) -> bytes:
    """A line a finding, worst first; what is beyond the tenth is counted in one more."""
    lines = [_line(finding) for finding in report.findings[:AT_MOST]]
    left = report.findings[AT_MOST:]
    if left:
        errors = sum(finding.severity == "error" for finding in left)
        lines.append(
            f"::{'error' if errors else 'notice'} title=levelpress::and {len(left)} more, {errors} of them errors"
        )
    return "".join(f"{line}\n" for line in lines).encode()


def _line(finding: Finding) -> str:
    parts = {"file": finding.file, "title": finding.id}
    given = ",".join(f"{name}={_value(text)}" for name, text in parts.items() if text)
    where = ", ".join(part for part in (finding.level, finding.place) if part)
    message = f"{where}: {finding.message}. {finding.fix}" if where else f"{finding.message}. {finding.fix}"
    return f"::{_LEVELS[finding.severity]} {given}::{_text(message)}"


def _text(text: str) -> str:
    """A message in one line, as workflow commands escape it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _value(text: str) -> str:
    """The value of a property, where `:` and `,` mean something besides."""
    return _text(text).replace(":", "%3A").replace(",", "%2C")
