"""The JSON Schemas: well formed, in the house's form, closed, and each with a good and many spoiled documents."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from catalogue.document import document_faults
from catalogue.schema_store import SCHEMA_FOLDER, formats, schema_of
from games.canonical import pretty_bytes
from tests.catalogue.documents import DOCUMENTS, level_document

EVERY_FORMAT = pytest.mark.parametrize("name", formats())
EVERY_DOCUMENT = pytest.mark.parametrize("name", DOCUMENTS)


#: Only `generate` knows a candidate's optimum; kinds of evidence that no level has are not counted.
OPTIONAL = {"candidates": {"optimum"}, "stats": {"independent", "same-engine", "single"}}


def _objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Every sub-schema that lists properties. The names of properties are no keywords: one is called properties."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for keyword, part in schema.items():
            yield from _objects(list(part.values()) if keyword == "properties" else part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _objects(part)


@EVERY_FORMAT
def test_a_schema_is_draft_2020_12_in_the_reviewable_form_and_named_after_its_format(name: str) -> None:
    schema = schema_of(name)
    Draft202012Validator.check_schema(schema)
    path = SCHEMA_FOLDER / (name.removeprefix("levelpress/").replace("@", "-") + ".json")
    assert path.read_bytes() == pretty_bytes(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == name
    heads = [schema] if "properties" in schema else schema["anyOf"]
    assert {"const": name} in [part["properties"].get("format") for part in heads]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_object_is_closed_and_demands_all_its_keys(name: str) -> None:
    for schema in _objects(schema_of(f"levelpress/{name}@1")):
        if set(schema["properties"]) == {"rule"}:
            continue  # a goal: the game's own rules say the rest
        assert schema["additionalProperties"] is False
        optional = set(schema["properties"]) - set(schema.get("required", ()))
        assert optional <= OPTIONAL.get(name, set())


@EVERY_DOCUMENT
def test_a_good_document_fits_its_schema(name: str) -> None:
    assert [fault.message for fault in document_faults(DOCUMENTS[name], f"levelpress/{name}@1")] == []


#: Objects whose keys are the game's, the engine's or the finding's to choose.
OPEN = ("board", "goal", "state", "parameters", "properties", "reasons", "range", "levels", "methods", "libraries")


def _closed(name: str, value: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of the objects of a document whose keys the schema fixes."""
    yield path
    for key, part in value.items():
        if isinstance(part, dict) and key not in OPEN:
            yield from _closed(name, part, (*path, key))
        elif isinstance(part, list):
            for index, item in enumerate(part):
                if isinstance(item, dict):
                    yield from _closed(name, item, (*path, key, index))  # type: ignore[arg-type]


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@EVERY_DOCUMENT
def test_an_unknown_field_anywhere_is_refused_with_a_suggestion(name: str) -> None:
    for path in _closed(name, DOCUMENTS[name]):
        spoiled = copy.deepcopy(DOCUMENTS[name])
        holder = _at(spoiled, path)
        key = max(holder, key=len)
        holder[key + "x"] = None
        messages = [fault.message for fault in document_faults(spoiled)]
        assert any(f"unknown field '{key}x'; did you mean '{key}'?" in message for message in messages), (
            path,
            messages,
        )


@EVERY_DOCUMENT
def test_a_missing_field_anywhere_is_refused(name: str) -> None:
    for path in _closed(name, DOCUMENTS[name]):
        for key in _at(DOCUMENTS[name], path):
            if key in OPTIONAL.get(name, set()):
                continue
            spoiled = copy.deepcopy(DOCUMENTS[name])
            del _at(spoiled, path)[key]
            wanted = "document/format" if (path, key) == ((), "format") else "document/schema"
            assert wanted in [fault.id for fault in document_faults(spoiled)], (path, key)


