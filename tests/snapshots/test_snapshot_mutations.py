"""Documents of a snapshot mutated at random and pinned again: judged as by a plain reading of the whole document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from catalogue.document import document_faults
from games.canonical import Json, canonical_bytes, sha256_of
from games.strict_json import MalformedJson, read_json
from snapshots import pieces
from snapshots.layout import MANIFEST, OBJECTIVES
from snapshots.opened import NotVerified, open_pinned
from snapshots.pin import Pin
from snapshots.texts import text_faults
from snapshots.verify import verify_folder
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import LABEL

FORMATS = {
    MANIFEST: "levelpress/snapshot@1",
    OBJECTIVES: "levelpress/public-objectives@1",
    "changes.json": "levelpress/changes@1",
}
FORM = {"snapshot/malformed", "snapshot/not-canonical", "snapshot/not-nfc", "snapshot/schema"}
#: Values that a list, a map, a number, a text, a switch may be replaced by.
ODD: tuple[Json, ...] = (
    *(None, True, False, 0, 1, -1, 2**53 - 1, "", "x", "\u00e9", "e\u0301", 'a\\b"[{', "]", "\u2028", "\x7f", "\x00"),
    *([], {}, [[]], {"a": 1}, "mp-0001", "cc-0001", "sha256:" + "5" * 64, LABEL, "2026-02-30", "0", "core", "fresh"),
    *("lpb/seed/v1", "lpb/seed/v1+lpb/presentation/v2", "maze-paint"),
)
#: Bytes put into a document, which is then mostly no JSON, or none in its one form.
STRAY = (b" ", b",", b"\n", b"]", b"{", b'"', b"\\", b"0", b"-", b"\\u0041", b"1e5", b"\xc3\xa9", b"\xff", b"9" * 5000)


def places(value: Json) -> Iterator[tuple[Any, Any]]:
    """Every list or object in a value with each of its places."""
    if isinstance(value, dict | list):
        for place in [*value] if isinstance(value, dict) else range(len(value)):
            yield value, place
            yield from places(value[place])


def copied(value: Json) -> Json:
    return json.loads(json.dumps(value))


def mutate(value: Json, draw: Random) -> None:
    """Change one place: another value, one taken away, repeated, put in another order, or of another type."""
    every = list(places(value))
    holder, place = draw.choice(every)
    old = holder[place]
    kind = draw.randrange(6)
    if kind == 0:
        holder[place] = copied(draw.choice(ODD))
    elif kind == 1:
        del holder[place]
    elif kind == 2 and isinstance(holder, list):
        holder.insert(draw.randrange(len(holder) + 1), copied(old))
    elif kind == 2:
        holder[draw.choice(["zz", "mp-0777", "\u00e9", ""])] = copied(old)
    elif kind == 3 and isinstance(old, list):
        draw.shuffle(old)
    elif kind == 3:
        holder[place] = int(old) if isinstance(old, bool) else bool(old)
    elif kind == 4:
        other, there = draw.choice(every)
        holder[place] = copied(other[there])
    else:
        holder[place] = [old] if draw.random() < 0.5 else {"a": old}


def scratch(data: bytes, draw: Random) -> bytes:
    """Flip a bit, put bytes in, take some out, or put a blank where JSON takes one and its one form does not."""
    at = draw.randrange(len(data))
    kind = draw.randrange(4)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << draw.randrange(8)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + draw.choice(STRAY) + data[at:]
    if kind == 2:
        return data[:at] + data[at + 3 :]
    return data[:at] + data[at:].replace(b',"', b', "', 1)


def fits(path: str, data: bytes) -> bool:
    """What a reading in one piece says of a document's form."""
    try:
        value = read_json(data)
    except MalformedJson:
        return False
    return (
        canonical_bytes(value) == data
        and not list(text_faults(path, value))
        and not list(document_faults(value, FORMATS[path]))
    )


def judge(root: Path, path: str, data: bytes, original: bytes) -> tuple[bool, bool]:
    """Pin mutated bytes, verify and open; whether their form is right, and whether the snapshot was accepted."""
    folder = root / LABEL
    if path == MANIFEST:
        (folder / path).write_bytes(data)
        pin = Pin(LABEL, sha256_of(data))
    else:
        pin = write_pinned(folder, json.loads(original), {path: data})
    raw = (folder / MANIFEST).read_bytes()
    found = verify_folder(folder, pin).faults
    told = {one.id for one in found if one.path == path} & FORM
    right = fits(path, data)
    assert bool(told) != right, (path, data[:2000], found)
    if found:
        with pytest.raises(NotVerified) as refused:
            open_pinned(str(pin), root)
        assert refused.value.faults == found
    else:
        snapshot = open_pinned(str(pin), root)
        assert canonical_bytes(snapshot.manifest) == raw
        assert all(sha256_of(snapshot.files[one["path"]]) == one["digest"] for one in snapshot.manifest["files"])
    return right, not found


def run(root: Path, draw: Random, times: int) -> Counter[tuple[bool, bool]]:
    originals = {path: (root / LABEL / path).read_bytes() for path in FORMATS}
    judged: Counter[tuple[bool, bool]] = Counter()
    for _ in range(times):
        path = draw.choice(list(FORMATS))
        if draw.random() < 0.3:
            data = scratch(originals[path], draw)
        else:
            value = json.loads(originals[path])
            mutate(value, draw)
            data = canonical_bytes(value)
        judged[judge(root, path, data, originals[MANIFEST])] += 1
        for name, raw in originals.items():
            (root / LABEL / name).write_bytes(raw)
    return judged


@pytest.fixture(params=[(1, 1), (2048, 16)], ids=["all-in-pieces", "as-always"])
def divided(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Documents of a few levels are read in pieces as those of many are."""
    monkeypatch.setattr(pieces, "WINDOW", request.param[0])
    monkeypatch.setattr(pieces, "SHORT", request.param[1] - 1)


@pytest.mark.usefixtures("divided")
def test_a_mutated_document_is_judged_as_by_the_reading_of_the_whole(copy: Callable[[], Path]) -> None:
    judged = run(copy(), Random(7), 30)
    assert judged[False, False] > 9
    assert judged[True, False] + judged[True, True] > 3
    assert judged[False, True] == 0


@pytest.mark.slow
@pytest.mark.usefixtures("divided")
def test_many_mutated_documents_are_judged_as_by_the_reading_of_the_whole(copy: Callable[[], Path]) -> None:
    judged = run(copy(), Random(8), 500)
    assert judged[False, True] == 0
    # A mutation that says nothing untrue is rare.
    assert min(judged[False, False], judged[True, False]) > 50
    assert judged[True, True] > 0
