"""The three engines of Maze Paint against brute force, one another and the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from test_maze_paint_oracle import Truth, board, random_level, random_truths, state_json, truth, won_by

from games.contract import MalformedState
from games.maze_paint import GAME, MazePaintLevel
from solvers.contract import Answer, Limits, Moves, Query, no_report
from solvers.maze_paint import SOLVER, program_cp_sat, program_mip, search
from solvers.maze_paint.runs import move_table, watched_cells
from solvers.maze_paint.slides import covers, slide_graph
from solvers.maze_paint.structure import unpaintable

ENGINES = [engine.name for engine in SOLVER.engines]
#: Every play that paints this board takes some slide twice.
TWICE = "#.##.#. #....#. @..#..."
#: Two arms, and the ball goes into one of them for good.
SPLIT = ".#. ..@ .#."


def ask(name: str, level: MazePaintLevel, **query: object) -> Answer:
    return SOLVER.engine_named(name).solve(level, replace(Query("slides"), **query), no_report)  # type: ignore[arg-type]


def agrees(name: str, known: Truth) -> None:
    level = known.level
    answer = ask(name, level, properties=True)
    assert answer.optimum == known.optimum, level.rows
    assert answer.properties == {"dead_end_free": known.dead_end_free}, level.rows
    assert answer.method.exhausted
    if known.optimum is None:
        assert (answer.status, answer.moves) == ("unsolvable", None)
        assert answer.explanation
    else:
        assert answer.status == "solvable"
        assert answer.method.bound == known.optimum
        assert answer.moves is not None
        assert len(answer.moves) == known.optimum
        assert won_by(level, answer.moves)
        assert answer.explanation is None
        if answer.canonical:
            assert answer.moves == known.canonical(known.first), level.rows


def large_level(seed: int, size: int) -> MazePaintLevel:
    """A board far too large for brute force: scattered wall, and wall on every cell that nothing can paint."""
    source = random.Random(seed)
    rows = [["#."[source.random() > 0.3] for _ in range(size)] for _ in range(size)]
    rows[0][0] = "@"
    while never := unpaintable(level := MazePaintLevel(tuple("".join(row) for row in rows))):
        for row, column in never:
            rows[row][column] = "#"
    return level


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_finds_what_brute_force_finds(name: str) -> None:
    for known in random_truths(1, 150):
        agrees(name, known)


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_finds_what_brute_force_finds_on_many_boards(name: str) -> None:
    for known in random_truths(2, 3_000):
        agrees(name, known)


@given(st.lists(st.text("..#", min_size=4, max_size=4), min_size=1, max_size=4), st.data())
@examples(max_examples=60)
def test_engines_find_what_brute_force_finds_on_drawn_boards(rows: list[str], data: st.DataObject) -> None:
    row, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, 3))
    rows[row] = rows[row][:column] + "@" + rows[row][column + 1 :]
    if GAME.validate({"rows": rows}, {"rule": "paint-all"}):
        return
    known = truth(MazePaintLevel(tuple(rows)))
    assert known is not None
    for name in ENGINES:
        agrees(name, known)


def test_the_search_alone_claims_the_canonical_play() -> None:
    for name in ENGINES:
        assert ask(name, board("@.. .#. ...")).canonical == (name == "painted-search")
    assert ask("painted-search", board("@.. .#. ...")).moves == ("D", "R", "U", "L")


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_answers_the_exact_distance_from_any_state(name: str) -> None:
    source = random.Random(4)
    won = dead = 0
    for known in random_truths(3, 40):
        for state in source.sample(list(known.distance), min(4, len(known.distance))):
            answer = ask(name, known.level, state=state_json(known.level, state))
            assert answer.optimum == known.distance[state], (known.level.rows, state)
            if answer.moves is not None:
                assert won_by(known.level, answer.moves, state)
            if answer.canonical:
                assert answer.moves == known.canonical(state)
            won += answer.optimum == 0
            dead += answer.status == "unsolvable"
    assert won
    assert dead


def test_a_ball_may_stand_where_none_can_stop_and_paint_lie_anywhere() -> None:
    level = board("@... .... ....")
    state = {"ball": [1, 1], "painted": ["1000", "0100", "0001"]}
    known = truth(level, GAME.parse_state(level, state))
    assert known is not None
    assert known.optimum is not None
    for name in ENGINES:
        assert ask(name, level, state=state).optimum == known.optimum


@pytest.mark.parametrize("name", ENGINES)
def test_a_won_state_has_the_empty_solution(name: str) -> None:
    answer = ask(name, board("@."), state={"ball": [0, 1], "painted": ["11"]}, properties=True)
    assert (answer.status, answer.moves, answer.optimum) == ("solvable", (), 0)
    assert answer.properties == {"dead_end_free": True}


@pytest.mark.parametrize("state", [{}, {"ball": [0, 0]}, {"ball": [0, 2], "painted": ["11#"]}, [1]])
def test_a_state_of_another_form_is_refused(state: object) -> None:
    with pytest.raises(MalformedState):
        ask("painted-search", board("@.#"), state=state)


def test_a_slide_may_be_needed_twice() -> None:
    level = board(TWICE)
    known = truth(level)
    assert known is not None
    assert known.optimum == 12
    for name in ENGINES:
        agrees(name, known)
        slides = []
        state = GAME.initial(level)
        for move in ask(name, level).moves or ():
            slides.append((state.ball, move))
            state = GAME.apply(level, state, move)
        assert len(set(slides)) < len(slides)


def test_no_two_slides_join_the_same_stops_the_same_way() -> None:
    source = random.Random(8)
    for _ in range(100):
        level = random_level(source)
        graph = slide_graph(level, level.start)
        ends = [(slide.tail, slide.head) for slide in graph.slides]
        assert len(set(ends)) == len(ends)


def test_the_two_ways_to_build_the_slides_agree() -> None:
    source = random.Random(9)
    for _ in range(300):
        level = random_level(source, 9, 9)
        graph, table = slide_graph(level, level.start), move_table(level, level.start)
        walked = {
            (graph.stops[slide.tail], slide.letter, graph.stops[slide.head], table.mask(frozenset(slide.cells)))
            for slide in graph.slides
        }
        assert walked == {
            (divmod(table.stops[stop], table.width), swipe.letter, divmod(table.stops[swipe.head], table.width), paint)
            for stop, swipes in enumerate(table.swipes)
            for swipe in swipes
            for paint in [swipe.paint]
        }


def test_every_play_that_paints_the_watched_cells_has_painted_all() -> None:
    dropped = 0
    for known in random_truths(10, 100):
        level = known.level
        table = move_table(level, level.start)
        watched = watched_cells(table, table.floor & ~table.mask(frozenset({level.start})))
        if watched is None:
            continue
        cells = {divmod(cell, table.width) for cell in watched}
        dropped += len(level.floor) - 1 - len(cells)
        assert all(GAME.won(level, state) == (cells <= state.painted) for state in known.distance)
    assert dropped > 100


def test_answers_are_the_same_under_the_symmetries_and_with_walls_around() -> None:
    source = random.Random(12)
    for known in random_truths(13, 12):
        level = known.level
        wide = MazePaintLevel(
            ("#" * (len(level.rows[0]) + 3), *(f"##{row}#" for row in level.rows), "#" * (len(level.rows[0]) + 3))
        )
        images = [(symmetry.level, symmetry.move) for symmetry in GAME.symmetries(level)]
        assert len(images) == 8
        for name in ENGINES:
            moves = ask(name, level).moves
            assert ask(name, wide).optimum == known.optimum
            for image, renamed in source.sample(images, 4):
                assert ask(name, image).optimum == known.optimum
                assert moves is None or won_by(image, tuple(renamed(move) for move in moves))


def test_results_repeat_exactly() -> None:
    level = large_level(0, 20)
    for name in ENGINES:
        limits = Limits(states=5_000, effort=20)
        assert ask(name, level, limits=limits) == ask(name, level, limits=limits)


def test_states_too_wide_for_a_word_are_searched_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    truths = random_truths(14, 60)
    words = [ask("painted-search", known.level, properties=True) for known in truths]
    monkeypatch.setattr(search.Packing, "fits_word", lambda packing: False)
    assert [ask("painted-search", known.level, properties=True) for known in truths] == words


def test_more_watched_cells_than_bits_of_a_word_give_true_bounds_and_an_optimum() -> None:
    level = large_level(3, 30)
    table = move_table(level, level.start)
    watched = watched_cells(table, table.floor & ~table.mask(frozenset({level.start})))
    assert watched is not None
    assert len(watched) > 64
    optimum = ask("walk-program-scip", level).optimum
    assert optimum is not None
    assert ask("walk-program-cp-sat", level).optimum == optimum
    searched = ask("painted-search", level, limits=Limits(states=5_000))
    assert searched.status == "undecided"
    assert not searched.method.exhausted
    assert searched.method.states is not None
    assert searched.method.states <= 5_000
    assert searched.method.bound is not None
    assert 1 < searched.method.bound <= optimum


@pytest.mark.parametrize("effort", [0, 1, 2, 4, 8])
def test_a_program_out_of_effort_is_undecided_with_true_bounds(effort: int) -> None:
    level = large_level(0, 20)
    optimum = 31
    for name in ENGINES[1:]:
        answer = ask(name, level, limits=Limits(effort=effort))
        assert answer.method.bound is not None
        assert answer.method.bound <= optimum
        assert answer.moves is None or (won_by(level, answer.moves) and len(answer.moves) >= optimum)
        assert answer.status in ("solvable", "undecided")
        assert (answer.optimum == optimum) == (answer.status == "solvable") == answer.method.exhausted
        if effort == 0:
            assert answer.status == "undecided"
            assert answer.optimum is None


def test_the_search_out_of_states_knows_the_depth_it_finished() -> None:
    for known in random_truths(15, 40):
        if not known.optimum:
            continue
        for states in (1, 5, 20):
            answer = ask("painted-search", known.level, limits=Limits(states=states))
            assert answer.method.bound is not None
            assert answer.method.bound <= known.optimum
            assert answer.optimum in (None, known.optimum)


def test_reports_carry_rising_true_bounds_and_winning_plays() -> None:
    level = large_level(0, 20)
    for engine in SOLVER.engines:
        heard: list[tuple[int | None, Moves | None]] = []
        engine.solve(level, Query("slides"), lambda bound, moves, heard=heard: heard.append((bound, moves)))
        bounds = [bound for bound, _ in heard if bound is not None]
        assert bounds
        assert bounds == sorted(bounds)
        assert bounds[-1] <= 31
        for _, moves in heard:
            assert moves is None or (won_by(level, moves) and len(moves) >= 31)


@pytest.mark.parametrize("name", ENGINES)
def test_a_split_level_is_unsolvable_with_a_reason(name: str) -> None:
    answer = ask(name, board(SPLIT), properties=True)
    assert (answer.status, answer.optimum, answer.method.exhausted) == ("unsolvable", None, True)
    assert answer.properties == {"dead_end_free": False}
    assert answer.explanation is not None
    assert "0,0" in answer.explanation


def test_slides_that_go_round_apart_from_the_start_are_no_walk() -> None:
    """Without a cut two slides, up and down the column, paint all, and the ball never moves there."""
    level = board("#. @. #.")
    known = truth(level)
    assert known is not None
    assert known.optimum == 3
    bounds = []
    SOLVER.engine_named("walk-program-cp-sat").solve(level, Query("slides"), lambda bound, moves: bounds.append(bound))
    assert bounds[:2] == [1, 2]
    assert bounds[-1] == 3
    for name in ENGINES:
        agrees(name, known)


def test_every_winning_play_takes_a_slide_of_every_cut() -> None:
    """For any set of stops without the start and any cell, in both programs; the two write the same cut."""
    source = random.Random(16)
    tried = crossed_by_paint = 0
    for known in random_truths(17, 150):
        if not known.optimum:
            continue
        level = known.level
        graph, table = slide_graph(level, level.start), move_table(level, level.start)
        arcs = [(stop, swipe) for stop, swipes in enumerate(table.swipes) for swipe in swipes]
        taken = [some_winning_play(known, source) for _ in range(4)]
        for cell, paints in covers(graph, level.floor - {level.start}).items():
            inside = {stop for stop in range(1, len(graph.stops)) if source.random() < 0.5}
            cut = program_mip._cut(graph, paints, set(range(len(graph.stops))) - inside)
            slides = {(graph.stops[graph.slides[k].tail], graph.slides[k].letter) for k in cut}
            numbers = {table.stops.index(r * table.width + c) for r, c in (graph.stops[stop] for stop in inside)}
            crossing = program_cp_sat._crossing(arcs, cell[0] * table.width + cell[1], numbers)
            assert slides == {(divmod(table.stops[arcs[k][0]], table.width), arcs[k][1].letter) for k in crossing}
            for play in taken:
                assert slides & play
            tried += 1
            crossed_by_paint += any(graph.slides[k].head not in inside for k in cut)
    assert tried > 300
    assert crossed_by_paint > 100


def some_winning_play(known: Truth, source: random.Random) -> set[tuple[tuple[int, int], str]]:
    """The slides, as (stop, letter), of a winning play that wanders before it goes for the win."""
    state, slides = known.first, set()
    wandering = 6
    while known.distance[state] != 0:
        now = known.distance[state]
        assert now is not None
        after = {move: GAME.apply(known.level, state, move) for move in GAME.moves(known.level, state)}
        good = [
            move
            for move, later in after.items()
            if (distance := known.distance[later]) is not None and (wandering > 0 or distance < now)
        ]
        move = source.choice(good)
        slides.add((state.ball, move))
        state = after[move]
        wandering -= 1
    return slides


def test_engines_share_no_search_code() -> None:
    engines = (search.ENGINE, program_mip.ENGINE, program_cp_sat.ENGINE)
    assert len({engine.engine for engine in engines}) == 3
    for module in (search, program_mip, program_cp_sat):
        others = {"search", "program_mip", "program_cp_sat"} - {module.__name__.rpartition(".")[2]}
        assert others.isdisjoint(vars(module))
    homes = [{getattr(value, "__module__", "") for value in vars(module).values()} for module in (search, program_mip)]
    assert "solvers.maze_paint.slides" not in homes[0]
    assert "solvers.maze_paint.runs" not in homes[1]
