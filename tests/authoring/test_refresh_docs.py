"""The page that walks through a refresh, the workflow and the git hook do what they say."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.authoring.boards import RING, level, write
from tests.authoring.command_line import levelpress
from tests.docs.sessions import ROOT

PAGE = (ROOT / "docs" / "refresh.md").read_text("utf-8")
WORKFLOW = (ROOT / "docs" / "ci" / "levelpress.yml").read_text("utf-8")
HOOK = ROOT / "docs" / "ci" / "pre-commit"
VERBS = ("init", "ingest", "check", "certify", "dedupe", "catalogue", "freeze", "verify", "diff")


def commands(kind: str) -> list[list[str]]:
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    lines = [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith(("levelpress ", "cd "))]


def test_the_page_walks_the_whole_way() -> None:
    used = [words[1] for kind in ("console", "sh") for words in commands(kind) if words[0] == "levelpress"]
    assert set(VERBS) <= set(used)


def test_the_commands_that_release_run_after_the_session(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    where, pin = tmp_path, ""
    session = commands("console")
    assert session[-1][1:3] == ["catalogue", "retire"]
    for words in (*session[:-1], *commands("sh")):
        if words[0] == "cd":
            where = where / words[1]
            continue
        given = [pin if word == "PIN" else word for word in words[1:]]
        ran = levelpress(*given, cwd=where)
        refused = any("99 slides" in word for word in given)
        assert ran.code == int(refused), (given, ran.err)
        found = re.search(r"lpb-\S+@sha256:[0-9a-f]{64}", ran.out)
        pin = found[0] if found else pin
    assert pin
    state = (where / "catalogue" / "state.json").read_text("utf-8")
    assert '"state": "released"' in state
    assert '"why": "needs ' in state


# the workflow


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A catalogue of one level under git, and `levelpress` on the path."""
    folder = tmp_path / "place"
    assert levelpress("init", folder).code == 0
    write(folder / "catalogue" / "candidates" / "ring.json", level("maze-paint", RING))
    assert levelpress("certify", "catalogue/candidates/ring.json", cwd=folder).code == 0
    assert levelpress("catalogue", "add", "catalogue/candidates/ring.json", "--fresh", cwd=folder).code == 0
    program = tmp_path / "bin" / "levelpress"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m levelpress "$@"\n', "utf-8")
    program.chmod(0o755)
    git(folder, "init", "--quiet")
    return folder


def git(place: Path, *words: str, code: int = 0) -> str:
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
    path = f"{place.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["git", *who, *words],
        cwd=place,
        env={**os.environ, "PATH": path},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert (ran.returncode != 0) == bool(code), ran.stdout
    return ran.stdout


def steps() -> list[list[str]]:
    lines = re.findall(r"^ +run: (levelpress .*)$", WORKFLOW, re.MULTILINE)
    return [shlex.split(line)[1:] for line in lines]


def test_every_step_of_the_workflow_passes_on_a_catalogue_in_order(place: Path) -> None:
    assert [words[0] for words in steps()] == ["check", "dedupe", "check"]
    for words in steps():
        ran = levelpress(*words, cwd=place)
        assert ran.code == 0, (words, ran.err)
    assert (place / "reports" / "junit.xml").is_file()
    assert (place / "reports" / "levels.sarif").is_file()
    assert (place / ".levelpress-cache" / "check.json").is_file()


def test_the_workflow_fails_on_a_catalogue_that_is_not(place: Path) -> None:
    (place / "catalogue" / "certificates" / "maze-paint" / "mp-0001.json").unlink()
    ran = levelpress(*steps()[0], cwd=place)
    assert ran.code == 1
    assert "::error " in ran.out


# the hook


def test_the_hook_lets_a_good_commit_pass_and_stops_a_bad_one(place: Path) -> None:
    hook = place / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_bytes(HOOK.read_bytes())
    hook.chmod(0o755)
    git(place, "add", "--all")
    assert "1 level, 1 certificate, 1 passed" in git(place, "commit", "--message", "the first")
    (place / "notes.txt").write_text("a note\n", "utf-8")
    git(place, "add", "--all")
    assert "1 skipped" in git(place, "commit", "--message", "nothing about levels")
    certificate = place / "catalogue" / "certificates" / "maze-paint" / "mp-0001.json"
    certificate.write_bytes(certificate.read_bytes().replace(b'"solvable"', b'"unsolvable"'))
    git(place, "add", "--all")
    assert "certificate/verdict" in git(place, "commit", "--message", "a forgery", code=1)


def test_the_hook_can_be_run_as_it_lies_there() -> None:
    assert os.access(HOOK, os.X_OK)
