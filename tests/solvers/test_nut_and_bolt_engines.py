"""Nut and Bolt's engines one by one: limits, states as played, move order, wide bolts, hashes, explanations."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contract import MalformedState
from games.nut_and_bolt import GAME, NutAndBoltLevel
from solvers.contract import Answer, Limits, Query, no_report
from solvers.nut_and_bolt import SOLVER, sweep
from solvers.nut_and_bolt.packing import packing_of
from solvers.nut_and_bolt.search import dead_end_free
from solvers.nut_and_bolt.space import move_order, space
from solvers.state_graph import distances, explore
from tests.games.drawn_bolts import level_of, random_level
from validators.certify import certify
from validators.dead_ends import TraceVerdict, state_judge, trace
from validators.outcome import outcome_of
from validators.replay import replay

EVERY_ENGINE = pytest.mark.parametrize("engine", SOLVER.engines, ids=lambda engine: engine.name)
SWEEP, BREAKS = SOLVER.engines
#: Twelve bolts, so that move texts do not compare as numbers do.
TWELVE = level_of(2, "AB", "BA", *["CC", "DD", "EE", "FF", "GG", "HH", "II"], "", "", "")
#: Ten transfers; the first dead end is four moves away.
KNOT = level_of(3, "BDB", "CAD", "BDA", "CAC", "", "")
#: Moves remain, but no win.
LOST = level_of(3, "DDB", "BCC", "CAB", "DAA", "")


def _solve(level: NutAndBoltLevel, engine: object = SWEEP, **fields: object) -> Answer:
    return engine.solve(level, Query("transfers", **fields), no_report)  # type: ignore[arg-type, attr-defined]


def test_moves_are_compared_by_code_points() -> None:
    moves = [text for (_, _), *targets in move_order(12) for _, text in targets]
    assert moves == sorted(f"{i}>{j}" for i in range(1, 13) for j in range(1, 13) if i != j)
    assert moves.index("10>2") < moves.index("1>2")
    assert _solve(TWELVE).moves == ("1>10", "2>1", "10>2")


@EVERY_ENGINE
def test_the_play_is_for_the_bolts_in_the_order_of_the_state(engine: object) -> None:
    for order in (("AB", "", "BA"), ("", "BA", "AB"), ("BA", "AB", "")):
        state = {"bolts": list(order)}
        answer = _solve(level_of(2, "AB", "BA", ""), engine, state=state)
        assert answer.optimum == 3
        assert replay(GAME, level_of(2, "AB", "BA", ""), answer.moves or (), state).won


@EVERY_ENGINE
def test_a_won_state_has_the_empty_solution(engine: object) -> None:
    answer = _solve(level_of(2, "AB", "BA", ""), engine, state={"bolts": ["", "AA", "BB"]})
    assert (answer.status, answer.moves, answer.optimum) == ("solvable", (), 0)


@EVERY_ENGINE
@pytest.mark.parametrize("state", [{"bolts": ["AB"]}, {"bolts": ["AB", "BB", ""]}, {"bolts": ["ABA", "B", ""]}, {}, 3])
def test_what_is_no_state_of_the_level_is_refused(engine: object, state: object) -> None:
    with pytest.raises(MalformedState):
        _solve(level_of(2, "AB", "BA", ""), engine, state=state)


@EVERY_ENGINE
def test_a_limit_on_states_leaves_the_question_open_with_a_bound_that_holds(engine: object) -> None:
    optimum = _solve(KNOT).optimum
    assert optimum is not None
    seen = set()
    for states in (1, 2, 5, 20, 60, 200, 1000, 100_000):
        answer = _solve(KNOT, engine, limits=Limits(states=states))
        seen.add(answer.status)
        assert answer.method.bound is not None
        assert answer.method.states is not None
        assert answer.method.bound <= optimum
        if answer.status == "undecided":
            assert answer.method.states <= states
            assert not answer.method.exhausted
            assert answer.moves is None
        else:
            assert answer.optimum == optimum
    assert seen == {"undecided", "solvable"}


@EVERY_ENGINE
def test_an_unsolvable_board_is_exhausted_or_left_undecided(engine: object) -> None:
    assert _solve(LOST, engine).status == "unsolvable"
    assert SOLVER.explain(LOST) is None
    assert _solve(LOST, engine, limits=Limits(states=2)).status == "undecided"


def test_whether_there_is_a_dead_end_is_left_open_where_states_run_out() -> None:
    assert dead_end_free(KNOT, None, 100_000) is False
    assert dead_end_free(KNOT, None, 10) is None
    answer = _solve(KNOT, limits=Limits(states=10), properties=True)
    assert answer.properties == {"dead_end_free": None}
    assert answer.reasons == {"dead_end_free": "more states than the limit"}


def test_a_lone_swap_with_room_is_dead_end_free() -> None:
    assert dead_end_free(level_of(2, "AB", "BA", "", ""), None, 1000) is True


@pytest.mark.parametrize(
    ("bolts", "reason"),
    [
        (("AB", "BA"), "every bolt is full"),
        (("AB", "CB", "AC"), "every bolt is full"),
        (("ABC", "BCA", "CB", "A"), None),
        (("AAB", "BBC", "CC", "A"), None),
        (("AAB", "CCB", "BA", "C"), "no nut can move: the top nut of each bolt with room (3, 4)"),
        (("AB", "BA", ""), None),
    ],
)
def test_a_board_on_which_nothing_can_move_is_explained(bolts: tuple[str, ...], reason: str | None) -> None:
    level = level_of(len(bolts[0]), *bolts)
    found = SOLVER.explain(level)
    assert (found is None) == (reason is None)
    if reason is not None and found is not None:
        assert found.startswith(reason)
        assert list(GAME.moves(level, GAME.initial(level))) == []


def test_every_board_without_a_move_is_explained_and_no_other() -> None:
    source = random.Random(8)
    explained = 0
    for _ in range(400):
        level = random_level(source, 4)
        stuck = not list(GAME.moves(level, GAME.initial(level)))
        assert (SOLVER.explain(level) is not None) == stuck
        explained += stuck
    assert explained


@given(st.integers(0, 10**6), st.lists(st.integers(0, 99), max_size=8))
def test_the_space_agrees_with_the_rules_on_the_sorted_board(seed: int, choices: list[int]) -> None:
    level = random_level(random.Random(seed), 4)
    full = space(level, None)
    node = full.initial
    for choice in (*choices, 0):
        value = full.state_json(node)
        assert value["bolts"] == sorted(value["bolts"])
        state = GAME.parse_state(level, value)
        moves = list(full.successors(node))
        assert [text for text, _ in moves] == sorted(GAME.moves(level, state))
        assert full.won(node) == GAME.won(level, state)
        progress = GAME.progress(level, state, None)
        numerator, denominator = full.progress(node)
        assert numerator * progress.denominator == denominator * progress.numerator
        for text, following in moves:
            after = GAME.state_json(level, GAME.apply(level, state, text))
            assert space(level, after).initial == following
            assert sorted(after["bolts"]) == full.state_json(following)["bolts"]
        if not moves:
            return
        node = moves[choice % len(moves)][1]


def test_packed_bolts_compare_as_their_texts_do() -> None:
    packing = packing_of(("AZ9", "bb"), 5)
    texts = ["", "9", "99", "9A", "A", "AA", "AZ9", "AZ9bb", "Z", "b", "bbbbb"]
    codes = [packing.pack(text) for text in texts]
    assert codes == sorted(codes)
    assert [packing.text(code) for code in codes] == texts


def test_bolts_too_wide_for_a_word_are_searched_all_the_same() -> None:
    """Sixty-four nuts of two colours take 128 bits; halved bolts of the same shape fit a word."""
    wide = level_of(64, "A" * 32 + "B" * 32, "B" * 32 + "A" * 32, "")
    slim = level_of(2, "AB", "BA", "")
    assert not sweep.fits(packing_of(wide.bolts, 64))
    assert _solve(wide, properties=True).moves == _solve(slim).moves == ("1>3", "2>1", "2>3")
    assert _solve(wide, properties=True).properties == _solve(slim, properties=True).properties
    assert _solve(wide, BREAKS).optimum == 3
    cut = _solve(wide, limits=Limits(states=2))
    assert (cut.status, cut.method.bound) == ("undecided", 1)
    assert _solve(level_of(64, "A" * 63 + "B", "B" * 63 + "A")).status == "unsolvable"


def test_a_hash_that_two_boards_share_is_noticed_and_another_one_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    packing = packing_of(KNOT.bolts, KNOT.capacity)
    first = tuple(map(packing.pack, KNOT.bolts))
    honest = sweep.sweep(packing, first, 100_000, to_end=True)
    original, asked = sweep._Walk.hashes, set()

    def weak(walk: sweep._Walk, rows: np.ndarray) -> np.ndarray:
        asked.add(int(walk.factor))
        return original(walk, rows) % np.uint64(97 if len(asked) < 3 else 2**63)

    monkeypatch.setattr(sweep._Walk, "hashes", weak)
    found = sweep.sweep(packing, first, 100_000, to_end=True)
    assert len(asked) == 3
    assert {*map(tuple, found.rows.tolist())} == {*map(tuple, honest.rows.tolist())}
    assert found.layers == honest.layers


def test_words_of_every_width_give_the_same_layers() -> None:
    """More colours only widen the digits: an idle sorted bolt of each changes no play."""
    idle = [colour * 3 for colour in "EFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrst"]
    for more, kind in (((), np.uint16), (idle[:12], np.uint16), (idle, np.uint32)):
        level = level_of(3, *KNOT.bolts, *more)
        packing = packing_of(level.bolts, 3)
        found = sweep.sweep(packing, tuple(map(packing.pack, level.bolts)), 200_000, to_end=False)
        assert found.rows.dtype == kind
        assert found.depth == _solve(KNOT).optimum
    tall = level_of(16, "A" * 8 + "B" * 8, "B" * 8 + "A" * 8, "")
    packing = packing_of((*tall.bolts, "CDE"), 16)
    assert sweep.sweep(packing, tuple(map(packing.pack, tall.bolts)), 100, to_end=True).rows.dtype == np.uint64


def test_the_sweep_keeps_what_the_generic_walk_keeps() -> None:
    packing = packing_of(KNOT.bolts, KNOT.capacity)
    found = sweep.sweep(packing, tuple(map(packing.pack, KNOT.bolts)), 100_000, to_end=True)
    graph = explore(space(KNOT, None), 100_000)
    assert {*map(tuple, found.rows.tolist())} == set(graph.index)
    left = dict(zip(map(tuple, found.rows.tolist()), sweep.distances_to_win(found).tolist(), strict=True))
    assert all(left[state] == distances(graph).to_win[number] for state, number in list(graph.index.items())[:50])
    assert [graph.depth.count(depth) for depth in range(max(graph.depth) + 1)] == [
        end - begin for begin, end in zip(found.layers, found.layers[1:], strict=False)
    ]


def test_certifying_finds_independent_evidence_and_the_canonical_solution() -> None:
    found = certify(GAME, SOLVER, KNOT, Limits(states=100_000, graph_states=20_000), no_report)
    certificate = found.certificate
    assert certificate is not None
    assert (certificate.evidence, certificate.canonical) == ("independent", True)
    assert certificate.properties == {"dead_end_free": False}
    assert certificate.moves == _solve(KNOT).moves
    layers = next(method.layers for method in certificate.methods if method.layers)
    assert sum(layer.states for layer in layers) == certificate.difficulty["reachable"]


def test_both_engines_support_one_outcome() -> None:
    query = Query("transfers", properties=True)
    answers = [engine.solve(KNOT, query, no_report) for engine in SOLVER.engines]
    assert outcome_of(GAME, KNOT, query, answers).optimum == answers[0].optimum


def test_a_trace_of_a_board_that_is_lost_from_the_start_counts_every_transfer() -> None:
    judge = state_judge(GAME, SOLVER, LOST, solvable=False, limit=1000)
    assert trace(GAME, LOST, ["1>5", "3>5", "undo"], judge) == TraceVerdict(0, None, 2, "end")


def test_a_trace_with_undo_and_restart_counts_the_delay_by_the_rule() -> None:
    judge = state_judge(GAME, SOLVER, KNOT, solvable=True, limit=100_000)
    lost = _losing_play(KNOT)
    at = len(lost)
    assert trace(GAME, KNOT, lost, judge) == TraceVerdict(at, lost[-1], 1, "end")
    assert trace(GAME, KNOT, [*lost, "undo"], judge) == TraceVerdict(at, lost[-1], 1, "undo")
    assert trace(GAME, KNOT, [*lost, "restart", lost[0]], judge) == TraceVerdict(at, lost[-1], 1, "restart")
    assert trace(GAME, KNOT, [lost[0], "undo", *lost], judge) == TraceVerdict(at + 2, lost[-1], 1, "end")
    assert trace(GAME, KNOT, lost[:-1], judge) == TraceVerdict(None, None, None, None)


def _losing_play(level: NutAndBoltLevel) -> list[str]:
    """A shortest play into a dead end, by A* from each board in turn."""
    start = GAME.initial(level)
    plays: dict[object, list[str]] = {start: []}
    waiting = [start]
    for state in waiting:
        if _solve(level, BREAKS, state=GAME.state_json(level, state)).status == "unsolvable":
            return plays[state]
        for move in sorted(GAME.moves(level, state)):
            after = GAME.apply(level, state, move)
            if after not in plays:
                plays[after] = [*plays[state], move]
                waiting.append(after)
    raise AssertionError("no dead end")
