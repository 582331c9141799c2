"""The engines of Bolt Unscrew against the rules: optima, first solutions, dead ends, bounds and reductions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.bolt_unscrew import GAME, BoltUnscrewLevel
from games.contract import MalformedState
from solvers.bolt_unscrew import SOLVER, breadth, guided
from solvers.bolt_unscrew.explain import explain, proof_of_no_dead_end
from solvers.bolt_unscrew.plate import plate_of
from solvers.bolt_unscrew.reading import position_of
from solvers.bolt_unscrew.space import space
from solvers.contract import Answer, Engine, Limits, Query, no_report
from solvers.state_graph import counts, distances, explore
from tests.games.drawn_plates import drawn_level, random_plate

QUERY = Query("relocations")
ENGINES = pytest.mark.parametrize("engine", SOLVER.engines, ids=[engine.name for engine in SOLVER.engines])


class Truth:
    """Every state of a level by the rules alone: distances to a win, and the first shortest play."""

    def __init__(self, level: BoltUnscrewLevel, limit: int) -> None:
        first = GAME.initial(level)
        self.first, self.after = first, {first: dict[str, Any]()}
        queue = [first]
        for state in queue:
            for move in GAME.moves(level, state):
                following = GAME.apply(level, state, move)
                self.after[state][move] = following
                if following not in self.after:
                    self.after[following] = {}
                    queue.append(following)
            if len(queue) > limit:
                raise OverflowError
        self.left = {state: 0 for state in queue if GAME.won(level, state)}
        before: dict[Any, list[Any]] = {}
        for state, moves in self.after.items():
            for following in moves.values():
                before.setdefault(following, []).append(state)
        layer = list(self.left)
        for state in layer:
            for earlier in before.get(state, ()):
                if earlier not in self.left:
                    self.left[earlier] = self.left[state] + 1
                    layer.append(earlier)

    def first_shortest(self) -> tuple[str, ...] | None:
        if self.first not in self.left:
            return None
        state, played = self.first, []
        while self.left[state]:
            move = next(m for m, s in self.after[state].items() if self.left.get(s) == self.left[state] - 1)
            played.append(move)
            state = self.after[state][move]
        return tuple(played)


def _truths(seed: str, number: int, limit: int = 1500) -> list[tuple[BoltUnscrewLevel, Truth]]:
    source = random.Random(seed)
    found: list[tuple[BoltUnscrewLevel, Truth]] = []
    while len(found) < number:
        level = random_plate(source, boards=5, side=6, free=3)
        try:
            found.append((level, Truth(level, limit)))
        except OverflowError:
            continue
    return found


def _check(seed: str, number: int) -> None:
    solvable = dead = saved = 0
    for level, truth in _truths(seed, number):
        optimum = truth.left.get(truth.first)
        answers = [engine.solve(level, Query("relocations", properties=True), no_report) for engine in SOLVER.engines]
        for answer in answers:
            assert answer.optimum == optimum, GAME.print(level)
            assert (answer.status == "solvable") == (optimum is not None)
            assert answer.method.exhausted
            assert (answer.explanation is not None) == (optimum is None)
        assert answers[0].moves == truth.first_shortest()
        if optimum is not None:
            state = truth.first
            for move in answers[1].moves or ():
                state = truth.after[state][move]
            assert GAME.won(level, state)
            assert len(answers[1].moves or ()) == optimum
        graph = explore(space(level, None), 100_000)
        known = counts(distances(graph))
        assert (known.reachable, known.dead) == (len(truth.after), len(truth.after) - len(truth.left))
        assert answers[0].properties == {"dead_end_free": known.dead == 0}
        proof = proof_of_no_dead_end(level)
        assert proof is None or (known.dead == 0 and optimum is not None)
        if explain(level):
            assert len(truth.after) == 1
        solvable += optimum is not None
        dead += known.dead > 0
        saved += known.reachable - (answers[0].method.states or 0)
    assert 0 < solvable < number
    assert dead
    assert saved > 0, "the reductions save nothing, so nothing was tried"


def test_optimum_first_solution_dead_ends_and_reachable_states_are_those_of_the_rules() -> None:
    _check("few", 60)


@pytest.mark.slow
def test_the_same_on_many_levels() -> None:
    _check("many", 1500)


def test_the_bound_never_exceeds_what_is_left_and_falls_by_one_at_most() -> None:
    tight = 0
    for level, truth in _truths("bound", 25, 400):
        for state, moves in truth.after.items():
            bench, stand = guided._bench_of(position_of(level, GAME.state_json(level, state)))
            bound = bench.bound(stand)
            if state in truth.left:
                assert bound <= truth.left[state]
                tight += 0 < bound == truth.left[state]
            for following in moves.values():
                bench, stand = guided._bench_of(position_of(level, GAME.state_json(level, following)))
                assert bound <= 1 + bench.bound(stand)
    assert tight


def _keys(level: BoltUnscrewLevel, truth: Truth) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """The key of every state of the rules in either engine, each come to by the engine's own moves."""
    plate = plate_of(position_of(level, None))
    bench, start = guided._bench_of(position_of(level, None))
    nodes, stands = {truth.first: plate.first}, {truth.first: start}
    for state, moves in truth.after.items():
        matters = plate.matters(nodes[state])
        for source, target, node in plate.relocations(nodes[state]):
            assert node == plate.moved(nodes[state], source, target, matters)
            nodes.setdefault(moves[plate.text(source, target)], node)
        for text, stand in bench.moves(stands[state], -1) if moves else ():
            stands.setdefault(moves[text], stand)
    return (
        {state: breadth.reduced(plate, node) for state, node in nodes.items()},
        {state: guided._key(stand, bench.future(stand)) for state, stand in stands.items()},
    )