@EVERY_DOCUMENT
def test_a_field_of_the_wrong_type_anywhere_is_refused(name: str) -> None:
    for path in _closed(name, DOCUMENTS[name]):
        for key, value in _at(DOCUMENTS[name], path).items():
            spoiled = copy.deepcopy(DOCUMENTS[name])
            _at(spoiled, path)[key] = 1.5 if not isinstance(value, float) else "1.5"
            assert list(document_faults(spoiled)), (path, key)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"id": "mp-001"}, "id"),
        ({"id": "MP-0001"}, "id"),
        ({"id": "mp-0001\n"}, "id"),
        ({"id": ""}, "id"),
        ({"revision": 0}, "revision"),
        ({"revision": True}, "revision"),
        ({"game": "maze_paint"}, "game"),
        ({"title": ""}, "title"),
        ({"title": "x" * 81}, "title"),
        ({"goal": {}}, "goal"),
        ({"goal": {"rule": 1}}, "goal/rule"),
        ({"board": []}, "board"),
        ({"license": ""}, "license"),
        ({"tags": ["a", "a"]}, "tags"),
        ({"tags": [""]}, "tags/0"),
    ],
)
def test_a_level_s_field_out_of_its_form_is_named(change: dict[str, Any], place: str) -> None:
    assert [(fault.id, fault.place) for fault in document_faults(level_document(**change))] == [
        ("document/schema", place)
    ]


@pytest.mark.parametrize("title", [None, "x", "x" * 80, "Hafen bei Nacht – №1"])
def test_a_title_has_one_to_eighty_characters_or_is_null(title: str | None) -> None:
    assert list(document_faults(level_document(title=title))) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("origin", "stolen"),
        ("source_sha256", "0" * 64),
        ("source_sha256", "sha256:" + "A" * 64),
        ("source_sha256", "sha256:" + "a" * 64 + "\n"),
        ("first_public", "2026-12-1"),
        ("first_public", "2026-12-01T00:00"),
        ("first_public", "2026-12-01\n"),
        ("parents", ["mp"]),
        ("parents", ["mp-0001", "mp-0001"]),
        ("generator", {"name": "g", "version": 1, "seed": 7, "parameters": {}}),
        ("generator", {"name": "g", "version": 1, "seed": "07", "parameters": {}}),
        ("generator", {"name": "g", "version": 1, "seed": "7"}),
        ("reference", {"sha256": DOCUMENTS["replay"]["steps"][0]["digest"], "width": 1, "height": 1, "crop": None}),
    ],
)
def test_a_provenance_field_out_of_its_form_is_refused(field: str, value: Any) -> None:
    document = level_document()
    document["provenance"] = {**document["provenance"], field: value}
    faults = list(document_faults(document))
    assert faults
    assert all((fault.place or "").startswith(f"provenance/{field}") for fault in faults)


@pytest.mark.parametrize("ratio", [[1], [1, 0], [1, 2, 3], [1, 2.5], ["1", 2], 0.5, [-1, 2]])
def test_a_share_is_a_pair_of_integers_and_nothing_else(ratio: Any) -> None:
    document = copy.deepcopy(DOCUMENTS["certificate"])
    document["difficulty"]["forced_share"] = ratio
    assert list(document_faults(document))


def test_what_a_difficulty_does_not_know_is_null() -> None:
    document = copy.deepcopy(DOCUMENTS["certificate"])
    document["difficulty"] = dict.fromkeys(document["difficulty"])
    document["solution"] = None
    assert list(document_faults(document)) == []


@pytest.mark.parametrize("severity", ["fatal", "", None])
def test_a_finding_has_one_of_three_severities(severity: Any) -> None:
    document = copy.deepcopy(DOCUMENTS["report"])
    document["findings"][0]["severity"] = severity
    assert {fault.place for fault in document_faults(document)} == {"findings/0/severity"}


def test_a_state_file_is_keyed_by_level_ids() -> None:
    document = copy.deepcopy(DOCUMENTS["state"])
    document["levels"]["harbour"] = document["levels"].pop("mp-0001")
    assert list(document_faults(document))


def test_the_store_knows_no_format_without_a_file() -> None:
    with pytest.raises(KeyError):
        schema_of("levelpress/level@2")
    with pytest.raises(KeyError):
        schema_of("../schemas/level-1")


def test_schemas_are_plain_ascii_json_files() -> None:
    for path in sorted(SCHEMA_FOLDER.iterdir()):
        assert path.suffix == ".json"
        json.loads(path.read_text("ascii"))
