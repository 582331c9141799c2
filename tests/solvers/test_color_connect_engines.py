"""The engines of Color Connect against each other, and all against enumeration."""

from __future__ import annotations

import random
import string
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.color_connect import GAME, ColorConnectLevel
from games.grid import BOARD_SYMMETRIES, neighbours
from solvers.color_connect import SOLVER
from solvers.contract import Answer, Limits, Query, no_report

COLOURS = string.ascii_letters + string.digits

SAT, CIRCUIT, BRUTE = (engine.name for engine in SOLVER.engines)
FAST_ENGINES = (SAT, CIRCUIT)
ALL_ENGINES = (SAT, CIRCUIT, BRUTE)


def level_of(rows: tuple[str, ...] | list[str], rule: str) -> ColorConnectLevel:
    return GAME.parse({"rows": list(rows)}, {"rule": rule})


def ask(engine: str, level: ColorConnectLevel, metric: str = "draws", **fields: object) -> Answer:
    query = replace(Query(metric, properties=True), **fields)  # type: ignore[arg-type]
    return SOLVER.engine_named(engine).solve(level, query, no_report)


def assert_wins(level: ColorConnectLevel, answer: Answer, metric: str, state: object = None) -> None:
    """The play wins by the rules, and costs what is claimed."""
    now = GAME.initial(level) if state is None else GAME.parse_state(level, state)
    assert answer.moves is not None
    for move in answer.moves:
        now = GAME.apply(level, now, move)
    assert GAME.won(level, now)
    place = GAME.metrics.index(metric)
    assert sum(GAME.cost(level, move)[place] for move in answer.moves) == answer.optimum


def scattered(source: random.Random) -> list[str]:
    """A board with endpoints and blocked cells anywhere."""
    height, width = source.choice(((3, 3), (3, 4), (4, 3), (4, 4), (2, 6), (4, 5)))
    blocked = source.choice((0.05, 0.2, 0.5))
    cells = [".#"[source.random() < blocked] for _ in range(height * width)]
    colours = source.randint(1, 4)
    for number, place in enumerate(source.sample(range(height * width), 2 * colours)):
        cells[place] = COLOURS[number // 2]
    return ["".join(cells[row * width : row * width + width]) for row in range(height)]


def laid_out(source: random.Random) -> list[str]:
    """A board that can be filled: random paths are laid, and what they leave is blocked."""
    height, width = source.choice(((3, 3), (3, 4), (4, 4), (4, 5)))
    free = {(row, column) for row in range(height) for column in range(width)}
    glyphs = dict.fromkeys(free, "#")
    for colour in COLOURS[: source.randint(1, 4)]:
        if not free:
            break
        path = [source.choice(sorted(free))]
        free.remove(path[0])
        while onward := [cell for cell in neighbours(path[-1], height, width) if cell in free]:
            path.append(source.choice(onward))
            free.remove(path[-1])
        if len(path) > 1:
            glyphs |= dict.fromkeys(path, ".") | {path[0]: colour, path[-1]: colour}
    rows = ["".join(glyphs[row, column] for column in range(width)) for row in range(height)]
    return rows if any(glyph not in ".#" for row in rows for glyph in row) else laid_out(source)


def boards(count: int, seed: int) -> list[list[str]]:
    source = random.Random(seed)
    return [(scattered, laid_out)[number % 2](source) for number in range(count)]


def assert_agree(engine: str, rows: list[str], rule: str, metric: str) -> Answer:
    level = level_of(rows, rule)
    truth, answer = ask(BRUTE, level, metric), ask(engine, level, metric)
    assert truth.status != "undecided"
    assert (answer.status, answer.optimum) == (truth.status, truth.optimum), rows
    assert dict(answer.properties) == dict(truth.properties), rows
    assert set(answer.reasons) == set(truth.reasons)
    if answer.status == "solvable":
        assert answer.method.bound == answer.optimum
        assert_wins(level, answer, metric)
    if answer.second_solution is not None:
        cover = level_of(rows, "cover")
        assert answer.properties["unique_cover"] is False
        assert_wins(cover, replace(answer, moves=answer.second_solution, optimum=len(cover.endpoints)), "draws")
    assert (answer.second_solution is None) == (truth.second_solution is None), rows
    return answer


@pytest.mark.parametrize("engine", FAST_ENGINES)
@pytest.mark.parametrize("rule", GAME.goal_rules)
@pytest.mark.parametrize("metric", GAME.metrics)
def test_every_engine_agrees_with_enumeration(engine: str, rule: str, metric: str) -> None:
    count = 120 if engine == SAT else 30
    answers = [assert_agree(engine, rows, rule, metric) for rows in boards(count, seed=len(rule) + len(metric))]
    assert {answer.status for answer in answers} == {"solvable", "unsolvable"}


@pytest.mark.slow
@pytest.mark.parametrize("engine", FAST_ENGINES)
@pytest.mark.parametrize("rule", GAME.goal_rules)
@pytest.mark.parametrize("metric", GAME.metrics)
def test_every_engine_agrees_with_enumeration_on_many_boards(engine: str, rule: str, metric: str) -> None:
    for rows in boards(1500 if engine == SAT else 400, seed=1000 + len(rule) + len(metric)):
        assert_agree(engine, rows, rule, metric)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(GAME.goal_rules))
