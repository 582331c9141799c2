"""`--seed` presents a level turned and with other names; everything that is true of it stays so."""

from __future__ import annotations

from pathlib import Path

from games.contract import canon_digest
from games.registry import game_named
from tests.authoring.boards import ONE_WAY, level, write
from tests.authoring.command_line import levelpress


def test_seed_0_is_the_level_as_authored(tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("maze-paint", ONE_WAY))
    assert (
        levelpress("show", "a.json", "--seed", "0", cwd=tmp_path).out == levelpress("show", "a.json", cwd=tmp_path).out
    )


def test_another_seed_shows_an_image_with_the_same_optimum_and_its_own_play(tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("maze-paint", ONE_WAY))
    boards, optima = set(), set()
    for seed in map(str, range(1, 7)):
        boards.add(levelpress("show", "a.json", "--seed", seed, cwd=tmp_path).out)
        ran = levelpress("solve", "a.json", "--seed", seed, "--json", cwd=tmp_path)
        (entry,) = ran.document("levelpress/outcomes@1")["outcomes"]
        optima.add(entry["optimum"])
        played = levelpress("replay", "a.json", ";".join(entry["moves"]), "--seed", seed, cwd=tmp_path)
        assert played.code == 0
    assert len(boards) > 1
    assert len(optima) == 1


def test_another_seed_gives_the_pieces_other_names_and_a_play_of_its_own(tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("color-connect", "A.B\n...\nA.B\n"))
    boards, plays = set(), set()
    for seed in map(str, range(1, 25)):
        boards.add(levelpress("show", "a.json", "--seed", seed, cwd=tmp_path).out)
        ran = levelpress("solve", "a.json", "--seed", seed, "--json", cwd=tmp_path)
        (entry,) = ran.document("levelpress/outcomes@1")["outcomes"]
        assert entry["optimum"] == 2
        plays.add(tuple(sorted(entry["moves"])))
        assert levelpress("replay", "a.json", ";".join(entry["moves"]), "--seed", seed, cwd=tmp_path).code == 0
    # A square board with two parallel pairs: turned or not, named so or the other way round.
    assert (len(boards), len(plays)) == (4, 4)


def test_a_text_that_is_no_seed_is_a_usage_error(tmp_path: Path) -> None:
    write(tmp_path / "a.json", level("maze-paint", ONE_WAY))
    ran = levelpress("show", "a.json", "--seed", "-1", cwd=tmp_path)
    assert (ran.code, "64-bit" in ran.err) == (2, True)


def test_an_image_has_the_normal_form_of_the_level() -> None:
    game = game_named("maze-paint")
    one = game.parse({"rows": ONE_WAY.split()}, {"rule": "paint-all"})
    assert {canon_digest(game, image.level) for image in game.symmetries(one)} == {canon_digest(game, one)}
