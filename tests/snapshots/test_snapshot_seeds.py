"""Seeds and presentations: a seed shows one symmetric image of a level, and its initial state is the known answer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from games.canonical import canonical_bytes
from games.contract import canon_digest, level_digest, state_digest
from games.registry import game_named
from snapshots.pin import Pin
from snapshots.presentation import Presentations, is_seed, presented
from snapshots.seeds import FROZEN_ATTEMPTS, are_seeds_of, frozen_seeds, seed_of
from snapshots.verify import Options, verify_folder
from tests.contract.samples import NAMES, game_of, samples_of
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import BOARDS, LABEL
from validators.replay import replay

Copy = Callable[[], Path]
DIGEST = "sha256:" + "0123456789abcdef" * 4
DEEP = Options(deep=True)


def test_seed_zero_is_the_level_as_authored() -> None:
    for name, rows, rule in BOARDS.values():
        game = game_named(name)
        level = game.parse({"rows": rows}, {"rule": rule})
        shown = presented(game, level, "0")
        assert shown.level == level


@pytest.mark.parametrize("level_id", sorted(BOARDS))
def test_any_seed_shows_the_same_puzzle_in_the_same_size(level_id: str) -> None:
    name, rows, rule = BOARDS[level_id]
    game = game_named(name)
    level = game.parse({"rows": rows}, {"rule": rule})
    for seed in map(str, range(1, 40)):
        shown = presented(game, level, seed).level
        board = game.print(shown)[0]
        assert (len(board["rows"]), len(board["rows"][0])) == (len(rows), len(rows[0]))
        assert canon_digest(game, shown) == canon_digest(game, level)
        assert Presentations(game, level).initial_answer(seed) == state_digest(
            game.state_json(shown, game.initial(shown))
        )


def test_seeds_reach_every_transformation_that_keeps_the_size() -> None:
    game = game_named("maze-paint")
    level = game.parse({"rows": ["@..", "##.", ".#."]}, {"rule": "paint-all"})
    assert len({tuple(presented(game, level, str(seed)).level.rows) for seed in range(200)}) == 8


def test_the_pick_is_the_documented_hash() -> None:
    game = game_named("maze-paint")
    level = game.parse({"rows": ["@..", "##.", "..."]}, {"rule": "paint-all"})
    images = list(game.symmetries(level))
    for seed in ("1", "18446744073709551615"):
        text = f"lpb/presentation/v1\0{level_digest(game, level)}\0{seed}"
        number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        assert presented(game, level, seed).name == images[number % len(images)].name


@pytest.mark.parametrize("text", ["", "00", "-1", "1.0", "18446744073709551616", "٣", "0x1"])
def test_other_texts_are_no_seeds(text: str) -> None:
    assert not is_seed(text)
    game = game_named("maze-paint")
    with pytest.raises(ValueError, match="no seed"):
        presented(game, game.parse({"rows": ["@."]}, {"rule": "paint-all"}), text)


def test_the_certified_solution_is_carried_over(master: Path) -> None:
    for path in sorted((master / "catalogue" / "levels").glob("*/*.json")):
        value = json.loads(path.read_bytes())
        certificate = json.loads((master / "catalogue/certificates" / value["game"] / path.name).read_bytes())
        game = game_named(value["game"])
        level = game.parse(value["board"], value["goal"])
        for seed in map(str, range(20)):
            shown = presented(game, level, seed)
            moves = [shown.move(move) for move in certificate["solution"]["moves"]]
            assert replay(game, shown.level, moves).won


def test_every_game_can_be_presented() -> None:
    for name in NAMES:
        game = game_of(name)
        for level in samples_of(name)[:6]:
            for seed in ("0", "1", "2"):
                assert Presentations(game, level).initial_answer(seed).startswith("sha256:")
                assert canon_digest(game, presented(game, level, seed).level) == canon_digest(game, level)


def test_stored_seeds_are_those_of_the_scheme_for_any_number_of_attempts() -> None:
    assert are_seeds_of(DIGEST, frozen_seeds(DIGEST))
    assert are_seeds_of(DIGEST, {"agent": ["0"], "layout": ["0", seed_of(DIGEST, "layout", 1)]})
    assert not are_seeds_of(DIGEST, {"agent": ["0"], "layout": []})
    assert not are_seeds_of(DIGEST, {"agent": ["0"], "layout": ["0", "1"]})
    assert not are_seeds_of(DIGEST, {"agent": ["0"]})


def test_a_snapshot_stores_a_known_answer_for_every_layout_seed(copy: Copy) -> None:
    value = json.loads((copy() / LABEL / "public/objectives.json").read_bytes())
    for level_id, answers in value["initial_states"].items():
        assert sorted(answers) == sorted(value["seeds"][level_id]["layout"])
        assert len(answers) == len(FROZEN_ATTEMPTS)


def test_an_answer_that_is_not_the_seed_s_is_found_by_deep_alone(copy: Copy) -> None:
    folder = copy() / LABEL
    manifest = json.loads((folder / "snapshot.json").read_bytes())
    value = json.loads((folder / "public/objectives.json").read_bytes())
    answers = value["initial_states"]["cc-0002"]
    seed = value["seeds"]["cc-0002"]["layout"][1]
    answers[seed] = "sha256:" + "5" * 64
    data = canonical_bytes(value)
    card = json.loads((folder / "croissant.json").read_bytes())
    for one in card["distribution"]:
        if one["@id"] == "public/objectives.json":
            one["sha256"] = hashlib.sha256(data).hexdigest()
    files = {"public/objectives.json": data, "croissant.json": canonical_bytes(card)}
    pin = write_pinned(folder, manifest, files)
    assert verify_folder(folder, pin).ok
    found = verify_folder(folder, Pin(LABEL, pin.digest), DEEP).faults
    assert [(one.id, one.path) for one in found] == [("snapshot/derived-digest", "public/objectives.json")]
    assert f"under seed {seed}" in found[0].message
