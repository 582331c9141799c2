"""Maze Paint boards: what counts as noise, and that everything made is solvable, drawn and within the target."""

from __future__ import annotations

import random

import pytest

from authoring.generators.climb import climb
from authoring.generators.contract import Wanted
from authoring.generators.maze_paint import GENERATORS, begin, change, flaws
from authoring.generators.maze_shape import flaws_of, shape_of
from games.maze_paint import GAME, MazePaintLevel
from solvers.contract import Limits, Query, no_report
from solvers.maze_paint import SOLVER
from solvers.maze_paint.structure import unpaintable

ROOMS = GENERATORS[0]
DRAWN = ("#######", "#.....#", "#..##.#", "#@.##.#", "#.....#", "#.###.#", "#.###.#", "#.....#", "#######")


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def test_a_corner_where_floor_meets_floor_by_a_point_only_is_counted() -> None:
    assert shape_of(("####", "#@##", "##.#", "####")).corners == 1
    assert shape_of(("####", "#@.#", "##.#", "####")).corners == 0


def test_a_wall_with_floor_on_all_sides_is_a_pillar_and_an_island() -> None:
    shape = shape_of(("#####", "#@..#", "#.#.#", "#...#", "#####"))
    assert (shape.pillars, shape.islands, shape.rooms) == (1, 1, 0)
    assert shape_of(("######", "#@...#", "#.##.#", "#....#", "######")).pillars == 0


def test_a_notch_in_a_corridor_is_a_nub_and_a_corridor_s_end_is_none() -> None:
    assert shape_of(("#####", "#@..#", "##.##", "#####")).nubs == 3
    assert shape_of(("######", "#@...#", "######")).nubs == 0


def test_rooms_halls_and_blocks_are_windows() -> None:
    shape = shape_of(("#####", "#@..#", "#...#", "#...#", "#####"))
    assert (shape.rooms, shape.halls, shape.blocks) == (4, 1, 0)
    assert shape_of(("#####", "#@..#", "#####", "#####", "#####")).blocks == 3


def test_a_row_without_floor_is_unused() -> None:
    assert shape_of(("#####", "#@..#", "#####", "#####")).unused == 1


def test_a_drawn_board_passes_and_noise_does_not() -> None:
    assert flaws_of(DRAWN) == 0
    assert (
        flaws_of(("########", "#@.#.#.#", "#.#..#.#", "##..#..#", "#.#.#.##", "#..#..##", "########", "########")) > 0
    )


def test_walls_beside_the_target_are_a_flaw() -> None:
    walls = sum(row.count("#") for row in DRAWN)
    assert flaws(DRAWN, Wanted(walls=(walls, walls))) == 0
    assert flaws(DRAWN, Wanted(walls=(walls + 2, walls + 5))) == 2
    assert flaws(DRAWN, Wanted(walls=(0, walls - 3))) == 3


@pytest.mark.parametrize("seed", range(8))
def test_every_change_leaves_a_walled_board_that_slides_paint_whole(seed: int) -> None:
    source = random.Random(seed)
    wanted = Wanted(rows=9, columns=8)
    grid = begin(source, wanted)
    for _ in range(30):
        if grid is None:
            grid = begin(source, wanted)
            continue
        assert (len(grid), {len(row) for row in grid}) == (9, {8})
        assert set(grid[0] + grid[-1] + "".join(row[0] + row[-1] for row in grid)) == {"#"}
        assert GAME.validate({"rows": list(grid)}, {"rule": GAME.goal_rules[0]}) == ()
        assert unpaintable(MazePaintLevel(grid)) == ()
        grid = change(source, grid, wanted) or grid


@pytest.mark.parametrize(
    ("wanted", "number"),
    [
        (Wanted(optimum=(8, 8), properties={"dead_end_free": True}), 0),
        (Wanted(optimum=(14, 14), rows=10, columns=9), 1),
        (Wanted(optimum=(12, 16), walls=(40, 50)), 2),
    ],
)
def test_what_is_made_meets_the_target_by_another_engine_s_word(wanted: Wanted, number: int) -> None:
    found = climb(ROOMS, wanted, "11", number, quiet)
    assert found is not None
    other = SOLVER.engine_named("walk-program-scip")
    answer = other.solve(found.level, Query("slides", limits=Limits(), properties=True), no_report)
    assert wanted.optimum is not None
    assert answer.optimum is not None
    assert wanted.optimum[0] <= answer.optimum <= wanted.optimum[1]
    assert flaws(tuple(found.board["rows"]), wanted) == 0
    assert all(answer.properties[name] is value for name, value in wanted.properties.items())
    if wanted.rows:
        assert (len(found.board["rows"]), len(found.board["rows"][0])) == (wanted.rows, wanted.columns)


def test_a_play_without_a_choice_is_a_fault() -> None:
    corridor = MazePaintLevel(("#####", "#@..#", "###.#", "###.#", "#####"))
    answer = SOLVER.engine_named("painted-search").solve(corridor, Query("slides"), no_report)
    assert list(ROOMS.faults(corridor, answer))  # type: ignore[arg-type]
    found = climb(ROOMS, Wanted(optimum=(9, 11)), "3", 0, quiet)
    assert found is not None
    assert list(ROOMS.faults(found.level, found.outcome)) == []


def test_a_board_too_small_to_draw_on_comes_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=3, columns=9)) is None
