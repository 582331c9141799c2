"""The files of a freeze wait outside the memory: they come back as they were put there, or not at all."""

from __future__ import annotations

import tracemalloc
from itertools import combinations
from pathlib import Path

import pytest

from catalogue.duplicate_search import DuplicateSearch, Entrant, entrant_of
from catalogue.workspace import Workspace, read_level
from games.canonical import sha256_of
from snapshots import waiting_files
from snapshots.history import History
from snapshots.play_duplicates import _Alike, same_plays
from snapshots.waiting_files import WaitingFiles
from tests.snapshots.workspaces import document, frozen, put
from validators.duplicates import BLOCKING
from validators.plays_same import Profile


@pytest.mark.parametrize("held", [1, 1 << 20], ids=["on the disk", "in memory"])
def test_files_come_back_in_any_order(monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    monkeypatch.setattr(waiting_files, "HELD", held)
    data = {f"licenses/{number}.txt": bytes([number]) * number for number in (3, 0, 200, 1)}
    with WaitingFiles() as files:
        for path, one in data.items():
            files.put(path, "license", one)
        assert {path: files[path] for path in reversed(data)} == data
        assert [row["path"] for row in files.rows()] == sorted(data)
        assert {row["path"]: (row["size"], row["digest"]) for row in files.rows()} == {
            path: (len(one), sha256_of(one)) for path, one in data.items()
        }
        assert files.roles() == {"license"}
        assert "licenses/4.txt" not in files
    with pytest.raises(ValueError, match="closed"):
        files["licenses/1.txt"]


def test_other_bytes_than_were_put_there_are_an_error_of_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_files, "HELD", 1)
    with WaitingFiles() as files:
        files.put("licenses/mit.txt", "license", b"may")
        files._stream.seek(1)
        files._stream.write(b"u")
        with pytest.raises(OSError, match="licenses/mit"):
            files["licenses/mit.txt"]


def test_many_files_are_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_files, "HELD", 1 << 10)
    tracemalloc.start()
    with WaitingFiles() as files:
        for number in range(200):
            files.put(f"licenses/{number}.txt", "license", bytes(10_000))
        _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200 * 10_000 / 4


@pytest.mark.parametrize("held", [1, 1 << 20], ids=["on the disk", "in memory"])
def test_where_files_wait_changes_no_byte(workspace: Workspace, monkeypatch: pytest.MonkeyPatch, held: int) -> None:
    expected = frozen(workspace).root_digest
    monkeypatch.setattr(waiting_files, "HELD", held)
    other = Workspace(workspace.root.parent / "other")
    workspace.root.joinpath("catalogue").rename(other.root.parent / "moved")
    other.root.mkdir()
    (other.root.parent / "moved").rename(other.root / "catalogue")
    assert frozen(other).root_digest == expected


def test_what_is_compared_is_what_the_certificates_do_not_tell_apart() -> None:
    profiles = [Profile((1, 2)), Profile((1, 3)), Profile((1, 2)), Profile(None, 3), Profile(None, 4), Profile(None)]
    alike = _Alike()
    for name, profile in enumerate(profiles):
        for game in ("a", "b"):
            expected = [f"{game}{other}" for other in range(name) if not profiles[other].rules_out(profile)]
            assert alike.to(game, profile) == expected
            assert expected == [f"{game}{other}" for other in range(name) if not profile.rules_out(profiles[other])]
            alike.add(f"{game}{name}", game, profile)


def test_the_levels_that_play_the_same_are_those_of_the_search_over_all_pairs(workspace: Workspace) -> None:
    boards = {
        "mp-0011": ["@...", "###.", "###."],
        "mp-0012": ["@..", "##.", "##.", "##."],
        "mp-0013": [".@.."],
        "mp-0014": [".@..."],
        "mp-0015": ["@...", "###.", "...."],
    }
    for name, rows in boards.items():
        put(workspace, document("mp-0001", id=name, board={"rows": rows}))
    ids = sorted(["mp-0001", "mp-0002", "mp-0003", *boards])
    entrants: dict[str, Entrant] = {
        name: entrant_of(name, read_level(workspace.level_path(name)), workspace.certificate_path(name)) for name in ids
    }
    search = DuplicateSearch()
    expected = {
        (second, f"plays the same as {first}")
        for first, second in combinations(ids, 2)
        for pair in search.pair(entrants[first], entrants[second], BLOCKING)
        if pair.tier == "D2"
    }
    assert len(expected) > 1
    assert set(same_plays(entrants, History(), Path("nowhere"))) == expected
