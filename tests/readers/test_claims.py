"""What a file claims of a level is replayed or solved, and reported where it is wrong; never believed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from authoring.claims import judged
from authoring.commands.ingest import LIMITS
from authoring.readers.contract import Puzzle, Reader, Reading
from games.registry import game_named
from solvers.contract import Limits
from tests.authoring.command_line import levelpress
from tests.readers.reading import COLOR, MAZE

RING = ["#####", "#@..#", "#.#.#", "#...#", "#####"]
#: Under `cover`: one that fills its board and one that does not.
GOOD, BAD = "2,0,1,1;0,1,3,2\n", "3,0,2,2;0,1,2;3,4\n"


def maze(rows: list[str]) -> Any:
    return game_named(MAZE).parse({"rows": rows}, {"rule": "paint-all"})


def held(stated: dict[str, Any], limits: Limits | None = LIMITS, metric: str | None = None) -> Any:
    return judged(game_named(MAZE), maze(RING), stated, limits, metric)


def ids(found: Any) -> list[str]:
    return [finding.id for finding in found.findings]


def test_a_solution_that_wins_becomes_a_play() -> None:
    found = held({"solution": ["R", "D", "L", "U"]})
    assert (found.findings, found.play) == ((), ("R", "D", "L", "U"))
    assert found.remarks == ("the file's solution wins: 4 slides",)


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (["R", "D"], "play/not-won at move 2"),
        (["R", "R"], "move/illegal at move 2"),
        (["sideways"], "move/malformed at move 1"),
        (["R", "D", "L", "U", "R"], "play/after-win at move 5"),
    ],
)
def test_a_solution_that_does_not_win_is_reported_and_is_no_play(moves: list[str], why: str) -> None:
    found = held({"solution": moves})
    assert (ids(found), found.play) == (["claim/solution-refused"], None)
    assert why in found.findings[0].message
    assert found.findings[0].severity == "warning"


def test_a_minimum_that_is_right_is_only_noted() -> None:
    found = held({"optimum": _proven(), "metric": "slides"})
    assert found.findings == ()
    assert found.remarks == (f"the file claims an optimum of {_proven()} slides; proven are {_proven()}",)


def _proven() -> int:
    from solvers.contract import Query, no_report
    from solvers.maze_paint import SOLVER

    optimum = SOLVER.engines[0].solve(maze(RING), Query("slides"), no_report).optimum
    assert optimum is not None
    return optimum


@pytest.mark.parametrize("wrong", [-1, 1, 7])
def test_a_minimum_that_is_wrong_is_reported_with_both_numbers(wrong: int) -> None:
    claimed = _proven() + wrong
    found = held({"optimum": claimed, "metric": "slides"})
    assert ids(found) == ["claim/optimum"]
    assert found.findings[0].message == f"the file claims an optimum of {claimed} slides; proven are {_proven()}"


def test_a_minimum_of_an_unsolvable_level_is_wrong() -> None:
    split = maze(["@.#.."])
    found = judged(game_named(MAZE), split, {"optimum": 2, "metric": "slides"}, LIMITS)
    assert ids(found) == ["claim/optimum"]
    assert "proven unsolvable" in found.findings[0].message


def test_the_metric_is_named_before_anything_is_compared() -> None:
    for metric, what in (("pushes", "'pushes' is no metric"), (None, "names no metric")):
        stated = {"optimum": 99} | ({"metric": metric} if metric else {})
        found = held(stated)
        assert ids(found) == ["claim/other-metric"]
        assert what in found.findings[0].message
        assert found.findings[0].message.endswith("ours: slides")
    assert ids(held({"optimum": 99}, metric="slides")) == ["claim/optimum"]


def test_without_limits_a_minimum_waits_unless_the_files_own_play_refutes_it() -> None:
    found = held({"optimum": 99, "metric": "slides"}, limits=None)
    assert (found.findings, found.waiting) == ((), True)
    refuted = held({"optimum": 99, "metric": "slides", "solution": ["R", "D", "L", "U"]}, limits=None)
    assert (ids(refuted), refuted.waiting) == (["claim/optimum"], False)


def test_what_the_budget_leaves_open_is_said_with_the_bounds() -> None:
    with mock.patch("authoring.claims.answers", side_effect=_open_answers):
        found = held({"optimum": 12, "metric": "slides"})
    assert ids(found) == ["claim/undecided"]
    assert "proven are at least 5" in found.findings[0].message


def _open_answers(*_: Any) -> Any:
    from solvers.contract import Answer, MethodRun

    return iter([Answer("undecided", None, None, MethodRun("none", "search", 5, False))])


def test_bounds_alone_can_refute_a_minimum() -> None:
    with mock.patch("authoring.claims.answers", side_effect=_open_answers):
        assert ids(held({"optimum": 4, "metric": "slides"})) == ["claim/optimum"]
        assert ids(held({"optimum": 5, "metric": "slides"})) == ["claim/undecided"]


def test_ingest_writes_the_play_of_a_solution_that_wins_and_none_of_one_that_does_not(tmp_path: Path) -> None:
    (tmp_path / "pack.txt").write_text(GOOD + BAD)
    ran = levelpress("ingest", COLOR, "pack.txt", "-o", "out", "--rule", "cover", "--json", cwd=tmp_path)
    assert ran.code == 0
    found = ran.document("levelpress/candidates@1")
    assert [(one["id"], one["level"], one["severity"]) for one in found["findings"]] == [
        ("claim/solution-refused", "pack.txt#2", "warning")
    ]
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "pack-1.json",
        "pack-1.play.txt",
        "pack-2.json",
    ]
    notes = [json.loads((tmp_path / "out" / f"pack-{n}.json").read_text())["provenance"]["note"] for n in (1, 2)]
    assert "the file's solution wins: 1 draws, 3 cells" in notes[0] or "wins: 1 draws, 4 cells" in notes[0]
    assert "the file's solution does not win: play/not-won" in notes[1]
    played = levelpress("replay", "out/pack-1.json", "@out/pack-1.play.txt", cwd=tmp_path)
    assert played.code == 0


def claiming(**stated: Any) -> Reader:
    """A reader of a format whose files claim something of a ring."""

    def read(data: bytes, game: str, options: Any) -> Reading:
        return Reading("claiming", (Puzzle(1, {"rows": RING}, {"rule": "paint-all"}, stated=stated),))

    return Reader("claiming", MAZE, frozenset(), lambda *_: True, read)


def test_ingest_compares_a_claimed_minimum_when_asked_and_says_when_it_did_not(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("any bytes")
    arguments = ("ingest", MAZE, "ring.txt", "-o", "out", "--format", "claiming")
    with mock.patch("authoring.readers.registry.READERS", (claiming(optimum=99, metric="slides"),)):
        silent = levelpress(*arguments, cwd=tmp_path)
        asked = levelpress(*arguments, "--check-claims", cwd=tmp_path)
    assert "claimed optima not compared: 1; --check-claims compares them" in silent.err
    assert "claim/optimum" not in silent.err
    assert "claim/optimum" in asked.err
    assert f"proven are {_proven()}" in asked.err
    assert (silent.code, asked.code) == (0, 0)


def test_ingest_takes_the_metric_from_the_person_where_the_file_is_silent(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("any bytes")
    arguments = ("ingest", MAZE, "ring.txt", "-o", "out", "--format", "claiming", "--check-claims")
    with mock.patch("authoring.readers.registry.READERS", (claiming(optimum=99),)):
        assert "claim/other-metric" in levelpress(*arguments, cwd=tmp_path).err
        assert "claim/optimum" in levelpress(*arguments, "--claimed-metric", "slides", cwd=tmp_path).err
        wrong = levelpress(*arguments, "--claimed-metric", "slide", cwd=tmp_path)
    assert (wrong.code, "did you mean 'slides'" in wrong.err) == (2, True)


def test_a_minimum_in_a_remark_or_a_map_property_is_a_claim(tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("\n".join([*RING, "", "drawn by hand", "Minimum: 9 slides", ""]))
    rows = ",".join("1" if glyph in "@." else "0" for row in RING for glyph in row)
    (tmp_path / "ring.tmx").write_text(
        '<map><properties><property name="best" type="int" value="9"/></properties>'
        f'<layer name="a" width="5" height="5"><data encoding="csv">{rows}</data></layer></map>'
    )
    text = levelpress("ingest", MAZE, "ring.txt", "-o", "out", "--check-claims", cwd=tmp_path)
    assert "claim/optimum" in text.err
    tiled = ("ingest", MAZE, "ring.tmx", "-o", "out", "--start", "first", "--check-claims")
    assert "claim/other-metric" in levelpress(*tiled, cwd=tmp_path).err
    assert "claim/optimum" in levelpress(*tiled, "--claimed-metric", "slides", cwd=tmp_path).err


@pytest.mark.parametrize("remark", ["the minimum is 9", "minimum: nine", "best of 9: 3", "minimum: 9 slides or so"])
def test_prose_is_no_claim(remark: str, tmp_path: Path) -> None:
    (tmp_path / "ring.txt").write_text("\n".join([*RING, "", remark, ""]))
    ran = levelpress("ingest", MAZE, "ring.txt", "-o", "out", "--check-claims", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
