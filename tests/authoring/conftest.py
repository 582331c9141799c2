"""A folder of level files, written once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.authoring.boards import CROSSED, ISLAND, ONE_WAY, RING, SNAKES, STRIPES, level, write, write_board
from tests.authoring.command_line import levelpress


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Level files of every kind, good and bad. Tests only read here."""
    folder = tmp_path_factory.mktemp("shelf")
    write(folder / "ring.json", level("maze-paint", RING))
    write(folder / "one-way.json", level("maze-paint", ONE_WAY))
    write(folder / "island.json", level("maze-paint", ISLAND))
    write(folder / "stripes.json", level("color-connect", STRIPES))
    write(folder / "stripes-cover.json", level("color-connect", STRIPES, "cover"))
    write(folder / "snakes-cover.json", level("color-connect", SNAKES, "cover"))
    write(folder / "crossed.json", level("color-connect", CROSSED))
    write(folder / "unknown-field.json", level("maze-paint", RING, colour="red"))
    write(folder / "two-starts.json", level("maze-paint", "#####\n#@.@#\n#.?.#\n#####\n"))
    write(folder / "other-document.json", {"format": "levelpress/objectives@1"})
    write(folder / "no-document.json", [1, 2, 3])
    write_board(folder / "ring.txt", RING)
    write_board(folder / "no-start.txt", RING.replace("@", "."))
    write_board(folder / "pack.txt", "2;1:1;2:1;1:2;2:2\n2;1:1;1:1;1:2;2:2\n2;1:1;1:2;2:1;2:2\n")
    write_board(folder / "truncated.json", '{"format": "levelpress/level@1", "id": nu')
    write_board(folder / "prose.json", "no JSON at all\n")
    write_board(folder / "prose.txt", "Dear reader, this is no board.\n")
    (folder / "binary.json").write_bytes(bytes(range(256)))
    (folder / "nothing").mkdir()
    os.mkfifo(folder / "fifo.json")
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A new workspace with its samples."""
    assert levelpress("init", tmp_path / "place", "--canary", "a canary").code == 0
    return tmp_path / "place"
