"""`solve`: the optimum, its evidence, its properties, and what stays true when a board is mirrored, padded, changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.contract import level_digest
from games.registry import game_named
from tests.authoring.boards import (
    CROSSED,
    DETOUR,
    ISLAND,
    ONE_WAY,
    RING,
    SNAKES,
    STRIPES,
    board,
    level,
    write,
    write_board,
)
from tests.authoring.command_line import Ran, levelpress
from tests.authoring.oracle import cheapest

OUTCOMES = "levelpress/outcomes@1"
MAZE, COLOR = "maze-paint", "color-connect"


def entries(ran: Ran) -> list[Any]:
    found: list[Any] = ran.document(OUTCOMES)["outcomes"]
    return found


def solved(tmp_path: Path, game: str, text: str, *options: str, rule: str | None = None) -> Any:
    write(tmp_path / "level.json", level(game, text, rule))
    (entry,) = entries(levelpress("solve", "level.json", "--json", *options, cwd=tmp_path))
    return entry


@pytest.mark.parametrize(
    ("game", "text", "rule"),
    [
        (MAZE, RING, None),
        (MAZE, ONE_WAY, None),
        (COLOR, STRIPES, None),
        (COLOR, SNAKES, "cover"),
        (COLOR, DETOUR, None),
    ],
)
def test_two_different_engines_prove_the_optimum_for_themselves(
    game: str, text: str, rule: str | None, tmp_path: Path
) -> None:
    entry = solved(tmp_path, game, text, "--engine", "all", rule=rule)
    agreeing = {one["engine"] for one in entry["methods"] if one["bound"] == entry["optimum"] and one["exhausted"]}
    assert len(agreeing) >= 2
    assert (entry["status"], entry["optimal"], entry["lower_bound"]) == ("solvable", True, entry["optimum"])
    assert entry["length"] == len(entry["moves"])
    assert entry["optimum"] == cheapest(game, board(text), level(game, text, rule)["goal"]["rule"])
    played = levelpress("replay", "level.json", ";".join(entry["moves"]), cwd=tmp_path)
    assert played.code == 0


@pytest.mark.parametrize("engine", ["painted-search", "walk-program-scip", "walk-program-cp-sat"])
def test_an_engine_can_be_chosen(engine: str, tmp_path: Path) -> None:
    entry = solved(tmp_path, MAZE, ONE_WAY, "--engine", engine)
    assert [one["name"] for one in entry["methods"]] == [engine]
    assert entry["optimum"] == cheapest(MAZE, board(ONE_WAY), "paint-all")


def test_cells_and_draws_are_separate_questions(tmp_path: Path) -> None:
    cells = solved(tmp_path, COLOR, DETOUR, "--metric", "cells", "--engine", "all")
    draws = solved(tmp_path, COLOR, DETOUR)
    assert (cells["metric"], cells["optimum"]) == ("cells", cheapest(COLOR, board(DETOUR), "connect", 1))
    assert (draws["metric"], draws["optimum"]) == ("draws", 2)
    assert (cells["optimum"], cells["length"]) == (6, 2)


def test_a_board_with_one_filling_is_uniquely_covered(tmp_path: Path) -> None:
    entry = solved(tmp_path, COLOR, STRIPES, rule="cover")
    assert entry["properties"] == {"dead_end_free": True, "tight": True, "unique_cover": True}
    assert (entry["second_solution"], entry["reasons"]) == (None, {})


def test_a_board_with_two_fillings_gives_the_second(tmp_path: Path) -> None:
    entry = solved(tmp_path, COLOR, SNAKES, rule="cover")
    assert entry["properties"] == {"dead_end_free": True, "tight": False, "unique_cover": False}
    assert entry["second_solution"] not in (None, entry["moves"])
    for play in (entry["moves"], entry["second_solution"]):
        assert levelpress("replay", "level.json", ";".join(play), cwd=tmp_path).code == 0


def test_under_connect_the_fillings_are_not_asked_for(tmp_path: Path) -> None:
    entry = solved(tmp_path, COLOR, STRIPES)
    assert entry["properties"] == {"dead_end_free": True, "tight": None, "unique_cover": None}
    assert set(entry["reasons"]) == {"tight", "unique_cover"}


@pytest.mark.parametrize(
    ("game", "text", "names"), [(MAZE, ISLAND, set()), (COLOR, CROSSED, {"tight", "unique_cover"})]
)
@pytest.mark.parametrize("engine", ["default", "all"])
def test_of_an_unsolvable_level_only_dead_end_free_is_known(
    engine: str, game: str, text: str, names: set[str], tmp_path: Path
) -> None:
    entry = solved(tmp_path, game, text, *(() if engine == "default" else ("--engine", engine)))
    assert entry["status"] == "unsolvable"
    assert entry["properties"] == {"dead_end_free": False} | dict.fromkeys(names)
    assert set(entry["reasons"]) == names
    assert all(entry["reasons"].values())
    assert (entry["moves"], entry["length"], entry["optimum"], entry["optimal"]) == (None, None, None, False)
    assert entry["explanation"]


def test_the_cell_that_no_slide_paints_is_named(tmp_path: Path) -> None:
    entry = solved(tmp_path, MAZE, "#####\n#@..#\n##.##\n#...#\n#####\n")
    assert entry["status"] == cheapest(MAZE, board("#####\n#@..#\n##.##\n#...#\n#####\n"), "paint-all")
    assert "2,2" in entry["explanation"]


def test_dead_end_free_is_what_the_states_say(tmp_path: Path) -> None:
    for text in (RING, ONE_WAY):
        entry = solved(tmp_path, MAZE, text)
        found = levelpress("dead-ends", "level.json", "--count", "--json", cwd=tmp_path)
        (ends,) = found.document("levelpress/dead-ends@1")["levels"]
        assert ends["dead_end_free"] is (ends["dead"] == 0)
        assert entry["properties"]["dead_end_free"] in (None, ends["dead_end_free"])
        assert ends["solvable"] + ends["dead"] + ends["unknown"] == ends["reachable"]


def test_the_distance_from_every_state_of_a_play_falls_by_one(tmp_path: Path) -> None:
    entry = solved(tmp_path, MAZE, ONE_WAY)
    played = levelpress("replay", "level.json", ";".join(entry["moves"]), "--json", cwd=tmp_path)
    for done, step in enumerate(played.document("levelpress/replay@1")["steps"]):
        state = json.dumps(step["state"])
        (there,) = entries(levelpress("solve", "level.json", "--from", state, "--json", cwd=tmp_path))
        assert (there["optimum"], there["moves"]) == (entry["optimum"] - done, entry["moves"][done:])


@pytest.mark.parametrize(("game", "text"), [(MAZE, RING), (COLOR, STRIPES)])
@pytest.mark.parametrize("engine", ["default", "all"])
def test_a_won_state_needs_no_move(engine: str, game: str, text: str, tmp_path: Path) -> None:
    options = () if engine == "default" else ("--engine", "all")
    moves = ";".join(solved(tmp_path, game, text)["moves"])
    played = levelpress("replay", "level.json", moves, "--json", cwd=tmp_path).document("levelpress/replay@1")
    write(tmp_path / "state.txt", played["steps"][-1]["state"])
    for where in (("--from", "@state.txt"), ("--after", moves)):
        ran = levelpress("solve", "level.json", *where, *options, "--json", cwd=tmp_path)
        (entry,) = entries(ran)
        assert (ran.code, entry["status"], entry["optimum"], entry["moves"], entry["length"]) == (
            0,
            "solvable",
            0,
            [],
            0,
        )
        assert all(one["bound"] == 0 for one in entry["methods"])


def test_a_state_behind_a_one_way_slide_is_unsolvable(tmp_path: Path) -> None:
    write(tmp_path / "level.json", level(MAZE, ONE_WAY))
    found = levelpress("dead-ends", "level.json", "--json", cwd=tmp_path).document("levelpress/dead-ends@1")
    shortest = found["levels"][0]["first_fatal_move"]
    plays = [[]]
    game = game_named(MAZE)
    parsed = game.parse(board(ONE_WAY), {"rule": "paint-all"})
    for _ in range(shortest):
        plays = [[*play, move] for play in plays for move in legal(game, parsed, play)]
    codes = {levelpress("solve", "level.json", "--after", ";".join(play), cwd=tmp_path).code for play in plays}
    assert 1 in codes
    assert codes <= {0, 1}


def legal(game: Any, parsed: Any, play: list[str]) -> Iterator[str]:
    state = game.initial(parsed)
    for move in play:
        state = game.apply(parsed, state, move)
    yield from game.moves(parsed, state)


def padded(text: str) -> str:
    """The board with one more ring of wall."""
    rows = text.split()
    width = len(rows[0]) + 2
    return "\n".join(["#" * width, *(f"#{row}#" for row in rows), "#" * width]) + "\n"


def edits(text: str, glyphs: str) -> Iterator[str]:
    """Every board that differs in one cell."""
    for place, old in enumerate(text):
        for new in glyphs:
            if old in glyphs and old != new:
                yield text[:place] + new + text[place + 1 :]


def optima(tmp_path: Path, game: str, texts: list[str], *options: str) -> list[int | str]:
    """The optimum or the verdict of each board, all in one run over a folder."""
    for number, text in enumerate(texts):
        write_board(tmp_path / "many" / f"{number:04}.txt", text)
    ran = levelpress("solve", "many", "--game", game, "--json", *options, cwd=tmp_path)
    found = entries(ran)
    assert [one["level"] for one in found] == [f"many/{number:04}.txt" for number in range(len(texts))]
    return [one["optimum"] if one["status"] == "solvable" else one["status"] for one in found]


def copies(game: str, text: str, rule: str) -> list[str]:
    """The symmetric copies of a board, as text."""
    rules = game_named(game)
    found = [rules.print(one.level)[0]["rows"] for one in rules.symmetries(rules.parse(board(text), {"rule": rule}))]
    return ["\n".join(rows) + "\n" for rows in found]


def test_mirrored_and_padded_mazes_have_the_same_optimum(tmp_path: Path) -> None:
    texts = [ONE_WAY, padded(ONE_WAY), padded(padded(ONE_WAY)), *copies(MAZE, ONE_WAY, "paint-all")]
    assert set(optima(tmp_path, MAZE, texts)) == {cheapest(MAZE, board(ONE_WAY), "paint-all")}


def test_every_maze_one_cell_away_has_the_optimum_of_brute_force(tmp_path: Path) -> None:
    texts = [*edits(RING, "#."), *edits("....\n.@#.\n....\n", "#.")]
    assert optima(tmp_path, MAZE, texts) == [cheapest(MAZE, board(text), "paint-all") for text in texts]


@pytest.mark.parametrize("rule", ["connect", "cover"])
def test_mirrored_and_padded_pairs_have_the_same_optimum(rule: str, tmp_path: Path) -> None:
    texts = [DETOUR, padded(DETOUR), *copies(COLOR, DETOUR, rule)]
    found = optima(tmp_path, COLOR, texts, "--rule", rule, "--metric", "cells")
    assert set(found) == {cheapest(COLOR, board(DETOUR), rule, 1)}


@pytest.mark.parametrize(("rule", "metric"), [("connect", "draws"), ("connect", "cells"), ("cover", "cells")])
def test_every_board_of_pairs_one_cell_away_has_the_optimum_of_brute_force(
    rule: str, metric: str, tmp_path: Path
) -> None:
    texts = [*edits("A.B\n...\nA.B\n", "#."), *edits("A..\n.B.\nB.A\n", "#.")]
    number = ("draws", "cells").index(metric)
    expected = [cheapest(COLOR, board(text), rule, number) for text in texts]
    assert optima(tmp_path, COLOR, texts, "--rule", rule, "--metric", metric) == expected
    assert len({str(one) for one in expected}) > 1


def test_a_stream_has_one_document_a_level(shelf: Path) -> None:
    whole = levelpress("solve", "ring.json", "two-starts.json", "--json", cwd=shelf)
    stream = levelpress("solve", "ring.json", "two-starts.json", "--jsonl", cwd=shelf)
    lines = stream.lines(OUTCOMES)
    assert stream.code == whole.code == 1
    assert [without_seconds(one["outcomes"][0]) for one in lines] == [without_seconds(one) for one in entries(whole)]


def test_fail_fast_stops_after_the_first_level_that_is_not_solved(shelf: Path) -> None:
    for bad, code in (("two-starts.json", 1), ("island.json", 1), ("none.json", 3), ("nothing", 1)):
        ran = levelpress("solve", "ring.json", bad, "stripes.json", "--fail-fast", "--json", cwd=shelf)
        assert ran.code == code
        assert "stripes.json" not in [one["level"] for one in entries(ran)]
        assert "ring.json" in [one["level"] for one in entries(ran)]


def without_seconds(value: Any) -> Any:
    """The value without `seconds`, which alone may differ from run to run."""
    if isinstance(value, dict):
        return {key: without_seconds(inner) for key, inner in value.items() if key != "seconds"}
    return [without_seconds(inner) for inner in value] if isinstance(value, list) else value


def test_standard_output_does_not_depend_on_the_number_of_processes(shelf: Path) -> None:
    files = ("stripes.json", "one-way.json", "two-starts.json", "ring.json")
    runs = [levelpress("solve", *files, "--json", "--jobs", jobs, cwd=shelf, tasks=None) for jobs in ("1", "3")]
    assert [ran.code for ran in runs] == [1, 1]
    assert without_seconds(entries(runs[0])) == without_seconds(entries(runs[1]))
    assert runs[0].out.count("\n") == runs[1].out.count("\n")
    assert without_seconds(entries(levelpress("solve", *files, "--json", cwd=shelf))) == without_seconds(
        entries(runs[0])
    )


def test_the_level_digest_is_the_same_whatever_the_drawing(tmp_path: Path) -> None:
    game = game_named(MAZE)
    digest = level_digest(game, game.parse(board(RING), {"rule": "paint-all"}))
    write_board(tmp_path / "ring.txt", "\n" + RING)
    assert digest in levelpress("show", "ring.txt", "--game", MAZE, cwd=tmp_path).out
