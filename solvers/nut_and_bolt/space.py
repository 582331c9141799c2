"""The full states of a level, bolts interchangeable, for kernels that enumerate every one.

A state is the sorted tuple of its packed bolts (`packing`); sorting them sorts the bolts' texts, so move texts speak
of the board with its bolts sorted by code points, empty ones first. Every legal move is listed, also where alike bolts
make two moves come to one state: plays are then counted as on the board. Nothing is pruned.

What a pour makes of two bolts is remembered by the pair, so a move costs a look-up and a few insertions.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable

from games.canonical import Json
from games.nut_and_bolt import NutAndBoltLevel
from solvers.contract import StateSpace
from solvers.nut_and_bolt.packing import Packing, packing_of
from solvers.nut_and_bolt.position import bolts_of

__all__ = ["Sorted", "move_order", "space", "space_from"]

#: The packed bolts of a state in ascending order: alike for boards that differ in the order of bolts alone.
Sorted = tuple[int, ...]


def move_order(bolts: int) -> tuple[tuple[tuple[int, str], ...], ...]:
    """(source, its targets with the moves' texts) in the order in which moves compare by code points."""
    # All texts from one source begin with its number and `>`, so they stand together: `>` comes after every digit.
    by_text = sorted(range(bolts), key=lambda bolt: f"{bolt + 1}>")
    by_number = sorted(range(bolts), key=lambda bolt: str(bolt + 1))
    return tuple(
        ((source, ""), *((target, f"{source + 1}>{target + 1}") for target in by_number if target != source))
        for source in by_text
    )


def space(level: NutAndBoltLevel, state: Json | None) -> StateSpace[Sorted]:
    """Every state that plays from a state (None: the initial one) can come to.

    Raises:
        MalformedState: the JSON is no state of the level.
    """
    return space_from(bolts_of(level, state), level.capacity)


def space_from(bolts: tuple[str, ...], capacity: int) -> StateSpace[Sorted]:
    """Every state that plays from these bolts can come to."""
    packing = packing_of(bolts, capacity)
    size = len("".join(bolts))
    needed = {colour: "".join(bolts).count(colour) // capacity for colour in packing.colours}
    done = frozenset((0, *(packing.pack(colour * capacity) for colour in packing.colours)))

    def progress(state: Sorted) -> tuple[int, int]:
        heights: dict[str, list[int]] = {}
        for text in map(packing.text, state):
            if text and text == text[0] * len(text):
                heights.setdefault(text[0], []).append(len(text))
        return sum(sum(sorted(stacks)[-needed[colour] :]) for colour, stacks in heights.items()), size

    def state_json(state: Sorted) -> Json:
        return {"bolts": [packing.text(code) for code in state]}

    return StateSpace(
        initial=tuple(sorted(map(packing.pack, bolts))),
        successors=_successors(packing, len(bolts), done),
        won=done.issuperset,
        state_json=state_json,
        progress=progress,
    )


def _successors(packing: Packing, number: int, done: frozenset[int]) -> Callable[[Sorted], list[tuple[str, Sorted]]]:
    order = move_order(number)
    texts = {(source, target): text for (source, _), *targets in order for target, text in targets}
    sources = tuple(source for (source, _), *_ in order)
    by_number = sorted(range(number), key=lambda bolt: str(bolt + 1))
    tops: dict[int, tuple[int, bool]] = {}
    poured: dict[tuple[int, int], tuple[int, int]] = {}

    def look(code: int) -> tuple[int, bool]:
        """The digit of a bolt's top nut, 0 for none, and whether it has room."""
        bolt = packing.bolt(code)
        tops[code] = bolt.top, bolt.height < packing.capacity
        return tops[code]

    def successors(state: Sorted) -> list[tuple[str, Sorted]]:
        if done.issuperset(state):
            return []
        seen = [tops.get(code) or look(code) for code in state]
        # Empty bolts take every colour. Each list is in the order of the targets' texts.
        takers: dict[int, list[int]] = {top: [] for top, _ in seen}
        for target in by_number:
            top, room = seen[target]
            if room:
                for takes in (top,) if top else takers:
                    takers[takes].append(target)
        found: list[tuple[str, Sorted]] = []
        # Alike bolts give alike states: each pair of contents is turned into a state once.
        reached: dict[tuple[int, int], Sorted] = {}
        for source in sources:
            top = seen[source][0]
            for target in takers[top] if top else ():
                if target != source:
                    pair = state[source], state[target]
                    following = reached.get(pair)
                    if following is None:
                        after = poured.get(pair)
                        if after is None:
                            poured[pair] = after = packing.poured(*pair)
                        reached[pair] = following = _replaced(state, source, target, after)
                    found.append((texts[source, target], following))
        return found

    return successors


def _replaced(state: Sorted, source: int, target: int, after: tuple[int, int]) -> Sorted:
    bolts = list(state)
    del bolts[max(source, target)], bolts[min(source, target)]
    insort(bolts, after[0])
    insort(bolts, after[1])
    return tuple(bolts)
