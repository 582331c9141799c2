"""The lifecycle: changes of state are appended, ids are never reused, nothing is forgotten."""

from __future__ import annotations

import pytest

from catalogue.document import document_faults
from catalogue.lifecycle import STATES, Change, Lifecycle, Playtest, Standing, lifecycle_from_json
from tests.catalogue.documents import DIGEST, DOCUMENTS


def _change(state: str, on: str | None = None, reason: str | None = None, digest: str = DIGEST) -> Change:
    return Change(state, digest, on, reason)


def test_the_document_is_read_and_written_back() -> None:
    document = DOCUMENTS["state"]
    assert lifecycle_from_json(document).to_json() == document


def test_an_empty_lifecycle_fits_the_schema() -> None:
    assert list(document_faults(Lifecycle().to_json(), "levelpress/state@1")) == []


def test_a_level_s_state_is_that_of_its_last_change_and_every_change_is_kept() -> None:
    lifecycle = (
        Lifecycle()
        .moved("mp-0001", _change("certified"))
        .moved("mp-0001", _change("released", "2026-12-01"))
        .moved("mp-0001", _change("retired", "2026-12-31", "a flaw"))
    )
    assert lifecycle.levels["mp-0001"].state == "retired"
    assert lifecycle.levels["mp-0001"].changes == (
        _change("certified"),
        _change("released", "2026-12-01"),
        _change("retired", "2026-12-31", "a flaw"),
    )
    assert list(document_faults(lifecycle.to_json())) == []


def test_a_change_leaves_the_lifecycle_it_was_made_from_alone() -> None:
    before = Lifecycle().moved("mp-0001", _change("certified"))
    before.moved("mp-0001", _change("released"))
    assert before.levels["mp-0001"].state == "certified"


@pytest.mark.parametrize("state", STATES)
def test_every_state_fits_the_schema(state: str) -> None:
    assert list(document_faults(Lifecycle().moved("mp-0001", _change(state)).to_json())) == []


def test_a_state_that_there_is_not_breaks_the_schema() -> None:
    faults = list(document_faults(Lifecycle().moved("mp-0001", _change("lost")).to_json()))
    assert {fault.id for fault in faults} == {"document/schema"}


def test_a_playtest_is_kept_with_the_digest_it_was_made_on() -> None:
    test = Playtest("agent", "a browser agent", DIGEST, ("R", "D"), None)
    lifecycle = Lifecycle().moved("mp-0001", _change("certified"))
    standing = lifecycle.levels["mp-0001"]
    lifecycle = lifecycle.with_standing("mp-0001", Standing(standing.changes, "why", (test,)))
    again = lifecycle_from_json(lifecycle.to_json())
    assert again.levels["mp-0001"].playtests == (test,)
    assert again.levels["mp-0001"].why == "why"
    assert list(document_faults(again.to_json())) == []


def test_a_rejected_candidate_is_kept_with_its_reason() -> None:
    lifecycle = Lifecycle().with_rejected("a.json", DIGEST, "too easy", None)
    assert lifecycle.rejected == (("a.json", DIGEST, "too easy", None),)
    assert list(document_faults(lifecycle.to_json())) == []


def test_ids_count_up_per_game_from_one() -> None:
    lifecycle = Lifecycle()
    assert lifecycle.next_id("mp") == "mp-0001"
    lifecycle = lifecycle.moved("mp-0001", _change("certified")).moved("mp-0009", _change("certified"))
    assert lifecycle.next_id("mp") == "mp-0010"
    assert lifecycle.next_id("cc") == "cc-0001"


def test_a_retired_level_keeps_its_id() -> None:
    lifecycle = Lifecycle().moved("mp-0001", _change("certified")).moved("mp-0001", _change("retired", None, "a flaw"))
    assert lifecycle.next_id("mp") == "mp-0002"


def test_ids_beyond_four_digits_are_counted_as_numbers() -> None:
    lifecycle = Lifecycle().moved("mp-9999", _change("certified"))
    assert lifecycle.next_id("mp") == "mp-10000"
    assert lifecycle.moved("mp-10000", _change("certified")).next_id("mp") == "mp-10001"


def test_levels_are_written_in_the_order_of_their_ids() -> None:
    lifecycle = Lifecycle().moved("mp-0002", _change("certified")).moved("cc-0001", _change("certified"))
    assert list(lifecycle.to_json()["levels"]) == ["cc-0001", "mp-0002"]


def test_the_released_digest_is_that_of_the_release_and_of_nothing_before_or_after() -> None:
    lifecycle = Lifecycle().moved("mp-0001", _change("certified", digest="sha256:a"))
    assert lifecycle.levels["mp-0001"].released_digest is None
    lifecycle = lifecycle.moved("mp-0001", _change("released", digest="sha256:b"))
    lifecycle = lifecycle.moved("mp-0001", _change("retired", reason="a flaw", digest="sha256:c"))
    assert lifecycle.levels["mp-0001"].released_digest == "sha256:b"


def test_an_id_that_a_file_has_already_is_not_given_again() -> None:
    lifecycle = Lifecycle().moved("mp-0001", _change("certified"))
    assert lifecycle.next_id("mp", also=("mp-0007", "cc-0009")) == "mp-0008"
