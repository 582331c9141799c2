"""Nut and Bolt's rules as docs/games states them, on boards drawn by hand."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import IllegalMove, MalformedMove, MalformedState, canon_digest, level_digest
from games.names import NAMES
from games.nut_and_bolt import GAME, NutAndBoltLevel, NutAndBoltState
from games.relabelling import relabelled
from tests.games.drawn_bolts import level_of, random_bolts, random_level

CROSSED = ("AB", "BA", "")


def _after(level: NutAndBoltLevel, *play: str) -> tuple[str, ...]:
    state = GAME.initial(level)
    for move in play:
        state = GAME.apply(level, state, move)
    return state.bolts


def _faults(bolts: Any, capacity: Any = 2, goal: Any = None) -> list[tuple[str, str | None]]:
    found = GAME.validate({"bolts": bolts, "capacity": capacity}, goal or {"rule": "sort"})
    return [(fault.id, fault.place) for fault in found]


def test_a_move_takes_the_top_run_onto_an_empty_bolt() -> None:
    assert _after(level_of(4, "ABBB", "BAAA", ""), "1>3") == ("A", "BAAA", "BBB")


def test_a_run_goes_onto_a_nut_of_its_colour() -> None:
    assert _after(level_of(3, "ABB", "B", "AA"), "1>2") == ("A", "BBB", "AA")


def test_as_many_as_fit_go_and_the_rest_stays() -> None:
    assert _after(level_of(3, "ABB", "AB", "A"), "1>2") == ("AB", "ABB", "A")


def test_nuts_below_the_run_of_the_same_colour_stay() -> None:
    assert _after(level_of(4, "BABB", "AAAB", ""), "1>3") == ("BA", "AAAB", "BB")


def test_a_whole_bolt_may_move_onto_an_empty_one() -> None:
    assert _after(level_of(2, "A", "BA", "B", ""), "1>4") == ("", "BA", "B", "A")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("1>1", "onto the bolt itself"),
        ("3>1", "bolt 3 is empty"),
        ("1>2", "bolt 2 is full"),
        ("1>4", "the top nut of bolt 4 is A, that of bolt 1 B"),
    ],
)
def test_a_move_against_the_rules_is_illegal_with_the_reason(move: str, why: str) -> None:
    level = level_of(2, "AB", "CB", "", "A", "C")
    with pytest.raises(IllegalMove, match=why):
        _after(level, move)


@pytest.mark.parametrize(
    "move", ["", "1", "1>", ">1", "0>1", "01>2", "1>02", "1 > 2", "1>2 ", "1>2\n", "1>4", "9>1", "1-2", "1>٢", "1>2>3"]
)
def test_what_is_not_of_the_form_or_names_no_bolt_is_malformed(move: str) -> None:
    with pytest.raises(MalformedMove):
        _after(level_of(2, *CROSSED), move)


def test_a_play_that_sorts_every_bolt_wins_and_takes_no_further_move() -> None:
    level = level_of(2, *CROSSED)
    state = NutAndBoltState(_after(level, "1>3", "2>1", "2>3"))
    assert GAME.won(level, state)
    assert list(GAME.moves(level, state)) == []
    with pytest.raises(IllegalMove, match="already won"):
        GAME.apply(level, state, "1>2")


def test_one_colour_on_bolts_that_are_not_full_is_no_win() -> None:
    level = level_of(2, "A", "A", "BB")
    assert not GAME.won(level, GAME.initial(level))
    assert GAME.won(level, NutAndBoltState(_after(level, "1>2")))


def test_the_legal_moves_are_all_that_the_rules_allow() -> None:
    assert list(GAME.moves(level_of(2, *CROSSED), GAME.initial(level_of(2, *CROSSED)))) == ["1>3", "2>3"]


@pytest.mark.parametrize(
    ("capacity", "bolts", "progress"),
    [
        (2, ("AB", "BA", ""), Fraction(0)),
        (2, ("A", "B", "BA"), Fraction(2, 4)),
        # Two of three A stacks count, the larger ones: A has two bolts' worth of nuts.
        (3, ("AA", "AA", "A", "BBA", "B"), Fraction(2 + 2 + 1, 9)),
        (2, ("AA", "B", "B"), Fraction(2 + 1, 4)),
    ],
)
def test_progress_counts_the_largest_single_colour_stacks(
    capacity: int, bolts: tuple[str, ...], progress: Fraction
) -> None:
    level = level_of(capacity, *bolts)
    assert GAME.progress(level, GAME.initial(level), None) == progress


def test_progress_agrees_with_the_formula_written_out() -> None:
    source = random.Random(3)
    for _ in range(200):
        level = random_level(source, 4)
        state = GAME.initial(level)
        for _ in range(6):
            nuts = "".join(state.bolts)
            best = sum(
                max(
                    sum(map(len, choice))
                    for choice in _choices(state.bolts, colour, nuts.count(colour) // level.capacity)
                )
                for colour in set(nuts)
            )
            assert GAME.progress(level, state, None) == Fraction(best, len(nuts))
            legal = list(GAME.moves(level, state))
            if legal:
                state = GAME.apply(level, state, source.choice(legal))


def _choices(bolts: tuple[str, ...], colour: str, number: int) -> list[tuple[str, ...]]:
    """Every way to take at most so many single-colour stacks of a colour."""
    stacks = [bolt for bolt in bolts if bolt and set(bolt) == {colour}]
    return [choice for size in range(number + 1) for choice in combinations(stacks, size)]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "one field bolts"),
        ({"bolts": ["AB"], "more": 1}, "one field bolts"),
        ({"bolts": "AB"}, "not a list of texts"),
        ({"bolts": ["AB", "BA", None]}, "not a list of texts"),
        ({"bolts": ["AB", "BA"]}, "2 bolts, the level has 3"),
        ({"bolts": ["ABB", "A", ""]}, "more than 2 nuts"),
        ({"bolts": ["AB", "BB", ""]}, "nuts are not those of the level"),
        ({"bolts": ["AB", "A", ""]}, "nuts are not those of the level"),
    ],
)
def test_what_is_no_state_of_the_level_is_malformed(value: Any, why: str) -> None:
    with pytest.raises(MalformedState, match=why):
        GAME.parse_state(level_of(2, *CROSSED), value)


def test_a_good_board_has_no_fault() -> None:
    assert _faults(["AB", "BA", ""]) == []
    assert _faults(["A", "A"]) == []


@pytest.mark.parametrize(
    ("change", "finding", "place"),
    [
        ({"bolts": ["A-", "-A", ""]}, "nut-and-bolt/name", "bolt 1"),
        ({"bolts": ["AB", "BÄ", "AB"]}, "nut-and-bolt/name", "bolt 2"),
        ({"bolts": ["ABB", "A", ""]}, "nut-and-bolt/overfull", "bolt 1"),
        ({"bolts": ["AB", "B", ""]}, "nut-and-bolt/count", None),
        ({"bolts": ["AB", "BA", "C"]}, "nut-and-bolt/count", None),
        ({"bolts": ["AA", "BB", ""]}, "nut-and-bolt/already-won", None),
        ({"bolts": ["", ""]}, "nut-and-bolt/no-nut", None),
        ({"bolts": []}, "nut-and-bolt/no-bolt", None),
        ({"bolts": ["AB", "BA"] + [""] * 127}, "nut-and-bolt/many-bolts", None),
        ({"capacity": 0}, "nut-and-bolt/capacity", None),
        ({"capacity": True}, "nut-and-bolt/capacity", None),
        ({"capacity": "2"}, "nut-and-bolt/capacity", None),
        ({"capacity": 65}, "nut-and-bolt/tall", None),
        ({"bolts": "AB"}, "board/shape", None),
        ({"bolts": ["AB", 3]}, "board/shape", None),
        ({"more": 1}, "board/shape", None),
        ({"goal": {"rule": "cover"}}, "goal/rule", None),
        ({"goal": {}}, "board/shape", None),
    ],
)
def test_a_board_with_one_change_is_refused_with_the_fault_of_that_change(
    change: dict[str, Any], finding: str, place: str | None
) -> None:
    level = {"bolts": ["AB", "BA", ""], "capacity": 2, "goal": {"rule": "sort"}} | change
    goal = level.pop("goal")
    assert (finding, place) in [(fault.id, fault.place) for fault in GAME.validate(level, goal)]


def test_every_fault_is_reported_not_the_first() -> None:
    assert [fault[0] for fault in _faults(["A?C", "B", ""], 2)] == [
        "nut-and-bolt/name",
        "nut-and-bolt/overfull",
        *["nut-and-bolt/count"] * 3,
    ]


def test_the_largest_board_is_still_a_level() -> None:
    bolts = ["A" * 63 + "B", "B" * 63 + "A", *[""] * 126]
    assert _faults(bolts, 64) == []


def test_every_permutation_and_renaming_has_one_normal_form() -> None:
    bolts = ("ABC", "CCA", "BAB", "")
    form = relabelled(bolts)
    for order in permutations(bolts):
        for names in permutations("ABC"):
            assert relabelled("".join(names["ABC".index(nut)] for nut in bolt) for bolt in order) == form


def test_two_boards_have_one_normal_form_exactly_if_some_renaming_maps_one_to_the_other() -> None:
    """Every board of a few nuts against the least of all its images, which is canonical by its definition."""
    source = random.Random(11)
    forms: dict[tuple[str, ...], tuple[str, ...]] = {}
    for _ in range(1500):
        bolts = random_bolts(source, 4, source.randint(1, 3))
        letters = sorted(set("".join(bolts)))
        images = (dict(zip(letters, names, strict=True)) for names in permutations("ABCDEFGH"[: len(letters)]))
        least = min(tuple(sorted("".join(image[nut] for nut in bolt) for bolt in bolts)) for image in images)
        form = relabelled(bolts)
        assert forms.setdefault(least, form) == form
    assert len(set(forms.values())) == len(forms) > 100


@given(st.integers(0, 10**6), st.sampled_from([(14, 4, 2), (9, 3, 1), (30, 2, 2), (62, 4, 2)]))
def test_a_large_board_has_one_normal_form_however_it_is_shuffled(seed: int, size: tuple[int, int, int]) -> None:
    source = random.Random(seed)
    colours, capacity, spare = size
    nuts = [colour for colour in NAMES[:colours] for _ in range(capacity)]
    source.shuffle(nuts)
    bolts = ["".join(nuts[at : at + capacity]) for at in range(0, len(nuts), capacity)] + [""] * spare
    assert relabelled(_shuffled(source, bolts)) == relabelled(bolts)


def _shuffled(source: random.Random, bolts: list[str]) -> list[str]:
    letters = sorted(set("".join(bolts)))
    names = dict(zip(letters, source.sample(NAMES, len(letters)), strict=True))
    return ["".join(names[nut] for nut in bolt) for bolt in source.sample(bolts, len(bolts))]


#: Boards in which refinement alone tells few colours apart.
ALIKE = {
    "copies of one part": [word for at in range(0, 62, 2) for word in (NAMES[at : at + 2], NAMES[at : at + 2][::-1])],
    "all pairs of colours": [one + other for one in NAMES[:9] for other in NAMES[:9] if one != other],
    "one colour with all others": [word for name in NAMES[1:40] for word in ("A" + name, name + "A")],
    "a ring": [NAMES[at] + NAMES[(at + 1) % 62] for at in range(62)],
    "a plane of order 3": ["".join(NAMES[(at + step) % 13] for step in (0, 1, 3, 9)) for at in range(13)],
    "a cube": [NAMES[at] + NAMES[at ^ 1 << bit] for at in range(16) for bit in range(4) if at < at ^ 1 << bit],
}


@pytest.mark.parametrize("name", ALIKE)
def test_a_board_of_colours_that_are_hard_to_tell_apart_has_one_normal_form(name: str) -> None:
    source = random.Random(name)
    form = relabelled(ALIKE[name])
    for _ in range(3):
        assert relabelled(_shuffled(source, ALIKE[name])) == form


def test_two_rings_are_not_one_ring_of_both_lengths() -> None:
    def ring(names: str) -> list[str]:
        return [one + other for one, other in zip(names, names[1:] + names[0], strict=True)]

    assert relabelled(ring("ABCDEF")) != relabelled(ring("ABC") + ring("DEF"))
    assert relabelled(ring("ABC") + ring("DEF")) == relabelled(ring("AEC") + ring("BFD"))


def test_the_capacity_and_the_number_of_empty_bolts_are_part_of_the_puzzle() -> None:
    digests = {canon_digest(GAME, level_of(2, "AB", "BA", *spare)) for spare in ((), ("",), ("", ""))} | {
        canon_digest(GAME, level_of(3, "AAB", "BBA", ""))
    }
    assert len(digests) == 4


def test_the_order_of_bolts_is_part_of_the_level_but_not_of_its_normal_form() -> None:
    one, other = level_of(2, "AB", "BA", ""), level_of(2, "", "AB", "BA")
    assert level_digest(GAME, one) != level_digest(GAME, other)
    assert canon_digest(GAME, one) == canon_digest(GAME, other)


def test_symmetries_map_the_bolts_of_a_move() -> None:
    images = {image.name: image for image in GAME.symmetries(level_of(2, *CROSSED))}
    assert images["forward-1"].level.bolts == ("", "AB", "BA")
    assert images["forward-1"].move("1>3") == "2>1"
    assert images["reverse-2"].level.bolts == ("", "BA", "AB")
    assert images["reverse-2"].move("1>3") == "3>1"


def test_the_drawing_stands_the_bolts_side_by_side() -> None:
    level = level_of(2, "AB", "B", "A", "")
    assert GAME.draw(level, GAME.initial(level)) == "B . . .\nA B A .\n-------\n1 2 3 4"


def test_changed_boards_keep_their_nuts_and_never_hang_in_the_air() -> None:
    level = level_of(3, "ABA", "BBA", "")
    changed = [board for _, board in GAME.mutants(level, 0)]
    assert len(changed) > 10
    faults = {fault.id for board in changed for fault in GAME.validate(board, {"rule": "sort"})}
    assert faults <= {"nut-and-bolt/already-won"}
    assert {"bolts": ["AB", "BBA", "A"], "capacity": 3} in changed
