"""How many colours of Nut and Bolt can be proven: dealt boards with two empty bolts, held by both engines.

The deals are the generator's own, freed of what is sorted beforehand. Limits are the defaults and deterministic, so
the verdicts are the same on every machine; the seconds are not.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from authoring.generators.contract import Wanted
from authoring.generators.nut_and_bolt import begin, board, change, flaws
from games.nut_and_bolt import GAME
from solvers.contract import Limits, Query, no_report
from solvers.nut_and_bolt import SOLVER

__all__ = ["reach"]

COLOURS, DEALS, EXCHANGES = (12, 14, 16, 18, 20, 22), 4, 400


def reach(shared: Path) -> Iterator[str]:
    """A row a number of colours: the verdicts, the highest proven optimum, and each engine's seconds at worst."""
    names = [engine.name for engine in SOLVER.engines]
    yield f"{DEALS} boards each, four nuts of a colour, two empty bolts. Processor seconds at worst, default limits."
    yield ""
    yield f"| Colours | Solvable | Unsolvable | Undecided | Highest optimum | {' | '.join(names)} |"
    yield f"|{' --- |' * (5 + len(names))}"
    for colours in COLOURS:
        verdicts: Counter[str] = Counter()
        highest, worst = 0, dict.fromkeys(names, 0.0)
        for level in _deals(colours):
            answers = []
            for engine in SOLVER.engines:
                began = time.process_time()
                answers.append(engine.solve(level, Query(GAME.metrics[0], limits=Limits()), no_report))
                worst[engine.name] = max(worst[engine.name], time.process_time() - began)
            said = {(answer.status, answer.optimum) for answer in answers}
            status, optimum = said.pop() if len(said) == 1 else ("undecided", None)
            verdicts[status] += 1
            highest = max(highest, optimum or 0)
        row = [colours, *(verdicts[one] for one in ("solvable", "unsolvable", "undecided")), highest or "-"]
        yield f"| {' | '.join(map(str, row))} | {' | '.join(f'{worst[name]:.1f}' for name in names)} |"


def _deals(colours: int) -> Iterator[Any]:
    source, wanted = random.Random(f"reach/{colours}"), Wanted(pieces=colours, measures={"empty": (2, 2)})
    for _ in range(DEALS):
        bolts = begin(source, wanted)
        assert bolts is not None, "so many colours have names"
        for _ in range(EXCHANGES):
            changed = change(source, bolts, wanted)
            if changed is not None and flaws(changed, wanted) <= flaws(bolts, wanted):
                bolts = changed
        yield GAME.parse(board(bolts), {"rule": GAME.goal_rules[0]})
