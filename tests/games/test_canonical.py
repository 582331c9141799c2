"""The one JSON writer and the one digest function, against RFC 8785's own vectors and hand-made ones."""

from __future__ import annotations

import hashlib
from types import MappingProxyType
from typing import Any

import pytest

from games.canonical import canonical_bytes, digest_of, pretty_bytes, sha256_of
from games.contract import state_digest


def test_the_example_of_rfc_8785_without_its_fractions() -> None:
    # Section 3.2.2 to 3.2.4 of the RFC; its numbers that are no integers do not occur in our files.
    value = {
        "string": "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
        "literals": [None, True, False],
    }
    wanted = '{"literals":[null,true,false],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    assert canonical_bytes(value) == wanted.encode("utf-8")


def test_keys_are_sorted_by_utf_16_code_units_as_in_rfc_8785_section_3_2_3() -> None:
    value = {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\U0001f600": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis",
    }
    order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    text = canonical_bytes(value).decode("utf-8")
    places = [text.index(value[key]) for key in order]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({}, b"{}"),
        ([], b"[]"),
        ([1, -1, 0], b"[1,-1,0]"),
        ({"b": 1, "a": {"d": 2, "c": 3}}, b'{"a":{"c":3,"d":2},"b":1}'),
        ("\x7f\u2028", b'"\x7f\xe2\x80\xa8"'),
        ("\b\t\n\f\r\x00\x1f", b'"\\b\\t\\n\\f\\r\\u0000\\u001f"'),
        ("</script>", b'"</script>"'),
        ("Å", b'"\xc3\x85"'),
        (2**53 - 1, b"9007199254740991"),
    ],
)
def test_values_have_one_canonical_form(value: Any, written: bytes) -> None:
    assert canonical_bytes(value) == written


def test_composed_and_decomposed_texts_stay_different() -> None:
    assert canonical_bytes("\u00c5") != canonical_bytes("A\u030a")


def test_tuples_and_read_only_mappings_are_written_as_lists_and_objects() -> None:
    value = MappingProxyType({"a": ((1, 2), MappingProxyType({"b": ()}))})
    assert canonical_bytes(value) == b'{"a":[[1,2],{"b":[]}]}'
    assert pretty_bytes(value) == pretty_bytes({"a": [[1, 2], {"b": []}]})


@pytest.mark.parametrize("value", [2**53, -(2**53), "\ud800", {"\udfff": 1}, float("nan"), float("inf")])
def test_what_has_no_exact_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        canonical_bytes(value)


def test_the_pretty_form_has_two_spaces_sorted_keys_plain_unicode_and_a_final_newline() -> None:
    assert pretty_bytes({"b": ["ü", {}], "a": 1}) == '{\n  "a": 1,\n  "b": [\n    "ü",\n    {}\n  ]\n}\n'.encode()


def test_a_raw_digest_is_the_sha_256_of_the_bytes() -> None:
    assert sha256_of(b"abc") == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_derived_digest_hashes_tag_nul_and_canonical_json() -> None:
    wanted = hashlib.sha256(b'lpb/state/v1\x00{"a":[1],"b":null}').hexdigest()
    assert digest_of("lpb/state/v1", {"b": None, "a": (1,)}) == f"sha256:{wanted}"
    assert state_digest({"b": None, "a": [1]}) == f"sha256:{wanted}"


def test_the_tag_keeps_values_of_different_meaning_apart() -> None:
    assert digest_of("lpb/level/v1", {}) != digest_of("lpb/canon/v1", {})
