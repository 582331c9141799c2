"""Which commits a snapshot names: read from git, doubted where no commit holds what was used."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import git
import pytest

from catalogue.workspace import Workspace
from snapshots import identity as identities
from snapshots.freeze import FreezeRefused
from snapshots.identity import Identity, read_identity
from snapshots.verify import verify
from tests.snapshots.workspaces import LABEL, document, frozen, put


def _commit_all(repo: git.Repo, message: str) -> str:
    repo.git.add("--all")
    repo.git.execute(
        ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "--allow-empty", "-m", message]
    )
    return str(repo.head.commit.hexsha)


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> git.Repo:
    """A checkout of levelpress with one file per package, clean."""
    root = tmp_path / "tool"
    for name in ("games/rules.py", "snapshots/freeze.py", "docs/page.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("1\n", "utf-8")
    (root / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\nrequires-python = ">=3.11"\n', "utf-8")
    repo = git.Repo.init(root)
    _commit_all(repo, "tool")
    monkeypatch.setattr(identities, "CHECKOUT", root)
    return repo


@pytest.fixture
def repo(workspace: Workspace) -> git.Repo:
    """The workspace under git, clean."""
    repo = git.Repo.init(workspace.root)
    _commit_all(repo, "catalogue")
    return repo


def test_both_commits_are_those_of_the_checkouts(workspace: Workspace, tool: git.Repo, repo: git.Repo) -> None:
    found = read_identity(workspace, LABEL)
    assert found == Identity("1.2.3", ">=3.11", tool.head.commit.hexsha, None, repo.head.commit.hexsha)


def test_the_lock_file_is_named_by_its_digest(workspace: Workspace, tool: git.Repo, repo: git.Repo) -> None:
    Path(tool.working_dir, "requirements.lock").write_bytes(b"")
    _commit_all(tool, "lock")
    empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert read_identity(workspace, LABEL).lock_digest == empty


def test_a_workspace_in_a_folder_of_its_repository(tmp_path: Path, workspace: Workspace, tool: git.Repo) -> None:
    outer = git.Repo.init(tmp_path)
    commit = _commit_all(outer, "everything")
    assert read_identity(workspace, LABEL).catalogue_commit == commit


def test_a_workspace_without_git_is_in_doubt(workspace: Workspace, tool: git.Repo) -> None:
    found = read_identity(workspace, LABEL)
    assert found.catalogue_commit is None
    assert found.doubts == ("the workspace is no git repository",)


@pytest.mark.parametrize(
    "name", ["catalogue/levels/maze-paint/mp-0001.json", "catalogue/levels/maze-paint/mp-0099.json"]
)
def test_a_changed_or_untracked_file_of_the_catalogue_is_in_doubt(
    workspace: Workspace, tool: git.Repo, repo: git.Repo, name: str
) -> None:
    (workspace.root / name).write_bytes(b"{}")
    found = read_identity(workspace, LABEL)
    assert found.catalogue_commit is None
    assert len(found.doubts) == 1
    assert name in found.doubts[0]


def test_a_catalogue_that_git_ignores_is_in_doubt(workspace: Workspace, tool: git.Repo) -> None:
    repo = git.Repo.init(workspace.root)
    (workspace.root / ".gitignore").write_text("catalogue/\n", "utf-8")
    _commit_all(repo, "nothing")
    assert read_identity(workspace, LABEL).catalogue_commit is None


def test_a_level_that_git_ignores_is_in_doubt(workspace: Workspace, tool: git.Repo) -> None:
    repo = git.Repo.init(workspace.root)
    (workspace.root / ".gitignore").write_text("mp-0001.json\n", "utf-8")
    _commit_all(repo, "all but one")
    found = read_identity(workspace, LABEL)
    assert found.catalogue_commit is None
    assert "mp-0001.json and 1 more" in found.doubts[0]


def test_a_repository_without_a_commit_is_in_doubt(workspace: Workspace, tool: git.Repo) -> None:
    git.Repo.init(workspace.root)
    found = read_identity(workspace, LABEL)
    assert found.catalogue_commit is None
    assert "git cannot say" in found.doubts[0]


@pytest.mark.parametrize("name", ["games/rules.py", "games/another.py"])
def test_a_tool_that_is_not_as_committed_is_in_doubt(
    workspace: Workspace, tool: git.Repo, repo: git.Repo, name: str
) -> None:
    Path(tool.working_dir, name).write_text("2\n", "utf-8")
    found = read_identity(workspace, LABEL)
    assert found.tool_commit is None
    assert name in found.doubts[0]


def test_a_changed_page_does_not_make_the_tool_another(workspace: Workspace, tool: git.Repo, repo: git.Repo) -> None:
    Path(tool.working_dir, "docs/page.md").write_text("2\n", "utf-8")
    assert read_identity(workspace, LABEL).doubts == ()


def test_a_tool_inside_another_project_is_not_that_project_s_commit(
    tmp_path: Path, workspace: Workspace, repo: git.Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = workspace.root / "vendor" / "levelpress"
    inner.mkdir(parents=True)
    (inner / "pyproject.toml").write_text('[project]\nversion = "1"\nrequires-python = ">=3.11"\n', "utf-8")
    monkeypatch.setattr(identities, "CHECKOUT", inner)
    found = read_identity(workspace, LABEL)
    assert found.tool_commit is None
    assert found.doubts == ("levelpress' own checkout is no git repository",)


class Installed:
    """A distribution of levelpress that holds the module under test."""

    version = "3.2.1"
    metadata: ClassVar[dict[str, str]] = {"Requires-Python": ">=3.11"}

    def locate_file(self, path: str) -> Path:
        return Path(identities.__file__)


def test_an_installed_tool_is_named_by_its_version(
    tmp_path: Path, workspace: Workspace, repo: git.Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identities, "CHECKOUT", tmp_path / "site-packages")
    monkeypatch.setattr(identities.metadata, "distribution", lambda name: Installed())
    found = read_identity(workspace, LABEL)
    assert (found.version, found.tool_commit, found.lock_digest, found.doubts) == ("3.2.1", "3.2.1", None, ())


def _clone_with_crlf(repo: git.Repo, target: Path) -> Path:
    """A clone as on a system that converts line ends."""
    git.Repo.clone_from(repo.working_dir, target, multi_options=["-c core.autocrlf=true"], allow_unsafe_options=True)
    return target


def test_a_clone_that_converts_line_ends_verifies(workspace: Workspace, repo: git.Repo, tmp_path: Path) -> None:
    made = frozen(workspace)
    _commit_all(repo, "frozen")
    assert verify(made.pin, _clone_with_crlf(repo, tmp_path / "clone")).ok


def test_a_clone_without_the_attributes_is_explained(workspace: Workspace, repo: git.Repo, tmp_path: Path) -> None:
    made = frozen(workspace)
    (workspace.frozen / ".gitattributes").unlink()
    _commit_all(repo, "frozen")
    (fault,) = verify(made.pin, _clone_with_crlf(repo, tmp_path / "clone")).faults
    assert (fault.path, fault.id) == ("licenses/apache-2.0.txt", "snapshot/size")
    assert "CRLF" in fault.message


def test_committing_the_frozen_tree_does_not_make_it_other_content(
    workspace: Workspace, tool: git.Repo, repo: git.Repo
) -> None:
    first = frozen(workspace, identity=read_identity(workspace, LABEL))
    _commit_all(repo, "frozen")
    Path(tool.working_dir, "docs/page.md").write_text("2\n", "utf-8")
    _commit_all(tool, "a page")
    again = frozen(workspace, identity=read_identity(workspace, LABEL))
    assert not again.created
    assert again.pin == first.pin


def test_a_catalogue_that_was_changed_since_names_its_own_commit(
    workspace: Workspace, tool: git.Repo, repo: git.Repo
) -> None:
    frozen(workspace, identity=read_identity(workspace, LABEL))
    put(workspace, document("mp-0001", title="Another title"))
    commit = _commit_all(repo, "changed")
    found = read_identity(workspace, LABEL)
    assert found.catalogue_commit == commit
    with pytest.raises(FreezeRefused, match="freeze/label-taken"):
        frozen(workspace, identity=found)


def test_a_hook_of_another_repository_does_not_mislead(
    workspace: Workspace, tool: git.Repo, repo: git.Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = read_identity(workspace, LABEL)
    monkeypatch.setenv("GIT_DIR", str(tool.git_dir))
    monkeypatch.setenv("GIT_INDEX_FILE", str(Path(tool.git_dir, "index")))
    assert read_identity(workspace, LABEL) == expected


def test_a_linked_worktree_is_a_checkout_like_any(
    workspace: Workspace, tool: git.Repo, repo: git.Repo, tmp_path: Path
) -> None:
    repo.git.worktree("add", "-q", "--detach", str(tmp_path / "linked"))
    found = read_identity(Workspace(tmp_path / "linked"), LABEL)
    assert (found.catalogue_commit, found.doubts) == (repo.head.commit.hexsha, ())


def test_asking_git_writes_nothing(workspace: Workspace, tool: git.Repo, repo: git.Repo) -> None:
    index = Path(repo.git_dir, "index")
    path = workspace.level_path("mp-0001")
    path.touch()
    before = index.read_bytes()
    read_identity(workspace, LABEL)
    assert index.read_bytes() == before
