"""Publishing: the old state or the new state, never between, whoever else is at it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.document import Unreadable
from catalogue.workspace import Workspace
from snapshots import publish as publishing
from snapshots.freeze import FreezeBroken, FreezeRefused
from snapshots.history import read_index
from snapshots.publish import claimed, publish
from snapshots.verify import verify
from tests.snapshots.workspaces import LABEL, frozen

REPOSITORY = Path(__file__).resolve().parents[2]


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def no_check(folder: Path) -> None:
    """Publishes whatever is there."""


def test_the_index_lists_every_label(workspace: Workspace) -> None:
    first = frozen(workspace)
    second = frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert read_index(workspace.frozen) == {LABEL: first.root_digest, "lpb-2027.01.0": second.root_digest}


def test_git_is_told_to_leave_the_line_ends_alone(workspace: Workspace) -> None:
    frozen(workspace)
    assert "* -text" in (workspace.frozen / ".gitattributes").read_text("ascii").splitlines()


def test_a_label_that_the_index_lacks_is_added_by_the_next_freeze(workspace: Workspace) -> None:
    made = frozen(workspace)
    (workspace.frozen / "index.json").unlink()
    frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert read_index(workspace.frozen)[LABEL] == made.root_digest


@pytest.mark.parametrize("data", [b"{}", b"[", b'{"format":"levelpress/index@1","snapshots":{"latest":"x"}}'])
def test_a_damaged_index_is_no_index(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "index.json").write_bytes(data)
    with pytest.raises(Unreadable):
        read_index(tmp_path)


def _fail_at(monkeypatch: pytest.MonkeyPatch, name: str, at: int) -> list[int]:
    """Let the `at`-th call of a function of `os` fail as on a full disk; returns the calls so far."""
    real: Callable[..., object] = getattr(os, name)
    calls = [0]

    def failing(*arguments: object, **options: object) -> object:
        calls[0] += 1
        if calls[0] == at:
            raise OSError(28, "No space left on device")
        return real(*arguments, **options)

    monkeypatch.setattr(publishing.os, name, failing)
    return calls


@pytest.mark.parametrize(("name", "at"), [("fsync", 1), ("fsync", 12), ("fsync", 30), ("rename", 1)])
def test_a_full_disk_leaves_the_old_state(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch, name: str, at: int
) -> None:
    first = frozen(workspace)
    before = names(workspace.frozen)
    with monkeypatch.context() as patch:
        calls = _fail_at(patch, name, at)
        with pytest.raises(OSError, match="No space left") as failed:
            frozen(workspace, "lpb-2027.01.0", "2027-01-05")
        assert calls[0] >= at
    assert Path(failed.value.filename).is_relative_to(workspace.frozen / "lpb-2027.01.0"), "what was being written"
    assert names(workspace.frozen) == before
    assert verify(first.pin, workspace.frozen).ok
    assert frozen(workspace, "lpb-2027.01.0", "2027-01-05").created


def test_a_disk_that_fails_at_the_index_leaves_the_new_state(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    frozen(workspace)
    with monkeypatch.context() as patch:
        _fail_at(patch, "replace", 1)
        with pytest.raises(OSError, match="No space left"):
            frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert "lpb-2027.01.0" not in read_index(workspace.frozen)
    again = frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert not again.created
    assert read_index(workspace.frozen)["lpb-2027.01.0"] == again.root_digest
    assert not [name for name in names(workspace.frozen) if name.startswith(".freezing-")]


def test_bytes_that_do_not_arrive_on_the_disk_are_not_published(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = publishing._write_new

    def corrupting(path: Path, data: bytes) -> None:
        write(path, data[:-1] if path.name == "changes.json" else data)

    monkeypatch.setattr(publishing, "_write_new", corrupting)
    with pytest.raises(FreezeBroken, match="snapshot/size"):
        frozen(workspace)
    assert names(workspace.frozen) == set()


@pytest.mark.parametrize("kind", ["empty folder", "folder", "file", "link"])
def test_publishing_never_replaces_what_is_there(tmp_path: Path, kind: str) -> None:
    target = tmp_path / LABEL
    if kind == "file":
        target.write_bytes(b"kept")
    elif kind == "link":
        target.symlink_to("nowhere")
    else:
        target.mkdir()
        if kind == "folder":
            (target / "kept").write_bytes(b"kept")
    with pytest.raises(FileExistsError):
        publish(tmp_path, LABEL, {"snapshot.json": b"{}"}, no_check)
    assert names(tmp_path) == {LABEL}


def test_what_a_killed_freeze_left_is_removed_by_the_next(workspace: Workspace) -> None:
    left = workspace.frozen / ".freezing-lpb-2026.11.0"
    (left / "public").mkdir(parents=True)
    (left / "public" / "half").write_bytes(b"{")
    frozen(workspace)
    assert names(workspace.frozen) == {LABEL, "index.json", ".gitattributes"}


def test_the_claim_is_given_back_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(KeyError), claimed(tmp_path):
        raise KeyError
    with claimed(tmp_path):
        assert names(tmp_path) == set()


def test_a_snapshot_under_a_label_that_cannot_be_read_is_not_replaced(workspace: Workspace) -> None:
    (workspace.frozen / LABEL).mkdir(parents=True)
    with pytest.raises(FreezeRefused, match="freeze/history"):
        frozen(workspace)


PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.snapshots.workspaces import frozen
from catalogue.workspace import Workspace
from snapshots.freeze import FreezeRefused
sys.stdin.readline()
try:
    made = frozen(Workspace(Path(sys.argv[2])), sys.argv[3], sys.argv[4])
    print("created" if made.created else "same")
except FreezeRefused as error:
    print(" ".join(sorted({finding.id for finding in error.findings})))
"""


