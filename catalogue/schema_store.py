"""The JSON Schemas of all formats, as shipped beside this module."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from games.canonical import Json

__all__ = ["SCHEMA_FOLDER", "formats", "schema_of"]

SCHEMA_FOLDER = Path(__file__).parent / "schemas"


@cache
def formats() -> tuple[str, ...]:
    """Every format that has a schema, `levelpress/level@1`, sorted."""
    return tuple(sorted(_format_of(path) for path in SCHEMA_FOLDER.glob("*.json")))


@cache
def schema_of(name: str) -> Json:
    """The JSON Schema (draft 2020-12) of a format.

    Raises:
        KeyError: no such format.
    """
    path = SCHEMA_FOLDER / (name.removeprefix("levelpress/").replace("@", "-") + ".json")
    if name not in formats():
        raise KeyError(name)
    return json.loads(path.read_text("utf-8"))


def _format_of(path: Path) -> str:
    stem, _, version = path.stem.rpartition("-")
    return f"levelpress/{stem}@{version}"
