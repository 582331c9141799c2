"""Freeze: what is written, and that the same inputs always give the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from catalogue.schema_store import schema_of
from catalogue.workspace import Workspace
from games.canonical import canonical_bytes, sha256_of
from snapshots.freeze import FreezeRefused, MalformedRequest
from snapshots.verify import verify
from tests.snapshots.workspaces import (
    CANARY,
    DAY,
    DOUBTFUL,
    IDENTITY,
    LABEL,
    build_at,
    document,
    frozen,
    objectives,
    put,
)
from validators.schema import schema_faults


def _manifest(workspace: Workspace, label: str = LABEL) -> dict:
    return json.loads((workspace.frozen / label / "snapshot.json").read_bytes())


def test_a_frozen_snapshot_verifies(workspace: Workspace) -> None:
    made = frozen(workspace)
    assert made.created
    assert made.levels == 5
    assert made.official
    verification = verify(made.pin, workspace.frozen)
    assert verification.ok
    assert verification.signature == "unsigned"
    assert not list(schema_faults(verification.to_json(), schema_of("levelpress/verification@1")))
    assert not list(schema_faults(made.to_json(), schema_of("levelpress/freeze@1")))


def test_the_pin_is_the_digest_of_the_raw_root_manifest(workspace: Workspace) -> None:
    made = frozen(workspace)
    assert made.pin == f"{LABEL}@{sha256_of((made.path / 'snapshot.json').read_bytes())}"


def test_the_files_are_those_of_the_layout(workspace: Workspace, tmp_path: Path) -> None:
    made = frozen(workspace, runtime=build_at(tmp_path / "build"))
    there = {path.relative_to(made.path).as_posix() for path in made.path.rglob("*") if path.is_file()}
    listed = {one["path"] for one in _manifest(workspace)["files"]}
    assert there == listed | {"snapshot.json"}
    assert {path.split("/")[0] for path in there} == {
        "canary.txt",
        "changes.json",
        "croissant.json",
        "licenses",
        "private",
        "public",
        "schemas",
        "snapshot.json",
    }


def test_every_json_file_is_canonical_without_a_final_newline(workspace: Workspace) -> None:
    for path in frozen(workspace).path.rglob("*.json"):
        assert path.read_bytes() == canonical_bytes(json.loads(path.read_bytes())), path


def test_the_root_manifest_has_every_field_in_its_final_meaning(workspace: Workspace) -> None:
    frozen(workspace)
    manifest = _manifest(workspace)
    assert (manifest["comparability"], manifest["interface"], manifest["parent"]) == (1, 1, None)
    assert manifest["released_on"] == DAY
    assert manifest["toolchain"] == IDENTITY.toolchain()
    assert manifest["catalogue_commit"] == IDENTITY.catalogue_commit
    assert manifest["canary"] == CANARY
    assert manifest["license"] == "Apache-2.0"
    assert manifest["runtime_digest"] is None
    assert manifest["annotations"] == {}
    assert manifest["rules"] == {"color-connect": 1, "maze-paint": 1}
    assert [row["id"] for row in manifest["levels"]] == ["cc-0001", "cc-0002", "mp-0001", "mp-0002", "mp-0003"]
    assert {row["id"]: row["track"] for row in manifest["levels"]}["mp-0003"] == "fresh"
    for row in manifest["levels"]:
        assert (row["first_public"], row["exposure_date"], row["added_in"]) == (DAY, DAY, LABEL)
    assert manifest["counts"] | {"bytes": 0, "files": 0} == {
        "levels": 5,
        "core": 4,
        "fresh": 1,
        "games": {"color-connect": 2, "maze-paint": 3},
        "objectives": 2,
        "files": 0,
        "bytes": 0,
    }


def test_the_public_part_says_nothing_of_solutions(workspace: Workspace) -> None:
    made = frozen(workspace)
    value = json.loads((made.path / "public/objectives.json").read_bytes())
    assert value["objectives"][0]["levels"] == ["mp-0002", "mp-0001"]
    assert "range" not in value["objectives"][0]
    level = json.loads((made.path / "public/levels/maze-paint/mp-0001.json").read_bytes())
    assert sorted(level) == ["board", "canary", "format", "game", "goal", "id", "license", "revision", "title"]


def test_the_runtime_is_every_served_byte_by_url(workspace: Workspace, tmp_path: Path) -> None:
    made = frozen(workspace, runtime=build_at(tmp_path / "build"))
    value = json.loads((made.path / "public/runtime/runtime.json").read_bytes())
    assert sorted(value["files"]) == ["/index.html", "/js/a.js", "/js/b.js"]
    assert value["files"]["/js/a.js"]["media_type"] == "text/javascript"
    assert len(list((made.path / "public/runtime/blobs").iterdir())) == 2
    assert _manifest(workspace)["runtime_digest"] is not None


def test_freezing_the_same_again_changes_nothing(workspace: Workspace) -> None:
    first = frozen(workspace)
    before = {path: path.stat().st_mtime_ns for path in workspace.frozen.rglob("*")}
    second = frozen(workspace)
    assert second == replace(first, created=False)
    assert {path: path.stat().st_mtime_ns for path in workspace.frozen.rglob("*")} == before


def test_freezing_again_after_a_later_snapshot_is_still_the_same(workspace: Workspace) -> None:
    first = frozen(workspace)
    frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    assert frozen(workspace).pin == first.pin


def test_a_label_is_used_once(workspace: Workspace) -> None:
    first = frozen(workspace)
    put(workspace, document("mp-0001", title="Another title"))
    with pytest.raises(FreezeRefused, match="freeze/label-taken"):
        frozen(workspace)
    assert verify(first.pin, workspace.frozen).ok


def test_a_label_whose_snapshot_was_damaged_is_no_success(workspace: Workspace) -> None:
    made = frozen(workspace)
    (made.path / "canary.txt").unlink()
    with pytest.raises(FreezeRefused, match="freeze/history"):
        frozen(workspace)


def test_levels_keep_their_first_dates_in_later_snapshots(workspace: Workspace) -> None:
    frozen(workspace)
    frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    for row in _manifest(workspace, "lpb-2027.01.0")["levels"]:
        assert (row["first_public"], row["exposure_date"], row["added_in"]) == (DAY, DAY, LABEL)


def test_a_new_revision_is_first_public_now_but_exposed_with_the_old(workspace: Workspace) -> None:
    frozen(workspace)
    put(workspace, document("mp-0003", revision=2, board={"rows": [".@.."]}))
    frozen(workspace, "lpb-2027.01.0", "2027-01-05")
    (row,) = (row for row in _manifest(workspace, "lpb-2027.01.0")["levels"] if row["id"] == "mp-0003")
    assert (row["revision"], row["added_in"]) == (2, LABEL)
    assert (row["first_public"], row["exposure_date"]) == ("2027-01-05", DAY)


def _dates(workspace: Workspace, level_id: str) -> tuple[str, str | None]:
    frozen(workspace)
    row = next(row for row in _manifest(workspace)["levels"] if row["id"] == level_id)
    return row["first_public"], row["exposure_date"]


def _with_provenance(level_id: str, **known: object) -> dict:
    value = document(level_id)
    return value | {"provenance": value["provenance"] | known}


def test_an_adapted_level_is_exposed_since_its_source_was(workspace: Workspace) -> None:
    put(workspace, _with_provenance("mp-0001", origin="adapted", source="a book", first_public="2019-05-04"))
    assert _dates(workspace, "mp-0001") == ("2019-05-04", "2019-05-04")


def test_a_variant_is_exposed_with_its_ancestor(workspace: Workspace) -> None:
    put(workspace, _with_provenance("mp-0001", origin="adapted", source="a book", first_public="2019-05-04"))
    put(workspace, _with_provenance("mp-0002", origin="variant", first_public="2026-11-01", parents=["mp-0003"]))
    put(workspace, _with_provenance("mp-0003", origin="variant", first_public="2026-10-01", parents=["mp-0001"]))
    assert _dates(workspace, "mp-0002") == ("2026-11-01", "2019-05-04")


def test_a_level_whose_ancestor_nobody_knows_counts_as_exposed(workspace: Workspace) -> None:
    put(workspace, _with_provenance("mp-0002", parents=["sha256:" + "0" * 64]))
    assert _dates(workspace, "mp-0002") == (DAY, None)


def test_a_level_is_exposed_with_its_mirror_image(workspace: Workspace) -> None:
    mirror = document("mp-0001") | {"id": "mp-0009", "board": {"rows": ["..@"]}}
    mirror["provenance"] = mirror["provenance"] | {"origin": "adapted", "first_public": "2018-01-01"}
    workspace.level_path("mp-0009").write_bytes(json.dumps(mirror).encode())
    assert _dates(workspace, "mp-0001") == (DAY, "2018-01-01")


def test_a_cycle_of_ancestors_ends(workspace: Workspace) -> None:
    put(workspace, _with_provenance("mp-0001", parents=["mp-0002"]))
    put(workspace, _with_provenance("mp-0002", parents=["mp-0001"]))
    assert _dates(workspace, "mp-0001") == (DAY, DAY)


def test_without_known_commits_the_snapshot_is_not_official(workspace: Workspace) -> None:
    made = frozen(workspace, identity=DOUBTFUL, non_official=True)
    assert not made.official
    assert _manifest(workspace)["official"] is False
    assert verify(made.pin, workspace.frozen).ok


def test_a_workspace_without_a_canary_has_an_empty_one(workspace: Workspace) -> None:
    workspace.write_objectives(objectives(canary=None))
    for level_id in ("mp-0001", "mp-0002", "mp-0003", "cc-0001", "cc-0002"):
        put(workspace, document(level_id, canary=None))
    made = frozen(workspace)
    assert (made.path / "canary.txt").read_bytes() == b""
    assert verify(made.pin, workspace.frozen).ok


def test_the_workspace_may_bring_a_licence_text(workspace: Workspace) -> None:
    folder = workspace.root / "catalogue" / "licenses"
    folder.mkdir()
    (folder / "lic-1.txt").write_bytes(b"Do what is right.\n")
    put(workspace, document("mp-0001", license="LIC-1"))
    made = frozen(workspace)
    assert (made.path / "licenses" / "lic-1.txt").read_bytes() == b"Do what is right.\n"
    assert _manifest(workspace)["license"] == "Apache-2.0 AND LIC-1"
    assert verify(made.pin, workspace.frozen).ok


@pytest.mark.parametrize(
    ("label", "day"), [("lpb-2026.13.0", DAY), ("latest", DAY), (LABEL, "2026-02-30"), (LABEL, "")]
)
def test_a_malformed_label_or_date_is_refused_at_once(workspace: Workspace, label: str, day: str) -> None:
    with pytest.raises(MalformedRequest):
        frozen(workspace, label, day)
    assert not workspace.frozen.exists()


REPOSITORY = Path(__file__).resolve().parents[2]
PROGRAM = """
import os, sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
os.umask(int(sys.argv[2], 8))
from tests.snapshots.workspaces import frozen
from catalogue.workspace import Workspace
print(frozen(Workspace(Path(sys.argv[1]))).root_digest)
"""


def test_folder_umask_zone_locale_and_hash_seed_do_not_matter(workspace: Workspace, tmp_path: Path) -> None:
    expected = frozen(workspace).root_digest
    for name, mask, extra in (
        ("one", "077", {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}),
        ("an other", "000", {"PYTHONHASHSEED": "2", "TZ": "America/Adak", "LC_ALL": "tr_TR.UTF-8"}),
    ):
        other = tmp_path / name
        shutil.copytree(workspace.root / "catalogue", other / "catalogue")
        for path in sorted((other / "catalogue").rglob("*.json")):
            os.utime(path, (1, 1))
        found = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(other), mask, str(REPOSITORY)],
            env={**os.environ, **extra},
            capture_output=True,
            text=True,
            check=True,
        )
        assert found.stdout.strip() == expected
