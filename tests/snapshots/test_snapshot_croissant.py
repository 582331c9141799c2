"""The Croissant card: the fields that Croissant 1.0 demands, computed from the snapshot, and no digest of the whole.

The reference validator is no dependency; what is checked here is the form that its specification describes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.canonical import canonical_bytes, sha256_of
from snapshots.croissant import CONTEXT
from snapshots.pin import Pin
from snapshots.verify import verify_folder
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import LABEL

Copy = Callable[[], Path]


@pytest.fixture
def card(master: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((master / "snapshots/frozen" / LABEL / "croissant.json").read_bytes())
    return value


def test_a_card_has_what_a_data_set_must_have(card: dict[str, Any]) -> None:
    assert card["@type"] == "sc:Dataset"
    assert card["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for key in ("name", "description", "license", "version", "datePublished", "distribution", "recordSet"):
        assert card[key]
    assert (card["name"], card["version"], card["datePublished"]) == (LABEL, "2026.12.0", "2026-12-01")
    assert card["@context"] == CONTEXT


def test_every_distribution_is_a_file_that_is_there(card: dict[str, Any], master: Path) -> None:
    folder = master / "snapshots/frozen" / LABEL
    for one in card["distribution"]:
        if one["@type"] == "cr:FileObject":
            data = (folder / one["contentUrl"]).read_bytes()
            assert sha256_of(data) == f"sha256:{one['sha256']}"
            assert one["contentSize"] == f"{len(data)} B"
        else:
            assert one["@type"] == "cr:FileSet"
            assert len(list(folder.glob(one["includes"]))) == 5


def test_every_field_comes_from_the_level_files(card: dict[str, Any], master: Path) -> None:
    (levels,) = card["recordSet"]
    value = json.loads((master / "snapshots/frozen" / LABEL / "public/levels/maze-paint/mp-0001.json").read_bytes())
    for field in levels["field"]:
        assert field["@type"] == "cr:Field"
        assert field["source"]["extract"]["jsonPath"].removeprefix("$.") in value
    assert levels["key"]["@id"] in [field["@id"] for field in levels["field"]]


def test_nothing_in_a_snapshot_holds_its_own_digest(master: Path, pin: str) -> None:
    digest = pin.rpartition(":")[2].encode()
    folder = master / "snapshots/frozen" / LABEL
    assert [path for path in folder.rglob("*") if path.is_file() and digest in path.read_bytes()] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value.update(name="another"),
        lambda value: value["distribution"].pop(),
        lambda value: value["distribution"][0].update(sha256="0" * 64),
        lambda value: value.update(license=["MIT"]),
    ],
)
def test_a_card_that_says_something_else_is_a_fault(copy: Copy, change: Callable[[Any], object]) -> None:
    folder = copy() / LABEL
    value = json.loads((folder / "croissant.json").read_bytes())
    change(value)
    manifest = json.loads((folder / "snapshot.json").read_bytes())
    pin = write_pinned(folder, manifest, {"croissant.json": canonical_bytes(value)})
    found = verify_folder(folder, Pin(LABEL, pin.digest)).faults
    assert [(one.id, one.path) for one in found] == [("snapshot/derived-digest", "croissant.json")]
