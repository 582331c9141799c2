"""Levels that play the same, told from those that do not; graphs compared exactly, against every permutation."""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.registry import game_named
from solvers.contract import Limits, no_report, solver_named
from tests.contract.samples import NAMES, game_of, samples_of, solver_of
from validators.certify import certify
from validators.isomorphism import Digraph, isomorphic
from validators.plays_same import Profile, play_of, plays_same, profile_of
from validators.rule_layers import rule_layers

FEW = 1_000


def _paint(*rows: str) -> Any:
    return game_named("maze-paint").parse({"rows": list(rows)}, {"rule": "paint-all"})


def _lot(facing: str, *rows: str) -> Any:
    board = {"rows": list(rows), "facing": dict(facing.split())}
    return game_named("truck-escape").parse(board, {"rule": "clear"})


def _alike(game: str, one: Any, other: Any) -> str:
    solver = solver_named(game)
    plays = play_of(solver, one), play_of(solver, other)
    assert plays[0] is not None
    assert plays[1] is not None
    return plays_same(plays[0], plays[1])


# graphs


@st.composite
def _graphs(draw: st.DrawFn, size: int) -> Digraph:
    nodes = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(nodes, nodes), max_size=2 * size))
    marks = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    return Digraph(size, marks, [source for source, _ in edges], [target for _, target in edges])


def _edges(graph: Digraph, order: tuple[int, ...]) -> set[tuple[int, int]]:
    pairs = zip(graph.sources, graph.targets, strict=True)
    return {(order[source], order[target]) for source, target in pairs if source != target}


def _by_permutations(one: Digraph, other: Digraph) -> bool:
    same = tuple(range(one.size))
    return any(
        all(one.marks[node] == other.marks[order[node]] for node in same) and _edges(one, order) == _edges(other, same)
        for order in permutations(same)
    )


@given(st.integers(1, 5).flatmap(lambda size: st.tuples(_graphs(size), _graphs(size))))
def test_two_graphs_are_isomorphic_exactly_if_a_permutation_says_so(pair: tuple[Digraph, Digraph]) -> None:
    assert (isomorphic(*pair) == "same") == _by_permutations(*pair)


@given(st.integers(2, 7).flatmap(lambda size: st.tuples(_graphs(size), st.permutations(range(size)))))
def test_a_graph_with_its_nodes_renumbered_is_the_same(drawn: tuple[Digraph, list[int]]) -> None:
    graph, order = drawn
    marks = [0] * graph.size
    for node, mark in enumerate(graph.marks):
        marks[order[node]] = mark
    renumbered = Digraph(graph.size, marks, [order[n] for n in graph.sources], [order[n] for n in graph.targets])
    assert isomorphic(graph, renumbered) == "same"


def _rings(*sizes: int) -> Digraph:
    """Rings side by side: refinement alone tells no node of them apart."""
    sources, targets, first = [], [], 0
    for size in sizes:
        sources += range(first, first + size)
        targets += [first + (node + 1) % size for node in range(size)]
        first += size
    return Digraph(first, [0] * first, sources, targets)


def test_rings_that_no_colouring_tells_apart_are_told_apart_by_pairing() -> None:
    assert isomorphic(_rings(3, 3), _rings(6)) == "different"
    assert isomorphic(_rings(3, 4, 5), _rings(5, 4, 3)) == "same"


def test_a_comparison_that_is_too_much_work_is_given_up_and_says_so() -> None:
    assert isomorphic(_rings(3, 3), _rings(3, 3), work=20) == "gave-up"
    assert isomorphic(_rings(3), _rings(3, 3), work=0) == "different", "the number of nodes is no work"


def test_parallel_edges_count_once_and_moves_that_change_nothing_not_at_all() -> None:
    assert isomorphic(Digraph(2, [0, 1], [0, 0, 1], [1, 1, 1]), Digraph(2, [0, 1], [0], [1])) == "same"


