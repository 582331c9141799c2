"""The catalogue of this repository has the shape and the difficulty that it was made to have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from authoring.generators.registry import generators_of
from catalogue.duplicate_search import DuplicateSearch, entrant_of
from catalogue.level_record import LevelRecord
from catalogue.objectives import Objectives
from catalogue.workspace import Workspace, read_certificate, read_level
from games.canonical import Json
from tests.authoring.command_line import levelpress
from tests.conftest import REPOSITORY
from validators.certificate import Certificate
from validators.duplicates import TIERS
from validators.outcome import Outcome

PLACE = Workspace(REPOSITORY)
#: Objective -> what the optimum of each of its levels lies between.
OPTIMA = {
    "maze-paint/easy": (7, 12),
    "maze-paint/medium": (13, 16),
    "maze-paint/hard": (18, 25),
    "rush-hour/easy": (1, 12),
    "rush-hour/medium": (13, 24),
    "rush-hour/hard": (25, 99),
}


@cache
def objectives() -> Objectives:
    return PLACE.read_objectives()


@cache
def level(level_id: str) -> LevelRecord:
    return read_level(PLACE.level_path(level_id))


@cache
def certificate(level_id: str) -> Certificate:
    return read_certificate(PLACE.certificate_path(level_id))


def ids(objective_id: str) -> tuple[str, ...]:
    return objectives().named(objective_id).levels


def optima(objective_id: str) -> list[int]:
    return [certificate(one).optimum or 0 for one in ids(objective_id)]


def measured(level_id: str) -> Mapping[str, int]:
    """What the game's first generator measures of a level."""
    found, proof = level(level_id), certificate(level_id)
    outcome = Outcome("solvable", proof.metric, proof.moves, proof.optimum, proof.optimum, ())
    return next(iter(generators_of(found.game.name))).measures(found.level, outcome)


def board(level_id: str) -> Json:
    found = level(level_id)
    return found.game.print(found.level)[0]


def listed() -> Iterator[str]:
    for objective in objectives().objectives:
        yield from objective.levels
    yield from objectives().fresh


def test_it_has_the_sixteen_objectives_and_the_114_levels() -> None:
    assert objectives().profile == "longpuzzlebench"
    assert len(objectives().objectives) == 16
    assert sum(len(one.levels) for one in objectives().objectives) == 114


@pytest.mark.parametrize("objective_id", OPTIMA)
def test_every_optimum_lies_where_its_objective_says(objective_id: str) -> None:
    low, high = OPTIMA[objective_id]
    assert all(low <= one <= high for one in optima(objective_id))


def test_the_mazes_have_the_published_totals() -> None:
    assert [sum(optima(f"maze-paint/{tier}")) for tier in ("easy", "medium", "hard")] == [88, 140, 217]


def test_within_an_objective_no_level_needs_fewer_moves_than_the_one_before_it() -> None:
    for objective in objectives().objectives:
        assert all(before <= after for before, after in pairwise(optima(objective.id))), objective.id


def test_every_level_has_a_title_and_a_why() -> None:
    standings = PLACE.read_lifecycle().levels
    for level_id in listed():
        assert level(level_id).title, level_id
        assert standings[level_id].why, level_id


def test_every_optimum_is_proven_by_engines_that_share_no_search() -> None:
    assert [one for one in listed() if certificate(one).evidence != "independent"] == []


def test_every_level_is_the_house_s_own() -> None:
    for level_id in listed():
        provenance = level(level_id).provenance
        assert (provenance["origin"], provenance["source"]) == ("generated", None), level_id


def test_the_nuts_go_from_three_colours_to_the_nightmare() -> None:
    tiers = ("easy", "medium", "hard", "extreme", "nightmare")
    order = [one for tier in tiers for one in ids(f"nut-and-bolt/{tier}")]
    colours = [len(set("".join(board(one)["bolts"]))) for one in order]
    assert colours == sorted(colours)
    assert colours[0] == 3
    assert colours[-1] == 20  # as many as colours can be told apart
    needed = [certificate(one).optimum or 0 for one in order]
    assert needed == sorted(set(needed))


def test_the_hard_plates_have_few_free_holes_dead_ends_and_a_lost_greedy_player() -> None:
    hard = ids("bolt-unscrew/hard")
    assert max(len(board(one)["boards"]) for one in hard) == 14
    assert 16 in optima("bolt-unscrew/hard")
    for level_id in hard:
        vector = certificate(level_id).difficulty
        assert measured(level_id)["free"] <= 4, level_id
        assert Fraction(*vector["dead_end_share"]) >= Fraction(1, 6), level_id
        assert Fraction(*vector["foresight_gap"]["gap"]) >= Fraction(9, 10), level_id


def test_half_of_the_hard_plates_are_lost_in_two_states_of_five() -> None:
    shares = [Fraction(*certificate(one).difficulty["dead_end_share"]) for one in ids("bolt-unscrew/hard")]
    assert 2 * sum(share >= Fraction(2, 5) for share in shares) >= len(shares)


def test_every_lot_has_a_chain_of_eight_departures() -> None:
    assert len(ids("truck-escape/default")) == 5
    assert all(measured(one)["rounds"] >= 8 for one in ids("truck-escape/default"))


@pytest.mark.parametrize(("tier", "least", "most"), [("easy", 5, 7), ("hard", 8, 10)])
def test_the_colours_can_fill_their_boards_in_exactly_one_way(tier: str, least: int, most: int) -> None:
    for level_id in ids(f"color-connect/{tier}"):
        rows = board(level_id)["rows"]
        assert least <= len(rows) == len(rows[0]) <= most, level_id
        assert certificate(level_id).properties["unique_cover"] is True, level_id


def test_no_two_levels_share_a_title() -> None:
    titles = [level(one).title for one in listed()]
    assert len(set(titles)) == len(titles)


def test_check_has_nothing_against_it() -> None:
    ran = levelpress("check", "--json", cwd=REPOSITORY)
    report = ran.document("levelpress/report@1")
    assert (ran.code, report["findings"]) == (0, [])
    summary, files = report["summary"], len(PLACE.level_ids())
    assert (summary["levels"], summary["certificates"], summary["passed"]) == (files, files, files)
    assert files >= len(list(listed()))


@pytest.mark.slow
def test_no_two_levels_are_alike_in_any_tier() -> None:
    ran = levelpress("dedupe", "--json", cwd=REPOSITORY)
    assert (ran.code, ran.document("levelpress/duplicates@1")["pairs"]) == (0, [])


@pytest.mark.parametrize("game", ["maze-paint", "rush-hour"])
def test_no_easy_level_is_like_another_of_its_objective(game: str) -> None:
    found = DuplicateSearch()
    entrants = [entrant_of(one, level(one), PLACE.certificate_path(one)) for one in ids(f"{game}/easy")]
    assert list(found.pairs(entrants, [], TIERS)) == []
