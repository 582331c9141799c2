"""Which levelpress froze, and from which commit of the workspace: read from git at the edge, nowhere else.

A commit is recorded only where it holds the bytes that were used: nothing that counts is changed or untracked. The
commit that an earlier freeze of the same label recorded stands as long as nothing that counts differs between it and
HEAD, so that committing the frozen tree itself does not turn a repeated freeze into other content.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from catalogue.document import Unreadable, read_document
from catalogue.workspace import Workspace
from games.canonical import Json
from snapshots.fingerprint import CHECKOUT, lock_digest

__all__ = ["Identity", "read_identity"]

NAME = "levelpress"
#: What makes the tool, as git path patterns from the checkout's root. Its catalogue and frozen tree do not.
TOOL_PATHS = (
    "authoring",
    "catalogue/*.py",
    "catalogue/schemas",
    "games",
    "levelpress",
    "pyproject.toml",
    "requirements.lock",
    "snapshots/*.py",
    "snapshots/licenses",
    "solvers",
    "validators",
)
_COMMIT = re.compile("[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Identity:
    """Where a snapshot comes from.

    Attributes:
        version, python: levelpress' version and the range of Python versions that it supports.
        tool_commit: the commit of levelpress' own checkout, or its version where it was installed; None if neither
            says for certain which bytes ran.
        lock_digest: the digest of `requirements.lock` in the checkout, None where there is none.
        catalogue_commit: the commit of the workspace's repository; None if no commit holds the catalogue as it is.
        doubts: why a commit is None, one sentence each. A snapshot with doubts is no official one.
    """

    version: str
    python: str
    tool_commit: str | None
    lock_digest: str | None
    catalogue_commit: str | None
    doubts: tuple[str, ...] = ()

    def toolchain(self) -> dict[str, Json]:
        """The `toolchain` of a root manifest."""
        return {
            "name": NAME,
            "version": self.version,
            "commit": self.tool_commit,
            "dependency_lock_digest": self.lock_digest,
            "python": self.python,
        }


@dataclass(frozen=True, slots=True)
class _Place:
    """What a commit must hold: paths under a folder, one of them that must be tracked, and some that git must not be
    told to ignore. With `own`, the folder must be the repository's root: a levelpress unpacked somewhere inside
    another project's repository is not that project's commit."""

    what: str
    folder: Path
    paths: tuple[str, ...]
    anchor: str
    frozen: tuple[str, ...]
    own: bool


def read_identity(workspace: Workspace, label: str) -> Identity:
    """The identity of this levelpress and of the workspace's catalogue, for a freeze of `label`."""
    recorded_tool, recorded_catalogue = _recorded(workspace.frozen / label / "snapshot.json")
    version, python, installed = _distribution()
    doubts: list[str] = []
    tool = _Place("levelpress' own checkout", CHECKOUT, TOOL_PATHS, "pyproject.toml", (), own=True)
    tool_commit = version if installed else _commit(tool, recorded_tool, doubts)
    anchor, inner = "catalogue/objectives.json", ("catalogue/levels", "catalogue/certificates")
    catalogue = _Place("the workspace", workspace.root, ("catalogue",), anchor, inner, own=False)
    catalogue_commit = _commit(catalogue, recorded_catalogue, doubts)
    digest = None if installed else lock_digest(CHECKOUT)
    return Identity(version, python, tool_commit, digest, catalogue_commit, tuple(doubts))


def _distribution() -> tuple[str, str, bool]:
    """Version, supported Python range, and whether this very module is a file of an installed distribution."""
    try:
        found = metadata.distribution(NAME)
        installed = Path(str(found.locate_file("snapshots/identity.py"))).resolve() == Path(__file__).resolve()
    except metadata.PackageNotFoundError:
        found, installed = None, False
    if found is not None and installed and not (CHECKOUT / "pyproject.toml").is_file():
        return found.version, found.metadata["Requires-Python"] or "", True
    try:
        project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    except FileNotFoundError:
        return (found.version if found else "unknown"), "unknown", False
    return project["version"], project["requires-python"], False


def _recorded(manifest: Path) -> tuple[str | None, str | None]:
    """The two commits in an existing manifest. Only a hint: what it says is held against git before it is used."""
    try:
        value = read_document(manifest)
        commits = value["toolchain"]["commit"], value["catalogue_commit"]
    except (Unreadable, KeyError, TypeError):
        return None, None
    tool, catalogue = (one if isinstance(one, str) and _COMMIT.fullmatch(one) else None for one in commits)
    return tool, catalogue


def _commit(place: _Place, recorded: str | None, doubts: list[str]) -> str | None:
    """The commit that holds a place as it is, or None with a doubt that says why not."""
    try:
        import git
    except ImportError:
        doubts.append(f"{place.what}: git is not there to ask")
        return None
    try:
        with git.Repo(place.folder, search_parent_directories=not place.own) as repo:
            # Asking must not write: no refresh of the index behind the user's back. And within a git hook the
            # environment names the hook's repository, which need not be this one.
            here = {"GIT_DIR": str(repo.git_dir), "GIT_WORK_TREE": str(repo.working_tree_dir)}
            index = str(Path(repo.git_dir) / "index")
            repo.git.update_environment(GIT_OPTIONAL_LOCKS="0", LC_ALL="C", GIT_INDEX_FILE=index, **here)
            return _held(repo, place, recorded, doubts)
    except (git.InvalidGitRepositoryError, git.NoSuchPathError):
        doubts.append(f"{place.what} is no git repository")
    except (git.GitCommandError, ValueError, OSError) as error:
        reason = str(getattr(error, "stderr", "") or error).strip().splitlines()
        doubts.append(f"{place.what}: git cannot say ({reason[0].strip() if reason else 'no reason given'})")
    return None


def _pathspec(repo: Any, folder: Path, path: str) -> str:
    """A path pattern from the repository's root, wherever git is called from."""
    root = Path(repo.working_tree_dir).resolve()
    inner = folder.resolve().relative_to(root).as_posix()
    return f":(top){path}" if inner == "." else f":(top){inner}/{path}"


def _held(repo: Any, place: _Place, recorded: str | None, doubts: list[str]) -> str | None:
    git = repo.git
    paths = [_pathspec(repo, place.folder, path) for path in place.paths]
    head = str(git.rev_parse("--verify", "HEAD^{commit}"))
    if not git.ls_files("--", _pathspec(repo, place.folder, place.anchor)):
        doubts.append(f"{place.what}: {place.anchor} is not under git")
        return None
    changed = [line[3:] for line in git.status("--porcelain", "--untracked-files=all", "--", *paths).splitlines()]
    if place.frozen:
        inner = [_pathspec(repo, place.folder, path) for path in place.frozen]
        changed += git.ls_files("--others", "--ignored", "--exclude-standard", "--", *inner).splitlines()
    if changed:
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        doubts.append(f"{place.what} has changes that no commit holds ({changed[0]}{more})")
        return None
    if recorded is not None and recorded != head and _same(git, recorded, head, paths):
        return recorded
    return head


def _same(git: Any, recorded: str, head: str, paths: list[str]) -> bool:
    """Whether `recorded` is a commit that `head` descends from, with the same files at `paths`."""
    status, _, _ = git.execute(
        ["git", "merge-base", "--is-ancestor", recorded, head], with_extended_output=True, with_exceptions=False
    )
    if status != 0:
        return False
    status, _, _ = git.execute(
        ["git", "diff", "--quiet", recorded, head, "--", *paths], with_extended_output=True, with_exceptions=False
    )
    return bool(status == 0)