def _race(requests: list[tuple[Path, str, str]]) -> list[str]:
    """Freeze in as many processes at once, all let go by a line on their standard input."""
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(REPOSITORY), str(root), label, day],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for root, label, day in requests
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    return [racer.communicate()[0].strip() for racer in racers]


def test_of_two_freezers_of_one_label_one_wins(workspace: Workspace) -> None:
    day = ["2026-12-01", "2026-12-02"]
    told = _race([(workspace.root, LABEL, one) for one in day])
    assert sorted(told) == ["created", "freeze/label-taken"]
    manifest = json.loads((workspace.frozen / LABEL / "snapshot.json").read_bytes())
    assert manifest["released_on"] == day[told.index("created")]


def test_freezers_of_two_labels_both_stand_in_the_index(workspace: Workspace) -> None:
    told = _race([(workspace.root, LABEL, "2026-12-01"), (workspace.root, "lpb-2026.12.1", "2026-12-01")])
    published = {path.name for path in workspace.frozen.glob("lpb-*")}
    # The later label may have come first; then the earlier one is refused, and nothing of it is there.
    assert told in (["created", "created"], ["freeze/out-of-order", "created"])
    assert (
        set(read_index(workspace.frozen))
        == published
        == {label for label, word in zip((LABEL, "lpb-2026.12.1"), told, strict=True) if word == "created"}
    )


@pytest.mark.slow
def test_of_twenty_freezers_of_one_label_one_wins(workspace: Workspace) -> None:
    told = _race([(workspace.root, LABEL, "2026-12-01")] * 20)
    assert sorted(told) == ["created"] + ["same"] * 19
    assert set(read_index(workspace.frozen)) == {LABEL}


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.snapshots.workspaces import frozen
from catalogue.workspace import Workspace
from snapshots import publish
real, calls = getattr(os, sys.argv[3]), [0]
def killing(*arguments, **options):
    calls[0] += 1
    if calls[0] == int(sys.argv[4]):
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*arguments, **options)
setattr(publish.os, sys.argv[3], killing)
frozen(Workspace(Path(sys.argv[2])))
"""


@pytest.mark.parametrize(("name", "at"), [("fsync", 3), ("rename", 1), ("replace", 2)])
def test_a_freeze_that_is_killed_is_done_or_not_done(workspace: Workspace, name: str, at: int) -> None:
    arguments = [str(REPOSITORY), str(workspace.root), name, str(at)]
    killed = subprocess.run([sys.executable, "-c", KILLED, *arguments], check=False)
    assert killed.returncode == -signal.SIGKILL
    published = (workspace.frozen / LABEL).exists()
    # Only the second replace, of the index, comes after the snapshot's own rename.
    assert published == (name == "replace")
    made = frozen(workspace)
    assert made.created != published
    assert verify(made.pin, workspace.frozen).ok
    assert read_index(workspace.frozen) == {LABEL: made.root_digest}
    assert names(workspace.frozen) == {LABEL, "index.json", ".gitattributes"}
    shutil.rmtree(workspace.frozen)
