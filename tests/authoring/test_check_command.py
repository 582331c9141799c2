"""`check` of a whole workspace: whatever is laid in the wrong place or changed by hand is found and named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.boards import ONE_WAY, RING, level, write, write_board
from tests.authoring.command_line import levelpress

REPORT = "levelpress/report@1"
LEVEL, CERTIFICATE = "levels/maze-paint/mp-0001.json", "certificates/maze-paint/mp-0001.json"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogue of a workspace with one certified level, in which `check` finds nothing."""
    place = tmp_path_factory.mktemp("check") / "place"
    assert levelpress("init", place).code == 0
    assert levelpress("certify", "catalogue/candidates/maze-paint-sample.json", cwd=place).code == 0
    words = ("catalogue", "add", "catalogue/candidates/maze-paint-sample.json", "--fresh")
    assert levelpress(*words, cwd=place).code == 0
    return place / "catalogue"


@pytest.fixture
def catalogue(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it, for the test to spoil."""
    shutil.copytree(pristine.parent, tmp_path / "place")
    return tmp_path / "place" / "catalogue"


def checked(catalogue: Path, code: int) -> list[Any]:
    """The findings of `check` on the whole workspace."""
    ran = levelpress("check", "--json", cwd=catalogue.parent)
    assert ran.code == code, ran.err
    report = ran.document(REPORT)
    assert report["summary"]["findings"]["error"] == sum(one["severity"] == "error" for one in report["findings"])
    found: list[Any] = report["findings"]
    return found


def test_a_workspace_in_order_has_no_finding(catalogue: Path) -> None:
    assert checked(catalogue, 0) == []


@pytest.mark.parametrize(
    "place",
    ["certificates/maze-paint/mp-0099.json", "certificates/mp-0001.json", "certificates/color-connect/mp-0001.json"],
)
def test_a_certificate_that_belongs_to_no_level_is_found(place: str, catalogue: Path) -> None:
    (catalogue / place).parent.mkdir(exist_ok=True)
    (catalogue / place).write_bytes((catalogue / CERTIFICATE).read_bytes())
    assert any(place in (one["file"] or "") for one in checked(catalogue, 1))


@pytest.mark.parametrize(
    "place", ["levels/color-connect/mp-0001.json", "levels/maze-paint/mp-0005.json", "levels/mp-0001.json"]
)
def test_a_level_at_a_wrong_place_is_named(place: str, catalogue: Path) -> None:
    (catalogue / place).parent.mkdir(exist_ok=True)
    (catalogue / LEVEL).rename(catalogue / place)
    found = checked(catalogue, 1)
    assert any(one["id"] == "lifecycle/misplaced" for one in found)


def test_of_two_copies_the_one_at_the_wrong_place_is_named(catalogue: Path) -> None:
    (catalogue / "levels" / "color-connect").mkdir()
    copy = catalogue / "levels" / "color-connect" / "mp-0001.json"
    copy.write_bytes((catalogue / LEVEL).read_bytes())
    assert any(
        "color-connect" in str(one["file"]) or "color-connect" in one["message"] for one in checked(catalogue, 1)
    )


@pytest.mark.parametrize("name", ["harbour.json", "mp-1.json", "zz-0001.json", "mp-0002.json"])
def test_a_level_without_an_id_is_a_finding_not_a_crash(name: str, catalogue: Path) -> None:
    write(catalogue / "levels" / "maze-paint" / name, level("maze-paint", RING))
    assert any(one["severity"] == "error" for one in checked(catalogue, 1))


def test_a_hidden_file_of_an_editor_is_passed_over(catalogue: Path) -> None:
    write_board(catalogue / "levels" / "maze-paint" / ".mp-0001.json", "{")
    assert checked(catalogue, 0) == []


@pytest.mark.parametrize("file", [LEVEL, CERTIFICATE, "objectives.json", "state.json"])
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.rstrip(b"\n"),
        lambda data: json.dumps(json.loads(data)).encode(),
        lambda data: b"\n" + data,
    ],
    ids=["crlf", "no final newline", "one line", "a blank line first"],
)
def test_every_other_form_of_a_file_is_refused(file: str, change: Any, catalogue: Path) -> None:
    (catalogue / file).write_bytes(change((catalogue / file).read_bytes()))
    found = checked(catalogue, 1)
    assert {one["id"] for one in found} == {"document/form"}
    assert all(file in one["file"] for one in found)


@pytest.mark.parametrize(("file", "code"), [(LEVEL, 3), (CERTIFICATE, 1), ("objectives.json", 3), ("state.json", 3)])
def test_a_broken_file_is_named(file: str, code: int, catalogue: Path) -> None:
    (catalogue / file).write_bytes(b'{"format": ')
    found = checked(catalogue, code)
    assert any(file in (one["file"] or "") for one in found)


def test_a_level_whose_certificate_is_gone_is_not_passed(catalogue: Path) -> None:
    (catalogue / CERTIFICATE).unlink()
    assert [one["id"] for one in checked(catalogue, 1)] == ["certificate/missing"]


def test_a_claim_that_the_proofs_do_not_bear_is_refused(catalogue: Path) -> None:
    value = json.loads((catalogue / CERTIFICATE).read_bytes())
    value["optimum"]["value"] -= 1
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (catalogue / CERTIFICATE).write_text(text, encoding="utf-8")
    assert {"certificate/optimum"} <= {one["id"] for one in checked(catalogue, 1)}


def test_a_certificate_of_another_board_is_void(catalogue: Path) -> None:
    value = json.loads((catalogue / LEVEL).read_bytes())
    value["board"]["rows"] = RING.split()
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    (catalogue / LEVEL).write_text(text, encoding="utf-8")
    assert {"certificate/other-level"} <= {one["id"] for one in checked(catalogue, 1)}


def test_one_file_given_twice_is_no_duplicate_of_itself(tmp_path: Path) -> None:
    write(tmp_path / "top" / "ring.json", level("maze-paint", RING))
    for paths in (("top/ring.json", "top/ring.json"), ("top", "top/ring.json"), ("top", "./top")):
        ran = levelpress("check", *paths, "--json", cwd=tmp_path)
        assert ran.code == 0, ran.err
        assert {one["id"] for one in ran.document(REPORT)["findings"]} == {"certificate/none-yet"}


@pytest.mark.parametrize("text", [RING, "\n".join(row[::-1] for row in RING.split()) + "\n", "#####\n" + RING])
def test_two_files_of_one_puzzle_are_duplicates_and_both_are_named(text: str, tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("maze-paint", RING))
    write(tmp_path / "b.json", level("maze-paint", text))
    write(tmp_path / "c.json", level("maze-paint", ONE_WAY))
    ran = levelpress("check", ".", "--json", cwd=tmp_path)
    assert ran.code == 1
    (one,) = [one for one in ran.document(REPORT)["findings"] if one["severity"] == "error"]
    assert one["id"].startswith("duplicate/")
    assert "b.json" in one["level"]
    assert "b.json" in one["file"]
    assert "a.json" in one["message"]


def test_a_candidate_that_repeats_a_level_of_the_catalogue_is_found(catalogue: Path, tmp_path: Path) -> None:
    write(tmp_path / "again.json", level("maze-paint", ONE_WAY))
    ran = levelpress("check", tmp_path / "again.json", "--workspace", catalogue.parent, cwd=tmp_path)
    assert ran.code == 1
    assert "mp-0001" in ran.err


def test_a_file_that_is_no_certificate_of_a_level_is_called_stray(catalogue: Path) -> None:
    stray = catalogue / "certificates" / "maze-paint" / "mp-0099.json"
    stray.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(next(catalogue.glob("certificates/**/*.json")), stray)
    assert [one["id"] for one in checked(catalogue, 1) if one["file"] == str(stray)] == ["certificate/stray"]


def test_a_file_that_cannot_be_read_is_a_finding_of_the_report(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    ran = levelpress("check", "broken.json", "--json", cwd=tmp_path)
    findings = ran.document("levelpress/report@1")["findings"]
    assert (ran.code, [one["id"] for one in findings]) == (3, ["run/unreadable"])
