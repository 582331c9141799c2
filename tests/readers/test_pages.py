"""The pages of docs/formats: each example reads as the page says."""

from __future__ import annotations

import re
from typing import Any

import pytest

from authoring.readers import FINDINGS, Puzzle, Refusal
from games.registry import game_named
from tests.readers.pages import EXAMPLES, PAGES, Page, example
from tests.readers.reading import read


def _drawn(board: Any) -> Any:
    """What a board is drawn by in its game: rows, bolts, or the boards on a plate."""
    if "rows" in board or "bolts" in board:
        return board.get("rows", board.get("bolts"))
    return [one["rows"] for one in board["boards"]]


@pytest.mark.parametrize("page", EXAMPLES, ids=[page.file for page in EXAMPLES])
def test_the_example_gives_the_boards_that_the_page_promises(page: Page) -> None:
    reading = read(example(page.file), page.game, **page.options)
    assert reading.format == page.format
    puzzles = [puzzle for puzzle in reading.puzzles if isinstance(puzzle, Puzzle)]
    assert [_drawn(puzzle.board) for puzzle in puzzles] == page.boards
    assert all(game_named(page.game).validate(puzzle.board, puzzle.goal) == () for puzzle in puzzles)
    refusals = [puzzle for puzzle in reading.puzzles if isinstance(puzzle, Refusal)]
    assert tuple(finding.id for refusal in refusals for finding in refusal.findings) == page.refused


@pytest.mark.parametrize("page", EXAMPLES, ids=[page.file for page in EXAMPLES])
def test_the_command_in_the_page_has_the_options_of_the_test(page: Page) -> None:
    text = (PAGES / page.file).read_text("utf-8")
    command = re.search(f"    levelpress ingest {page.game} [^ \\n]+(.*)\n", text)
    assert command
    given = command[1].split()
    assert dict(zip(given[::2], given[1::2], strict=True)) == {f"--{name}": text for name, text in page.options.items()}


def test_the_pages_name_no_finding_that_does_not_exist() -> None:
    known = {kind.id for kind in FINDINGS}
    for page in EXAMPLES:
        named = set(re.findall("`(ingest/[a-z-]+)`", (PAGES / page.file).read_text("utf-8")))
        assert named <= known, page.file
