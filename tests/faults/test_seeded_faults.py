"""Every seeded fault is caught when the level on which it shows is certified; without it, the level certifies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.contract import IllegalMove
from solvers.contract import Answer
from tests.faults import color_connect, maze_paint
from tests.faults.levels import LEVELS, LIMITS, drawn
from tests.faults.seeded import UNNOTICED, Fault, outcome_with
from validators.certify import certify
from validators.outcome import EnginesDisagree

TABLES = {"maze-paint": maze_paint, "color-connect": color_connect}
FAULTS = [fault for table in TABLES.values() for fault in (*table.FAULTS, *table.SHARED)]


def _name(fault: Fault) -> str:
    return f"{LEVELS[fault.level][0]}, {fault.part}: {fault.name}"


@pytest.mark.parametrize("fault", FAULTS, ids=_name)
def test_a_seeded_fault_is_caught(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.put_in(monkeypatch)
    outcome = outcome_with(fault.level)
    assert outcome != UNNOTICED
    assert fault.caught in outcome, outcome


#: So little effort that the integer program by branch and bound stays undecided, and the states are not enumerated.
LITTLE = replace(LIMITS, effort=1, graph_states=1)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault.part in ("runs", "position")], ids=_name)
def test_engines_that_share_a_mistake_do_not_vouch_for_one_another(
    fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What two engines read a board with is no evidence of either: without a third reading, no certificate stands."""
    fault.put_in(monkeypatch)
    assert outcome_with(fault.level, LITTLE) != UNNOTICED


@pytest.mark.parametrize("level", sorted({fault.level for fault in FAULTS}))
def test_without_a_fault_the_same_level_certifies(level: str) -> None:
    assert outcome_with(level) == UNNOTICED


@pytest.mark.parametrize("game", TABLES)
def test_every_engine_of_a_game_has_faults_of_its_own(game: str) -> None:
    faults = TABLES[game].FAULTS
    engines = {engine.name for name, one in LEVELS.items() if one[0] == game for engine in drawn(name).solver.engines}
    assert len(faults) >= 6
    assert engines | {"static", "state-graph"} <= {fault.part for fault in faults}
    assert len({(fault.part, fault.name) for fault in faults}) == len(faults)


def _answering(level: str, position: int, **changes: Any) -> str:
    """Certify with one engine's finished answer changed."""
    game, solver, value = drawn(level)
    engine = solver.engines[position]

    def solve(*question: Any) -> Answer:
        answer = engine.solve(*question)
        fields = {name: change(getattr(answer, name)) for name, change in changes.items()}
        return replace(answer, **fields)

    engines = (*solver.engines[:position], replace(engine, solve=solve), *solver.engines[position + 1 :])
    with pytest.raises(EnginesDisagree) as caught:
        certify(game, replace(solver, engines=engines), value, LIMITS, lambda bound, moves: None)
    return str(caught.value)


@pytest.mark.parametrize("position", range(3))
@pytest.mark.parametrize("level", ["ring", "columns"])
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"moves": lambda moves: moves[:-1]}, "its play is refused by the rules: play/not-won"),
        ({"moves": lambda moves: (*moves, moves[-1])}, "its play is refused by the rules: play/after-win"),
        ({"moves": lambda moves: ("?", *moves[1:])}, "its play is refused by the rules: move/malformed"),
        ({"moves": lambda moves: None}, "solvable without a play and an optimum"),
        ({"optimum": lambda optimum: optimum + 1}, "its optimum is"),
        ({"method": lambda run: replace(run, bound=run.bound + 1)}, "with a bound of"),
        ({"method": lambda run: replace(run, bound=run.bound - 1)}, "with a bound of"),
        ({"method": lambda run: replace(run, exhausted=False)}, "with a bound of"),
        ({"status": lambda status: "unsolvable"}, "unsolvable, but with a play or without an exhausted search"),
        ({"status": lambda status: "unsolvable", "moves": lambda moves: None}, "one calls the level solvable"),
        (
            {"status": lambda status: "undecided", "method": lambda run: replace(run, bound=run.bound + 1)},
            "proved at least",
        ),
        ({"properties": lambda known: {name: not value for name, value in known.items()}}, "they differ on"),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else None,
)
def test_an_answer_changed_after_it_was_found_is_caught(
    level: str, position: int, changes: dict[str, Any], said: str
) -> None:
    assert said in _answering(level, position, **changes)


@pytest.mark.parametrize("position", range(3))
def test_unique_cover_turned_is_caught(position: int) -> None:
    said = _answering("columns", position, properties=lambda known: {**known, "unique_cover": False})
    assert said.endswith("they differ on unique_cover")


def test_an_unsolvable_level_called_solvable_has_no_play_to_show() -> None:
    assert "solvable without a play" in _answering("island", 0, status=lambda status: "solvable")


def test_an_unsolvable_claim_without_an_exhausted_search_is_caught() -> None:
    said = _answering("odd", 1, method=lambda run: replace(run, exhausted=False))
    assert "without an exhausted search" in said


NOT_BY_THE_RULES = "is refused by the rules|the rules have no move that the enumeration of states needs"


@pytest.mark.parametrize("level", ["ring", "columns"])
def test_rules_that_forbid_a_legal_move_contradict_every_engine(level: str) -> None:
    game, solver, value = drawn(level)
    play = certify(game, solver, value, LIMITS, lambda bound, moves: None).outcome.moves
    assert play is not None
    barred = play[-1]

    def apply(one: Any, state: Any, move: str) -> Any:
        if move == barred:
            raise IllegalMove("forbidden by mistake")
        return game.apply(one, state, move)

    def moves(one: Any, state: Any) -> Iterator[str]:
        return (move for move in game.moves(one, state) if move != barred)

    with pytest.raises(EnginesDisagree, match=NOT_BY_THE_RULES):
        certify(replace(game, apply=apply, moves=moves), solver, value, LIMITS, lambda bound, moves: None)


@pytest.mark.parametrize("level", ["ring", "columns"])
def test_rules_that_never_call_a_level_won_contradict_every_engine(level: str) -> None:
    game, solver, value = drawn(level)
    with pytest.raises(EnginesDisagree, match=NOT_BY_THE_RULES):
        certify(replace(game, won=lambda one, state: False), solver, value, LIMITS, lambda bound, moves: None)


@pytest.mark.parametrize("level", ["ring", "columns"])
def test_rules_that_call_a_level_won_at_once_contradict_every_engine(level: str) -> None:
    game, solver, value = drawn(level)
    with pytest.raises(EnginesDisagree):
        certify(replace(game, won=lambda one, state: True), solver, value, LIMITS, lambda bound, moves: None)
