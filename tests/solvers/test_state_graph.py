"""The enumeration of full states against graphs drawn by hand and naive searches."""

import hashlib
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import state_digest
from games.maze_paint import GAME as MAZE_PAINT
from solvers.contract import StateSpace
from solvers.state_graph import (
    Counts,
    canonical_solution,
    counts,
    distances,
    explore,
    first_fatal_move,
    layers,
    optimal_solutions,
)

# Two ways from S to the win W, a one-way way into the trap T from L and from M. From T only the stuck D is left.
#
#        a     a     w
#    S ----> L ----> M ----> W        L also goes back to S by z.
#    S ----> R ----> M                T also stays in T by s.
#        b     a
#    L --t-> T,  M --x-> T,  T --u-> D
DRAWN = {
    "S": [("a", "L"), ("b", "R")],
    "L": [("a", "M"), ("t", "T"), ("z", "S")],
    "R": [("a", "M")],
    "M": [("w", "W"), ("x", "T")],
    "T": [("s", "T"), ("u", "D")],
    "D": [],
    "W": [],
}


def space_of(graph, first="S", won=("W",)):
    return StateSpace(
        initial=first,
        successors=lambda state: graph[state],
        won=lambda state: state in won,
        state_json=lambda state: state,
        progress=lambda state: (0, 1),
    )


def verdicts(graph, known):
    return {state: known.verdict(number) for state, number in graph.index.items()}


def test_states_are_numbered_breadth_first_with_their_exact_depth():
    graph = explore(space_of(DRAWN), 100)
    assert list(graph.index) == ["S", "L", "R", "M", "T", "W", "D"]
    assert list(graph.depth) == [0, 1, 1, 2, 2, 3, 3]
    assert list(graph.won) == [0, 0, 0, 0, 0, 1, 0]
    assert graph.complete
    assert len(graph) == graph.expanded == 7


def test_moves_of_a_state_are_kept_in_move_order():
    graph = explore(space_of(DRAWN), 100)
    names = list(graph.index)
    held = {
        state: [(graph.texts[graph.move[edge]], names[graph.target[edge]]) for edge in graph.edges(number)]
        for state, number in graph.index.items()
    }
    assert held == DRAWN


def test_the_drawn_graph_is_classified_with_exact_distances():
    graph = explore(space_of(DRAWN), 100)
    known = distances(graph)
    exact = {state: known.exact(number) for state, number in graph.index.items()}
    assert exact == {"S": 3, "L": 2, "R": 2, "M": 1, "W": 0, "T": None, "D": None}
    assert counts(known) == Counts(reachable=7, solvable=5, dead=2, unknown=0)
    assert first_fatal_move(graph, known) == 2  # a t


def test_the_two_shortest_solutions_are_counted_and_the_first_in_move_order_is_canonical():
    graph = explore(space_of(DRAWN), 100)
    assert optimal_solutions(graph) == 2  # a a w, b a w
    assert canonical_solution(graph) == ("a", "a", "w")


def test_two_moves_to_one_state_are_two_solutions():
    graph = explore(space_of({"S": [("a", "W"), ("b", "W")], "W": []}), 10)
    assert optimal_solutions(graph) == 2


def test_the_number_of_solutions_is_exact_beyond_machine_integers():
    # Seventy layers with two moves each to the next: 2^70 shortest plays.
    chain = {step: [("a", step + 1), ("b", step + 1)] for step in range(70)}
    graph = explore(space_of(chain, first=0, won=(70,)), 100)
    assert optimal_solutions(graph) == 2**70


def test_nothing_is_expanded_behind_a_won_state():
    graph = explore(space_of({"S": [("a", "W")], "W": [("b", "X")]}), 10)
    assert list(graph.index) == ["S", "W"]


def test_a_first_state_that_is_won_has_the_empty_solution():
    graph = explore(space_of(DRAWN, first="W"), 1)
    assert graph.complete
    assert canonical_solution(graph) == ()
    assert optimal_solutions(graph) == 1
    assert counts(distances(graph)) == Counts(1, 1, 0, 0)


def test_an_unsolvable_level_is_fatal_before_the_first_move():
    graph = explore(space_of(DRAWN, first="T"), 10)
    assert counts(distances(graph)) == Counts(reachable=2, solvable=0, dead=2, unknown=0)
    assert first_fatal_move(graph) == 0
    assert canonical_solution(graph) is None
    assert optimal_solutions(graph) is None


def test_a_graph_without_dead_ends_has_no_fatal_move():
    graph = explore(space_of({"S": [("a", "L")], "L": [("a", "W"), ("b", "S")], "W": []}), 10)
    assert counts(distances(graph)).dead == 0
    assert first_fatal_move(graph) is None


def test_a_walk_needs_room_for_the_first_state():
    with pytest.raises(ValueError, match="first state"):
        explore(space_of(DRAWN), 0)


