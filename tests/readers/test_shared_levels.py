"""Files of other people, where they are at hand: every one is read as its truth says, or refused for its reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from authoring.readers import Puzzle, Refusal
from games.registry import game_named
from tests.readers.reading import COLOR, MAZE, board, read


def truths(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]


def solves(puzzle: Puzzle) -> bool:
    """Whether the solution that the file states wins under the rules."""
    game = game_named(COLOR)
    level = game.parse(puzzle.board, puzzle.goal)
    state = game.initial(level)
    for move in puzzle.stated["solution"]:
        state = game.apply(level, state, move)
    return game.won(level, state)


def test_all_85_tiled_maps_read_as_the_contest_played_them(shared_levels: Path) -> None:
    expected = {truth["id"]: truth["level"] for truth in truths(shared_levels, "maze_paint/contest.jsonl")}
    files = sorted((shared_levels / "maze_paint/tiled").glob("*.xml"))
    found = {file.stem: board(file.read_bytes(), MAZE, start="left-bottom").board["rows"] for file in files}
    assert len(found) == 85
    assert found == expected


def test_text_boards_read_as_drawn_with_their_remarks(shared_levels: Path) -> None:
    compared = 0
    for truth in truths(shared_levels, "maze_paint/small_text.jsonl"):
        starred = any("*" in row for row in truth["level"])
        options: dict[str, Any] = {"walls": "*", "floor": " "} if starred else {}
        marked = any("o" in row for row in truth["level"])
        start = {} if marked else {"start": "first"}
        puzzle = board("\n".join([*truth["level"], "", truth["notes"]]), MAZE, **options, **start)
        native = str.maketrans("* o", "#.@") if starred else str.maketrans("o", "@")
        expected = [row.translate(native) for row in truth["level"]]
        if not marked:
            expected[0] = expected[0].replace(".", "@", 1)
        assert (puzzle.board["rows"], puzzle.note or "") == (expected, truth["notes"])
        compared += 1
    assert compared == 12


def test_the_grid_texts_read_as_they_are(shared_levels: Path) -> None:
    expected = {truth["id"]: truth["level"] for truth in truths(shared_levels, "color_connect/grid_text.jsonl")}
    files = sorted((shared_levels / "color_connect/grid_text").glob("*.txt"))
    assert {file.stem: board(file.read_bytes(), COLOR).board["rows"] for file in files} == expected
    assert len(files) == 29


def test_of_130_pack_lines_those_with_walls_or_a_closed_border_are_refused_and_the_others_solved(
    shared_levels: Path,
) -> None:
    pack = truths(shared_levels, "color_connect/native_pack.jsonl")
    reading = read("\n".join(truth["level"] for truth in pack), COLOR, rule="cover")
    refused = 0
    for puzzle, truth in zip(reading.puzzles, pack, strict=True):
        if isinstance(puzzle, Refusal):
            assert len(puzzle.findings) == len(truth["walls"]) + truth["closed_border"] > 0
            assert {finding.id for finding in puzzle.findings} == {"ingest/not-carried"}
            refused += 1
        else:
            assert puzzle.board["rows"] == truth["grid"]
            assert solves(puzzle)
    assert (len(pack), refused) == (130, 20)


def test_pairs_read_as_their_grids_and_solve_as_stated(shared_levels: Path) -> None:
    pairs = truths(shared_levels, "color_connect/kgaspard.jsonl")
    reading = read("\n".join(truth["level"] for truth in pairs), COLOR)
    for puzzle, truth in zip(reading.puzzles, pairs, strict=True):
        assert isinstance(puzzle, Puzzle)
        assert puzzle.board["rows"] == truth["grid"]
        assert solves(puzzle)


def test_the_file_with_bare_carriage_returns_holds_100_puzzles(shared_levels: Path) -> None:
    reading = read((shared_levels / "color_connect/kgaspard_bare_cr.txt").read_bytes(), COLOR)
    assert reading.format == "pairs"
    assert len(reading.puzzles) == 100
    assert all(isinstance(puzzle, Puzzle) and solves(puzzle) for puzzle in reading.puzzles)


def test_numberlink_boards_read_as_they_are(shared_levels: Path) -> None:
    boards = truths(shared_levels, "color_connect/numberlink.jsonl")
    lines: list[str] = []
    for truth in boards:
        lines += [f"# {truth['notes']}", f"{len(truth['level'][0])} {len(truth['level'])}", *truth["level"], ""]
    reading = read("\n".join([*lines, "0 0", ""]), COLOR)
    for puzzle, truth in zip(reading.puzzles, boards, strict=True):
        assert isinstance(puzzle, Puzzle)
        assert (puzzle.board["rows"], puzzle.note) == (truth["level"], truth["notes"])
