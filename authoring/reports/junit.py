"""JUnit XML: a test case for each level, and one for what holds between them.

An error fails the case of its level. What is undecided is an error too, for it is no pass; other warnings and notes are
the case's output.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

from authoring.reports.contract import CheckReport
from authoring.run_findings import CRASH, UNDECIDED
from games.finding import Finding

__all__ = ["BETWEEN", "junit"]

#: The case of the findings that are about no level that was checked.
BETWEEN = "between the levels"
SUITE = "levelpress check"


def junit(report: CheckReport) -> bytes:
    """The report as one test suite, UTF-8 with an XML declaration."""
    names = {level.name for level in report.levels}
    by_level: dict[str, list[Finding]] = {}
    for finding in report.findings:
        by_level.setdefault(finding.level if finding.level in names else BETWEEN, []).append(finding)
    cases = [_case(level.game or "level", level.name, by_level.get(level.name, ())) for level in report.levels]
    cases.append(_case("workspace", BETWEEN, by_level.get(BETWEEN, ())))
    counts = {
        "tests": len(cases),
        "failures": sum(case.find("failure") is not None for case in cases),
        "errors": sum(case.find("error") is not None and case.find("failure") is None for case in cases),
        "skipped": 0,
    }
    attributes = {"name": SUITE, **{name: str(number) for name, number in counts.items()}}
    suites = ET.Element("testsuites", attributes)
    suite = ET.SubElement(suites, "testsuite", attributes)
    suite.extend(cases)
    ET.indent(suites)
    written: bytes = ET.tostring(suites, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _case(kind: str, name: str, findings: Sequence[Finding]) -> ET.Element:
    case = ET.Element("testcase", {"classname": _clean(f"levelpress.{kind}"), "name": _clean(name)})
    said: list[str] = []
    for finding in findings:
        undecided = finding.id in (UNDECIDED.id, CRASH.id)
        if finding.severity == "error" or undecided:
            child = ET.SubElement(case, "error" if undecided else "failure")
            child.set("type", finding.id)
            child.set("message", _clean(finding.message))
            child.text = _clean(_text(finding))
        else:
            said.append(f"{finding.severity}: {finding.id}: {_text(finding)}")
    if said:
        ET.SubElement(case, "system-out").text = _clean("\n".join(said))
    return case


def _text(finding: Finding) -> str:
    where = ":".join(part for part in (finding.file, finding.place) if part)
    return f"{where + ': ' if where else ''}{finding.message}\n{finding.fix}"


def _clean(text: str) -> str:
    """What XML 1.0 cannot carry is written out: control characters, lone surrogates, the two noncharacters."""
    return "".join(one if _allowed(ord(one)) else f"\\u{ord(one):04x}" for one in text)


def _allowed(code: int) -> bool:
    return code in (0x9, 0xA) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
