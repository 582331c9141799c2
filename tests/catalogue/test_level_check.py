"""A level and its certificate as they lie on disk: found, read, in form, and of that level."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from catalogue.level_check import CertificateReport, check_certificate
from catalogue.level_record import level_record, new_provenance
from games.canonical import canonical_bytes, pretty_bytes
from tests.faults.levels import LEVELS, certificate_of


def _check(path: Path, name: str = "ring", in_catalogue: bool = True) -> CertificateReport:
    game, rule, rows = LEVELS[name]
    record = level_record(
        {
            "format": "levelpress/level@1",
            "id": None,
            "revision": 1,
            "game": game,
            "title": None,
            "board": {"rows": list(rows)},
            "goal": {"rule": rule},
            "provenance": new_provenance("original"),
            "license": None,
            "canary": None,
            "tags": [],
        }
    )
    return check_certificate(record, path, in_catalogue=in_catalogue)


def _file(folder: Path, value: Any) -> Path:
    path = folder / "certificate.json"
    path.write_bytes(pretty_bytes(value))
    return path


def _ids(report: CertificateReport) -> list[str]:
    return [finding.id for finding in report.findings]


@pytest.mark.parametrize("name", ["ring", "trap", "columns", "strips"])
def test_a_certificate_in_its_place_is_read_without_a_finding(tmp_path: Path, name: str) -> None:
    report = _check(_file(tmp_path, certificate_of(name).to_json()), name)
    assert report.findings == ()
    assert report.certificate is not None
    assert canonical_bytes(report.certificate.to_json()) == canonical_bytes(certificate_of(name).to_json())


def test_a_level_of_the_catalogue_must_have_a_certificate(tmp_path: Path) -> None:
    report = _check(tmp_path / "none.json")
    assert (_ids(report), report.certificate) == (["certificate/missing"], None)
    assert report.findings[0].severity == "error"


def test_a_candidate_without_a_certificate_is_a_note(tmp_path: Path) -> None:
    report = _check(tmp_path / "none.json", in_catalogue=False)
    assert (_ids(report), report.certificate) == (["certificate/none-yet"], None)
    assert report.findings[0].severity == "note"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[1, 2", b'{"a": 1, "a": 2}'])
def test_a_file_that_is_no_json_cannot_be_read(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(data)
    report = _check(path)
    assert (_ids(report), report.certificate) == (["certificate/unreadable"], None)
    assert report.findings[0].file == str(path)


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    assert _ids(_check(tmp_path)) == ["certificate/unreadable"]


def test_a_document_of_another_format_is_no_certificate(tmp_path: Path) -> None:
    value = certificate_of("ring").to_json() | {"format": "levelpress/level@1"}
    report = _check(_file(tmp_path, value))
    assert (_ids(report), report.certificate) == (["document/format"], None)


def test_a_document_that_breaks_its_schema_is_not_looked_into(tmp_path: Path) -> None:
    value = copy.deepcopy(certificate_of("ring").to_json())
    del value["trail"]
    report = _check(_file(tmp_path, value))
    assert (set(_ids(report)), report.certificate) == ({"document/schema"}, None)


def test_a_certificate_in_another_form_is_read_and_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    path.write_bytes(canonical_bytes(certificate_of("ring").to_json()))
    report = _check(path)
    assert _ids(report) == ["document/form"]
    assert report.certificate is not None


def test_a_length_that_is_not_that_of_the_moves_is_seen(tmp_path: Path) -> None:
    value = copy.deepcopy(certificate_of("ring").to_json())
    value["solution"]["length"] = 5
    assert _ids(_check(_file(tmp_path, value))) == ["document/form"]


def test_the_certificate_of_another_level_is_a_finding_about_the_file(tmp_path: Path) -> None:
    path = _file(tmp_path, certificate_of("trap").to_json())
    report = _check(path)
    assert _ids(report) == ["certificate/other-level"]
    assert report.findings[0].file == str(path)


@pytest.mark.parametrize("name", ["island", "odd"])
def test_a_level_certified_to_be_unsolvable_is_an_error_that_says_why(tmp_path: Path, name: str) -> None:
    report = _check(_file(tmp_path, certificate_of(name).to_json()), name)
    assert _ids(report) == ["certificate/unsolvable"]
    assert report.findings[0].severity == "error"
    assert report.findings[0].message == certificate_of(name).explanation


def test_without_an_explanation_an_unsolvable_level_says_that_the_searches_ended(tmp_path: Path) -> None:
    value = copy.deepcopy(certificate_of("island").to_json())
    value["explanation"] = None
    report = _check(_file(tmp_path, value), "island")
    assert report.findings[0].message == "every search was exhausted"
