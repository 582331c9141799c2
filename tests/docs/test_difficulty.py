"""The table of the page on difficulty is what is computed for its boards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from authoring.readers.contract import Puzzle, ReadOptions
from authoring.readers.registry import read_source
from games.registry import game_named
from solvers.contract import Limits, no_report, solver_named
from tests.docs.sessions import ROOT
from validators.certify import certify

ROW = re.compile(r"^\| \[(.+?)\]\(examples/(.+?)\) \| (.+) \|$", re.MULTILINE)


def _rows() -> list[tuple[str, str]]:
    page = (ROOT / "docs" / "difficulty.md").read_text("utf-8")
    return [(match[2], match[3]) for match in ROW.finditer(page)]


def _ratio(value: Any) -> str:
    return f"{value[0]}/{value[1]}"


@pytest.mark.parametrize(("file", "said"), _rows())
def test_a_row_says_what_is_computed(file: str, said: str) -> None:
    data = (ROOT / "docs" / "examples" / file).read_bytes()
    (puzzle,) = read_source(data, "nut-and-bolt", ReadOptions(orientation="bottom-first")).puzzles
    assert isinstance(puzzle, Puzzle)
    game = game_named("nut-and-bolt")
    level = game.parse(puzzle.board, puzzle.goal)
    certificate = certify(game, solver_named("nut-and-bolt"), level, Limits(), no_report).certificate
    assert certificate is not None
    found = certificate.difficulty
    gap = found["foresight_gap"]
    computed = [
        found["optimum"],
        found["reachable"],
        _ratio(found["dead_end_share"]),
        _ratio(gap["greedy"]),
        _ratio(gap["gap"]),
    ]
    assert " | ".join(map(str, computed)) == said


def test_there_are_two_boards_of_equal_optimum() -> None:
    assert len(_rows()) == 2
    assert len({said.split(" | ")[0] for _, said in _rows()}) == 1
