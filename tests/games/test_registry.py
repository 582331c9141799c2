"""The registry, and what every game's record must say alike."""

from __future__ import annotations

import pytest

from games.contract import split_moves
from games.finding import Finding, FindingKind, worst_first
from games.registry import ENTRIES, game_named, game_names, game_with_prefix


def test_a_game_is_found_by_its_name_and_by_its_prefix() -> None:
    for name in game_names():
        game = game_named(name)
        assert (game.name, game.prefix) == (name, ENTRIES[name].prefix)
        assert game_with_prefix(game.prefix) == name
        assert game.rules >= 1
        assert game.goal_rules
        assert len(set(game.metrics)) == len(game.metrics) > 0


def test_names_and_prefixes_are_unique() -> None:
    assert len({entry.prefix for entry in ENTRIES.values()}) == len(ENTRIES)
    assert all(len(entry.prefix) == 2 for entry in ENTRIES.values())


def test_an_unknown_game_is_a_key_error_and_an_unknown_prefix_is_none() -> None:
    with pytest.raises(KeyError):
        game_named("chess")
    assert game_with_prefix("zz") is None


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        (" ; \n;", ()),
        ("A+1;B-2", ("A+1", "B-2")),
        ("A+1\nB-2\n", ("A+1", "B-2")),
        ("A+1\r\nB-2\rC+1", ("A+1", "B-2", "C+1")),
        ("  draw A 0,0 0,1 ; clear A", ("draw A 0,0 0,1", "clear A")),
    ],
)
def test_moves_are_split_at_semicolons_and_line_ends(text: str, moves: tuple[str, ...]) -> None:
    assert split_moves(text) == moves


def test_a_finding_has_one_json_form() -> None:
    kind = FindingKind("area/slug", "What it means.", "What to do.", "warning")
    assert kind.at("it is so", "1,2").about(level="mp-0001", file="a.json").to_json() == {
        "id": "area/slug",
        "severity": "warning",
        "level": "mp-0001",
        "file": "a.json",
        "place": "1,2",
        "message": "it is so",
        "fix": "What to do.",
    }


def test_what_a_finding_is_about_is_filled_in_once() -> None:
    finding = FindingKind("area/slug", "m", "f").at("x").about(level="first")
    assert finding.about(level="second", file="b").level == "first"


def test_findings_are_sorted_worst_first_whatever_their_order() -> None:
    findings = [
        Finding("b/x", "note", "m", "f"),
        Finding("b/x", "error", "m", "f", file="b"),
        Finding("a/x", "error", "m", "f", file="b"),
        Finding("z/x", "error", "m", "f", file="a"),
        Finding("a/x", "warning", "m", "f"),
    ]
    wanted = [("z/x", "error"), ("a/x", "error"), ("b/x", "error"), ("a/x", "warning"), ("b/x", "note")]
    assert [(one.id, one.severity) for one in worst_first(findings)] == wanted
    assert worst_first(reversed(findings)) == worst_first(findings)
