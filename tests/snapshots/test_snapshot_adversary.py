"""Snapshots made to mislead or to break the verifier itself: each is refused with a fault, none ends it."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.document import Unreadable
from catalogue.workspace import Workspace
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MAX_BYTES
from snapshots import file_reading
from snapshots.fingerprint import differences, in_range
from snapshots.freeze import Frozen
from snapshots.pin import Pin
from snapshots.verify import Options, snapshot_folder, verify, verify_folder
from tests.snapshots.test_snapshot_forgery import MANIFEST, OBJECTIVES, forged, write_pinned
from tests.snapshots.workspaces import LABEL, document, frozen, put

Copy = Callable[[], Path]
Change = Callable[[Json], object]
CHANGES = "changes.json"
NEXT = "lpb-2027.01.0"


def read(path: Path) -> Json:
    return json.loads(path.read_bytes())


@pytest.fixture
def child(workspace: Workspace) -> Frozen:
    """A snapshot beside its parent, with one level revised and one retitled."""
    frozen(workspace)
    put(workspace, document("mp-0001", revision=2, board={"rows": [".@.."]}))
    put(workspace, document("mp-0002", title="Another title"))
    return frozen(workspace, NEXT, "2027-01-05")


def test_a_card_cannot_say_nought_for_false(copy: Copy) -> None:
    """As Python values they are equal; the bytes are others, and to a reader of the card so is the meaning."""
    assert forged(copy() / LABEL, "croissant.json", lambda card: card.update(isLiveDataset=0)) == {
        "snapshot/derived-digest"
    }


def removed_in(kind: str) -> Change:
    """A level that was never there is said to be gone, among changes of another kind."""

    def change(changes: Json) -> None:
        old = changes["revised"][0]["old"] | {"id": "mp-0777"}
        changes[kind] = [*changes[kind], {"name": "mp-0777", "old": old, "new": None, "sentence": "It is gone."}]

    return change


MISPLACED: dict[str, Change] = {
    "a level gone among those added": removed_in("added"),
    "a level gone among those revised": removed_in("revised"),
    "a level gone among those retitled": removed_in("metadata_only"),
    "a revised level among those retitled": lambda value: value["metadata_only"].insert(0, value["revised"].pop()),
    "a retitled level among those revised": lambda value: value["revised"].append(value["metadata_only"].pop()),
    "a change twice": lambda value: value["revised"].append(value["revised"][0]),
    "changes out of order": lambda value: value.update(
        formats=[
            {"name": f"levelpress/{name}@1", "old": "sha256:" + "5" * 64, "new": None, "sentence": "x"} for name in "ba"
        ],
        bump={"comparability": True, "interface": True},
    ),
}


@pytest.mark.parametrize("change", MISPLACED.values(), ids=MISPLACED)
def test_a_change_stands_once_among_its_own_kind_even_where_the_parent_is_not_there(
    child: Frozen, change: Change
) -> None:
    shutil.rmtree(child.path.parent / LABEL)
    assert verify_folder(child.path, Pin(NEXT, child.root_digest)).ok
    assert forged_as(child, change) == {"snapshot/changes"}


def forged_as(child: Frozen, change: Change) -> set[str]:
    changes = read(child.path / CHANGES)
    change(changes)
    pin = write_pinned(child.path, read(child.path / MANIFEST), {CHANGES: canonical_bytes(changes)})
    return {one.id for one in verify_folder(child.path, Pin(NEXT, pin.digest)).faults}


BROKEN_PARENTS: dict[str, Change] = {
    "no track": lambda value: value["levels"][0].pop("track"),
    "no exposure date": lambda value: value["levels"][0].pop("exposure_date"),
    "a text for a number": lambda value: value.update(comparability="1"),
    "a number for a day": lambda value: value.update(released_on=1),
    "a list for the rules": lambda value: value.update(rules=[]),
    "a level that is null": lambda value: value.update(levels=[None]),
    "no files": lambda value: value.update(files=None),
}


@pytest.mark.parametrize("change", BROKEN_PARENTS.values(), ids=BROKEN_PARENTS)
def test_a_parent_that_is_the_one_named_but_no_manifest_is_a_fault(child: Frozen, change: Change) -> None:
    parent = child.path.parent / LABEL
    older = read(parent / MANIFEST)
    change(older)
    (parent / MANIFEST).write_bytes(canonical_bytes(older))
    assert with_parent(child, parent) == {"snapshot/parent"}


@pytest.mark.parametrize("key", ["seeds", "objectives"])
def test_a_parent_whose_objectives_are_none_is_a_fault(child: Frozen, key: str) -> None:
    parent = child.path.parent / LABEL
    lists = read(parent / OBJECTIVES)
    lists[key] = {} if key == "objectives" else []
    write_pinned(parent, read(parent / MANIFEST), {OBJECTIVES: canonical_bytes(lists)})
    assert with_parent(child, parent) == {"snapshot/parent"}


def with_parent(child: Frozen, parent: Path) -> set[str]:
    """The faults of the snapshot when it names the parent as it lies there."""
    manifest = read(child.path / MANIFEST)
    manifest["parent"]["digest"] = sha256_of((parent / MANIFEST).read_bytes())
    pin = write_pinned(child.path, manifest, {})
    return {one.id for one in verify_folder(child.path, Pin(NEXT, pin.digest)).faults}


def test_a_parent_whose_folder_may_not_be_entered_is_a_fault(child: Frozen, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    # What `Path.is_file` does there for anybody but root, who runs some tests.
    monkeypatch.setattr(Path, "is_file", refused)
    found = verify_folder(child.path, Pin(NEXT, child.root_digest)).faults
    assert [(one.id, "PermissionError" in one.message) for one in found] == [("snapshot/parent", True)]


@pytest.mark.parametrize("python", [">=" + "9" * 5000, "junk", ">=", ">=3.11," + "1" * 10])
def test_a_range_of_no_python_is_a_difference_and_ends_nothing(copy: Copy, python: str) -> None:
    folder = copy() / LABEL
    manifest = read(folder / MANIFEST)
    manifest["toolchain"]["python"] = python
    pin = write_pinned(folder, manifest, {})
    assert verify_folder(folder, pin).ok
    assert {one.id for one in verify_folder(folder, pin, Options(deep=True)).faults} == {"snapshot/fingerprint"}


@pytest.mark.parametrize("python", ["9" * 5000, "3." + "1" * 5000, "junk", ""])
def test_what_is_no_version_of_python_lies_in_no_range(copy: Copy, pin: str, python: str) -> None:
    found = verify(pin, copy(), Options(observed={"python": python})).faults
    assert {one.id for one in found} == {"snapshot/fingerprint"}
    assert not in_range(python, "<4")
    assert in_range("3.11.4", ">=3.11,<4")


@pytest.mark.parametrize(
    ("pinned", "observed"),
    [
        ({"environment": {"scale_factor": 1}}, {"environment": {"scale_factor": True}}),
        ({"environment": {"viewport": [1, 900]}}, {"environment": {"viewport": [True, 900]}}),
        ({"environment": {"browser": {"flags": [1]}}}, {"environment": {"browser": {"flags": [True]}}}),
        ({"rules": {"maze-paint": 1}}, {"rules": {"maze-paint": True}}),
    ],
)
def test_true_is_no_number_to_a_fingerprint(pinned: Json, observed: Json) -> None:
    assert len(differences(pinned, observed)) == 1
    assert differences(pinned, pinned) == differences(observed, observed) == []


def test_a_file_that_changes_before_it_is_scanned_does_not_pass_unscanned(
    copy: Copy, pin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copy() / LABEL
    honest = file_reading.secrets_of

    def late(secrets: Json) -> Json:
        (folder / OBJECTIVES).write_bytes(b"{}")
        return honest(secrets)

    monkeypatch.setattr(file_reading, "secrets_of", late)
    found = verify(pin, folder.parent, Options(deep=True)).faults
    assert [(one.path, one.id) for one in found] == [(OBJECTIVES, "snapshot/size")]


def test_a_root_of_links_in_a_circle_is_unreadable(tmp_path: Path) -> None:
    circle = tmp_path / "circle"
    circle.symlink_to(circle)
    with pytest.raises(Unreadable):
        snapshot_folder(circle, LABEL)


def test_a_manifest_above_the_limit_is_refused_before_it_is_hashed(copy: Copy) -> None:
    folder = copy() / LABEL
    os.truncate(folder / MANIFEST, 300 << 20)
    # A digest of its first bytes would be that of no file.
    (found,) = verify_folder(folder, Pin(LABEL, "sha256:" + "5" * 64)).faults
    assert (found.path, found.id, found.message) == (MANIFEST, "snapshot/malformed", f"larger than {MAX_BYTES} bytes")


def test_a_document_above_the_limit_is_refused_before_it_is_read(copy: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copy() / LABEL
    manifest = read(folder / MANIFEST)
    next(one for one in manifest["files"] if one["path"] == CHANGES)["size"] = MAX_BYTES + 1
    raw = canonical_bytes(manifest)
    (folder / MANIFEST).write_bytes(raw)
    asked: list[str] = []
    honest = file_reading.read_pinned
    monkeypatch.setattr(
        file_reading, "read_pinned", lambda root, path, *rest: asked.append(path) or honest(root, path, *rest)
    )
    found = verify_folder(folder, Pin(LABEL, sha256_of(raw))).faults
    assert [(one.path, one.id) for one in found] == [(CHANGES, "snapshot/malformed")]
    assert OBJECTIVES in asked
    assert CHANGES not in asked
