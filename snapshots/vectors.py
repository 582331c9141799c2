"""Vectors: seeded plays with what the rules say after every move. Format `levelpress/vectors@1`, one JSON line a play.

A game build in any language is held against them: it must show the same state, digest and progress after every legal
move, and refuse every illegal one with the state unchanged. The plays are drawn by SHA-256 of level digest, seed and
number of the play: legal moves at random, with moves between them that a player might try and the rules refuse.
Certified solutions are not among them, so vectors give none away.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from games.canonical import Json
from games.contract import AnyGame, MalformedMove, MoveError, state_digest
from games.registry import game_named
from snapshots.layout import OBJECTIVES
from snapshots.opened import Snapshot
from snapshots.presentation import AUTHORED, NEWEST, presented

__all__ = ["FORMAT", "differences", "level_vectors", "vectors"]

FORMAT = "levelpress/vectors@1"
PLAYS, LENGTH = 2, 24
#: Moves looked at per state: some games have more than anybody would list.
WIDTH = 200


def vectors(snapshot: Snapshot) -> Iterator[dict[str, Json]]:
    """The plays of every level: in each stored layout seed, by level id."""
    answers = read_objectives(snapshot)["initial_states"]
    for row, public in zip(snapshot.manifest["levels"], snapshot.levels(), strict=True):
        game = game_named(row["game"])
        level = game.parse(public["board"], public["goal"])
        for seed in sorted(answers[row["id"]], key=lambda seed: (seed != AUTHORED, int(seed))):
            yield from level_vectors(snapshot.pin, row, game, level, seed, snapshot.manifest["seed_scheme"])


def read_objectives(snapshot: Snapshot) -> Json:
    """The public objectives document of a snapshot."""
    from games.strict_json import read_json

    return read_json(snapshot.files[OBJECTIVES])


def level_vectors(
    pin: str, row: Mapping[str, Json], game: AnyGame, level: Any, seed: str, seed_scheme: str = NEWEST
) -> Iterator[dict[str, Json]]:
    """The plays of one level in one layout."""
    shown = presented(game, level, seed, row["level_digest"], seed_scheme).level
    board, goal = game.print(shown)
    for play in range(PLAYS):
        yield {
            "format": FORMAT,
            "pin": pin,
            "level": row["id"],
            "level_digest": row["level_digest"],
            "game": game.name,
            "rules": game.rules,
            "seed": seed,
            "play": play,
            "board": board,
            "goal": goal,
            "steps": _steps(game, shown, _random(row["level_digest"], seed, play)),
        }


def _random(digest: str, seed: str, play: int) -> random.Random:
    text = "\0".join(("lpb/vectors/v1", digest, seed, str(play)))
    return random.Random(int.from_bytes(hashlib.sha256(text.encode("ascii")).digest(), "big"))


def _steps(game: AnyGame, level: Any, chance: random.Random) -> list[dict[str, Json]]:
    state = game.initial(level)
    steps = [_step(game, level, state, None, None)]
    for _ in range(LENGTH):
        legal = list(islice(game.moves(level, state), WIDTH))
        tried = [move for move in islice(game.attempts(level, state), WIDTH) if move not in legal]
        if tried and (not legal or chance.random() < 0.25):
            move = chance.choice(tried)
            reason = _refused(game, level, state, move)
            # An attempt beyond the width may be legal after all; then it is a move like any other.
            if reason is not None:
                steps.append(_step(game, level, state, move, reason))
                if not legal:
                    break
                continue
        elif legal:
            move = chance.choice(legal)
        else:
            break
        state = game.apply(level, state, move)
        steps.append(_step(game, level, state, move, None))
    return steps


def _refused(game: AnyGame, level: Any, state: Any, move: str) -> str | None:
    try:
        game.apply(level, state, move)
    except MoveError as error:
        if isinstance(error, MalformedMove):
            return "move/malformed"
        return "play/after-win" if game.won(level, state) else "move/illegal"
    return None


def _step(game: AnyGame, level: Any, state: Any, move: str | None, reason: str | None) -> dict[str, Json]:
    value, progress = game.state_json(level, state), game.progress(level, state, None)
    return {
        "move": move,
        "legal": reason is None,
        "reason": reason,
        "state": value,
        "digest": state_digest(value),
        "progress": [progress.numerator, progress.denominator],
        "won": game.won(level, state),
    }


def differences(vector: Mapping[str, Json]) -> Iterator[str]:
    """Where a play of vectors is not what these rules say: as another implementation would be held against them."""
    game = game_named(vector["game"])
    level = game.parse(vector["board"], vector["goal"])
    state = game.initial(level)
    for at, step in enumerate(vector["steps"]):
        reason = None if step["move"] is None else _refused(game, level, state, step["move"])
        if step["move"] is not None and reason is None:
            state = game.apply(level, state, step["move"])
        wanted = _step(game, level, state, step["move"], reason)
        for key in sorted(wanted):
            if wanted[key] != step[key]:
                yield f"step {at}: {key} is {step[key]!r}, the rules say {wanted[key]!r}"
