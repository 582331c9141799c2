"""A workspace: found from any folder inside, read with every fault, written in the reviewable form."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

from catalogue.document import Unreadable, form_faults, read_document, write_bytes
from catalogue.lifecycle import Change, Lifecycle, Standing
from catalogue.objectives import Objectives, objectives_from_json
from catalogue.workspace import NoWorkspace, Workspace, find_workspace, read_certificate, read_level
from games.canonical import pretty_bytes
from games.contract import InvalidLevel
from tests.catalogue.documents import DIGEST, DOCUMENTS, level_document
from validators.certificate import certificate_from_json


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    place = Workspace(tmp_path / "house")
    place.write_objectives(Objectives("custom", None, "none", (), ()))
    return place


def test_a_workspace_is_found_from_its_root_and_from_any_folder_inside(workspace: Workspace) -> None:
    inside = workspace.root / "catalogue" / "levels" / "deep"
    inside.mkdir(parents=True)
    for start in (workspace.root, inside, workspace.root / "not" / "there"):
        assert find_workspace(start) == workspace


def test_the_nearest_workspace_is_the_one(workspace: Workspace) -> None:
    inner = Workspace(workspace.root / "inner")
    inner.write_objectives(Objectives("custom", None, "none", (), ()))
    assert find_workspace(inner.root / "catalogue") == inner


def test_where_there_is_no_workspace_the_error_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(NoWorkspace, match="levelpress init DIR"):
        find_workspace(tmp_path)


def test_a_folder_called_objectives_json_marks_nothing(tmp_path: Path) -> None:
    (tmp_path / "catalogue" / "objectives.json").mkdir(parents=True)
    with pytest.raises(NoWorkspace):
        find_workspace(tmp_path)


def test_levels_and_certificates_lie_where_formats_says(workspace: Workspace) -> None:
    root = workspace.root / "catalogue"
    assert workspace.level_path("mp-0001") == root / "levels" / "maze-paint" / "mp-0001.json"
    assert workspace.certificate_path("cc-0002") == root / "certificates" / "color-connect" / "cc-0002.json"
    assert workspace.lifecycle_path == root / "state.json"
    assert workspace.candidates == root / "candidates"
    assert workspace.frozen == workspace.root / "snapshots" / "frozen"


def test_an_id_with_no_game_s_prefix_lies_nowhere(workspace: Workspace) -> None:
    for level_id in ("zz-0001", "harbour"):
        with pytest.raises(KeyError):
            workspace.level_path(level_id)
        with pytest.raises(KeyError):
            workspace.certificate_path(level_id)


def test_the_ids_of_all_level_files_are_sorted(workspace: Workspace) -> None:
    assert workspace.level_ids() == ()
    for level_id in ("mp-0002", "mp-0001", "cc-0001"):
        write_bytes(workspace.level_path(level_id), b"{}")
    assert workspace.level_ids() == ("cc-0001", "mp-0001", "mp-0002")


def test_objectives_and_lifecycle_are_read_back_as_written(workspace: Workspace) -> None:
    objectives = objectives_from_json(DOCUMENTS["objectives"])
    lifecycle = Lifecycle().moved("mp-0001", Change("certified", DIGEST, "2026-12-01", None))
    assert workspace.read_lifecycle() == Lifecycle()
    workspace.write_objectives(objectives)
    workspace.write_lifecycle(lifecycle)
    assert workspace.read_objectives() == objectives
    assert workspace.read_lifecycle() == lifecycle


def test_what_is_written_is_in_the_reviewable_form(workspace: Workspace) -> None:
    workspace.write_lifecycle(Lifecycle().with_rejected("ü.json", None, "too easy", None))
    for path in (workspace.objectives_path, workspace.lifecycle_path):
        assert list(form_faults(read_document(path), path.read_bytes())) == []


def test_objectives_that_break_their_schema_are_refused_with_file_and_faults(workspace: Workspace) -> None:
    workspace.objectives_path.write_bytes(pretty_bytes({**DOCUMENTS["objectives"], "profil": "custom"}))
    with pytest.raises(InvalidLevel) as refused:
        workspace.read_objectives()
    (fault,) = refused.value.findings
    assert (fault.id, fault.file) == ("document/schema", str(workspace.objectives_path))


def test_a_document_of_another_format_in_the_place_of_the_lifecycle_is_refused(workspace: Workspace) -> None:
    write_bytes(workspace.lifecycle_path, pretty_bytes(level_document()))
    with pytest.raises(InvalidLevel) as refused:
        workspace.read_lifecycle()
    assert [fault.id for fault in refused.value.findings] == ["document/format"]


def test_objectives_that_are_no_json_are_unreadable(workspace: Workspace) -> None:
    workspace.objectives_path.write_bytes(b"{")
    with pytest.raises(Unreadable):
        workspace.read_objectives()


def test_a_level_is_read_from_its_file(workspace: Workspace) -> None:
    path = workspace.level_path("mp-0001")
    write_bytes(path, pretty_bytes(level_document()))
    assert read_level(path).to_json() == level_document()
    write_bytes(path, pretty_bytes(level_document(board={"rows": ["x"]})))
    with pytest.raises(InvalidLevel):
        read_level(path)


def test_a_certificate_is_read_from_its_file_and_written_back_unchanged(workspace: Workspace) -> None:
    path = workspace.certificate_path("mp-0001")
    write_bytes(path, pretty_bytes(DOCUMENTS["certificate"]))
    assert read_certificate(path).to_json() == DOCUMENTS["certificate"]


def test_a_certificate_without_a_solution_survives_too() -> None:
    document = copy.deepcopy(DOCUMENTS["certificate"])
    document |= {"verdict": "unsolvable", "solution": None, "explanation": "a cell cannot be painted", "trail": []}
    document["optimum"] |= {"value": None}
    assert certificate_from_json(document).to_json() == document


def test_a_certificate_that_breaks_its_schema_is_refused(workspace: Workspace) -> None:
    path = workspace.certificate_path("mp-0001")
    write_bytes(path, pretty_bytes({**DOCUMENTS["certificate"], "verdict": "undecided"}))
    with pytest.raises(InvalidLevel):
        read_certificate(path)


def test_a_state_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    place = Workspace(tmp_path)
    change = Change("retired", f"sha256:{'0' * 64}", None, "")
    with pytest.raises(InvalidLevel, match="document/schema"):
        place.write_lifecycle(Lifecycle({"mp-0001": Standing((change,))}))
    assert not place.lifecycle_path.exists()