def test_mirrored_and_recoloured_copies_have_the_same_answers(seed: int, rule: str) -> None:
    source = random.Random(seed)
    rows = boards(2, seed)[seed % 2]
    names = dict(zip(COLOURS, source.sample(COLOURS, len(COLOURS)), strict=True))
    truth = {metric: ask(SAT, level_of(rows, rule), metric) for metric in GAME.metrics}
    copy = source.choice(BOARD_SYMMETRIES).rows_of(rows, lambda glyph: names.get(glyph, glyph))
    for metric, answer in truth.items():
        other = ask(SAT, level_of(copy, rule), metric)
        assert (other.status, other.optimum) == (answer.status, answer.optimum)
        assert dict(other.properties) == dict(answer.properties)


@pytest.mark.parametrize("engine", ALL_ENGINES)
class TestDrawnBoards:
    """Boards small enough to check by eye, each for one trap."""

    @pytest.mark.parametrize(
        "rows",
        [
            ["AA#."],
            ["AA..", "##.."],
            ["AA...", "##.#.", "##..."],
            ["AA....", "##....", "##.##.", "##....", "##...."],
            ["......", ".####.", ".#AA#.", ".####.", "......"],
        ],
    )
    def test_detached_cells_and_loops_are_not_filled(self, engine: str, rows: list[str]) -> None:
        answer = ask(engine, level_of(rows, "cover"))
        assert (answer.status, answer.moves) == ("unsolvable", None)
        assert dict(answer.properties) == {"dead_end_free": False, "unique_cover": None, "tight": None}
        assert set(answer.reasons) == {"unique_cover", "tight"}

    def test_a_path_between_adjacent_endpoints_may_go_round_to_fill_the_board(self, engine: str) -> None:
        level = level_of(["....", ".AA.", "...."], "cover")
        assert_wins(level, ask(engine, level), "draws")

    def test_a_covering_path_may_touch_itself_but_is_not_tight(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.", "A."], "cover"))
        assert answer.moves == ("draw A 0,0 0,1 1,1 1,0",)
        assert answer.properties["unique_cover"] is True
        assert answer.properties["tight"] is False

    def test_self_touching_covers_count_against_uniqueness(self, engine: str) -> None:
        answer = ask(engine, level_of(["A..", "...", "..A"], "cover"))
        assert answer.properties["unique_cover"] is False
        assert answer.properties["tight"] is False
        assert answer.second_solution not in (None, answer.moves)

    def test_a_board_with_one_tight_and_one_touching_cover_is_tight_and_not_unique(self, engine: str) -> None:
        answer = ask(engine, level_of(["AB", "..", "..", "AB"], "cover"))
        truth = ask(BRUTE, level_of(["AB", "..", "..", "AB"], "cover"))
        assert answer.properties["tight"] is True
        assert dict(answer.properties) == dict(truth.properties)

    def test_adjacent_endpoints_need_two_cells_where_the_board_need_not_be_filled(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.", "A."], "connect"), "cells")
        assert (answer.optimum, answer.moves) == (2, ("draw A 0,0 1,0",))

    def test_a_path_does_not_run_through_the_endpoint_of_another_colour(self, engine: str) -> None:
        assert ask(engine, level_of(["ABA", "#B#"], "connect")).status == "unsolvable"

    def test_upper_and_lower_case_are_two_colours(self, engine: str) -> None:
        answer = ask(engine, level_of(["Bb", "..", "Bb"], "cover"))
        assert answer.optimum == 2
        assert answer.moves == ("draw B 0,0 1,0 2,0", "draw b 0,1 1,1 2,1")

    def test_crossing_pairs_at_the_corners_are_unsolvable(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.B", "...", "B.A"], "connect"))
        assert answer.status == "unsolvable"
        assert answer.explanation is not None
        assert "alternate along the border" in answer.explanation

    def test_a_connectable_board_that_cannot_be_filled_is_neither_unique_nor_tight(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.A", "#.#"], "connect"))
        assert answer.status == "solvable"
        assert dict(answer.properties) == {"dead_end_free": True, "unique_cover": False, "tight": False}
        assert answer.second_solution is None

    def test_the_fewest_cells_count_a_detour_round_another_path(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.B.A", ".....", "..B.."], "connect"), "cells")
        truth = ask(BRUTE, level_of(["A.B.A", ".....", "..B.."], "connect"), "cells")
        assert (answer.status, answer.optimum) == (truth.status, truth.optimum)

    def test_a_run_repeats_exactly(self, engine: str) -> None:
        level = level_of(["A...", ".B..", "...B", "...A"], "connect")
        first, again = ask(engine, level, "cells"), ask(engine, level, "cells")
        still = replace(again, method=replace(again.method, seconds=first.method.seconds))
        assert first == still

    def test_a_second_solution_is_shown_from_the_empty_board_only(self, engine: str) -> None:
        level = level_of(["A..", "...", "..A"], "cover")
        answer = ask(engine, level, state={"paths": {"A": [[0, 0], [1, 0]]}})
        assert answer.properties["unique_cover"] is False
        assert answer.second_solution is None
        assert ask(engine, level).second_solution is not None

    def test_properties_are_answered_only_when_asked(self, engine: str) -> None:
        answer = ask(engine, level_of(["A.", "A."], "cover"), properties=False)
        assert (dict(answer.properties), answer.second_solution) == ({}, None)


HARD = (
    "..........",
    ".A........",
    "....B..C..",
    "..........",
    "...D......",
    ".....C....",
    "..B.....D.",
    "......A...",
    "..........",
    "..........",
)


@pytest.mark.parametrize("rule", GAME.goal_rules)
@pytest.mark.parametrize("engine", ALL_ENGINES)
def test_without_effort_nothing_is_claimed(engine: str, rule: str) -> None:
    level = level_of(HARD, rule)
    answer = ask(engine, level, "cells", limits=Limits(states=3, effort=0))
    assert (answer.status, answer.optimum) == ("undecided", None)
    assert not answer.method.exhausted
    assert dict(answer.properties) == {"dead_end_free": None, "unique_cover": None, "tight": None}
    assert set(answer.reasons) == {"dead_end_free", "unique_cover", "tight"}


def filled(source: random.Random, size: int, colours: int) -> list[str]:
    """A square board that can be filled: a serpentine through all cells, tangled by reversing ends, then cut up."""
    line = [(row, column if row % 2 == 0 else size - 1 - column) for row in range(size) for column in range(size)]
    for _ in range(40 * size * size):
        if source.random() < 0.5:
            line.reverse()
        joint = line.index(source.choice(neighbours(line[-1], size, size)))
        line[joint + 1 :] = reversed(line[joint + 1 :])
    cuts = [0, *(number * len(line) // colours for number in range(1, colours)), len(line)]
    glyphs = dict.fromkeys(line, ".")
    for colour, begin, end in zip(COLOURS, cuts, cuts[1:], strict=False):
        glyphs |= {line[begin]: colour, line[end - 1]: colour}
    return ["".join(glyphs[row, column] for column in range(size)) for row in range(size)]


def test_a_run_that_ends_early_has_a_bound_and_a_play_between_which_the_optimum_lies() -> None:
    early = 0
    for seed in (2, 9, 12, 18, 23):
        cells = ["."] * 100
        for number, place in enumerate(random.Random(seed).sample(range(100), 12)):
            cells[place] = COLOURS[number // 2]
        level = level_of(["".join(cells[row * 10 : row * 10 + 10]) for row in range(10)], "connect")
        reports: list[tuple[int | None, tuple[str, ...] | None]] = []
        query = Query("cells", limits=Limits(effort=1))
        short = SOLVER.engine_named(SAT).solve(level, query, lambda *report, to=reports: to.append(report))  # type: ignore[misc]
        full = ask(SAT, level, "cells", properties=False)
        assert full.optimum is not None
        assert reports
        assert all(bound is not None and bound <= full.optimum for bound, _ in reports)
        if short.status == "undecided" and short.moves is not None:
            early += 1
            assert short.optimum is None
            assert short.method.bound is not None
            assert short.method.bound <= full.optimum <= sum(GAME.cost(level, move)[1] for move in short.moves)
            assert not short.method.exhausted
    assert early


def test_enumeration_on_a_large_board_ends_at_its_limit() -> None:
    level = level_of(["A" + "." * 29, *["." * 30] * 28, "." * 29 + "A"], "connect")
    answer = ask(BRUTE, level, limits=Limits(states=3000))
    assert (answer.status, answer.method.states) == ("undecided", 3000)


def test_boards_that_are_filled_by_construction_are_solved_under_cover() -> None:
    source = random.Random(8)
    for size, colours in ((6, 3), (8, 6), (10, 9), (12, 14)):
        level = level_of(filled(source, size, colours), "cover")
        answer = ask(SAT, level)
        assert_wins(level, answer, "draws")
        assert None not in answer.properties.values()
