"""Long documents in pieces: the same values as in one piece, and only where no fault of form is passed over."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalogue.document import document_faults
from games.canonical import canonical_bytes
from games.strict_json import MalformedJson, read_json
from snapshots import pieces
from snapshots.layout import MANIFEST, OBJECTIVES
from snapshots.pieces import Entries, Items, canonical_document, in_pieces
from tests.snapshots.workspaces import LABEL

FROZEN = Path(__file__).resolve().parents[2] / "snapshots" / "frozen"
FORMATS = {
    MANIFEST: "levelpress/snapshot@1",
    OBJECTIVES: "levelpress/public-objectives@1",
    "changes.json": "levelpress/changes@1",
}


@pytest.mark.parametrize("path", FORMATS)
@pytest.mark.parametrize("label", ["lpb-2026.12.0", "lpb-2026.12.1"])
def test_the_official_documents_are_the_same_in_pieces(label: str, path: str) -> None:
    data = (FROZEN / label / path).read_bytes()
    found, whole = in_pieces(data, FORMATS[path]), read_json(data)
    assert found == whole
    assert canonical_bytes(found) == canonical_document(whole) == data
    # What a runner is given can be written as JSON by any writer.
    assert json.loads(json.dumps(pieces.whole(found))) == whole
    assert label.endswith(".1") or any(isinstance(one, Items | Entries) for one in found.values())
    for key, one in found.items():
        if isinstance(one, Entries):
            assert [*one] == sorted(whole[key])
            assert "no such key" not in one
        if isinstance(one, Items):
            assert (one[0], one[-1], one[1:3]) == (whole[key][0], whole[key][-1], whole[key][1:3])


def plain(data: bytes, wanted: str) -> Any:
    """What reading in one piece accepts: the value of a canonical document without a fault, else None."""
    try:
        value = read_json(data)
    except MalformedJson:
        return None
    return value if canonical_bytes(value) == data and not list(document_faults(value, wanted)) else None


@pytest.fixture
def manifest(master: Path) -> bytes:
    return (master / "snapshots" / "frozen" / LABEL / MANIFEST).read_bytes()


LIES: dict[str, Callable[[bytes], bytes]] = {
    "a blank": lambda data: data.replace(b",", b", ", 1),
    "a blank between items": lambda data: data.replace(b"},{", b"},\n{", 1),
    "a blank at the end": lambda data: data + b" ",
    "trailing data": lambda data: data + b"{}",
    "no end": lambda data: data[:-1],
    "another bracket": lambda data: data.replace(b'"annotations":{}', b'"annotations":{]', 1),
    "a list for a map": lambda data: data.replace(b'"annotations":{}', b'"annotations":[]', 1),
    "a key twice": lambda data: data.replace(b'"annotations":{}', b'"annotations":{},"annotations":{}', 1),
    "a key twice in an item": lambda data: data.replace(b'"role":', b'"role":"level","role":', 1),
    "keys in another order": lambda data: data.replace(b'{"annotations":{},', b'{"zzz":1,"annotations":{},', 1),
    "an unknown field in the last item": lambda data: data.replace(b'"track":"fresh"}]', b'"track":"fresh","x":1}]', 1),
    "an unknown field in an item": lambda data: data.replace(b'"size":', b'"site":1,"size":', 1),
    "a fraction": lambda data: data.replace(b'"comparability":1', b'"comparability":1.0', 1),
    "an exponent": lambda data: data.replace(b'"comparability":1', b'"comparability":1e400', 1),
    "no number": lambda data: data.replace(b'"comparability":1', b'"comparability":NaN', 1),
    "a number too large": lambda data: data.replace(b'"comparability":1', b'"comparability":9007199254740993', 1),
    "minus nought": lambda data: data.replace(b'"annotations":{}', b'"annotations":{"x":-0}', 1),
    "an escape": lambda data: data.replace(b'"annotations":{}', b'"annotations":{"x":"\\u0041"}', 1),
    "very deep": lambda data: data.replace(b"{}", b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 1),
    "one too deep": lambda data: data.replace(b"{}", b'{"x":' + b"[" * 63 + b"]" * 63 + b"}", 1),
    "no list of files": lambda data: data.replace(b'"files":[', b'"fixes":[', 1),
    "another format": lambda data: data.replace(b"levelpress/snapshot@1", b"levelpress/changes@1", 1),
    "empty": lambda data: b"",
    "nothing in it": lambda data: b"{}",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_fault_of_form_is_left_to_the_reading_in_one_piece(manifest: bytes, lie: Callable[[bytes], bytes]) -> None:
    data = lie(manifest)
    assert data != manifest
    assert plain(data, FORMATS[MANIFEST]) is None
    assert in_pieces(data, FORMATS[MANIFEST]) is None


def test_the_deepest_document_that_is_read_is_read_in_pieces_too(manifest: bytes) -> None:
    data = manifest.replace(b"{}", b'{"x":' + b"[" * 62 + b"]" * 62 + b"}", 1)
    assert plain(data, FORMATS[MANIFEST]) == in_pieces(data, FORMATS[MANIFEST])
    assert in_pieces(data, FORMATS[MANIFEST]) is not None


def test_every_flipped_byte_is_judged_as_by_the_reading_in_one_piece(manifest: bytes) -> None:
    judged = {True: 0, False: 0}
    for at in range(0, len(manifest), 53):
        data = manifest[:at] + bytes([manifest[at] ^ 1 << at % 8]) + manifest[at + 1 :]
        found, wanted = in_pieces(data, FORMATS[MANIFEST]), plain(data, FORMATS[MANIFEST])
        # What it does not take, the caller reads in one piece; what it takes, that must take too.
        assert found is None or found == wanted
        judged[found is None] += 1
    assert min(judged.values()) > 5


@given(st.lists(st.text(alphabet="ab,:[]{} 1", max_size=9), max_size=40), st.integers(1, 9))
def test_items_end_where_they_end_whatever_the_window(texts: list[str], window: int) -> None:
    value = {"format": "levelpress/public-objectives@1", "list": [[text, len(text)] for text in texts]}
    data = canonical_bytes(value["list"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "WINDOW", window)
        found, end = pieces._items(data, 0)
    assert (list(found), end) == (value["list"], len(data))


def test_a_long_document_costs_little_more_than_its_bytes(manifest: bytes) -> None:
    """Bytes of Python's own allocator, not time: 1000 levels as values would be several times their bytes."""
    value = json.loads(manifest)
    row, file = value["levels"][0], value["files"][0]
    value["levels"] = [{**row, "id": f"mp-{number:05d}"} for number in range(1000)]
    value["files"] = [{**file, "path": f"public/levels/maze-paint/mp-{number:05d}.json"} for number in range(1000)]
    data = canonical_document(value)
    del value
    tracemalloc.start()
    found = in_pieces(data, FORMATS[MANIFEST])
    assert found is not None
    names = sum(len(one["id"]) for one in chain(found["levels"], found["levels"]))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert names == 2 * 1000 * 8
    assert peak < len(data) / 2


def test_the_items_of_one_member_are_not_looked_at_again_for_each_batch_of_another(
    master: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts, not time: twice the levels, twice the values that are held against a schema."""
    value = json.loads((master / "snapshots" / "frozen" / LABEL / OBJECTIVES).read_bytes())
    looked_at: list[int] = []
    real = pieces.faults_by

    def size(one: Any) -> int:
        return 1 + sum(map(size, one.values() if isinstance(one, dict) else one)) if isinstance(one, dict | list) else 1

    def counted(schema: Any, one: Any) -> Any:
        looked_at.append(size(one))
        return real(schema, one)

    monkeypatch.setattr(pieces, "faults_by", counted)
    totals = []
    for number in (200, 400):
        ids = [f"mp-{at:05d}" for at in range(number)]
        for key in ("seeds", "initial_states"):
            value[key] = dict.fromkeys(ids, value[key][min(value[key])])
        value["objectives"] = [{**value["objectives"][0], "levels": ids, "count": number}]
        looked_at.clear()
        assert in_pieces(canonical_document(value), FORMATS[OBJECTIVES]) is not None
        totals.append(sum(looked_at))
    assert 1.9 < totals[1] / totals[0] < 2.1
