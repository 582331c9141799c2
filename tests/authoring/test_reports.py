"""Reports for other programs: the same findings in every form, and nothing in a level's name breaks out of one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

from authoring.reports.annotations import AT_MOST, workflow_commands
from authoring.reports.contract import CheckReport, ReportedLevel
from authoring.reports.junit import BETWEEN, junit
from authoring.reports.sarif import sarif
from authoring.run_findings import CRASH, UNDECIDED
from catalogue.objective_faults import COUNT, UNKNOWN_LEVEL
from games.finding import Finding, worst_first
from tests.authoring.boards import ISLAND, RING, level, write
from tests.authoring.command_line import levelpress
from validators.duplicates import NEAR, SAME

LEVELS = (ReportedLevel("mp-0001", "maze-paint"), ReportedLevel("mp-0002", "maze-paint"))
FOUND = (
    SAME.at("the same as mp-0001", "2,3").about(level="mp-0002", file="catalogue/levels/mp 2.json"),
    NEAR.at("nearly the same as mp-0001").about(level="mp-0002"),
    UNKNOWN_LEVEL.at("no level mp-0009", "maze-paint/easy").about(file="catalogue/objectives.json"),
    COUNT.at("1 levels listed, 2 demanded", "maze-paint/easy"),
)


def report(*findings: Finding) -> CheckReport:
    ordered = worst_first(findings)
    return CheckReport(ordered, LEVELS, {"findings": [finding.to_json() for finding in ordered]})


def cases(data: bytes) -> dict[str, Any]:
    return {case.get("name"): case for case in fromstring(data).iter("testcase")}


# JUnit


def test_each_level_is_a_case_and_its_errors_fail_it() -> None:
    data = junit(report(*FOUND))
    suite = fromstring(data).find("testsuite")
    assert suite is not None
    assert {name: suite.get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "3",
        "failures": "2",
        "errors": "0",
    }
    found = cases(data)
    assert list(found) == ["mp-0001", "mp-0002", BETWEEN]
    assert list(found["mp-0001"]) == []
    (failure,) = found["mp-0002"].findall("failure")
    assert (failure.get("type"), failure.get("message")) == ("duplicate/same", "the same as mp-0001")
    assert "2,3" in failure.text
    assert "duplicate/near" in found["mp-0002"].findtext("system-out")
    assert found[BETWEEN].find("failure").get("type") == "objective/unknown-level"
    assert "objective/count" in found[BETWEEN].findtext("system-out")


@pytest.mark.parametrize("kind", [UNDECIDED, CRASH])
def test_what_is_undecided_or_crashed_is_an_error_never_a_pass(kind: Any) -> None:
    data = junit(report(kind.at("no proof").about(level="mp-0001")))
    suite = fromstring(data).find("testsuite")
    assert suite is not None
    assert (suite.get("errors"), suite.get("failures")) == ("1", "0")
    assert cases(data)["mp-0001"].find("error").get("type") == kind.id


def test_what_xml_cannot_carry_is_written_out() -> None:
    bad = 'a\x00b\x1bc\ud800d\ufffe<&"]]>\r'
    data = junit(report(SAME.at(bad).about(level=bad)))
    (failure,) = fromstring(data).iter("failure")
    assert failure.get("message").startswith('a\\u0000b\\u001bc\\ud800d\\ufffe<&"]]>')


# annotations


def test_the_worst_come_first_and_the_rest_is_counted() -> None:
    many = [SAME.at(f"number {number:02}").about(level="mp-0001") for number in range(12)]
    lines = workflow_commands(report(*FOUND[1:2], *many, FOUND[3])).decode().splitlines()
    assert len(lines) == AT_MOST + 1
    assert all(line.startswith("::error ") for line in lines)
    assert lines[-1].endswith("::and 4 more, 2 of them errors")


def test_up_to_ten_findings_need_no_count() -> None:
    lines = workflow_commands(report(*FOUND)).decode().splitlines()
    assert [re.match("::[a-z]+", line)[0] for line in lines] == ["::error", "::error", "::warning", "::notice"]  # type: ignore[index]
    assert "file=catalogue/levels/mp 2.json,title=duplicate/same::mp-0002, 2,3: the same as" in "\n".join(lines)


def test_nothing_in_a_finding_begins_another_command() -> None:
    evil = SAME.at("100%\n::error::x").about(level="a\r\nb", file="c:d,e\n.json")
    (line,) = workflow_commands(report(evil)).decode().splitlines()
    assert "file=c%3Ad%2Ce%0A.json" in line
    assert "100%25%0A::error::x" in line
    assert "a%0D%0Ab" in line


def test_no_finding_is_no_line() -> None:
    assert workflow_commands(report()) == b""


# SARIF


def test_sarif_names_rule_level_and_place() -> None:
    (run,) = json.loads(sarif(report(*FOUND)))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == sorted({finding.id for finding in FOUND})
    assert [result["level"] for result in run["results"]] == ["error", "error", "warning", "note"]
    by_rule = {result["ruleId"]: result for result in run["results"]}
    (location,) = by_rule["duplicate/same"]["locations"]
    assert location["physicalLocation"]["artifactLocation"]["uri"] == "catalogue/levels/mp%202.json"
    assert location["logicalLocations"] == [{"name": "mp-0002", "kind": "level"}, {"name": "2,3", "kind": "place"}]
    assert "locations" not in json.loads(sarif(report(UNDECIDED.at("no bound"))))["runs"][0]["results"][0]


# the option


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    write(tmp_path / "ring.json", level("maze-paint", RING))
    write(tmp_path / "ring-again.json", level("maze-paint", RING))
    write(tmp_path / "island.json", level("maze-paint", ISLAND, colour="red"))
    return tmp_path


def test_every_report_of_a_run_has_the_same_findings(shelf: Path) -> None:
    kinds = ("junit", "annotations", "sarif", "json")
    words = [word for kind in kinds for word in ("--report", f"{kind}=out/{kind}.txt")]
    ran = levelpress("check", "ring.json", "ring-again.json", "island.json", *words, "--json", cwd=shelf)
    document = ran.document("levelpress/report@1")
    assert ran.code == 1
    texts = {kind: (shelf / "out" / f"{kind}.txt").read_text("utf-8") for kind in kinds}
    assert json.loads(texts["json"]) == document
    found = {one["id"] for one in document["findings"]}
    assert {"duplicate/same", "certificate/none-yet"} <= found
    assert {result["ruleId"] for result in json.loads(texts["sarif"])["runs"][0]["results"]} == found
    assert set(re.findall("title=([^:,]+)", texts["annotations"])) == found
    assert all(name in texts["junit"] for name in found)
    assert len(fromstring(texts["junit"]).findall(".//testcase")) == 4


def test_annotations_go_to_standard_output_where_a_runner_reads_them(shelf: Path) -> None:
    ran = levelpress("check", "ring.json", "ring-again.json", "--report", "annotations=-", cwd=shelf)
    assert ran.out.splitlines()[1].startswith("::error file=ring-again.json,title=duplicate/same::")


@pytest.mark.parametrize("given", ["junit", "junit=", "junitt=x.xml", "=x", "sarif=."])
def test_a_report_that_cannot_be_written_is_a_usage_error_before_anything_is_checked(given: str, shelf: Path) -> None:
    ran = levelpress("check", "ring.json", "--report", given, cwd=shelf)
    assert (ran.code, ran.out) == (2, "")
    assert "--report" in ran.err
