"""Mistakes in the engines of Bolt Unscrew, one in one engine at a time, and the level on which each shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.bolt_unscrew import BoltUnscrewLevel
from tests.faults.seeded import Fault
from tests.games.drawn_plates import drawn_level

__all__ = ["FAULTS", "PLATES", "SHARED"]

Seed = Callable[[Any], Any]
HOUSE = "solvers.bolt_unscrew"
BREADTH, GUIDED = "position-search", "guided-search"
OPPOSITE = "one calls the level solvable, the other unsolvable"

#: The names say what a level is good for.
PLATES: dict[str, BoltUnscrewLevel] = {
    "bar": drawn_level("........ ..@..@.. ........ .......o", a1="........ ..o==o.. ........ ........"),
    # The screw 1,1 is behind b.
    "flush": drawn_level(".@.o .@.. .... ....", a1=".... .o.. .=.. ....", b2=".o.. .=.. .... ...."),
    # The screw 0,1, the first in order, is behind b, which stands upright on its own.
    "upright": drawn_level(".@..o ..@.. ....o", a1=".o... ..... .....", b2=".===. ..o.. ....."),
    # a comes down on b once its screw is gone; there is one hole to begin with.
    "stack": drawn_level("@.o o.. @@@", a1="o.. ... ...", b1="... ... ooo"),
    # The board cannot turn before the screw below it is away.
    "jam": drawn_level("@.@. .@.. ...o ....", a1="o=o. .... .... ....", b2=".... .o.. .=.. ...."),
    "lattice": drawn_level(
        "..@@.@.. ..o..... ...@..@. .@o@.@o.",
        a2="........ ........ ...o==o. ........",
        b1="...o.... ...=.... ...o.... ...o....",
        c2="........ ........ ........ .o==oo..",
        d2="..o==o.. ........ ........ ........",
    ),
    "full": drawn_level("@@", a1="oo"),
}


def _result(change: Callable[[Any], Any]) -> Seed:
    """The function with its result changed."""
    return lambda original: lambda *arguments: change(original(*arguments))


def _instead(value: Callable[..., Any]) -> Seed:
    """Another function altogether."""
    return lambda original: value


def _bound_raised(original: Any) -> Any:
    return lambda status, moves, bound, states: original(status, moves, bound and bound + 1, states)


FAULTS: tuple[Fault, ...] = (
    Fault(
        "flush screws taken for moved ones",
        BREADTH,
        (f"{HOUSE}.breadth:reduced",),
        _result(lambda small: (small[0], 0, small[2])),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "every hole called free",
        BREADTH,
        (f"{HOUSE}.breadth:reduced",),
        _result(lambda small: (0, small[1], small[2])),
        "lattice",
        "EnginesDisagree",
    ),
    Fault("one move more than needed", BREADTH, (f"{HOUSE}.breadth:_answer",), _bound_raised, "bar", "optimum"),
    Fault(
        "the play read backwards",
        BREADTH,
        (f"{HOUSE}.breadth:_first_shortest",),
        _result(lambda moves: moves[::-1]),
        "lattice",
        "its play is refused by the rules",
    ),
    Fault(
        "the win overlooked",
        BREADTH,
        (f"{HOUSE}.breadth:successors",),
        _result(lambda small: iter(())),
        "bar",
        OPPOSITE,
    ),
    Fault(
        "a bound that is no bound",
        GUIDED,
        (f"{HOUSE}.guided:Bench.bound",),
        _result(lambda bound: 5 * bound),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "what still matters forgotten",
        GUIDED,
        (f"{HOUSE}.guided:_key",),
        _instead(lambda stand, future: stand._replace(screws=0)),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "a buried screw moved",
        GUIDED,
        (f"{HOUSE}.guided:Bench._buried",),
        _instead(lambda bench, stand, source, covered: False),
        "upright",
        "move/illegal",
    ),
    Fault(
        "boards that come down on no board",
        GUIDED,
        (f"{HOUSE}.relations:LayerTable.meets",),
        _instead(lambda table, pose, other: False),
        "stack",
        "EnginesDisagree",
    ),
    Fault(
        "turns that nothing blocks",
        GUIDED,
        (f"{HOUSE}.relations:_swept",),
        _instead(lambda wood, turned, pivot: iter(())),
        "jam",
        "EnginesDisagree",
    ),
    Fault(
        "nothing ever turns",
        GUIDED,
        (f"{HOUSE}.relations:LayerTable._swung",),
        _instead(lambda table, lying, screws: None),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "no empty hole seen",
        "static",
        (f"{HOUSE}.explain:plate_of",),
        _result(lambda plate: replace(plate, holes=plate.first[0])),
        "bar",
        "EnginesDisagree",
    ),
    Fault(
        "flush screws forgotten",
        "state-graph",
        (f"{HOUSE}.space:_node",),
        _result(lambda node: (node[0], 0, node[2])),
        "flush",
        "EnginesDisagree",
    ),
    Fault(
        "a board overlooked",
        "state-graph",
        (f"{HOUSE}.space:_full",),
        _result(lambda full: (full[0], full[1], full[2][:-1])),
        "flush",
        "EnginesDisagree",
    ),
)

#: What the breadth-first search and the state graph share: the guided search and the rules stand against it.
SHARED: tuple[Fault, ...] = (
    Fault(
        "nothing ever turns",
        "drops",
        (f"{HOUSE}.drops:_turned",),
        _instead(lambda book, now, screws: False),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "nothing ever falls",
        "drops",
        (f"{HOUSE}.drops:_dropped",),
        _instead(lambda book, now, screws: False),
        "bar",
        "EnginesDisagree",
    ),
    Fault(
        "a buried screw moved",
        "plate",
        (f"{HOUSE}.plate:Plate.movable",),
        _instead(lambda plate, node: node[0]),
        "flush",
        "EnginesDisagree",
    ),
    Fault(
        "a screw put through a board",
        "plate",
        (f"{HOUSE}.plate:Plate.open_holes",),
        _instead(lambda plate, node: plate.holes & ~node[0]),
        "lattice",
        "EnginesDisagree",
    ),
    Fault(
        "sweeps of the outermost points alone",
        "pose_book",
        (f"{HOUSE}.pose_book:PoseBook._sweep",),
        _result(lambda offsets: offsets[:1]),
        "jam",
        "EnginesDisagree",
    ),
)
