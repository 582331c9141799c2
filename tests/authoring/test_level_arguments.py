"""What a level argument may be, and how each document names the level."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.authoring.boards import RING, STRIPES, level, write, write_board
from tests.authoring.command_line import Ran, levelpress

OUTCOMES = "levelpress/outcomes@1"
MAZE = ("--game", "maze-paint")


def named(ran: Ran) -> list[str]:
    """The names of the levels of an outcomes document, in its order."""
    return [one["level"] for one in ran.document(OUTCOMES)["outcomes"]]


def solve(*arguments: str | Path, **more: Any) -> Ran:
    return levelpress("solve", "--json", "--engine", "all", *arguments, **more)


@pytest.mark.parametrize(
    "given",
    ["ring.json", "./ring.json", "deep/../ring.json", "deep//a b.json", "./deep/./ü.json", "deep/we#ird#2.json"],
)
def test_level_is_the_path_as_given(given: str, tmp_path: Path) -> None:
    for name in ("ring.json", "deep/a b.json", "deep/ü.json", "deep/we#ird#2.json"):
        write(tmp_path / name, level("maze-paint", RING, title="Weiß ⟲"))
    ran = solve(given, cwd=tmp_path)
    assert (ran.code, named(ran)) == (0, [given])
    played = levelpress("replay", given, "D;R;U;L", "--json", cwd=tmp_path).document("levelpress/replay@1")
    assert played["level"] == given
    ends = levelpress("dead-ends", given, "--json", cwd=tmp_path).document("levelpress/dead-ends@1")
    assert [one["level"] for one in ends["levels"]] == [given]


def test_level_is_the_id_where_the_file_has_one(tmp_path: Path) -> None:
    write(tmp_path / "mine.json", level("maze-paint", RING, id="mp-0007"))
    assert named(solve("mine.json", cwd=tmp_path)) == ["mp-0007"]
    assert named(solve(".", cwd=tmp_path)) == ["mp-0007"]
    played = levelpress("replay", "mine.json", "U", "--json", cwd=tmp_path)
    assert played.document("levelpress/replay@1")["level"] == "mp-0007"
    ends = levelpress("dead-ends", "mine.json", "--json", cwd=tmp_path).document("levelpress/dead-ends@1")
    assert ends["levels"][0]["level"] == "mp-0007"


def test_the_order_of_the_entries_is_the_order_of_the_arguments(shelf: Path) -> None:
    files = ["stripes.json", "ring.json", "two-starts.json", "crossed.json", "ring.json"]
    assert named(solve(*files, cwd=shelf)) == files
    ends = levelpress("dead-ends", *files, "--json", cwd=shelf).document("levelpress/dead-ends@1")
    assert [one["level"] for one in ends["levels"]] == [name for name in files if name != "two-starts.json"]


def test_a_folder_is_every_level_below_it_in_order_of_path_bytes(tmp_path: Path) -> None:
    names = ["Z.json", "a-b/x.json", "a/x.json", "a.json", "a/b/c.json", "é.json", "10.json", "9.json"]
    for name in names:
        write(tmp_path / "top" / name, level("maze-paint", RING))
    write(tmp_path / "top" / "a.certificate.json", {"format": "levelpress/certificate@1"})
    write(tmp_path / "top" / "objectives.json", {"format": "levelpress/objectives@1"})
    write_board(tmp_path / "top" / "board.txt", RING)
    ran = solve("top", cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert named(ran) == sorted((f"top/{name}" for name in names), key=os.fsencode)


def test_with_a_game_a_folder_is_every_file_but_other_documents(tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("maze-paint", RING))
    write(tmp_path / "a.certificate.json", {"format": "levelpress/certificate@1"})
    write_board(tmp_path / "b.txt", RING)
    ran = solve(".", *MAZE, cwd=tmp_path)
    assert (ran.code, ran.err) == (0, "")
    assert [Path(name).name for name in named(ran)] == ["a.json", "b.txt"]


def test_an_unreadable_file_of_a_folder_is_named(tmp_path: Path) -> None:
    write(tmp_path / "top" / "good.json", level("maze-paint", RING))
    write_board(tmp_path / "top" / "half.json", "{")
    ran = solve("top", cwd=tmp_path)
    assert (ran.code, named(ran)) == (3, ["top/good.json"])
    assert "top/half.json" in ran.err


def test_each_puzzle_of_a_file_has_its_number_and_refused_ones_count(shelf: Path) -> None:
    ran = solve("pack.txt", "--game", "color-connect", cwd=shelf)
    entries = ran.document(OUTCOMES)["outcomes"]
    assert [(one["level"], one["status"]) for one in entries] == [
        ("pack.txt#1", "solvable"),
        ("pack.txt#2", "invalid"),
        ("pack.txt#3", "solvable"),
    ]
    assert {one["level"] for one in entries[1]["findings"]} == {"pack.txt#2"}
    assert ran.code == 1


def test_one_puzzle_of_a_file_can_be_named(shelf: Path) -> None:
    ran = solve("pack.txt#3", "pack.txt#1", "--game", "color-connect", cwd=shelf)
    assert (ran.code, named(ran)) == (0, ["pack.txt#3", "pack.txt#1"])
    moves = "draw A 0,0 1,0;draw B 0,1 1,1"
    assert levelpress("replay", "pack.txt#3", moves, "--game", "color-connect", cwd=shelf).code == 0


def test_a_dash_reads_standard_input_native_or_with_a_game(shelf: Path) -> None:
    ran = solve("-", stdin=(shelf / "ring.json").read_bytes())
    assert (ran.code, named(ran)) == (0, ["-"])
    ran = solve("-", *MAZE, stdin=RING.encode())
    assert (ran.code, named(ran)) == (0, ["-"])
    ran = solve("-", "--game", "color-connect", stdin=(shelf / "pack.txt").read_bytes())
    assert (ran.code, named(ran)) == (1, ["-#1", "-#2", "-#3"])
    assert levelpress("show", "-", stdin=b"").code == 3


@pytest.mark.parametrize("text", [RING, RING.replace("\n", "\r\n"), "\ufeff" + RING, RING.rstrip("\n")])
def test_line_ends_and_a_byte_order_mark_change_no_digest(text: str, shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_bytes(text.encode())
    shown = levelpress("show", "board.txt", *MAZE, cwd=tmp_path)
    assert shown.code == 0
    assert shown.out.splitlines()[1:] == levelpress("show", "ring.json", cwd=shelf).out.splitlines()[1:]


@pytest.mark.parametrize(
    ("options", "first"),
    [
        (("--start", "first"), "#@..#"),
        (("--start", "1,3"), "#..@#"),
        (("--start", "left-bottom"), "#...#"),
    ],
)
def test_the_start_rules_decide_where_a_board_without_a_start_begins(
    options: tuple[str, ...], first: str, shelf: Path
) -> None:
    shown = levelpress("show", "no-start.txt", *MAZE, *options, cwd=shelf)
    assert (shown.code, first in shown.out) == (0, True)


def test_walls_and_floor_say_what_the_characters_mean(tmp_path: Path) -> None:
    write_board(tmp_path / "x.txt", RING.replace("#", "X").replace(".", "o"))
    assert levelpress("show", "x.txt", *MAZE, cwd=tmp_path).code in (1, 3)
    shown = levelpress("show", "x.txt", *MAZE, "--walls", "X", "--floor", "o", cwd=tmp_path)
    assert (shown.code, "#@..#" in shown.out) == (0, True)


def test_the_rule_of_a_file_that_states_none_can_be_given(tmp_path: Path) -> None:
    write_board(tmp_path / "s.txt", STRIPES)
    for rule in ("connect", "cover"):
        shown = levelpress("show", "s.txt", "--game", "color-connect", "--rule", rule, cwd=tmp_path)
        assert (shown.code, f"goal {rule}" in shown.out) == (0, True)


TILED = """<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" infinite="0"><tileset firstgid="1" source="elsewhere.tsx"/>
<layer id="1" name="floor" width="3" height="2"><data encoding="csv">
1,1,1,
1,0,1
</data></layer></map>
"""


def test_a_tiled_map_asks_for_its_start(tmp_path: Path) -> None:
    write_board(tmp_path / "map.tmx", TILED)
    asked = levelpress("show", "map.tmx", *MAZE, cwd=tmp_path)
    assert (asked.code, "--start" in asked.err) == (2, True)
    assert levelpress("show", "map.tmx", *MAZE, "--start", "first", "--format", "tiled", cwd=tmp_path).code == 0


def test_an_id_is_found_in_the_workspace_around_or_named(workspace: Path, tmp_path: Path) -> None:
    write(workspace / "catalogue" / "levels" / "maze-paint" / "mp-0003.json", level("maze-paint", RING, id="mp-0003"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    inside = solve("mp-0003", cwd=workspace / "catalogue" / "candidates")
    assert (inside.code, named(inside)) == (0, ["mp-0003"])
    assert named(solve("mp-0003", "--workspace", workspace, cwd=elsewhere)) == ["mp-0003"]
    environment = {"LEVELPRESS_WORKSPACE": str(workspace)}
    assert named(solve("mp-0003", cwd=elsewhere, environment=environment)) == ["mp-0003"]
    assert named(solve("mp-0003", "--workspace", "../place", cwd=elsewhere)) == ["mp-0003"]
    lost = solve("mp-0003", cwd=elsewhere)
    assert (lost.code, "mp-0003" in lost.err) == (3, True)
    near = solve("mp-0030", cwd=workspace)
    assert (near.code, "mp-0003" in near.err) == (3, True)


def test_the_option_beats_the_variable_and_the_current_folder(workspace: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert levelpress("init", other).code == 0
    assert levelpress("catalogue", "objective", "add", "maze-paint/easy", "--count", "1", cwd=other).code == 0
    environment = {"LEVELPRESS_WORKSPACE": str(workspace)}
    chosen = levelpress("stats", "--json", "--workspace", other, cwd=workspace, environment=environment)
    assert [one["id"] for one in chosen.document("levelpress/stats@1")["objectives"]] == ["maze-paint/easy"]
    varied = levelpress("stats", "--json", cwd=other, environment=environment)
    assert varied.document("levelpress/stats@1")["objectives"] == []


def test_one_broken_catalogue_file_named_by_id_leaves_the_others(workspace: Path, shelf: Path) -> None:
    write_board(workspace / "catalogue" / "levels" / "maze-paint" / "mp-0001.json", "{")
    ran = solve("mp-0001", shelf / "ring.json", cwd=workspace)
    assert (ran.code, named(ran)) == (3, [str(shelf / "ring.json")])
    assert "mp-0001" in ran.err


def test_no_command_but_those_of_the_workspace_needs_one(shelf: Path) -> None:
    assert solve("ring.json", cwd=shelf).code == 0
    assert levelpress("show", "ring.json", cwd=shelf).code == 0
    assert levelpress("dead-ends", "ring.json", cwd=shelf).code == 0
    assert levelpress("replay", "ring.json", "DRUL", cwd=shelf).code == 0


def test_the_json_of_a_name_that_is_no_utf_8_is_still_json(tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff.json")
    write(tmp_path / name, level("maze-paint", RING))
    ran = solve(name, cwd=tmp_path)
    assert ran.code == 0
    assert json.loads(ran.out)["outcomes"][0]["status"] == "solvable"


def test_standard_input_is_read_once_and_meant_for_every_level(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        write(tmp_path / name, level("maze-paint", RING))
    ran = solve("a.json", "b.json", "--after", "-", cwd=tmp_path, stdin=b"D;R")
    assert [one["optimum"] for one in ran.document(OUTCOMES)["outcomes"]] == [2, 2]
    state = b'{"ball": [3, 1], "painted": ["00000", "01000", "01000", "01000", "00000"]}'
    ran = solve("a.json", "b.json", "--from", "-", cwd=tmp_path, stdin=state)
    assert [one["optimum"] for one in ran.document(OUTCOMES)["outcomes"]] == [3, 3]


@pytest.mark.parametrize(
    "arguments",
    [("replay", "-", "-"), ("solve", "-", "--after", "-"), ("show", "-", "--from", "-")],
)
def test_standard_input_cannot_be_two_things(arguments: tuple[str, ...], shelf: Path) -> None:
    ran = levelpress(*arguments, stdin=(shelf / "ring.json").read_bytes())
    assert ran.code == 2


@pytest.mark.parametrize("command", ["solve", "show", "certify", "check", "dead-ends"])
def test_an_empty_argument_is_no_folder(command: str, tmp_path: Path) -> None:
    write(tmp_path / "ring.json", level("maze-paint", RING))
    ran = levelpress(command, "", cwd=tmp_path)
    assert ran.code == 3
    assert [path.name for path in tmp_path.iterdir()] == ["ring.json"]
    assert "proven by" not in ran.out
