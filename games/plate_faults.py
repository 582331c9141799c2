"""What can be wrong with a plate, its boards and its screws as a level states them."""

from __future__ import annotations

from collections.abc import Iterator

from games.canonical import Json
from games.finding import Finding, FindingKind
from games.grid import Cell, cell_text
from games.names import NAMES
from games.plate import BARE, HOLE, WOOD, Pose, is_connected, pose_of
from games.shape import MAX_SIDE, SHAPE, SIZE, field_faults, rows_faults

__all__ = ["FINDINGS", "UNSETTLED", "plate_faults"]

MAX_LAYER = 999

TWICE = FindingKind("plate/twice", "Two holes or two screws have the same point.", "Keep one of them.")
HOLE_PLACE = FindingKind(
    "plate/hole", "A hole of the plate lies off the plate.", "Move it onto the plate or leave it out."
)
SCREW_PLACE = FindingKind(
    "plate/screw", "A screw stands where the plate has no hole.", "Add the hole or move the screw."
)
NAME = FindingKind(
    "plate/name",
    "A board's name is not one letter or digit, or another board has it.",
    "Name each board by one character of A-Z, a-z, 0-9 of its own.",
)
LAYER = FindingKind(
    "plate/layer",
    f"A board's layer is not a whole number from 1 to {MAX_LAYER}.",
    "Count layers from 1, nearest the plate.",
)
GLYPH = FindingKind(
    "plate/glyph",
    "A character of a board is not a hole `o`, wood `=` or none `.`.",
    "Draw the board with these three glyphs.",
)
NO_WOOD = FindingKind("plate/no-wood", "A board has no point of wood.", "Draw its wood or leave it out.")
APART = FindingKind(
    "plate/apart",
    "A board is not in one piece: its points do not all hang together edge by edge.",
    "Join the parts, or make them boards of their own.",
)
OFF_PLATE = FindingKind(
    "plate/off-plate", "A board does not lie wholly on the plate at the start.", "Move it, or enlarge the plate."
)
OVERLAP = FindingKind("plate/overlap", "Two boards of one layer share a point.", "Put one of them into another layer.")
NO_BOARD = FindingKind("plate/no-board", "The level has no board, so it is won before the first move.", "Add a board.")
UNSETTLED = FindingKind(
    "plate/unsettled",
    "A board would fall or turn before the first move.",
    "Draw the boards as they come to rest, or add a screw.",
)
FINDINGS = (
    TWICE,
    HOLE_PLACE,
    SCREW_PLACE,
    NAME,
    LAYER,
    GLYPH,
    NO_WOOD,
    APART,
    OFF_PLATE,
    OVERLAP,
    NO_BOARD,
    UNSETTLED,
)


def plate_faults(board: Json) -> Iterator[Finding]:
    """Every fault of a board object, except that its boards would move."""
    yield from field_faults(board, "board", ("size", "holes", "boards", "screws"))
    if not isinstance(board, dict):
        return
    size = None
    if "size" in board:
        faults = tuple(_size_faults(board["size"]))
        yield from faults
        size = None if faults else (board["size"][0], board["size"][1])
    for field in ("holes", "screws"):
        if field in board:
            yield from _point_faults(field, board[field])
    holes, screws = _points(board.get("holes")), _points(board.get("screws"))
    if size is not None:
        for hole in sorted(set(holes)):
            if not _on_plate(hole, size):
                yield HOLE_PLACE.at(f"the hole {cell_text(hole)} lies off the plate", cell_text(hole))
    for screw in sorted(set(screws) - set(holes)) if isinstance(board.get("holes"), list) else ():
        yield SCREW_PLACE.at(f"the screw {cell_text(screw)} stands in no hole of the plate", cell_text(screw))
    if "boards" in board:
        yield from _boards_faults(board["boards"], size)


def _is_point(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)


def _points(value: Json) -> list[Cell]:
    return [(point[0], point[1]) for point in value if _is_point(point)] if isinstance(value, list) else []


def _on_plate(point: Cell, size: Cell) -> bool:
    return 0 <= point[0] < size[0] and 0 <= point[1] < size[1]


def _size_faults(size: Json) -> Iterator[Finding]:
    if not _is_point(size) or min(size) < 1:
        yield SHAPE.at("board.size is not [rows, columns] with at least one of each")
    elif max(size) > MAX_SIDE:
        yield SIZE.at(f"the plate has {size[0]} rows and {size[1]} columns")


def _point_faults(field: str, value: Json) -> Iterator[Finding]:
    if not isinstance(value, list):
        yield SHAPE.at(f"board.{field} is not a list of points")
        return
    seen = set()
    for index, point in enumerate(value):
        if not _is_point(point):
            yield SHAPE.at(f"board.{field}[{index}] is not a point [row, column]")
        elif tuple(point) in seen:
            yield TWICE.at(f"board.{field} has the point {cell_text(tuple(point))} twice", cell_text(tuple(point)))
        else:
            seen.add(tuple(point))


def _boards_faults(boards: Json, size: Cell | None) -> Iterator[Finding]:
    if not isinstance(boards, list):
        yield SHAPE.at("board.boards is not a list of boards")
        return
    if not boards:
        yield NO_BOARD.at("board.boards is empty")
    names: set[str] = set()
    taken: dict[tuple[int, Cell], str] = {}
    for index, one in enumerate(boards):
        shape = tuple(field_faults(one, f"board.boards[{index}]", ("name", "layer", "at", "rows")))
        yield from shape
        if shape:
            continue
        name, layer = one["name"], one["layer"]
        if not (isinstance(name, str) and len(name) == 1 and name in NAMES):
            yield NAME.at(f"board.boards[{index}] has the name {str(name)[:20]!r}")
        elif name in names:
            yield NAME.at(f"two boards have the name {name}")
        else:
            names.add(name)
        fit = type(layer) is int and 1 <= layer <= MAX_LAYER
        if not fit:
            yield LAYER.at(f"board.boards[{index}] has the layer {str(layer)[:20]}")
        if not _is_point(one["at"]):
            yield SHAPE.at(f"board.boards[{index}].at is not a point [row, column]")
            continue
        drawn = tuple(rows_faults(one["rows"])) or tuple(_glyph_faults(one))
        yield from drawn
        if drawn:
            continue
        pose = pose_of((one["at"][0], one["at"][1]), one["rows"])
        yield from _pose_faults(str(name)[:20], pose, size)
        for point in sorted(pose.wood) if fit else ():
            other = taken.setdefault((layer, point), str(name)[:20])
            if other != str(name)[:20]:
                place = cell_text(point)
                yield OVERLAP.at(f"{str(name)[:20]} and {other} of layer {layer} share the point {place}", place)
                break


def _glyph_faults(one: Json) -> Iterator[Finding]:
    for down, text in enumerate(one["rows"]):
        for right, glyph in enumerate(text):
            if glyph not in (HOLE, WOOD, BARE):
                place = cell_text((one["at"][0] + down, one["at"][1] + right))
                yield GLYPH.at(f"the glyph {glyph!r} of board {str(one['name'])[:20]} is unknown", place)


def _pose_faults(name: str, pose: Pose, size: Cell | None) -> Iterator[Finding]:
    if not pose.wood:
        yield NO_WOOD.at(f"the board {name} has no wood")
        return
    if not is_connected(pose.wood):
        yield APART.at(f"the board {name} is not in one piece", cell_text(min(pose.wood)))
    if size is not None:
        off = [point for point in pose.wood if not _on_plate(point, size)]
        if off:
            yield OFF_PLATE.at(f"the board {name} reaches beyond the plate", cell_text(min(off)))
