"""Freezes that are killed or run out of disk, tampering with every byte, parts of another snapshot, other users."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from catalogue.workspace import Workspace
from games.canonical import canonical_bytes, sha256_of
from snapshots import publish as publishing
from snapshots.history import read_index
from snapshots.pin import parse_pin
from snapshots.verify import verify, verify_folder
from tests.snapshots.workspaces import LABEL, document, frozen, put

Copy = Callable[[], Path]
NEXT, DAY = "lpb-2027.01.0", "2027-01-05"


def in_child(work: Callable[[], object]) -> int:
    """Run in a forked child; the wait status. The child leaves by its work's end, never into the test session."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        except OSError:
            code = 7
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(code)
    return os.waitpid(child, 0)[1]


def killing(name: str, at: int) -> None:
    """From now on the `at`-th call of a function of `os` by the publisher is the process' last."""
    real, calls = getattr(os, name), [0]

    def call(*arguments: object, **options: object) -> object:
        calls[0] += 1
        if calls[0] == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments, **options)

    setattr(publishing.os, name, call)


def old_or_new(workspace: Workspace, first: str) -> bool:
    """Whether the new snapshot is there, after asserting that all is old or all is new."""
    assert verify(first, workspace.frozen).ok
    there = (workspace.frozen / NEXT).exists()
    if there:
        digest = sha256_of((workspace.frozen / NEXT / "snapshot.json").read_bytes())
        assert verify(f"{NEXT}@{digest}", workspace.frozen).ok
    assert set(read_index(workspace.frozen)) <= {LABEL, *([NEXT] if there else [])}
    return there


#: A named step of publishing -> the call of `os` at which the process dies there.
STEPS: dict[str, tuple[str, int]] = {
    "the claim": ("open", 1),
    "the first file": ("fsync", 1),
    "a file in the middle": ("fsync", 20),
    "the flush of a folder": ("open", 8),
    "the publishing rename": ("rename", 1),
    "the index": ("replace", 1),
}


@pytest.mark.parametrize(("name", "at"), STEPS.values(), ids=STEPS)
def test_a_freeze_killed_at_any_step_leaves_old_or_new(workspace: Workspace, name: str, at: int) -> None:
    first = frozen(workspace)
    status = in_child(lambda: (killing(name, at), frozen(workspace, NEXT, DAY)))
    assert os.WIFSIGNALED(status)
    assert old_or_new(workspace, first.pin) == (name == "replace")
    made = frozen(workspace, NEXT, DAY)
    assert verify(made.pin, workspace.frozen).ok
    assert set(read_index(workspace.frozen)) == {LABEL, NEXT}
    assert {path.name for path in workspace.frozen.iterdir()} == {LABEL, NEXT, "index.json", ".gitattributes"}


@pytest.mark.slow
def test_a_freeze_killed_at_every_single_call_leaves_old_or_new(workspace: Workspace) -> None:
    first = frozen(workspace)
    index = (workspace.frozen / "index.json").read_bytes()
    for name in ("open", "fsync", "rename", "replace"):
        at, status = 0, 1
        while status != 0:
            at += 1
            step, call = name, at
            status = in_child(lambda step=step, call=call: (killing(step, call), frozen(workspace, NEXT, DAY)))
            assert status == 0 or os.WIFSIGNALED(status)
            assert old_or_new(workspace, first.pin) or status != 0
            if (workspace.frozen / NEXT).exists():
                shutil.rmtree(workspace.frozen / NEXT)
                (workspace.frozen / "index.json").write_bytes(index)
        assert at > 1
    assert frozen(workspace, NEXT, DAY).created


@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_disk_that_takes_no_more_leaves_the_old_state(workspace: Workspace, size: int) -> None:
    """The kernel itself refuses to let a file grow beyond a size, in the middle of a write."""
    first = frozen(workspace)

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        frozen(workspace, NEXT, DAY)

    status = in_child(limited)
    assert os.waitstatus_to_exitcode(status) == 7
    assert not old_or_new(workspace, first.pin)
    assert not list(workspace.frozen.glob(".freezing-*"))
    assert frozen(workspace, NEXT, DAY).created


def test_another_user_freezes_the_same(workspace: Workspace) -> None:
    expected = frozen(workspace).root_digest
    with tempfile.TemporaryDirectory() as name:
        other = Path(name) / "other"
        shutil.copytree(workspace.root / "catalogue", other / "catalogue")
        for path in (Path(name), other, *other.rglob("*")):
            path.chmod(0o777)

        def as_nobody() -> None:
            if os.getuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            assert frozen(Workspace(other)).root_digest == expected

        assert in_child(as_nobody) == 0


