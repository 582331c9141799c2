"""One whole refresh, from nothing to a snapshot that a changed byte betrays."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.boards import RING, level, write, write_board
from tests.authoring.command_line import Ran, levelpress

MAZE = "maze-paint"


def done(*arguments: str | Path, cwd: Path, code: int = 0) -> Ran:
    ran = levelpress(*arguments, cwd=cwd)
    assert ran.code == code, (arguments, ran.err, ran.out)
    return ran


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with one released level, made by the commands alone."""
    home = tmp_path_factory.mktemp("refresh")
    place = home / "a place"
    done("init", place, "--canary", "a canary", cwd=home)
    write_board(home / "ring.txt", RING)
    done(
        *("ingest", MAZE, "../ring.txt", "--origin", "original", "--license", "Apache-2.0", "--title", "Ringstraße"),
        cwd=place,
    )
    candidates = len(list((place / "catalogue" / "candidates").iterdir()))
    assert done("check", "catalogue/candidates", cwd=place).err.count("certificate/none-yet") == candidates > 1
    done("certify", "catalogue/candidates/ring.json", cwd=place)
    done("catalogue", "objective", "add", "maze-paint/easy", "--count", "1", "--range", "optimum=1..9", cwd=place)
    added = done(
        "catalogue", "add", "catalogue/candidates/ring.json", "--objective", "maze-paint/easy", "--json", cwd=place
    )
    value = added.document("levelpress/added@1")
    assert value == {
        "format": "levelpress/added@1",
        "id": "mp-0001",
        "path": "catalogue/levels/maze-paint/mp-0001.json",
        "objective": "maze-paint/easy",
    }
    assert not (place / "catalogue" / "candidates" / "ring.json").exists()
    assert not (place / "catalogue" / "candidates" / "ring.certificate.json").exists()
    done("catalogue", "promote", "mp-0001", "--on", "2026-01-31", cwd=place)
    assert done("check", cwd=place).err == ""
    return place


def test_the_catalogue_lists_what_was_released(released: Path) -> None:
    (row,) = done("catalogue", "list", "--json", cwd=released).document("levelpress/catalogue@1")["levels"]
    assert set(row) == {"id", "game", "state", "objective", "title", "level_digest", "optimum", "evidence"}
    assert (row["id"], row["state"], row["title"], row["optimum"]) == ("mp-0001", "released", "Ringstraße", 4)
    assert (row["objective"], row["evidence"]) == ("maze-paint/easy", "independent")


def test_stats_count_the_objective(released: Path) -> None:
    (row,) = done("stats", "--json", cwd=released).document("levelpress/stats@1")["objectives"]
    assert row == {
        "id": "maze-paint/easy",
        "count": 1,
        "levels": ["mp-0001"],
        "optima": [4],
        "total": 4,
        "evidence": {"independent": 1},
        "undecided": [],
    }


def test_every_command_names_the_level_by_its_id(released: Path) -> None:
    path = "catalogue/levels/maze-paint/mp-0001.json"
    for given in ("mp-0001", path, "catalogue/levels"):
        (entry,) = done("solve", given, "--json", cwd=released).document("levelpress/outcomes@1")["outcomes"]
        assert entry["level"] == "mp-0001"
        again = done("certify", given, "--json", cwd=released).document("levelpress/certified@1")["certificates"]
        assert [(one["level"], one["path"], one["changed"]) for one in again] == [
            ("mp-0001", "catalogue/certificates/maze-paint/mp-0001.json", False)
        ]


def freeze(place: Path, label: str, code: int = 0) -> Any:
    ran = done("freeze", label, "--released-on", "2026-02-01", "--non-official", "--json", cwd=place, code=code)
    return ran.document("levelpress/freeze@1") if code == 0 else ran


def test_the_frozen_snapshot_is_what_its_pin_says_until_a_byte_changes(released: Path, tmp_path: Path) -> None:
    frozen = freeze(released, "lpb-2026.02.0")
    assert set(frozen) == {"format", "pin", "root_digest", "path", "levels", "official", "created"}
    assert (frozen["levels"], frozen["official"], frozen["created"]) == (1, False, True)
    assert frozen["pin"] == f"lpb-2026.02.0@{frozen['root_digest']}"
    again = freeze(released, "lpb-2026.02.0")
    assert (again["created"], again["pin"]) == (False, frozen["pin"])
    root = released / "snapshots" / "frozen"
    verified = done("verify", frozen["pin"], "--json", cwd=released).document("levelpress/verification@1")
    assert set(verified) == {"format", "pin", "ok", "faults", "signature", "advisories"}
    assert (verified["ok"], verified["faults"], verified["pin"]) == (True, [], frozen["pin"])
    assert (
        done("verify", frozen["pin"], "--root", root, "--json", cwd=tmp_path).out
        == done("verify", frozen["pin"], "--json", cwd=released).out
    )
    for path in sorted(path for path in (released / frozen["path"]).rglob("*") if path.is_file()):
        data = path.read_bytes()
        path.chmod(0o644)
        path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        broken = done("verify", frozen["pin"], "--json", cwd=released, code=1)
        faults = broken.document("levelpress/verification@1")["faults"]
        name = path.relative_to(released / frozen["path"]).as_posix()
        assert any(name in fault["path"] for fault in faults), (name, faults)
        assert name in done("verify", frozen["pin"], cwd=released, code=1).out
        path.write_bytes(data)
    done("verify", frozen["pin"], cwd=released)
    (released / frozen["path"] / "stray.txt").write_bytes(b"")
    done("verify", frozen["pin"], cwd=released, code=1)
    (released / frozen["path"] / "stray.txt").unlink()
    wrong = frozen["pin"][:-1] + ("0" if frozen["pin"][-1] != "0" else "1")
    done("verify", wrong, cwd=released, code=1)


