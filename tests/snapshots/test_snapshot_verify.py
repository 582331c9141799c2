"""Verify: every kind of tampering is caught, each with its id; all faults are listed."""

from __future__ import annotations

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.document import Unreadable
from games.canonical import canonical_bytes, sha256_of
from snapshots.pin import MalformedPin
from snapshots.tree import read_pinned
from snapshots.verify import Options, Verification, verify
from tests.snapshots.workspaces import LABEL

Copy = Callable[[], Path]


def kinds(verification: Verification) -> set[tuple[str, str]]:
    return {(fault.id, fault.path) for fault in verification.faults}


def test_an_untouched_copy_is_what_the_pin_names(copy: Copy, pin: str) -> None:
    verification = verify(pin, copy())
    assert verification.ok
    assert verification.faults == ()


def test_modes_and_times_do_not_matter(copy: Copy, pin: str) -> None:
    root = copy()
    for path in (root / LABEL).rglob("*.json"):
        path.chmod(0o755)
        os.utime(path, (0, 0))
    assert verify(pin, root).ok


def test_root_may_be_the_workspace_or_the_snapshot_itself(copy: Copy, master: Path, pin: str) -> None:
    assert verify(pin, master).ok
    assert verify(pin, copy() / LABEL).ok


@pytest.mark.parametrize("text", ["", LABEL, "latest", f"{LABEL}@sha256:12"])
def test_no_full_pin_is_no_verification(copy: Copy, text: str) -> None:
    with pytest.raises(MalformedPin):
        verify(text, copy())


def test_a_snapshot_that_is_not_there_is_unreadable(tmp_path: Path, pin: str) -> None:
    with pytest.raises(Unreadable):
        verify(pin, tmp_path)


def test_a_snapshot_folder_that_cannot_be_listed_is_unreadable(
    copy: Copy, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> list[str]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "listdir", refuse)
    with pytest.raises(Unreadable, match="Permission denied"):
        verify(pin, copy())


def test_another_digest_is_a_mismatch_and_nothing_is_parsed(copy: Copy, pin: str) -> None:
    root = copy()
    (root / LABEL / "snapshot.json").write_bytes(b"[" * 100_000)
    verification = verify(pin, root)
    assert kinds(verification) == {("snapshot/pin-mismatch", "snapshot.json")}
    assert verification.manifest is None


def test_a_missing_root_manifest(copy: Copy, pin: str) -> None:
    root = copy()
    (root / LABEL / "snapshot.json").unlink()
    assert kinds(verify(pin, root)) == {("snapshot/missing-file", "snapshot.json")}


def one_of_each_role(folder: Path) -> list[str]:
    """A listed path for every role, and the root manifest's."""
    files = json.loads((folder / "snapshot.json").read_bytes())["files"]
    return [*sorted({one["role"]: one["path"] for one in files}.values()), "snapshot.json"]


def test_a_flipped_bit_in_a_file_of_any_role_is_caught(copy: Copy, pin: str) -> None:
    folder, chance = copy() / LABEL, random.Random(1)
    for name in one_of_each_role(folder):
        honest = (folder / name).read_bytes()
        for at in (0, len(honest) - 1):
            changed = bytearray(honest)
            changed[at] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(changed)
            wanted = "snapshot/pin-mismatch" if name == "snapshot.json" else "snapshot/digest"
            assert kinds(verify(pin, folder.parent)) == {(wanted, name)}
        (folder / name).write_bytes(honest)


@pytest.mark.slow
def test_a_flipped_bit_in_any_byte_of_any_file_is_caught(copy: Copy, pin: str) -> None:
    folder, chance = copy() / LABEL, random.Random(2)
    listed = {one["path"]: one for one in json.loads((folder / "snapshot.json").read_bytes())["files"]}
    for name, one in listed.items():
        honest = (folder / name).read_bytes()
        assert read_pinned(folder, name, one["size"], one["digest"]) == (honest, [])
        for at in range(len(honest)):
            changed = bytearray(honest)
            changed[at] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(changed)
            data, faults = read_pinned(folder, name, one["size"], one["digest"])
            assert data is None
            assert [fault.id for fault in faults] == ["snapshot/digest"]
        (folder / name).write_bytes(honest)
    assert verify(pin, folder.parent).ok


