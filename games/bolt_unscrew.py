"""Bolt Unscrew.

Boards in layers lie in front of a plate with holes; screws in the plate's holes pass through the holes of boards. A
screw's depth is the highest layer that it passes: at the start one less than the lowest layer with wood but no hole at
its point, else the top layer, which also is the depth of every screw once moved. Move `r,c>r,c`: a screw that no wood
of a layer above its depth covers goes to another, empty hole of the plate that no wood covers at all. Then the boards
settle, see `games.settling`. Goal: every board has fallen off the plate.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from games.canonical import Json
from games.contract import Game, IllegalMove, InvalidLevel, MalformedMove, Symmetry, split_moves
from games.finding import Finding
from games.grid import Cell, cell_text
from games.names import NAMES
from games.naming import Naming
from games.plate import Pose, pose_of
from games.plate_drawing import draw
from games.plate_faults import FINDINGS, UNSETTLED, plate_faults
from games.screw_states import parse_state, pose_json, state_json
from games.screws import Board, PlateLevel, PlateState, settle
from games.settling import falling, supports, turns
from games.shape import FINDINGS as SHAPE_FINDINGS
from games.shape import goal_faults

__all__ = ["GAME", "BoltUnscrewLevel", "BoltUnscrewState"]

BoltUnscrewLevel = PlateLevel
BoltUnscrewState = PlateState

_NUMBER = "(?:0|[1-9][0-9]*)"
_MOVE = re.compile(f"({_NUMBER},{_NUMBER})>({_NUMBER},{_NUMBER})")


def validate(board: Json, goal: Json) -> tuple[Finding, ...]:
    found = (*plate_faults(board), *goal_faults(goal, GAME.goal_rules))
    return found or tuple(_unsettled(_level_of(board)))


def _unsettled(level: PlateLevel) -> Iterator[Finding]:
    """The boards that would move before the first move: those that fall, or else those that turn, layer by layer."""
    state = initial(level)
    for layer in level.layers:
        poses, screws = state.layer(level, layer), state.reaching(layer)
        down = falling(poses, screws)
        for name in sorted(down):
            yield UNSETTLED.at(f"the board {name} would fall", cell_text(min(poses[name].wood)))
        for turn in turns(poses, screws, level.size[1]) if not down else ():
            if turn.can:
                yield UNSETTLED.at(f"the board {turn.name} would turn about its screw", cell_text(turn.pivot))


def parse(board: Json, goal: Json) -> PlateLevel:
    faults = validate(board, goal)
    if faults:
        raise InvalidLevel(faults)
    return _level_of(board)


def _level_of(board: Json) -> PlateLevel:
    return PlateLevel(
        (board["size"][0], board["size"][1]),
        tuple(sorted((row, column) for row, column in board["holes"])),
        tuple(
            Board(one["name"], one["layer"], pose_of((one["at"][0], one["at"][1]), one["rows"]))
            for one in board["boards"]
        ),
        tuple(sorted((row, column) for row, column in board["screws"])),
    )


def print_level(level: PlateLevel) -> tuple[Json, Json]:
    boards: list[Json] = [{"name": one.name, "layer": one.layer, **pose_json(one.pose)} for one in level.boards]
    board = {
        "size": list(level.size),
        "holes": [list(hole) for hole in level.holes],
        "boards": boards,
        "screws": [list(screw) for screw in level.screws],
    }
    return board, {"rule": GAME.goal_rules[0]}


def initial(level: PlateLevel) -> PlateState:
    screws = tuple((*screw, level.depth_at(screw)) for screw in level.screws)
    return PlateState(screws, tuple((one.name, one.pose) for one in level.boards))


def moves(level: PlateLevel, state: PlateState) -> Iterator[str]:
    """Every legal relocation, in move order."""
    if won(level, state):
        return
    sources = [screw[:2] for screw in state.screws if not state.buries(level, screw)]
    targets = state.open_holes(level)
    yield from sorted(f"{cell_text(source)}>{cell_text(target)}" for source in sources for target in targets)


def apply(level: PlateLevel, state: PlateState, move: str) -> PlateState:
    match = _MOVE.fullmatch(move)
    if match is None:
        raise MalformedMove(f"{move[:60]!r} is not of the form r,c>r,c")
    if won(level, state):
        raise IllegalMove("the level is already won")
    source, target = (_hole_named(level, text) for text in match.groups())
    screw = state.screw_at(source)
    if screw is None:
        raise IllegalMove(f"no screw stands in the hole {cell_text(source)}")
    over = state.buries(level, screw)
    if over:
        raise IllegalMove(f"the screw {cell_text(source)} is buried under board {over[0]}")
    if target == source:
        raise IllegalMove(f"{cell_text(target)} is where the screw stands already")
    if state.screw_at(target) is not None:
        raise IllegalMove(f"another screw stands in the hole {cell_text(target)}")
    covering = [name for name, pose in state.boards if target in pose.wood]
    if covering:
        raise IllegalMove(f"board {covering[0]} covers the hole {cell_text(target)}")
    screws = sorted({*state.screws} - {screw} | {(*target, level.top)})
    return settle(level, PlateState(tuple(screws), state.boards))


def _hole_named(level: PlateLevel, text: str) -> Cell:
    """The hole of the plate that a move names. The number of digits is anybody's: texts are compared first."""
    for hole in level.holes:
        if cell_text(hole) == text:
            return hole
    raise IllegalMove(f"the plate has no hole at {text[:40]}")


