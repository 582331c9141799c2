"""Seeds and presentations: a seed shows a level turned and with other names; its initial state is the known answer."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.canonical import canonical_bytes
from games.contract import canon_digest, level_digest, state_digest
from games.registry import game_named
from games.renaming import names_of, renamed
from snapshots.pin import Pin
from snapshots.presentation import SEED_SCHEMES, Presentations, drawn_below, is_seed, permuted, presented
from snapshots.seeds import FROZEN_ATTEMPTS, are_seeds_of, frozen_seeds, seed_of
from snapshots.verify import Options, verify_folder
from tests.contract.samples import NAMES, game_of, samples_of
from tests.contract.walks import CHOICES, walk
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import BOARDS, LABEL
from validators.replay import replay

Copy = Callable[[], Path]
DIGEST = "sha256:" + "0123456789abcdef" * 4
DEEP = Options(deep=True)
#: The order of seven names under the seeds 1, 2 and 3 of DIGEST: a runner in any language gives the same.
KNOWN = ["ABEDFCG", "GADCBFE", "CBFEADG"]


def block(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


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
        number = block(f"lpb/presentation/v1\0{level_digest(game, level)}\0{seed}")
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
        for seed, scheme in product(map(str, range(20)), SEED_SCHEMES):
            shown = presented(game, level, seed, seed_scheme=scheme)
            moves = [shown.move(move) for move in certificate["solution"]["moves"]]
            assert replay(game, shown.level, moves).won


def test_every_game_can_be_presented() -> None:
    for name in NAMES:
        game = game_of(name)
        for level in samples_of(name)[:6]:
            for seed in ("0", "1", "2"):
                assert Presentations(game, level).initial_answer(seed).startswith("sha256:")
                assert canon_digest(game, presented(game, level, seed).level) == canon_digest(game, level)


@pytest.mark.parametrize("name", NAMES)
@given(number=st.integers(0, 10_000), choices=CHOICES, seed=st.integers(1, (1 << 64) - 1))
def test_a_play_is_carried_over_move_by_move_whatever_the_names(
    name: str, number: int, choices: list[int], seed: int
) -> None:
    game = game_of(name)
    level = samples_of(name)[number % len(samples_of(name))]
    for scheme in SEED_SCHEMES:
        shown = presented(game, level, str(seed), seed_scheme=scheme)
        assert names_of(game, shown.level) == names_of(game, level)
        state = game.initial(shown.level)
        for move, original in walk(game, level, choices):
            if move is not None:
                state = game.apply(shown.level, state, shown.move(move))
            assert game.won(shown.level, state) == game.won(level, original)


def test_the_first_scheme_changes_no_name_and_the_second_permutes_them_on_top_of_it() -> None:
    changed = 0
    for name in NAMES:
        game = game_of(name)
        for level, seed in product(samples_of(name)[:8], ("1", "2", "77")):
            first, second = (presented(game, level, seed, seed_scheme=scheme) for scheme in SEED_SCHEMES)
            assert first.name in {image.name for image in game.symmetries(level)}
            names = names_of(game, level)
            order = permuted(names, level_digest(game, level), seed)
            assert second.level == renamed(game, first.level, dict(zip(names, order, strict=True))).level
            changed += second.level != first.level
    assert changed > 30


def test_the_permutation_is_the_documented_one() -> None:
    names = ["1", "A", "B", "a", "z"]
    for seed in ("1", "9", "18446744073709551615"):
        blocks = iter([block(f"lpb/presentation/v2\0{DIGEST}\0{seed}\0{number}") for number in range(9)])
        order = list(names)
        for i in (4, 3, 2, 1):
            drawn = next(blocks)
            assert drawn < 2**64 - 2**64 % (i + 1), "no block of these seeds is passed over"
            j = drawn % (i + 1)
            order[i], order[j] = order[j], order[i]
        assert permuted(names, DIGEST, seed) == order


def test_the_known_permutations_stay() -> None:
    assert ["".join(permuted("ABCDEFG", DIGEST, seed)) for seed in ("1", "2", "3")] == KNOWN
    page = (Path(__file__).resolve().parents[2] / "docs" / "snapshots.md").read_text("utf-8")
    assert all(" ".join(order) in page for order in KNOWN[:2])
    assert permuted("A", DIGEST, "1") == ["A"]
    assert permuted("", DIGEST, "1") == []


def test_a_block_that_would_favour_small_numbers_is_passed_over() -> None:
    # 2^64 is 1 modulo 3 and 5: the last block of all would make 0 more likely than the others.
    assert drawn_below(3, iter([2**64 - 1, 5])) == 2
    assert drawn_below(5, iter([2**64 - 1, 2**64 - 2])) == 4
    assert drawn_below(4, iter([2**64 - 1])) == 3


def test_seeds_reach_every_order_of_the_names_about_as_often() -> None:
    found = Counter("".join(permuted("ABC", DIGEST, str(seed))) for seed in range(1, 1201))
    assert len(found) == 6
    assert min(found.values()) > 150


def test_a_scheme_that_nobody_knows_is_none() -> None:
    game = game_of("color-connect")
    with pytest.raises(KeyError):
        presented(game, samples_of("color-connect")[0], "1", seed_scheme="lpb/seed/v2")


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
