"""`open_pinned`: what a runner gets, and that it gets nothing where anything differs."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.document import Unreadable
from catalogue.workspace import Workspace
from snapshots.fingerprint import MalformedFingerprint
from snapshots.opened import NotOfficial, NotVerified, open_pinned
from snapshots.pin import MalformedPin
from snapshots.seeds import seed_of
from tests.snapshots.workspaces import DOUBTFUL, LABEL, frozen

Copy = Callable[[], Path]


def test_a_pinned_snapshot_gives_levels_objectives_seeds_and_runtime(copy: Copy, pin: str) -> None:
    root = copy()
    snapshot = open_pinned(pin, root)
    # Everything was read and verified before; a runner needs the folder no longer.
    shutil.rmtree(root)
    assert [level["id"] for level in snapshot.levels()] == ["cc-0001", "cc-0002", "mp-0001", "mp-0002", "mp-0003"]
    assert [one["levels"] for one in snapshot.objectives()] == [["mp-0002", "mp-0001"], ["cc-0001", "cc-0002"]]
    digest = snapshot.manifest["levels"][0]["level_digest"]
    assert snapshot.seed("cc-0001", "agent", 0) == "0"
    assert snapshot.seed("cc-0001", "layout", 3) == seed_of(digest, "layout", 3)
    assert snapshot.runtime() == {"/index.html": b"<!doctype html>\n", "/js/a.js": b"0;", "/js/b.js": b"0;"}
    assert snapshot.view("core").levels == ("cc-0001", "cc-0002", "mp-0001", "mp-0002")


def test_nothing_is_opened_where_anything_differs(copy: Copy, pin: str) -> None:
    root = copy()
    (root / LABEL / "private/provenance/mp-0003.json").write_bytes(b"{}")
    with pytest.raises(NotVerified) as error:
        open_pinned(pin, root)
    assert [fault.id for fault in error.value.faults] == ["snapshot/size"]


def test_a_bare_label_or_an_absent_snapshot_opens_nothing(copy: Copy, tmp_path: Path, pin: str) -> None:
    with pytest.raises(MalformedPin):
        open_pinned(LABEL, copy())
    for absent in (None, 7, b"x"):
        with pytest.raises(MalformedPin, match="is no text; a pin is"):
            open_pinned(absent, copy())  # type: ignore[arg-type]
    with pytest.raises(Unreadable):
        open_pinned(pin, tmp_path / "nowhere")


def test_a_snapshot_that_is_not_official_must_be_asked_for(workspace: Workspace) -> None:
    made = frozen(workspace, identity=DOUBTFUL, non_official=True)
    with pytest.raises(NotOfficial):
        open_pinned(made.pin, workspace.frozen)
    snapshot = open_pinned(made.pin, workspace.frozen, allow_non_official=True)
    assert snapshot.manifest["official"] is False
    assert snapshot.runtime() == {}


@pytest.mark.parametrize(
    ("observed", "told"),
    [
        ({"pyhton": "3.11.9"}, "unknown member 'pyhton'; did you mean 'python'"),
        ({"environment": {"loclae": "en-US"}}, "unknown member 'environment.loclae'"),
        ({"rules": "1"}, "rules is of another type"),
        ({7: "3.11"}, "unknown member '7'"),
        ([], "not an object but a list"),
        (None, "not an object but a NoneType"),
    ],
)
def test_an_observed_fingerprint_of_another_form_is_refused(copy: Copy, pin: str, observed: object, told: str) -> None:
    snapshot = open_pinned(pin, copy())
    with pytest.raises(MalformedFingerprint, match=told):
        snapshot.fingerprint_differences(observed)  # type: ignore[arg-type]
    assert snapshot.fingerprint_differences({"python": None, "rules": snapshot.manifest["rules"]}) == []