def won(level: PlateLevel, state: PlateState) -> bool:
    return not state.boards


def progress(level: PlateLevel, state: PlateState, distance: object = None) -> Fraction:
    """Boards that have exited, and half of those that no screw holds, over all. `distance` plays no part."""
    layers = {one.name: one.layer for one in level.boards}
    released = sum(not supports(pose, state.reaching(layers[name])) for name, pose in state.boards)
    return Fraction(2 * (len(level.boards) - len(state.boards)) + released, 2 * len(level.boards))


def cost(level: PlateLevel, move: str) -> tuple[int, ...]:
    return (1,)


def symmetries(level: PlateLevel) -> Iterator[Symmetry[PlateLevel]]:
    """The identity and the mirror."""
    width = level.size[1]

    def mirrored(text: str) -> str:
        match = _MOVE.fullmatch(text)
        if match is None:
            raise MalformedMove(f"{text[:60]!r} is not of the form r,c>r,c")
        ends = (part.split(",") for part in match.groups())
        return ">".join(f"{row},{width - 1 - int(column)}" for row, column in ends)

    yield Symmetry("identity", level, str)
    yield Symmetry("mirror-left-right", level.mirrored(), mirrored)


def normal_form(level: PlateLevel) -> PlateLevel:
    """The lesser image of the two, boards renamed in their order, layers numbered from 1 without gaps.

    Depths follow: a screw passes the same boards whatever the numbers of the layers.
    """
    number = {layer: place for place, layer in enumerate(level.layers, 1)}
    images = []
    for image in (level, level.mirrored()):
        boards = (Board(name, number[one.layer], one.pose) for name, one in zip(NAMES, image.boards, strict=False))
        images.append(PlateLevel(image.size, image.holes, tuple(boards), image.screws))
    return min(images, key=lambda one: (one.holes, one.screws, [(b.layer, b.pose.at, b.pose.rows) for b in one.boards]))


def _kinds(level: PlateLevel) -> dict[str, tuple[int, Pose]]:
    return {one.name: (one.layer, one.pose) for one in level.boards}


def _renamed(level: PlateLevel, names: Mapping[str, str]) -> PlateLevel:
    """The boards keep their order in the list, which decides which of them turns first."""
    return replace(level, boards=tuple(replace(one, name=names[one.name]) for one in level.boards))


def attempts(level: PlateLevel, state: PlateState) -> Iterator[str]:
    """Every screw, and one empty hole, to every hole: buried screws, occupied and covered targets among them."""
    empty = [hole for hole in level.holes if state.screw_at(hole) is None]
    for source in (*(screw[:2] for screw in state.screws), *empty[:1]):
        yield from (f"{cell_text(source)}>{cell_text(target)}" for target in level.holes)


def mutants(level: PlateLevel, seed: int) -> Iterator[tuple[str, Json]]:
    """Boards with an empty hole filled or closed, a screw left out, a point of a board changed, or a layer changed."""
    board, _ = print_level(level)
    changes: list[tuple[str, Json]] = []
    for hole in board["holes"]:
        place = cell_text((hole[0], hole[1]))
        rest = [other for other in board["screws"] if other != hole]
        if len(rest) < len(board["screws"]):
            changes.append((f"the screw {place} is left out", {**board, "screws": rest}))
        else:
            changes.append((f"a screw is put into {place}", {**board, "screws": sorted([*rest, hole])}))
            closed = [other for other in board["holes"] if other != hole]
            changes.append((f"the hole {place} is closed", {**board, "holes": closed}))
    for index, one in enumerate(board["boards"]):
        others = board["boards"][:index], board["boards"][index + 1 :]
        for down, text in enumerate(one["rows"]):
            for right, glyph in enumerate(text):
                if glyph != ".":
                    new = text[:right] + ("=" if glyph == "o" else "o") + text[right + 1 :]
                    drawn = {**one, "rows": [*one["rows"][:down], new, *one["rows"][down + 1 :]]}
                    where = cell_text((one["at"][0] + down, one["at"][1] + right))
                    what = f"the point {where} of board {one['name']} becomes {new[right]}"
                    changes.append((what, {**board, "boards": [*others[0], drawn, *others[1]]}))
        for layer in sorted({*level.layers, level.top + 1} - {one["layer"]}):
            lifted = [*others[0], {**one, "layer": layer}, *others[1]]
            changes.append((f"board {one['name']} goes to layer {layer}", {**board, "boards": lifted}))
    random.Random(seed).shuffle(changes)
    yield from changes


GAME: Game[PlateLevel, PlateState] = Game(
    name="bolt-unscrew",
    title="Bolt Unscrew",
    prefix="bu",
    rules=1,
    goal_rules=("drop-all",),
    metrics=("relocations",),
    findings=(*SHAPE_FINDINGS, *FINDINGS),
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
    naming=Naming(_kinds, _renamed),
    deadlock="no_available_hole",
)
