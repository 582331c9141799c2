"""Objectives: named, ordered selections that are changed by making new ones."""

from __future__ import annotations

import pytest

from catalogue.document import document_faults
from catalogue.objectives import Objective, Objectives, objectives_from_json
from tests.catalogue.documents import DOCUMENTS

EASY = Objective("maze-paint/easy", "maze-paint", "easy", 2, {"optimum": (7, 12)}, ("mp-0002", "mp-0001"))
HARD = Objective("maze-paint/hard", "maze-paint", "hard", 1, {}, ())
BOTH = Objectives("custom", None, "none", (EASY, HARD), ("mp-0031",))


def test_the_document_is_read_and_written_back_in_the_order_of_play() -> None:
    document = DOCUMENTS["objectives"]
    assert objectives_from_json(document).to_json() == document
    assert objectives_from_json(document).named("maze-paint/easy") == EASY


def test_a_new_workspace_s_objectives_fit_the_schema() -> None:
    empty = Objectives("custom", None, "none", (), ())
    assert list(document_faults(empty.to_json(), "levelpress/objectives@1")) == []
    assert objectives_from_json(empty.to_json()) == empty


def test_an_objective_is_found_by_its_id_and_by_its_level() -> None:
    assert BOTH.named("maze-paint/hard") == HARD
    assert BOTH.objective_of("mp-0001") == "maze-paint/easy"
    assert BOTH.objective_of("mp-0031") is None
    with pytest.raises(KeyError):
        BOTH.named("maze-paint/medium")


def test_every_level_that_is_named_is_listed_with_the_fresh_track_last() -> None:
    assert BOTH.listed() == ("mp-0002", "mp-0001", "mp-0031")


def test_a_level_is_appended_and_the_order_of_the_others_stays() -> None:
    changed = BOTH.with_level("maze-paint/easy", "mp-0000")
    assert changed.named("maze-paint/easy").levels == ("mp-0002", "mp-0001", "mp-0000")
    assert changed.named("maze-paint/hard") == HARD
    assert BOTH.named("maze-paint/easy") == EASY


def test_a_fresh_level_is_in_no_objective() -> None:
    changed = BOTH.with_fresh("mp-0032")
    assert changed.fresh == ("mp-0031", "mp-0032")
    assert changed.objectives == BOTH.objectives
    assert changed.objective_of("mp-0032") is None


def test_a_level_cannot_be_appended_to_an_objective_that_is_not_there() -> None:
    with pytest.raises(KeyError):
        BOTH.with_level("maze-paint/medium", "mp-0001")


def test_an_objective_is_replaced_in_its_place_and_a_new_one_appended() -> None:
    replaced = Objective("maze-paint/easy", "maze-paint", "easy", 3, {}, ())
    assert BOTH.with_objective(replaced).objectives == (replaced, HARD)
    new = Objective("maze-paint/medium", "maze-paint", "medium", 1, {}, ())
    assert BOTH.with_objective(new).objectives == (EASY, HARD, new)


def test_a_level_taken_out_is_listed_nowhere() -> None:
    assert BOTH.without("mp-0002").listed() == ("mp-0001", "mp-0031")
    assert BOTH.without("mp-0031").fresh == ()
    assert BOTH.without("mp-9999") == BOTH
