"""Duplicates tier by tier: every copy is found, what must stay distinct stays so, and a copy is not released."""

from __future__ import annotations

import json
from itertools import combinations, islice
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from catalogue.duplicate_search import DuplicateSearch, Entrant
from catalogue.level_record import LevelRecord, new_provenance
from games.canonical import pretty_bytes
from games.registry import game_named, game_names
from tests.authoring.boards import ONE_WAY, RING, level, write
from tests.authoring.command_line import Ran, in_place, levelpress
from tests.contract.samples import samples_of
from validators.duplicates import BLOCKING, TIERS, Duplicate, duplicate_finding
from validators.solution_transfer import Transfer

FORMAT = "levelpress/duplicates@1"
MIRRORED = "\n".join(row[::-1] for row in RING.split()) + "\n"
#: Plays as RING does: the block in the middle is wider.
STRETCHED = "######\n#@...#\n#.##.#\n#....#\n######\n"


def dedupe(*arguments: str | Path, cwd: Path, code: int) -> Ran:
    with mock.patch("authoring.commands.dedupe.run_tasks", in_place):
        ran = levelpress("dedupe", *arguments, cwd=cwd)
    assert ran.code == code, ran.err
    return ran


def pairs(*arguments: str | Path, cwd: Path, code: int) -> list[tuple[str, str, str]]:
    found = dedupe(*arguments, "--json", cwd=cwd, code=code).document(FORMAT)["pairs"]
    return [(one["tier"], one["a"], one["b"]) for one in found]


def entrant(name: str, game: str, value: Any) -> Entrant:
    record = LevelRecord(None, 1, game_named(game), value, name, new_provenance("original"), None, None, ())
    return Entrant(name, record, None)


# every copy is found, what is distinct stays distinct


@pytest.mark.parametrize("game", game_names())
def test_the_whole_orbit_of_a_level_is_recalled(game: str) -> None:
    search, met = DuplicateSearch(enumerate_unknown=False), 0
    for number, value in enumerate(samples_of(game)):
        first = entrant(f"{number}", game, value)
        for image in islice(game_named(game).symmetries(value), 16):
            copy = entrant(f"{number}-{image.name}", game, image.level)
            (found,) = search.pair(first, copy, BLOCKING)
            assert found.tier in ("D0", "D1")
            met += found.tier == "D1"
    assert met > 10


@pytest.mark.parametrize("game", game_names())
def test_a_renamed_normal_form_is_recalled_too(game: str) -> None:
    search = DuplicateSearch(enumerate_unknown=False)
    for number, value in enumerate(samples_of(game)):
        normal = game_named(game).normal_form(value)
        (found,) = search.pair(entrant(f"{number}", game, value), entrant(f"{number}n", game, normal), BLOCKING)
        assert found.tier in ("D0", "D1")


#: Boards that look alike and are not: per game (rule, further fields, drawings).
DISTINCT: dict[str, list[dict[str, Any]]] = {
    "maze-paint": [
        {"rows": ["@..", ".#.", "..."]},
        {"rows": ["@..", "##.", "..."]},
        {"rows": [".@.", ".#.", "..."]},
        {"rows": ["@..", "#.#"]},
        {"rows": ["@..", "..#"]},
    ],
    "truck-escape": [
        {"rows": ["AAB", "..B"], "facing": {"A": "R", "B": "U"}},
        {"rows": ["AAB", "..B"], "facing": {"A": "L", "B": "U"}},
        {"rows": ["AABC", "..B."], "facing": {"A": "R", "B": "U", "C": "R"}},
        {"rows": ["AABC", "..B."], "facing": {"A": "R", "B": "U", "C": "L"}},
    ],
    "nut-and-bolt": [
        {"bolts": ["AB", "BA", ""], "capacity": 2},
        {"bolts": ["AB", "BA", "", ""], "capacity": 2},
        {"bolts": ["AB", "B", "A", ""], "capacity": 2},
        {"bolts": ["ABA", "BAB", ""], "capacity": 3},
    ],
    "rush-hour": [
        {"rows": ["..B", "AAB", "...", "..."], "target": "A", "exit": {"side": "R", "index": 1}},
        {"rows": ["..B", "AAB", "..#", "..."], "target": "A", "exit": {"side": "R", "index": 1}},
        {"rows": ["AA.B", "...B", "...."], "target": "A", "exit": {"side": "R", "index": 0}},
    ],
}


@pytest.mark.parametrize("game", DISTINCT)
def test_what_must_stay_distinct_is_in_no_blocking_tier(game: str) -> None:
    rules = game_named(game)
    goal = {"rule": rules.goal_rules[0]}
    levels = [entrant(f"{number}", game, rules.parse(board, goal)) for number, board in enumerate(DISTINCT[game])]
    search = DuplicateSearch()
    for one, other in combinations(levels, 2):
        assert list(search.pair(one, other, BLOCKING)) == [], (one.name, other.name)
    assert search.not_compared == {}


