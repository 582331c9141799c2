"""The rules of a test session: slow tests are deselected, and with the shared levels at hand nothing is skipped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import must_not_skip
from tests.house.source import REPOSITORY

TESTS = """
import pytest
def test_fast(): pass
@pytest.mark.slow
def test_slow(): pass
"""
SKIPPING = """
import pytest
def test_skipped(): pytest.skip("for a reason")
"""


def _session(tmp_path: Path, text: str, *options: str, shared: bool = False, slow: str = "") -> tuple[int, str]:
    """Exit code and output of a session in a checkout that has our conftest and one test file."""
    checkout = tmp_path / "checkout"
    (checkout / "tests").mkdir(parents=True)
    (checkout / "pyproject.toml").write_bytes((REPOSITORY / "pyproject.toml").read_bytes())
    (checkout / "tests" / "conftest.py").write_bytes((REPOSITORY / "tests" / "conftest.py").read_bytes())
    (checkout / "tests" / "test_it.py").write_text(text, "utf-8")
    if shared:
        (tmp_path / "shared" / "levels").mkdir(parents=True)
    command = [sys.executable, "-m", "pytest", "--color=no", *options]
    done = subprocess.run(
        command, cwd=checkout, env={**os.environ, "LEVELPRESS_SLOW": slow}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout


def test_a_slow_test_is_deselected_unless_asked_for(tmp_path: Path) -> None:
    code, said = _session(tmp_path, TESTS)
    assert code == 0
    assert "1 passed, 1 deselected" in said


@pytest.mark.slow
@pytest.mark.parametrize(("options", "slow"), [(("--slow",), ""), ((), "1")])
def test_a_slow_test_runs_when_asked_for_by_option_or_environment(
    tmp_path: Path, options: tuple[str, ...], slow: str
) -> None:
    code, said = _session(tmp_path, TESTS, *options, slow=slow)
    assert code == 0
    assert "2 passed" in said


def test_a_skip_fails_the_session_where_the_shared_levels_are_there(tmp_path: Path) -> None:
    code, said = _session(tmp_path, SKIPPING, shared=True)
    assert code == 1
    assert "FAILED session: 1 skipped although" in said


@pytest.mark.slow
def test_a_skip_is_allowed_where_the_shared_levels_are_absent(tmp_path: Path) -> None:
    code, said = _session(tmp_path, SKIPPING)
    assert code == 0
    assert "1 skipped" in said


def test_the_rule_itself(tmp_path: Path) -> None:
    assert must_not_skip(tmp_path, 0) is None
    assert must_not_skip(tmp_path / "absent", 3) is None
    assert "3 skipped" in (must_not_skip(tmp_path, 3) or "")
