"""The program as a process of its own: signals, pipes, encodings, imports, folders that it may not write."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.authoring.boards import RING, level, write, write_board
from tests.authoring.command_line import FOREIGN

REPOSITORY = Path(__file__).resolve().parent.parent.parent
HEAVY = ("ortools", "pysat", "numpy", "networkx", "PIL", "git", "jsonschema", "defusedxml", "multiprocessing")
#: Far longer than any wait below; a run that ends by itself fails the test.
LONG = ("--states", "1000000000", "--effort", "1000000000")


def environment(**more: str) -> dict[str, str]:
    own = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return own | {"PYTHONPATH": str(REPOSITORY)} | more


def started(arguments: Sequence[str | Path], cwd: Path, **more: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "levelpress", *arguments],
        cwd=cwd,
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def ended(arguments: Sequence[str | Path], cwd: Path, **more: str) -> tuple[int, bytes, bytes]:
    process = started(arguments, cwd, **more)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def members(group: int) -> set[int]:
    """The processes of a process group that are alive; a zombie that nobody has waited for is not."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[2]) == group and fields[0] not in "ZX":
                    found.add(int(entry.name))
    return found


def until(condition: object, seconds: float) -> bool:
    """Wait for a condition; whether it came true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return bool(condition())  # type: ignore[operator]


def winding(seed: int, side: int) -> str:
    """A maze of which a slide can paint every cell, with far more states than any machine holds."""
    draw = random.Random(seed)
    cells = [(row, column) for row in range(side) for column in range(side)]
    wall = {cell for cell in cells if 0 in cell or side - 1 in cell or draw.random() < 0.2} - {(1, 1)}
    while True:
        painted, stops, todo = {(1, 1)}, {(1, 1)}, [(1, 1)]
        while todo:
            at = todo.pop()
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                row, column = at
                while (row + down, column + right) not in wall:
                    row, column = row + down, column + right
                    painted.add((row, column))
                if (row, column) not in stops:
                    stops.add((row, column))
                    todo.append((row, column))
        if painted == set(cells) - wall:
            break
        wall = set(cells) - painted
    glyphs = ["@" if cell == (1, 1) else "#" if cell in wall else "." for cell in cells]
    return "".join("".join(glyphs[row * side : (row + 1) * side]) + "\n" for row in range(side))


def pairs(seed: int, side: int, colours: int) -> str:
    """Pairs strewn over a large board: fewest cells is a hard question."""
    draw = random.Random(seed)
    places = draw.sample(range(side * side), 2 * colours)
    cells = ["."] * (side * side)
    for number, place in enumerate(places):
        cells[place] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number // 2]
    return "".join("".join(cells[row * side : (row + 1) * side]) + "\n" for row in range(side))


@pytest.fixture
def working(tmp_path: Path) -> Iterator[tuple[Path, list[subprocess.Popen[bytes]]]]:
    """A folder and the processes started in it; whatever is left of their groups is ended."""
    processes: list[subprocess.Popen[bytes]] = []
    yield tmp_path, processes
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


#: The watcher and the solver beside the program itself.
AT_WORK = 3
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to see processes in")


@needs_proc
@pytest.mark.parametrize("whole_group", [False, True], ids=["the program alone", "its whole group, as a terminal does"])
@pytest.mark.parametrize("command", ["solve", "certify"])
def test_an_interrupt_ends_everything_with_130_and_a_plain_line(
    command: str, whole_group: bool, working: tuple[Path, list[subprocess.Popen[bytes]]]
) -> None:
    folder, processes = working
    write(folder / "winding.json", level("maze-paint", winding(3, 40)))
    engine = ("--engine", "painted-search") if command == "solve" else ()
    process = started([command, "winding.json", "--jobs", "1", *engine, *LONG], folder)
    processes.append(process)
    assert until(lambda: len(members(process.pid)) >= AT_WORK, 20)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert out == b""
    assert err.strip() == b"levelpress: interrupted; nothing is half-written"
    assert until(lambda: not members(process.pid), 2)
    assert [path.name for path in folder.iterdir()] == ["winding.json"]


@needs_proc
@pytest.mark.parametrize(
    ("game", "text", "options"),
    [
        ("maze-paint", winding(3, 40), ("--engine", "painted-search")),
        ("color-connect", pairs(5, 24, 16), ("--engine", "edge-sat", "--metric", "cells")),
    ],
    ids=["search", "sat"],
)
def test_a_killed_program_leaves_no_solver_behind(
    game: str, text: str, options: tuple[str, ...], working: tuple[Path, list[subprocess.Popen[bytes]]]
) -> None:
    folder, processes = working
    write(folder / "level.json", level(game, text))
    process = started(["solve", "level.json", "--jobs", "1", *options, *LONG], folder)
    processes.append(process)
    assert until(lambda: len(members(process.pid)) >= AT_WORK, 20)
    time.sleep(1.0)  # the solver is past its imports and inside its library
    process.kill()
    assert until(lambda: not members(process.pid), 2)


@pytest.mark.parametrize("arguments", [("explain", "--list"), ("show", "ring.json")])
def test_a_reader_that_goes_away_is_no_finding(arguments: tuple[str, ...], shelf: Path) -> None:
    process = started(arguments, shelf)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert (process.wait(timeout=60), process.stderr.read()) == (0, b"")
    process.stderr.close()


def test_help_loads_no_heavy_library(tmp_path: Path) -> None:
    script = (
        "import sys\nfrom authoring.program import run\ncode = run(['--help'])\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\nsys.exit(code)"
    )
    found = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, env=environment(), capture_output=True, check=False
    )
    assert (found.returncode, found.stderr.strip()) == (0, b"[]")


@pytest.mark.parametrize("language", [{"LANG": "C"}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_output_is_utf_8_with_lf_whatever_the_locale(language: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "ein Weg.json", level("maze-paint", RING, title="Straße → ⟲"))
    code, out, err = ended(["show", "ein Weg.json"], tmp_path, **language)
    assert (code, err) == (0, b"")
    assert "Straße → ⟲" in out.decode("utf-8")
    assert b"\r" not in out


def test_a_folder_that_may_not_be_written_is_no_obstacle_to_solve(tmp_path: Path) -> None:
    write(tmp_path / "ring.json", level("maze-paint", RING))
    tmp_path.chmod(0o555)
    try:
        code, out, _ = ended(["solve", "ring.json", "--json", "--jobs", "1"], tmp_path)
    finally:
        tmp_path.chmod(0o755)
    assert (code, json.loads(out)["outcomes"][0]["optimum"]) == (0, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["ring.json"]


def test_a_folder_named_like_a_package_of_ours_is_not_imported(tmp_path: Path) -> None:
    for name in ("catalogue", "games", "solvers"):
        write_board(tmp_path / name / "__init__.py", "raise SystemExit(99)\n")
    write(tmp_path / "ring.json", level("maze-paint", RING))
    code, out, err = ended(["show", "ring.json"], tmp_path)
    assert (code, err) == (0, b"")
    assert b"#@..#" in out


@pytest.mark.parametrize("words", ["solve mp-", "replay mp-", "catalogue promote mp-", "solve --from x mp-0"])
def test_level_ids_are_completed(words: str, tmp_path: Path) -> None:
    write(tmp_path / "catalogue" / "objectives.json", {"format": "levelpress/objectives@1"})
    for number in (3, 17):
        write_board(tmp_path / "catalogue" / "levels" / "maze-paint" / f"mp-{number:04}.json", "{}")
    line = f"levelpress {words}"
    told = {"_LEVELPRESS_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    code, out, err = ended([], tmp_path, **told)
    assert (code, err) == (0, b"")
    assert [entry.rpartition(",")[2] for entry in out.decode().split()] == ["mp-0003", "mp-0017"]


def test_commands_are_completed(tmp_path: Path) -> None:
    told = {"_LEVELPRESS_COMPLETE": "bash_complete", "COMP_WORDS": "levelpress so", "COMP_CWORD": "1"}
    code, out, _ = ended([], tmp_path, **told)
    assert (code, out.split()) == (0, [b"plain,solve"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_is_no_internal_error_and_no_success(shelf: Path) -> None:
    with open("/dev/full", "wb") as full:
        found = subprocess.run(
            [sys.executable, "-m", "levelpress", "show", "ring.json"],
            cwd=shelf,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert found.returncode not in (0, 6, 120)
    assert b"No space left" in found.stderr or b"no space left" in found.stderr
