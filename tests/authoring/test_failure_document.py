"""A command with `--json` that fails before its own document gives that of its failure: one document, always."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from authoring.failure_document import wants_document
from tests.authoring.command_line import levelpress

FAILURE = "levelpress/failure@1"
PIN = "lpb-2026.01.0@sha256:" + "0" * 64


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("replay", "none.json", "R"), "none.json: no such file"),
        (("replay", "ring.json", "@none"), "none: no such file"),
        (("checkpoints", "none.json"), "none.json: no such file"),
        (("catalogue", "add", "none.json", "--fresh"), "none.json: no such file"),
        (("verify", "lpb-2026.01.0"), "a bare label"),
        (("verify", PIN, "--root", "."), "no snapshot lpb-2026.01.0 there"),
        (("verify", PIN, "--root", ".", "--observed", "none"), "none: no such file"),
        (("verify", PIN, "--root", ".", "--key", "ring.json"), "ring.json"),
        (("diff", "a", "b", "--root", "."), "'a' is no pin"),
        (("snapshot", "show", "lpb-2026.01.0", "--root", "."), "no snapshot"),
        (("solve", "ring.json", "--from", "{"), "the state is malformed"),
    ],
    ids=" ".join,
)
def test_an_unreadable_input_gives_the_document_of_the_failure(
    arguments: tuple[str, ...], told: str, shelf: Path, workspace: Path
) -> None:
    place = ("--workspace", str(workspace))
    ran = levelpress(*arguments, *(place if arguments[0] == "catalogue" else ()), "--json", cwd=shelf)
    value = ran.document(FAILURE)
    assert (ran.code, value["code"], value["findings"]) == (3, 3, [])
    assert told in value["messages"][0]
    assert value["messages"][0] in ran.err


def test_a_refusal_gives_its_findings(workspace: Path) -> None:
    candidate = workspace / "catalogue" / "candidates" / "maze-paint-sample.json"
    ran = levelpress("catalogue", "add", candidate, "--objective", "maze-paint/easy", "--json", cwd=workspace)
    value = ran.document(FAILURE)
    assert (ran.code, value["code"], value["messages"]) == (1, 1, [])
    assert {one["id"] for one in value["findings"]} == {"objective/none", "certificate/missing"}
    assert all(one["message"] in ran.err for one in value["findings"])


def test_a_refused_freeze_gives_its_findings(workspace: Path) -> None:
    ran = levelpress("freeze", "lpb-2026.01.0", "--released-on", "2026-01-05", "--json", cwd=workspace)
    value = ran.document(FAILURE)
    assert (ran.code, value["code"]) == (1, 1)
    assert value["findings"]
    assert all(one["id"] in ran.err for one in value["findings"])


def test_an_invalid_level_gives_its_findings(shelf: Path) -> None:
    for command in (("replay", "two-starts.json", "R"), ("checkpoints", "two-starts.json")):
        ran = levelpress(*command, "--json", cwd=shelf)
        value = ran.document(FAILURE)
        assert (ran.code, value["code"]) == (1, 1)
        assert {one["id"] for one in value["findings"]} == {"maze-paint/many-starts", "maze-paint/glyph"}


@pytest.mark.parametrize("command", [("diff", "lpb-2026.01.0", "lpb-2026.01.0"), ("snapshot", "show", "lpb-2026.01.0")])
def test_a_damaged_snapshot_gives_its_faults(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "lpb-2026.01.0").mkdir()
    (tmp_path / "lpb-2026.01.0" / "snapshot.json").write_bytes(b"{")
    ran = levelpress(*command, "--root", tmp_path, "--json")
    value = ran.document(FAILURE)
    assert (ran.code, value["code"]) == (1, 1)
    assert "snapshot/malformed" in {one["id"] for one in value["findings"]}
    assert all(one["file"].endswith("snapshot.json") for one in value["findings"])


def test_an_interrupt_gives_a_document(shelf: Path) -> None:
    def interrupted(*_: Any) -> Iterator[Any]:
        raise KeyboardInterrupt
        yield

    ran = levelpress("solve", "ring.json", "--json", cwd=shelf, tasks=interrupted)
    value = ran.document(FAILURE)
    assert (ran.code, value["code"], value["messages"]) == (130, 130, ["interrupted; nothing is half-written"])


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (RuntimeError("a fault of ours"), 6, "internal error: RuntimeError: a fault of ours"),
        (ModuleNotFoundError("No module", name="PIL"), 5, "PIL"),
    ],
)
def test_our_own_faults_give_a_document(error: Exception, code: int, told: str, shelf: Path) -> None:
    with mock.patch("authoring.commands.solve.level_inputs", side_effect=error):
        ran = levelpress("solve", "ring.json", "--json", cwd=shelf)
    value = ran.document(FAILURE)
    assert (ran.code, value["code"]) == (code, code)
    assert told in value["messages"][0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve",),
        ("solv", "ring.json"),
        ("solve", "ring.json", "--engine", "x"),
        ("freeze", "x"),
        ("show", "ring.json"),
    ],
    ids=" ".join,
)
def test_a_usage_error_gives_none(arguments: tuple[str, ...], shelf: Path) -> None:
    ran = levelpress(*arguments, "--json", cwd=shelf)
    assert (ran.code, ran.out) == (2, "")


def test_without_json_standard_output_stays_empty(shelf: Path) -> None:
    assert levelpress("replay", "none.json", "R", cwd=shelf).out == ""
    assert wants_document(["solve", "--json"])
    assert not wants_document(["solve", "--", "--json"])


def test_a_document_that_was_begun_is_followed_by_no_other(shelf: Path) -> None:
    """`check` gives its document and then fails to write a report."""
    ran = levelpress("check", "ring.json", "--json", "--report", "json=ring.json/report.json", cwd=shelf)
    assert ran.code == 3
    ran.document("levelpress/report@1")
    with mock.patch("authoring.commands.solve.worst", side_effect=KeyboardInterrupt):
        ran = levelpress("solve", "ring.json", "--json", cwd=shelf)
    assert ran.code == 130
    ran.document("levelpress/outcomes@1")
