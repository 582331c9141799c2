"""Level documents: read with every fault of form, game and rules, and written back unchanged."""

from __future__ import annotations

from typing import Any

import pytest

from catalogue.level_record import level_record, level_record_faults, new_provenance
from games.contract import InvalidLevel, level_digest
from games.registry import game_names
from tests.catalogue.documents import level_document


def _ids(**change: Any) -> list[str]:
    return [fault.id for fault in level_record_faults(level_document(**change))]


def test_a_good_document_has_no_fault_and_survives_reading_and_writing() -> None:
    assert _ids() == []
    assert level_record(level_document()).to_json() == level_document()


def test_tags_are_written_sorted() -> None:
    assert level_record(level_document(tags=["b", "a"])).to_json()["tags"] == ["a", "b"]


def test_an_unknown_game_is_named_with_the_nearest_one() -> None:
    (fault,) = level_record_faults(level_document(game="maze-pain"))
    assert (fault.id, fault.place) == ("level/game", "game")
    assert "did you mean 'maze-paint'?" in fault.message


def test_an_id_of_another_game_is_refused() -> None:
    assert _ids(id="cc-0001") == ["level/id"]
    assert _ids(id="mp-12345") == []
    assert _ids(id=None) == []


def test_faults_of_form_of_the_id_and_of_the_board_come_together() -> None:
    found = _ids(revision=0, id="cc-0001", board={"rows": ["@x."]}, goal={"rule": "paint"})
    assert sorted(found) == ["document/schema", "goal/rule", "level/id", "maze-paint/glyph"]


def test_a_document_without_board_lacks_it_once() -> None:
    document = level_document()
    del document["board"]
    assert [fault.id for fault in level_record_faults(document)] == ["document/schema"]


@pytest.mark.parametrize("value", [None, [], "x", {}, {"format": "levelpress/level@1"}, {"game": 3}])
def test_what_is_no_level_document_at_all_is_refused_and_nothing_is_raised(value: Any) -> None:
    assert list(level_record_faults(value))


def test_reading_an_invalid_document_raises_with_every_fault() -> None:
    document = level_document(revision=0, board={"rows": ["..", "."]})
    with pytest.raises(InvalidLevel) as refused:
        level_record(document)
    assert [fault.id for fault in refused.value.findings] == ["document/schema", "board/rows"]


def test_the_digest_is_that_of_the_level_whatever_else_the_document_says() -> None:
    record = level_record(level_document())
    other = level_record(level_document(id=None, title=None, tags=[], revision=2, license=None))
    assert record.digest == other.digest == level_digest(record.game, record.level)
    assert record.digest != level_record(level_document(board={"rows": ["@."]})).digest


def test_the_canon_digest_is_alike_for_a_padded_copy() -> None:
    rows = level_document()["board"]["rows"]
    padded = level_record(level_document(board={"rows": ["#######", *(row + "#" for row in rows)]}))
    assert padded.canon == level_record(level_document()).canon
    assert padded.digest != level_record(level_document()).digest


def test_a_candidate_enters_the_catalogue_with_an_id_and_the_canary_alone_changed() -> None:
    candidate = level_record(level_document(id=None))
    entered = candidate.with_id("mp-0007", "canary")
    assert entered.to_json() == level_document(id="mp-0007", canary="canary")
    assert candidate.id is None


def test_a_new_provenance_has_every_key_and_null_for_what_is_not_known() -> None:
    provenance = new_provenance("adapted", source="a book", first_public=None)
    assert (provenance["origin"], provenance["source"], provenance["parents"]) == ("adapted", "a book", [])
    assert _ids(provenance=provenance) == []


def test_a_provenance_field_that_the_format_does_not_know_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="sauce"):
        new_provenance("adapted", sauce="a book")


def test_every_game_of_the_registry_may_be_named() -> None:
    for name in game_names():
        assert "level/game" not in _ids(game=name)
