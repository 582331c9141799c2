"""Snapshots: how long freeze, verify and verify --deep take, and how much memory, as the number of levels grows.

No two drawn levels play the same: a freeze refuses such a pair, and telling them apart is a part of its work.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.random_boards import maze
from catalogue.level_record import LevelRecord, level_record, new_provenance
from catalogue.lifecycle import Change, Lifecycle, Standing
from catalogue.objectives import Objective, Objectives
from catalogue.workspace import Workspace
from games.canonical import Json, pretty_bytes
from games.contract import AnyGame
from games.registry import game_named
from snapshots.freeze import freeze
from snapshots.identity import Identity
from snapshots.verify import Options, verify

__all__ = ["deep", "growth"]

LABEL, DAY = "lpb-2026.01.0", "2026-01-01"
IDENTITY = Identity("0", ">=3.11", "a" * 40, None, "b" * 40)
GAME = "maze-paint"
#: Cells of a side, the states that a drawn level may have, the levels of each row of the table.
SIDE, STATES = 6, 400
NUMBERS = (114, 1000, 3000, 10000)
#: The documents of a snapshot that grow with its levels.
LONG = ("snapshot.json", "objectives.json", "changes.json")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn level, its states at each distance from the start, and one of its shortest solutions."""

    record: LevelRecord
    layers: tuple[int, ...]
    moves: tuple[str, ...]


def growth(shared: Path) -> Iterator[str]:
    """Drawn levels of one game, all in one objective; each step in a process of its own."""
    yield "Drawn levels of one game. Seconds of the processor and largest memory of a process that does that alone."
    yield "The certificates are all after the pattern of the first, so freeze runs without its check of certificates:"
    yield "what certifying costs is a matter of the game. Everything else is done as ever, and verify does all it does."
    yield "Per level: against the row above, so that what a process needs with few levels is left out."
    yield "Verify holds the bytes of the long documents (root manifest, objectives, changes; `Long KB a level`) and the"
    yield "place of each path, and of one level's files at a time their values; freeze holds each level's row, digests"
    yield "and numbers of states, its files wait in a temporary file."
    yield ""
    yield (
        "| Levels | Files | MB | Long KB a level | Freeze s | Freeze MB | Freeze ms a level | Freeze KB a level "
        "| Verify s | Verify MB | Verify ms a level | Verify KB a level |"
    )
    yield f"|{' --- |' * 12}"
    drawn, above = list(_drawn(max(NUMBERS))), None
    for number in NUMBERS:
        with tempfile.TemporaryDirectory() as folder:
            _workspace(Path(folder), drawn[:number], proven=False)
            frozen = _apart("freeze", folder)
            verified = _apart("verify", folder, frozen[2])
            files = [path for path in Path(folder, "snapshots", "frozen", LABEL).rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files) / 1e6
            long = sum(path.stat().st_size for path in files if path.name in LONG) / 1024 / number
        now = (number, *frozen[:2], *verified[:2])
        a_level = ("-",) * 4 if above is None else _a_level(above, now)
        above = now
        yield (
            f"| {number} | {len(files)} | {size:.1f} | {long:.2f} "
            f"| {frozen[0]:.2f} | {frozen[1]:.0f} | {a_level[0]} | {a_level[1]} "
            f"| {verified[0]:.2f} | {verified[1]:.0f} | {a_level[2]} | {a_level[3]} |"
        )


def _a_level(above: tuple[float, ...], now: tuple[float, ...]) -> tuple[str, ...]:
    """Milliseconds and kilobytes that a level more costs, of freeze and of verify."""
    more = [after - before for before, after in zip(above, now, strict=True)]
    scale = (1000, 1024, 1000, 1024)
    return tuple(f"{value * by / more[0]:.2f}" for value, by in zip(more[1:], scale, strict=True))


def deep(shared: Path) -> Iterator[str]:
    """The deep verification of the levels of the checkout's own catalogue, or of as many drawn ones."""
    with tempfile.TemporaryDirectory() as folder:
        _workspace(Path(folder), list(_drawn(114)), proven=True)
        pin = _apart("freeze", folder)[2]
        seconds, memory, _ = _apart("deep", folder, pin)
    yield f"`verify --deep` of 114 drawn levels: {seconds:.2f} s, {memory:.0f} MB."


