"""What cannot be read of a folder or a catalogue is said, and draws no wrong conclusion after it."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.failures import failure_of
from authoring.folder_files import files_below, is_missing
from tests.authoring.boards import RING, level, write
from tests.authoring.command_line import Ran, levelpress

REPORT = "levelpress/report@1"
EASY = "maze-paint/easy"
LEVEL, OTHER = "levels/maze-paint/mp-0001.json", "levels/maze-paint/mp-0002.json"
CERTIFICATE = "certificates/maze-paint/mp-0001.json"


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A folder with one level at its top and one in a folder below."""
    write(tmp_path / "top" / "good.json", level("maze-paint", RING))
    write(tmp_path / "top" / "deep" / "other.json", level("maze-paint", RING))
    return tmp_path / "top"


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with an objective of two certified levels, and a range that both fit."""
    place = tmp_path_factory.mktemp("loss") / "place"
    write(place / "catalogue" / "candidates" / "ring.json", level("maze-paint", RING))
    for words in (
        ("init", place),
        ("certify", "catalogue/candidates/ring.json", "catalogue/candidates/maze-paint-sample.json"),
        ("catalogue", "objective", "add", EASY, "--count", "2", "--range", "optimum=1..20"),
        ("catalogue", "add", "catalogue/candidates/ring.json", "--objective", EASY),
        ("catalogue", "add", "catalogue/candidates/maze-paint-sample.json", "--objective", EASY),
    ):
        assert levelpress(*words, cwd=place).code == 0
    return place


@pytest.fixture
def place(pristine: Path, tmp_path: Path) -> Path:
    """A copy of it, for the test to spoil."""
    shutil.copytree(pristine, tmp_path / "place")
    return tmp_path / "place"


def unlisted(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Folders of these names cannot be listed; permission bits do not bind a test that root runs."""
    scandir = os.scandir

    def refuse(path: Any = ".") -> Any:
        if Path(path).name in names:
            raise PermissionError(errno.EACCES, "Permission denied", os.fspath(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)


def findings(place: Path, code: int) -> list[tuple[str, str | None]]:
    """The ids of the findings of `check` on the whole workspace, errors alone, with their levels."""
    ran = levelpress("check", "--json", cwd=place)
    assert ran.code == code, ran.err
    return [(one["id"], one["level"]) for one in ran.document(REPORT)["findings"] if one["severity"] == "error"]


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "a link that leads nowhere": (lambda top: (top / "bad.json").symlink_to("gone.json"), "top/bad.json"),
    "a link to a folder that is gone": (lambda top: (top / "bad").symlink_to("gone"), "top/bad"),
    "a link to itself": (lambda top: (top / "bad.json").symlink_to("bad.json"), "top/bad.json"),
    "a link to the folder above": (lambda top: (top / "deep" / "up").symlink_to(".."), "top/deep/up"),
    "a link to a folder elsewhere": (lambda top: (top / "away").symlink_to(top.parent / "away"), "top/away"),
    "a pipe": (lambda top: os.mkfifo(top / "bad.json"), "top/bad.json"),
}


@pytest.mark.parametrize("name", SPOILT)
@pytest.mark.parametrize("command", ["solve", "check", "certify", "dead-ends"])
def test_what_cannot_be_read_below_a_folder_is_3_and_the_rest_is_worked_on(
    command: str, name: str, top: Path, tmp_path: Path
) -> None:
    write(tmp_path / "away" / "third.json", level("maze-paint", RING))
    spoil, said = SPOILT[name]
    spoil(top)
    ran = levelpress(command, "top", cwd=tmp_path)
    assert ran.code == 3
    assert [line for line in ran.err.splitlines() if line.startswith(f"{said}: ")] != []
    assert "top/good.json" in ran.out + ran.err
    assert "top/deep/other.json" in ran.out + ran.err


