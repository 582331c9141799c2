"""Every reason for which freeze refuses, each with its finding id; nothing is written then."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from catalogue.lifecycle import Change
from catalogue.objectives import Objective
from catalogue.workspace import Workspace
from games.canonical import pretty_bytes
from games.finding import Finding
from snapshots.freeze import FreezeRefused
from tests.snapshots.workspaces import DAY, DOUBTFUL, LABEL, build_at, document, frozen, objectives, put


def refused(workspace: Workspace, label: str = LABEL, day: str = DAY, **options: object) -> list[Finding]:
    """The findings of a freeze that must be refused and must leave nothing behind."""
    before = sorted(workspace.frozen.iterdir()) if workspace.frozen.exists() else []
    with pytest.raises(FreezeRefused) as error:
        frozen(workspace, label, day, **options)
    assert sorted(workspace.frozen.iterdir()) == before
    return list(error.value.findings)


def ids(findings: list[Finding]) -> set[tuple[str, str | None]]:
    return {(finding.id, finding.level) for finding in findings}


def _change_state(workspace: Workspace, level_id: str, state: str, digest: str | None = None) -> None:
    lifecycle = workspace.read_lifecycle()
    last = lifecycle.levels[level_id].changes[-1].level_digest
    workspace.write_lifecycle(lifecycle.moved(level_id, Change(state, digest or last, None, "test")))


def _change_certificate(workspace: Workspace, level_id: str, change: Callable[[dict], None]) -> None:
    path = workspace.certificate_path(level_id)
    value = json.loads(path.read_bytes())
    change(value)
    path.write_bytes(pretty_bytes(value))


@pytest.mark.parametrize("state", ["certified", "retired"])
def test_a_level_that_is_not_released(workspace: Workspace, state: str) -> None:
    _change_state(workspace, "mp-0001", state)
    assert ids(refused(workspace)) == {("freeze/not-released", "mp-0001")}


def test_a_fresh_level_that_is_not_released(workspace: Workspace) -> None:
    _change_state(workspace, "mp-0003", "certified")
    assert ids(refused(workspace)) == {("freeze/not-released", "mp-0003")}


def test_a_level_that_was_edited_after_its_release(workspace: Workspace) -> None:
    _change_state(workspace, "mp-0001", "released", "sha256:" + "1" * 64)
    assert ids(refused(workspace)) == {("freeze/edited", "mp-0001")}


def test_a_level_whose_file_is_gone(workspace: Workspace) -> None:
    workspace.level_path("mp-0001").unlink()
    assert ids(refused(workspace)) == {("freeze/unknown-level", "mp-0001")}


def test_a_level_of_no_game(workspace: Workspace) -> None:
    workspace.write_objectives(objectives(fresh=("zz-0001",)))
    assert ids(refused(workspace)) == {("freeze/unknown-level", "zz-0001")}


def test_a_level_file_with_another_id(workspace: Workspace) -> None:
    value = document("mp-0001", id="mp-0077")
    workspace.level_path("mp-0001").write_bytes(pretty_bytes(value))
    assert ids(refused(workspace)) == {("freeze/unknown-level", "mp-0001")}


def test_a_level_that_breaks_its_rules(workspace: Workspace) -> None:
    workspace.level_path("mp-0001").write_bytes(pretty_bytes(document("mp-0001", board={"rows": ["..."]})))
    assert ids(refused(workspace)) == {("maze-paint/no-start", "mp-0001")}


def test_a_level_without_a_certificate(workspace: Workspace) -> None:
    workspace.certificate_path("mp-0001").unlink()
    assert ids(refused(workspace)) == {("freeze/no-certificate", "mp-0001")}


def test_a_certificate_that_does_not_fit_its_schema(workspace: Workspace) -> None:
    _change_certificate(workspace, "mp-0001", lambda value: value.pop("trail"))
    assert ids(refused(workspace)) == {("freeze/no-certificate", "mp-0001"), ("document/schema", "mp-0001")}


def test_a_certificate_of_another_level(workspace: Workspace) -> None:
    other = workspace.certificate_path("mp-0002").read_bytes()
    workspace.certificate_path("mp-0001").write_bytes(other)
    assert ("certificate/other-level", "mp-0001") in ids(refused(workspace))


def test_a_certificate_whose_play_does_not_win(workspace: Workspace) -> None:
    _change_certificate(workspace, "mp-0001", lambda value: value["solution"].update(moves=["L"]))
    assert ("certificate/solution", "mp-0001") in ids(refused(workspace))


def test_a_certificate_that_says_unsolvable(workspace: Workspace) -> None:
    _change_certificate(workspace, "mp-0001", lambda value: value.update(verdict="unsolvable", solution=None))
    assert ("freeze/not-solvable", "mp-0001") in ids(refused(workspace))


def test_a_certificate_that_leaves_the_optimum_open(workspace: Workspace) -> None:
    _change_certificate(workspace, "mp-0001", lambda value: value["optimum"].update(value=None))
    assert ("freeze/undecided", "mp-0001") in ids(refused(workspace))


def test_a_mirror_image_under_another_id(workspace: Workspace) -> None:
    put(workspace, document("mp-0001") | {"id": "mp-0004", "board": {"rows": ["..@"]}})
    workspace.write_objectives(objectives(fresh=("mp-0003", "mp-0004")))
    assert ids(refused(workspace)) == {("freeze/duplicate", "mp-0004")}


def test_a_duplicate_of_a_level_in_an_earlier_snapshot(workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0003") | {"id": "mp-0004"})
    workspace.write_objectives(objectives(fresh=("mp-0004",)))
    assert ids(refused(workspace, "lpb-2027.01.0", "2027-01-05")) == {("freeze/duplicate", "mp-0004")}


def test_a_level_is_no_duplicate_of_its_own_earlier_self(workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0003", title="Another title"))
    assert frozen(workspace, "lpb-2027.01.0", "2027-01-05").created


def test_a_frozen_board_that_changed_without_a_new_revision(workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0003", board={"rows": ["@...", "###."]}))
    assert ids(refused(workspace, "lpb-2027.01.0", "2027-01-05")) == {("freeze/revision", "mp-0003")}


def test_a_revision_below_the_frozen_one(workspace: Workspace) -> None:
    put(workspace, document("mp-0003", revision=2))
    frozen(workspace)
    put(workspace, document("mp-0003"))
    assert ids(refused(workspace, "lpb-2027.01.0", "2027-01-05")) == {("freeze/revision", "mp-0003")}


def test_a_missing_licence(workspace: Workspace) -> None:
    put(workspace, document("mp-0001", license=None))
    assert ids(refused(workspace)) == {("freeze/license", "mp-0001")}


@pytest.mark.parametrize("spdx", ["Nobody-1.0", "../../catalogue/objectives"])
def test_a_licence_without_a_text(workspace: Workspace, spdx: str) -> None:
    put(workspace, document("mp-0001", license=spdx))
    assert ids(refused(workspace)) == {("freeze/license-text", "mp-0001")}


@pytest.mark.parametrize("origin", ["adapted", "variant"])
def test_an_unknown_date(workspace: Workspace, origin: str) -> None:
    value = document("mp-0001")
    put(workspace, value | {"provenance": value["provenance"] | {"origin": origin}})
    assert ids(refused(workspace)) == {("freeze/date", "mp-0001")}


@pytest.mark.parametrize("day", ["2026-12-02", "2026-02-30"])
def test_a_first_public_day_after_the_release_or_off_the_calendar(workspace: Workspace, day: str) -> None:
    value = document("mp-0001")
    put(workspace, value | {"provenance": value["provenance"] | {"first_public": day}})
    assert ids(refused(workspace)) == {("freeze/date", "mp-0001")}


def test_a_canary_that_is_not_the_workspace_s(workspace: Workspace) -> None:
    put(workspace, document("mp-0001", canary="another"))
    assert ids(refused(workspace)) == {("freeze/canary", "mp-0001")}


def test_a_title_that_is_not_in_nfc(workspace: Workspace) -> None:
    put(workspace, document("mp-0001", title=unicodedata.normalize("NFD", "Größe")))
    assert ids(refused(workspace)) == {("freeze/not-nfc", "mp-0001")}


def test_counts_that_are_wrong(workspace: Workspace) -> None:
    lists = objectives().objectives
    workspace.write_objectives(objectives(objectives=(replace(lists[0], count=3), lists[1])))
    assert ids(refused(workspace)) == {("freeze/count", None)}


def test_an_optimum_outside_the_range_of_the_objective(workspace: Workspace) -> None:
    lists = objectives().objectives
    workspace.write_objectives(objectives(objectives=(replace(lists[0], range={"optimum": (2, 9)}), lists[1])))
    assert ids(refused(workspace)) == {("freeze/range", "mp-0001")}


def test_a_range_over_a_measure_that_nobody_knows(workspace: Workspace) -> None:
    lists = objectives().objectives
    workspace.write_objectives(objectives(objectives=(lists[0], replace(lists[1], range={"beauty": (0, 9)}))))
    assert ids(refused(workspace)) == {("freeze/range", "cc-0001"), ("freeze/range", "cc-0002")}


def test_a_level_in_an_objective_of_another_game(workspace: Workspace) -> None:
    lists = objectives().objectives
    moved = (
        replace(lists[0], levels=("cc-0001", "mp-0001"), range={}),
        replace(lists[1], count=1, levels=("cc-0002",)),
    )
    workspace.write_objectives(objectives(objectives=moved))
    assert ids(refused(workspace)) == {("freeze/objective-game", "cc-0001")}


def test_a_level_that_is_listed_twice(workspace: Workspace) -> None:
    workspace.write_objectives(objectives(fresh=("mp-0001", "mp-0003")))
    assert ids(refused(workspace)) == {("freeze/listed-twice", "mp-0001")}


def test_an_objective_that_occurs_twice(workspace: Workspace) -> None:
    lists = objectives().objectives
    twin = Objective("maze-paint/easy", "maze-paint", "easy", 0, {}, ())
    workspace.write_objectives(objectives(objectives=(*lists, twin)))
    assert ids(refused(workspace)) == {("freeze/listed-twice", None)}


def test_no_objectives_at_all(workspace: Workspace) -> None:
    workspace.write_objectives(objectives(objectives=()))
    assert ids(refused(workspace)) == {("freeze/no-objectives", None)}


def test_the_profile_demands_its_sixteen_objectives(workspace: Workspace) -> None:
    workspace.write_objectives(objectives(profile="longpuzzlebench"))
    findings = [finding for finding in refused(workspace) if finding.id == "freeze/profile"]
    assert len(findings) == 16


@pytest.mark.parametrize("doubts", [DOUBTFUL, replace(DOUBTFUL, doubts=()), replace(DOUBTFUL, tool_commit="a" * 40)])
def test_an_unknown_commit_without_non_official(workspace: Workspace, doubts: object) -> None:
    assert ids(refused(workspace, identity=doubts)) == {("freeze/not-official", None)}


def test_a_snapshot_dated_before_the_last_one(workspace: Workspace) -> None:
    frozen(workspace)
    assert ids(refused(workspace, "lpb-2026.11.0", "2026-11-30")) == {("freeze/out-of-order", None)}
    assert ids(refused(workspace, "lpb-2026.11.0", DAY)) == {("freeze/out-of-order", None)}


def test_an_earlier_snapshot_that_is_damaged(workspace: Workspace) -> None:
    made = frozen(workspace)
    manifest = made.path / "snapshot.json"
    manifest.write_bytes(manifest.read_bytes() + b"\n")
    assert ids(refused(workspace, "lpb-2027.01.0", "2027-01-05")) == {("freeze/history", None)}


def test_an_index_that_lists_a_snapshot_which_is_not_there(workspace: Workspace) -> None:
    made = frozen(workspace)
    made.path.rename(workspace.root / "elsewhere")
    assert ids(refused(workspace, "lpb-2027.01.0", "2027-01-05")) == {("freeze/history", None)}


def test_a_game_build_that_is_not_there(workspace: Workspace, tmp_path: Path) -> None:
    assert ids(refused(workspace, runtime=tmp_path / "nowhere")) == {("freeze/runtime", None)}


def test_a_game_build_with_a_link_a_fifo_or_clashing_names(workspace: Workspace, tmp_path: Path) -> None:
    build = build_at(tmp_path / "build")
    (build / "link").symlink_to("/etc/hostname")
    os.mkfifo(build / "pipe")
    (build / "INDEX.html").write_bytes(b"")
    findings = refused(workspace, runtime=build)
    assert ids(findings) == {("freeze/runtime", None)}
    assert len(findings) == 3


def test_an_empty_game_build(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "build").mkdir()
    assert ids(refused(workspace, runtime=tmp_path / "build")) == {("freeze/runtime", None)}


def test_all_refusals_are_listed_at_once(workspace: Workspace) -> None:
    _change_state(workspace, "mp-0001", "certified")
    put(workspace, document("mp-0002", license=None))
    workspace.certificate_path("cc-0001").unlink()
    workspace.write_objectives(replace(objectives(), objectives=(replace(objectives().objectives[0], count=9),)))
    assert ids(refused(workspace, identity=DOUBTFUL)) == {
        ("freeze/not-released", "mp-0001"),
        ("freeze/license", "mp-0002"),
        ("freeze/count", None),
        ("freeze/not-official", None),
    }
