"""The play that a picture shows: where it comes from, and its frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from authoring.exit_codes import ExitCode
from authoring.level_inputs import LevelInput, home_of
from authoring.paths import certificate_beside
from authoring.pictures.drawing import Drawing
from authoring.pictures.layout import captioned, framed, strip
from authoring.pictures.palette import Theme
from authoring.pictures.registry import picture_of
from authoring.run_findings import CRASH, UNDECIDED, UNSOLVABLE
from authoring.worker import Crashed, Done, Result, Task
from catalogue.document import Unreadable
from catalogue.level_record import LevelRecord
from catalogue.workspace import read_certificate
from games.canonical import Json
from games.contract import InvalidLevel
from games.finding import Finding
from solvers.contract import Query
from solvers.plan import DEFAULT
from validators.certificate import Certificate
from validators.outcome import Outcome
from validators.replay import Step, refusal_finding, replay

__all__ = ["NoPlay", "Play", "certificate_of", "frames_of", "in_certificate", "path_of", "solve_task", "solved"]


@dataclass(frozen=True, slots=True)
class Play:
    """Moves, and in a few words where they come from."""

    moves: tuple[str, ...]
    origin: str


@dataclass(frozen=True, slots=True)
class NoPlay:
    """Why there is no solution to show, and the exit code that it means."""

    code: ExitCode
    finding: Finding


def certificate_of(one: LevelInput, workspace: str | None) -> Certificate | None:
    """The certificate of just this board, in the workspace or beside the level's file; None where none lies there."""
    assert one.record is not None
    for path in _places(one, one.record, workspace):
        try:
            found = read_certificate(path)
        except (Unreadable, InvalidLevel):
            continue
        if found.level_digest == one.record.digest:
            return found
    return None


def _places(one: LevelInput, record: LevelRecord, workspace: str | None) -> Iterator[Path]:
    place = home_of(one, workspace)
    if record.id is not None and place is not None:
        yield place.certificate_path(record.id)
    if one.path is not None:
        yield certificate_beside(one.path, one.name)


def in_certificate(certificate: Certificate) -> Play | NoPlay:
    """The solution that a certificate holds."""
    if certificate.moves is None:
        why = certificate.explanation or "its certificate says so"
        return NoPlay(ExitCode.FINDINGS, UNSOLVABLE.at(why))
    return Play(certificate.moves, "the certificate's solution")


def solve_task(record: LevelRecord, start: Json | None) -> Task:
    """The work of solving a level from a state, or from its start, by its game's own engine in its own limits."""
    board, goal = record.game.print(record.level)
    query = Query(record.game.metrics[0], start)
    return Task("authoring.tasks:solve_level", (record.game.name, board, goal, query, DEFAULT))


def solved(result: Result) -> Play | NoPlay:
    """What came of `solve_task`."""
    if isinstance(result, Crashed):
        return NoPlay(ExitCode.INTERNAL, CRASH.at(f"{result.kind}: {result.message}"))
    outcome: Outcome | None = result.value if isinstance(result, Done) else None
    if outcome is not None and outcome.status == "unsolvable":
        return NoPlay(ExitCode.FINDINGS, UNSOLVABLE.at(outcome.explanation or "every search was exhausted"))
    if outcome is None or outcome.status != "solvable" or outcome.moves is None:
        return NoPlay(ExitCode.UNDECIDED, UNDECIDED.at("no solution is known; give a play with --moves"))
    return Play(outcome.moves, "solved now")


def frames_of(record: LevelRecord, moves: Sequence[str], start: Json | None, theme: Theme) -> tuple[Drawing, ...]:
    """One frame for the start and one for each move of a play, judged by the rules; it need not win. All of one size.

    Raises:
        InvalidLevel: the rules refuse a move; carries the finding.
    """
    steps = _played(record, moves, start)
    picture = picture_of(record.game.name)
    board: Any = record.game.print(record.level)[0]
    drawings = [picture.draw(board, step.state, theme) for step in steps]
    tall = max(drawing.height for drawing in drawings)
    words = ["start" if step.move is None else picture.caption(step.move) for step in steps]
    return tuple(
        framed(replace(drawing, height=tall), number, words[number], theme) for number, drawing in enumerate(drawings)
    )


def path_of(
    record: LevelRecord, moves: Sequence[str], start: Json | None, columns: int | None, theme: Theme
) -> Drawing:
    """A play on the board at its start, its moves numbered; judged by the rules; it need not win.

    A play of more moves than can be read on one board is drawn on several, in parts about as long as each other.

    Raises:
        InvalidLevel: the rules refuse a move; carries the finding.
    """
    steps = _played(record, moves, start)
    board: Any = record.game.print(record.level)[0]
    picture, states = picture_of(record.game.name), [step.state for step in steps]
    parts = max(1, -(-len(moves) // picture.most))
    spans = list(pairwise(len(moves) * part // parts for part in range(parts + 1)))
    drawings = [picture.path(board, states[low : high + 1], moves[low:high], low + 1, theme) for low, high in spans]
    words = [f"moves {low + 1} to {high}" for low, high in spans]
    return (
        drawings[0]
        if parts == 1
        else strip(captioned(drawings, words, theme), columns or (parts if parts < 4 else None), theme)
    )


def _played(record: LevelRecord, moves: Sequence[str], start: Json | None) -> tuple[Step, ...]:
    """The steps of a play that the rules accept, to its end."""
    played = replay(record.game, record.level, moves, start)
    if played.refusal is not None and played.refusal.reason != "play/not-won":
        raise InvalidLevel((refusal_finding(played.refusal),))
    return played.steps
