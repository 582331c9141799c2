"""The demo of the README runs to its end: every command in it ends as it expects."""

from __future__ import annotations

import subprocess
import sys

from tests.docs.sessions import ROOT


def test_the_demo_runs_to_a_verified_snapshot() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "examples" / "demo.py")],
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert done.stdout.rstrip().splitlines()[-1].startswith("lpb-2026.12.0: verified: 5 levels")


def test_the_first_session_of_the_readme_fails_only_where_it_means_to() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    failing = [block.splitlines()[0] for block in text.split("$ ")[1:] if "(exit code" in block]
    assert failing == [
        "levelpress solve catalogue/candidates/split.json",
        "levelpress replay catalogue/candidates/pillars.json RDLL",
    ]
