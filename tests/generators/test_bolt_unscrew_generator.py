"""Bolt Unscrew plates: what counts as a flaw, which boards are idle, and that everything made meets the target."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from authoring.generators.bolt_unscrew import GENERATORS, Draft, Part, begin, board, change, faults, flaws, measures
from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.idle_boards import idle_boards
from games.bolt_unscrew import GAME
from games.grid import Cell
from games.screws import PlateLevel
from solvers.bolt_unscrew import SOLVER
from solvers.contract import Answer, Query, no_report

PLATE = GENERATORS[0]
GOAL = {"rule": GAME.goal_rules[0]}


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def solved(level: PlateLevel) -> Answer:
    return SOLVER.engine_named("position-search").solve(level, Query("relocations"), no_report)


def bar(layer: int, row: int, columns: range, *bolted: int) -> Part:
    wood = frozenset((row, column) for column in columns)
    return Part(layer, wood, frozenset((row, column) for column in bolted))


def plate(size: Cell, *parts: Part, empty: frozenset[Cell]) -> Draft:
    return Draft(size, parts, empty)


#: A bar across an upright one: the upright's top screw is under the bar.
CROSSED = plate(
    (5, 5),
    Part(1, frozenset((row, 2) for row in range(4)), frozenset({(1, 2), (3, 2)})),
    bar(2, 1, range(1, 4), 1, 3),
    empty=frozenset({(4, 0), (4, 4)}),
)


def test_boards_that_cover_one_another_have_no_flaw() -> None:
    assert flaws(CROSSED, Wanted()) == 0
    level = GAME.parse(board(CROSSED), GOAL)
    assert GAME.initial(level).buries(level, (1, 2, 1)) == ("B",)


def test_boards_holes_and_empty_holes_beside_the_target_are_flaws() -> None:
    assert flaws(CROSSED, Wanted(pieces=3)) == 4
    assert flaws(CROSSED, Wanted(measures={"free": (4, 4)})) == 2
    assert flaws(CROSSED, Wanted(measures={"hidden": (1, 2)})) == 1


def test_boards_that_touch_nothing_of_one_another_are_alone() -> None:
    apart = plate((5, 5), bar(1, 0, range(1, 4), 1, 3), bar(1, 3, range(1, 4), 1, 3), empty=frozenset({(4, 0), (4, 4)}))
    # Two boards alone, and two rows between them without a board.
    assert flaws(apart, Wanted()) == 2 * 2 + 2
    over = replace(apart, empty=apart.empty | {(0, 2), (3, 2)})
    assert flaws(over, Wanted()) == 2


def test_a_board_that_would_move_at_the_start_is_a_flaw() -> None:
    loose = replace(CROSSED, parts=(CROSSED.parts[0], bar(2, 1, range(1, 4))))
    assert flaws(loose, Wanted()) == 2


def test_a_screw_of_a_higher_board_goes_through_the_wood_below_it() -> None:
    both = plate((5, 5), bar(1, 1, range(1, 4), 1), bar(2, 1, range(2, 5), 2, 4), empty=frozenset({(4, 0)}))
    assert both.held(both.parts[0]) == {(1, 1), (1, 2)}
    assert both.held(both.parts[1]) == {(1, 2), (1, 4)}


def test_a_board_without_which_the_level_is_as_long_is_idle() -> None:
    # Both boards hang on the same two screws.
    twice = plate((4, 5), bar(1, 1, range(1, 4), 1, 3), bar(2, 1, range(1, 4), 1, 3), empty=frozenset({(3, 0), (3, 4)}))
    level = GAME.parse(board(twice), GOAL)
    moves = solved(level).moves or ()
    assert list(idle_boards(level, moves, "position-search", 1_000)) == ["A", "B"]
    assert any("without board A" in one for one in faults(level, solved(level)))  # type: ignore[arg-type]


def test_a_board_whose_screws_are_its_own_is_not_idle() -> None:
    level = GAME.parse(board(CROSSED), GOAL)
    moves = solved(level).moves
    assert moves is not None
    assert list(idle_boards(level, moves, "position-search", 1_000)) == []


def test_idle_boards_are_those_that_solving_without_them_tells() -> None:
    source, wanted, compared = random.Random(2), Wanted(pieces=3, rows=6, columns=5), 0
    draft = begin(source, wanted)
    for _ in range(60):
        assert draft is not None
        draft = change(source, draft, wanted) or begin(source, wanted)
        if draft is None or flaws(draft, wanted):
            continue
        level = GAME.parse(board(draft), GOAL)
        answer = solved(level)
        if answer.moves is None or answer.optimum is None or answer.optimum > 6:
            continue
        rests = [(one, replace(level, boards=tuple(b for b in level.boards if b is not one))) for one in level.boards]
        same = [
            one.name
            for one, rest in rests
            if not GAME.validate(*GAME.print(rest)) and solved(rest).optimum == answer.optimum
        ]
        assert list(idle_boards(level, answer.moves, "guided-search", 50_000)) == same
        compared += 1
        if compared == 4:
            break
    assert compared > 2


def test_an_empty_hole_may_mislead_but_not_two() -> None:
    level = GAME.parse(board(CROSSED), GOAL)
    answer = solved(level)
    assert list(faults(level, answer)) == []  # type: ignore[arg-type]
    pocked = GAME.parse(board(replace(CROSSED, empty=CROSSED.empty | {(0, 0), (0, 4), (2, 2)})), GOAL)
    assert any("no screw goes to" in one for one in faults(pocked, solved(pocked)))  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(6))
def test_every_draft_keeps_boards_of_a_layer_apart_and_screws_in_holes(seed: int) -> None:
    source, wanted = random.Random(seed), Wanted(pieces=4)
    draft = begin(source, wanted)
    for _ in range(20):
        assert draft is not None
        assert not draft.empty & draft.screws
        for one in draft.parts:
            assert draft.held(one) <= one.wood
            assert not any(
                other is not one and other.layer == one.layer and other.wood & one.wood for other in draft.parts
            )
        kinds = {finding.id for finding in GAME.validate(board(draft), GOAL)}
        assert kinds <= {"plate/unsettled"}
        draft = change(source, draft, wanted) or draft


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        (Wanted(optimum=(4, 5), pieces=2), 0),
        (Wanted(optimum=(6, 7), pieces=3, measures={"free": (1, 2), "screws": (5, 8)}), 1),
        (Wanted(optimum=(4, 6), pieces=2, dead_end_permille=(50, 900)), 2),
    ],
)
def test_what_is_made_meets_the_target_by_another_engine_s_word(wanted: Wanted, number: int) -> None:
    found = climb(PLATE, wanted, "11", number, quiet)
    assert found is not None
    answer = solved(found.level)
    assert wanted.optimum is not None
    assert answer.optimum is not None
    assert wanted.optimum[0] <= answer.optimum <= wanted.optimum[1]
    assert len(found.level.boards) == wanted.pieces
    counted = measures(found.level, found.outcome)
    assert all(low <= counted[name] <= high for name, (low, high) in wanted.measures.items())
    assert list(idle_boards(found.level, found.outcome.moves or (), "position-search", 50_000)) == []


def test_a_plate_too_small_comes_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=4, columns=9)) is None