def test_a_file_removed_is_missed_whatever_its_role(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    for name in one_of_each_role(folder):
        data = (folder / name).read_bytes()
        (folder / name).unlink()
        assert kinds(verify(pin, folder.parent)) == {("snapshot/missing-file", name)}
        (folder / name).write_bytes(data)


@pytest.mark.parametrize("change", [lambda data: data[:-1], lambda data: data + b"\n"], ids=["cut", "grown"])
def test_a_file_cut_or_grown_has_the_wrong_size(copy: Copy, pin: str, change: Callable[[bytes], bytes]) -> None:
    folder = copy() / LABEL
    names = one_of_each_role(folder)[:-1]
    for name in names:
        (folder / name).write_bytes(change((folder / name).read_bytes()))
    assert kinds(verify(pin, folder.parent)) == {("snapshot/size", name) for name in names}


@pytest.mark.parametrize("name", ["extra.json", "public/levels/maze-paint/mp-0009.json", ".hidden", "schemas/x"])
def test_a_file_added_anywhere_is_unlisted(copy: Copy, pin: str, name: str) -> None:
    root = copy()
    (root / LABEL / name).write_bytes(b"{}")
    assert kinds(verify(pin, root)) == {("snapshot/unlisted-file", name)}


def test_a_folder_added_is_unlisted(copy: Copy, pin: str) -> None:
    root = copy()
    (root / LABEL / "public" / "more").mkdir()
    assert kinds(verify(pin, root)) == {("snapshot/unlisted-file", "public/more")}


def test_a_renamed_file_is_missing_and_unlisted(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (folder / "changes.json").rename(folder / "changed.json")
    assert kinds(verify(pin, folder.parent)) == {
        ("snapshot/missing-file", "changes.json"),
        ("snapshot/unlisted-file", "changed.json"),
    }


def test_two_levels_swapped(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL / "public/levels/maze-paint"
    one, other = (folder / "mp-0001.json").read_bytes(), (folder / "mp-0002.json").read_bytes()
    (folder / "mp-0001.json").write_bytes(other)
    (folder / "mp-0002.json").write_bytes(one)
    assert {path for _, path in kinds(verify(pin, folder.parents[3]))} == {
        "public/levels/maze-paint/mp-0001.json",
        "public/levels/maze-paint/mp-0002.json",
    }


def test_a_link_is_not_followed(copy: Copy, pin: str, tmp_path: Path) -> None:
    folder = copy() / LABEL
    (folder / "changes.json").rename(tmp_path / "changes.json")
    (folder / "changes.json").symlink_to(tmp_path / "changes.json")
    assert kinds(verify(pin, folder.parent)) == {
        ("snapshot/not-regular", "changes.json"),
        ("snapshot/missing-file", "changes.json"),
    }


def test_a_folder_that_is_a_link_is_not_entered(copy: Copy, pin: str, tmp_path: Path) -> None:
    folder = copy() / LABEL
    (folder / "schemas").rename(tmp_path / "schemas")
    (folder / "schemas").symlink_to(tmp_path / "schemas")
    assert ("snapshot/not-regular", "schemas") in kinds(verify(pin, folder.parent))
    assert ("snapshot/missing-file", "schemas/snapshot-1.json") in kinds(verify(pin, folder.parent))


def test_a_snapshot_folder_that_is_a_link(copy: Copy, pin: str) -> None:
    root = copy()
    (root / LABEL).rename(root / "real")
    (root / LABEL).symlink_to("real")
    assert kinds(verify(pin, root)) == {("snapshot/not-regular", ".")}


def test_a_fifo_does_not_hang_the_verifier(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (folder / "canary.txt").unlink()
    os.mkfifo(folder / "canary.txt")
    os.mkfifo(folder / "pipe")
    assert kinds(verify(pin, folder.parent)) == {
        ("snapshot/not-regular", "canary.txt"),
        ("snapshot/missing-file", "canary.txt"),
        ("snapshot/not-regular", "pipe"),
    }


def test_names_that_clash_without_case(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (folder / "Changes.json").write_bytes(b"{}")
    assert ("snapshot/name-clash", "changes.json") in kinds(verify(pin, folder.parent))


def test_a_name_that_is_no_text_can_be_reported(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (Path(os.fsdecode(os.fsencode(folder) + b"/\xff"))).write_bytes(b"")
    verification = verify(pin, folder.parent)
    assert kinds(verification) == {("snapshot/unlisted-file", "\\xff")}
    assert canonical_bytes(verification.to_json())


def test_a_crlf_conversion_fails_and_is_explained(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    path = folder / "licenses" / "apache-2.0.txt"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (fault,) = verify(pin, folder.parent).faults
    assert fault.id == "snapshot/size"
    assert "CRLF" in fault.message


def test_a_file_of_the_size_but_other_line_ends_is_not_explained_away(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    path = folder / "licenses" / "apache-2.0.txt"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r"))
    (fault,) = verify(pin, folder.parent).faults
    assert fault.id == "snapshot/digest"
    assert "CRLF" not in fault.message


def test_signatures_may_hold_files_that_are_not_listed(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (folder / "signatures").mkdir()
    (folder / "signatures" / "someone.dsse.json").write_bytes(b"{}")
    verification = verify(pin, folder.parent)
    assert verification.ok
    assert verification.signature == "bad signature"


def test_all_faults_are_listed_in_order(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    (folder / "canary.txt").unlink()
    (folder / "extra").write_bytes(b"")
    (folder / "changes.json").write_bytes(b"{}")
    found = verify(pin, folder.parent).faults
    assert [(fault.path, fault.id) for fault in found] == [
        ("canary.txt", "snapshot/missing-file"),
        ("changes.json", "snapshot/size"),
        ("extra", "snapshot/unlisted-file"),
    ]


def test_what_was_read_is_handed_back(copy: Copy, pin: str) -> None:
    root = copy()
    verification = verify(pin, root, Options(keep=True))
    shutil.rmtree(root)
    assert verification.manifest is not None
    for one in verification.manifest["files"]:
        assert sha256_of(verification.files[one["path"]]) == one["digest"]


def test_an_unreadable_folder_is_a_fault(copy: Copy, pin: str, monkeypatch: pytest.MonkeyPatch) -> None:
    root, scandir = copy(), os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "schemas":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert ("snapshot/unreadable", "schemas") in kinds(verify(pin, root))


def test_the_parts_of_another_snapshot_do_not_fit(copy: Copy, pin: str) -> None:
    folder = copy() / LABEL
    path = folder / "public/objectives.json"
    value = json.loads(path.read_bytes())
    value["objectives"].reverse()
    path.write_bytes(canonical_bytes(value))
    assert kinds(verify(pin, folder.parent)) == {("snapshot/digest", "public/objectives.json")}
