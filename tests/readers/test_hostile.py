"""Hostile files through the real program: one clear line that names the file, exit 3, soon and in little memory."""

from __future__ import annotations

import base64
import gzip
import json
import os
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from authoring.readers.registry import MAX_SOURCE_BYTES
from tests.authoring.command_line import levelpress
from tests.readers.reading import COLOR, MAZE

#: The program in a child of a small process, so that the memory of the test run does not count.
LAUNCHER = """
import json, resource, subprocess, sys, time
began = time.monotonic()
stdin = open(sys.argv[1], "rb") if sys.argv[1] else subprocess.DEVNULL
ran = subprocess.run(sys.argv[2:], stdin=stdin, capture_output=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
unit = 1 if sys.platform == "darwin" else 1024
print(json.dumps([ran.returncode, ran.stderr.decode(), usage * unit, time.monotonic() - began]))
"""
MOST_BYTES = 100 * 1024 * 1024
#: Starting the interpreter on a busy machine included; the work itself takes a small part of it.
MOST_SECONDS = 20.0


def tiled(data: str, encoding: str, size: tuple[int, int] = (4, 4), head: str = "") -> bytes:
    width, height = size
    layer = f'<layer name="a" width="{width}" height="{height}"><data {encoding}>{data}</data></layer>'
    return f'<?xml version="1.0"?>{head}<map version="1.10" infinite="0">{layer}</map>'.encode()


def bomb(pack: str, packed: bytes) -> bytes:
    return tiled(base64.b64encode(packed).decode(), f'encoding="base64" compression="{pack}"')


def zstd(data: bytes) -> bytes:
    import zstandard

    return zstandard.ZstdCompressor(level=3).compress(data)


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
ZEROS = bytes(64 * 1024 * 1024)
HUGE = ("100000", "100000")


@dataclass(frozen=True)
class Case:
    game: str
    data: bytes
    says: str


