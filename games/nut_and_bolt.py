"""Nut and Bolt.

Bolts of equal capacity; each holds a stack of coloured nuts, bottom first. The move `i>j` (bolts count from 1) takes
the top run of equal nuts of bolt `i` to bolt `j`, as many as fit. It is legal when `i` is not empty, and `j` is another
bolt with room that is empty or has a nut of that colour on top. Goal: every bolt that is not empty is full and of one
colour. The order of the bolts is part of the state as played.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, MalformedState, Symmetry, split_moves
from games.finding import Finding, FindingKind
from games.names import NAMES, with_names
from games.naming import Naming
from games.relabelling import relabelled
from games.shape import RULE, SHAPE, field_faults, goal_faults

__all__ = ["GAME", "MAX_BOLTS", "MAX_CAPACITY", "NutAndBoltLevel", "NutAndBoltState"]

#: Far above what a screen shows; they keep a hostile file small.
MAX_BOLTS, MAX_CAPACITY = 128, 64

CAPACITY = FindingKind(
    "nut-and-bolt/capacity", "The capacity is not a whole number of at least 1.", "Give the number of nuts that fit."
)
TALL = FindingKind("nut-and-bolt/tall", f"The capacity is above {MAX_CAPACITY}.", "Use shorter bolts.")
NO_BOLT = FindingKind("nut-and-bolt/no-bolt", "The board has no bolt.", "Add bolts.")
MANY_BOLTS = FindingKind("nut-and-bolt/many-bolts", f"The board has more than {MAX_BOLTS} bolts.", "Use fewer bolts.")
NAME = FindingKind(
    "nut-and-bolt/name", "A nut's colour is not one of the names A-Z, a-z, 0-9.", "Name each colour by such a letter."
)
OVERFULL = FindingKind(
    "nut-and-bolt/overfull", "A bolt holds more nuts than the capacity.", "Take nuts off, or raise the capacity."
)
COUNT = FindingKind(
    "nut-and-bolt/count",
    "The number of nuts of a colour is not a multiple of the capacity, so its bolts cannot all be full.",
    "Add or remove nuts of the colour.",
)
NO_NUT = FindingKind("nut-and-bolt/no-nut", "The board has no nut.", "Put nuts on the bolts.")
ALREADY_WON = FindingKind(
    "nut-and-bolt/already-won", "Every bolt is sorted, so the level is won before the first move.", "Mix the nuts."
)

_MOVE = re.compile("([1-9][0-9]{0,2})>([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class NutAndBoltLevel:
    """The bolts at the start, bottom first, and how many nuts fit on one."""

    bolts: tuple[str, ...]
    capacity: int


@dataclass(frozen=True, slots=True)
class NutAndBoltState:
    """The bolts in the order of the board, bottom first."""

    bolts: tuple[str, ...]


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    found = [*field_faults(board, "board", ("bolts", "capacity")), *goal_faults(goal, GAME.goal_rules)]
    if isinstance(board, dict) and "bolts" in board and "capacity" in board:
        found += _board_faults(board["bolts"], board["capacity"])
    return tuple(found)


def _board_faults(bolts: Json, capacity: Json) -> Iterator[Finding]:
    sane = type(capacity) is int and 1 <= capacity <= MAX_CAPACITY
    if type(capacity) is not int or capacity < 1:
        yield CAPACITY.at(f"the capacity is {str(capacity)[:40]!r}")
    elif capacity > MAX_CAPACITY:
        yield TALL.at(f"the capacity is {capacity}")
    if not isinstance(bolts, list) or not all(isinstance(bolt, str) for bolt in bolts):
        yield SHAPE.at("board.bolts is not a list of texts")
        return
    if not bolts:
        yield NO_BOLT.at("board.bolts is empty")
        return
    if len(bolts) > MAX_BOLTS:
        yield MANY_BOLTS.at(f"the board has {len(bolts)} bolts")
        return
    nuts = list(_nut_faults(bolts, capacity if sane else None))
    yield from nuts
    if not any(bolts):
        yield NO_NUT.at("every bolt is empty")
    elif sane and not nuts and _sorted(bolts, capacity):
        yield ALREADY_WON.at("every bolt that is not empty is full and of one colour")


def _nut_faults(bolts: Sequence[str], capacity: int | None) -> Iterator[Finding]:
    """Faults of single nuts, bolts and colours; those that need a capacity only where it is one."""
    for number, bolt in enumerate(bolts, 1):
        for nut in sorted(set(bolt) - set(NAMES)):
            yield NAME.at(f"a nut is named {nut!r}", f"bolt {number}")
        if capacity is not None and len(bolt) > capacity:
            yield OVERFULL.at(f"bolt {number} holds {len(bolt)} nuts, the capacity is {capacity}", f"bolt {number}")
    for colour, number in sorted(Counter("".join(bolts)).items()):
        if capacity is not None and colour in NAMES and number % capacity:
            yield COUNT.at(f"there are {number} nuts of {colour}, no multiple of the capacity {capacity}")


def parse(board: Json, goal: Json) -> NutAndBoltLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return NutAndBoltLevel(tuple(board["bolts"]), board["capacity"])


def print_level(level: NutAndBoltLevel) -> tuple[Json, Json]:
    return {"bolts": list(level.bolts), "capacity": level.capacity}, {"rule": GAME.goal_rules[0]}


def initial(level: NutAndBoltLevel) -> NutAndBoltState:
    return NutAndBoltState(level.bolts)


def _fault(level: NutAndBoltLevel, bolts: tuple[str, ...], source: int, target: int) -> str | None:
    """Why no nut may go from one bolt to another (both counted from 0), or None."""
    if source == target:
        return "a bolt's nuts cannot move onto the bolt itself"
    if not bolts[source]:
        return f"bolt {source + 1} is empty"
    if len(bolts[target]) == level.capacity:
        return f"bolt {target + 1} is full"
    if bolts[target] and bolts[target][-1] != bolts[source][-1]:
        return f"the top nut of bolt {target + 1} is {bolts[target][-1]}, that of bolt {source + 1} {bolts[source][-1]}"
    return None


def moves(level: NutAndBoltLevel, state: NutAndBoltState) -> Iterator[str]:
    if not won(level, state):
        for source, target in product(range(len(state.bolts)), repeat=2):
            if _fault(level, state.bolts, source, target) is None:
                yield f"{source + 1}>{target + 1}"


def apply(level: NutAndBoltLevel, state: NutAndBoltState, move: str) -> NutAndBoltState:
    source, target = _read_move(level, move)
    if won(level, state):
        raise IllegalMove("the level is already won")
    bolts = list(state.bolts)
    if (fault := _fault(level, state.bolts, source, target)) is not None:
        raise IllegalMove(fault)
    nut = bolts[source][-1]
    run = len(bolts[source]) - len(bolts[source].rstrip(nut))
    fitting = min(run, level.capacity - len(bolts[target]))
    bolts[source] = bolts[source][:-fitting]
    bolts[target] += nut * fitting
    return NutAndBoltState(tuple(bolts))


def _read_move(level: NutAndBoltLevel, move: str) -> tuple[int, int]:
    """The bolts of a move, counted from 0."""
    match = _MOVE.fullmatch(move)
    if match is None:
        raise MalformedMove(f"{move[:40]!r} is not of the form i>j")
    source, target = int(match[1]), int(match[2])
    if max(source, target) > len(level.bolts):
        raise MalformedMove(f"there is no bolt {max(source, target)}; the last is {len(level.bolts)}")
    return source - 1, target - 1


def won(level: NutAndBoltLevel, state: NutAndBoltState) -> bool:
    return _sorted(state.bolts, level.capacity)


def _sorted(bolts: Sequence[str], capacity: int) -> bool:
    return all(not bolt or bolt == bolt[0] * capacity for bolt in bolts)


def progress(level: NutAndBoltLevel, state: NutAndBoltState, distance: object = None) -> Fraction:
    """Nuts of the k largest single-colour stacks of each colour with k x capacity nuts, over all nuts.

    `distance` plays no part. It is 1 only at a win: then each of those stacks is full, and they hold every nut.
    """
    nuts = Counter("".join(level.bolts))
    counted = 0
    for colour, number in nuts.items():
        stacks = sorted((len(bolt) for bolt in state.bolts if set(bolt) == {colour}), reverse=True)
        counted += sum(stacks[: number // level.capacity])
    return Fraction(counted, nuts.total())


def state_json(level: NutAndBoltLevel, state: NutAndBoltState) -> Json:
    return {"bolts": list(state.bolts)}


def parse_state(level: NutAndBoltLevel, value: Json) -> NutAndBoltState:
    if not isinstance(value, dict) or set(value) != {"bolts"}:
        raise MalformedState("a state has the one field bolts")
    bolts = value["bolts"]
    if not isinstance(bolts, list) or not all(isinstance(bolt, str) for bolt in bolts):
        raise MalformedState("bolts is not a list of texts")
    if len(bolts) != len(level.bolts):
        raise MalformedState(f"there are {len(bolts)} bolts, the level has {len(level.bolts)}")
    if max(map(len, bolts)) > level.capacity:
        raise MalformedState(f"a bolt holds more than {level.capacity} nuts")
    if Counter("".join(bolts)) != Counter("".join(level.bolts)):
        raise MalformedState("the nuts are not those of the level")
    return NutAndBoltState(tuple(bolts))


def cost(level: NutAndBoltLevel, move: str) -> tuple[int, ...]:
    return (1,)


def symmetries(level: NutAndBoltLevel) -> Iterator[Symmetry[NutAndBoltLevel]]:
    """The bolts turned by each number of places, in order and reversed: all permutations are too many to list."""
    number = len(level.bolts)
    for (name, way), shift in product((("forward", 1), ("reverse", -1)), range(number)):
        places = [(way * place + shift) % number for place in range(number)]
        bolts = tuple(bolt for _, bolt in sorted(zip(places, level.bolts, strict=True)))

        def move(text: str, places: list[int] = places) -> str:
            source, target = _read_move(level, text)
            return f"{places[source] + 1}>{places[target] + 1}"

        yield Symmetry(f"{name}-{shift}", NutAndBoltLevel(bolts, level.capacity), move)


def normal_form(level: NutAndBoltLevel) -> NutAndBoltLevel:
    """The one representative under every permutation of bolts and every renaming of colours, see `relabelling`."""
    return NutAndBoltLevel(relabelled(level.bolts), level.capacity)


def _recoloured(level: NutAndBoltLevel, names: Mapping[str, str]) -> NutAndBoltLevel:
    return NutAndBoltLevel(with_names(level.bolts, names), level.capacity)


def draw(level: NutAndBoltLevel, state: NutAndBoltState) -> str:
    """Bolts side by side with their numbers below, `.` where a nut would fit."""
    width = len(str(len(state.bolts)))
    lines = [
        " ".join((bolt[height] if height < len(bolt) else ".").rjust(width) for bolt in state.bolts)
        for height in reversed(range(level.capacity))
    ]
    numbers = " ".join(str(number).rjust(width) for number in range(1, len(state.bolts) + 1))
    return "\n".join((*lines, "-" * len(numbers), numbers))


def attempts(level: NutAndBoltLevel, state: NutAndBoltState) -> Iterator[str]:
    yield from (f"{source}>{target}" for source, target in product(range(1, len(state.bolts) + 1), repeat=2))


def mutants(level: NutAndBoltLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with two nuts exchanged, or a bolt's top nut and the first free place of another."""
    padded = [bolt.ljust(level.capacity) for bolt in level.bolts]
    places = [(number, height) for number, bolt in enumerate(padded) for height in range(level.capacity)]
    changes = [
        (one, other) for one, other in combinations(places, 2) if padded[one[0]][one[1]] != padded[other[0]][other[1]]
    ]
    random.Random(seed).shuffle(changes)
    for (source, height), (target, place) in changes:
        stacks = [list(bolt) for bolt in padded]
        stacks[source][height], stacks[target][place] = stacks[target][place], stacks[source][height]
        bolts = ["".join(stack).rstrip() for stack in stacks]
        if not any(" " in bolt for bolt in bolts):
            one, other = f"{height + 1} of bolt {source + 1}", f"{place + 1} of bolt {target + 1}"
            yield f"places {one} and {other} are exchanged", {"bolts": bolts, "capacity": level.capacity}


GAME: Game[NutAndBoltLevel, NutAndBoltState] = Game(
    name="nut-and-bolt",
    title="Nut and Bolt",
    prefix="nb",
    rules=1,
    goal_rules=("sort",),
    metrics=("transfers",),
    findings=(SHAPE, RULE, CAPACITY, TALL, NO_BOLT, MANY_BOLTS, NAME, OVERFULL, COUNT, NO_NUT, ALREADY_WON),
    validate=validate,
    parse=parse,
    print=print_level,
    initial=initial,
    moves=moves,
    apply=apply,
    won=won,
    progress=progress,
    state_json=state_json,
    parse_state=parse_state,
    cost=cost,
    symmetries=symmetries,
    normal_form=normal_form,
    draw=draw,
    split=split_moves,
    attempts=attempts,
    mutants=mutants,
    naming=Naming(lambda level: Counter("".join(level.bolts)), _recoloured),
)
