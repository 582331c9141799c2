"""Many inputs at once: the same bytes on any number of processes, and a stop at the first failure where asked."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from tests.authoring.boards import RING, level, write
from tests.authoring.command_line import levelpress
from tests.authoring.test_processes import winding

#: From this many on, `check` starts processes.
MANY = 25


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many levels, some of them broken."""
    folder = tmp_path_factory.mktemp("crowd")
    for number in range(MANY):
        text = RING if number % 5 else RING.replace("@", "?")
        write(folder / f"{number:02}.json", level("maze-paint", text, title=f"number {number}"))
    for number in range(MANY):
        write(folder / "good" / f"{number:02}.json", level("maze-paint", RING, title=f"number {number}"))
    return folder


def test_the_report_does_not_depend_on_the_number_of_processes(crowd: Path) -> None:
    runs = [levelpress("check", ".", "--json", "--jobs", jobs, cwd=crowd, tasks=None) for jobs in ("1", "2")]
    assert [ran.code for ran in runs] == [1, 1]
    assert runs[0].out == runs[1].out
    report = runs[0].document("levelpress/report@1")
    assert (report["summary"]["levels"], report["summary"]["certificates"]) == (2 * MANY, 0)
    findings = [(one["severity"], one["file"] or "") for one in report["findings"]]
    assert findings == sorted(findings, key=lambda one: (one[0] != "error", one[0] != "warning", one[1]))


def test_an_exception_in_one_of_many_checks_is_6(crowd: Path) -> None:
    with mock.patch("authoring.check_run.check_certificate", side_effect=RuntimeError("a fault of ours")):
        ran = levelpress("check", "good", "--json", "--jobs", "2", cwd=crowd)
    assert ran.code == 6
    report = ran.document("levelpress/report@1")
    assert {one["id"] for one in report["findings"] if one["severity"] == "error"} >= {"run/crash"}
    assert report["summary"]["passed"] == 0


@pytest.mark.parametrize(
    ("command", "wanted", "key"),
    [
        ("solve", "levelpress/outcomes@1", "outcomes"),
        ("certify", "levelpress/certified@1", "certificates"),
        ("dead-ends", "levelpress/dead-ends@1", "levels"),
    ],
)
@pytest.mark.parametrize(("bad", "code"), [("two-starts.json", 1), ("none.json", 3)])
def test_fail_fast_stops_at_the_first_failure(
    command: str, wanted: str, key: str, bad: str, code: int, shelf: Path, tmp_path: Path
) -> None:
    for name in ("ring.json", "two-starts.json", "stripes.json"):
        (tmp_path / name).write_bytes((shelf / name).read_bytes())
    ran = levelpress(command, "ring.json", bad, "stripes.json", "--fail-fast", "--json", cwd=tmp_path)
    assert ran.code == code
    named = [one["level"] for one in ran.document(wanted)[key]]
    assert ("ring.json" in named, "stripes.json" in named) == (True, False)
    assert not (tmp_path / "stripes.certificate.json").exists()


def test_a_level_that_overruns_is_killed_with_its_bound_and_the_next_is_solved(shelf: Path, tmp_path: Path) -> None:
    write(tmp_path / "hard.json", level("maze-paint", winding(3, 40)))
    options = ("--engine", "painted-search", "--states", "1000000000", "--seconds", "0.5", "--jobs", "1", "--json")
    ran = levelpress("solve", tmp_path / "hard.json", shelf / "ring.json", *options, tasks=None)
    hard, easy = ran.document("levelpress/outcomes@1")["outcomes"]
    assert ran.code == 4
    assert (hard["status"], hard["optimum"], hard["optimal"]) == ("undecided", None, False)
    assert hard["lower_bound"] >= 1
    assert f"at least {hard['lower_bound']} slides" in ran.err
    assert (easy["status"], easy["optimum"]) == ("solvable", 4)
