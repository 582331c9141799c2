"""What the slide graph of a Maze Paint level tells without search, against brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from test_maze_paint_oracle import Truth, board, random_truths, state_json, truth

from games.contract import MalformedState
from games.maze_paint import GAME, MazePaintLevel
from solvers.maze_paint import SOLVER, search, structure
from solvers.maze_paint.slides import Slide, SlideGraph, covers
from solvers.maze_paint.structure import dead_end_free, explain, proof_of_no_dead_end, unpaintable

TRUTHS = random_truths(21, 250)


def painted_ever(known: Truth) -> set[tuple[int, int]]:
    return {cell for state in known.distance for cell in state.painted}


def test_unpaintable_cells_are_just_those_that_no_play_paints() -> None:
    named = 0
    for known in TRUTHS:
        never = unpaintable(known.level)
        named += len(never)
        assert set(never) == known.level.floor - painted_ever(known)
        assert list(never) == sorted(never)
        if never:
            said = explain(known.level)
            assert said is not None
            cells = [tuple(map(int, cell)) for cell in re.findall(r"(\d+),(\d+)", said.partition(" can never")[0])]
            assert cells == list(never)
    assert named > 50


def test_a_static_explanation_is_given_for_unsolvable_levels_only() -> None:
    for known in TRUTHS:
        assert known.optimum is None or explain(known.level) is None


def every_small_level() -> Iterator[MazePaintLevel]:
    """All boards of three rows and three columns."""
    for glyphs in product("#.", repeat=9):
        for start in range(9):
            cells = [*glyphs[:start], "@", *glyphs[start + 1 :]]
            if glyphs[start] == "." and "." in cells:
                yield MazePaintLevel(tuple("".join(cells[row : row + 3]) for row in (0, 3, 6)))


def test_two_cells_that_no_play_paints_are_found_just_when_there_are_two() -> None:
    split = 0
    for level in every_small_level():
        if unpaintable(level):
            continue
        known = truth(level)
        assert known is not None
        floor = sorted(level.floor)
        together = [state.painted for state in known.distance]
        apart = not all(any({a, b} <= painted for painted in together) for a, b in combinations(floor, 2))
        assert (explain(level) is not None) == apart
        split += apart
        assert dead_end_free(level) == known.dead_end_free
    assert split >= 5


def test_cells_that_one_slide_paints_are_not_apart() -> None:
    """Three one-way slides out of the start: one paints both cells, the others one each."""
    both, first, second = Slide(0, "D", 1, ((1, 0), (2, 0))), Slide(0, "L", 2, ((1, 0),)), Slide(0, "R", 3, ((2, 0),))
    split = SlideGraph(((0, 0), (2, 0), (0, 1), (0, 2)), (first, second), ((0, 1), (), (), ()))
    joined = SlideGraph(split.stops, (both, first, second), ((0, 1, 2), (), (), ()))
    cells = frozenset({(1, 0), (2, 0)})
    assert structure._apart(split, covers(split, cells)) == ((1, 0), [(2, 0)])
    assert structure._apart(joined, covers(joined, cells)) is None


def test_the_explanations_name_the_cells() -> None:
    assert (
        explain(board("@.#.")) == "the cell 0,3 can never be painted: no slide that can be reached from 0,0 enters it"
    )
    said = explain(board("@.#. ..#."))
    assert said is not None
    assert said.startswith("the cells 0,3 and 1,3 can never be painted: ")
    said = explain(board(".#. ..@ .#."))
    assert said is not None
    assert said.startswith("no walk from 1,2 paints the cell 0,0 together with any of the cells 0,2 and 2,2: ")


def test_dead_ends_are_decided_as_brute_force_decides_them() -> None:
    for known in TRUTHS:
        assert dead_end_free(known.level) == known.dead_end_free, known.level.rows
        assert search.dead_end_free(known.level, None, 100_000) == known.dead_end_free
        assert (proof_of_no_dead_end(known.level) is not None) == known.dead_end_free


def test_dead_ends_are_decided_from_any_state() -> None:
    answers = []
    for known in TRUTHS[:60]:
        for state in list(known.distance)[:40:9]:
            later = truth(known.level, state)
            assert later is not None
            answers.append(later.dead_end_free)
            there = state_json(known.level, state)
            assert dead_end_free(known.level, there) == later.dead_end_free
            assert search.dead_end_free(known.level, there, 100_000) == later.dead_end_free
    assert {True, False} == set(answers)


def test_a_level_may_have_no_dead_end_though_its_slides_are_one_way() -> None:
    level = board(".@.")
    said = proof_of_no_dead_end(level)
    assert said is not None
    assert "every walk into it" in said


def test_a_level_all_of_whose_stops_reach_one_another_has_no_dead_end() -> None:
    said = proof_of_no_dead_end(board("@.. .#. ..."))
    assert said is not None
    assert said.startswith("every stop that can be reached can reach every other")


def test_a_solvable_level_with_a_dead_end_gets_no_proof() -> None:
    level = board(".@. #.#")
    assert proof_of_no_dead_end(level) is None
    assert explain(level) is None


def test_the_enumeration_of_dead_ends_stops_at_its_limit() -> None:
    assert search.dead_end_free(board("@.. .#. ..."), None, 5) is None
    assert search.dead_end_free(board("@.. .#. ..."), None, 50) is True


def test_the_space_has_the_states_and_moves_of_the_rules() -> None:
    space = SOLVER.space
    assert space is not None
    for known in TRUTHS[:80]:
        level = known.level
        states = space(level, None)
        pairs = [(states.initial, known.first)]
        seen = {states.initial}
        while pairs:
            node, state = pairs.pop()
            assert states.state_json(node) == GAME.state_json(level, state)
            assert states.won(node) == GAME.won(level, state)
            done, floor = states.progress(node)
            assert done == GAME.progress(level, state) * floor
            after = list(states.successors(node))
            assert [move for move, _ in after] == list(GAME.moves(level, state))
            for move, later in after:
                if later not in seen:
                    seen.add(later)
                    pairs.append((later, GAME.apply(level, state, move)))
        assert len(seen) == len(known.distance)


def test_the_space_may_start_from_any_state_and_refuses_what_is_none() -> None:
    level = board(".@. #.#")
    space = SOLVER.space
    assert space is not None
    state = {"ball": [0, 2], "painted": ["011", "000"]}
    assert space(level, state).state_json(space(level, state).initial) == state
    with pytest.raises(MalformedState):
        space(level, {"ball": [1, 0], "painted": ["010", "000"]})
