"""A plate with its boards drawn for a terminal, front view first, then layer by layer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.grid import Cell, cell_text
from games.plate import CLOCKWISE, Pose
from games.screws import PlateLevel, PlateState
from games.settling import Turn, supports, turns

__all__ = ["draw"]

LEGEND = "a letter is a board; after it = wood, o a hole, @ a screw, * a screw drawn flush, x a buried screw"


def draw(level: PlateLevel, state: PlateState) -> str:
    """What a player needs to play from a terminal.

    Two characters a point: the board's name or `.`, then what is there. The front view shows what is seen from the
    front: a screw at top depth stands out (`@`), any other is drawn flush (`*`). `plate` shows every hole and every
    screw, buried ones (`x`) too; each layer its boards and the screws that reach it. Rows below the plate are drawn
    while boards hang there. Then the boards that no screw holds, and for each turn that is blocked what blocks it.
    """
    rows, columns = level.size
    lowest = max([rows - 1, *(row for _, pose in state.boards for row, _ in pose.wood)])
    marks = {screw[:2]: _mark(level, state, screw) for screw in state.screws}
    holes = set(level.holes)

    def front(point: Cell) -> str:
        over = [(boards[name].layer, name) for name, pose in state.boards if point in pose.wood]
        solid = [layer for layer, name in over if point not in poses[name].holes]
        screw = state.screw_at(point)
        seen = not solid or (screw is not None and screw[2] >= max(solid))
        name = max(over)[1] if over else "."
        return name + ((marks.get(point) or ("o" if point in holes else " ")) if seen else "=")

    boards = {one.name: one for one in level.boards}
    poses = dict(state.boards)
    parts = [LEGEND, *_section("front", front, rows, columns, lowest)]

    def plate(point: Cell) -> str:
        return "." + (marks.get(point) or ("o" if point in holes else " "))

    parts += _section("plate", plate, rows, columns, rows - 1)
    for layer in level.layers:
        own, screws = state.layer(level, layer), state.reaching(layer)

        def one_layer(point: Cell, own: dict[str, Pose] = own, screws: frozenset[Cell] = screws) -> str:
            name = next((name for name, pose in own.items() if point in pose.wood), ".")
            hole = name != "." and point in own[name].holes
            return name + (marks[point] if point in screws else "o" if hole else " " if name == "." else "=")

        parts += _section(f"layer {layer}", one_layer, rows, columns, lowest)
    return "\n".join((*parts, *_remarks(level, state)))


def _mark(level: PlateLevel, state: PlateState, screw: tuple[int, int, int]) -> str:
    if state.buries(level, screw):
        return "x"
    return "@" if screw[2] == level.top else "*"


def _section(title: str, glyphs: Callable[[Cell], str], rows: int, columns: int, lowest: int) -> Iterator[str]:
    yield f"{title:<8}" + " ".join(f"{column:<2}" for column in range(columns)).rstrip()
    for row in range(lowest + 1):
        if row == rows:
            yield " " * 8 + "--" * columns + "-" * (columns - 1)
        yield f"{row:>6}  " + " ".join(glyphs((row, column)) for column in range(columns)).rstrip()


def _remarks(level: PlateLevel, state: PlateState) -> Iterator[str]:
    for layer in level.layers:
        own, screws = state.layer(level, layer), state.reaching(layer)
        loose = sorted(name for name, pose in own.items() if not supports(pose, screws))
        if loose:
            yield f"layer {layer}: no screw holds {', '.join(loose)}"
        for turn in turns(own, screws, level.size[1]):
            turned = f"{turn.name} would turn {_way(turn)} about {cell_text(turn.pivot)}"
            yield f"layer {layer}: {turned}; in the way: {_blocks(turn, own, screws)}"


def _way(turn: Turn) -> str:
    return "clockwise" if turn.sense == CLOCKWISE else "counter-clockwise"


def _blocks(turn: Turn, own: dict[str, Pose], screws: frozenset[Cell]) -> str:
    what = [f"board {name}" for name, pose in own.items() if name != turn.name and pose.wood & set(turn.blockers)]
    what += [f"screw {cell_text(point)}" for point in turn.blockers if point in screws and point not in _wood(own)]
    if turn.leaves:
        what.append("no room above or beside the plate")
    return ", ".join(what) or "nothing blocks it"


def _wood(own: dict[str, Pose]) -> frozenset[Cell]:
    return frozenset().union(*(pose.wood for pose in own.values()))