# Tampering


def changed(data: bytes, at: int, kind: str) -> bytes:
    if kind == "flipped":
        return data[:at] + bytes([data[at] ^ 1 << (at % 8)]) + data[at + 1 :]
    return data[:at] + b"x" + data[at:] if kind == "inserted" else data[:at] + data[at + 1 :]


def every_change(path: Path, kind: str) -> Iterator[int]:
    """Change a file at one place after the other, in place, each time for as long as the caller looks at it."""
    honest = path.read_bytes()
    with path.open("r+b", buffering=0) as stream:
        for at in range(len(honest)):
            for data in (changed(honest, at, kind), honest):
                # From the place on, and of a flipped byte no more than that: the rest is there already.
                os.pwrite(stream.fileno(), data[at : at + 1] if kind == "flipped" else data[at:], at)
                os.ftruncate(stream.fileno(), len(data))
                if data is not honest:
                    yield at
    assert path.read_bytes() == honest


@pytest.mark.parametrize("kind", ["flipped", "inserted", "deleted"])
def test_a_byte_changed_in_any_file_is_caught(copy: Copy, pin: str, kind: str) -> None:
    folder, chance = copy() / LABEL, random.Random(kind)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        honest = path.read_bytes()
        path.write_bytes(changed(honest, chance.randrange(len(honest)), kind))
        found = verify_folder(folder, parse_pin(pin)).faults
        name = path.relative_to(folder).as_posix()
        wanted = {"snapshot/size", "snapshot/digest", "snapshot/pin-mismatch"}
        assert [one.path for one in found] == [name]
        assert {one.id for one in found} <= wanted
        path.write_bytes(honest)
    assert verify_folder(folder, parse_pin(pin)).ok


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["flipped", "inserted", "deleted"])
def test_every_byte_of_every_file_counts(copy: Copy, pin: str, kind: str) -> None:
    """By the full verifier for the small files, by the reader that it uses for all others: a byte each."""
    from snapshots.tree import read_pinned

    folder = copy() / LABEL
    manifest = verify_folder(folder, parse_pin(pin)).manifest
    assert manifest is not None
    caught = 0
    for one in manifest["files"]:
        for _ in every_change(folder / one["path"], kind):
            data, faults = read_pinned(folder, one["path"], one["size"], one["digest"])
            assert data is None
            assert faults
            caught += 1
    assert caught == sum(one["size"] for one in manifest["files"])
    for _ in every_change(folder / "snapshot.json", kind):
        assert [one.id for one in verify_folder(folder, parse_pin(pin)).faults] == ["snapshot/pin-mismatch"]
    assert verify_folder(folder, parse_pin(pin)).ok


def test_parts_of_another_snapshot_are_caught_whichever_they_are(workspace: Workspace) -> None:
    first = frozen(workspace)
    put(workspace, document("mp-0002", revision=2, board={"rows": ["@...", "###."]}))
    second = frozen(workspace, NEXT, DAY)
    tried = 0
    for path in sorted(one for one in second.path.rglob("*") if one.is_file()):
        name = path.relative_to(second.path)
        honest = (first.path / name).read_bytes()
        if honest == path.read_bytes():
            continue
        tried += 1
        (first.path / name).write_bytes(path.read_bytes())
        assert {one.path for one in verify_folder(first.path, parse_pin(first.pin)).faults} == {name.as_posix()}
        (first.path / name).write_bytes(honest)
    assert tried >= 6
    shutil.rmtree(first.path)
    shutil.copytree(second.path, first.path)
    assert [one.id for one in verify(first.pin, workspace.frozen).faults] == ["snapshot/pin-mismatch"]


def test_every_two_levels_swapped_are_caught(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    for kind in ("public/levels/maze-paint", "private/certificates", "private/provenance"):
        paths = sorted((folder / kind).glob("mp-*.json"))
        for one, other in pairwise(paths):
            pair = one.read_bytes(), other.read_bytes()
            one.write_bytes(pair[1])
            other.write_bytes(pair[0])
            found = {fault.path for fault in verify_folder(folder, parse_pin(pin)).faults}
            assert found == {path.relative_to(folder).as_posix() for path in (one, other)}
            one.write_bytes(pair[0])
            other.write_bytes(pair[1])


def test_the_document_of_a_verification_is_json_whatever_was_found(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    for path in folder.rglob("*.json"):
        path.write_bytes(b"\xff\x00")
    assert canonical_bytes(verify(pin, folder.parent).to_json())
