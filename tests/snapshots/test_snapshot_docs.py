"""Every example on the page for runners runs, as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
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


def test_the_python_examples_run_one_after_the_other(master: Path, pin: str, tmp_path: Path) -> None:
    found = blocks("python")
    assert len(found) >= 6
    head = "import os\nPIN, ROOT = os.environ['PIN'], os.environ['ROOT']\n"
    command = [sys.executable, "-W", "error", "-c", head + "\n".join(found)]
    where = environment(master, pin, tmp_path / "bin")
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "True True None" in done.stdout
