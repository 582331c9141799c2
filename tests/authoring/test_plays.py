"""MOVES in all their forms, states from both sides, and traces with undo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.command_line import levelpress

REPLAY, ENDS = "levelpress/replay@1", "levelpress/dead-ends@1"
KEYS = {"format", "level", "won", "length", "progress_basis", "steps", "refusal"}


def replayed(shelf: Path, moves: str, level: str = "ring.json", **more: Any) -> Any:
    return levelpress("replay", level, moves, "--json", cwd=shelf, **more).document(REPLAY)


@pytest.mark.parametrize(
    "moves", ["D;R;U;L", " D ; R;U ;L; ", "D\nR\nU\nL\n", "D\r\nR\r\nU;L", "DRUL", "D;RU;L", "DR\nUL"]
)
def test_the_forms_of_a_play_mean_the_same(moves: str, shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "play.txt").write_bytes(moves.encode())
    (tmp_path / "marked.txt").write_bytes(b"\xef\xbb\xbf" + moves.encode())
    expected = replayed(shelf, "D;R;U;L")
    assert (expected["won"], expected["length"], expected["refusal"]) == (True, 4, None)
    assert replayed(shelf, moves) == expected
    assert replayed(shelf, f"@{tmp_path / 'play.txt'}") == expected
    assert replayed(shelf, f"@{tmp_path / 'marked.txt'}") == expected
    assert replayed(shelf, "-", stdin=moves.encode()) == expected


def test_every_step_has_its_state_digest_and_progress(shelf: Path) -> None:
    found = replayed(shelf, "D;R;U;L")
    assert set(found) == KEYS
    assert found["progress_basis"] is None
    assert [step["move"] for step in found["steps"]] == [None, "D", "R", "U", "L"]
    assert [step["progress"] for step in found["steps"]] == [[0, 1], [2, 7], [4, 7], [6, 7], [1, 1]]
    assert found["steps"][0]["state"] == {"ball": [1, 1], "painted": ["00000", "01000", "00000", "00000", "00000"]}
    assert all(step["digest"].startswith("sha256:") for step in found["steps"])


@pytest.mark.parametrize(
    ("moves", "at", "move", "reason", "won", "length"),
    [
        ("R;X", 2, "X", "move/malformed", False, 1),
        ("R;R", 2, "R", "move/illegal", False, 1),
        ("R", 1, None, "play/not-won", False, 1),
        ("", 0, None, "play/not-won", False, 0),
        ("D;R;U;L;D", 5, "D", "play/after-win", True, 4),
        ("D;R;U;L;Q", 5, "Q", "move/malformed", True, 4),
        ("D;undo", 2, "undo", "move/malformed", False, 1),
        ("restart", 1, "restart", "move/malformed", False, 0),
    ],
)
def test_a_refusal_says_at_which_move_and_why(
    moves: str, at: int, move: str | None, reason: str, won: bool, length: int, shelf: Path
) -> None:
    found = replayed(shelf, moves)
    refusal = found["refusal"]
    assert (refusal["at"], refusal["move"], refusal["reason"]) == (at, move, reason)
    assert refusal["why"]
    assert (found["won"], found["length"], len(found["steps"])) == (won, length, length + 1)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw A 0,0 1,0 2,0", None),
        ("draw A 2,0 1,0 0,0", None),
        ("draw Q 0,0 1,0", "move/malformed"),
        ("draw A 00,0 1,0", "move/malformed"),
        ("draw A", "move/malformed"),
        ("draw a 0,0 1,0", "move/malformed"),
        ("draw A 0,0 0,-1", "move/malformed"),
        ("draw A 0,0", "move/illegal"),
        ("draw A 2,0 3,0", "move/illegal"),
        ("draw A 1,0 2,0", "move/illegal"),
        ("draw A 0,0 0,1", "move/illegal"),
        ("clear A", "move/illegal"),
        ("clear Q", "move/malformed"),
    ],
)
def test_malformed_is_what_the_form_refuses_and_illegal_what_the_rules_do(
    move: str, reason: str | None, shelf: Path
) -> None:
    refusal = replayed(shelf, move, level="stripes.json")["refusal"]
    assert refusal["reason"] == (reason or "play/not-won")


def test_from_and_after_speak_of_the_same_state(shelf: Path, tmp_path: Path) -> None:
    state = replayed(shelf, "D;R")["steps"][-1]["state"]
    (tmp_path / "state.json").write_text(json.dumps(state))
    shown = levelpress("show", "ring.json", "--after", "D;R", cwd=shelf)
    assert shown.code == 0
    for given in (json.dumps(state), f"@{tmp_path / 'state.json'}"):
        assert levelpress("show", "ring.json", "--from", given, cwd=shelf) == shown
    runs = [
        levelpress("solve", "ring.json", "--json", *where, cwd=shelf).document("levelpress/outcomes@1")["outcomes"][0]
        for where in (("--from", json.dumps(state)), ("--after", "DR"))
    ]
    assert [(one["optimum"], one["moves"]) for one in runs] == [(2, ["U", "L"])] * 2


def test_the_empty_play_leads_to_the_initial_state(shelf: Path) -> None:
    assert levelpress("show", "ring.json", "--after", "", cwd=shelf) == levelpress("show", "ring.json", cwd=shelf)


def test_a_state_of_another_form_is_refused_and_says_so(shelf: Path) -> None:
    ran = levelpress("solve", "stripes.json", "--from", '{"paths": {"A": [[0, 1], [0, 0]]}}', cwd=shelf)
    assert (ran.code, "state" in ran.err) == (3, True)


def traced(shelf: Path, moves: str, level: str = "one-way.json", code: int = 0) -> Any:
    ran = levelpress("dead-ends", level, "--trace", moves, "--json", cwd=shelf)
    assert ran.code == code, ran.err
    (entry,) = ran.document(ENDS)["levels"]
    return entry["trace"]


def fatal_play(shelf: Path) -> list[str]:
    """A shortest play into a dead end of the one-way board, found by asking for the distance after each play."""
    plays: list[list[str]] = [[]]
    while True:
        following = []
        for play in plays:
            for move in "DLRU":
                ran = levelpress("solve", "one-way.json", "--after", ";".join([*play, move]), "--json", cwd=shelf)
                if ran.code == 1 and ran.document("levelpress/outcomes@1")["outcomes"][0]["status"] == "unsolvable":
                    return [*play, move]
                if ran.code == 0:
                    following.append([*play, move])
        plays = following


def test_a_trace_names_the_fatal_move_and_how_long_it_went_on(shelf: Path) -> None:
    (entry,) = levelpress("dead-ends", "one-way.json", "--json", cwd=shelf).document(ENDS)["levels"]
    assert (entry["dead_end_free"], entry["trace"], entry["basis"]) == (False, None, "search")
    assert set(entry) == {
        *("level", "basis", "reachable", "solvable", "dead", "unknown", "dead_end_free", "first_fatal_move", "trace")
    }
    play = fatal_play(shelf)
    assert len(play) == entry["first_fatal_move"]
    fatal = {"first_unsolvable_at": len(play), "fatal_move": play[-1]}
    text = ";".join(play)
    assert traced(shelf, text) == fatal | {"delay": 1, "ended_by": "end"}
    assert traced(shelf, f"{text};undo") == fatal | {"delay": 1, "ended_by": "undo"}
    assert traced(shelf, f"{text};restart") == fatal | {"delay": 1, "ended_by": "restart"}
    before = traced(shelf, f"{play[0]};undo;{text}")
    assert before == fatal | {"first_unsolvable_at": len(play) + 2, "delay": 1, "ended_by": "end"}
    assert traced(shelf, ";".join(play[:-1])) == dict.fromkeys(before)


def test_a_trace_of_an_unsolvable_level_starts_in_a_dead_end(shelf: Path) -> None:
    trace = traced(shelf, "R", level="island.json")
    assert (trace["first_unsolvable_at"], trace["fatal_move"], trace["ended_by"]) == (0, None, "end")
    (entry,) = levelpress("dead-ends", "island.json", "--json", cwd=shelf).document(ENDS)["levels"]
    assert (entry["solvable"], entry["dead_end_free"], entry["first_fatal_move"]) == (0, False, 0)


def test_by_the_theorem_nothing_is_counted_unless_asked(shelf: Path) -> None:
    (entry,) = levelpress("dead-ends", "stripes.json", "--json", cwd=shelf).document(ENDS)["levels"]
    assert (entry["basis"], entry["dead_end_free"], entry["first_fatal_move"]) == ("theorem", True, None)
    assert {entry[name] for name in ("reachable", "solvable", "dead", "unknown")} == {None}
    (counted,) = levelpress("dead-ends", "stripes.json", "--count", "--json", cwd=shelf).document(ENDS)["levels"]
    assert (counted["dead"], counted["unknown"]) == (0, 0)
    assert counted["solvable"] == counted["reachable"] > 1


def test_what_the_limit_leaves_open_is_unknown_and_never_claimed(shelf: Path) -> None:
    ran = levelpress("dead-ends", "one-way.json", "--states", "3", "--json", cwd=shelf)
    (entry,) = ran.document(ENDS)["levels"]
    assert ran.code == 4
    assert entry["unknown"] > 0
    assert entry["solvable"] + entry["dead"] + entry["unknown"] == entry["reachable"]
    assert entry["dead_end_free"] is (False if entry["dead"] else None)
    assert entry["first_fatal_move"] is None


@pytest.mark.parametrize("arguments", [("crossed.json",), ("island.json",), ("island.json", "--states", "1")], ids=str)
def test_an_unsolvable_level_is_never_called_dead_end_free(arguments: tuple[str, ...], shelf: Path) -> None:
    (entry,) = levelpress("dead-ends", *arguments, "--json", cwd=shelf).document(ENDS)["levels"]
    assert (entry["dead_end_free"], entry["first_fatal_move"]) == (False, 0)
    told = levelpress("dead-ends", *arguments, cwd=shelf)
    assert told.code == 0
    assert "dead-end free" not in told.out
    assert arguments[0] in told.out


def test_a_solvable_level_without_dead_ends_is_told_so(shelf: Path) -> None:
    assert "stripes.json: dead-end free" in levelpress("dead-ends", "stripes.json", cwd=shelf).out
    told = levelpress("dead-ends", "one-way.json", cwd=shelf).out
    assert "dead-end free" not in told


def test_a_trace_on_standard_input_is_judged_on_every_level(shelf: Path) -> None:
    ran = levelpress(
        "dead-ends", "one-way.json", "one-way.json", "--trace", "-", "--json", cwd=shelf, stdin=b"R;undo;U"
    )
    assert ran.code == 1
    ran = levelpress("dead-ends", "one-way.json", "one-way.json", "--trace", "-", "--json", cwd=shelf, stdin=b"R;L")
    first, second = ran.document(ENDS)["levels"]
    assert first == second
    assert first["trace"] == dict.fromkeys(("first_unsolvable_at", "fatal_move", "delay", "ended_by"))


@pytest.mark.parametrize("lines", [b"", b"\n\n"])
def test_a_stream_of_no_plays_is_a_finding(lines: bytes, shelf: Path) -> None:
    ran = levelpress("replay", "--jsonl", "-", cwd=shelf, stdin=lines)
    assert (ran.code, "run/no-levels" in ran.err) == (1, True)


def test_a_line_cannot_take_the_stream_for_its_level(shelf: Path) -> None:
    lines = [
        {"level": "-", "moves": "R"},
        {"level": "ring.json", "moves": "-"},
        {"level": "ring.json", "moves": "DRUL"},
    ]
    ran = levelpress("replay", "--jsonl", "-", cwd=shelf, stdin="\n".join(map(json.dumps, lines)).encode())
    assert ran.code == 3
    assert ran.lines(REPLAY)[-1]["won"] is True


@pytest.mark.parametrize("command", ["solve", "show", "replay", "dead-ends"])
def test_a_refused_play_is_told_with_the_level_that_refuses_it(command: str, shelf: Path) -> None:
    rest = {"replay": ("U",), "dead-ends": ("--trace", "U")}.get(command, ("--after", "U"))
    ran = levelpress(command, "ring.json", *rest, cwd=shelf)
    assert ran.code == 1
    assert ran.err.startswith("ring.json:move 1: error: move/illegal: ")
