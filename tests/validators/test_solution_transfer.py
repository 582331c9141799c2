"""Tier D4: solutions that win another level, as they are, under a symmetry, and under other names."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from games.contract import AnyGame, canon_digest
from games.registry import game_named
from games.renaming import names_of, renamed
from tests.contract.samples import NAMES, game_of, samples_of
from validators.replay import replay
from validators.solution_transfer import TRIES, Transfer, transfer

PAINT = game_named("maze-paint")


def _paint(*rows: str) -> Any:
    return PAINT.parse({"rows": list(rows)}, {"rule": "paint-all"})


def _street(target: str, way_out: str, *rows: str) -> Any:
    exit_ = {"side": way_out[0], "index": int(way_out[1:])}
    return game_named("rush-hour").parse({"rows": list(rows), "target": target, "exit": exit_}, {"rule": "exit"})


def _lot(facing: str, *rows: str) -> Any:
    return game_named("truck-escape").parse({"rows": list(rows), "facing": dict(facing.split())}, {"rule": "clear"})


def _wires(*rows: str) -> Any:
    return game_named("color-connect").parse({"rows": list(rows)}, {"rule": "connect"})


#: Game, level, a solution of it, and a copy: turned, renamed, and with one more wall that the solution never meets.
COPIES: dict[str, tuple[Any, tuple[str, ...], Any]] = {
    "rush-hour": (
        _street("A", "R1", "..b.", "AAb.", "....", "...."),
        ("b+2", "A+2"),
        _street("Q", "L1", ".r..", ".rQQ", "....", "...#"),
    ),
    "color-connect": (
        _wires("A.A", "...", "B.B"),
        ("draw A 0,0 0,1 0,2", "draw B 2,0 2,1 2,2"),
        _wires("d.C", ".#.", "d.C"),
    ),
    "truck-escape": (
        _lot("AR BD CL", "AAB.", "..B.", "CC.."),
        ("B", "A", "C"),
        _lot("xR yU zL", "zz.#", "..y.", "xxy."),
    ),
}
#: The same game and solution, and a level that is another puzzle although as many pieces of the same shapes make it up.
DISTINCT: dict[str, Any] = {
    "rush-hour": _street("Q", "L1", "r...", "r.QQ", "....", "...."),
    "color-connect": _wires("d.C", "...", "C.d"),
    "truck-escape": _lot("xR yD zL", "xxy.", "zzy.", "...."),
}
NAMED = pytest.mark.parametrize("name", sorted(COPIES))


def _shortest(game: AnyGame, level: Any, most: int = 2000) -> tuple[str, ...] | None:
    """A shortest winning play, breadth first by the rules; None where there is none among so many states."""
    start = game.initial(level)
    plays: dict[Any, tuple[str, ...]] = {start: ()}
    waiting = deque([start])
    while waiting and len(plays) < most:
        state = waiting.popleft()
        if game.won(level, state):
            return plays[state]
        for move in game.moves(level, state):
            after = game.apply(level, state, move)
            if after not in plays:
                plays[after] = (*plays[state], move)
                waiting.append(after)
    return None


def _found_before(game: AnyGame, level: Any, solution: tuple[str, ...], other: Any) -> bool:
    """What the tier was before it knew renamings: some symmetry carries the solution over."""
    images = [[image.move(move) for move in solution] for image in game.symmetries(level)]
    plays = [replay(game, other, moves) for moves in images]
    return any(play.won and play.refusal is None for play in plays)


@NAMED
def test_a_copy_that_is_turned_renamed_and_changed_is_found_and_was_not_by_symmetries_alone(name: str) -> None:
    game, (level, solution, copy) = game_named(name), COPIES[name]
    assert replay(game, level, solution).won
    assert canon_digest(game, level) != canon_digest(game, copy)
    assert not _found_before(game, level, solution, copy)
    found = transfer(game, level, solution, copy)
    assert found.how is not None
    assert found.how.endswith(", names changed")
    assert found.how.partition(",")[0] in {image.name for image in game.symmetries(level)}
    assert not found.given_up


@NAMED
def test_another_puzzle_of_the_same_shapes_is_none(name: str) -> None:
    game, (level, solution, _) = game_named(name), COPIES[name]
    assert transfer(game, level, solution, DISTINCT[name]) == Transfer(None)


def test_departures_that_could_go_in_the_same_order_alone_are_no_transfer() -> None:
    game, (level, solution, _) = game_named("truck-escape"), COPIES["truck-escape"]
    other = DISTINCT["truck-escape"]
    order = [dict(zip("ABC", "xyz", strict=True))[move] for move in solution]
    assert replay(game, other, order).won, "as many trucks of the same shapes leave in that order"
    assert transfer(game, level, solution, other).how is None
    # That their trucks happen to bear the same names makes them no more alike.
    alike = renamed(game, other, dict(zip("xyz", "ABC", strict=True))).level
    assert replay(game, alike, solution).won
    assert transfer(game, level, solution, alike).how is None


@NAMED
def test_names_that_stay_are_not_said_to_have_changed(name: str) -> None:
    game, (level, solution, _) = game_named(name), COPIES[name]
    assert transfer(game, level, solution, level).how == "identity"
    swapped = dict(zip(names_of(game, level), reversed(names_of(game, level)), strict=True))
    assert transfer(game, level, solution, renamed(game, level, swapped).level).how == "identity, names changed"


def test_a_vehicle_that_starts_elsewhere_in_its_lane_may_stand_for_another() -> None:
    game, (level, solution, _) = game_named("truck-escape"), COPIES["truck-escape"]
    later = _lot("xR yD zL", "xx..", "..y.", "zzy.")
    assert transfer(game, level, solution, later).how == "identity, names changed"


def test_a_legal_but_wrong_match_is_taken_back() -> None:
    game = game_named("rush-hour")
    tail = ("....", "....")
    level = _street("X", "R1", "..P.", "XXP.", *tail, "..Q.", "..Q.", *tail)
    copy = _street("m", "R1", "..b.", "mmb.", *tail, "..a.", "..a.", *tail)
    assert replay(game, copy, ("a+2",)).length == 1, "the first candidate may make the first move"
    assert transfer(game, level, ("P+2", "X+2"), copy) == Transfer("identity, names changed")


def test_a_search_that_is_given_up_says_so() -> None:
    game, (level, solution, copy) = game_named("rush-hour"), COPIES["rush-hour"]
    assert transfer(game, level, solution, copy, tries=1) == Transfer(None, given_up=True)
    assert transfer(game, level, solution, copy, tries=TRIES).how is not None


def test_a_search_without_any_candidate_is_no_search_given_up() -> None:
    game, (level, solution, _) = game_named("rush-hour"), COPIES["rush-hour"]
    assert transfer(game, level, solution, _street("T", "R0", "TT.U", "...U"), tries=0) == Transfer(None)


@pytest.mark.parametrize("name", NAMES)
def test_a_level_s_solution_wins_it_under_any_names(name: str) -> None:
    game, carried = game_of(name), 0
    letters = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210"
    for level in samples_of(name)[:12]:
        moves = _shortest(game, level)
        if moves is None:
            continue
        names = names_of(game, level)
        copy = renamed(game, level, dict(zip(names, letters, strict=False))).level
        assert transfer(game, level, moves, copy).how is not None
        carried += 1
    assert carried


def test_a_solution_wins_its_own_images_and_the_transformation_is_named() -> None:
    hook = _paint("@..", "##.", "##.")
    for image in PAINT.symmetries(hook):
        assert transfer(PAINT, hook, ("R", "D"), image.level).how is not None
    assert transfer(PAINT, hook, ("R", "D"), hook).how == next(iter(PAINT.symmetries(hook))).name


def test_a_solution_that_wins_a_longer_board_transfers_and_one_that_stops_short_does_not() -> None:
    hook, longer = _paint("@..", "##."), _paint("@...", "###.")
    ring = _paint("@..", ".#.", "...")
    assert transfer(PAINT, hook, ("R", "D"), longer).how is not None
    assert transfer(PAINT, hook, ("R", "D"), ring).how is None
    assert transfer(PAINT, ring, ("R", "D", "L", "U"), hook).how is None, "a move after the win is no win"