def _apart(what: str, folder: str, pin: str = "") -> tuple[float, float, str]:
    """Processor seconds, peak megabytes and the pin, of one step in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.snapshots", what, folder, pin]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    seconds, memory, pin = done.stdout.split()
    return float(seconds), float(memory), pin


def _workspace(root: Path, levels: Sequence[Drawn], *, proven: bool) -> None:
    """A workspace of released levels, with real certificates if `proven`, else all after the pattern of the first."""
    workspace, ids = Workspace(root), []
    lifecycle: dict[str, Standing] = {}
    pattern = _certificate(levels[0].record)
    for one in levels:
        record = one.record
        ids.append(str(record.id))
        _put(workspace.level_path(str(record.id)), record.to_json())
        _put(workspace.certificate_path(str(record.id)), _certificate(record) if proven else _patterned(one, pattern))
        changes = tuple(Change(state, record.digest, None, None) for state in ("certified", "released"))
        lifecycle[str(record.id)] = Standing(changes)
    objective = Objective(f"{GAME}/drawn", GAME, "drawn", len(levels), {}, tuple(ids))
    workspace.write_objectives(Objectives("custom", None, "none", (objective,), ()))
    workspace.write_lifecycle(Lifecycle(lifecycle))


def _put(path: Path, value: Json) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pretty_bytes(value))


def _drawn(number: int) -> Iterator[Drawn]:
    """Levels that surely play otherwise than each other: no two have as many states at every distance."""
    game, seen, seed = game_named(GAME), set[tuple[int, ...]](), 0
    while len(seen) < number:
        seed += 1
        level = maze(SIDE, seed)
        found = _play(game, level) if level is not None else None
        if found is None or found[0] in seen:
            continue
        seen.add(found[0])
        board, goal = game.print(level)
        value = {
            "format": "levelpress/level@1",
            "id": f"{game.prefix}-{len(seen):05d}",
            "revision": 1,
            "game": GAME,
            "title": None,
            "board": board,
            "goal": goal,
            "provenance": new_provenance("generated"),
            "license": "Apache-2.0",
            "canary": None,
            "tags": [],
        }
        yield Drawn(level_record(value), *found)


def _play(game: AnyGame, level: Any) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """States at each distance and a shortest solution; None for a level without, or with too many states."""
    start = game.initial(level)
    came: dict[Any, tuple[Any, str] | None] = {start: None}
    layer, layers, won = [start], [], None
    while layer:
        layers.append(len(layer))
        following = []
        for state in layer:
            if won is None and game.won(level, state):
                won = state
            for move in game.moves(level, state):
                after = game.apply(level, state, move)
                if after not in came:
                    came[after] = state, move
                    following.append(after)
        if len(came) > STATES:
            return None
        layer = following
    moves = []
    while won is not None and (step := came[won]) is not None:
        won = step[0]
        moves.append(step[1])
    return (tuple(layers), tuple(reversed(moves))) if moves else None


def _certificate(record: LevelRecord) -> Json:
    """A certificate from levelpress itself."""
    from solvers.contract import Limits, no_report, solver_named
    from validators.certify import certify

    found = certify(record.game, solver_named(record.game.name), record.level, Limits(), no_report)
    if found.certificate is None:
        raise ValueError(f"{record.id} was not certified")
    return found.certificate.to_json()


def _patterned(one: Drawn, pattern: Json) -> Json:
    """A certificate of the same shape: its play and numbers of states are right, its proof is another level's."""
    from validators.certificate_faults import GRAPH_METHOD
    from validators.replay import replay

    record = one.record
    trail = [step.digest for step in replay(record.game, record.level, one.moves).steps]
    layers = [{"states": states, "digest": trail[0]} for states in one.layers]
    methods = [
        {**method, "layers": layers} if method["name"] == GRAPH_METHOD else method
        for method in pattern["optimum"]["methods"]
    ]
    solution = {"moves": list(one.moves), "length": len(one.moves), "canonical": True}
    optimum = {**pattern["optimum"], "value": len(one.moves), "methods": methods}
    return {**pattern, "level_digest": record.digest, "solution": solution, "optimum": optimum, "trail": trail}


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
    print(_measured(sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""))
