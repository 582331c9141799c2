"""Every example on the page for runners runs, as it stands there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from snapshots.pin import label_order

REPOSITORY = Path(__file__).resolve().parents[2]
FROZEN = REPOSITORY / "snapshots" / "frozen"
PAGE = (REPOSITORY / "docs" / "runner.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def environment(master: Path, pin: str, bin_folder: Path) -> dict[str, str]:
    """`levelpress` and `python` are the ones under test."""
    bin_folder.mkdir()
    for name, module in (("levelpress", "-m levelpress"), ("python", "")):
        path = bin_folder / name
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n', "utf-8")
        path.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(REPOSITORY),
        "PIN": pin,
        "ROOT": str(master / "snapshots" / "frozen"),
    }


@pytest.mark.parametrize("text", blocks("sh"))
def test_a_shell_example_runs(text: str, master: Path, pin: str, tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(REPOSITORY / "docs")
    where = environment(master, pin, tmp_path / "bin")
    done = subprocess.run(
        ["sh", "-e", "-c", text], cwd=tmp_path, env=where, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


def python_examples(where: dict[str, str], folder: Path) -> str:
    """What the Python examples print, run one after the other."""
    found = blocks("python")
    assert len(found) >= 6
    head = "import os\nPIN, ROOT = os.environ['PIN'], os.environ['ROOT']\n"
    command = [sys.executable, "-W", "error", "-c", head + "\n".join(found)]
    done = subprocess.run(command, cwd=folder, env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_python_examples_run_one_after_the_other(master: Path, pin: str, tmp_path: Path) -> None:
    said = python_examples(environment(master, pin, tmp_path / "bin"), tmp_path)
    assert "False 0 False None" in said
    assert "True 1 False None" in said
    assert "True True None" in said


def test_the_python_examples_hold_on_the_newest_committed_snapshot(master: Path, tmp_path: Path) -> None:
    """They must not rest on the small snapshot of the tests: a reader has one of these."""
    index = json.loads((FROZEN / "index.json").read_text("utf-8"))["snapshots"]
    newest = max(index, key=label_order)
    where = environment(master, f"{newest}@{index[newest]}", tmp_path / "bin") | {"ROOT": str(FROZEN)}
    assert "True True None" in python_examples(where, tmp_path)
