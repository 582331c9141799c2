"""Whatever the bytes: a reading or one of the typed errors, and boards that validation can judge."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.readers import BadOption, Puzzle, Reading, ReadOptions, Refusal, Unreadable, read_source
from authoring.readers.registry import READERS
from games.registry import game_named
from tests.readers.pages import EXAMPLES, example

#: Options with which a reader gets as far as it can, where it needs any.
FULL = {
    ("maze-paint", "tiled"): {"start": "first"},
    ("maze-paint", "array"): {"start": "first", "walls": "1"},
    ("nut-and-bolt", "stacks"): {"orientation": "bottom-first"},
    ("nut-and-bolt", "stack-lines"): {"orientation": "top-first"},
    ("nut-and-bolt", "key-value"): {"orientation": "bottom-first"},
}
SEEDS = [(page.game, page.format, example(page.file)) for page in EXAMPLES]


def try_reading(data: bytes, game: str, **options: str) -> None:
    try:
        reading = read_source(data, game, ReadOptions(**options))
    except (Unreadable, BadOption) as error:
        message = str(error)
    else:
        judge(reading, game)
        return
    assert message
    assert "\n" not in message


def judge(reading: Reading, game: str) -> None:
    """Puzzles are numbered from 1, a refusal has a reason, and validation judges every board without a crash."""
    assert [puzzle.number for puzzle in reading.puzzles] == list(range(1, len(reading.puzzles) + 1))
    rules = game_named(game)
    for puzzle in reading.puzzles:
        if isinstance(puzzle, Refusal):
            assert puzzle.findings
        else:
            assert isinstance(puzzle, Puzzle)
            rules.validate(puzzle.board, puzzle.goal)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, name, _ in SEEDS])
@given(data=st.binary(max_size=300))
def test_any_bytes_give_a_reading_or_a_typed_error(game: str, name: str, data: bytes) -> None:
    try_reading(data, game, format=name, **FULL.get((game, name), {}))
    try_reading(data, game)


@st.composite
def changed(draw: st.DrawFn, seed: bytes) -> bytes:
    """A valid file with a few pieces cut out, doubled, or written over."""
    data = seed
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 12)))
        pieces = st.sampled_from(
            [b"", b"0", b"-1", b"9999", b",", b";", b":", b"\n\n", b" ", b'"', b"<", b"#", b"\x00"]
        )
        piece = draw(st.one_of(pieces, st.binary(max_size=4), st.just(data[start:end] * 2)))
        data = data[:start] + piece + data[end:]
    return data


def fuzz_changed(index: int, data: st.DataObject) -> None:
    game, name, seed = SEEDS[index]
    source = data.draw(changed(seed.encode("utf-8")))
    try_reading(source, game, format=name, **FULL.get((game, name), {}))


@pytest.mark.parametrize("index", range(len(SEEDS)), ids=[page.file for page in EXAMPLES])
@given(data=st.data())
def test_a_changed_file_gives_a_reading_or_a_typed_error(index: int, data: st.DataObject) -> None:
    fuzz_changed(index, data)


@pytest.mark.slow
@pytest.mark.parametrize("index", range(len(SEEDS)), ids=[page.file for page in EXAMPLES])
@settings(max_examples=5000)
@given(data=st.data())
def test_many_changed_files_give_a_reading_or_a_typed_error(index: int, data: st.DataObject) -> None:
    fuzz_changed(index, data)


def test_every_reader_is_tried() -> None:
    assert {(page.game, page.format) for page in EXAMPLES} == {
        (reader.game or "maze-paint", reader.name) for reader in READERS
    }
    assert all(Path(page.file).suffix == ".md" for page in EXAMPLES)
