"""`ingest`: nothing is lost, nothing is written twice, and every refused puzzle is named."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.boards import ONE_WAY, RING, level, write, write_board
from tests.authoring.command_line import levelpress

FORMAT = "levelpress/candidates@1"
MAZE = "maze-paint"


def ingested(cwd: Path, *arguments: str | Path, code: int = 0, **more: Any) -> list[Any]:
    """The candidates of one run into `out`."""
    ran = levelpress("ingest", *arguments, "-o", "out", "--json", cwd=cwd, **more)
    assert ran.code == code, ran.err
    found: list[Any] = ran.document(FORMAT)["candidates"]
    return found


def files(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_same_file_twice_is_one_candidate(tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    first = ingested(tmp_path, MAZE, "ring.txt")
    before = files(tmp_path / "out")
    assert ingested(tmp_path, MAZE, "ring.txt", "ring.txt") == first * 2
    assert files(tmp_path / "out") == before
    assert list(before) == ["ring.json"]


def test_a_path_written_differently_makes_no_second_candidate(tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    ingested(tmp_path, MAZE, "ring.txt")
    ingested(tmp_path, MAZE, "./ring.txt")
    ingested(tmp_path, MAZE, tmp_path / "ring.txt")
    assert list(files(tmp_path / "out")) == ["ring.json"]
    assert str(tmp_path) not in (tmp_path / "out" / "ring.json").read_text()


def test_an_existing_candidate_of_other_content_is_not_overwritten(tmp_path: Path) -> None:
    for folder, text in (("a", RING), ("b", ONE_WAY), ("c", RING.replace("@.", ".@"))):
        write_board(tmp_path / folder / "board.txt", text)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "board.json").write_bytes(b"somebody's own notes")
    paths = [ingested(tmp_path, MAZE, f"{folder}/board.txt")[0]["path"] for folder in "abc"]
    assert len(set(paths)) == 3
    assert (tmp_path / "out" / "board.json").read_bytes() == b"somebody's own notes"
    rows = [json.loads((tmp_path / path).read_text())["board"]["rows"] for path in paths]
    assert [row[1] for row in rows] == ["#@..#", "#@..##.#", "#.@.#"]


def test_a_good_puzzle_is_written_beside_a_bad_one(shelf: Path, tmp_path: Path) -> None:
    pack = (shelf / "pack.txt").read_text()
    write_board(tmp_path / "pack.txt", pack)
    ran = levelpress("ingest", "color-connect", "pack.txt", "-o", "out", cwd=tmp_path)
    assert ran.code == 1
    assert sorted(files(tmp_path / "out")) == ["pack-1.json", "pack-3.json"]
    assert "ingest/form" in ran.err
    found = levelpress("ingest", "color-connect", "pack.txt", "-o", "out", "--json", cwd=tmp_path).document(FORMAT)
    assert [(one["level"], one["file"]) for one in found["findings"]] == [("pack.txt#2", "pack.txt")]


def test_an_unreadable_file_does_not_keep_the_others_out(tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    write_board(tmp_path / "prose.txt", "Dear reader\n")
    found = ingested(tmp_path, MAZE, "none.txt", "prose.txt", "ring.txt", code=3)
    assert [one["level"] for one in found] == ["ring.txt"]


@pytest.mark.parametrize(
    "change", [lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t, lambda t: t.rstrip("\n")]
)
def test_line_ends_and_marks_give_the_same_level_but_their_own_source(change: Any, tmp_path: Path) -> None:
    write_board(tmp_path / "plain.txt", RING)
    data = change(RING).encode()
    (tmp_path / "other.txt").write_bytes(data)
    plain, other = ingested(tmp_path, MAZE, "plain.txt", "other.txt")
    assert other["source_sha256"] == "sha256:" + hashlib.sha256(data).hexdigest() != plain["source_sha256"]
    documents = [json.loads((tmp_path / one["path"]).read_text()) for one in (plain, other)]
    assert documents[0]["board"] == documents[1]["board"]
    shown = [levelpress("show", one["path"], cwd=tmp_path).out.splitlines()[1:] for one in (plain, other)]
    assert shown[0] == shown[1]


def test_where_it_came_from_is_recorded(tmp_path: Path) -> None:
    from PIL import Image

    write_board(tmp_path / "ring.txt", RING)
    Image.new("RGB", (7, 5)).save(tmp_path / "picture.png")
    (one,) = ingested(
        tmp_path,
        *(MAZE, "ring.txt", "--source", "https://example.org/levels", "--license", "CC-BY-4.0"),
        *("--first-public", "2021-02-28", "--reference", "picture.png", "--title", "Ringstraße"),
    )
    document = json.loads((tmp_path / one["path"]).read_text())
    provenance = document["provenance"]
    picture = "sha256:" + hashlib.sha256((tmp_path / "picture.png").read_bytes()).hexdigest()
    assert (document["license"], document["title"], document["id"]) == ("CC-BY-4.0", "Ringstraße", None)
    assert provenance["reference"] == {"sha256": picture, "width": 7, "height": 5, "crop": None, "note": None}
    assert (provenance["origin"], provenance["source"]) == ("adapted", "https://example.org/levels")
    assert (provenance["source_license"], provenance["first_public"]) == ("CC-BY-4.0", "2021-02-28")
    assert provenance["source_sha256"] == one["source_sha256"] == "sha256:" + hashlib.sha256(RING.encode()).hexdigest()
    assert levelpress("check", one["path"], cwd=tmp_path).code == 0


@pytest.mark.parametrize("file", ["none.png", "ring.txt"])
def test_a_reference_that_is_no_picture_is_unreadable_and_nothing_is_written(file: str, tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    ran = levelpress("ingest", MAZE, "ring.txt", "-o", "out", "--reference", file, cwd=tmp_path)
    assert (ran.code, file in ran.err) == (3, True)
    assert not (tmp_path / "out").exists()


def test_the_start_rule_that_was_used_is_noted(tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING.replace("@", "."))
    (one,) = ingested(tmp_path, MAZE, "ring.txt", "--start", "left-bottom")
    document = json.loads((tmp_path / one["path"]).read_text())
    assert document["board"]["rows"][3] == "#@..#"
    assert "left-bottom" in document["provenance"]["note"]


def test_pasted_text_comes_on_standard_input(tmp_path: Path) -> None:
    (one,) = ingested(tmp_path, MAZE, "-", stdin=RING.encode())
    assert one["level"] == "-"
    assert json.loads((tmp_path / one["path"]).read_text())["board"]["rows"] == RING.split()


def test_a_native_level_keeps_what_it_says_of_itself(tmp_path: Path) -> None:
    provenance = level(MAZE, RING)["provenance"] | {"source": "a book", "author": "somebody"}
    write(tmp_path / "ring.json", level(MAZE, RING, title="Ring", provenance=provenance, tags=["old"]))
    (one,) = ingested(tmp_path, MAZE, "ring.json")
    document = json.loads((tmp_path / one["path"]).read_text())
    assert (document["title"], document["tags"]) == ("Ring", ["old"])
    assert (document["provenance"]["source"], document["provenance"]["author"]) == ("a book", "somebody")


def test_a_level_of_another_game_is_refused_by_name(shelf: Path, tmp_path: Path) -> None:
    ran = levelpress("ingest", MAZE, "stripes.json", "-o", tmp_path / "out", cwd=shelf)
    assert ran.code in (1, 3)
    assert "color-connect" in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "name", ["lev#els/board.txt", "lev#els/../deep/board.txt", "a#1.txt", "we ird ü#.txt", "#.txt"]
)
def test_a_number_sign_in_a_path_moves_no_candidate(name: str, tmp_path: Path) -> None:
    (tmp_path / "lev#els").mkdir()
    write_board(tmp_path / os.path.normpath(name), RING)
    (one,) = ingested(tmp_path, MAZE, name)
    assert one["level"] == name
    assert (tmp_path / one["path"]).parent == tmp_path / "out"
    assert list(files(tmp_path / "out")) == [Path(one["path"]).name]
    assert Path(one["path"]).name.count(".") == 1


def test_a_name_that_is_no_utf_8_is_no_internal_error(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff.txt")
    write_board(tmp_path / name, RING)
    ran = levelpress("ingest", MAZE, name, "-o", "out", cwd=tmp_path)
    assert ran.code in (0, 3)
    assert "internal error" not in ran.err


def test_without_a_workspace_the_folder_must_be_said(tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    ran = levelpress("ingest", MAZE, "ring.txt", cwd=tmp_path)
    assert ran.code == 2
    assert list(files(tmp_path)) == ["ring.txt"]


def test_in_a_workspace_the_candidates_folder_is_the_place(workspace: Path, tmp_path: Path) -> None:
    write_board(tmp_path / "ring.txt", RING)
    ran = levelpress("ingest", MAZE, tmp_path / "ring.txt", "--json", cwd=workspace)
    (one,) = ran.document(FORMAT)["candidates"]
    assert one["path"] == "catalogue/candidates/ring.json"
    data = (workspace / one["path"]).read_bytes()
    assert data == (json.dumps(json.loads(data), indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()