def test_marks_are_kept() -> None:
    assert isomorphic(Digraph(2, [0, 1], [0], [1]), Digraph(2, [1, 0], [0], [1])) == "different"


# levels


@pytest.mark.parametrize("name", NAMES)
def test_every_image_of_a_level_plays_the_same(name: str) -> None:
    solver, compared = solver_of(name), 0
    for level in samples_of(name)[:12]:
        play = play_of(solver, level, FEW)
        if play is None:
            continue
        for image in islice(game_of(name).symmetries(level), 8):
            image_play = play_of(solver, image.level, FEW)
            assert image_play is not None
            assert plays_same(play, image_play) == "same", image.name
            compared += 1
    assert compared > 8


RING = ("@..", ".#.", "...")
STRETCHED = ("@...", ".##.", "....")


def test_a_stretched_board_plays_the_same() -> None:
    assert _alike("maze-paint", _paint(*RING), _paint(*STRETCHED)) == "same"


def test_a_piece_that_is_in_nobody_s_way_is_no_matter_where() -> None:
    assert _alike("truck-escape", _lot("AR BU", "AA.", "..B"), _lot("AR BU", "AA.", "...", "..B")) == "same"


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("maze-paint", _paint("@..."), _paint(".@..")),
        ("maze-paint", _paint(*RING), _paint("@..", "##.", "...")),
        ("maze-paint", _paint("@..", "#.#"), _paint("@..", "..#")),
        # As many states in each layer, but the second vehicle waits in one and not in the other.
        ("truck-escape", _lot("AR BR", "A.", "B."), _lot("AR BR", "AB")),
    ],
)
def test_levels_that_play_otherwise_stay_distinct(game: str, one: Any, other: Any) -> None:
    assert _alike(game, one, other) == "different"


def test_a_level_with_more_states_than_the_limit_is_not_compared() -> None:
    solver = solver_named("maze-paint")
    assert play_of(solver, _paint(*RING), 2) is None
    assert play_of(solver, _paint(*RING), 100) is not None


def test_what_certificates_say_rules_pairs_out_before_anything_is_enumerated() -> None:
    known = Profile((1, 2, 3))
    assert known.rules_out(Profile((1, 2, 4)))
    assert not known.rules_out(Profile((1, 2, 3)))
    assert known.rules_out(Profile(None, 6))
    assert Profile(None, 6).rules_out(known)
    assert not known.rules_out(Profile(None, 5))
    assert not Profile(None, 9).rules_out(Profile(None, 9))
    assert not known.rules_out(Profile(None)), "nothing is known of a level without a certificate"


def test_a_certificate_s_profile_is_the_level_s_own() -> None:
    game, solver, level = game_named("maze-paint"), solver_named("maze-paint"), _paint(*RING)
    made = certify(game, solver, level, Limits(), no_report).certificate
    cut = certify(game, solver, level, Limits(graph_states=3), no_report).certificate
    assert made is not None
    assert cut is not None
    play = play_of(solver, level)
    assert play is not None
    assert profile_of(made, solver, level) == play.profile
    assert profile_of(cut, solver, level) == Profile(None, 3)


# layers by the rules


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_reach_the_layers_that_a_solver_enumerates(name: str) -> None:
    from solvers.state_graph import explore, layers

    game, solver, compared = game_of(name), solver_of(name), 0
    for level in samples_of(name)[:12]:
        space = solver.space(level, None) if solver.space is not None else None
        graph = explore(space, 400) if space is not None else None
        if space is not None and graph is not None and graph.complete:
            assert rule_layers(game, solver, level) == layers(graph, space.state_json)
            compared += 1
    assert compared > 3


def test_a_level_with_too_many_states_for_the_rules_is_left() -> None:
    game, solver, level = game_named("maze-paint"), solver_named("maze-paint"), _paint(*RING)
    assert rule_layers(game, solver, level, 3) is None
    assert rule_layers(game, solver, level, 50) is not None