def test_positions_that_share_a_key_in_an_engine_have_equally_many_moves_left() -> None:
    shared = 0
    for level, truth in _truths("reduced", 25, 600):
        for keys in _keys(level, truth):
            seen: dict[Any, int | None] = {}
            assert set(keys) == set(truth.after)
            for state, key in keys.items():
                left = truth.left.get(state)
                shared += key in seen
                assert seen.setdefault(key, left) == left
    assert shared > 100


def _stands(bench: Any, level: BoltUnscrewLevel, stand: Any) -> Any:
    """What a stand of the guided search says, in the words of the rules' state."""
    holes = {bit: tuple(map(int, text.split(","))) for bit, text in bench.texts.items()}
    screws = sorted(
        (*hole, bench.depths[bit] if bit & stand.shallow else max(one.layer for one in level.boards))
        for bit, hole in holes.items()
        if bit & stand.screws
    )
    woods = sorted(
        (sorted(table.facts[pose].wood), sorted(table.facts[pose].holes))
        for table, lying in zip(bench.tables, stand.lying, strict=True)
        for pose in lying
        if pose >= 0
    )
    return screws, woods


def _third_settling(seed: str, moves: int) -> None:
    source = random.Random(seed)
    played = 0
    while played < moves:
        level = random_plate(source, boards=6, side=7)
        bench, stand = guided._bench_of(position_of(level, None))
        state = GAME.initial(level)
        for _ in range(14):
            # Every hole counts as one that matters, so that no move stands for others.
            options = [] if GAME.won(level, state) else list(bench.moves(stand, -1))
            assert sorted(move for move, _ in options) == list(GAME.moves(level, state))
            if not options:
                break
            move, stand = source.choice(options)
            state = GAME.apply(level, state, move)
            played += 1
            woods = sorted((sorted(pose.wood), sorted(pose.holes)) for _, pose in state.boards)
            assert _stands(bench, level, stand) == (list(state.screws), woods)


def test_the_tables_of_the_guided_search_settle_as_the_rules_do() -> None:
    _third_settling("tables", 1_500)


@pytest.mark.slow
def test_the_tables_settle_as_the_rules_do_over_many_moves() -> None:
    _third_settling("many tables", 50_000)


