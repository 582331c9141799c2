"""Tiny workspaces for the tests of freeze and verify: levels drawn by hand, certified by levelpress itself."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from catalogue.level_record import LevelRecord, level_record, new_provenance
from catalogue.lifecycle import Change, Lifecycle
from catalogue.objectives import Objective, Objectives
from catalogue.workspace import Workspace
from games.canonical import Json, canonical_bytes, pretty_bytes
from games.strict_json import read_json
from snapshots.freeze import Frozen, freeze
from snapshots.identity import Identity

CANARY = "levelpress-test-canary 7f0d"
LABEL, DAY = "lpb-2026.12.0", "2026-12-01"
IDENTITY = Identity("0.1.0", ">=3.11", "a" * 40, None, "b" * 40)
DOUBTFUL = Identity("0.1.0", ">=3.11", None, None, None, ("the workspace is no git repository",))

#: Hand-drawn boards by id; each solvable, no two alike under the symmetries.
BOARDS: dict[str, tuple[str, list[str], str]] = {
    "mp-0001": ("maze-paint", ["@.."], "paint-all"),
    "mp-0002": ("maze-paint", ["@..", "##.", "##."], "paint-all"),
    "mp-0003": ("maze-paint", ["@..", "##.", "...", ".##"], "paint-all"),
    "cc-0001": ("color-connect", ["A.A"], "connect"),
    "cc-0002": ("color-connect", ["AB", "..", "AB"], "cover"),
}
CORE = ("mp-0001", "mp-0002", "cc-0001", "cc-0002")
FRESH = ("mp-0003",)


def document(level_id: str, **changes: Json) -> dict[str, Json]:
    """The level document of a board; `changes` replace its fields."""
    game, rows, rule = BOARDS[level_id]
    value: dict[str, Json] = {
        "format": "levelpress/level@1",
        "id": level_id,
        "revision": 1,
        "game": game,
        "title": f"Level {level_id}",
        "board": {"rows": rows},
        "goal": {"rule": rule},
        "provenance": new_provenance("original"),
        "license": "Apache-2.0",
        "canary": CANARY,
        "tags": [],
    }
    return value | changes


def objectives(**changes: Json) -> Objectives:
    """Two maze and two color levels in two objectives, one more on the fresh track."""
    lists = (
        Objective("maze-paint/easy", "maze-paint", "easy", 2, {"optimum": (1, 4)}, ("mp-0002", "mp-0001")),
        Objective("color-connect/easy", "color-connect", "easy", 2, {}, ("cc-0001", "cc-0002")),
    )
    return replace(Objectives("custom", CANARY, "none", lists, FRESH), **changes)


def certificate_bytes(record: LevelRecord) -> bytes:
    """The certificate that levelpress makes for a level; made once for each board."""
    return _certificate(record.game.name, canonical_bytes(record.to_json()["board"]), record.to_json()["goal"]["rule"])


@cache
def _certificate(game: str, board: bytes, rule: str) -> bytes:
    # Imported here: the processes that only freeze would wait for the solver libraries.
    from solvers.contract import Limits, no_report, solver_named
    from validators.certify import certify

    record = level_record(document("mp-0001", id=None, game=game, board=read_json(board), goal={"rule": rule}))
    certified = certify(record.game, solver_named(game), record.level, Limits(), no_report)
    assert certified.certificate is not None
    return pretty_bytes(certified.certificate.to_json())


def put(workspace: Workspace, value: dict[str, Json]) -> None:
    """Write a level, its certificate and its released state into a workspace."""
    path = workspace.level_path(value["id"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pretty_bytes(value))
    certificate = workspace.certificate_path(value["id"])
    certificate.parent.mkdir(parents=True, exist_ok=True)
    certificate.write_bytes(certificate_bytes(level_record(value)))
    digest = level_record(value).digest
    lifecycle = workspace.read_lifecycle()
    for state in ("certified", "released"):
        lifecycle = lifecycle.moved(value["id"], Change(state, digest, None, None))
    workspace.write_lifecycle(lifecycle)


def workspace_at(root: Path) -> Workspace:
    """A workspace whose five levels are all released."""
    workspace = Workspace(root)
    workspace.write_objectives(objectives())
    workspace.write_lifecycle(Lifecycle())
    for level_id in BOARDS:
        put(workspace, document(level_id))
    return workspace


def build_at(root: Path) -> Path:
    """A static game build of three files, two of them equal."""
    for name, data in {"index.html": b"<!doctype html>\n", "js/a.js": b"0;", "js/b.js": b"0;"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def frozen(workspace: Workspace, label: str = LABEL, day: str = DAY, **options: Json) -> Frozen:
    """Freeze with a clean identity."""
    return freeze(workspace, label, day, **{"identity": IDENTITY, **options})
