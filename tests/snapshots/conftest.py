"""One small snapshot for all tests of this folder, frozen once; each test works on its own copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from catalogue.workspace import Workspace
from tests.snapshots.workspaces import build_at, frozen, workspace_at


@pytest.fixture(scope="session")
def master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a workspace with the snapshot lpb-2026.12.0 in it, never to be changed."""
    root = tmp_path_factory.mktemp("master") / "workspace"
    workspace_at(root)
    frozen(Workspace(root), runtime=build_at(root.parent / "build"))
    return root


@pytest.fixture
def workspace(master: Path, tmp_path: Path) -> Workspace:
    """A copy of the workspace, nothing frozen yet."""
    shutil.copytree(master / "catalogue", tmp_path / "workspace" / "catalogue")
    return Workspace(tmp_path / "workspace")


@pytest.fixture
def copy(master: Path, tmp_path: Path) -> Callable[[], Path]:
    """Makes a copy of the frozen tree; returns the folder of snapshots."""
    made: list[Path] = []

    def _copy() -> Path:
        target = tmp_path / f"copy-{len(made)}"
        shutil.copytree(master / "snapshots" / "frozen", target)
        made.append(target)
        return target

    return _copy


@pytest.fixture(scope="session")
def pin(master: Path) -> str:
    """The pin of the frozen snapshot."""
    return frozen(Workspace(master), runtime=master.parent / "build").pin
