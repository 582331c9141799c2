"""The one-file verifier for runners agrees with levelpress' own on every bundle, and shares no code with it."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalogue.workspace import Workspace
from games.canonical import canonical_bytes
from games.strict_json import MAX_BYTES
from snapshots.changes import changes_between, content_of
from snapshots.freeze import Frozen
from snapshots.layout import OBJECTIVES
from snapshots.pin import Pin
from snapshots.verify import verify_folder
from tests.snapshots.test_snapshot_forgery import BAD_JSON, LIES, MANIFEST, PATHS, SCHEMA, Change, write_pinned
from tests.snapshots.workspaces import LABEL, document, frozen, objectives, put

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
    manifest = json.loads((made.path / MANIFEST).read_bytes())
    changes = json.loads((made.path / "changes.json").read_bytes())
    changes["revised"][0]["new"]["revision"] = 9
    forged = write_pinned(made.path, manifest, {"changes.json": canonical_bytes(changes)})
    assert not agree(standalone, made.path, Pin("lpb-2027.01.0", forged.digest))


@pytest.fixture
def child(workspace: Workspace) -> Frozen:
    """A snapshot beside its parent, with a level revised, one added, one on another track, one gone, one retitled."""
    frozen(workspace)
    put(workspace, document("mp-0001", revision=2, board={"rows": [".@.."]}))
    put(workspace, document("mp-0002", title="Another title"))
    put(workspace, document("mp-0003", id="mp-0009", board={"rows": ["@...", "###.", "#..."]}))
    lists = objectives()
    first = replace(lists.objectives[0], levels=("mp-0001", "mp-0002", "mp-0003"), count=3)
    second = replace(lists.objectives[1], levels=("cc-0001",), count=1)
    workspace.write_objectives(replace(lists, objectives=(first, second), fresh=("mp-0009",)))
    return frozen(workspace, "lpb-2027.01.0", "2027-01-05")


def test_both_compute_the_same_changes(standalone: Any, child: Frozen) -> None:
    folders = (child.path.parent / LABEL, child.path)
    read = [[json.loads((folder / name).read_bytes()) for name in (MANIFEST, OBJECTIVES)] for folder in folders]
    ours = [content_of(manifest, lists) for manifest, lists in read]
    theirs = [
        standalone.content(manifest, lists, {one["path"]: one for one in manifest["files"]}) for manifest, lists in read
    ]
    for old, new in ((0, 1), (1, 0), (0, 0)):
        assert changes_between(ours[old], ours[new]) == standalone.changes_between(theirs[old], theirs[new])
    found = changes_between(*ours)
    assert found == json.loads((child.path / "changes.json").read_bytes())
    assert all(found[kind] for kind in ("added", "removed", "revised", "metadata_only"))


def test_both_read_the_parent_beside_it(standalone: Any, child: Frozen) -> None:
    pin = Pin("lpb-2027.01.0", child.root_digest)
    assert agree(standalone, child.path, pin)
    manifest = json.loads((child.path / MANIFEST).read_bytes())
    honest = (child.path / "changes.json").read_bytes()
    for lie in (
        lambda value: value["metadata_only"][0].update(sentence="Nothing to see."),
        lambda value: value["removed"].clear(),
        lambda value: value["revised"][0]["old"].update(first_public="2026-01-01"),
    ):
        changes = json.loads(honest)
        lie(changes)
        forged = write_pinned(child.path, copied(manifest), {"changes.json": canonical_bytes(changes)})
        assert not agree(standalone, child.path, Pin(pin.label, forged.digest))
    write_pinned(child.path, copied(manifest), {"changes.json": honest})
    for number in ("comparability", "interface"):
        less = {**copied(manifest), number: 0 if number == "interface" else 1}
        forged = write_pinned(child.path, less, {})
        assert not agree(standalone, child.path, Pin(pin.label, forged.digest))
    (child.path / MANIFEST).write_bytes(canonical_bytes(manifest))
    assert agree(standalone, child.path, pin)
    # A parent that is another is a fault of both; one that is not there is none.
    parent = child.path.parent / LABEL / MANIFEST
    parent.write_bytes(parent.read_bytes() + b" ")
    assert {kind for _, kind, _ in standalone.verify(str(pin), child.path)} == {"snapshot/parent"}
    assert not agree(standalone, child.path, pin)
    shutil.rmtree(parent.parent)
    assert agree(standalone, child.path, pin)


def copied(manifest: Any) -> Any:
    return json.loads(json.dumps(manifest))


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


def test_a_wrong_call_says_in_one_line_what_is_wrong(
    standalone: Any, copy: Copy, pin: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copy()
    folder = str(root / LABEL)
    for words, told in [
        ([pin, folder, "--deep"], "no option '--deep'"),
        ([pin], "takes a pin and a folder, 1 given"),
        ([], "takes a pin and a folder, 0 given"),
        ([pin, folder, folder], "3 given"),
        ([pin, str(tmp_path / "nowhere")], "nowhere: no such folder"),
        ([pin, str(root)], f"no snapshot but a folder of 1; name one of them, as {folder}"),
    ]:
        assert standalone.main(words) == 3
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert told in said.err
        assert words == [pin, str(root)] or "PIN SNAPSHOT_FOLDER [--json]" in said.err
    assert standalone.main(["--help"]) == 0
    assert "SNAPSHOT_FOLDER" in capsys.readouterr().out


def test_a_snapshot_without_its_manifest_is_still_a_fault_and_no_wrong_call(
    standalone: Any, copy: Copy, pin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy() / LABEL
    (folder / MANIFEST).unlink()
    assert standalone.main([pin, str(folder)]) == 1
    assert "snapshot/missing-file" in capsys.readouterr().out


@pytest.mark.parametrize("path", ["croissant.json", "changes.json", "public/objectives.json", SCHEMA, MANIFEST])
def test_both_refuse_a_document_that_is_null(standalone: Any, copy: Copy, path: str) -> None:
    folder = copy() / LABEL
    if path == MANIFEST:
        (folder / MANIFEST).write_bytes(b"null")
        pin = Pin(LABEL, standalone.sha256(b"null"))
    else:
        pin = write_pinned(folder, json.loads((folder / MANIFEST).read_bytes()), {path: b"null"})
    assert not agree(standalone, folder, pin)


CARDS: dict[str, Callable[[Any], object]] = {
    "nought for false": lambda card: card.update(isLiveDataset=0),
    "another licence": lambda card: card.update(license=["MIT"]),
    "another type of file": lambda card: card["distribution"][0].update(encodingFormat="text/html"),
    "no distribution": lambda card: card.pop("distribution"),
    "nothing": lambda card: card.clear(),
}


@pytest.mark.parametrize("change", CARDS.values(), ids=CARDS)
def test_both_derive_the_whole_card(standalone: Any, copy: Copy, change: Callable[[Any], object]) -> None:
    folder = copy() / LABEL
    card = json.loads((folder / "croissant.json").read_bytes())
    change(card)
    pin = write_pinned(folder, json.loads((folder / MANIFEST).read_bytes()), {"croissant.json": canonical_bytes(card)})
    assert not agree(standalone, folder, pin)


def test_both_refuse_a_level_gone_among_those_added(standalone: Any, child: Frozen) -> None:
    shutil.rmtree(child.path.parent / LABEL)
    changes = json.loads((child.path / "changes.json").read_bytes())
    changes["added"] = [{"name": "mp-0777", "old": changes["added"][0]["new"], "new": None, "sentence": "x"}]
    pin = write_pinned(
        child.path, json.loads((child.path / MANIFEST).read_bytes()), {"changes.json": canonical_bytes(changes)}
    )
    assert not agree(standalone, child.path, Pin("lpb-2027.01.0", pin.digest))


def test_both_refuse_a_parent_without_what_they_read_there(standalone: Any, child: Frozen) -> None:
    parent = child.path.parent / LABEL / MANIFEST
    older = json.loads(parent.read_bytes())
    for row in older["levels"]:
        del row["exposure_date"]
    parent.write_bytes(canonical_bytes(older))
    manifest = json.loads((child.path / MANIFEST).read_bytes())
    manifest["parent"]["digest"] = standalone.sha256(parent.read_bytes())
    pin = write_pinned(child.path, manifest, {})
    assert not agree(standalone, child.path, Pin("lpb-2027.01.0", pin.digest))


def test_both_refuse_a_document_above_the_limit(standalone: Any) -> None:
    assert standalone.MAX_BYTES == MAX_BYTES


def test_a_schema_that_is_none_is_a_fault_and_ends_nothing(standalone: Any, copy: Copy) -> None:
    folder = copy() / LABEL
    schema = json.loads((folder / SCHEMA).read_bytes())
    schema["properties"]["label"]["pattern"] = "("
    pin = write_pinned(folder, json.loads((folder / MANIFEST).read_bytes()), {SCHEMA: canonical_bytes(schema)})
    assert standalone.verify(str(pin), folder)
