"""A level that plays the same as one of an earlier snapshot, or as another of the same freeze."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalogue.document import Unreadable
from catalogue.duplicate_search import Entrant, entrant_of
from catalogue.workspace import Workspace, read_level
from snapshots.history import History, read_history
from snapshots.play_duplicates import same_plays
from tests.snapshots.workspaces import LABEL, document, frozen, put, workspace_at

#: mp-0002's hook with a longer first arm, and one that plays otherwise.
STRETCHED, OTHERWISE = ["@...", "###.", "###."], [".@..", "###.", "###."]


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    made = workspace_at(tmp_path / "place")
    frozen(made)
    return made


def entrants(workspace: Workspace, *ids: str) -> dict[str, Entrant]:
    return {
        level_id: entrant_of(level_id, read_level(workspace.level_path(level_id)), workspace.certificate_path(level_id))
        for level_id in ids
    }


def history(workspace: Workspace) -> History:
    found, faults = read_history(workspace.frozen)
    assert faults == ()
    return found


def test_a_stretched_copy_of_a_frozen_level_is_found(workspace: Workspace) -> None:
    put(workspace, document("mp-0002", id="mp-0009", board={"rows": STRETCHED}))
    put(workspace, document("mp-0002", id="mp-0010", board={"rows": OTHERWISE}))
    new = entrants(workspace, "mp-0009", "mp-0010")
    assert list(same_plays(new, history(workspace), workspace.frozen)) == [
        ("mp-0009", f"plays the same as mp-0002 in {LABEL}")
    ]


def test_a_level_is_no_duplicate_of_its_own_earlier_self(workspace: Workspace) -> None:
    again = entrants(workspace, "mp-0001", "mp-0002", "mp-0003", "cc-0001", "cc-0002")
    assert list(same_plays(again, history(workspace), workspace.frozen)) == []


def test_two_levels_of_one_freeze_are_held_against_each_other(workspace: Workspace) -> None:
    put(workspace, document("mp-0002", id="mp-0009", board={"rows": STRETCHED}))
    assert list(same_plays(entrants(workspace, "mp-0002", "mp-0009"), History(), workspace.frozen)) == [
        ("mp-0009", "plays the same as mp-0002")
    ]


def test_an_earlier_level_that_is_not_the_manifest_s_is_refused(workspace: Workspace) -> None:
    path = workspace.frozen / LABEL / "public" / "levels" / "maze-paint" / "mp-0002.json"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes().replace(b"##.", b".#.", 1))
    with pytest.raises(Unreadable, match="mp-0002"):
        list(same_plays(entrants(workspace, "mp-0001"), history(workspace), workspace.frozen))
