"""Native level documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from authoring.readers import BadOption, Unreadable
from tests.readers.reading import COLOR, MAZE, board, read, refused

LEVEL: dict[str, Any] = {
    "format": "levelpress/level@1",
    "game": "maze-paint",
    "title": "Short",
    "board": {"rows": ["@.."]},
    "goal": {"rule": "paint-all"},
    "provenance": {"origin": "original", "note": "drawn by hand"},
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_board_goal_title_and_the_whole_document_come_along(end: str) -> None:
    puzzle = board("\ufeff" + json.dumps(LEVEL, indent=1).replace("\n", end) + end + end, MAZE)
    assert (puzzle.board, puzzle.goal) == (LEVEL["board"], LEVEL["goal"])
    assert (puzzle.title, puzzle.note, puzzle.native) == ("Short", "drawn by hand", LEVEL)


def test_a_level_of_another_game_is_refused() -> None:
    assert refused(json.dumps(LEVEL), COLOR) == [("ingest/wrong-game", None)]


def test_a_level_states_its_start_and_rule_itself() -> None:
    for options in ({"start": "first"}, {"rule": "paint-all"}, {"walls": "#"}):
        with pytest.raises(BadOption, match="states everything itself"):
            read(json.dumps(LEVEL), MAZE, **options)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('{"format": "levelpress/level@2"}', "its format is 'levelpress/level@2'"),
        ('{"rows": []}', "it states no format"),
        ("{", "no JSON"),
        ('{"a": 1, "a": 1}', "occurs twice"),
        ('{"a": "\\ud800"}', "lone surrogate"),
        ('{"a":' * 100_000, "nested deeper"),
        ("\ufeff\ufeff{}", "no reading fits"),
    ],
)
def test_what_is_no_level_document_is_unreadable_with_the_reason(source: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read(source, MAZE)
