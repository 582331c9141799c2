"""Duplicates by digest: the same content, and the same level mirrored, turned or recoloured."""

from __future__ import annotations

import pytest

from games.contract import canon_digest, level_digest
from games.registry import game_named
from validators.duplicates import Duplicate, Fingerprint, duplicate_faults, duplicates


def _print(name: str, game_name: str, rule: str, *rows: str) -> Fingerprint:
    game = game_named(game_name)
    level = game.parse({"rows": list(rows)}, {"rule": rule})
    return Fingerprint(name, level_digest(game, level), canon_digest(game, level))


def _paint(name: str, *rows: str) -> Fingerprint:
    return _print(name, "maze-paint", "paint-all", *rows)


def _connect(name: str, *rows: str, rule: str = "connect") -> Fingerprint:
    return _print(name, "color-connect", rule, *rows)


HOOK = ("@..", "##.")


def test_levels_of_their_own_are_no_duplicates() -> None:
    levels = [_paint("a", *HOOK), _paint("b", "@...", "##.#"), _connect("c", "A.A"), _connect("d", "A..A")]
    assert list(duplicates(levels)) == []
    assert list(duplicate_faults(levels)) == []


def test_the_same_content_is_found_and_is_about_the_later_level() -> None:
    (fault,) = duplicate_faults([_paint("a", *HOOK), _paint("b", *HOOK)])
    assert (fault.id, fault.level, fault.message, fault.severity) == ("duplicate/same", "b", "the same as a", "error")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_paint("a", *HOOK), _paint("b", "..@", ".##")),
        (_paint("a", *HOOK), _paint("b", "#@", "#.", "..")),
        (_paint("a", *HOOK), _paint("b", "####", "@..#", "##.#")),
        (_connect("a", "A.A", "B.B"), _connect("b", "y.y", "x.x")),
        (_connect("a", "A.B", "A.B"), _connect("b", "BB", "..", "AA")),
    ],
    ids=["mirrored", "turned", "padded", "recoloured", "turned-pairs"],
)
def test_the_same_level_in_another_dress_is_found(one: Fingerprint, other: Fingerprint) -> None:
    assert [(fault.id, fault.level) for fault in duplicate_faults([one, other])] == [("duplicate/same-form", "b")]


def test_another_goal_makes_another_level() -> None:
    assert list(duplicate_faults([_connect("a", "A.A"), _connect("b", "A.A", rule="cover")])) == []


def test_every_copy_is_held_against_the_first() -> None:
    mirrored = ("..@", ".##")
    levels = [_paint("a", *HOOK), _paint("b", *mirrored), _paint("c", *HOOK), _paint("d", *mirrored)]
    assert list(duplicates(levels)) == [Duplicate("D1", "a", "b"), Duplicate("D0", "a", "c"), Duplicate("D0", "b", "d")]
