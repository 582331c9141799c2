"""The main job, shown: levels of two games from files to a frozen, verified snapshot.

Run by `make demo`. It works in build/demo, which it makes anew, and prints every command with its output. A command
that does not end as the demo expects ends the demo with an error.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "docs" / "examples"
DEMO = ROOT / "build" / "demo"


def levelpress(*arguments: str, expect: int = 0, quiet: bool = False) -> str:
    """Run one command in the demo's workspace, show it, and return its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", "levelpress", *arguments], cwd=DEMO, text=True, capture_output=True, check=False
    )
    if not quiet:
        shown = [argument.replace(str(EXAMPLES), "docs/examples") for argument in arguments]
        print("$ levelpress " + " ".join(f"'{word}'" if " " in word else word for word in shown))
        print((done.stdout + done.stderr).replace(str(EXAMPLES), "docs/examples").rstrip() + "\n", flush=True)
    if done.returncode != expect:
        sys.exit(f"demo: exit code {done.returncode}, expected {expect}\n{done.stderr}")
    return done.stdout


def example(name: str) -> str:
    return str(EXAMPLES / name)


def main() -> None:
    shutil.rmtree(DEMO, ignore_errors=True)
    DEMO.mkdir(parents=True)
    own = ("--origin", "original", "--license", "Apache-2.0")

    print("# A workspace, and candidates from text boards, a Tiled map and Color Connect grids\n")
    levelpress("init", ".", "--canary", "levelpress demo")
    shutil.rmtree(DEMO / "catalogue" / "candidates")
    for name, title in (("pillars", "Pillars"), ("two-rooms", "Two Rooms"), ("split", "Split"), ("turned", "Turned")):
        levelpress("ingest", "maze-paint", example(f"{name}.txt"), "--title", title, *own)
    levelpress("ingest", "maze-paint", example("courtyard.tmx"), "--start", "left-bottom", "--title", "Courtyard", *own)
    for name, title in (("crossing", "Crossing"), ("rivers", "Rivers")):
        levelpress("ingest", "color-connect", example(f"{name}.txt"), "--rule", "cover", "--title", title, *own)
    levelpress("show", "catalogue/candidates/pillars.json", "catalogue/candidates/crossing.json")

    print("# Solved exactly; every solution replayed by the rules; wrong answers must be refused\n")
    levelpress("solve", "catalogue/candidates/pillars.json")
    levelpress("replay", "catalogue/candidates/pillars.json", "R;D;L;L", expect=1)
    levelpress("certify", "catalogue/candidates", expect=1)
    print("# The unsolvable board is explained, and put aside with the reason\n")
    levelpress("catalogue", "reject", "catalogue/candidates/split.json", "--reason", "a corridor that no slide enters")

    print("# Into the catalogue, under objectives\n")
    levelpress("catalogue", "objective", "add", "maze-paint/easy", "--count", "3", "--range", "optimum=7..12")
    levelpress("catalogue", "objective", "add", "color-connect/easy", "--count", "2")
    for name, objective in (
        ("courtyard", "maze-paint/easy"),
        ("pillars", "maze-paint/easy"),
        ("turned", "maze-paint/easy"),
        ("two-rooms", "maze-paint/easy"),
        ("crossing", "color-connect/easy"),
        ("rivers", "color-connect/easy"),
    ):
        levelpress("catalogue", "add", f"catalogue/candidates/{name}.json", "--objective", objective)

    print("# mp-0003 is mp-0002 upside down: its promotion is refused, so it is retired\n")
    levelpress("catalogue", "promote", "mp-0001", "mp-0002", "mp-0004", "cc-0001", "cc-0002")
    levelpress("catalogue", "promote", "mp-0003", expect=1)
    levelpress("catalogue", "retire", "mp-0003", "--reason", "a mirrored copy of mp-0002")
    levelpress("check")
    levelpress("catalogue", "list")

    print("# Frozen, and verified from the pin alone\n")
    levelpress("freeze", "lpb-2026.12.0", "--released-on", "2026-12-01", "--non-official")
    frozen = levelpress(
        "freeze", "lpb-2026.12.0", "--released-on", "2026-12-01", "--non-official", "--json", quiet=True
    )
    pin = json.loads(frozen)["pin"]
    levelpress("verify", pin)

    print("# One edited byte in the frozen tree\n")
    level = DEMO / "snapshots" / "frozen" / "lpb-2026.12.0" / "public" / "levels" / "maze-paint" / "mp-0001.json"
    content = level.read_bytes()
    level.write_bytes(content.replace(b"@.", b".@", 1))
    levelpress("verify", pin, expect=1)
    level.write_bytes(content)
    levelpress("verify", pin)


if __name__ == "__main__":
    main()
