"""Whatever lies in a file or is typed as a play: a verdict or a refusal, never an internal error."""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.authoring.boards import DETOUR, ONE_WAY, RING, STRIPES, level, write
from tests.authoring.command_line import Ran, levelpress

MAZE, COLOR = "maze-paint", "color-connect"
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(width=16)
    | st.text(max_size=5)
    | st.sampled_from(["#", "@", "A", "cover", "levelpress/level@1", MAZE, COLOR, "mp-0001", "2026-02-30"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part of a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with the part at a path replaced."""
    if not path:
        return new
    result = copy.deepcopy(value)
    at = result
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return result


def sound(ran: Ran, codes: set[int]) -> None:
    assert ran.code in codes, ran.err
    assert "internal error" not in ran.err
    assert "run/crash" not in ran.err
    assert "\x1b" not in ran.out + ran.err


LEVELS = [level(MAZE, RING), level(COLOR, STRIPES), level(COLOR, DETOUR, "cover")]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk")
    write(folder / "ring.json", level(MAZE, RING))
    write(folder / "one-way.json", level(MAZE, ONE_WAY))
    write(folder / "stripes.json", level(COLOR, STRIPES))
    return folder


@given(st.data())
def test_a_level_document_with_one_part_replaced(data: st.DataObject) -> None:
    document = data.draw(st.sampled_from(LEVELS))
    path = data.draw(st.sampled_from(list(places(document))))
    value = changed(document, path, data.draw(VALUES))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "level.json").write_text(json.dumps(value), encoding="utf-8")
        shown = levelpress("show", "level.json", cwd=folder)
        sound(shown, {0, 1, 3})
        checked = levelpress("check", "level.json", "--json", cwd=folder)
        assert checked.code == shown.code
        checked.document("levelpress/report@1")
        sound(levelpress("ingest", document["game"], "level.json", "-o", "out", cwd=folder), {0, 1, 2, 3})
        if shown.code == 0:
            solved = levelpress("solve", "level.json", "--json", cwd=folder)
            sound(solved, {0, 1})
            solved.document("levelpress/outcomes@1")


@given(st.binary(max_size=60) | st.text(alphabet="#.@AB \n\r\t0123456789,;:=[]{}\"'", max_size=60).map(str.encode))
def test_a_file_of_any_bytes(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "file").write_bytes(content)
        sound(levelpress("show", "file", cwd=folder), {0, 1, 3})
        for game in (MAZE, COLOR):
            sound(levelpress("ingest", game, "file", "-o", "out", cwd=folder), {0, 1, 2, 3})
            sound(levelpress("show", "-", "--game", game, "--start", "first", stdin=content), {0, 1, 2, 3})


#: No moves in an argument that begins with `@` or is `-`: these read a file.
PLAYS = st.lists(
    st.sampled_from(["U", "D", "L", "R", "undo", "restart", "draw A 0,0 1,0 2,0", "clear A", "draw B 0,1 1,1"])
    | st.text(max_size=8),
    max_size=6,
).map(lambda moves: ";" + ";".join(moves))


@given(PLAYS, st.sampled_from(["ring.json", "one-way.json", "stripes.json"]))
def test_any_play(desk: Path, play: str, file: str) -> None:
    judged = levelpress("replay", file, play, "--json", cwd=desk)
    sound(judged, {0, 1})
    document = judged.document("levelpress/replay@1")
    assert (document["refusal"] is None) is (judged.code == 0)
    assert document["won"] or judged.code == 1
    assert document["length"] == len(document["steps"]) - 1
    traced = levelpress("dead-ends", file, "--trace", play, "--json", cwd=desk)
    sound(traced, {0, 1})
    (entry,) = traced.document("levelpress/dead-ends@1")["levels"]
    assert (entry["trace"] is None) is (traced.code == 1)


STATES = [
    ("ring.json", {"ball": [1, 1], "painted": ["00000", "01110", "01010", "01110", "00000"]}),
    ("stripes.json", {"paths": {"A": [[0, 0], [1, 0]], "B": [[0, 1], [1, 1], [2, 1]]}}),
]


@given(st.data())
def test_any_state(desk: Path, data: st.DataObject) -> None:
    file, state = data.draw(st.sampled_from(STATES))
    value = changed(state, data.draw(st.sampled_from(list(places(state)))), data.draw(VALUES))
    text = json.dumps(value)
    shown = levelpress("show", file, "--from", text, cwd=desk)
    sound(shown, {0, 3})
    solved = levelpress("solve", file, "--from", text, "--json", cwd=desk)
    sound(solved, {0, 1} if shown.code == 0 else {3})
