"""The one table of exit codes, row by row, and which of several counts."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from authoring.exit_codes import ExitCode, worst
from tests.authoring.command_line import levelpress

OUTCOMES, REPORT = "levelpress/outcomes@1", "levelpress/report@1"
PIN = "lpb-2026.01.0@sha256:" + "0" * 64

TABLE: dict[int, list[tuple[str, ...]]] = {
    0: [
        ("solve", "ring.json"),
        ("show", "ring.json"),
        ("replay", "ring.json", "D;R;U;L"),
        ("dead-ends", "ring.json"),
        ("dead-ends", "one-way.json"),
        ("dead-ends", "island.json"),
        ("dead-ends", "crossed.json"),
        ("check", "ring.json"),
        ("explain", "run/no-levels"),
        ("explain", "--list"),
        ("--help",),
        ("--version",),
    ],
    1: [
        # A level file that parses, but breaks its schema or its rules.
        *(
            (command, file)
            for command in ("solve", "show", "check", "certify", "dead-ends")
            for file in ("unknown-field.json", "two-starts.json")
        ),
        ("replay", "two-starts.json", "R"),
        # Unsolvable.
        ("solve", "island.json"),
        ("solve", "crossed.json"),
        # A play that is refused, or that does not win.
        ("replay", "ring.json", "U"),
        ("replay", "ring.json", "R"),
        ("replay", "ring.json", ""),
        ("replay", "ring.json", "D;R;U;L;D"),
        ("solve", "ring.json", "--after", "U"),
        ("show", "ring.json", "--after", "R;U"),
        ("dead-ends", "one-way.json", "--trace", "U"),
        # A malformed move is no malformed input.
        ("replay", "ring.json", "R;X"),
        ("replay", "ring.json", "undo"),
        ("replay", "stripes.json", "draw Q 0,0 1,0"),
        ("replay", "stripes.json", "draw A 00,0 1,0"),
        ("solve", "ring.json", "--after", "X"),
        ("dead-ends", "one-way.json", "--trace", "X"),
        # Nothing matched.
        ("solve", "nothing"),
        ("certify", "nothing"),
        ("dead-ends", "nothing"),
        ("check", "nothing"),
        ("show", "nothing"),
        ("replay", "nothing", "R"),
        ("solve", "nothing", "ring.json"),
        ("show", "ring.json", "nothing"),
    ],
    2: [
        ("slove", "ring.json"),
        ("solve",),
        ("replay", "ring.json"),
        ("explain",),
        ("explain", "no/such-finding"),
        ("solve", "ring.json", "--jsno"),
        ("solve", "ring.json", "--engine", "oracle"),
        ("solve", "ring.json", "--metric", "steps"),
        ("solve", "ring.json", "--states", "0"),
        ("solve", "ring.json", "--jobs", "0"),
        ("solve", "ring.json", "--seconds", "0"),
        ("solve", "ring.json", "--seconds", "nan"),
        ("solve", "ring.json", "--json", "--jsonl"),
        ("solve", "ring.json", "--color", "red"),
        ("solve", "ring.json", "--from", "{}", "--after", "R"),
        ("solve", "ring.txt", "--game", "maze-pant"),
        ("solve", "ring.txt", "--start", "first"),
        ("solve", "ring.txt", "--game", "maze-paint", "--format", "texte"),
        ("solve", "no-start.txt", "--game", "maze-paint"),
        ("solve", "no-start.txt", "--game", "maze-paint", "--start", "middle"),
        ("solve", "stripes.json", "--game", "color-connect", "--rule", "cover"),
        ("ingest", "maze-pant", "ring.txt", "-o", "out"),
        ("ingest", "maze-paint", "no-start.txt", "-o", "out"),
        ("ingest", "maze-paint", "ring.txt", "-o", "out", "--first-public", "last May"),
        ("replay", "--jsonl", "-", "ring.json", "R"),
        ("replay", "pack.txt", "R", "--game", "color-connect"),
        ("catalogue", "ad", "ring.json"),
        ("catalogue", "add", "ring.json"),
        ("stats",),
        ("check",),
        ("freeze", "lpb-2026.01.0"),
    ],
    3: [
        *((command, "none.json") for command in ("solve", "show", "check", "certify", "dead-ends")),
        ("replay", "none.json", "R"),
        ("ingest", "maze-paint", "none.txt", "-o", "out"),
        *(
            ("show", file)
            for file in (
                "fifo.json",
                "truncated.json",
                "prose.json",
                "binary.json",
                "other-document.json",
                "no-document.json",
            )
        ),
        ("solve", "ring.json/ring.json"),
        ("ingest", "maze-paint", "nothing", "-o", "out"),
        ("ingest", "maze-paint", "fifo.json", "-o", "out"),
        ("ingest", "maze-paint", "binary.json", "-o", "out"),
        # No reading that fits.
        ("ingest", "maze-paint", "prose.txt", "-o", "out"),
        ("solve", "prose.txt", "--game", "maze-paint"),
        # What a level is asked from.
        ("solve", "ring.json", "--from", "{}"),
        ("solve", "ring.json", "--from", "no state"),
        ("solve", "ring.json", "--from", '{"ball": [0, 0], "painted": ["00000", "01000", "00000", "00000", "00000"]}'),
        ("solve", "ring.json", "--from", "\udcff"),
        ("solve", "ring.json", "--from", "@none.json"),
        ("show", "ring.json", "--from", "[]"),
        ("replay", "ring.json", "@none.txt"),
        ("replay", "ring.json", "@nothing"),
        ("replay", "ring.json", "@binary.json"),
        ("replay", "--jsonl", "none.jsonl"),
        ("replay", "--jsonl", "nothing"),
        # A place that cannot be written is the person's, not a fault of the program.
        ("ingest", "maze-paint", "ring.txt", "-o", "ring.txt"),
        ("ingest", "maze-paint", "ring.txt", "-o", "ring.txt/deeper"),
        # Pins.
        ("verify", "lpb-2026.01.0", "--root", "nothing"),
        ("verify", "latest", "--root", "nothing"),
        ("verify", PIN[:-1], "--root", "nothing"),
        ("verify", PIN.replace("sha256", "SHA256"), "--root", "nothing"),
        ("verify", PIN, "--root", "nothing"),
    ],
    4: [
        ("solve", "one-way.json", "--engine", "painted-search", "--states", "1"),
        ("dead-ends", "one-way.json", "--states", "1"),
    ],
}


@pytest.mark.parametrize(
    ("code", "arguments"), [(code, arguments) for code, rows in TABLE.items() for arguments in rows], ids=str
)
def test_each_row_of_the_table(code: int, arguments: tuple[str, ...], shelf: Path, tmp_path: Path) -> None:
    arguments = tuple(str(tmp_path) if argument == "out" else argument for argument in arguments)
    ran = levelpress(*arguments, cwd=shelf)
    assert ran.code == code, ran.err
    assert "internal error" not in ran.err
    assert "Traceback" not in ran.err
    if code:
        assert ran.err or ran.out, "a failure is never silent"


@pytest.mark.parametrize(
    ("arguments", "texts"),
    [
        (("slove", "ring.json"), ("slove", "solve")),
        (("solve", "ring.json", "--jsno"), ("--jsno", "--json")),
        (("ingest", "maze-pant", "ring.txt", "-o", "out"), ("maze-pant", "did you mean 'maze-paint'")),
        (("solve", "ring.txt", "--game", "color-conect"), ("did you mean 'color-connect'",)),
        (("solve", "no-start.txt", "--game", "maze-paint"), ("no-start.txt", "--start", "first", "left-bottom", "r,c")),
        (("solve", "ring.json", "--engine", "painted-serch"), ("did you mean 'painted-search'", "walk-program-scip")),
        (("solve", "ring.json", "--metric", "slide"), ("did you mean 'slides'",)),
        (("solve", "ring.txt", "--game", "maze-paint", "--format", "texte"), ("did you mean 'text'",)),
        (("explain", "run/no-level"), ("did you mean 'run/no-levels'",)),
        (("show", "rign.json"), ("rign.json", "did you mean", "ring.json")),
        (("solve", "unknown-field.json"), ("colour",)),
        (("verify", "lpb-2026.01.0", "--root", "nothing"), ("bare label", "@sha256:")),
    ],
    ids=str,
)
def test_what_is_said_names_the_near_miss_or_the_choice(
    arguments: tuple[str, ...], texts: tuple[str, ...], shelf: Path
) -> None:
    ran = levelpress(*arguments, cwd=shelf)
    assert ran.code in (1, 2, 3)
    for text in texts:
        assert text in ran.err


@pytest.mark.parametrize("command", ["solve", "show", "check", "certify", "dead-ends"])
@pytest.mark.parametrize("file", ["none.json", "truncated.json", "binary.json", "fifo.json", "other-document.json"])
def test_an_unreadable_input_costs_one_line_that_names_the_file(command: str, file: str, shelf: Path) -> None:
    ran = levelpress(command, file, cwd=shelf)
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith(file) or ran.err.startswith(f"levelpress: {file}")


@pytest.mark.parametrize("arguments", [("replay", "none.json", "R"), ("ingest", "maze-paint", "none.json", "-o", ".")])
def test_so_it_does_for_replay_and_ingest(arguments: tuple[str, ...], shelf: Path) -> None:
    ran = levelpress(*arguments, cwd=shelf)
    assert len(ran.err.splitlines()) == 1
    assert "none.json" in ran.err


def test_an_unreadable_input_does_not_keep_the_others_from_being_solved(shelf: Path) -> None:
    ran = levelpress("solve", "none.json", "ring.json", "binary.json", "two-starts.json", "--json", cwd=shelf)
    assert ran.code == 3
    solved = {one["level"]: one["status"] for one in ran.document(OUTCOMES)["outcomes"]}
    assert (solved["ring.json"], solved["two-starts.json"]) == ("solvable", "invalid")


@pytest.mark.parametrize("command", ["solve", "certify", "dead-ends", "check", "show"])
def test_zero_levels_matched_is_a_finding(command: str, shelf: Path) -> None:
    ran = levelpress(command, "nothing", cwd=shelf)
    assert ran.code == 1
    assert "run/no-levels" in ran.err


def test_zero_levels_matched_is_a_finding_in_the_report_too(shelf: Path) -> None:
    report = levelpress("check", "nothing", "--json", cwd=shelf).document(REPORT)
    assert [one["id"] for one in report["findings"]] == ["run/no-levels"]
    assert (report["summary"]["levels"], report["summary"]["passed"]) == (0, 0)


def test_a_number_that_the_file_does_not_have_is_no_success(shelf: Path) -> None:
    ran = levelpress("solve", "pack.txt#9", "ring.txt", "--game", "color-connect", cwd=shelf)
    assert ran.code in (1, 3)
    assert "pack.txt#9" in ran.err


def test_of_two_codes_the_first_in_the_order_counts() -> None:
    order = [130, 6, 3, 5, 1, 4, 0]
    for first, second in combinations(order, 2):
        assert worst([ExitCode(first), ExitCode(second)]) == first
        assert worst([ExitCode(second), ExitCode(first)]) == first
    assert worst([]) == 0


UNDECIDED = ("one-way.json", "--engine", "painted-search", "--states", "1")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("solve", "two-starts.json", *UNDECIDED), 1),
        (("solve", "none.json", *UNDECIDED), 3),
        (("solve", "none.json", "two-starts.json", *UNDECIDED), 3),
        (("dead-ends", "two-starts.json", "one-way.json", "--states", "1"), 1),
        (("show", "ring.json", "two-starts.json", "none.json"), 3),
        (("check", "two-starts.json", "none.json"), 3),
    ],
    ids=str,
)
def test_of_several_the_first_in_the_order_counts(arguments: tuple[str, ...], code: int, shelf: Path) -> None:
    assert levelpress(*arguments, cwd=shelf).code == code
