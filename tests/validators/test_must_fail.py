"""Must-fail traces: plausible wrong answers that the replay must refuse, one of each kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import color_connect, maze_paint
from games.contract import AnyGame
from validators.must_fail import KINDS, MustFail, must_fail_faults, must_fail_traces

PAINT = maze_paint.GAME
LOOP = PAINT.parse({"rows": ["######", "#@...#", "#.##.#", "#....#", "######"]}, {"rule": "paint-all"})
WIN = ("D", "R", "U", "L")
CONNECT = color_connect.GAME
TWO = CONNECT.parse({"rows": ["A.A", "B.B"]}, {"rule": "connect"})
DRAWS = ("draw A 0,0 0,1 0,2", "draw B 1,0 1,1 1,2")


def _traces(
    game: AnyGame = PAINT, level: Any = LOOP, moves: tuple[str, ...] = WIN, seed: int = 0
) -> dict[str, MustFail]:
    return {trace.kind: trace for trace in must_fail_traces(game, level, moves, seed)}


def _ids(traces: dict[str, MustFail]) -> list[str]:
    return [fault.id for fault in must_fail_faults(PAINT, LOOP, WIN, tuple(traces.values()), 0)]


def test_there_is_one_trace_of_every_kind_in_the_order_of_the_table() -> None:
    assert list(_traces()) == list(KINDS)


def test_the_solution_without_its_last_move_does_not_win() -> None:
    trace = _traces()["last-move-missing"]
    assert (trace.moves, trace.expect, trace.at, trace.board) == (WIN[:-1], "play/not-won", 3, None)


def test_a_move_dropped_in_the_middle_is_refused() -> None:
    trace = _traces()["move-dropped"]
    assert trace.moves == ("D", "R", "L")  # dropped nearest to the middle; the last move is the kind before
    assert trace.expect == "play/not-won"


def test_two_swapped_moves_are_refused_where_they_become_illegal() -> None:
    assert _traces()["moves-swapped"] == MustFail("moves-swapped", None, ("R", "D", "U", "L"), "play/not-won", 4, None)


def test_an_illegal_move_inserted_is_refused_at_its_place() -> None:
    trace = _traces()["illegal-move"]
    assert (trace.expect, trace.at) == ("move/illegal", 1)
    assert trace.moves is not None
    assert len(trace.moves) == 5


def test_a_move_after_the_win_is_refused_as_such() -> None:
    trace = _traces()["move-after-win"]
    assert (trace.moves, trace.expect, trace.at) == ((*WIN, "L"), "play/after-win", 5)


def test_the_solution_is_refused_on_a_changed_board_that_is_stored_and_valid() -> None:
    trace = _traces()["board-changed"]
    assert trace.moves == WIN
    assert trace.board is not None
    assert PAINT.validate(trace.board, {"rule": "paint-all"}) == ()
    assert trace.expect is not None


def test_traces_follow_from_level_play_and_seed() -> None:
    assert _traces() == _traces()
    assert len({str(_traces(seed=seed)["board-changed"].board) for seed in range(8)}) > 1


def test_a_kind_of_which_every_instance_wins_is_recorded_with_its_reason_and_nulls() -> None:
    trace = _traces(CONNECT, TWO, DRAWS)["moves-swapped"]
    assert (trace.board, trace.moves, trace.expect, trace.at) == (None, None, None, None)
    assert trace.none is not None
    assert trace.none.endswith("(1 tried)")


def test_a_play_of_one_move_has_nothing_to_drop_or_swap() -> None:
    level = PAINT.parse({"rows": ["@."]}, {"rule": "paint-all"})
    traces = _traces(PAINT, level, ("R",))
    for kind in ("move-dropped", "moves-swapped"):
        assert (traces[kind].none or "").endswith("(0 tried)")
    assert traces["last-move-missing"].expect == "play/not-won"


def test_a_trace_has_the_keys_of_the_format() -> None:
    assert list(_traces()["move-after-win"].to_json()) == ["kind", "board", "moves", "expect", "at", "none"]


def test_traces_as_made_are_refused_as_recorded() -> None:
    assert _ids(_traces()) == []


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("last-move-missing", {"moves": WIN}),
        ("last-move-missing", {"expect": "move/illegal"}),
        ("move-after-win", {"at": 4}),
        ("illegal-move", {"moves": ("X", *WIN)}),
        ("board-changed", {"board": None}),
        ("board-changed", {"board": {"rows": ["..."]}}),
    ],
)
def test_a_trace_that_is_not_refused_as_recorded_is_a_finding(kind: str, change: dict[str, Any]) -> None:
    traces = _traces()
    traces[kind] = replace(traces[kind], **change)
    assert _ids(traces) == ["certificate/must-fail"]


def test_a_missing_an_unknown_or_a_doubled_kind_is_a_finding() -> None:
    missing = _traces()
    del missing["illegal-move"]
    assert _ids(missing) == ["certificate/must-fail-kind"]
    unknown = _traces()
    unknown["illegal-move"] = replace(unknown["illegal-move"], kind="legal-move")
    assert _ids(unknown) == ["certificate/must-fail-kind"]
    doubled = tuple(_traces().values())
    assert [fault.id for fault in must_fail_faults(PAINT, LOOP, WIN, (*doubled, doubled[0]), 0)] == [
        "certificate/must-fail-kind"
    ]
    assert [fault.id for fault in must_fail_faults(PAINT, LOOP, WIN, (), 0)] == ["certificate/must-fail-kind"]


def test_a_kind_that_is_called_empty_and_is_not_is_a_finding() -> None:
    traces = _traces()
    hidden = MustFail("move-dropped", None, None, None, None, "no move can be dropped (3 tried)")
    assert _ids(traces | {"move-dropped": hidden}) == ["certificate/must-fail"]


def test_a_kind_that_is_truly_empty_stands() -> None:
    traces = must_fail_traces(CONNECT, TWO, DRAWS, 0)
    assert [trace.kind for trace in traces if trace.none] == ["moves-swapped"]
    assert not list(must_fail_faults(CONNECT, TWO, DRAWS, traces, 0))
