"""Seed schemes: a snapshot says how its seeds show levels, and what was frozen by an earlier scheme stays as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from catalogue.document import Unreadable
from catalogue.schema_store import schema_of
from catalogue.workspace import Workspace
from games.canonical import canonical_bytes
from games.contract import state_digest
from games.registry import game_named
from snapshots.changes import EMPTY, applied, changes_between, content_of
from snapshots.naming import pin_named, seed_scheme_of
from snapshots.opened import Snapshot, open_pinned
from snapshots.pin import MalformedPin, Pin
from snapshots.presentation import NEWEST, SEED_SCHEMES, presented
from snapshots.seeds import SCHEME
from snapshots.vectors import differences, vectors
from snapshots.verify import Options, verify, verify_folder
from tests.authoring.command_line import levelpress
from tests.snapshots.test_snapshot_forgery import write_pinned
from tests.snapshots.workspaces import LABEL, frozen
from validators.schema import schema_faults

Copy = Callable[[], Path]
NEXT, DAY = "lpb-2027.01.0", "2027-01-05"
DEEP = Options(deep=True)
#: The frozen snapshots of this repository that were made by the first scheme.
OFFICIAL = Path(__file__).resolve().parents[2] / "snapshots" / "frozen"
PINS = (
    "lpb-2026.12.0@sha256:b4d40284c8816d0982119811e1ad64db66e36ae6c6de2bc7ff848b5a995bf432",
    "lpb-2026.12.1@sha256:a87360ddc7aee2bbc3836ce143f2c4be0b7b77a5302e9112a1bdc170ab8b2fbe",
)


@pytest.fixture
def by_first(workspace: Workspace) -> Workspace:
    """A workspace with a snapshot by the first scheme."""
    with mock.patch("snapshots.contents.NEWEST", SCHEME):
        frozen(workspace)
    return workspace


def opened(workspace: Workspace, label: str = LABEL) -> Snapshot:
    return open_pinned(str(pin_named(label, workspace.frozen)), workspace.frozen)


@pytest.mark.parametrize("pin", PINS)
def test_what_was_frozen_by_the_first_scheme_shows_levels_by_it(pin: str) -> None:
    snapshot = open_pinned(pin, OFFICIAL)
    assert snapshot.manifest["seed_scheme"] == SCHEME
    otherwise = 0
    for level in list(snapshot.levels())[::5]:
        game = game_named(level["game"])
        authored = game.parse(level["board"], level["goal"])
        for seed, answer in snapshot.known_answers(level["id"]).items():
            shown = snapshot.level(level["id"], seed)
            parsed = game.parse(shown["board"], shown["goal"])
            assert state_digest(game.state_json(parsed, game.initial(parsed))) == answer
            otherwise += parsed != presented(game, authored, seed).level
            assert snapshot.judge(level["id"], snapshot.solution(level["id"], seed), seed).won
    assert otherwise > 20, "the newest scheme shows other boards: were it taken, this would be noticed"


def test_a_new_snapshot_is_made_by_the_newest_scheme(workspace: Workspace) -> None:
    made = frozen(workspace)
    snapshot = open_pinned(made.pin, workspace.frozen)
    assert snapshot.manifest["seed_scheme"] == NEWEST == "lpb/seed/v1+lpb/presentation/v2"
    assert verify(made.pin, workspace.frozen, DEEP).ok
    other = 0
    for seed in snapshot.known_answers("cc-0002"):
        level = snapshot.level("cc-0002", seed)
        game = game_named(level["game"])
        authored = game.parse(snapshot.level("cc-0002")["board"], level["goal"])
        assert level["board"] == game.print(presented(game, authored, seed).level)[0]
        assert snapshot.judge("cc-0002", snapshot.solution("cc-0002", seed), seed).won
        other += level["board"] != game.print(presented(game, authored, seed, seed_scheme=SCHEME).level)[0]
    assert other > 0


@pytest.mark.parametrize("scheme", SEED_SCHEMES)
def test_vectors_are_of_the_boards_that_the_snapshot_shows(workspace: Workspace, scheme: str) -> None:
    with mock.patch("snapshots.contents.NEWEST", scheme):
        frozen(workspace)
    snapshot = opened(workspace)
    assert snapshot.manifest["seed_scheme"] == scheme
    for vector in vectors(snapshot):
        assert vector["board"] == snapshot.level(vector["level"], vector["seed"])["board"]
        assert list(differences(vector)) == []


def test_another_scheme_is_another_score(by_first: Workspace) -> None:
    made = frozen(by_first, NEXT, DAY)
    older, newer = opened(by_first), opened(by_first, NEXT)
    assert newer.manifest["comparability"] == older.manifest["comparability"] + 1
    assert verify(older.pin, by_first.frozen, DEEP).ok
    assert verify(made.pin, by_first.frozen, DEEP).ok
    changes = json.loads(newer.files["changes.json"])
    (told,) = changes["seeds"]
    assert (told["name"], told["old"], told["new"]) == ("seed_scheme", None, NEWEST)
    assert NEWEST in told["sentence"]
    assert changes["bump"]["comparability"] is True


def test_the_scheme_is_part_of_what_is_compared(by_first: Workspace) -> None:
    snapshot = opened(by_first)
    objectives = json.loads(snapshot.files["public/objectives.json"])
    first, second = (content_of({**snapshot.manifest, "seed_scheme": scheme}, objectives) for scheme in SEED_SCHEMES)
    there, back = changes_between(first, second), changes_between(second, first)
    for changes in (there, back):
        assert [one["name"] for one in changes["seeds"]] == ["seed_scheme"]
        assert changes["bump"] == {"comparability": True, "interface": False}
        assert not list(schema_faults(changes, schema_of("levelpress/changes@1")))
    assert SCHEME in back["seeds"][0]["sentence"]
    assert applied(first, there).seeds == second.seeds
    assert applied(second, back).seeds == first.seeds
    assert "seed_scheme" not in {one["name"] for one in changes_between(EMPTY, first)["seeds"]}


def _relabelled(folder: Path, scheme: str) -> Any:
    """The faults of a snapshot that says another scheme, its pin made to fit."""
    manifest = json.loads((folder / "snapshot.json").read_bytes())
    pin = write_pinned(folder, {**manifest, "seed_scheme": scheme}, {})
    return verify_folder(folder, Pin(LABEL, pin.digest)).faults


def test_a_snapshot_that_says_another_scheme_than_its_changes_is_found(copy: Copy) -> None:
    assert [one.id for one in _relabelled(copy() / LABEL, SCHEME)] == ["snapshot/changes"]
    assert [one.id for one in _relabelled(copy() / LABEL, NEWEST)] == []


def test_a_scheme_that_nobody_knows_is_a_fault(copy: Copy) -> None:
    found = _relabelled(copy() / LABEL, "lpb/seed/v1+lpb/presentation/v3")
    assert [(one.id, one.path) for one in found] == [("snapshot/schema", "snapshot.json")]


def test_the_scheme_of_a_pin_is_read_from_the_manifest_that_it_names(by_first: Workspace) -> None:
    pin = opened(by_first).pin
    assert seed_scheme_of(pin, by_first.frozen) == SCHEME
    with pytest.raises(Unreadable, match="not the one"):
        seed_scheme_of(f"{LABEL}@sha256:{'0' * 64}", by_first.frozen)
    with pytest.raises(Unreadable):
        seed_scheme_of(f"{NEXT}@sha256:{'0' * 64}", by_first.frozen)
    with pytest.raises(MalformedPin):
        seed_scheme_of(LABEL, by_first.frozen)


def _run(snapshot: Snapshot, pin: str | None, seed: str) -> bytes:
    head = {"format": "levelpress/trace@1", "level": "cc-0002", "seed": seed, "pin": pin}
    moves = [{"move": None}, *({"move": move} for move in snapshot.solution("cc-0002", seed))]
    return b"".join(canonical_bytes(line) + b"\n" for line in (head, *moves))


def test_a_recorded_run_is_judged_by_the_scheme_of_the_snapshot_that_it_names(by_first: Workspace) -> None:
    first = opened(by_first)
    newer = open_pinned(frozen(by_first, NEXT, DAY).pin, by_first.frozen)
    seed = next(
        seed
        for seed in first.known_answers("cc-0002")
        if first.level("cc-0002", seed)["board"] != newer.level("cc-0002", seed)["board"]
    )
    trace = by_first.root / "run.jsonl"

    def judged(snapshot: Snapshot, pin: str | None) -> Any:
        trace.write_bytes(_run(snapshot, pin, seed))
        return levelpress("replay", "--trace", "run.jsonl", cwd=by_first.root)

    for snapshot, other in ((first, newer), (newer, first)):
        assert judged(snapshot, snapshot.pin).code == 0
        assert judged(snapshot, other.pin).code == 1
    assert judged(newer, None).code == 0, "without a pin the newest scheme holds"
    away = judged(newer, f"lpb-2026.11.0@sha256:{'0' * 64}")
    assert (away.code, "lpb-2026.11.0" in away.err) == (3, True)
