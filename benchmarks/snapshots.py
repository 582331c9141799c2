"""Snapshots: how long freeze, verify and verify --deep take, and how much memory, as the number of levels grows."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from catalogue.level_record import LevelRecord, level_record, new_provenance
from catalogue.lifecycle import Change, Lifecycle, Standing
from catalogue.objectives import Objective, Objectives
from catalogue.workspace import Workspace
from games.canonical import Json, pretty_bytes
from games.registry import game_named
from snapshots.freeze import freeze
from snapshots.identity import Identity
from snapshots.verify import Options, verify

__all__ = ["deep", "growth"]

LABEL, DAY = "lpb-2026.01.0", "2026-01-01"
IDENTITY = Identity("0", ">=3.11", "a" * 40, None, "b" * 40)
GAME = "maze-paint"
BENDS = 7


def growth(shared: Path) -> Iterator[str]:
    """Drawn levels of one game, all in one objective; each step in a process of its own."""
    yield "Drawn levels of one game. Seconds of the processor and largest memory of a process that does that alone."
    yield ""
    yield "| Levels | Files | MB | Freeze s | Freeze MB | Verify s | Verify MB |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for number in (114, 1000, 3000, 10000):
        with tempfile.TemporaryDirectory() as folder:
            _workspace(Path(folder), number, proven=False)
            frozen = _apart("freeze", folder)
            verified = _apart("verify", folder, frozen[2])
            manifest = Path(folder, "snapshots", "frozen", LABEL)
            files = [path for path in manifest.rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files) / 1e6
        yield (
            f"| {number} | {len(files)} | {size:.1f} | {frozen[0]:.2f} | {frozen[1]:.0f} "
            f"| {verified[0]:.2f} | {verified[1]:.0f} |"
        )


def deep(shared: Path) -> Iterator[str]:
    """The deep verification of the levels of the checkout's own catalogue, or of as many drawn ones."""
    with tempfile.TemporaryDirectory() as folder:
        _workspace(Path(folder), 114, proven=True)
        pin = _apart("freeze", folder)[2]
        seconds, memory, _ = _apart("deep", folder, pin)
    yield f"`verify --deep` of 114 drawn levels: {seconds:.2f} s, {memory:.0f} MB."


def _apart(what: str, folder: str, pin: str = "") -> tuple[float, float, str]:
    """Processor seconds, peak megabytes and the pin, of one step in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.snapshots", what, folder, pin]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, memory, pin = done.stdout.split()
    return float(seconds), float(memory), pin


def _workspace(root: Path, number: int, *, proven: bool) -> None:
    """A workspace of released levels, with real certificates if `proven`, else all after the pattern of the first."""
    workspace, ids = Workspace(root), []
    lifecycle: dict[str, Standing] = {}
    pattern: Json = None
    for record in _records(number):
        ids.append(str(record.id))
        _put(workspace.level_path(str(record.id)), record.to_json())
        certificate = _certificate(record) if proven or not pattern else _patterned(record, pattern)
        pattern = pattern or certificate
        _put(workspace.certificate_path(str(record.id)), certificate)
        changes = tuple(Change(state, record.digest, None, None) for state in ("certified", "released"))
        lifecycle[str(record.id)] = Standing(changes)
    objective = Objective(f"{GAME}/drawn", GAME, "drawn", number, {}, tuple(ids))
    workspace.write_objectives(Objectives("custom", None, "none", (objective,), ()))
    workspace.write_lifecycle(Lifecycle(lifecycle))


def _put(path: Path, value: Json) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pretty_bytes(value))


def _records(number: int) -> Iterator[LevelRecord]:
    """Levels that differ under every symmetry: a corridor that winds by a word of its own."""
    source, seen = random.Random(1), set[str]()
    game = game_named(GAME)
    while len(seen) < number:
        rows = _corridor(source)
        level = game.parse({"rows": rows}, {"rule": "paint-all"})
        value = {
            "format": "levelpress/level@1",
            "id": f"{game.prefix}-{len(seen) + 1:05d}",
            "revision": 1,
            "game": GAME,
            "title": None,
            "board": {"rows": rows},
            "goal": {"rule": "paint-all"},
            "provenance": new_provenance("generated"),
            "license": "Apache-2.0",
            "canary": None,
            "tags": [],
        }
        record = level_record(value)
        canon = record.canon
        if canon not in seen and level is not None:
            seen.add(canon)
            yield record


def _corridor(source: random.Random) -> list[str]:
    """A path that goes right or down in steps of two to six cells, one way out of every bend."""
    cells, row, column, across = [(0, 0)], 0, 0, True
    for _ in range(BENDS):
        for _ in range(source.randint(2, 6)):
            row, column = (row, column + 1) if across else (row + 1, column)
            cells.append((row, column))
        across = not across
    grid = [["#"] * (column + 1) for _ in range(row + 1)]
    for r, c in cells:
        grid[r][c] = "."
    grid[0][0] = "@"
    return ["".join(line) for line in grid]


def _certificate(record: LevelRecord) -> Json:
    """A certificate from levelpress itself."""
    from solvers.contract import Limits, no_report, solver_named
    from validators.certify import certify

    found = certify(record.game, solver_named(record.game.name), record.level, Limits(), no_report)
    if found.certificate is None:
        raise ValueError(f"{record.id} was not certified")
    return found.certificate.to_json()


def _patterned(record: LevelRecord, pattern: Json) -> Json:
    """A certificate of the same shape for a level of the same kind: its play is right, its proof is another level's."""
    from validators.replay import replay

    moves = ["R" if at % 2 == 0 else "D" for at in range(BENDS)]
    trail = [step.digest for step in replay(record.game, record.level, moves).steps]
    solution = {"moves": moves, "length": len(moves), "canonical": True}
    return {**pattern, "level_digest": record.digest, "solution": solution, "trail": trail}


def _measured(what: str, folder: str, pin: str) -> str:
    began = time.process_time()
    if what == "freeze":
        pin = freeze(Workspace(Path(folder)), LABEL, DAY, identity=IDENTITY, check=lambda *_: ()).pin
    else:
        found = verify(pin, Path(folder), Options(deep=what == "deep"))
        if not found.ok:
            raise ValueError(str(found.faults[0]))
    return f"{time.process_time() - began} {_peak_megabytes()} {pin}"


def _peak_megabytes() -> float:
    """The largest memory of this process; `ru_maxrss` would count the parent's, from before the program was loaded."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


if __name__ == "__main__":
    print(_measured(*sys.argv[1:4]))
