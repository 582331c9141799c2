"""A document against its JSON Schema: every fault, with a suggestion for an unknown field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.canonical import Json
from games.finding import Finding, FindingKind
from games.shape import nearest

__all__ = ["FINDINGS", "compiled", "faults_by", "schema_faults"]

SCHEMA = FindingKind(
    "document/schema",
    "A document does not fit the JSON Schema of its format.",
    "Compare the document with its schema in catalogue/schemas.",
)
FINDINGS = (SCHEMA,)


def compiled(schema: Mapping[str, Json]) -> Any:
    """A schema made ready for `faults_by`. Making it ready costs far more than using it: keep it."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema)


def schema_faults(value: Json, schema: Mapping[str, Json]) -> Iterator[Finding]:
    """What is wrong with `value` under a draft 2020-12 schema, in the order of the places."""
    return faults_by(compiled(schema), value)


def faults_by(validator: Any, value: Json) -> Iterator[Finding]:
    """The same under a compiled schema."""
    errors = sorted(validator.iter_errors(value), key=lambda error: list(map(str, error.path)))
    for error in errors:
        place = "/".join(map(str, error.path)) or None
        if error.validator == "additionalProperties" and isinstance(error.instance, dict):
            known = sorted(error.schema.get("properties", {}))
            for key in sorted(set(error.instance) - set(known)):
                yield SCHEMA.at(f"unknown field {key!r}{nearest(key, known)}", place)
        else:
            yield SCHEMA.at(_short(error.message), place)


def _short(message: str) -> str:
    return message if len(message) <= 160 else message[:80] + " ... " + message[-75:]