def test_another_goal_is_another_level_even_on_one_board() -> None:
    rules = game_named("color-connect")
    board = {"rows": ["AB", "..", "AB"]}
    one, other = (entrant(rule, "color-connect", rules.parse(board, {"rule": rule})) for rule in rules.goal_rules)
    assert [pair.tier for pair in DuplicateSearch().pair(one, other, ("D0", "D1"))] == []


# the command


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder outside any workspace with RING and one copy of every tier."""
    write(tmp_path / "a-ring.json", level("maze-paint", RING))
    return tmp_path


@pytest.mark.parametrize(
    ("text", "tier", "code", "finding"),
    [
        (RING, "D0", 1, "duplicate/same"),
        (MIRRORED, "D1", 1, "duplicate/same-form"),
        (STRETCHED, "D2", 1, "duplicate/same-play"),
        (RING.replace("#.#.#", "#.###"), "D3", 0, "duplicate/near"),
    ],
)
def test_a_copy_is_found_in_its_tier(text: str, tier: str, code: int, finding: str, shelf: Path) -> None:
    write(shelf / "b.json", level("maze-paint", text))
    assert (tier, "./a-ring.json", "./b.json") in pairs(".", cwd=shelf, code=code)
    said = dedupe(".", cwd=shelf, code=code)
    assert finding in said.err
    assert "b.json" in said.err


def test_a_pair_in_a_blocking_tier_is_named_once(shelf: Path) -> None:
    write(shelf / "hook.json", level("maze-paint", "#@..#\n###.#\n###.#\n"))
    write(shelf / "longer.json", level("maze-paint", "#@...#\n####.#\n####.#\n####.#\n"))
    assert [tier for tier, _, _ in pairs("hook.json", "longer.json", cwd=shelf, code=1)] == ["D2"]


def test_a_solution_that_wins_another_level_warns(shelf: Path) -> None:
    write(shelf / "a.json", level("color-connect", "A.A\n...\n...\n"))
    write(shelf / "b.json", level("color-connect", "..#\n.##\nA.A\n"))
    ran = dedupe("a.json", "b.json", cwd=shelf, code=0)
    assert ran.out.splitlines()[0].startswith("D4  a.json - b.json (the solution of ")
    assert "duplicate/solution-transfers" in ran.err
    assert "warning: " in ran.err


def test_solution_transfer_is_held_both_ways_and_names_the_symmetry() -> None:
    rules = game_named("color-connect")
    goal = {"rule": "connect"}
    one = rules.parse({"rows": ["A.A", "...", "..."]}, goal)
    other = rules.parse({"rows": ["..#", ".##", "A.A"]}, goal)
    solution = {"one": ("draw A 0,0 0,1 0,2",), "other": None}
    search = DuplicateSearch(lambda entrant: solution[entrant.name])
    for pair in (("one", one), ("other", other)), (("other", other), ("one", one)):
        first, second = (entrant(name, "color-connect", value) for name, value in pair)
        found = list(search.pair(first, second, ("D4",)))
        assert [(each.tier, each.a, each.b) for each in found] == [("D4", first.name, second.name)]
        assert (found[0].transformation or "").startswith("the solution of one, ")
    assert [note.id for note in search.not_compared.values()] in ([], ["duplicate/not-compared"])


def test_a_search_for_renamings_that_was_given_up_is_named(shelf: Path) -> None:
    write(shelf / "a.json", level("color-connect", "A.A\n...\n...\n"))
    write(shelf / "b.json", level("color-connect", "b..\n...\n..b\n"))
    with mock.patch("catalogue.duplicate_search.transfer", return_value=Transfer(None, given_up=True)):
        ran = dedupe("a.json", "b.json", cwd=shelf, code=0)
    assert "duplicate/not-compared" in ran.err
    assert "tier D4 against a.json: " in ran.err
    assert "duplicate/not-compared" not in dedupe("a.json", "b.json", cwd=shelf, code=0).err


def test_a_renamed_copy_with_another_wall_warns(shelf: Path) -> None:
    write(shelf / "a.json", level("color-connect", "A.A\n...\n#.#\n"))
    write(shelf / "b.json", level("color-connect", "c.c\n###\n#.#\n"))
    ran = dedupe("a.json", "b.json", cwd=shelf, code=0)
    assert "D4  a.json - b.json (the solution of a.json, identity, names changed)" in ran.out.splitlines()


def test_both_boards_are_drawn_side_by_side(shelf: Path) -> None:
    write(shelf / "b.json", level("maze-paint", MIRRORED))
    lines = dedupe(".", cwd=shelf, code=1).out.splitlines()
    assert lines[0].startswith("D1  ./a-ring.json - ./b.json (")
    assert [len(line.split()) for line in lines[1:6]] == [2] * 5
    assert lines[-1] == "2 levels compared, 1 pair found"


def test_the_last_tier_can_be_chosen(shelf: Path) -> None:
    write(shelf / "b.json", level("maze-paint", STRETCHED))
    assert pairs(".", "--up-to", "D1", cwd=shelf, code=0) == []
    assert [tier for tier, _, _ in pairs(".", "--up-to", "D2", cwd=shelf, code=1)] == ["D2"]


def test_a_level_that_was_left_out_of_a_tier_is_named(shelf: Path) -> None:
    write(shelf / "b.json", level("maze-paint", STRETCHED))
    with mock.patch("catalogue.duplicate_search.play_of", return_value=None):
        ran = dedupe(".", "--up-to", "D2", cwd=shelf, code=0)
    assert "duplicate/not-compared" in ran.err
    assert "D2" in ran.err


def test_a_level_of_another_game_is_compared_with_none(shelf: Path) -> None:
    write(shelf / "b.json", level("color-connect", "A.A\n"))
    assert pairs(".", cwd=shelf, code=0) == []


def test_nothing_to_compare_is_a_finding(shelf: Path) -> None:
    (shelf / "empty").mkdir()
    assert "run/no-levels" in dedupe("empty", cwd=shelf, code=1).err


def test_a_file_that_cannot_be_read_is_named_and_the_others_compared(shelf: Path) -> None:
    write(shelf / "b.json", level("maze-paint", MIRRORED))
    (shelf / "c.json").write_text("{", "utf-8")
    ran = dedupe(".", cwd=shelf, code=3)
    assert "c.json" in ran.err
    assert "D1" in ran.out


# in a workspace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace with RING released, and a copy in every dress among its candidates, certified."""
    folder = tmp_path / "place"
    levelpress("init", folder)
    candidates = folder / "catalogue" / "candidates"
    for path in candidates.iterdir():
        path.unlink()
    drawn = {"a-ring": RING, "same": RING, "mirrored": MIRRORED, "stretched": STRETCHED, "one-way": ONE_WAY}
    for name, text in drawn.items():
        write(candidates / f"{name}.json", level("maze-paint", text))
    assert levelpress("certify", "catalogue/candidates", cwd=folder).code == 0
    for name in ("a-ring", "one-way"):
        assert levelpress("catalogue", "add", f"catalogue/candidates/{name}.json", "--fresh", cwd=folder).code == 0
    assert levelpress("catalogue", "promote", "mp-0001", cwd=folder).code == 0
    return folder


