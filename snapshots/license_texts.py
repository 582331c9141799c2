"""The licence texts that a snapshot carries: one file per SPDX id in use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from catalogue.workspace import Workspace

__all__ = ["license_expression", "license_path", "license_text"]

FOLDER = Path(__file__).parent / "licenses"
_SPDX = re.compile(r"[A-Za-z0-9.+-]+")


def license_text(workspace: Workspace, spdx: str) -> bytes | None:
    """The text of a licence: levelpress' own, else the workspace's `catalogue/licenses/<id in lower case>.txt`."""
    if not _SPDX.fullmatch(spdx):
        return None
    for folder in (FOLDER, workspace.root / "catalogue" / "licenses"):
        path = folder / f"{spdx.lower()}.txt"
        if path.is_file():
            return path.read_bytes()
    return None


def license_path(spdx: str) -> str:
    """Where the text lies in a snapshot."""
    return f"licenses/{spdx.lower()}.txt"


def license_expression(licenses: Iterable[str]) -> str:
    """The SPDX expression of a snapshot whose levels have these licences: all of them hold together."""
    return " AND ".join(sorted(set(licenses)))
