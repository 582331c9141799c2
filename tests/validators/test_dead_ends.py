"""Classification and traces on drawn graphs, every number worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.validators.drawn_game import GAME, Drawing, solver_of
from validators.dead_ends import (
    EntryRefused,
    TraceUnknown,
    TraceVerdict,
    classify,
    graph_of,
    state_judge,
    trace,
)
from validators.outcome import EnginesDisagree

#         a     a     w
#     S ----> L ----> M ----> W        L also goes back to S by z.
#     S ----> R ----> M                T also stays in T by s.
#         b     a
#     L --t-> T,  M --x-> T,  T --u-> D (stuck)
DRAWN = Drawing(
    {
        "S": [("a", "L"), ("b", "R")],
        "L": [("a", "M"), ("t", "T"), ("z", "S")],
        "R": [("a", "M")],
        "M": [("w", "W"), ("x", "T")],
        "T": [("s", "T"), ("u", "D")],
        "D": [],
        "W": [],
    }
)
SAFE = Drawing({"S": [("a", "L")], "L": [("a", "W"), ("z", "S")], "W": []})
LOST = Drawing({"S": [("a", "L")], "L": [("z", "S")]})
NOTHING = TraceVerdict(None, None, None, None)


def test_a_level_without_a_theorem_is_classified_by_search():
    found = classify(solver_of(), DRAWN, solvable=True, limit=100)
    assert found.basis == "search"
    assert (found.reachable, found.solvable, found.dead, found.unknown) == (7, 5, 2, 0)
    assert found.dead_end_free is False
    assert found.first_fatal_move == 2  # a t
    assert found.decided
    assert found.reason is None


def test_a_search_that_sees_every_state_finds_a_level_dead_end_free():
    found = classify(solver_of(), SAFE, solvable=None, limit=100)
    assert (found.basis, found.dead, found.dead_end_free, found.first_fatal_move) == ("search", 0, True, None)
    assert found.decided


def test_an_unsolvable_level_is_a_dead_end_from_the_start():
    found = classify(solver_of(), LOST, solvable=False, limit=100)
    assert (found.reachable, found.solvable, found.dead, found.unknown) == (2, 0, 2, 0)
    assert (found.dead_end_free, found.first_fatal_move, found.decided) == (False, 0, True)


def test_a_search_out_of_states_leaves_the_level_undecided():
    found = classify(solver_of(), DRAWN, solvable=True, limit=6)
    assert (found.reachable, found.solvable, found.dead, found.unknown) == (6, 5, 0, 1)
    assert (found.basis, found.dead_end_free, found.first_fatal_move, found.decided) == ("search", None, None, False)
    assert found.reason == "the enumeration stopped at its limit of 6 states"


def test_one_dead_end_is_enough_to_say_no_while_other_states_are_unknown():
    # D is expanded and stuck, A no longer expanded.
    drawn = Drawing({"S": [("a", "D"), ("b", "A"), ("c", "W")], "D": [], "A": [("a", "X")], "W": [], "X": []})
    found = classify(solver_of(), drawn, solvable=True, limit=4)
    assert (found.dead, found.unknown, found.dead_end_free, found.decided) == (1, 1, False, False)
    assert found.first_fatal_move == 1


def test_a_theorem_needs_no_counting():
    solver = solver_of(dead_end_theorem="every move can be undone")
    found = classify(solver, SAFE, solvable=True, limit=1)
    assert found.basis == "theorem"
    assert (found.reachable, found.solvable, found.dead, found.unknown) == (None, None, None, None)
    assert (found.dead_end_free, found.first_fatal_move, found.decided) == (True, None, True)


def test_a_theorem_with_a_count_gives_both():
    solver = solver_of(dead_end_theorem="every move can be undone")
    found = classify(solver, SAFE, solvable=True, limit=100, count=True)
    assert (found.basis, found.reachable, found.solvable, found.dead, found.unknown) == ("theorem", 3, 3, 0, 0)
    assert (found.dead_end_free, found.decided) == (True, True)


def test_a_count_that_does_not_finish_is_undecided_though_the_theorem_holds():
    solver = solver_of(dead_end_theorem="every move can be undone")
    found = classify(solver, SAFE, solvable=True, limit=2, count=True)
    assert (found.basis, found.reachable, found.unknown, found.dead_end_free) == ("theorem", None, None, True)
    assert not found.decided
    assert found.reason == "the enumeration stopped at its limit of 2 states"


def test_a_theorem_says_nothing_of_an_unsolvable_level():
    solver = solver_of(dead_end_theorem="every move can be undone")
    found = classify(solver, LOST, solvable=False, limit=100)
    assert (found.basis, found.reachable, found.dead_end_free, found.first_fatal_move) == ("theorem", None, False, 0)
    counted = classify(solver, LOST, solvable=False, limit=100, count=True)
    assert (counted.reachable, counted.dead, counted.dead_end_free, counted.first_fatal_move) == (2, 2, False, 0)


def test_a_theorem_without_knowing_whether_the_level_is_solvable_is_no_verdict():
    solver = solver_of(dead_end_theorem="every path can be cleared", space=None)
    found = classify(solver, SAFE, solvable=None, limit=100)
    assert (found.dead_end_free, found.first_fatal_move, found.decided) == (None, None, False)


def test_the_enumeration_decides_solvability_where_no_engine_did():
    solver = solver_of(dead_end_theorem="every move can be undone")
    found = classify(solver, SAFE, solvable=None, limit=100)
    assert (found.basis, found.reachable, found.dead_end_free, found.decided) == ("theorem", None, True, True)


def test_a_structural_proof_answers_where_the_search_ran_out_of_states():
    solver = solver_of(dead_end_free=lambda level: "every state leads back")
    found = classify(solver, SAFE, solvable=True, limit=2)
    assert (found.basis, found.reachable, found.dead_end_free, found.decided) == ("theorem", None, True, True)
    # The proof speaks of solvable levels: where that is not known it proves nothing.
    assert classify(solver, SAFE, solvable=None, limit=2).dead_end_free is None


def test_too_many_states_to_start_is_undecided_without_a_proof():
    found = classify(solver_of(space=lambda level, state: None), DRAWN, solvable=True, limit=100)
    assert (found.reachable, found.dead_end_free, found.decided) == (None, None, False)
    assert found.reason == "too many states to enumerate"


def test_a_dead_end_against_a_proof_is_a_fault_of_the_program():
    with pytest.raises(EnginesDisagree, match="every move can be undone"):
        classify(solver_of(dead_end_theorem="every move can be undone"), DRAWN, solvable=True, limit=100, count=True)
    with pytest.raises(EnginesDisagree, match="every state leads back"):
        classify(solver_of(dead_end_free=lambda level: "every state leads back"), DRAWN, solvable=True, limit=100)


@pytest.mark.parametrize(("level", "claim"), [(DRAWN, False), (LOST, True)])
def test_an_engine_that_the_enumeration_contradicts_is_a_fault_of_the_program(level, claim):
    with pytest.raises(EnginesDisagree):
        classify(solver_of(), level, solvable=claim, limit=100)


def played(text, level=DRAWN, solver=None, limit=100, solvable=True):
    judge = state_judge(GAME, solver or solver_of(), level, solvable=solvable, limit=limit)
    return trace(GAME, level, text.split(), judge)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", NOTHING),
        ("a a w", NOTHING),
        ("a z undo a", NOTHING),
        # Entry 2 enters the trap, and the attempt ends on it: one transfer.
        ("a t", TraceVerdict(2, "t", 1, "end")),
        # t, s, u were made on unsolvable boards.
        ("a t s u", TraceVerdict(2, "t", 3, "end")),
        # The first undo goes back to L, which is solvable.
        ("a t undo a w", TraceVerdict(2, "t", 1, "undo")),
        # The first undo goes back to T only; the second restores L. Undos are no transfers.
        ("a t u undo undo a", TraceVerdict(2, "t", 2, "undo")),
        ("a t u undo s undo undo", TraceVerdict(2, "t", 3, "undo")),
        ("a t s restart a a w", TraceVerdict(2, "t", 2, "restart")),
        # Entries are counted with undo and restart: t is the sixth.
        ("a undo a restart a t", TraceVerdict(6, "t", 1, "end")),
        # Only the first dead end entered is spoken of.
        ("a t undo a x s", TraceVerdict(2, "t", 1, "undo")),
        ("b a x u", TraceVerdict(3, "x", 2, "end")),
    ],
)
def test_a_trace_names_the_first_dead_end_entered_and_its_delay(text, expected):
    assert played(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TraceVerdict(0, None, 0, "end")),
        ("a z", TraceVerdict(0, None, 2, "end")),
        # An undo cannot restore a solvable board where there is none.
        ("a undo a", TraceVerdict(0, None, 2, "end")),
        ("a restart", TraceVerdict(0, None, 1, "restart")),
    ],
)
def test_an_unsolvable_level_is_entered_at_zero(text, expected):
    assert played(text, LOST, solvable=False) == expected
    assert played(text, LOST, solvable=None) == expected


@pytest.mark.parametrize(
    ("text", "at", "move", "reason"),
    [
        ("undo", 1, "undo", "move/illegal"),
        ("a undo undo", 3, "undo", "move/illegal"),
        # A restart leaves nothing to undo.
        ("a a restart undo", 4, "undo", "move/illegal"),
        ("a b", 2, "b", "move/illegal"),
        ("a aa", 2, "aa", "move/malformed"),
        ("a a w w", 4, "w", "play/after-win"),
    ],
)
def test_an_entry_that_the_rules_refuse_is_named_by_its_number(text, at, move, reason):
    with pytest.raises(EntryRefused) as caught:
        played(text)
    assert (caught.value.refusal.at, caught.value.refusal.move, caught.value.refusal.reason) == (at, move, reason)


def test_a_state_that_nobody_can_judge_makes_the_trace_unknown():
    judge = {"S": "solvable", "L": "solvable", "T": "unknown"}.__getitem__
    found = trace(GAME, DRAWN, ["a", "t", "s"], judge)
    assert found == TraceUnknown(2, "whether a win is left after entry 2 is not decided")


def test_a_play_that_goes_on_to_win_settles_the_states_before():
    assert trace(GAME, DRAWN, ["a", "a", "w"], lambda state: "unknown") == NOTHING


def test_an_unknown_state_after_a_dead_one_is_dead():
    judge = {"S": "solvable", "L": "solvable", "T": "dead", "D": "unknown"}.__getitem__
    assert trace(GAME, DRAWN, ["a", "t", "u", "undo"], judge) == TraceVerdict(2, "t", 2, "end")


def test_a_state_beyond_the_graph_is_explored_by_itself():
    # Two states fit, S and L. From T two states are reached, so its own walk ends and proves it dead; S and L are
    # settled by the win that the play reaches after the undo.
    assert played("a t undo a w", limit=2) == TraceVerdict(2, "t", 1, "undo")


def test_a_theorem_judges_without_a_search():
    solver = solver_of(dead_end_theorem="every move can be undone", space=None)
    assert played("a z a", SAFE, solver) == NOTHING
    assert isinstance(played("a z a", SAFE, solver, solvable=None), TraceUnknown)


def test_a_graph_at_hand_is_used_as_it_is():
    graph = graph_of(solver_of(), DRAWN, 100)
    assert classify(solver_of(), DRAWN, solvable=True, limit=1, graph=graph).reachable == 7
    judge = state_judge(GAME, solver_of(), DRAWN, solvable=None, limit=1, graph=graph)
    assert [judge(state) for state in "SLTD"] == ["solvable", "solvable", "dead", "dead"]


@given(st.lists(st.sampled_from(["a", "b", "s", "t", "u", "w", "x", "z", "undo", "restart"]), max_size=12), st.data())
def test_any_trace_under_a_small_limit_is_unknown_or_what_the_full_graph_says(wanted, data):
    """Entries that the rules refuse are passed over when the play is put together."""
    entries = []
    for entry in wanted:
        try:
            trace(GAME, DRAWN, [*entries, entry], lambda state: "unknown")
        except EntryRefused:
            continue
        entries.append(entry)
    full = trace(GAME, DRAWN, entries, {**dict.fromkeys("SLRMW", "solvable"), "T": "dead", "D": "dead"}.__getitem__)
    limited = played(" ".join(entries), limit=data.draw(st.integers(1, 7)), solvable=None)
    assert isinstance(limited, TraceUnknown) or limited == full


def test_boards_that_the_solver_takes_for_one_are_judged_as_one():
    # As played, R and r differ; the solver's space holds r for both, and its graph has no R.
    drawn = Drawing({"S": [("a", "R"), ("b", "r")], "R": [("w", "W")], "r": [("w", "W"), ("x", "D")], "D": [], "W": []})

    def merged(level, state):
        space = solver_of().space(level, None)
        one = {"R": "r"}
        return replace(
            space,
            initial=one.get(state, state) or level.first,
            successors=lambda here: [(move, one.get(to, to)) for move, to in level.arrows[here]],
        )

    solver = solver_of(space=merged)
    graph = graph_of(solver, drawn, 100)
    assert "R" not in graph.index
    # With a limit of one state a walk of its own from R could not tell.
    judge = state_judge(GAME, solver, drawn, solvable=True, limit=1, graph=graph)
    assert [judge(state) for state in "RrD"] == ["solvable", "solvable", "dead"]
