"""The solver's settling against the rules', move by move: they are written twice."""

from __future__ import annotations

import random

import pytest

from games.bolt_unscrew import GAME
from games.canonical import canonical_bytes
from solvers.bolt_unscrew.space import space
from tests.games.drawn_plates import random_plate


def _played(seed: str, moves: int) -> tuple[int, int, int]:
    """Random plays compared state by state: (moves played, levels, wins)."""
    source = random.Random(seed)
    played = levels = wins = 0
    while played < moves:
        level = random_plate(source, boards=source.choice((2, 4, 7)), side=source.choice((4, 6, 8)))
        levels += 1
        own = space(level, None)
        for _ in range(2):
            state, node = GAME.initial(level), own.initial
            for _ in range(16):
                legal = list(GAME.moves(level, state))
                successors = dict(own.successors(node))
                assert list(successors) == legal
                assert own.won(node) == GAME.won(level, state)
                if not legal:
                    wins += GAME.won(level, state)
                    break
                move = source.choice(legal)
                state, node = GAME.apply(level, state, move), successors[move]
                played += 1
                assert canonical_bytes(own.state_json(node)) == canonical_bytes(GAME.state_json(level, state))
                up, down = own.progress(node)
                progress = GAME.progress(level, state, None)
                assert up * progress.denominator == down * progress.numerator
    return played, levels, wins


def test_random_plays_come_to_the_same_states_in_rules_and_solver() -> None:
    played, levels, wins = _played("fast", 3_000)
    assert played >= 3_000
    assert levels > 50
    assert wins > 20


@pytest.mark.slow
def test_a_hundred_thousand_random_moves_come_to_the_same_states() -> None:
    played, levels, _ = _played("slow", 100_000)
    assert played >= 100_000
    assert levels > 2_000