def test_a_walk_out_of_room_leaves_the_state_it_was_expanding_in_the_frontier():
    # Four fit: S, L, R, M. L's second move leads to a fifth, so L has no moves in the graph at all.
    graph = explore(space_of(DRAWN), 4)
    assert list(graph.index) == ["S", "L", "R", "M"]
    assert list(graph.frontier()) == [1, 2, 3]
    assert list(graph.edges(1)) == []
    assert not graph.complete
    assert counts(distances(graph)) == Counts(reachable=4, solvable=0, dead=0, unknown=4)


def test_a_limit_that_just_fits_is_a_complete_walk():
    assert explore(space_of(DRAWN), 7).complete
    assert not explore(space_of(DRAWN), 6).complete


def test_an_incomplete_graph_calls_the_trap_unknown_and_never_dead():
    # Six fit: all but D, so T stays unexpanded.
    graph = explore(space_of(DRAWN), 6)
    known = distances(graph)
    assert verdicts(graph, known) == {
        **dict.fromkeys(["S", "L", "R", "M", "W"], "solvable"),
        "T": "unknown",
    }
    assert first_fatal_move(graph, known) is None
    assert layers(graph, lambda state: state) is None


def test_a_distance_is_exact_when_no_way_round_by_the_frontier_can_be_shorter():
    graph = explore(space_of(DRAWN), 6)
    # S wins in 3 and reaches the frontier T in 2: a win behind T takes 3 at least, so 3 is exact. A second shortest
    # play could hide there, so the number of solutions and the canonical one are not known.
    known = distances(graph)
    assert known.exact(0) == 3
    assert optimal_solutions(graph, known) is None
    assert canonical_solution(graph, known) is None


def test_a_distance_is_not_exact_when_a_shorter_win_may_lie_behind_the_frontier():
    # X wins by a b a over S and B, and Z, one move away, stays unexpanded: its move to V finds the table full.
    drawn = {
        "S": [("a", "X"), ("b", "B")],
        "X": [("a", "S"), ("b", "Z")],
        "B": [("a", "W")],
        "Z": [("a", "V"), ("b", "W")],
        "W": [],
        "V": [],
    }
    graph = explore(space_of(drawn), 5)
    known = distances(graph)
    x = graph.index["X"]
    assert (known.to_win[x], known.to_frontier[x], known.exact(x)) == (3, 1, None)
    assert distances(explore(space_of(drawn), 6)).exact(x) == 2  # b b


def test_a_dead_end_found_beyond_an_unknown_state_does_not_prove_the_first_fatal_move():
    # With U unexpanded at depth 1 the dead D at depth 2 is not proven to be the first: U may be dead itself.
    drawn = {
        "S": [("a", "A"), ("b", "U")],
        "A": [("a", "D"), ("b", "W")],
        "U": [("a", "X")],
        "D": [],
        "W": [],
        "X": [],
    }
    graph = explore(space_of(drawn), 5)
    known = distances(graph)
    assert verdicts(graph, known)["U"] == "unknown"
    assert first_fatal_move(graph, known) is None
    assert first_fatal_move(explore(space_of(drawn), 6)) == 1


def test_a_dead_end_no_deeper_than_every_unknown_state_proves_the_first_fatal_move():
    # D at depth 1 is expanded and stuck; A at depth 1 is unknown, and may be as bad but not earlier.
    drawn = {"S": [("a", "D"), ("b", "A")], "D": [], "A": [("a", "W")], "W": []}
    graph = explore(space_of(drawn), 3)
    known = distances(graph)
    assert verdicts(graph, known) == {"S": "unknown", "D": "dead", "A": "unknown"}
    # S is unknown and at depth 0: the level may be unsolvable, which would make the number 0.
    assert first_fatal_move(graph, known) is None
    solved = {"S": [("a", "D"), ("b", "A"), ("c", "W")], "D": [], "A": [("a", "X")], "W": [], "X": []}
    assert first_fatal_move(explore(space_of(solved), 4)) == 1


def test_layers_hold_the_states_first_reached_after_so_many_moves():
    graph = explore(space_of(DRAWN), 100)
    found = layers(graph, lambda state: state)
    assert [layer.states for layer in found] == [1, 2, 2, 2]
    both = "\n".join(sorted([state_digest("L"), state_digest("R")]))
    assert found[1].digest == "sha256:" + hashlib.sha256(both.encode()).hexdigest()


# Random graphs: state -> targets, some of them won; texts a, b, c ... in order.
@st.composite
def random_graphs(draw):
    size = draw(st.integers(1, 10))
    targets = st.lists(st.integers(0, size - 1), max_size=3)
    won = draw(st.sets(st.integers(0, size - 1), max_size=2))
    return {state: list(zip("abc", draw(targets), strict=False)) for state in range(size)}, won


def naive_distance(graph, won, state):
    """Forward breadth-first search from one state; None where no won state can be reached."""
    seen, queue = {state}, deque([(state, 0)])
    while queue:
        here, steps = queue.popleft()
        if here in won:
            return steps
        for _, following in graph[here]:
            if following not in seen:
                seen.add(following)
                queue.append((following, steps + 1))
    return None


