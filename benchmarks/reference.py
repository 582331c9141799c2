"""Every game's engines beside a plain reference search by the rules, on the same levels in the same run.

The reference is breadth-first over the rules' own states: no bound, no packing, nothing left out. It is what an engine
has to be faster than, and what it has to agree with.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from catalogue.document import Unreadable
from catalogue.workspace import Workspace, read_level
from games.contract import AnyGame
from solvers.contract import Limits, Query, no_report, solver_named

__all__ = ["beside_the_rules"]

ROOT = Path(__file__).resolve().parent.parent
#: States that the reference may hold, and levels of a game, from the first on.
HELD, LEVELS = 20_000, 4
QUERY_LIMITS = Limits(states=500_000, effort=100)


def beside_the_rules(shared: Path) -> Iterator[str]:
    """The catalogue's own levels, the smallest of each game: reference and engines."""
    yield f"Levels of the catalogue. The reference holds at most {HELD} states; `-`: it ran out. Memory is its peak."
    yield ""
    yield "| Level | Optimum | Reference states | Reference seconds | Reference MB | Engines, seconds |"
    yield "| --- | --- | --- | --- | --- | --- |"
    place = Workspace(ROOT)
    seen: dict[str, int] = {}
    for level_id in place.level_ids():
        try:
            record = read_level(place.level_path(level_id))
        except Unreadable:
            continue
        game = record.game
        seen[game.name] = seen.get(game.name, 0) + 1
        if seen[game.name] <= LEVELS and next(_few(game, record.level), None) is not None:
            yield _row(level_id, game, record.level)


def _few(game: AnyGame, level: Any) -> Iterator[bool]:
    """Yields once where a state has few enough moves to list; a game of drawn paths has not."""
    count = 0
    for count, _ in enumerate(game.moves(level, game.initial(level)), 1):
        if count > 60:
            return
    yield True


def _row(level_id: str, game: AnyGame, level: Any) -> str:
    tracemalloc.start()
    began = time.process_time()
    depth, states = _reference(game, level)
    seconds = time.process_time() - began
    megabytes = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    engines, optimum = [], None
    for engine in solver_named(game.name).engines:
        began = time.process_time()
        answer = engine.solve(level, Query(game.metrics[0], limits=QUERY_LIMITS), no_report)
        engines.append(f"`{engine.name}` {time.process_time() - began:.2f}")
        optimum = answer.optimum if answer.optimum is not None else optimum
        assert depth is None or answer.optimum in (depth, None), level_id
    shown = (str(states), f"{seconds:.2f}") if depth is not None else ("-", f"{seconds:.2f}")
    return f"| {level_id} | {optimum} | {shown[0]} | {shown[1]} | {megabytes:.0f} | {', '.join(engines)} |"


def _reference(game: AnyGame, level: Any) -> tuple[int | None, int]:
    """Fewest moves by the rules alone, None where the states ran out, and the states held."""
    layer, seen, depth = [game.initial(level)], {game.initial(level)}, 0
    while layer and len(seen) <= HELD:
        depth += 1
        following = []
        for state in layer:
            for move in game.moves(level, state):
                after = game.apply(level, state, move)
                if after not in seen:
                    if game.won(level, after):
                        return depth, len(seen)
                    seen.add(after)
                    following.append(after)
        layer = following
    return None, len(seen)
