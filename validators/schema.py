"""A document against its JSON Schema: every fault, with a suggestion for an unknown field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from games.canonical import Json, canonical_bytes
from games.finding import Finding, FindingKind
from games.shape import nearest

__all__ = ["FINDINGS", "schema_faults"]

SCHEMA = FindingKind(
    "document/schema",
    "A document does not fit the JSON Schema of its format.",
    "Compare the document with its schema in catalogue/schemas.",
)
FINDINGS = (SCHEMA,)


def schema_faults(value: Json, schema: Mapping[str, Json]) -> Iterator[Finding]:
    """What is wrong with `value` under a draft 2020-12 schema, in the order of the places."""
    errors = sorted(
        _validator(canonical_bytes(schema)).iter_errors(value), key=lambda error: list(map(str, error.path))
    )
    for error in errors:
        place = "/".join(map(str, error.path)) or None
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = sorted(error.schema.get("properties", {}))
            for key in sorted(set(error.instance) - set(known)):
                yield SCHEMA.at(f"unknown field {key!r}{nearest(key, known)}", place)
        else:
            yield SCHEMA.at(_short(error.message), place)


@lru_cache(maxsize=64)
def _validator(schema: bytes) -> Any:
    """Building a validator costs more than using it; schemas are few."""
    import json

    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(schema))


def _short(message: str) -> str:
    return message if len(message) <= 160 else message[:80] + " ... " + message[-75:]
