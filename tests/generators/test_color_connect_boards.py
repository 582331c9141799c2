"""Color Connect boards: every draft is solved, and what is made has one cover and no idle pair."""

from __future__ import annotations

import random

import pytest

from authoring.generators.climb import climb
from authoring.generators.color_connect import GENERATORS, SHORTEST, Solved, begin, board, change, faults, flaws
from authoring.generators.contract import Wanted
from games.color_connect import GAME, ColorConnectLevel
from solvers.color_connect import SOLVER
from solvers.contract import Limits, Query, no_report
from validators.outcome import Outcome

SOLVED_BOARD = GENERATORS[0]
OUTCOME = Outcome("solvable", "draws", (), 0, 0, ())


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def play_of(draft: Solved) -> list[str]:
    """The draft's own paths as moves on the board drawn from it."""
    rows = board(draft)["rows"]
    moves = []
    for path in draft.paths:
        row, column = path[0]
        moves.append(f"draw {rows[row][column]} " + " ".join(f"{r},{c}" for r, c in path))
    return moves


@pytest.mark.parametrize("seed", range(6))
def test_every_draft_is_solved_whatever_was_changed(seed: int) -> None:
    source = random.Random(seed)
    wanted = Wanted(rows=6, columns=5, pieces=5, walls=(0, 3))
    draft = begin(source, wanted)
    assert draft is not None
    for _ in range(40):
        draft = change(source, draft, wanted) or draft
        assert len(draft.paths) == 5
        assert min(map(len, draft.paths)) >= SHORTEST
        level = GAME.parse(board(draft), {"rule": "cover"})
        state = GAME.initial(level)
        for move in play_of(draft):
            state = GAME.apply(level, state, move)
        assert GAME.won(level, state)


def test_cells_are_blocked_until_the_target_holds() -> None:
    found = climb(SOLVED_BOARD, Wanted(rows=6, columns=6, pieces=5, walls=(2, 3)), "5", 0, quiet)
    assert found is not None
    assert 2 <= sum(row.count("#") for row in found.board["rows"]) <= 3


def test_a_path_that_touches_itself_is_a_flaw() -> None:
    # Two columns, each walked straight down; and the same cells as two bent paths that touch themselves.
    straight = Solved((4, 2), (((0, 0), (1, 0), (2, 0), (3, 0)), ((0, 1), (1, 1), (2, 1), (3, 1))))
    bent = Solved((4, 2), (((0, 0), (0, 1), (1, 1), (1, 0)), ((2, 0), (2, 1), (3, 1), (3, 0))))
    assert flaws(straight, Wanted()) == 0
    assert flaws(bent, Wanted()) > 0


def test_a_path_far_longer_than_the_others_is_a_flaw() -> None:
    row = [(0, column) for column in range(30)]
    assert flaws(Solved((1, 30), (tuple(row[:15]), tuple(row[15:]))), Wanted()) == 0
    cut = (*(tuple(row[at : at + 4]) for at in (0, 4, 8)), tuple(row[12:]))
    assert flaws(Solved((1, 30), cut), Wanted()) > 0


def test_blocked_cells_beside_the_target_are_a_flaw() -> None:
    draft = Solved((1, 9), (((0, 0), (0, 1), (0, 2), (0, 3)), ((0, 4), (0, 5), (0, 6), (0, 7))))
    assert flaws(draft, Wanted(walls=(1, 1))) == 0
    assert flaws(draft, Wanted()) == 1
    assert flaws(draft, Wanted(walls=(3, 4))) == 2


def test_adjacent_endpoints_are_a_fault() -> None:
    assert len(list(faults(ColorConnectLevel(("AAB", "..C", "BDC", "D.."), "connect"), OUTCOME))) == 2
    assert list(faults(ColorConnectLevel(("A..", "B.A", "...", "..B"), "connect"), OUTCOME)) == []


def test_symmetry_up_to_the_names_is_a_fault() -> None:
    assert len(list(faults(ColorConnectLevel(("AB", "..", "AB"), "connect"), OUTCOME))) == 1


@pytest.mark.parametrize(("rows", "pieces"), [(5, 4), (7, 6)])
def test_what_is_made_has_one_cover_by_another_engine_s_word(rows: int, pieces: int) -> None:
    wanted = Wanted(rows=rows, columns=rows, pieces=pieces, properties={"unique_cover": True})
    found = climb(SOLVED_BOARD, wanted, "13", 0, quiet)
    assert found is not None
    assert len(found.level.endpoints) == pieces
    other = SOLVER.engine_named(SOLVER.defaults[1])
    answer = other.solve(found.level, Query("draws", properties=True, limits=Limits()), no_report)
    assert answer.properties["unique_cover"] is True
    assert answer.properties["tight"] is True
    assert list(faults(found.level, found.outcome)) == []


def test_more_colours_than_the_board_can_hold_come_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=4, columns=4, pieces=5)) is None
    assert begin(random.Random(0), Wanted(rows=4, columns=4, pieces=4)) is not None
