"""The climb: what is accepted, what is refused, and that a candidate depends on its own number alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from authoring.generators import climb as climbing
from authoring.generators.climb import climb
from authoring.generators.contract import Generator, Wanted, wanted_from_json
from authoring.generators.registry import generator_for, generator_named, generators_of

#: Seven slides, no two sides alike.
HOOK = ("########", "#@....##", "#.####.#", "#.####.#", "#......#", "###.##.#", "###....#", "########")
#: Four slides; its own mirror image.
SQUARE = ("#####", "#@..#", "#.#.#", "#...#", "#####")
#: A slide that cannot be taken back.
ONE_WAY = ("########", "#@..##.#", "#.####.#", "#.#....#", "#.#.##.#", "#...##.#", "######.#", "########")
NO_PAINT = ("#####", "#@.##", "###.#", "#####")


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


@pytest.fixture(autouse=True)
def few_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hopeless search shall end at once; a hopeful one needs fewer than these."""
    monkeypatch.setattr(climbing, "BEGINNINGS", 20)


def always(rows: tuple[str, ...], **other: Any) -> Generator:
    """A generator that knows one board and no change, and finds no fault."""
    one = generator_named("maze-paint/rooms")
    return replace(
        one,
        begin=lambda source, wanted: rows,
        change=lambda source, draft, wanted: None,
        flaws=lambda draft, wanted: 0,
        faults=lambda level, outcome: iter(()),
        **other,
    )


def optimum(rows: tuple[str, ...], **wanted: Any) -> int | None:
    """The optimum of the one board where it meets the target, else None."""
    found = climb(always(rows), Wanted(**wanted), "0", 0, quiet)
    return None if found is None else found.outcome.optimum


def test_a_board_that_meets_the_target_is_found_with_its_outcome() -> None:
    whole = optimum(HOOK)
    assert whole is not None
    assert optimum(HOOK, optimum=(whole, whole)) == whole


def test_an_optimum_beside_the_range_is_refused() -> None:
    whole = optimum(HOOK)
    assert whole is not None
    assert optimum(HOOK, optimum=(whole + 1, whole + 9)) is None
    assert optimum(HOOK, optimum=(0, whole - 1)) is None


def test_a_symmetric_board_is_refused() -> None:
    assert optimum(SQUARE) is None


def test_an_unsolvable_board_is_refused() -> None:
    assert optimum(NO_PAINT) is None


def test_a_board_that_breaks_the_rules_is_refused() -> None:
    assert optimum(("#####", "#...#", "#####")) is None


def test_a_measure_beside_its_range_is_refused() -> None:
    assert optimum(HOOK, measures={"islands": (2, 2)}) is not None
    assert optimum(HOOK, measures={"islands": (3, 9)}) is None


def test_a_property_that_does_not_hold_is_refused() -> None:
    assert optimum(ONE_WAY) is not None
    assert optimum(ONE_WAY, properties={"dead_end_free": True}) is None
    assert optimum(HOOK, properties={"dead_end_free": True}) is not None


def test_the_share_of_dead_ends_is_counted_over_all_states() -> None:
    assert optimum(HOOK, dead_end_permille=(0, 0)) is not None
    assert optimum(HOOK, dead_end_permille=(1, 1000)) is None
    assert optimum(ONE_WAY, dead_end_permille=(0, 0)) is None
    assert optimum(ONE_WAY, dead_end_permille=(1, 1000)) is not None


def test_a_foresight_gap_below_the_least_is_refused() -> None:
    assert optimum(HOOK, foresight_gap_permille=0) is not None
    assert optimum(HOOK, foresight_gap_permille=1000) is None


def test_a_fault_of_the_generator_is_refused() -> None:
    faulty = replace(always(HOOK), faults=lambda level, outcome: iter(["noise"]))
    assert climb(faulty, Wanted(), "0", 0, quiet) is None


def test_a_draft_with_flaws_is_not_even_drawn() -> None:
    def drawn(draft: Any) -> Any:
        raise AssertionError("a flawed draft was drawn")

    flawed = replace(always(HOOK, board=drawn), flaws=lambda draft, wanted: 1)
    assert climb(flawed, Wanted(), "0", 0, quiet) is None


def test_beginnings_that_come_to_nothing_end_the_search() -> None:
    nothing = replace(always(HOOK), begin=lambda source, wanted: None)
    assert climb(nothing, Wanted(), "0", 0, quiet) is None


def test_what_is_told_grows_better_and_ends_at_the_target() -> None:
    told: list[int] = []
    generator = generator_named("maze-paint/rooms")
    assert climb(generator, Wanted(optimum=(9, 10)), "4", 0, lambda score, optimum: told.append(score)) is not None
    assert told == sorted(told, reverse=True)
    assert told[-1] == 0


@pytest.mark.parametrize(
    ("game", "wanted"),
    [("maze-paint", Wanted(optimum=(12, 15))), ("color-connect", Wanted(rows=6, columns=6))],
)
def test_a_candidate_depends_on_nothing_that_was_searched_before(game: str, wanted: Wanted) -> None:
    generator = generator_for(game)
    assert generator is not None
    forth = [climb(generator, wanted, "7", number, quiet) for number in (0, 1)]
    back = [climb(generator, wanted, "7", number, quiet) for number in (1, 0)]
    assert all(forth)
    assert [one and one.board for one in forth] == [one and one.board for one in reversed(back)]
    assert forth[0] != forth[1]


def test_every_target_survives_its_provenance() -> None:
    wanted = Wanted(
        optimum=(7, 12),
        rows=9,
        columns=8,
        pieces=5,
        walls=(0, 4),
        rule="cover",
        measures={"span": (1, 2)},
        properties={"unique_cover": True},
        dead_end_permille=(0, 0),
        foresight_gap_permille=10,
    )
    assert wanted_from_json(wanted.to_json()) == wanted
    assert wanted_from_json(Wanted().to_json()) == Wanted()


def test_a_game_without_generators_has_none() -> None:
    assert generators_of("no-such-game") == ()
    assert generator_for("no-such-game") is None
    with pytest.raises(KeyError):
        generator_named("no-such-game/way")
