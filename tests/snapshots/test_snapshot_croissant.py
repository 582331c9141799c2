"""The Croissant card: the fields that Croissant 1.0 demands, computed from the snapshot, and no digest of the whole.

The reference validator is the extra `croissant`. Where it can be imported it has its say; the form that the
specification describes is checked here in any case.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.canonical import canonical_bytes, sha256_of
from snapshots.croissant import CONTEXT, LATER_TERMS, croissant_card
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
    assert card["@context"] == {**CONTEXT, **LATER_TERMS}


#: Type of a node -> what Croissant 1.0 demands of it.
DEMANDED = {
    "sc:Dataset": {"@context", "conformsTo", "name", "description", "license", "datePublished"},
    "cr:FileObject": {"@id", "name", "contentUrl", "encodingFormat", "sha256"},
    "cr:FileSet": {"@id", "name", "encodingFormat", "includes"},
    "cr:RecordSet": {"@id", "name", "field"},
    "cr:Field": {"@id", "name", "dataType", "source"},
}


def gaps(value: Any) -> list[str]:
    """What the specification demands and a card lacks, and references that lead nowhere."""
    found: list[str] = []
    nodes = [value, *value["distribution"], *value["recordSet"], *(f for r in value["recordSet"] for f in r["field"])]
    ids = [node["@id"] for node in nodes if "@id" in node]
    found += [f"{one} occurs twice" for one in sorted(set(ids)) if ids.count(one) > 1]
    for node in nodes:
        found += [f"{node.get('@id')} lacks {key}" for key in sorted(DEMANDED[node["@type"]] - set(node))]
    for field in (f for r in value["recordSet"] for f in r["field"]):
        if field.get("source", {}).get("fileSet", {}).get("@id") not in ids:
            found.append(f"{field['@id']} comes from nowhere")
    terms = {key for node in nodes for key in node if not key.startswith("@")}
    known = {*value["@context"], "name", "description", "license", "version", "datePublished", "distribution"}
    known |= {"contentUrl", "contentSize", "encodingFormat", "sha256"}
    return found + [f"{term} is no term" for term in sorted(terms - known)]


def validated(path: Path) -> list[str]:
    """What the reference validator, if it is there, and the check above say against a card."""
    found = gaps(json.loads(path.read_bytes()))
    if importlib.util.find_spec("mlcroissant") is not None:
        from mlcroissant import Dataset, ValidationError

        try:
            issues = Dataset(jsonld=str(path)).metadata.ctx.issues
            found += [*issues.errors, *issues.warnings]
        except ValidationError as error:
            found.append(str(error))
    return found


def test_the_validator_has_nothing_against_a_card(master: Path) -> None:
    assert validated(master / "snapshots/frozen" / LABEL / "croissant.json") == []


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value.pop("license"),
        lambda value: value["distribution"][0].pop("contentUrl"),
        lambda value: value["recordSet"][0]["field"][0].pop("source"),
        lambda value: value["recordSet"][0]["field"][0]["source"]["fileSet"].update({"@id": "nowhere"}),
    ],
)
def test_a_card_that_lacks_something_is_told_of(
    card: dict[str, Any], tmp_path: Path, change: Callable[[Any], object]
) -> None:
    change(card)
    path = tmp_path / "croissant.json"
    path.write_bytes(canonical_bytes(card))
    assert validated(path) != []


@pytest.mark.parametrize("label", ["lpb-2026.12.0", "lpb-2026.12.1"])
def test_a_card_of_the_first_edition_stays_what_it_was(label: str) -> None:
    folder = Path(__file__).resolve().parents[2] / "snapshots" / "frozen" / label
    manifest, told = (json.loads((folder / name).read_bytes()) for name in ("snapshot.json", "croissant.json"))
    facts = (label, manifest["released_on"], told["license"], manifest["files"], len(manifest["levels"]))
    assert told == croissant_card(*facts, 1) != croissant_card(*facts)
    assert gaps(told) == []


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
