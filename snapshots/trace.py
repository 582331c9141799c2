"""Recorded runs held against the rules. Format `levelpress/trace@1`, JSON lines.

A run is a head line `{"format", "level", "seed", "pin"}` and a line for each board that a runtime showed: `{"move",
"state", "digest", "progress", "won"}`, the first with `move` null for the initial board; what was not recorded is null
or left out. A file may hold several runs. The rules play the moves and name the first thing that differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalogue.schema_store import schema_of
from games.canonical import Json
from games.contract import AnyGame, MoveError, state_digest
from games.strict_json import MalformedJson, read_json
from snapshots.presentation import AUTHORED, NEWEST, is_seed, presented
from validators.schema import compiled, faults_by

__all__ = ["FORMAT", "Difference", "MalformedTrace", "Run", "TraceVerdict", "judge_run", "read_trace"]

FORMAT = "levelpress/trace@1"
VERDICT = "levelpress/trace-verdict@1"


class MalformedTrace(ValueError):
    """A line that is no line of a trace. The message names it."""


@dataclass(slots=True)
class Run:
    """A recorded run: what it says it played, and (line number, step) of every board."""

    level: str
    seed: str
    pin: str | None
    steps: list[tuple[int, Mapping[str, Json]]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that differs: at which board (0: the initial one), in which line, what, and both values."""

    at: int
    line: int
    what: str
    recorded: Json
    expected: Json
    why: str

    def to_json(self) -> dict[str, Json]:
        return {name: getattr(self, name) for name in ("at", "line", "what", "recorded", "expected", "why")}


@dataclass(frozen=True, slots=True)
class TraceVerdict:
    """What the rules say of a run: `won` of its last board by the rules, and the first difference or None."""

    level: str
    seed: str
    won: bool
    steps: int
    difference: Difference | None

    @property
    def same(self) -> bool:
        return self.difference is None

    def to_json(self) -> dict[str, Json]:
        difference = None if self.difference is None else self.difference.to_json()
        return {
            "format": VERDICT,
            "level": self.level,
            "seed": self.seed,
            "won": self.won,
            "steps": self.steps,
            "same": self.same,
            "difference": difference,
        }


def read_trace(data: bytes) -> Iterator[Run]:
    """The runs of a trace file, each when its last line was read.

    Raises:
        MalformedTrace: a line that is no JSON or does not fit its schema, a board before any head, or no run at all.
    """
    validator = compiled(schema_of(FORMAT))
    run: Run | None = None
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            value = read_json(line.strip())
        except MalformedJson as error:
            raise MalformedTrace(f"line {number}: {error}") from None
        if next(faults_by(validator, value), None) is not None:
            raise MalformedTrace(f"line {number}: neither a head with format, level, seed and pin nor a board")
        if "format" not in value:
            if run is None:
                raise MalformedTrace(f"line {number}: a board before any head")
            run.steps.append((number, value))
            continue
        if not is_seed(value["seed"]):
            raise MalformedTrace(f"line {number}: the seed is no 64-bit number")
        if run is not None:
            yield run
        run = Run(value["level"], value["seed"], value["pin"])
    if run is None:
        raise MalformedTrace("no run: not one head with format, level, seed and pin")
    yield run


def judge_run(game: AnyGame, level: Any, run: Run, seed_scheme: str = NEWEST) -> TraceVerdict:
    """Hold a run against the rules; `level` is the level as authored, shown here as the run's seed shows it.

    `seed_scheme` is that of the snapshot in which the run was played: its seeds mean nothing under another.
    """
    shown = presented(game, level, run.seed or AUTHORED, seed_scheme=seed_scheme).level
    state = game.initial(shown)
    for at, (line, step) in enumerate(run.steps):
        move = step["move"]
        if (move is None) != (at == 0):
            why = "the first board has no move, every later one has"
            return _verdict(run, game.won(shown, state), at, Difference(at, line, "move", move, None, why))
        if move is not None:
            try:
                state = game.apply(shown, state, move)
            except MoveError as error:
                found = Difference(at, line, "move", move, None, f"the rules refuse it: {error.why}")
                return _verdict(run, game.won(shown, state), at, found)
        difference = _first_difference(game, shown, state, at, line, step)
        if difference is not None:
            return _verdict(run, game.won(shown, state), at, difference)
    return _verdict(run, game.won(shown, state), len(run.steps), None)


def _first_difference(
    game: AnyGame, level: Any, state: Any, at: int, line: int, step: Mapping[str, Json]
) -> Difference | None:
    value, progress = game.state_json(level, state), game.progress(level, state, None)
    expected = {
        "state": value,
        "digest": state_digest(value),
        "progress": [progress.numerator, progress.denominator],
        "won": game.won(level, state),
    }
    for what, wanted in expected.items():
        recorded = step.get(what)
        if recorded is not None and recorded != wanted:
            return Difference(
                at, line, what, recorded, wanted, f"the runtime showed another {what} than the rules give"
            )
    return None


def _verdict(run: Run, won: bool, steps: int, difference: Difference | None) -> TraceVerdict:
    return TraceVerdict(run.level, run.seed, won, steps, difference)
