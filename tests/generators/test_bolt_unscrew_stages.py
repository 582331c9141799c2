"""Plates grown a board at a time: what an addition keeps, what counts as a mess, and what comes out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from authoring.generators.bolt_unscrew_stages import GENERATORS, begin, change, faults, flaws, measures
from authoring.generators.climb import Found, climb
from authoring.generators.contract import Wanted
from authoring.generators.idle_boards import idle_boards
from authoring.generators.plate_additions import added, bare_lines, changed, crowding
from authoring.generators.plate_draft import Draft, Part
from authoring.generators.plate_growth import is_idle_free, level_of, looked_over, misses
from games.bolt_unscrew import GAME
from games.contract import level_digest
from games.grid import Cell
from solvers.bolt_unscrew import SOLVER
from solvers.bolt_unscrew.space import space
from solvers.contract import Query, no_report
from solvers.state_graph import counts, distances, explore

STAGED = GENERATORS[0]
#: A small recipe, and the level that it makes. Another digest means that levels already generated cannot be made again:
#: raise the generator's version, and pin anew.
SMALL = Wanted(pieces=4, optimum=(7, 12), dead_end_permille=(250, 950), foresight_gap_permille=900)
PINNED = "sha256:625e0c5bce91a7ea1b07dc95eed62238ae2286142bc2ed28438d4d184a975e5c"


def quiet(score: int, optimum: int | None) -> None:
    """Nobody listens."""


def bar(layer: int, row: int, columns: range, *bolted: int) -> Part:
    wood = frozenset((row, column) for column in columns)
    return Part(layer, wood, frozenset((row, column) for column in bolted))


def upright(layer: int, column: int, rows: range, *bolted: int) -> Part:
    wood = frozenset((row, column) for row in rows)
    return Part(layer, wood, frozenset((row, column) for row in bolted))


def plate(size: Cell, *parts: Part, empty: frozenset[Cell]) -> Draft:
    return Draft(size, parts, empty)


#: A bar across an upright one: the upright's top screw is under the bar.
CROSSED = plate((5, 5), upright(1, 2, range(4), 1, 3), bar(2, 1, range(1, 4), 1, 3), empty=frozenset({(4, 0), (4, 4)}))


@pytest.fixture(scope="module")
def made() -> Found:
    found = climb(STAGED, SMALL, "5", 0, quiet)
    assert found is not None
    return found


def test_a_pinned_recipe_makes_the_same_level_as_ever(made: Found) -> None:
    assert level_digest(GAME, made.level) == PINNED


def test_what_is_made_meets_the_target_by_an_enumeration_of_its_states(made: Found) -> None:
    graph = explore(space(made.level, None), 50_000)
    known = distances(graph)
    assert graph.complete
    assert 7 <= known.to_win[0] <= 12
    assert counts(known).dead * 1_000 >= 250 * len(graph)
    assert len(made.level.boards) == 4


def test_no_board_of_what_is_made_is_idle_by_the_word_of_the_other_engine(made: Found) -> None:
    answer = SOLVER.engine_named("guided-search").solve(made.level, Query("relocations"), no_report)
    assert answer.optimum == made.outcome.optimum
    assert list(idle_boards(made.level, answer.moves or (), "guided-search", 50_000)) == []
    assert list(faults(made.level, made.outcome)) == []


def test_what_is_made_is_staged(made: Found) -> None:
    counted = measures(made.level, made.outcome)
    assert counted["layers"] > 1
    assert counted["buried"] > 0
    first = GAME.initial(made.level)
    assert counted["buried"] == sum(1 for screw in first.screws if is_stuck(made, screw))


def is_stuck(made: Found, screw: tuple[int, int, int]) -> bool:
    """Whether no move takes that screw."""
    sources = {move.partition(">")[0] for move in GAME.moves(made.level, GAME.initial(made.level))}
    return f"{screw[0]},{screw[1]}" not in sources


def test_boards_that_cover_one_another_are_no_mess() -> None:
    assert crowding(CROSSED) == 0


def test_a_board_of_which_hardly_anything_shows_is_a_mess() -> None:
    hidden = replace(CROSSED, parts=(*CROSSED.parts, Part(3, CROSSED.parts[0].wood, frozenset({(0, 2), (3, 2)}))))
    assert crowding(hidden) > 0
    shown = replace(CROSSED, parts=(*CROSSED.parts, upright(3, 3, range(1, 4), 3)))
    assert crowding(shown) == 0


def test_more_than_three_boards_over_a_point_are_a_mess() -> None:
    over = [bar(1, 2, range(5), 0), upright(2, 2, range(5), 0), bar(3, 2, range(2, 6), 5)]
    three = plate((6, 6), *over, empty=frozenset({(2, 2)}))
    assert crowding(three) == 0
    assert crowding(replace(three, parts=(*over, upright(4, 2, range(2, 6), 5)))) == 1


def test_screws_of_a_board_side_by_side_are_a_mess() -> None:
    beside = replace(CROSSED, parts=(CROSSED.parts[0], bar(2, 1, range(1, 4), 1, 2)))
    assert crowding(beside) == 1


def test_bare_lines_are_rows_but_the_last_and_columns_but_the_sides() -> None:
    assert bare_lines(CROSSED) == 0
    assert bare_lines(replace(CROSSED, size=(7, 6))) == 2 + 1


def test_boards_holes_and_bare_lines_beside_the_target_are_flaws() -> None:
    assert flaws(CROSSED, Wanted()) == 0
    assert flaws(CROSSED, Wanted(pieces=4)) == 8
    assert flaws(CROSSED, Wanted(measures={"free": (3, 3)})) == 1
    assert flaws(CROSSED, Wanted(measures={"hidden": (2, 2)})) == 2
    assert flaws(replace(CROSSED, size=(7, 5)), Wanted()) == 2
    assert flaws(replace(CROSSED, parts=(CROSSED.parts[0], bar(2, 1, range(1, 4)))), Wanted()) == 2


def test_an_idle_board_is_seen() -> None:
    seen, _ = looked_over(CROSSED, 1)
    assert seen is not None
    assert is_idle_free(seen)
    # Both boards hang on the same two screws.
    twice = plate((4, 5), bar(1, 1, range(1, 4), 1, 3), bar(2, 1, range(1, 4), 1, 3), empty=frozenset({(3, 0), (3, 4)}))
    seen, _ = looked_over(twice, 1)
    assert seen is not None
    assert not is_idle_free(seen)


def test_a_plate_that_cannot_be_won_or_would_move_is_not_grown_on() -> None:
    assert looked_over(replace(CROSSED, empty=frozenset()), 1)[0] is None
    loose = replace(CROSSED, parts=(CROSSED.parts[0], bar(2, 1, range(1, 4))))
    assert level_of(loose) is None
    assert looked_over(loose, 1)[0] is None


def test_misses_are_counted_from_optimum_dead_ends_and_the_greedy_player() -> None:
    seen, _ = looked_over(CROSSED, 1)
    assert seen is not None
    assert misses(seen, Wanted(optimum=(seen.optimum, seen.optimum))) == 0
    assert misses(seen, Wanted(optimum=(seen.optimum + 2, 40))) == 40
    dead = seen.seen.dead_permille
    assert misses(seen, Wanted(dead_end_permille=(dead + 7, 1_000))) == 7
    greedy = seen.seen.greedy_permille(4 * seen.optimum)
    assert misses(seen, Wanted(foresight_gap_permille=1_000)) == greedy


@pytest.mark.parametrize("seed", range(4))
def test_additions_and_changes_keep_boards_of_a_layer_apart_and_holes_as_wanted(seed: int) -> None:
    source, wanted = random.Random(seed), Wanted(measures={"free": (2, 2), "hidden": (1, 1)})
    draft, drawn = Draft((8, 8), (), frozenset()), 0
    for _ in range(30):
        step = changed if draft.parts and source.random() < 0.6 else added
        new = step(source, draft, wanted)
        if new is None:
            continue
        draft, drawn = new, drawn + 1
        covered = draft.covered()
        assert (len(draft.empty - covered), len(draft.empty & covered)) == (2, 1)
        assert not draft.empty & draft.screws
        for one in draft.parts:
            assert one.bolted <= one.wood
            assert all(0 <= r < 8 and 0 <= c < 8 for r, c in one.wood)
            assert not any(o is not one and o.layer == one.layer and o.wood & one.wood for o in draft.parts)
    assert drawn > 10


def test_a_change_is_no_further_from_the_target() -> None:
    source, wanted = random.Random(f"{STAGED.name}@1/5/0"), SMALL
    draft = begin(source, wanted)
    assert draft is not None
    assert len(draft.parts) == 4
    assert flaws(draft, wanted) == 0
    here, _ = looked_over(draft, 1)
    assert here is not None
    far = replace(wanted, optimum=(here.optimum + 3, here.optimum + 3))
    other = change(source, draft, far)
    assert other is not None
    after, _ = looked_over(other, 1)
    assert after is not None
    assert other != draft
    assert misses(after, far) <= misses(here, far)


def test_a_plate_too_small_comes_to_nothing() -> None:
    assert begin(random.Random(0), Wanted(rows=4, columns=9)) is None
