"""The one-file verifier for runners agrees with levelpress' own on every bundle, and shares no code with it."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from catalogue.workspace import Workspace
from games.canonical import canonical_bytes
from snapshots.pin import Pin
from snapshots.verify import verify_folder
from tests.snapshots.test_snapshot_forgery import BAD_JSON, LIES, MANIFEST, PATHS, Change, write_pinned
from tests.snapshots.workspaces import LABEL, document, frozen, put

Copy = Callable[[], Path]
FILE = Path(__file__).resolve().parents[2] / "docs" / "runner" / "verify_snapshot.py"
#: What the file says that it cannot see: it takes the games' rules.
NEEDS_RULES = {"a canon digest of somebody's choice"}


@pytest.fixture(scope="module")
def standalone() -> Any:
    spec = importlib.util.spec_from_file_location("verify_snapshot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def agree(standalone: Any, folder: Path, pin: Pin) -> bool:
    """Whether both find it good, or both bad; returns which."""
    ours = verify_folder(folder, pin).faults
    theirs = standalone.verify(str(pin), folder)
    assert bool(ours) == bool(theirs), (ours, theirs)
    return not ours


def test_it_takes_nothing_but_the_standard_library() -> None:
    tree = ast.parse(FILE.read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= set(sys.stdlib_module_names)


def test_both_accept_what_the_pin_names(standalone: Any, copy: Copy, pin: str) -> None:
    label, _, digest = pin.partition("@")
    assert agree(standalone, copy() / LABEL, Pin(label, digest))


def test_both_accept_a_snapshot_with_a_parent(standalone: Any, workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0003", revision=2, board={"rows": [".@.."]}))
    made = frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert agree(standalone, made.path, Pin("lpb-2027.01.0", made.root_digest))
    # It does not read the parent, but the changes must lead to what is there.
    manifest = json.loads((made.path / MANIFEST).read_bytes())
    changes = json.loads((made.path / "changes.json").read_bytes())
    changes["revised"][0]["new"]["revision"] = 9
    forged = write_pinned(made.path, manifest, {"changes.json": canonical_bytes(changes)})
    assert not agree(standalone, made.path, Pin("lpb-2027.01.0", forged.digest))


@pytest.mark.parametrize(("name", "path", "change"), [(lie[0], *lie[2:]) for lie in LIES], ids=[lie[0] for lie in LIES])
def test_both_refuse_a_consistent_lie(standalone: Any, copy: Copy, name: str, path: str, change: Change) -> None:
    folder = copy() / LABEL
    manifest = json.loads((folder / MANIFEST).read_bytes())
    files = {}
    if path == MANIFEST:
        change(manifest)
    else:
        value = json.loads((folder / path).read_bytes())
        change(value)
        files[path] = canonical_bytes(value)
    pin = write_pinned(folder, manifest, files)
    if name in NEEDS_RULES:
        assert {fault.id for fault in verify_folder(folder, pin).faults} >= {"snapshot/derived-digest"}
        # The same row stands in changes.json, so even this shows unless it is changed there too.
        assert {kind for _, kind, _ in standalone.verify(str(pin), folder)} == {"snapshot/changes"}
    else:
        assert not agree(standalone, folder, pin)


@pytest.mark.parametrize("where", ["changes.json", "canary.txt", MANIFEST])
@pytest.mark.parametrize("data", [one[0] for one in BAD_JSON.values()], ids=list(BAD_JSON))
def test_both_refuse_json_in_another_form(standalone: Any, copy: Copy, data: bytes, where: str) -> None:
    folder = copy() / LABEL
    if where == MANIFEST:
        (folder / MANIFEST).write_bytes(data)
        pin = Pin(LABEL, standalone.sha256(data))
    else:
        pin = write_pinned(folder, json.loads((folder / MANIFEST).read_bytes()), {where: data})
    assert not agree(standalone, folder, pin)


@pytest.mark.parametrize("path", PATHS)
def test_both_refuse_an_unsafe_path(standalone: Any, copy: Copy, path: str) -> None:
    folder = copy() / LABEL
    manifest = json.loads((folder / MANIFEST).read_bytes())
    manifest["files"][1]["path"] = path
    assert not agree(standalone, folder, write_pinned(folder, manifest, {}))


TAMPERINGS: dict[str, Callable[[Path], object]] = {
    "a byte": lambda folder: (folder / "changes.json").write_bytes(b"{" + (folder / "changes.json").read_bytes()[1:-1]),
    "a file less": lambda folder: (folder / "croissant.json").unlink(),
    "a file more": lambda folder: (folder / "extra").write_bytes(b""),
    "a folder more": lambda folder: (folder / "public" / "more").mkdir(),
    "a link": lambda folder: (folder / "extra").symlink_to("canary.txt"),
    "a pipe": lambda folder: os.mkfifo(folder / "extra"),
    "a name in capitals": lambda folder: (folder / "CANARY.TXT").write_bytes(b""),
    "a name that is no text": lambda folder: Path(os.fsdecode(os.fsencode(folder) + b"/\xff")).write_bytes(b""),
    "crlf": lambda folder: (folder / "licenses/apache-2.0.txt").write_bytes(
        (folder / "licenses/apache-2.0.txt").read_bytes().replace(b"\n", b"\r\n")
    ),
    "no root manifest": lambda folder: (folder / MANIFEST).unlink(),
}


@pytest.mark.parametrize("tamper", TAMPERINGS.values(), ids=TAMPERINGS)
def test_both_refuse_a_tampered_copy(standalone: Any, copy: Copy, pin: str, tamper: Callable[[Path], object]) -> None:
    folder = copy() / LABEL
    tamper(folder)
    label, _, digest = pin.partition("@")
    ours = verify_folder(folder, Pin(label, digest)).faults
    theirs = standalone.verify(pin, folder)
    assert {(one.path, one.id) for one in ours} == {(path, kind) for path, kind, _ in theirs}


def test_its_exit_code_text_and_json_agree(copy: Copy, pin: str, tmp_path: Path) -> None:
    folder = copy() / LABEL

    def ran(*words: str) -> subprocess.CompletedProcess[str]:
        # -I: no site, no environment: what a stranger's machine has.
        command = [sys.executable, "-I", "-O", str(FILE), *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    assert ran(pin, str(folder)).returncode == 0
    assert ran(LABEL, str(folder)).returncode == 3
    assert ran(pin, str(tmp_path / "nowhere")).returncode == 3
    (folder / "extra").write_bytes(b"")
    done = ran(pin, str(folder), "--json")
    assert done.returncode == 1
    assert [one["id"] for one in json.loads(done.stdout)["faults"]] == ["snapshot/unlisted-file"]
    assert "extra: snapshot/unlisted-file" in ran(pin, str(folder)).stdout
