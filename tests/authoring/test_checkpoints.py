"""`checkpoints`: certified dead ends and points of a winning play, each replayable from its prefix."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.canonical import sha256_of
from games.contract import state_digest
from games.registry import game_named
from solvers.contract import Limits, no_report, solver_named
from tests.authoring.command_line import levelpress
from validators.certify import certify
from validators.replay import replay

THIN_ICE = "ACAC\nBCAB\nBBAC\n\n"
READING = ("--game", "nut-and-bolt", "--orientation", "bottom-first")
GAME = game_named("nut-and-bolt")
LEVEL = GAME.parse({"bolts": ["ACAC", "BCAB", "BBAC", ""], "capacity": 4}, {"rule": "sort"})


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("checkpoints")
    (folder / "thin.txt").write_text(THIN_ICE)
    ran = levelpress("checkpoints", *READING, "thin.txt", "--dead-ends", "3", "--normal", "2", "--json", cwd=folder)
    assert ran.code == 0
    return ran.document("levelpress/checkpoints@1")


def _of(document: Any, kind: str) -> list[Any]:
    return [one for one in document["checkpoints"] if one["kind"] == kind]


def test_as_many_as_wanted_are_given(document: Any) -> None:
    assert (len(_of(document, "D")), len(_of(document, "N"))) == (3, 2)


def test_every_prefix_is_legal_and_leads_to_its_state(document: Any) -> None:
    for one in document["checkpoints"]:
        played = replay(GAME, LEVEL, one["prefix"])
        assert played.steps[-1].state == one["state"]
        assert (played.steps[-1].digest, played.length) == (one["digest"], one["depth"])


def test_from_a_dead_end_no_play_wins_and_what_follows_is_counted(document: Any) -> None:
    for one in _of(document, "D"):
        seen = {}
        waiting = [GAME.parse_state(LEVEL, one["state"])]
        while waiting:
            state = waiting.pop()
            key = state_digest({"bolts": sorted(GAME.state_json(LEVEL, state)["bolts"])})
            if key not in seen:
                seen[key] = state
                assert not GAME.won(LEVEL, state)
                waiting += [GAME.apply(LEVEL, state, move) for move in GAME.moves(LEVEL, state)]
        assert one["certificate"]["states"] == len(seen)
        assert one["certificate"]["states_digest"] == sha256_of("\n".join(sorted(seen)).encode())


def test_a_point_of_a_winning_play_finishes_in_fewer_moves_than_a_restart(document: Any) -> None:
    for one in _of(document, "N"):
        rest = one["certificate"]["moves"]
        assert replay(GAME, LEVEL, rest, start=one["state"]).won
        assert len(rest) == one["certificate"]["length"] < one["certificate"]["restart_length"] == document["optimum"]


def test_dead_ends_are_spread_over_depth(document: Any) -> None:
    depths = [one["depth"] for one in _of(document, "D")]
    assert depths == sorted(depths)
    assert len(set(depths)) == len(depths)


def test_a_level_without_dead_ends_says_why_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text("A.B\n...\nA.B\n")
    ran = levelpress("checkpoints", "--game", "color-connect", "grid.txt", "--json", cwd=tmp_path)
    found = ran.document("levelpress/checkpoints@1")
    assert (ran.code, _of(found, "D")) == (0, [])
    assert "cleared" in found["reason"]


def test_the_optimum_is_the_certified_one(document: Any) -> None:
    certificate = certify(GAME, solver_named("nut-and-bolt"), LEVEL, Limits(), no_report).certificate
    assert certificate is not None
    assert document["optimum"] == certificate.optimum