@pytest.mark.parametrize("command", ["solve", "check", "dead-ends"])
def test_a_folder_below_that_cannot_be_listed_is_3(
    command: str, top: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlisted(monkeypatch, "deep")
    ran = levelpress(command, "top", cwd=tmp_path)
    assert ran.code == 3
    assert "top/deep: the folder cannot be listed (permission denied)" in ran.err.splitlines()
    assert "top/good.json" in ran.out + ran.err


def test_a_folder_that_cannot_be_listed_itself_is_3(top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unlisted(monkeypatch, "top")
    ran = levelpress("solve", "top", cwd=top.parent)
    assert (ran.code, ran.err.splitlines()[:1]) == (3, ["top: the folder cannot be listed (permission denied)"])


@pytest.mark.parametrize("name", ["loop.json", "gone.json"])
def test_a_link_that_leads_to_no_file_is_3_given_directly_too(name: str, top: Path) -> None:
    (top / "loop.json").symlink_to("loop.json")
    (top / "gone.json").symlink_to("nothing.json")
    ran = levelpress("check", name, "good.json", cwd=top)
    assert ran.code == 3
    assert f"{name}: " in ran.err
    assert "internal" not in ran.err


def test_a_link_to_a_file_and_one_to_a_folder_that_is_read_anyhow_are_no_fault(top: Path) -> None:
    (top / "again.json").symlink_to("good.json")
    (top / "side").symlink_to("deep")
    (top / ".hidden").symlink_to("nothing")
    names = [(one.path.relative_to(top).as_posix(), one.fault) for one in files_below(top)]
    assert names == [("again.json", None), ("deep/other.json", None), ("good.json", None)]
    assert (top / ".hidden", "a link that leads nowhere") in [
        (one.path, one.fault) for one in files_below(top, hidden=True)
    ]


def test_a_file_is_missing_only_where_one_may_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert [is_missing(tmp_path / name) for name in ("file", "none", "file/below")] == [False, True, True]

    def refuse(path: Any) -> Any:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "lstat", refuse)
    assert not is_missing(tmp_path / "none")


@pytest.mark.parametrize("data", [b"", b'{"format": ', b"no JSON", b"[]", b"\xff"])
def test_a_level_that_cannot_be_read_is_one_error_and_nothing_follows(data: bytes, place: Path) -> None:
    (place / "catalogue" / LEVEL).write_bytes(data)
    assert findings(place, 3) == [("run/unreadable", None)]


def test_a_level_that_breaks_its_rules_does_not_lose_its_certificate(place: Path) -> None:
    path = place / "catalogue" / LEVEL
    value = json.loads(path.read_bytes())
    value["board"]["rows"] = ["#@#", "#@#"]
    path.write_text(json.dumps(value, indent=2, sort_keys=True) + "\n")
    found = {one for one, _ in findings(place, 1)}
    assert found & {"certificate/stray", "objective/unknown-level", "lifecycle/no-file"} == set()
    assert found != set()


def test_a_level_file_that_is_a_loop_is_one_error(place: Path) -> None:
    path = place / "catalogue" / LEVEL
    path.unlink()
    path.symlink_to(path.name)
    assert findings(place, 3) == [("run/unreadable", None)]
    assert levelpress("check", "catalogue/candidates", cwd=place).code == 0
    assert levelpress("dedupe", "catalogue/candidates", cwd=place).code in (0, 1)


def test_a_missing_level_is_said_once_and_its_certificate_is_not_called_stray(place: Path) -> None:
    (place / "catalogue" / LEVEL).unlink()
    assert findings(place, 1) == [("lifecycle/no-file", "mp-0001")]


def test_a_level_that_no_lifecycle_knows_is_still_unknown_and_its_certificate_stray(place: Path) -> None:
    catalogue = place / "catalogue"
    (catalogue / LEVEL).unlink()
    state = json.loads((catalogue / "state.json").read_bytes())
    del state["levels"]["mp-0001"]
    (catalogue / "state.json").write_text(json.dumps(state, indent=2, sort_keys=True) + "\n")
    assert sorted(findings(place, 1)) == [("certificate/stray", None), ("objective/unknown-level", None)]


def test_a_damaged_certificate_says_nothing_of_the_range(place: Path) -> None:
    (place / "catalogue" / CERTIFICATE).write_bytes(b"{")
    assert findings(place, 1) == [("certificate/unreadable", "mp-0001")]
    (place / "catalogue" / CERTIFICATE).unlink()
    assert findings(place, 1) == [("certificate/missing", "mp-0001")]


def test_a_folder_of_the_catalogue_that_cannot_be_listed_is_one_error(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlisted(monkeypatch, "maze-paint")
    assert {one for one, _ in findings(place, 3)} == {"run/unreadable"}


@pytest.mark.parametrize(
    "words", [("stats",), ("stats", "--json"), ("catalogue", "list"), ("catalogue", "list", "--json")]
)
def test_a_catalogue_that_cannot_be_listed_does_not_look_normal(
    words: tuple[str, ...], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert levelpress(*words, cwd=place).code == 0
    unlisted(monkeypatch, "maze-paint")
    ran = levelpress(*words, cwd=place)
    assert ran.code == 3
    assert "levels/maze-paint: the folder cannot be listed (permission denied)" in ran.err


def listed(place: Path, code: int) -> tuple[Ran, list[Any]]:
    ran = levelpress("catalogue", "list", "--json", cwd=place)
    assert ran.code == code, ran.err
    return ran, ran.document("levelpress/catalogue@1")["levels"]


def test_the_list_holds_a_level_without_a_file_and_all_the_others(place: Path) -> None:
    (place / "catalogue" / LEVEL).unlink()
    ran, rows = listed(place, 1)
    assert [(one["id"], one["title"] is None, one["level_digest"] is None) for one in rows] == [
        ("mp-0001", True, True),
        ("mp-0002", rows[1]["title"] is None, False),
    ]
    assert "lifecycle/no-file: no file for mp-0001" in ran.err
    text = levelpress("catalogue", "list", cwd=place)
    assert (text.code, [line.endswith("(no file)") for line in text.out.splitlines()]) == (1, [True, False])


def test_the_list_holds_a_level_that_cannot_be_read(place: Path) -> None:
    (place / "catalogue" / OTHER).write_bytes(b"{")
    ran, rows = listed(place, 3)
    assert [one["id"] for one in rows] == ["mp-0001", "mp-0002"]
    assert "mp-0002.json: " in ran.err
    assert "(unreadable)" in levelpress("catalogue", "list", cwd=place).out
    (place / "catalogue" / OTHER).write_bytes(b"{}")
    listed(place, 1)
    assert "(invalid)" in levelpress("catalogue", "list", cwd=place).out


def test_an_error_without_a_file_is_not_called_standard_output() -> None:
    assert failure_of(OSError(errno.EADDRINUSE, "Address already in use")) == (
        3,
        "the machine refused: address already in use",
    )
    assert failure_of(OSError(errno.ENOSPC, "No space left on device", "a/b.json")) == (
        3,
        "a/b.json: no space left on device",
    )


def test_a_full_standard_output_is_named(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, err: bool = False, **__: object) -> None:
        if not err:
            raise OSError(errno.ENOSPC, "No space left on device")

    told: list[str] = []
    monkeypatch.setattr("authoring.console.click.echo", full)
    monkeypatch.setattr("authoring.program._say", told.append)
    for words in (("stats",), ("stats", "--json")):
        assert levelpress(*words, cwd=place).code == 3
    assert told == ["standard output: no space left on device"] * 2


def test_snapshots_are_looked_for_where_there_is_a_folder(place: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "empty").mkdir()
    for root, reason in (("none", "no such folder"), ("file", "not a folder")):
        ran = levelpress("snapshot", "list", "--root", root, cwd=tmp_path)
        assert (ran.code, ran.out, ran.err) == (3, "", f"levelpress: no snapshot in {root}: {reason}\n")
    ran = levelpress("snapshot", "list", "--root", "empty", cwd=tmp_path)
    assert (ran.code, ran.out, ran.err) == (0, "", "no snapshot in empty\n")
    shutil.rmtree(place / "snapshots")
    ran = levelpress("snapshot", "list", cwd=place)
    assert (ran.code, ran.err) == (0, "no snapshot in snapshots/frozen\n"), "git keeps no empty folder"
    (place / "snapshots").mkdir()
    (place / "snapshots" / "frozen").write_bytes(b"")
    assert levelpress("snapshot", "list", cwd=place).code == 3
