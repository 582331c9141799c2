"""A document against its schema: every fault with its place, an unknown field with a suggestion."""

from __future__ import annotations

from typing import Any

import pytest

from validators.schema import schema_faults

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["name", "sizes"],
    "properties": {
        "name": {"type": "string", "maxLength": 5},
        "sizes": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": False, "properties": {"width": {"type": "integer"}}},
        },
    },
}


def _faults(value: Any) -> list[tuple[str, str | None]]:
    faults = list(schema_faults(value, SCHEMA))
    assert all(fault.id == "document/schema" for fault in faults)
    return [(fault.message, fault.place) for fault in faults]


def test_a_document_that_fits_has_no_fault() -> None:
    assert _faults({"name": "a", "sizes": [{"width": 1}, {}]}) == []


def test_an_unknown_field_is_named_with_the_nearest_known_one() -> None:
    assert _faults({"name": "a", "sizes": [], "nam": 1}) == [("unknown field 'nam'; did you mean 'name'?", None)]
    assert _faults({"name": "a", "sizes": [{"widht": 1}]}) == [
        ("unknown field 'widht'; did you mean 'width'?", "sizes/0")
    ]


def test_every_unknown_field_is_named() -> None:
    assert len(_faults({"name": "a", "sizes": [], "x": 1, "y": 2})) == 2


def test_a_missing_field_is_named() -> None:
    assert _faults({"name": "a"}) == [("'sizes' is a required property", None)]


def test_all_faults_are_reported_in_the_order_of_their_places() -> None:
    faults = _faults({"name": "too long", "sizes": [{"width": "1"}, 2]})
    assert [place for _, place in faults] == ["name", "sizes/0/width", "sizes/1"]


@pytest.mark.parametrize("value", [None, [], "text", 3])
def test_what_is_no_object_at_all_has_one_fault(value: Any) -> None:
    assert len(_faults(value)) == 1


def test_a_very_long_value_does_not_make_a_very_long_message() -> None:
    ((message, _),) = _faults({"name": "x" * 10_000, "sizes": []})
    assert len(message) <= 160


def test_a_truth_value_is_no_integer() -> None:
    assert len(_faults({"name": "a", "sizes": [{"width": True}]})) == 1
