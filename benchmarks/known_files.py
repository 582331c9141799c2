"""Every file of other people's levels as the readers of `ingest` take it, each puzzle solved within fixed limits."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from authoring.readers import Puzzle, ReadOptions, Refusal, Unreadable, read_source
from games.contract import InvalidLevel
from games.registry import game_named
from solvers.contract import Limits, Query, no_report, solver_named
from solvers.plan import DEFAULT, answers
from validators.outcome import Outcome, outcome_of
from validators.replay import replay

__all__ = ["COLOR", "FILES", "LIMITS", "Row", "disagreement", "records", "rows", "solved"]

MAZE, COLOR = "maze-paint", "color-connect"
LIMITS = Limits(states=200_000, effort=20)
Records = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Source:
    """One file as people have it: its bytes, how to read it, and per puzzle what is published of it."""

    data: bytes
    options: ReadOptions
    truths: Records


@dataclass(frozen=True, slots=True)
class Row:
    """One puzzle: the level that was read (or why not), our outcome, and the published truth."""

    name: str
    refused: str | None
    level: Any = None
    stated: Mapping[str, Any] | None = None
    outcome: Outcome | None = None
    seconds: float = 0.0
    truth: Mapping[str, Any] | None = None


def records(shared: Path, name: str) -> Records:
    return [json.loads(line) for line in (shared / name).read_text("utf-8").splitlines()]


def _contest(shared: Path) -> Iterator[Source]:
    truths = {truth["id"]: truth for truth in records(shared, "maze_paint/contest.jsonl")}
    for file in sorted((shared / "maze_paint/tiled").glob("*.xml")):
        yield Source(file.read_bytes(), ReadOptions(start="left-bottom"), [truths[file.stem]])


def _maze_text(shared: Path, name: str) -> Iterator[Source]:
    for truth in records(shared, name):
        joined = "".join(truth["level"])
        glyphs = {"walls": "*", "floor": " "} if "*" in joined else {}
        start = {} if "o" in joined or "@" in joined else {"start": "first"}
        text = "\n".join([*truth["level"], "", truth["notes"], ""])
        yield Source(text.encode("utf-8"), ReadOptions(**glyphs, **start), [truth])


def _grid_text(shared: Path) -> Iterator[Source]:
    truths = {truth["id"]: truth for truth in records(shared, "color_connect/grid_text.jsonl")}
    for file in sorted((shared / "color_connect/grid_text").glob("*.txt")):
        yield Source(file.read_bytes(), ReadOptions(rule="cover"), [truths[file.stem]])


def _lines(shared: Path, name: str) -> Iterator[Source]:
    truths = records(shared, f"color_connect/{name}")
    yield Source("\n".join(truth["level"] for truth in truths).encode("utf-8"), ReadOptions(rule="cover"), truths)


def _bare_cr(shared: Path) -> Iterator[Source]:
    yield Source((shared / "color_connect/kgaspard_bare_cr.txt").read_bytes(), ReadOptions(rule="cover"), [])


def _numberlink(shared: Path) -> Iterator[Source]:
    truths = records(shared, "color_connect/numberlink.jsonl")
    blocks = [
        "\n".join((f"# {truth['notes']}", f"{len(truth['level'][0])} {len(truth['level'])}", *truth["level"]))
        for truth in truths
    ]
    yield Source("\n".join([*blocks, "0 0", ""]).encode("utf-8"), ReadOptions(), truths)


def _topology(shared: Path) -> Iterator[Source]:
    """Rows with walls, bridges or warps beside them, as JSON; the dialect with directives, as text."""
    for truth in records(shared, "color_connect/walls_bridges_warps.jsonl"):
        extra = {key: truth[key] for key in ("walls", "bridges", "warps") if truth.get(key)}
        if isinstance(truth["level"], str):
            text, options = truth["level"], ReadOptions(format="numberlink", rule="cover")
        elif extra:
            text = json.dumps([{"rows": [list(row) for row in truth["level"]]} | extra])
            options = ReadOptions(rule="cover")
        else:
            spaced = (" ".join(row) for row in truth["level"])
            text = "\n".join([f"{len(truth['level'])} {len(truth['level'][0])}", *spaced, ""])
            options = ReadOptions(rule="cover")
        yield Source(text.encode("utf-8"), options, [truth])


#: File -> its game and its sources.
FILES: dict[str, tuple[str, Callable[[Path], Iterator[Source]]]] = {
    "maze_paint/tiled/*.xml": (MAZE, _contest),
    "maze_paint/small_text.jsonl": (MAZE, lambda shared: _maze_text(shared, "maze_paint/small_text.jsonl")),
    "maze_paint/unsolvable.jsonl": (MAZE, lambda shared: _maze_text(shared, "maze_paint/unsolvable.jsonl")),
    "color_connect/grid_text/*.txt": (COLOR, _grid_text),
    "color_connect/native_pack.jsonl": (COLOR, lambda shared: _lines(shared, "native_pack.jsonl")),
    "color_connect/kgaspard.jsonl": (COLOR, lambda shared: _lines(shared, "kgaspard.jsonl")),
    "color_connect/kgaspard_bare_cr.txt": (COLOR, _bare_cr),
    "color_connect/numberlink.jsonl": (COLOR, _numberlink),
    "color_connect/walls_bridges_warps.jsonl": (COLOR, _topology),
}


def rows(shared: Path, name: str, *, properties: bool = False) -> list[Row]:
    """Every puzzle of a file: read, validated, solved within the limits."""
    game_name, sources = FILES[name]
    game, found = game_named(game_name), []
    for source in sources(shared):
        try:
            puzzles = read_source(source.data, game_name, source.options).puzzles
        except Unreadable as error:
            puzzles = ()
            found.append(Row(source.truths[0]["id"], f"unreadable: {error}", truth=source.truths[0]))
        for puzzle in puzzles:
            truth = source.truths[puzzle.number - 1] if source.truths else None
            label = truth["id"] if truth else f"#{puzzle.number}"
            if isinstance(puzzle, Refusal):
                found.append(Row(label, _reasons(puzzle.findings), truth=truth))
                continue
            assert isinstance(puzzle, Puzzle)
            try:
                level = game.parse(puzzle.board, puzzle.goal)
            except InvalidLevel as error:
                found.append(Row(label, _reasons(error.findings), truth=truth))
                continue
            began = time.process_time()
            outcome = solved(game_name, level, Query(game.metrics[0], limits=LIMITS, properties=properties))
            found.append(Row(label, None, level, puzzle.stated, outcome, time.process_time() - began, truth))
    return found


def _reasons(findings: Sequence[Any]) -> str:
    return ", ".join(sorted({finding.id for finding in findings}))


def disagreement(game_name: str, row: Row) -> str | None:
    """What was published and does not agree with what is proven or replayed; None where nothing does."""
    truth, outcome = row.truth or {}, row.outcome
    if outcome is None:
        return None
    solution = (row.stated or {}).get("solution")
    if solution:
        refusal = replay(game_named(game_name), row.level, solution).refusal
        if refusal:
            return f"{row.name}: the file's solution is refused ({refusal.reason})"
    if outcome.status == "undecided":
        return None
    solvable = outcome.status == "solvable"
    if truth.get("solvable") is not None and truth["solvable"] != solvable:
        return f"{row.name}: published as {'solvable' if truth['solvable'] else 'unsolvable'}, proven {outcome.status}"
    published = truth.get("known_best")
    if published is not None and published != outcome.optimum:
        ours = outcome.optimum if solvable else "unsolvable"
        return f"{row.name}: {published} published, {ours} proven"
    return None


def solved(game: str, level: Any, query: Query) -> Outcome:
    """A level's outcome by the default engines, its play replayed by the rules."""
    found = answers(solver_named(game), level, query, DEFAULT, no_report)
    return outcome_of(game_named(game), level, query, tuple(found))
