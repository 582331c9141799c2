"""Each way in which a file can be no JSON of ours, and what is still read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import strict_json
from games.canonical import canonical_bytes, pretty_bytes
from games.strict_json import MAX_DEPTH, MalformedJson, read_json


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b"{}", {}),
        (b' {"a": [1, -2, true, false, null, "x"]} \n', {"a": [1, -2, True, False, None, "x"]}),
        (b"9007199254740991", 2**53 - 1),
        (b"-9007199254740991", 1 - 2**53),
        (b"0", 0),
        (b'"\\ud83d\\ude00"', "\U0001f600"),
        ('"Zürich"'.encode(), "Zürich"),
        (b'"[[[[{{{{ \\" ]"', '[[[[{{{{ " ]'),
        (b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, None),
    ],
)
def test_plain_json_is_read(data: bytes, value: Any) -> None:
    read = read_json(data)
    assert value is None or read == value


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"{} {}", "no JSON: Extra data"),
        (b"{}\x00", "no JSON"),
        (b"[1,]", "no JSON"),
        (b"{'a': 1}", "no JSON"),
        (b"// note\n{}", "no JSON"),
        (b'"a\nb"', "no JSON"),
        (b"01", "no JSON"),
        (b"+1", "no JSON"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        ("{}".encode("utf-16"), "not UTF-8 at byte 0"),
        (b'"\xff"', "not UTF-8 at byte 1"),
        (b'"\xed\xa0\x80"', "not UTF-8"),
        (b'{"a": 1, "a": 1}', "'a' occurs twice"),
        (b'{"a": 1, "\\u0061": 2}', "'a' occurs twice"),
        (b'[{"b": {"a": 1, "c": 2, "a": 3}}]', "'a' occurs twice"),
        (b"1.0", "not an integer"),
        (b"1e2", "not an integer"),
        (b"1e400", "not an integer"),
        (b"0.1", "not an integer"),
        (b"-0", "-0"),
        (b"-0.0", "not an integer"),
        (b"NaN", "no JSON number"),
        (b"[Infinity]", "no JSON number"),
        (b"-Infinity", "no JSON number"),
        (b"9007199254740992", "not an exact integer"),
        (b"-9007199254740992", "not an exact integer"),
        (b"9" * 5000, "not an exact integer"),
        (b'"\\ud800"', "lone surrogate"),
        (b'{"\\udc00": 1}', "lone surrogate"),
        (b'["x", {"a": "\\ude00\\ud83d"}]', "lone surrogate"),
        (b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "deeper"),
        (b"[" * 100_000, "deeper"),
        (b'{"a":' * 100_000, "deeper"),
    ],
)
def test_what_is_no_json_of_ours_is_refused_with_the_reason(data: bytes, why: str) -> None:
    with pytest.raises(MalformedJson, match=why) as refused:
        read_json(data)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_file_beyond_the_size_limit_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "MAX_BYTES", 8)
    assert read_json(b'"123456"') == "123456"
    with pytest.raises(MalformedJson, match="larger than 8 bytes"):
        read_json(b'"1234567"')


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_malformed_and_nothing_else(data: bytes) -> None:
    try:
        value = read_json(data)
    except MalformedJson:
        return
    assert read_json(canonical_bytes(value)) == value


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(1 - 2**53, 2**53 - 1), st.text()),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=20,
    )
)
def test_what_we_write_in_either_form_is_read_back(value: Any) -> None:
    assert read_json(canonical_bytes(value)) == value
    assert read_json(pretty_bytes(value)) == value


@pytest.mark.slow
@given(st.text('[]{}",:\\u0d8e19-.tfn ', max_size=200))
def test_any_bracketed_text_is_read_or_malformed(text: str) -> None:
    try:
        read_json(text.encode())
    except MalformedJson as error:
        assert str(error)  # noqa: PT017
