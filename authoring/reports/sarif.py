"""SARIF 2.1.0: the findings with the table of their kinds as rules.

A file is given relative to where the check ran; the place on the board, which is no line of a file, and the level are
logical locations.
"""

from __future__ import annotations

from pathlib import PurePath
from urllib.parse import quote

from authoring.finding_table import finding_kinds
from authoring.reports.contract import CheckReport
from games.canonical import Json, pretty_bytes
from games.finding import Finding

__all__ = ["sarif"]

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(report: CheckReport) -> bytes:
    """The report as one run."""
    from importlib.metadata import version

    kinds = finding_kinds()
    used = sorted({finding.id for finding in report.findings})
    rules = [
        {
            "id": name,
            "shortDescription": {"text": kinds[name].meaning},
            "help": {"text": kinds[name].fix},
            "defaultConfiguration": {"level": kinds[name].severity},
        }
        for name in used
        if name in kinds
    ]
    driver = {"name": "levelpress", "version": version("levelpress"), "rules": rules}
    results = [_result(finding) for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return pretty_bytes({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _result(finding: Finding) -> Json:
    location: dict[str, Json] = {}
    if finding.file:
        location["physicalLocation"] = {"artifactLocation": {"uri": _uri(finding.file)}}
    logical = [{"name": finding.level, "kind": "level"}] if finding.level else []
    logical += [{"name": finding.place, "kind": "place"}] if finding.place else []
    if logical:
        location["logicalLocations"] = logical
    result: dict[str, Json] = {
        "ruleId": finding.id,
        "level": finding.severity,
        "message": {"text": f"{finding.message}. {finding.fix}"},
    }
    return {**result, "locations": [location]} if location else result


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