def naive_depths(graph, won):
    found, queue = {0: 0}, deque([0])
    while queue:
        here = queue.popleft()
        for _, following in [] if here in won else graph[here]:
            if following not in found:
                found[following] = found[here] + 1
                queue.append(following)
    return found


def naive_plays(graph, won, state, length):
    """Every play of exactly that many moves that wins with its last."""
    if state in won:
        return [()] if length == 0 else []
    if length == 0:
        return []
    return [(text, *rest) for text, to in graph[state] for rest in naive_plays(graph, won, to, length - 1)]


def naive_first_fatal(graph, won):
    dead = [depth for state, depth in naive_depths(graph, won).items() if naive_distance(graph, won, state) is None]
    return min(dead, default=None)


@given(random_graphs())
def test_a_complete_graph_agrees_with_naive_searches(case):
    drawn, won = case
    graph = explore(space_of(drawn, first=0, won=won), 10)
    known = distances(graph)
    assert graph.complete
    assert {state: graph.depth[number] for state, number in graph.index.items()} == naive_depths(drawn, won)
    for state, number in graph.index.items():
        assert known.exact(number) == naive_distance(drawn, won, state)
    assert first_fatal_move(graph, known) == naive_first_fatal(drawn, won)
    optimum = naive_distance(drawn, won, 0)
    plays = naive_plays(drawn, won, 0, optimum) if optimum is not None else []
    assert optimal_solutions(graph, known) == (len(plays) or None)
    assert canonical_solution(graph, known) == min(plays, default=None)


@given(random_graphs(), st.integers(1, 9))
def test_whatever_an_incomplete_graph_says_is_true_of_the_whole(case, limit):
    drawn, won = case
    graph = explore(space_of(drawn, first=0, won=won), limit)
    known = distances(graph)
    assert len(graph) <= limit
    for state, number in graph.index.items():
        truth = naive_distance(drawn, won, state)
        verdict = known.verdict(number)
        assert verdict in ("unknown", "dead" if truth is None else "solvable")
        assert known.exact(number) in (None, truth)
        assert graph.depth[number] == naive_depths(drawn, won)[state]
    assert first_fatal_move(graph, known) in (None, naive_first_fatal(drawn, won))
    number = counts(known)
    assert number.solvable + number.dead + number.unknown == number.reachable == len(graph)
    assert graph.complete == (number.unknown == 0)
    optimum = naive_distance(drawn, won, 0)
    plays = naive_plays(drawn, won, 0, optimum) if optimum is not None else []
    assert optimal_solutions(graph, known) in (None, len(plays) or None)
    assert canonical_solution(graph, known) in (None, min(plays, default=None))


# Maze Paint as its rules play it: a ring of four corridors, and a board with corridors that end.
RING = ["######", "#@...#", "#.##.#", "#....#", "######"]
FORK = ["#####", "#@..#", "#.#.#", "#.###", "#####"]


def maze_paint_space(rows):
    level = MAZE_PAINT.parse({"rows": rows}, {"rule": "paint-all"})
    space = StateSpace(
        initial=MAZE_PAINT.initial(level),
        successors=lambda state: [
            (move, MAZE_PAINT.apply(level, state, move)) for move in sorted(MAZE_PAINT.moves(level, state))
        ],
        won=lambda state: MAZE_PAINT.won(level, state),
        state_json=lambda state: MAZE_PAINT.state_json(level, state),
        progress=lambda state: MAZE_PAINT.progress(level, state, None).as_integer_ratio(),
    )
    return level, space


@pytest.mark.parametrize("rows", [RING, FORK])
def test_maze_paint_layers_agree_with_a_search_by_rules_and_digests(rows):
    level, space = maze_paint_space(rows)
    graph = explore(space, 10_000)
    layer, seen, expected = [space.initial], set(), []
    seen.add(state_digest(space.state_json(space.initial)))
    while layer:
        digests = sorted(state_digest(space.state_json(state)) for state in layer)
        expected.append((len(layer), "sha256:" + hashlib.sha256("\n".join(digests).encode()).hexdigest()))
        following = []
        for state in layer:
            for move in MAZE_PAINT.moves(level, state):
                after = MAZE_PAINT.apply(level, state, move)
                if state_digest(space.state_json(after)) not in seen:
                    seen.add(state_digest(space.state_json(after)))
                    following.append(after)
        layer = following
    assert [(found.states, found.digest) for found in layers(graph, space.state_json)] == expected


def test_the_ring_of_maze_paint_takes_four_slides_either_way_round():
    # From the upper left corner D R U leaves the upper corridor's inner cells, and R D L the left one's, for a fourth.
    _, space = maze_paint_space(RING)
    graph = explore(space, 10_000)
    known = distances(graph)
    assert known.exact(0) == 4
    assert optimal_solutions(graph, known) == 2
    assert canonical_solution(graph, known) == ("D", "R", "U", "L")
    assert counts(known).dead == 0
