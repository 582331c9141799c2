"""`check --since REV`: what a git revision range touches, and what depends on it.

A level is checked again when its file, its certificate or its entry in catalogue/state.json changed, or a level that it
descends from did; and every level when the tool itself changed in the same repository. What holds between levels,
objectives, lifecycle and duplicates, is checked in full whatever changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from authoring.check_cache import TOOL_FILES
from authoring.check_run import Subject
from authoring.readers.contract import BadOption
from catalogue.workspace import Workspace
from games.canonical import Json
from games.strict_json import MalformedJson, read_json

__all__ = ["passed_over_since"]

OPTION = "--since"
TOOL = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class _Changes:
    """The changed paths, resolved, and the lifecycle as it was before."""

    paths: frozenset[Path]
    lifecycle: Json


def passed_over_since(subjects: Sequence[Subject], place: Workspace, revision: str) -> frozenset[str]:
    """The names of the levels that need no check, for nothing that they depend on has changed.

    Raises:
        BadOption: the workspace is in no git repository, or git does not know the revision.
    """
    changes = _changes(place, revision)
    if _tool_changed(changes.paths):
        return frozenset()
    standings = place.read_lifecycle().to_json()["levels"] if place.lifecycle_path.exists() else {}
    touched = {
        level_id
        for level_id in {*standings, *changes.lifecycle}
        if standings.get(level_id) != changes.lifecycle.get(level_id)
    }
    for subject in subjects:
        files = {subject.certificate.resolve()}
        if subject.level.path is not None:
            files.add(subject.level.path.resolve())
        if files & changes.paths or subject.level.record is None:
            touched.add(subject.level.name)
    return frozenset(subject.level.name for subject in subjects) - _descended(subjects, touched)


def _descended(subjects: Sequence[Subject], touched: set[str]) -> set[str]:
    """The touched levels with all that descend from one of them. A parent is stated by its id or its level digest."""
    records = {subject.level.name: subject.level.record for subject in subjects if subject.level.record is not None}
    named = {record.digest: name for name, record in records.items()}
    found = set(touched)
    while True:
        more = {
            name
            for name, record in records.items()
            if name not in found
            and any(named.get(parent, parent) in found for parent in record.provenance.get("parents") or ())
        }
        if not more:
            return found
        found |= more


def _tool_changed(paths: frozenset[Path]) -> bool:
    own = (path.relative_to(TOOL) for path in paths if path.is_relative_to(TOOL))
    # A pattern's `**` folders are left out here: `match` compares from the right, and the first folder is asked apart.
    parts = [(pattern.split("/")[0], "**" in pattern, pattern) for pattern in TOOL_FILES]
    return any(
        path.suffix == ".py" if deep else path.match(pattern)
        for path in own
        for first, deep, pattern in parts
        if path.parts[0] == first
    )


def _changes(place: Workspace, revision: str) -> _Changes:
    """Changed, deleted and untracked paths: between two revisions for `A..B`, else from the revision to the files."""
    import git

    if revision.startswith("-") or not revision:
        raise BadOption(OPTION, f"--since: {revision!r} is no revision")
    try:
        with git.Repo(place.root, search_parent_directories=True) as repo:
            # A hook's environment names the hook's repository and index, which need not be this one's.
            here = {"GIT_DIR": str(repo.git_dir), "GIT_WORK_TREE": str(repo.working_tree_dir)}
            repo.git.update_environment(GIT_OPTIONAL_LOCKS="0", LC_ALL="C", **here)
            root = Path(str(repo.working_tree_dir)).resolve()
            named = repo.git.diff("--name-only", "--no-renames", "-z", revision, "--").split("\0")
            if ".." not in revision:
                named += repo.git.ls_files("--others", "--exclude-standard", "-z").split("\0")
            before = revision.partition("..")[0] or "HEAD"
            return _Changes(
                frozenset((root / name).resolve() for name in named if name), _lifecycle(repo, root, place, before)
            )
    except (git.InvalidGitRepositoryError, git.NoSuchPathError):
        raise BadOption(OPTION, f"--since: {place.root} is in no git repository") from None
    except (git.GitCommandError, ValueError) as error:
        reason = str(getattr(error, "stderr", "") or error).strip().splitlines()
        raise BadOption(
            OPTION, f"--since: git cannot say ({reason[0].strip() if reason else 'no reason given'})"
        ) from None


def _lifecycle(repo: Any, root: Path, place: Workspace, revision: str) -> Json:
    """The entries of catalogue/state.json at a revision; none where it was not there or not readable."""
    import git

    path = place.lifecycle_path.resolve().relative_to(root).as_posix()
    try:
        value = read_json(repo.git.show(f"{revision}:{path}").encode())
    except (git.GitCommandError, MalformedJson):
        return {}
    levels = value.get("levels") if isinstance(value, dict) else None
    return levels if isinstance(levels, dict) else {}
