"""What every test shares: the fixed hypothesis profile, the slow mark, and the folder of other people's levels."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED_LEVELS = REPOSITORY.parent / "shared" / "levels"

# Derandomized, so that a run says the same today and tomorrow; the slow suite draws more examples.
settings.register_profile(
    "house",
    derandomize=True,
    deadline=None,
    print_blob=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("house-slow", settings.get_profile("house"), max_examples=400)
settings.register_profile("house-fast", settings.get_profile("house"), max_examples=50)


def _slow_too(config: pytest.Config) -> bool:
    return bool(config.getoption("--slow")) or os.environ.get("LEVELPRESS_SLOW") == "1"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too (or LEVELPRESS_SLOW=1)")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("house-slow" if _slow_too(config) else "house-fast")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests are deselected, not skipped: a skip always means that something is missing."""
    if _slow_too(config):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def must_not_skip(shared_levels: Path, skipped: int) -> str | None:
    """Why the session fails for its skips, or None: with the shared levels at hand nothing is missing."""
    if skipped and shared_levels.is_dir():
        return f"{skipped} skipped although {shared_levels.name} is there: with it, no test may be skipped"
    return None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == 0 and _skip_fault(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if fault := _skip_fault(config):
        terminalreporter.write_line(f"FAILED session: {fault}", red=True)


def _skip_fault(config: pytest.Config) -> str | None:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return must_not_skip(SHARED_LEVELS, len(reporter.stats.get("skipped", ())) if reporter else 0)


@pytest.fixture
def shared_levels() -> Path:
    """The folder of other people's levels beside the checkout; the test is skipped where it is absent."""
    if not SHARED_LEVELS.is_dir():
        pytest.skip("no ../shared/levels beside the checkout")
    return SHARED_LEVELS
