"""The whole truth about small Maze Paint boards, by brute force over the rules; and that it knows hand-solved ones.

The other Maze Paint solver tests hold the engines against this.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass

import pytest

from games.canonical import Json
from games.maze_paint import GAME, MazePaintLevel, MazePaintState


@dataclass(frozen=True)
class Truth:
    """Every state that can be reached, in the order found, and its exact number of slides to a win or None."""

    level: MazePaintLevel
    distance: dict[MazePaintState, int | None]

    @property
    def first(self) -> MazePaintState:
        return next(iter(self.distance))

    @property
    def optimum(self) -> int | None:
        return self.distance[self.first]

    @property
    def dead_end_free(self) -> bool:
        return None not in self.distance.values()

    def canonical(self, state: MazePaintState) -> tuple[str, ...]:
        """The first of the shortest winning plays from a state: always the first move that comes nearer."""
        play = []
        while (now := self.distance[state]) != 0:
            assert now is not None
            move, state = next(
                (move, after)
                for move in sorted(GAME.moves(self.level, state))
                if self.distance[after := GAME.apply(self.level, state, move)] == now - 1
            )
            play.append(move)
        return tuple(play)


def truth(level: MazePaintLevel, start: MazePaintState | None = None, most: int = 3_000) -> Truth | None:
    """The truth by forward enumeration and backward distances; None for more than `most` states."""
    first = start or GAME.initial(level)
    before: dict[MazePaintState, list[MazePaintState]] = {first: []}
    queue = deque([first])
    while queue:
        state = queue.popleft()
        for move in GAME.moves(level, state):
            after = GAME.apply(level, state, move)
            if after not in before:
                before[after] = []
                queue.append(after)
            before[after].append(state)
        if len(before) > most:
            return None
    distance: dict[MazePaintState, int | None] = dict.fromkeys(before)
    queue = deque(state for state in before if GAME.won(level, state))
    distance.update(dict.fromkeys(queue, 0))
    while queue:
        state = queue.popleft()
        now = distance[state]
        assert now is not None
        for earlier in before[state]:
            if distance[earlier] is None:
                distance[earlier] = now + 1
                queue.append(earlier)
    return Truth(level, distance)


def board(text: str) -> MazePaintLevel:
    return GAME.parse({"rows": text.split()}, {"rule": "paint-all"})


def random_level(source: random.Random, most_rows: int = 6, most_columns: int = 7) -> MazePaintLevel:
    """A board of floor cut by wall, or of corridors carved into wall by slides, so that many are solvable."""
    height, width = source.randint(1, most_rows), source.randint(2, most_columns)
    if source.random() < 0.5:
        share = source.choice([0.2, 0.35, 0.5])
        cells = {(r, c) for r in range(height) for c in range(width) if source.random() > share}
        ball = (source.randrange(height), source.randrange(width))
    else:
        ball = (source.randrange(height), source.randrange(width))
        at, cells = ball, {ball}
        for _ in range(source.randint(2, 9)):
            down, right = source.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
            for _ in range(source.randint(1, 4)):
                if 0 <= at[0] + down < height and 0 <= at[1] + right < width:
                    at = (at[0] + down, at[1] + right)
                    cells.add(at)
        ball = source.choice(sorted(cells)) if source.random() < 0.3 else ball
    cells |= {ball}
    if len(cells) == 1:
        return random_level(source, most_rows, most_columns)
    rows = ["".join("#."[(r, c) in cells] for c in range(width)) for r in range(height)]
    rows[ball[0]] = rows[ball[0]][: ball[1]] + "@" + rows[ball[0]][ball[1] + 1 :]
    return GAME.parse({"rows": rows}, {"rule": "paint-all"})


def random_truths(seed: int, count: int) -> list[Truth]:
    """That many random levels with their truths; boards with too many states are passed over."""
    source = random.Random(seed)
    found: list[Truth] = []
    while len(found) < count:
        known = truth(random_level(source))
        if known is not None:
            found.append(known)
    return found


def state_json(level: MazePaintLevel, state: MazePaintState) -> Json:
    return GAME.state_json(level, state)


def won_by(level: MazePaintLevel, play: tuple[str, ...], state: MazePaintState | None = None) -> bool:
    """Whether the rules take every move of the play and the last one wins."""
    now = state or GAME.initial(level)
    for move in play:
        now = GAME.apply(level, now, move)
    return GAME.won(level, now)


@pytest.mark.parametrize(
    ("text", "optimum", "states", "dead_end_free"),
    [
        ("@.", 1, 2, True),
        (".@.", 2, 5, True),
        # A ring: 1 state without paint but the start, 2 x 2 with one side painted, 3 x 3, 4 x 4, and 4 won ones.
        ("@.. .#. ...", 4, 34, True),
        ("@# #.", None, 1, False),
    ],
)
def test_the_oracle_knows_boards_solved_by_hand(
    text: str, optimum: int | None, states: int, dead_end_free: bool
) -> None:
    known = truth(board(text))
    assert known is not None
    assert (known.optimum, known.dead_end_free) == (optimum, dead_end_free)
    assert len(known.distance) == states


def test_random_boards_are_of_every_kind() -> None:
    truths = random_truths(5, 150)
    assert sum(known.optimum is None for known in truths) >= 30
    assert sum(known.optimum is not None and known.dead_end_free for known in truths) >= 30
    assert sum(known.optimum is not None and not known.dead_end_free for known in truths) >= 5
