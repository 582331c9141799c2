"""Every document that a command writes: its schema, and every key that it lists, known or not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.boards import ONE_WAY, level, write
from tests.authoring.command_line import Ran, levelpress

OUTCOME = {
    *("level", "game", "status", "moves", "length", "metric", "optimum", "optimal", "lower_bound", "methods"),
    *("properties", "reasons", "second_solution", "explanation", "findings", "seconds"),
}
METHOD = {"name", "engine", "bound", "exhausted", "states", "seconds"}
FINDING = {"id", "severity", "level", "file", "place", "message", "fix"}
STATUSES = ["solvable", "unsolvable", "undecided", "invalid", "crash"]


def test_an_outcome_has_every_key_whatever_its_status(shelf: Path) -> None:
    files = ("one-way.json", "island.json", "crossed.json", "two-starts.json", "unknown-field.json", "pack.txt")
    runs = [levelpress("solve", *files[:5], "--json", cwd=shelf)]
    runs.append(levelpress("solve", "pack.txt", "--game", "color-connect", "--json", cwd=shelf))
    runs.append(levelpress("solve", "one-way.json", "--engine", "painted-search", "--states", "1", "--json", cwd=shelf))
    found = [one for ran in runs for one in ran.document("levelpress/outcomes@1")["outcomes"]]
    assert {one["status"] for one in found} == set(STATUSES[:4])
    for entry in found:
        assert set(entry) == OUTCOME
        assert all(set(method) == METHOD for method in entry["methods"])
        assert all(set(finding) == FINDING for finding in entry["findings"])
        assert set(entry["reasons"]) == {name for name, value in entry["properties"].items() if value is None}
        assert entry["game"] in ("maze-paint", "color-connect")


def test_only_seconds_are_decimal_numbers(shelf: Path) -> None:
    ran = levelpress("solve", "one-way.json", "crossed.json", "--engine", "all", "--json", cwd=shelf)
    decimals: list[str] = []

    def note(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        decimals.extend(key for key, value in pairs if isinstance(value, float))
        return dict(pairs)

    json.loads(ran.out, object_pairs_hook=note)
    assert set(decimals) == {"seconds"}


def test_all_faults_of_a_level_are_reported_each_with_its_place(shelf: Path) -> None:
    report = levelpress("check", "two-starts.json", "--json", cwd=shelf).document("levelpress/report@1")
    found = {(one["id"], one["place"], one["level"], one["file"]) for one in report["findings"]}
    assert found == {
        ("maze-paint/many-starts", "1,3", "two-starts.json", "two-starts.json"),
        ("maze-paint/glyph", "2,2", "two-starts.json", "two-starts.json"),
    }
    assert all(set(one) == FINDING and one["fix"] for one in report["findings"])
    assert report["summary"]["findings"] == {"error": 2, "warning": 0, "note": 0}
    assert report["summary"]["passed"] == 0


def test_the_same_finding_is_the_same_in_every_document(shelf: Path) -> None:
    report = levelpress("check", "two-starts.json", "--json", cwd=shelf).document("levelpress/report@1")
    (outcome,) = levelpress("solve", "two-starts.json", "--json", cwd=shelf).document("levelpress/outcomes@1")[
        "outcomes"
    ]
    key = lambda one: sorted(one.items(), key=str)  # noqa: E731
    assert sorted(map(key, outcome["findings"])) == sorted(map(key, report["findings"]))
    console = levelpress("show", "two-starts.json", cwd=shelf).err
    for one in report["findings"]:
        assert f"{one['file']}:{one['place']}: {one['severity']}: {one['id']}: {one['message']}" in console
        assert one["fix"] in console


def test_check_counts_levels_certificates_and_what_passed(shelf: Path, tmp_path: Path) -> None:
    for name in ("ring.json", "one-way.json", "two-starts.json"):
        (tmp_path / name).write_bytes((shelf / name).read_bytes())
    assert levelpress("certify", "ring.json", cwd=tmp_path).code == 0
    ran = levelpress("check", ".", "--json", cwd=tmp_path)
    report = ran.document("levelpress/report@1")
    assert ran.code == 1
    assert set(report) == {"format", "summary", "findings"}
    assert report["summary"] == {
        "levels": 3,
        "certificates": 1,
        "passed": 2,
        "findings": {"error": 2, "warning": 0, "note": 1},
        "undecided": 0,
        "skipped": 0,
    }
    assert levelpress("check", ".", "--json", "--jobs", "1", cwd=tmp_path).out == ran.out


def test_the_candidates_document_names_source_and_file(shelf: Path, tmp_path: Path) -> None:
    ran = levelpress("ingest", "color-connect", "pack.txt", "-o", tmp_path / "out", "--json", cwd=shelf)
    found = ran.document("levelpress/candidates@1")
    assert set(found) == {"format", "candidates", "findings"}
    assert [set(one) for one in found["candidates"]] == [{"path", "level", "doubts", "source_sha256"}] * 2
    assert [one["level"] for one in found["candidates"]] == ["pack.txt#1", "pack.txt#3"]
    assert {one["level"] for one in found["findings"]} == {"pack.txt#2"}
    assert all(Path(one["path"]).is_absolute() for one in found["candidates"])
    beside = levelpress("ingest", "color-connect", shelf / "pack.txt", "-o", "out", "--json", cwd=tmp_path)
    paths = [one["path"] for one in beside.document("levelpress/candidates@1")["candidates"]]
    assert all(path.startswith("out/") for path in paths)


def test_the_certified_document_says_what_changed(shelf: Path, tmp_path: Path) -> None:
    for name in ("ring.json", "island.json"):
        (tmp_path / name).write_bytes((shelf / name).read_bytes())
    first = levelpress("certify", "ring.json", "island.json", "--json", cwd=tmp_path)
    found = first.document("levelpress/certified@1")
    assert first.code == 1
    assert set(found) == {"format", "certificates"}
    assert [set(one) for one in found["certificates"]] == [{"level", "level_digest", "path", "verdict", "changed"}] * 2
    assert [(one["level"], one["path"], one["verdict"], one["changed"]) for one in found["certificates"]] == [
        ("ring.json", "ring.certificate.json", "solvable", True),
        ("island.json", "island.certificate.json", "unsolvable", True),
    ]
    data = (tmp_path / "ring.certificate.json").read_bytes()
    again = levelpress("certify", ".", "--json", cwd=tmp_path).document("levelpress/certified@1")["certificates"]
    assert [one["changed"] for one in again] == [False, False]
    assert (tmp_path / "ring.certificate.json").read_bytes() == data


@pytest.mark.parametrize("arguments", [("--list",), ("run/no-levels",)])
def test_explain_says_meaning_severity_and_fix(arguments: tuple[str, ...]) -> None:
    found = levelpress("explain", *arguments, "--json").document("levelpress/findings@1")
    ids = [one["id"] for one in found["findings"]]
    assert "run/no-levels" in ids
    assert ids == sorted(set(ids))
    for one in found["findings"]:
        assert set(one) == {"id", "severity", "meaning", "fix"}
        assert one["severity"] in ("error", "warning", "note")
        assert one["meaning"]
        assert one["fix"]


def test_every_finding_met_here_can_be_explained(shelf: Path) -> None:
    known = {one["id"] for one in json.loads(levelpress("explain", "--list", "--json").out)["findings"]}
    ran = levelpress("check", ".", "--json", cwd=shelf)
    met = {one["id"] for one in ran.document("levelpress/report@1")["findings"]}
    assert ran.code == 3
    assert len(met) > 4
    assert met <= known


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "two-starts.json"),
        ("check", "two-starts.json"),
        ("dead-ends", "two-starts.json"),
        ("certify", "two-starts.json"),
        ("solve", "none.json"),
        ("check", "none.json"),
        ("dead-ends", "none.json"),
        ("certify", "none.json"),
        ("solve", "nothing"),
        ("ingest", "maze-paint", "none.txt", "-o", "out"),
    ],
    ids=str,
)
def test_a_failing_command_still_gives_its_document(arguments: tuple[str, ...], shelf: Path) -> None:
    ran = levelpress(*arguments, "--json", cwd=shelf)
    assert ran.code in (1, 3)
    kinds = {
        "solve": "outcomes",
        "check": "report",
        "dead-ends": "dead-ends",
        "certify": "certified",
        "ingest": "candidates",
    }
    ran.document(f"levelpress/{kinds[arguments[0]]}@1")


def test_keys_are_sorted_and_text_is_not_escaped(tmp_path: Path) -> None:
    write(tmp_path / "größe.json", level("maze-paint", ONE_WAY))
    ran = levelpress("dead-ends", "größe.json", "--json", cwd=tmp_path)
    value = ran.document("levelpress/dead-ends@1")
    assert ran.out == json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def test_a_command_that_raises_findings_prints_them_all(workspace: Path, shelf: Path) -> None:
    """A refused step names every reason: here the objective is missing, and so is the certificate."""
    candidate = workspace / "catalogue" / "candidates" / "maze-paint-sample.json"
    ran: Ran = levelpress("catalogue", "add", candidate, "--objective", "maze-paint/easy", cwd=workspace)
    assert ran.code == 1
    assert "objective/none" in ran.err
    assert "certificate/missing" in ran.err
