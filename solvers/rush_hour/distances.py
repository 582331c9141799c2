"""The exact distance of every reachable state: the fewest moves that it still needs to win."""

from __future__ import annotations

from collections.abc import Callable

from games.canonical import Json
from games.rush_hour import RushHourLevel
from solvers.rush_hour.explain import lasting_block
from solvers.rush_hour.line_search import expanded
from solvers.rush_hour.lines import lines_of
from solvers.rush_hour.position import places_of

__all__ = ["distance_function"]


def distance_function(level: RushHourLevel, states: int) -> Callable[[Json], int | None] | None:
    """State JSON -> its distance, or None where no win is left; None in place of the function beyond `states`.

    Every position that slides can come to is found, those behind won ones too; then all are numbered from the won
    ones back, which is exact since every move can be taken back by a move. A shortest way to the nearest won position
    passes no other won one, so that play ends at a win takes nothing from it. For a state that plays from the
    initial one cannot come to, the function raises KeyError.
    """
    places = places_of(level, None)
    lines = lines_of(level, places)
    tables = lines.tables(max(len(level.rows), len(level.rows[0])))
    start = lines.key(places)
    known = {start: 0}
    layer = [start]
    while layer:
        layer = expanded(tables, layer, known, 0)
        if len(known) > states:
            return None
    # A vehicle before the target in its line could cover the exit's cell; then nothing is won.
    won = [] if lasting_block(level, places) else [key for key in known if key & lines.goal]
    distance = dict.fromkeys(won, 0)
    layer, number = won, 0
    while layer:
        number += 1
        layer = expanded(tables, layer, distance, number)

    def of_state(state: Json) -> int | None:
        key = lines.key(places_of(level, state))
        if key not in known:
            raise KeyError("no play from the initial state comes to this state")
        return distance.get(key)

    return of_state