#: Four bars on eight screws; of three empty holes two are hidden, so that eleven moves are needed.
LATTICE = drawn_level(
    "..@@.@.. ..o..... ...@..@. .@o@.@o.",
    a2="........ ........ ...o==o. ........",
    b1="...o.... ...=.... ...o.... ...o....",
    c2="........ ........ ........ .o==oo..",
    d2="..o==o.. ........ ........ ........",
)


@ENGINES
def test_a_level_is_solved_exactly(engine: Engine[BoltUnscrewLevel]) -> None:
    answer = engine.solve(LATTICE, QUERY, no_report)
    assert (answer.status, answer.optimum, len(answer.moves or ())) == ("solvable", 11, 11)


@ENGINES
def test_a_limit_leaves_the_level_undecided_with_a_bound_that_holds(engine: Engine[BoltUnscrewLevel]) -> None:
    for states in (1, 5, 20, 60):
        reported: list[int | None] = []

        def report(bound: int | None, moves: object, reported: list[int | None] = reported) -> None:
            reported.append(bound)

        answer = engine.solve(LATTICE, Query("relocations", limits=Limits(states=states)), report)
        assert answer.status == "undecided"
        assert (answer.moves, answer.optimum, answer.method.exhausted) == (None, None, False)
        assert answer.method.bound is not None
        assert 1 <= answer.method.bound <= 11
        assert reported == sorted(reported, key=lambda bound: bound or 0)


@ENGINES
def test_a_state_along_the_way_is_solved_with_the_moves_that_are_left(engine: Engine[BoltUnscrewLevel]) -> None:
    state = GAME.initial(LATTICE)
    moves = breadth.ENGINE.solve(LATTICE, QUERY, no_report).moves
    assert moves is not None
    for played, move in enumerate(moves):
        answer = engine.solve(LATTICE, Query("relocations", GAME.state_json(LATTICE, state)), no_report)
        assert answer.optimum == 11 - played
        state = GAME.apply(LATTICE, state, move)
    won = engine.solve(LATTICE, Query("relocations", GAME.state_json(LATTICE, state)), no_report)
    assert (won.status, won.moves, won.optimum) == ("solvable", (), 0)


@ENGINES
@pytest.mark.parametrize(
    "state",
    [{}, [], {"screws": [], "boards": {"z": {}}}, {"screws": [[9, 9, 1]], "boards": {}}, {"screws": 3, "boards": {}}],
)
def test_what_is_no_state_is_malformed(engine: Engine[BoltUnscrewLevel], state: Any) -> None:
    with pytest.raises(MalformedState):
        engine.solve(LATTICE, Query("relocations", state), no_report)


@ENGINES
def test_a_mirrored_copy_has_the_same_optimum(engine: Engine[BoltUnscrewLevel]) -> None:
    for level, truth in _truths("mirror", 15, 400):
        assert engine.solve(level.mirrored(), QUERY, no_report).optimum == truth.left.get(truth.first)


@pytest.mark.parametrize(
    ("level", "why"),
    [
        (drawn_level("@@", a1="oo"), "every hole of the plate has a screw"),
        (drawn_level("@o@", a1="o=o"), "a board covers every empty hole"),
    ],
)
def test_a_deadlock_at_the_start_is_explained(level: BoltUnscrewLevel, why: str) -> None:
    answers: list[Answer] = [engine.solve(level, QUERY, no_report) for engine in SOLVER.engines]
    for text in (explain(level), *(answer.explanation for answer in answers)):
        assert text is not None
        assert text.startswith("no_available_hole: ")
        assert why in text


def test_as_many_free_holes_as_screws_prove_that_there_is_no_dead_end() -> None:
    level = drawn_level("o..o o@@o ....", a1=".... .oo. ....")
    proof = proof_of_no_dead_end(level)
    assert proof is not None
    assert "2 screws" in proof
    assert proof_of_no_dead_end(drawn_level("...o .@@o ....", a1=".... .oo. ....")) is not None
    assert proof_of_no_dead_end(drawn_level("...o .@@. ....", a1=".... .oo. ....")) is None
