"""Ctrl-C during `generate`, with real processes and a real signal: what is found is kept, nothing is half-written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from games.contract import level_digest
from games.registry import game_named
from tests.conftest import REPOSITORY
from tests.generators.slow_first import BOARDS

#: The program with the search of `slow_first`.
PROGRAM = """
import sys
from unittest import mock
from authoring.program import run
if __name__ == "__main__":
    with mock.patch("authoring.commands.generate._SEARCH", "tests.generators.slow_first:generate_level"):
        sys.exit(run(sys.argv[1:]))
"""


def interrupted(arguments: Sequence[str | Path], said: str, folder: Path) -> tuple[int, str, str]:
    """Run the program, interrupt its whole group when its progress says so much: exit code, output, messages."""
    script = folder / "program.py"
    script.write_text(PROGRAM, "utf-8")
    process = subprocess.Popen(
        [sys.executable, script, *arguments, "--progress", "bar"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "COLUMNS": "120"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert process.stderr is not None
        seen = b""
        while said.encode() not in seen:
            more = os.read(process.stderr.fileno(), 4096)
            assert more, seen
            seen += more
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    return process.returncode, out.decode(), (seen + err).decode()


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_an_interrupt_keeps_the_candidates_that_wait_behind_a_slower_one(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    code, out, err = interrupted(
        ["generate", "maze-paint", "--count", "3", "--seed", "9", "--jobs", "2", "-o", kept],
        "2 of 3 found; nearest of the others: optimum 5",
        tmp_path,
    )
    assert code == 130, err
    rules = game_named("maze-paint")
    names = []
    for board in BOARDS:
        digest = level_digest(rules, rules.parse({"rows": list(board)}, {"rule": rules.goal_rules[0]}))
        names.append(f"mp-{digest.removeprefix('sha256:')[:10]}.json")
    assert sorted(path.name for path in kept.iterdir()) == sorted(names)
    made_by = [json.loads((kept / name).read_bytes())["provenance"]["generator"] for name in names]
    assert [(one["seed"], one["parameters"]["candidate"]) for one in made_by] == [("9", 1), ("9", 2)]
    assert out.splitlines() == [f"kept/{name}: 7 slides" for name in names]
    assert "interrupted; 2 of 3 candidates are written: 1..2 of seed 9" in err


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
def test_an_interrupt_before_anything_is_found_writes_nothing(tmp_path: Path) -> None:
    arguments: list[str | Path] = ["generate", "maze-paint", "--jobs", "1", "-o", tmp_path / "kept", "--json"]
    code, out, err = interrupted(arguments, "0 of 1 found; nearest of the others: optimum 5", tmp_path)
    assert code == 130, err
    assert json.loads(out) == {"format": "levelpress/candidates@1", "candidates": [], "findings": []}
    assert "interrupted; 0 of 1 candidates are written\n" in err
    assert not (tmp_path / "kept").exists()
