"""Labels, pins, dates, seeds and views: each with one form and one value."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from snapshots.environment import DEFAULT
from snapshots.layout import is_safe_path
from snapshots.pin import MalformedPin, Pin, is_date, is_label, label_order, parse_pin
from snapshots.runtime import read_build, runtime_document
from snapshots.seeds import frozen_seeds, seed_of
from snapshots.views import NoView, day_of
from snapshots.views import view_of as view_with

DIGEST = "sha256:" + "0123456789abcdef" * 4


def test_a_full_pin_is_label_and_digest() -> None:
    pin = parse_pin(f"lpb-2026.12.0@{DIGEST}")
    assert pin == Pin("lpb-2026.12.0", DIGEST)
    assert str(pin) == f"lpb-2026.12.0@{DIGEST}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "latest",
        "lpb-2026.12.0",
        f"lpb-2026.12.0@{DIGEST[:-1]}",
        f"lpb-2026.12.0@{DIGEST}\n",
        f" lpb-2026.12.0@{DIGEST}",
        f"lpb-2026.12.0@{DIGEST.upper()}",
        f"lpb-2026.12.0@{DIGEST.removeprefix('sha256:')}",
        f"lpb-2026.12.0@{DIGEST[:19]}",
        f"LPB-2026.12.0@{DIGEST}",
        f"lpb-2026.13.0@{DIGEST}",
        f"../lpb-2026.12.0@{DIGEST}",
    ],
)
def test_anything_else_is_no_pin(text: str) -> None:
    with pytest.raises(MalformedPin):
        parse_pin(text)


@pytest.mark.parametrize("label", ["lpb-2026.12.0", "lpb-2026.01.10", "lpb-0001.10.7"])
def test_labels_of_the_one_form(label: str) -> None:
    assert is_label(label)


@pytest.mark.parametrize(
    "label",
    [
        "lpb-2026.00.0",
        "lpb-2026.13.0",
        "lpb-2026.1.0",
        "lpb-2026.12.00",
        "lpb-2026.12.01",
        "lpb-2026.12",
        "lpb-٢٠٢٦.12.0",
    ],
)
def test_labels_of_another_form(label: str) -> None:
    assert not is_label(label)


def test_labels_are_ordered_by_number() -> None:
    labels = ["lpb-2026.12.10", "lpb-2027.01.0", "lpb-2026.12.9"]
    assert sorted(labels, key=label_order) == ["lpb-2026.12.9", "lpb-2026.12.10", "lpb-2027.01.0"]


def test_a_date_is_a_day_of_the_calendar() -> None:
    assert is_date("2028-02-29")
    assert not any(map(is_date, ("2026-02-29", "2026-12", "20261201", "2026-W01-1", "2026-12-1", "2026-12-01\n", "")))


def test_attempt_zero_is_the_authored_layout() -> None:
    assert seed_of(DIGEST, "layout", 0) == seed_of(DIGEST, "agent", 0) == "0"


def test_a_later_seed_is_the_first_eight_bytes_of_the_named_hash() -> None:
    text = b"lpb/seed/v1\0" + DIGEST.encode() + b"\0layout\0" + b"12"
    assert seed_of(DIGEST, "layout", 12) == str(int(hashlib.sha256(text).hexdigest()[:16], 16))
    assert seed_of(DIGEST, "layout", 12) != seed_of(DIGEST, "agent", 12)


def test_there_is_no_seed_for_an_unknown_purpose_or_attempt() -> None:
    for purpose, attempt in (("luck", 1), ("layout", -1)):
        with pytest.raises(ValueError, match="no seed"):
            seed_of(DIGEST, purpose, attempt)


def _row(number: int, track: str, game: str = "maze-paint") -> dict[str, str]:
    return {"id": f"mp-{number:04d}", "track": track, "game": game, "level_digest": f"sha256:{number:064d}"}


def view_of(name: str, rows: list, runtime: str | None, rules: dict[str, int]):  # type: ignore[no-untyped-def]
    return view_with(name, rows, runtime, rules, {row["id"]: frozen_seeds(row["level_digest"]) for row in rows})


def test_a_view_digest_is_the_tagged_hash_of_what_is_played() -> None:
    digest = _row(1, "core")["level_digest"]
    value = {
        "levels": [digest],
        "rules": {"maze-paint": 1},
        "runtime": None,
        "seeds": {digest: frozen_seeds(digest)},
    }
    raw = b"lpb/view/v1\0" + json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    view = view_of("core", [_row(1, "core")], None, {"maze-paint": 1})
    assert view.digest == "sha256:" + hashlib.sha256(raw).hexdigest()


def test_fresh_levels_leave_the_core_view_as_it_was() -> None:
    rules = {"maze-paint": 1}
    before = view_of("core", [_row(1, "core")], None, rules)
    rows = [_row(1, "core"), _row(2, "fresh", "color-connect")]
    assert view_of("core", rows, None, rules | {"color-connect": 1}) == before
    assert view_of("all", rows, None, rules | {"color-connect": 1}).levels == ("mp-0001", "mp-0002")


def test_the_core_view_moves_with_levels_rules_and_runtime() -> None:
    base = view_of("core", [_row(1, "core")], None, {"maze-paint": 1}).digest
    others = {
        view_of("core", [_row(2, "core")], None, {"maze-paint": 1}).digest,
        view_of("core", [_row(1, "core")], DIGEST, {"maze-paint": 1}).digest,
        view_of("core", [_row(1, "core")], None, {"maze-paint": 2}).digest,
    }
    assert len(others | {base}) == 4


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../x",
        "a/../b",
        "a//b",
        "a/./b",
        "c:/x",
        "a\\b",
        "A/b",
        "a/",
        "",
        "é",
        "snapshot.json",
        "a/...",
        "signatures/x",
        "a\n",
    ],
)
def test_unsafe_paths(path: str) -> None:
    assert not is_safe_path(path)


def test_a_path_of_the_layout_is_safe() -> None:
    assert is_safe_path("public/levels/maze-paint/mp-0001.json")


def test_a_served_file_is_named_by_its_url(tmp_path: Path) -> None:
    (tmp_path / "A b").mkdir()
    (tmp_path / "A b" / "gr\u00fcn.MJS").write_bytes(b"0;")
    (tmp_path / "LICENSE").write_bytes(b"")
    build, findings = read_build(tmp_path)
    assert findings == ()
    files = runtime_document(build, {"maze-paint": 1}, DEFAULT)["files"]
    assert {url: one["media_type"] for url, one in files.items()} == {
        "/A%20b/gr%C3%BCn.MJS": "text/javascript",
        "/LICENSE": "application/octet-stream",
    }


def _dated(number: int, first: str, exposed: str | None) -> dict:
    return {**_row(number, "core"), "first_public": first, "exposure_date": exposed}


def test_views_by_date_take_what_is_public_or_clean_after_the_day() -> None:
    rows = [_dated(1, "2026-12-01", "2026-12-01"), _dated(2, "2026-12-02", "2019-01-01"), _dated(3, "2026-12-31", None)]
    rules = {"maze-paint": 1}
    assert view_of("after=2026-12-01", rows, None, rules).levels == ("mp-0002", "mp-0003")
    assert view_of("model_cutoff=2026-11-30", rows, None, rules).levels == ("mp-0001",)
    assert view_of("model_cutoff=2018-12", rows, None, rules).levels == ("mp-0001", "mp-0002")
    # A cutoff of a month alone is its last day: nothing of that month is clean.
    assert view_of("model_cutoff=2026-12", rows, None, rules).count == 0


@pytest.mark.parametrize("name", ["fresh", "after=", "after=2026-02-30", "model_cutoff=2026-13", "core=2026-01-01"])
def test_no_view_of_another_name(name: str) -> None:
    with pytest.raises(NoView):
        view_of(name, [], None, {})


def test_a_month_is_its_last_day() -> None:
    assert (day_of("2028-02"), day_of("2026-12"), day_of("2026-05-04")) == ("2028-02-29", "2026-12-31", "2026-05-04")