CASES = {
    "entity bomb": Case(
        MAZE, tiled("&l9;", 'encoding="csv"', head=f'<!DOCTYPE m [<!ENTITY l0 "1,">{LAUGHS}]>'), "document type"
    ),
    "external entity": Case(
        MAZE,
        tiled("&x;", 'encoding="csv"', head='<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
        "document type",
    ),
    "huge tiled": Case(MAZE, tiled("1", 'encoding="csv"', (100_000, 100_000)), "100000 rows"),
    "huge numberlink": Case(COLOR, b"100000 100000\nA.A\n", "100000 x 100000"),
    "huge flow-pack": Case(COLOR, b"100000:100000,0,1,1;0,1\n", "100000 rows"),
    "huge pairs": Case(COLOR, b"100000;1:1;2:2\n", "100000 rows"),
    "one long line": Case(MAZE, b"#" * 50_000_000, "bytes"),
    "one long line of a pack": Case(COLOR, b"9,0,1,1" + b";0,1" * 12_500_000, "bytes"),
    "one long line within the limit": Case(COLOR, b"9,0,1,1" + b";0,1" * (MAX_SOURCE_BYTES // 4 - 2), "bytes"),
    "a pack of lines without form": Case(COLOR, b"9,0,1,1\n" + b"9;\n" * 1_000_000, "line"),
    "deep array": Case(MAZE, b"[" * 500_000, "nested"),
    "deep object": Case(COLOR, b'{"a":' * 100_000, "nested"),
    "deep matrix": Case(COLOR, b"[" * 500_000, "nested"),
    "binary": Case(COLOR, bytes(range(256)) * 1000, "no text"),
    "truncated base64": Case(MAZE, tiled("AQAAAAEAA", 'encoding="base64"'), "not base64"),
    "zlib bomb": Case(MAZE, bomb("zlib", zlib.compress(ZEROS)), "more than any board"),
    "gzip bomb": Case(MAZE, bomb("gzip", gzip.compress(ZEROS, 5)), "more than any board"),
    "zstd bomb": Case(MAZE, bomb("zstd", zstd(ZEROS)), "more than any board"),
    "NUL": Case(MAZE, b"##\x00#\n", "U+0000"),
    "NUL in a pack": Case(COLOR, b"2,0,1,1;0,1\n2,0,2,1;0\x00,1\n", "U+0000 in line 2"),
    "unpaired surrogate": Case(MAZE, b"@.\xed\xa0\x80\n", "not UTF-8"),
    "escaped surrogate": Case(COLOR, b'[["\\ud800", "a"]]', "surrogate"),
}
#: Where the native documents are read alone.
JSON_CASES = ("deep object", "binary", "NUL", "escaped surrogate", "deep array")


def refused(arguments: list[str], name: str, cwd: Path, says: str = "", stdin: str = "") -> None:
    """The program ends with 3 and one line that names the file, within the bounds."""
    program = [sys.executable, "-m", "levelpress", *arguments]
    ran = subprocess.run(
        [sys.executable, "-c", LAUNCHER, stdin, *program], cwd=cwd, capture_output=True, text=True, check=True
    )
    code, err, memory, seconds = json.loads(ran.stdout)
    lines = err.splitlines()
    assert (code, len(lines)) == (3, 1), err[:2000]
    assert lines[0].startswith((f"{name}: ", f"levelpress: {name}: ")), err[:500]
    assert says in lines[0]
    assert len(lines[0]) < 400
    assert memory < MOST_BYTES, f"{memory / 1e6:.0f} MB"
    assert seconds < MOST_SECONDS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All hostile files, written once."""
    place = tmp_path_factory.mktemp("hostile")
    for name, case in CASES.items():
        (place / name).write_bytes(case.data)
    os.mkfifo(place / "fifo")
    (place / "a folder").mkdir()
    return place


@pytest.mark.parametrize("name", CASES)
def test_ingest_refuses_it_in_one_line(name: str, folder: Path) -> None:
    refused(["ingest", CASES[name].game, name, "-o", "out"], name, folder, CASES[name].says)
    assert not (folder / "out").exists()


@pytest.mark.parametrize("name", ["fifo", "a folder", "nothing there"])
def test_ingest_refuses_what_is_no_file(name: str, folder: Path) -> None:
    refused(["ingest", MAZE, name, "-o", "out"], name, folder)


#: Each way in that is not `ingest FILE`, on a sample in the fast suite and on everything in the slow one.
SAMPLE = ("one long line", "zlib bomb", "huge numberlink")


def ways(name: str) -> list[tuple[list[str], str, str]]:
    game = CASES[name].game
    return [
        (["solve", name, "--game", game], name, ""),
        (["check", name, "--game", game, "--progress", "none"], name, ""),
        (["ingest", game, "-", "-o", "out"], "-", name),
        (["solve", "-", "--game", game], "-", name),
    ]


@pytest.mark.parametrize("way", range(4), ids=["solve", "check", "ingest -", "solve -"])
@pytest.mark.parametrize("name", SAMPLE)
def test_every_way_in_refuses_it(name: str, way: int, folder: Path) -> None:
    arguments, shown, stdin = ways(name)[way]
    refused_with_report(arguments, shown, folder, stdin)


@pytest.mark.slow
@pytest.mark.parametrize("way", range(4), ids=["solve", "check", "ingest -", "solve -"])
@pytest.mark.parametrize("name", [name for name in CASES if name not in SAMPLE])
def test_every_way_in_refuses_everything(name: str, way: int, folder: Path) -> None:
    arguments, shown, stdin = ways(name)[way]
    refused_with_report(arguments, shown, folder, stdin)


def refused_with_report(arguments: list[str], shown: str, folder: Path, stdin: str) -> None:
    refused(arguments, shown, folder, stdin=stdin)


@pytest.mark.parametrize("name", [*JSON_CASES, "fifo"])
def test_a_level_argument_without_a_game_is_refused_too(name: str, folder: Path) -> None:
    refused(["check", name, "--progress", "none"], name, folder)


def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("@..\n")
    opened = os.open

    def forbid(path: object, *rest: int, **more: int) -> int:
        if str(path).endswith("board.txt"):
            raise PermissionError(13, "Permission denied", "board.txt")
        return opened(path, *rest, **more)  # type: ignore[arg-type]

    for command in (["ingest", MAZE, "board.txt", "-o", "out"], ["solve", "board.txt", "--game", MAZE]):
        with mock.patch("os.open", forbid):
            ran = levelpress(*command, cwd=tmp_path)
        assert (ran.code, ran.err) == (3, "board.txt: no permission to read it\n")


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("@..\n")
    looked = os.fstat

    def before_it_grew(handle: int) -> os.stat_result:
        status = looked(handle)
        (tmp_path / "board.txt").write_text("@..\n...\n" * 10)
        return status

    for command in (["ingest", MAZE, "board.txt", "-o", "out"], ["solve", "board.txt", "--game", MAZE]):
        (tmp_path / "board.txt").write_text("@..\n")
        with mock.patch("catalogue.document.os.fstat", before_it_grew):
            ran = levelpress(*command, cwd=tmp_path)
        assert (ran.code, ran.err) == (3, "board.txt: it grew while it was read\n")
