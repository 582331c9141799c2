"""Console sessions in the documentation: fenced `console` blocks with `$ levelpress ...` and what it prints."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def pages() -> list[Path]:
    """Every page with a session, in order of names."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if _BLOCK.search(page.read_text("utf-8"))]


def played(page: str, folder: Path) -> str:
    """The page with its sessions' outputs as they are now. All blocks of a page are one session in `folder`."""
    if not (folder / "docs").exists():
        (folder / "docs").mkdir()
        (folder / "docs" / "examples").symlink_to(ROOT / "docs" / "examples")
    return _BLOCK.sub(lambda block: f"```console\n{_played_block(block[1], folder)}```", page)


def _played_block(block: str, folder: Path) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"{command}\n{_output(command[2:], folder)}" for command in commands)


def _output(command: str, folder: Path) -> str:
    words = shlex.split(command)
    if words[0] == "cd":
        # Later commands of the page run there; the folder is remembered in a file of the session.
        (folder / ".cwd").write_text(words[1])
        return ""
    mark = folder / ".cwd"
    where = folder / mark.read_text() if mark.exists() else folder
    assert words[0] == "levelpress", f"a session runs levelpress, not {words[0]}"
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "levelpress", *words[1:]],
        cwd=where,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    code = f"(exit code {done.returncode})\n" if done.returncode else ""
    return done.stdout + code
