"""What goes to which stream, in which colour, with how much said on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from authoring.program import COMMANDS
from tests.authoring.boards import ONE_WAY, RING, level, write, write_board
from tests.authoring.command_line import levelpress

ESCAPE = "\x1b"
CONTROL = f"{ESCAPE}]0;owned\x07{ESCAPE}[31mred"


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "ring.json", "--json"),
        ("solve", "two-starts.json", "none.json", "--jsonl"),
        ("replay", "ring.json", "R", "--json"),
        ("check", "two-starts.json", "--json"),
        ("dead-ends", "ring.json", "two-starts.json", "--json"),
        ("explain", "--list", "--json"),
    ],
    ids=str,
)
def test_standard_output_carries_the_document_and_nothing_else(arguments: tuple[str, ...], shelf: Path) -> None:
    ran = levelpress(*arguments, cwd=shelf)
    assert ran.out.startswith("{")
    assert ran.out.rstrip().endswith("}")
    assert "error:" not in ran.out


@pytest.mark.parametrize("command", ["show", "certify"])
def test_where_nothing_came_of_it_standard_output_is_empty(command: str, shelf: Path) -> None:
    ran = levelpress(command, "two-starts.json", "none.json", "nothing", cwd=shelf)
    assert ran.out == ""
    assert "maze-paint/many-starts" in ran.err


@pytest.mark.parametrize("command", ["solve", "show", "check", "certify", "dead-ends"])
@pytest.mark.parametrize(
    ("options", "environment", "coloured"),
    [
        ((), {}, False),
        ((), {"TERM": "xterm-256color"}, False),
        (("--color", "always"), {}, True),
        (("--color", "always"), {"NO_COLOR": "1", "TERM": "dumb"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "", "NO_COLOR": ""}, False),
    ],
    ids=str,
)
def test_the_first_that_speaks_decides_on_colour(
    command: str, options: tuple[str, ...], environment: dict[str, str], coloured: bool, shelf: Path
) -> None:
    ran = levelpress(command, "two-starts.json", *options, cwd=shelf, environment=environment)
    assert (ESCAPE in ran.err) is coloured
    assert ESCAPE not in ran.out


def test_a_play_that_is_refused_is_coloured_as_asked_too(shelf: Path) -> None:
    for command in ("solve", "show"):
        ran = levelpress(command, "ring.json", "--after", "U", "--color", "always", cwd=shelf)
        assert ran.code == 1
        assert ESCAPE in ran.err


@pytest.mark.parametrize("mode", ["auto", "bar", "lines", "none"])
def test_no_kind_of_progress_writes_an_escape_on_a_pipe(mode: str, tmp_path: Path) -> None:
    for number in range(3):
        write_board(tmp_path / f"{number}.txt", RING)
    files = [f"{number}.txt" for number in range(3)]
    ran = levelpress("ingest", "maze-paint", *files, "-o", "out", "--progress", mode, cwd=tmp_path)
    assert ESCAPE not in ran.err + ran.out


@pytest.mark.parametrize("options", [("--progress", "lines"), ("--progress", "auto"), ()])
@pytest.mark.parametrize(
    ("command", "number"), [("solve", 10), ("solve", 37), ("certify", 10), ("dead-ends", 20), ("check", 30)]
)
def test_off_a_terminal_there_is_one_plain_line_per_tenth(
    command: str, number: int, options: tuple[str, ...], tmp_path: Path
) -> None:
    for each in range(number):
        write(tmp_path / "top" / f"{each:02}.json", level("maze-paint", RING))
    ran = levelpress(command, "top", *options, cwd=tmp_path)
    said = [line for line in ran.err.splitlines() if re.match("[0-9]+/[0-9]+ ", line)]
    assert len(said) == 10
    assert [line.split()[0] for line in said] == [f"{-(-number * tenth // 10)}/{number}" for tenth in range(1, 11)]


def test_progress_can_be_turned_off(tmp_path: Path) -> None:
    for each in range(20):
        write(tmp_path / "top" / f"{each:02}.json", level("maze-paint", RING))
    assert levelpress("solve", "top", "--progress", "none", cwd=tmp_path).err == ""


def test_control_characters_of_a_title_or_name_reach_no_stream(tmp_path: Path) -> None:
    write(tmp_path / "level.json", level("maze-paint", ONE_WAY, title=CONTROL))
    write(tmp_path / f"{CONTROL}.json", level("maze-paint", ONE_WAY))
    write(tmp_path / f"{CONTROL}-bad.json", level("maze-paint", RING.replace(".", CONTROL[0]), tags=[CONTROL]))
    runs = [
        levelpress(command, *files, cwd=tmp_path)
        for command in ("show", "solve", "dead-ends", "check", "certify")
        for files in (("level.json",), (f"{CONTROL}.json",), (f"{CONTROL}-bad.json",), (f"{CONTROL}-none.json",))
    ]
    runs += [
        levelpress("replay", f"{CONTROL}.json", f"R;{CONTROL}", cwd=tmp_path),
        levelpress("replay", "level.json", f"R;{CONTROL}", "--json", cwd=tmp_path),
        levelpress("solve", f"{CONTROL}.json", "--json", cwd=tmp_path),
        levelpress("solve", "level.json", "--engine", CONTROL, cwd=tmp_path),
        levelpress("explain", CONTROL),
        levelpress("ingest", CONTROL, "level.json", "-o", "out", cwd=tmp_path),
    ]
    for ran in runs:
        assert ESCAPE not in ran.out + ran.err
        assert "\x07" not in ran.out + ran.err


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help_and_no_command_of_the_table_is_missing(command: str) -> None:
    ran = levelpress(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: levelpress {command}")
    assert command in levelpress("--help").out


@pytest.mark.parametrize(
    "words",
    [("add",), ("objective", "add"), ("playtest",), ("promote",), ("retire",), ("reject",), ("list",), ("order",)],
)
def test_every_step_of_the_lifecycle_has_help(words: tuple[str, ...]) -> None:
    assert levelpress("catalogue", *words, "--help").code == 0


def test_no_command_waits_for_an_answer(shelf: Path) -> None:
    """Standard input is empty and stays so: what is not said is an error, not a question."""
    for name in COMMANDS:
        ran = levelpress(name, cwd=shelf / "nothing")
        assert ran.code in (0, 2)


@pytest.mark.parametrize("command", ["solve", "show", "certify", "check", "dead-ends"])
def test_a_line_feed_in_a_name_forges_no_line(command: str, tmp_path: Path) -> None:
    name = "a\nerror: forged.json"
    assert len(levelpress(command, name, cwd=tmp_path).err.splitlines()) == 1
    write(tmp_path / name, level("maze-paint", RING.replace("#@", "##")))
    ran = levelpress(command, name, cwd=tmp_path)
    assert ran.code == 1
    assert not any(line.startswith("error: forged") for line in ran.err.splitlines())
