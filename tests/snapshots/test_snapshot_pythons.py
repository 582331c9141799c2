"""Every Python that is there freezes the same bytes; the one-file verifier runs on all from its least version on.

Interpreters are looked for on the path and in the variable LEVELPRESS_PYTHONS, a list of programs separated as PATH is.
The one that runs the tests is always among them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from catalogue.workspace import Workspace
from tests.snapshots.workspaces import LABEL, frozen

REPOSITORY = Path(__file__).resolve().parents[2]
STANDALONE = REPOSITORY / "docs" / "runner" / "verify_snapshot.py"
FREEZE = """
import os, sys
from pathlib import Path
os.umask(int(sys.argv[3], 8))
from catalogue.workspace import Workspace
from tests.snapshots.workspaces import frozen
print(frozen(Workspace(Path(sys.argv[1])), runtime=Path(sys.argv[2])).root_digest)
"""
#: TZ, LANG, PYTHONHASHSEED and umask of the runs, in turn.
PLACES = (
    ("Pacific/Kiritimati", "C.UTF-8", "1", "077"),
    ("America/St_Johns", "tr_TR.UTF-8", "2", "000"),
    ("UTC", "C", "random", "027"),
)


def programs(least: int, most: int = 14) -> Iterator[str]:
    """The interpreters from 3.`least` to 3.`most`, each program once."""
    given = [one for one in os.environ.get("LEVELPRESS_PYTHONS", "").split(os.pathsep) if one]
    on_path = [found for minor in range(least, most + 1) if (found := shutil.which(f"python3.{minor}"))]
    for program in dict.fromkeys(os.path.abspath(one) for one in (sys.executable, *given, *on_path)):
        asked = [program, "-I", "-c", "import sys; print(*sys.version_info[:2])"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False)
        # A program of that name need not be one that runs: a version manager leaves such names on the path.
        if told.returncode == 0 and (3, least) <= tuple(map(int, told.stdout.split())) <= (3, most):
            yield program


def with_dependencies(program: str) -> bool:
    asked = [program, "-c", "import click, jsonschema, rfc8785, ortools, pysat, numpy, networkx, git, defusedxml"]
    return subprocess.run(asked, capture_output=True, check=False).returncode == 0


def test_every_python_freezes_the_same_root_digest_wherever_and_however_it_runs(master: Path, tmp_path: Path) -> None:
    build = master.parent / "build"
    wanted = frozen(Workspace(master), runtime=build).root_digest
    asked = [program for program in programs(11) if with_dependencies(program)]
    assert os.path.abspath(sys.executable) in asked
    # One interpreter alone still runs in every place.
    for number, program in enumerate([*asked, *[sys.executable] * (len(PLACES) - 1)]):
        zone, language, seed, umask = PLACES[number % len(PLACES)]
        root = tmp_path / f"wörk {number}"
        shutil.copytree(master / "catalogue", root / "catalogue")
        where = {"PYTHONPATH": str(REPOSITORY), "TZ": zone, "LANG": language, "LC_ALL": language}
        ran = subprocess.run(
            [program, "-B", "-c", FREEZE, str(root), str(build), umask],
            env={**os.environ, **where, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.stdout.strip() == wanted, (program, ran.stderr)


def least_of_standalone() -> int:
    """The least minor version that the file names at its head."""
    stated = re.search(r"Python 3\.([0-9]+) or later", STANDALONE.read_text("utf-8"))
    assert stated is not None
    return int(stated[1])


def test_the_standalone_verifier_runs_on_every_python_that_it_claims(master: Path, pin: str, tmp_path: Path) -> None:
    asked = list(programs(least_of_standalone()))
    assert os.path.abspath(sys.executable) in asked
    honest = master / "snapshots" / "frozen" / LABEL
    forged = tmp_path / LABEL
    shutil.copytree(honest, forged)
    (forged / "canary.txt").write_bytes(b"another")
    for program in asked:
        for folder, code in ((honest, 0), (forged, 1)):
            ran = subprocess.run([program, "-I", str(STANDALONE), pin, str(folder)], capture_output=True, check=False)
            assert ran.returncode == code, (program, ran.stderr)


@pytest.mark.parametrize("name", ["lpb-2026.12.0", "lpb-2026.12.1"])
def test_the_standalone_verifier_accepts_the_official_snapshots(name: str) -> None:
    import hashlib

    folder = REPOSITORY / "snapshots" / "frozen" / name
    pin = f"{name}@sha256:{hashlib.sha256((folder / 'snapshot.json').read_bytes()).hexdigest()}"
    ran = subprocess.run([sys.executable, "-I", str(STANDALONE), pin, str(folder)], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