@pytest.mark.parametrize(
    ("name", "finding"),
    [
        ("same", "duplicate/same"),
        ("mirrored", "duplicate/same-form"),
        ("stretched", "duplicate/same-play"),
    ],
)
def test_a_copy_of_a_released_level_is_not_released(name: str, finding: str, place: Path) -> None:
    assert levelpress("catalogue", "add", f"catalogue/candidates/{name}.json", "--fresh", cwd=place).code == 0
    ran = levelpress("catalogue", "promote", "mp-0003", cwd=place)
    assert ran.code == 1
    assert finding in ran.err
    checked = levelpress("check", "--json", cwd=place)
    assert checked.code == 1
    about = [one for one in checked.document("levelpress/report@1")["findings"] if one["severity"] == "error"]
    assert [(one["id"], one["level"]) for one in about] == [(finding, "mp-0003")]
    assert "mp-0001" in about[0]["message"]


def test_a_level_that_plays_otherwise_is_released(place: Path) -> None:
    assert levelpress("catalogue", "promote", "mp-0002", cwd=place).code == 0


def test_candidates_are_held_against_the_workspace(place: Path) -> None:
    found = pairs("catalogue/candidates/mirrored.json", cwd=place, code=1)
    assert found == [("D1", "mp-0001", "catalogue/candidates/mirrored.json")]
    assert pairs(cwd=place, code=0) == [], "the catalogue alone has no copy"


def test_a_copy_of_a_catalogue_file_is_told_from_it_by_its_path(place: Path) -> None:
    copy = place / "copy.json"
    copy.write_bytes((place / "catalogue" / "levels" / "maze-paint" / "mp-0001.json").read_bytes())
    assert pairs("copy.json", cwd=place, code=1) == [("D0", "mp-0001", "copy.json")]
    assert pairs("mp-0001", cwd=place, code=0) == []


def test_a_retired_level_is_repeated_by_nothing(place: Path) -> None:
    assert levelpress("catalogue", "retire", "mp-0001", "--reason", "dull", cwd=place).code == 0
    assert pairs("catalogue/candidates/mirrored.json", cwd=place, code=0) == []


def test_a_forged_certificate_of_another_level_spares_no_comparison(place: Path) -> None:
    candidates = place / "catalogue" / "candidates"
    other = json.loads((place / "catalogue" / "certificates" / "maze-paint" / "mp-0002.json").read_bytes())
    (candidates / "stretched.certificate.json").write_bytes(pretty_bytes(other))
    assert pairs("catalogue/candidates/stretched.json", cwd=place, code=1)[0][0] == "D2"


def test_the_tiers_and_their_findings() -> None:
    blocking = {tier for tier in TIERS if duplicate_finding(tier, "x").severity == "error"}
    assert blocking == set(BLOCKING)
    assert Duplicate("D3", "a", "b").transformation is None
