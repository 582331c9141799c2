"""The difficulty vector on drawn graphs, every number worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.contract import AnyGame
from games.registry import game_named
from solvers.state_graph import canonical_solution, explore
from tests.example_game import rules as lamps
from tests.example_game import solver as lamps_solver
from tests.validators.drawn_game import GAME, Drawing, solver_of
from validators.dead_ends import graph_of
from validators.difficulty import KEYS, difficulty_vector
from validators.foresight import foresight_exact, foresight_sampled

#         a     a     w
#     S ----> L ----> M ----> W        L also goes back to S by z.
#     S ----> R ----> M                T also stays in T by s.
#         b     a
#     L --t-> T,  M --x-> T,  T --u-> D (stuck)
# Progress: S 1/2, L 1/4, M 1/4, T 3/4; R and D 0.
DRAWN = Drawing(
    {
        "S": [("a", "L"), ("b", "R")],
        "L": [("a", "M"), ("t", "T"), ("z", "S")],
        "R": [("a", "M")],
        "M": [("w", "W"), ("x", "T")],
        "T": [("s", "T"), ("u", "D")],
        "D": [],
        "W": [],
    },
    shown={"S": Fraction(1, 2), "L": Fraction(1, 4), "M": Fraction(1, 4), "T": Fraction(3, 4)},
)
SOLUTION = ("a", "a", "w")


def vector(level=DRAWN, solution=SOLUTION, solver=None, limit: int | None = 100, **options):
    solver = solver or solver_of()
    graph = None if limit is None else graph_of(solver, level, limit)
    optimum = None if solution is None else len(solution)
    options = {"canonical": True, "playouts": 200, **options}
    return difficulty_vector(GAME, solver, level, solution, optimum, graph=graph, **options)


def test_the_vector_of_the_drawn_level_is_as_worked_out_by_hand():
    values, reasons = vector()
    foresight = values.pop("foresight_gap")
    assert values == {
        "optimum": 3,
        "length": 3,
        "reachable": 7,
        "optimal_solutions": 2,
        "mean_branching": [7, 3],  # 2, 3 and 2 moves at S, L, M
        "forced_share": [0, 1],
        "counter_intuitive": 1,  # from S to L; from L to M it stays
        "dead_end_share": [2, 7],
        "first_fatal_move": 2,
    }
    assert foresight["playouts"] is None
    assert foresight["standard_error_millionths"] == 0
    assert reasons == {}


def test_the_foresight_gap_of_the_drawn_level_is_as_worked_out_by_hand():
    # Greedy goes from S to L (1/4 against 0), from L to T (3/4), stays there: it never wins.
    # Random, with n moves left: M wins by half, R as M with one less, L by a third each as M or S, S by half each as L
    # or R. W(S, 12) = 1/2 W(L, 11) + 1/4; W(L, n) = 1/3 * 1/2 + 1/3 W(S, n - 1).
    # So W(S, n) = 1/3 + 1/6 W(S, n - 2), W(S, 2) = 0, for R and L need two moves each: W(S, 12) = 2/5 - 2/5 / 6^5.
    values, _ = vector()
    assert values["foresight_gap"]["greedy"] == [0, 1]
    assert values["foresight_gap"]["gap"] == [1, 1]
    expected = round((Fraction(2, 5) - Fraction(2, 5) / 6**5) * 10**6)
    assert Fraction(*values["foresight_gap"]["random"]) == Fraction(expected, 10**6)


def chances(arrows: dict[str, list[tuple[str, str]]], patience: int, shown: dict[str, Fraction] | None = None):
    level = Drawing(arrows, shown=shown or {})
    space = solver_of().space(level, None)
    return foresight_exact(explore(space, 100), space, patience)


def test_a_greedy_player_takes_each_of_two_moves_that_look_alike_half_the_time():
    # A chain with a trap beside it that looks the same.
    found = chances({"S": [("a", "T"), ("b", "L")], "T": [], "L": [("a", "W")], "W": []}, 8)
    assert (found.greedy, found.random) == (Fraction(1, 2), Fraction(1, 2))


def test_a_greedy_player_walks_into_a_trap_that_looks_better():
    arrows = {"S": [("a", "T"), ("b", "L")], "T": [], "L": [("a", "W")], "W": []}
    found = chances(arrows, 8, {"T": Fraction(1, 2)})
    assert (found.greedy, found.random) == (0, Fraction(1, 2))


def test_a_player_gives_up_when_the_moves_run_out():
    # Each of four moves wins by half: 1 - 1/16. Greedy sees the win and takes it.
    found = chances({"S": [("a", "W"), ("b", "S")], "W": []}, 4)
    assert (found.greedy, found.random) == (1, Fraction(15, 16))


def test_a_computed_chance_is_rounded_to_the_nearest_millionth():
    found = chances({"S": [("a", "W"), ("b", "T"), ("c", "T")], "T": [], "W": []}, 4)
    assert found.random == Fraction(333_333, 1_000_000)


def test_a_state_without_moves_is_a_failure_of_both_players():
    found = chances({"S": [("a", "T")], "T": []}, 4)
    assert (found.greedy, found.random) == (0, 0)


def test_playouts_repeat_with_the_seed_and_say_how_sure_they_are():
    space = solver_of().space(DRAWN, None)
    one = foresight_sampled(space, 12, 400, "one")
    assert one == foresight_sampled(space, 12, 400, "one")
    assert one != foresight_sampled(space, 12, 400, "two")
    assert one.playouts == 400
    # sqrt(p (1 - p) / n) in millionths, rounded up; greedy never wins, so the random player's is the larger.
    squared = one.random * (1 - one.random) / 400
    assert one.standard_error - 1 < float(squared) ** 0.5 * 10**6 <= one.standard_error


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_playouts_come_near_the_computed_chance(seed):
    space = solver_of().space(DRAWN, None)
    exact = foresight_exact(explore(space, 100), space, 12)
    sampled = foresight_sampled(space, 12, 1_000, seed)
    assert sampled.greedy == exact.greedy == 0
    assert abs(sampled.random - exact.random) * 10**6 < 4 * sampled.standard_error


def test_playouts_estimate_where_the_graph_is_not_complete():
    values, _ = vector(limit=6, playouts=200)
    assert values["foresight_gap"]["playouts"] == 200
    assert values["foresight_gap"]["greedy"] == [0, 1]
    assert values["foresight_gap"]["gap"] == [1, 1]
    assert values["foresight_gap"]["standard_error_millionths"] > 0


def test_playouts_go_by_the_rules_where_the_solver_gives_no_space_for_the_level():
    by_rules, _ = vector(solver=solver_of(space=lambda level, state: None), limit=None)
    by_solver, _ = vector(limit=None)
    assert by_rules["foresight_gap"] == by_solver["foresight_gap"]


def test_a_game_whose_moves_cannot_be_played_evenly_has_no_foresight_gap():
    for values, reasons in (vector(solver=solver_of(space=None)), vector(playable=False)):
        assert values["foresight_gap"] is None
        assert reasons["foresight_gap"] == "the moves of one state are too many to play evenly"


def test_too_many_moves_at_a_state_are_neither_counted_nor_played():
    wide = Drawing({"S": [("a", "W")] + [(f"b{number}", "S") for number in range(10_000)], "W": []})
    values, reasons = vector(wide, ("a",), limit=None)
    assert values["mean_branching"] is None
    assert reasons["mean_branching"] == "a state has more than 10000 legal moves"
    assert values["foresight_gap"] is None
    assert reasons["foresight_gap"] == "a state has more than 1000 legal moves"
    # That no step is forced is known all the same.
    assert values["forced_share"] == [0, 1]


def test_an_incomplete_graph_leaves_its_values_null_and_names_the_limit():
    values, reasons = vector(limit=6)
    limited = {"reachable", "optimal_solutions", "dead_end_share", "first_fatal_move"}
    assert {key for key, value in values.items() if value is None} == limited == set(reasons)
    assert {reasons[key] for key in limited} == {"the enumeration stopped at its limit of 6 states"}
    assert values["mean_branching"] == [7, 3]


def test_a_theorem_says_that_no_state_is_lost_without_a_graph():
    safe = Drawing({"S": [("a", "L")], "L": [("a", "W"), ("z", "S")], "W": []})
    values, reasons = vector(safe, ("a", "a"), solver_of(dead_end_theorem="every move can be undone"), limit=None)
    assert values["dead_end_share"] == [0, 1]
    assert values["first_fatal_move"] is None
    assert reasons["first_fatal_move"] == "there is no dead end"
    assert reasons["reachable"] == "the states were not enumerated"
    assert values["forced_share"] == [1, 2]  # S has one move, L two


def test_every_state_of_an_unsolvable_level_is_lost():
    lost = Drawing({"S": [("a", "L")], "L": [("z", "S")]})
    values, reasons = vector(lost, None)
    assert {key: value for key, value in values.items() if value is not None} == {
        "reachable": 2,
        "dead_end_share": [1, 1],
        "first_fatal_move": 0,
    }
    assert set(reasons.values()) == {"the level is unsolvable"}
    unlisted, _ = vector(lost, None, limit=None)
    assert (unlisted["dead_end_share"], unlisted["first_fatal_move"]) == ([1, 1], 0)


def test_values_along_a_solution_that_is_not_proven_canonical_are_null():
    values, reasons = vector(canonical=False)
    along = {"mean_branching", "forced_share", "counter_intuitive"}
    assert {key for key, value in values.items() if value is None} == along == set(reasons)
    assert values["optimal_solutions"] == 2


def test_a_number_that_json_cannot_carry_exactly_is_null():
    # Fifty-three layers with two moves each to the next: 2^53 shortest plays, one too many; fifty-two are written.
    names = [chr(0x100 + step) for step in range(54)]
    for length, written in ((52, 2**52), (53, None)):
        arrows = {names[step]: [("a", names[step + 1]), ("b", names[step + 1])] for step in range(length)}
        level = Drawing({**arrows, names[length]: []}, first=names[0], won=frozenset({names[length]}))
        values, reasons = vector(level, ("a",) * length)
        assert values["optimal_solutions"] == written
        assert reasons.get("optimal_solutions") == (None if written else "too large to write exactly")


@given(st.integers(1, 7).flatmap(lambda size: st.text("01", min_size=size, max_size=size)), st.integers(1, 130))
def test_a_vector_has_every_key_and_a_reason_for_every_null(row, limit):
    assume("1" in row)
    level = lamps.Lamps(row)
    full = graph_of(lamps_solver.SOLVER, level, 200)
    solution = canonical_solution(full)
    values, reasons = difficulty_vector(
        lamps.GAME,
        lamps_solver.SOLVER,
        level,
        solution,
        None if solution is None else len(solution),
        graph=graph_of(lamps_solver.SOLVER, level, limit),
        canonical=True,
        playouts=10,
    )
    assert set(values) == set(KEYS)
    assert {key for key, value in values.items() if value is None} == set(reasons)
    assert_integers(values)


def assert_integers(value: Any) -> None:
    """No decimal number and no integer beyond 2^53 anywhere."""
    if isinstance(value, dict):
        for item in value.values():
            assert_integers(item)
    elif isinstance(value, list):
        numerator, denominator = value
        assert Fraction(numerator, denominator).as_integer_ratio() == (numerator, denominator)
    else:
        assert value is None or (type(value) is int and abs(value) < 2**53)


def test_a_maze_paint_level_is_measured_along_its_solution_by_the_rules():
    # The ring: at every corner the ball may go two ways, and every slide paints.
    game: AnyGame = game_named("maze-paint")
    level = game.parse({"rows": ["######", "#@...#", "#.##.#", "#....#", "######"]}, {"rule": "paint-all"})
    values, _ = difficulty_vector(
        game, solver_of(space=None), level, ("D", "R", "U", "L"), 4, graph=None, canonical=True
    )
    assert (values["mean_branching"], values["forced_share"], values["counter_intuitive"]) == ([2, 1], [0, 1], 0)
