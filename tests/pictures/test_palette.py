"""The hues can be told apart, from each other and from the ground."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.pictures.palette import HUES, THEMES, Theme, hues_of, ink_on, mixed
from games.names import NAMES
from tests.pictures.color_difference import difference, lab_difference

#: From the formula's own paper: pairs of Lab colours and their difference.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.4900, -0.0010), (50.0, -2.4900, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


@pytest.mark.parametrize(("one", "other", "wanted"), PUBLISHED)
def test_the_difference_is_that_of_the_published_pairs(
    one: tuple[float, float, float], other: tuple[float, float, float], wanted: float
) -> None:
    assert lab_difference(one, other) == pytest.approx(wanted, abs=0.00006)
    assert lab_difference(other, one) == pytest.approx(wanted, abs=0.00006)


def test_every_two_hues_are_twenty_apart() -> None:
    assert len(HUES) == 20
    near = [(one, other) for one, other in combinations(HUES, 2) if difference(one, other) < 20]
    assert near == []


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_hue_is_twenty_apart_from_the_grounds_of_both_themes(theme: Theme) -> None:
    near = [(hue, ground) for hue in HUES for ground in (theme.page, theme.panel) if difference(hue, ground) < 20]
    assert near == []


def test_a_near_pair_would_be_seen() -> None:
    assert difference("#e6322e", "#d84040") < 20 < difference("#000000", "#ffffff")


def test_names_get_hues_by_their_place_whatever_the_letters_are() -> None:
    assert hues_of("zXz7") == {"7": HUES[0], "X": HUES[1], "z": HUES[2]}


def test_a_letter_that_stands_for_a_colour_gets_it_and_the_others_what_is_left() -> None:
    assert hues_of("ABRy") == {"A": HUES[2], "B": HUES[1], "R": HUES[0], "y": HUES[3]}
    assert hues_of("rR") == {"R": HUES[0], "r": HUES[1]}
    assert hues_of("RA", HUES[1:]) == {"A": HUES[1], "R": HUES[2]}


@given(st.sets(st.sampled_from(NAMES), max_size=20))
def test_up_to_twenty_names_have_twenty_hues(names: set[str]) -> None:
    assert len(set(hues_of(names).values())) == len(names)


def test_more_names_begin_the_palette_anew_and_their_marks_tell_them_apart() -> None:
    used = Counter(hues_of(NAMES).values())
    assert set(used) == set(HUES)
    assert set(used.values()) == {3, 4}


@pytest.mark.parametrize("hue", HUES)
def test_a_mark_can_be_read_on_every_hue(hue: str) -> None:
    assert difference(ink_on(hue), hue) > 20


def test_a_mixture_lies_between_its_colours() -> None:
    assert mixed("#000000", "#ff8040", 0) == "#000000"
    assert mixed("#000000", "#ff8040", 50) == "#7f4020"
    assert mixed("#000000", "#ff8040", 100) == "#ff8040"
