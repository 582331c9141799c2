"""`ingest` of one file of thousands of levels: as a stream, with progress, interruptible, at a cost that is linear."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest

from authoring.interruption import uninterrupted
from authoring.readers import Puzzle, ReadOptions
from authoring.readers.registry import source_stream
from tests.authoring.command_line import Ran, levelpress

COLOR = "color-connect"


def numberlink(number: int) -> str:
    return "".join(f"# puzzle {one}\n3 2\nA.A\nB.B\n" for one in range(1, number + 1)) + "0 0\n"


def flow_pack(number: int) -> str:
    return "".join(f"3:2,0,{one},2;0,1,2;3,4,5\n" for one in range(1, number + 1))


def pairs(number: int) -> str:
    return "3;1:1;3:1;1:2;3:2\n" * number


FORMATS: dict[str, Callable[[int], str]] = {"numberlink": numberlink, "flow-pack": flow_pack, "pairs": pairs}


def ingest(folder: Path, text: str, *more: str) -> Ran:
    (folder / "many.txt").write_text(text)
    # Ten thousand syncs of a disk are no part of what is tested here.
    with mock.patch("catalogue.document.os.fsync"):
        return levelpress("ingest", COLOR, "many.txt", "-o", "out", *more, cwd=folder)


def judge_all(folder: Path, number: int, ran: Ran, *, plays: bool) -> None:
    assert ran.code == 0, ran.err[-500:]
    names = {path.name for path in (folder / "out").iterdir()}
    wanted = {f"many-{one}.json" for one in range(1, number + 1)}
    assert names == wanted | ({f"many-{one}.play.txt" for one in range(1, number + 1)} if plays else set())
    first, last = (json.loads((folder / "out" / f"many-{one}.json").read_text()) for one in (1, number))
    assert first["board"] == last["board"]
    assert first["provenance"]["source_sha256"] == last["provenance"]["source_sha256"]
    tenths = [line for line in ran.err.splitlines() if line.endswith("lines of many.txt")]
    assert len(tenths) >= 8, ran.err
    done = [int(line.partition("/")[0]) for line in tenths]
    assert done == sorted(done)


def test_two_thousand_levels_of_one_file_are_written_with_progress(tmp_path: Path) -> None:
    judge_all(tmp_path, 2000, ingest(tmp_path, numberlink(2000)), plays=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_ten_thousand_levels_of_one_file_are_written_with_progress(name: str, tmp_path: Path) -> None:
    judge_all(tmp_path, 10_000, ingest(tmp_path, FORMATS[name](10_000)), plays=name == "flow-pack")


def calls_of(work: Callable[[], object]) -> int:
    """How many calls of functions a piece of work makes: what it costs, without a clock."""
    count = 0

    def seen(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def test_the_cost_is_linear_in_the_number_of_levels(tmp_path: Path) -> None:
    ingest(tmp_path, numberlink(1))
    costs = {}
    for number in (100, 200, 400):
        folder = tmp_path / str(number)
        folder.mkdir()
        costs[number] = calls_of(lambda folder=folder, number=number: ingest(folder, numberlink(number), "--json"))
    first, second = costs[200] - costs[100], costs[400] - costs[200]
    assert 1.8 < second / first < 2.2, costs


@pytest.mark.parametrize("name", FORMATS)
def test_the_puzzles_of_a_large_file_are_never_held_together(name: str) -> None:
    data = FORMATS[name](2000).encode()
    stream = source_stream(data, COLOR, ReadOptions(format=name))
    next(stream.puzzles)
    tracemalloc.start()
    try:
        count = 1 + sum(isinstance(puzzle, Puzzle) for puzzle in stream.puzzles)
        held = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 2000
    assert held < 100_000


def test_a_refused_level_in_the_middle_is_named_with_its_line_and_the_rest_is_read(tmp_path: Path) -> None:
    text = flow_pack(3) + "3,0,4,1,4;0,1,2\n" + flow_pack(2)
    (tmp_path / "many.txt").write_text(text)
    ran = levelpress("ingest", COLOR, "many.txt", "-o", "out", "--json", cwd=tmp_path)
    found = ran.document("levelpress/candidates@1")
    (refusal,) = found["findings"]
    assert (ran.code, refusal["id"], refusal["level"]) == (1, "ingest/not-carried", "many.txt#4")
    assert "line 4" in refusal["message"]
    assert [one["level"] for one in found["candidates"]] == [f"many.txt#{n}" for n in (1, 2, 3, 5, 6)]


def test_an_interrupt_in_the_middle_leaves_whole_files_only(tmp_path: Path) -> None:
    (tmp_path / "many.txt").write_text(numberlink(20_000))
    command = [sys.executable, "-m", "levelpress", "ingest", COLOR, "many.txt", "-o", "out"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        assert run.stderr is not None
        until = time.monotonic() + 60
        while not (tmp_path / "out" / "many-50.json").exists():
            assert time.monotonic() < until
            time.sleep(0.01)
        run.send_signal(signal.SIGINT)
        err = run.stderr.read()
    assert run.returncode == 130
    assert "interrupted; nothing is half-written" in err
    assert "Traceback" not in err
    written = sorted((tmp_path / "out").iterdir())
    assert 50 <= len(written) < 20_000
    for path in written:
        assert path.suffix == ".json", path
        assert json.loads(path.read_bytes())["format"] == "levelpress/level@1"


def test_an_interrupt_waits_for_the_end_of_what_must_not_be_halved() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with uninterrupted():
            os.kill(os.getpid(), signal.SIGINT)
            steps.append("whole")
        steps.append("not reached")
    assert steps == ["whole"]
