"""MOVES and states as the command line takes them: text, `@FILE`, or `-` for standard input."""

from __future__ import annotations

from typing import Any

from authoring.paths import given_path
from authoring.standard_input import standard_input
from catalogue.document import Unreadable, read_bytes
from games.canonical import Json
from games.contract import AnyGame, InvalidLevel, MalformedState
from games.strict_json import MalformedJson, read_json
from validators.replay import refusal_finding, replay

__all__ = ["moves_of", "start_state", "text_of"]


def text_of(argument: str, purpose: str) -> str:
    """The text that an argument stands for; `purpose` is what the text is. Raises Unreadable."""
    if argument == "-":
        data = standard_input(purpose)
    elif argument.startswith("@"):
        data = read_bytes(given_path(argument[1:]))
    else:
        return argument
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{argument}: not UTF-8 at byte {error.start}") from None


def moves_of(game: AnyGame, argument: str) -> tuple[str, ...]:
    """The moves that an argument stands for, not yet judged. Raises Unreadable."""
    return game.split(text_of(argument, "moves"))


def start_state(game: AnyGame, level: Any, from_state: str | None, after: str | None) -> Json | None:
    """The state JSON that `--from` gives or `--after` leads to; None where neither is given.

    Raises:
        MalformedState: no state of the level.
        InvalidLevel: the play of `--after` is refused; carries the finding.
    """
    if from_state is not None:
        try:
            value = read_json(text_of(from_state, "state").encode("utf-8", "surrogateescape"))
        except MalformedJson as error:
            raise MalformedState(str(error)) from None
        return game.state_json(level, game.parse_state(level, value))
    if after is not None:
        played = replay(game, level, moves_of(game, after))
        if played.refusal is not None and played.refusal.reason != "play/not-won":
            raise InvalidLevel((refusal_finding(played.refusal),))
        return played.steps[-1].state
    return None
