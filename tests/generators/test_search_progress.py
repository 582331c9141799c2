"""The line that a person watches while levels are searched for."""

from __future__ import annotations

import pytest

from authoring.console import Console
from authoring.search_progress import SearchProgress
from authoring.worker import Crashed, Done, Killed, Result

FOUND = Done(("board", "goal", 12))


Heard = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def over(progress: SearchProgress, *results: tuple[int, Result]) -> None:
    for count, (index, result) in enumerate(results, 1):
        progress.ended(index, result)
        progress.done(count)


def test_the_line_says_how_many_are_found_and_how_near_the_best_of_the_others_is() -> None:
    progress = SearchProgress(Console(False, "none"), 5)
    assert progress.words() == "0 of 5 found"
    progress.reported(3, (1_090, 7))
    progress.reported(1, (1_050, 11))
    assert progress.words() == "0 of 5 found; nearest of the others: optimum 11"
    over(progress, (0, FOUND), (2, FOUND))
    assert progress.words() == "2 of 5 found; nearest of the others: optimum 11"
    progress.ended(1, FOUND)
    progress.done(3)
    assert progress.words() == "3 of 5 found; nearest of the others: optimum 7"


@pytest.mark.parametrize(
    ("score", "optimum", "words"),
    [
        (1_000_000, None, "no valid board yet"),
        (100_003, None, "a flawed board"),
        (50_001, None, "no solution yet"),
        (50_000, None, "no solution yet"),
        (1_010, 11, "optimum 11"),
        (12, 14, "optimum 14"),
    ],
)
def test_what_a_search_has_come_to_is_said_in_words(score: int, optimum: int | None, words: str) -> None:
    progress = SearchProgress(Console(False, "none"), 2)
    progress.reported(0, (score, optimum))
    assert progress.words() == f"0 of 2 found; nearest of the others: {words}"


@pytest.mark.parametrize("result", [Done(None), Killed((1_010, 6), 1.0), Crashed("KeyError", "'x'", "")])
def test_a_search_that_found_nothing_is_counted_apart(result: Result) -> None:
    progress = SearchProgress(Console(False, "none"), 4)
    over(progress, (0, FOUND), (1, result))
    assert progress.words() == "1 of 4 found, 1 in vain"


def test_a_shorter_line_leaves_nothing_of_a_longer_one(capsys: Heard) -> None:
    progress = SearchProgress(Console(False, "bar"), 2)
    progress.reported(1, (1_010, 11))
    over(progress, (1, FOUND))
    progress.end()
    _, longer, shorter = capsys.readouterr().err.split("\r")
    assert longer == f"[{' ' * 20}] 0 of 2 found; nearest of the others: optimum 11"
    assert shorter.rstrip() == f"[{'#' * 10}{' ' * 10}] 1 of 2 found"
    assert len(shorter.rstrip("\n")) == len(longer)


def test_a_line_is_cut_where_the_terminal_ends(capsys: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    SearchProgress(Console(False, "bar"), 2).reported(1, (1_010, 11))
    assert len(capsys.readouterr().err.lstrip("\r")) == 39


@pytest.mark.parametrize("mode", ["auto", "lines", "none"])
def test_off_a_terminal_no_search_is_watched(mode: str, capsys: Heard) -> None:
    progress = SearchProgress(Console(False, mode), 20)
    for index in range(20):
        progress.reported(index, (1_010, 11))
        progress.ended(index, FOUND)
        progress.done(index + 1)
    progress.end()
    lines = [] if mode == "none" else [f"{2 * tenth}/20 searched" for tenth in range(1, 11)]
    assert capsys.readouterr().err.splitlines() == lines
