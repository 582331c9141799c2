"""Documents on disk: what is read, what is refused and why, and that writing never leaves half a file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from catalogue import document
from catalogue.document import Unreadable, document_faults, form_faults, read_bytes, read_document, write_bytes
from games.canonical import canonical_bytes, pretty_bytes
from tests.catalogue.documents import level_document


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b'{"a":1}\r\n')
    assert read_bytes(path) == b'{"a":1}\r\n'
    assert read_document(path) == {"a": 1}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"none\.json: no such file"):
        read_bytes(tmp_path / "none.json")


def test_a_folder_and_a_fifo_are_no_files_and_nobody_waits_for_them(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(Unreadable, match="not a regular file"):
            read_bytes(path)


def test_a_file_below_a_file_and_a_name_with_nul_are_unreadable(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    for path in (tmp_path / "a" / "b", Path("a\0b")):
        with pytest.raises(Unreadable):
            read_bytes(path)


def test_a_file_without_permission_is_unreadable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(document.os, "open", refuse)  # a test that runs as root is refused nothing
    with pytest.raises(Unreadable, match="no permission"):
        read_bytes(tmp_path / "a.json")


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_bytes(path, limit=5) == b"12345"
    with pytest.raises(Unreadable, match="larger than 4 bytes"):
        read_bytes(path, limit=4)


def test_malformed_json_is_unreadable_in_one_line_that_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(b'{"a": 1, "a": 2}')
    with pytest.raises(Unreadable, match=r"bad\.json: the key 'a' occurs twice") as refused:
        read_document(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("value", [None, [], "levelpress/level@1", {}, {"format": 1}, {"format": "levelpress/level@2"}])
def test_a_document_without_a_known_format_is_refused(value: Any) -> None:
    assert [fault.id for fault in document_faults(value)] == ["document/format"]


def test_a_mistyped_format_gets_a_suggestion_and_the_wanted_one() -> None:
    (fault,) = document_faults({"format": "levelpress/levels@1"}, "levelpress/level@1")
    assert "did you mean 'levelpress/level@1'?" in fault.message
    assert fault.fix == "Wanted: levelpress/level@1."


def test_a_document_of_another_format_than_the_wanted_one_is_refused() -> None:
    assert list(document_faults(level_document(), "levelpress/level@1")) == []
    assert [fault.id for fault in document_faults(level_document(), "levelpress/state@1")] == ["document/format"]


def test_a_document_that_breaks_its_schema_is_refused() -> None:
    assert [fault.id for fault in document_faults(level_document(revision=0))] == ["document/schema"]


def test_the_reviewable_form_has_no_fault() -> None:
    value = {"b": [1], "a": "ü"}
    assert list(form_faults(value, pretty_bytes(value))) == []


@pytest.mark.parametrize(
    ("data", "crlf"),
    [
        (b'{"a":"\xc3\xbc","b":[1]}', False),
        (pretty_bytes({"b": [1], "a": "ü"}).rstrip(), False),
        (pretty_bytes({"b": [1], "a": "ü"}) + b"\n", False),
        (pretty_bytes({"b": [1], "a": "ü"}).replace(b"\n", b"\r\n"), True),
        (b'{\n  "b": [\n    1\n  ],\n  "a": "\xc3\xbc"\n}\n', False),
        (b'{\n  "a": "\\u00fc",\n  "b": [\n    1\n  ]\n}\n', False),
    ],
)
def test_any_other_form_of_the_same_value_is_refused(data: bytes, crlf: bool) -> None:
    (fault,) = form_faults({"b": [1], "a": "ü"}, data)
    assert fault.id == "document/form"
    assert ("CRLF" in fault.message) == crlf


def test_writing_makes_the_folders_and_says_whether_anything_changed(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "a.json"
    assert write_bytes(path, b"one")
    assert not write_bytes(path, b"one")
    assert write_bytes(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in path.parent.iterdir()] == ["a.json"]


def test_a_written_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    write_bytes(tmp_path / "ours", b"x")
    (tmp_path / "plain").write_bytes(b"x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_failure_in_the_middle_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_bytes(path, b"old")

    def fail(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace"):
        with monkeypatch.context() as broken:
            broken.setattr(document.os, step, fail)
            with pytest.raises(OSError, match="No space left"):
                write_bytes(path, b"new")
        assert path.read_bytes() == b"old"
        assert [entry.name for entry in tmp_path.iterdir()] == ["a.json"]


def test_the_canonical_form_is_not_the_reviewable_one() -> None:
    value = level_document()
    assert [fault.id for fault in form_faults(value, canonical_bytes(value))] == ["document/form"]