def test_the_promoted_level_is_never_edited(released: Path) -> None:
    path = released / "catalogue" / "levels" / "maze-paint" / "mp-0001.json"
    data = path.read_bytes()
    value = json.loads(data)
    value["board"]["rows"][1] = "#.@.#"
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    ran = levelpress("check", "--json", cwd=released)
    path.write_bytes(data)
    assert ran.code == 1
    assert ran.document("levelpress/report@1")["summary"]["passed"] == 0
    assert done("check", cwd=released).err == ""


def test_nothing_is_added_that_is_not_proven(released: Path) -> None:
    write(released / "catalogue" / "candidates" / "unproven.json", level(MAZE, RING))
    ran = levelpress("catalogue", "add", "catalogue/candidates/unproven.json", "--fresh", cwd=released)
    assert (ran.code, "certificate/missing" in ran.err) == (1, True)
    ran = levelpress("catalogue", "add", "catalogue/candidates/nothing.json", "--fresh", cwd=released)
    assert ran.code == 3
    rejected = done("catalogue", "reject", "catalogue/candidates/unproven.json", "--reason", "a copy", cwd=released)
    assert "unproven.json" in rejected.out
    assert not (released / "catalogue" / "candidates" / "unproven.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("promote", "mp-0010"),
        ("retire", "mp-0010", "--reason", "none"),
        ("playtest", "mp-0010", "--kind", "person", "--by", "a tester", "--moves", "R"),
    ],
)
def test_a_step_of_a_level_that_there_is_not_names_the_near_miss(words: tuple[str, ...], released: Path) -> None:
    ran = levelpress("catalogue", *words, cwd=released)
    assert ran.code == 1
    assert "mp-0001" in ran.err


def test_a_playtest_must_win(released: Path) -> None:
    state = released / "catalogue" / "state.json"
    before = state.read_bytes()
    words = ("catalogue", "playtest", "mp-0001", "--kind", "person", "--by", "a tester", "--moves")
    assert levelpress(*words, "R", cwd=released).code == 1
    assert levelpress(*words, "R;X", cwd=released).code == 1
    assert levelpress(*words, "@none.txt", cwd=released).code == 3
    assert state.read_bytes() == before


def test_init_leaves_what_is_there_alone(released: Path, tmp_path: Path) -> None:
    before = (released / "catalogue" / "objectives.json").read_bytes()
    assert levelpress("init", released).code == 2
    assert (released / "catalogue" / "objectives.json").read_bytes() == before
    write_board(tmp_path / "file", "x")
    assert levelpress("init", tmp_path / "file").code in (2, 3)
    assert levelpress("init", tmp_path / "file" / "below").code in (2, 3)
    write_board(tmp_path / "full" / "notes.txt", "mine")
    assert levelpress("init", tmp_path / "full").code == 0
    assert (tmp_path / "full" / "notes.txt").read_text() == "mine"
    assert json.loads((tmp_path / "full" / "catalogue" / "objectives.json").read_text())["objectives"] == []


def test_a_file_that_is_no_candidate_is_named(released: Path) -> None:
    for given in ("catalogue/objectives.json", "catalogue", "none.json", ""):
        ran = levelpress("catalogue", "add", given, "--fresh", cwd=released)
        assert ran.code == (2 if given == "" and ran.code == 2 else 3), ran.err
        assert given in ran.err


def test_a_faulty_candidate_is_named_with_each_fault(released: Path, tmp_path: Path) -> None:
    write(tmp_path / "faulty.json", level(MAZE, RING, colour="red"))
    ran = levelpress("catalogue", "add", tmp_path / "faulty.json", "--fresh", cwd=released)
    assert ran.code == 1
    assert "faulty.json" in ran.err
    assert "colour" in ran.err


def test_a_mistyped_file_is_answered_with_the_near_miss(released: Path) -> None:
    write_board(released / "catalogue" / "candidates" / "harbour.txt", RING)
    for words in (
        ("catalogue", "add", "catalogue/candidates/habrour.txt", "--fresh"),
        ("ingest", MAZE, "catalogue/candidates/habrour.txt"),
        ("replay", "mp-0001", "@catalogue/candidates/habrour.txt"),
    ):
        ran = levelpress(*words, cwd=released)
        assert ran.code == 3
        assert "harbour.txt" in ran.err


def test_a_retired_level_is_listed_as_such(tmp_path: Path) -> None:
    place = tmp_path / "place"
    done("init", place, cwd=tmp_path)
    done("certify", "catalogue/candidates/maze-paint-sample.json", cwd=place)
    done("catalogue", "add", "catalogue/candidates/maze-paint-sample.json", "--fresh", cwd=place)
    assert "fresh" in done("catalogue", "list", cwd=place).out
    done("catalogue", "retire", "mp-0001", "--reason", "too dull", "--on", "2026-02-02", cwd=place)
    assert "fresh" not in done("catalogue", "list", cwd=place).out
    (row,) = done("catalogue", "list", "--json", cwd=place).document("levelpress/catalogue@1")["levels"]
    assert (row["state"], row["objective"]) == ("retired", None)
    assert "too dull" in (place / "catalogue" / "state.json").read_text()
