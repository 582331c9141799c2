"""The states of plates and screws as JSON: written, and read with every doubt."""

from __future__ import annotations

from games.canonical import Json
from games.contract import MalformedState
from games.grid import Cell, cell_text
from games.plate import Pose, pose_of
from games.screws import Board, PlateLevel, PlateState, settle
from games.shape import rows_faults

__all__ = ["parse_state", "pose_json", "state_json"]


def pose_json(pose: Pose) -> dict[str, Json]:
    return {"at": list(pose.at), "rows": list(pose.rows)}


def state_json(level: PlateLevel, state: PlateState) -> Json:
    return {
        "screws": [list(screw) for screw in state.screws],
        "boards": {name: pose_json(pose) for name, pose in state.boards},
    }


def parse_state(level: PlateLevel, value: Json) -> PlateState:
    if not isinstance(value, dict) or set(value) != {"screws", "boards"}:
        raise MalformedState("a state has the fields screws and boards, and no others")
    screws, boards = value["screws"], value["boards"]
    if not isinstance(screws, list) or not all(_is_row(screw, 3) for screw in screws):
        raise MalformedState("screws is not a list of [row, column, depth]")
    if not isinstance(boards, dict):
        raise MalformedState("boards is not an object from names to boards")
    placed = tuple((screw[0], screw[1], screw[2]) for screw in screws)
    points = [screw[:2] for screw in placed]
    if points != sorted(set(points)) or len(points) != len(level.screws) or not set(points) <= set(level.holes):
        raise MalformedState("screws is not the level's number of screws in different holes, sorted")
    fresh = {(*screw, level.depth_at(screw)) for screw in level.screws}
    for screw in placed:
        if screw[2] != level.top and screw not in fresh:
            raise MalformedState(
                f"the screw {cell_text(screw[:2])} has another depth than at the start or the top layer"
            )
    unknown = set(boards) - {one.name for one in level.boards}
    if unknown:
        raise MalformedState(f"the level has no board {min(unknown)[:20]!r}")
    there = tuple((one.name, _pose_read(level, one, boards[one.name])) for one in level.boards if one.name in boards)
    state = PlateState(placed, there)
    fault = _state_fault(level, state)
    if fault:
        raise MalformedState(fault)
    return state


def _is_row(value: Json, size: int) -> bool:
    return isinstance(value, list) and len(value) == size and all(type(part) is int for part in value)


def _pose_read(level: PlateLevel, board: Board, value: Json) -> Pose:
    """A board's pose in a state: its initial one turned and moved, on the plate or below it."""
    fit = isinstance(value, dict) and set(value) == {"at", "rows"} and _is_row(value["at"], 2)
    if not fit or any(rows_faults(value["rows"])):
        raise MalformedState(f"board {board.name} is not drawn by the fields at and rows")
    pose = pose_of((value["at"][0], value["at"][1]), value["rows"])
    if not pose.wood or pose_json(pose) != value:
        raise MalformedState(f"board {board.name} is not drawn as its bounding box with `o`, `=` and `.`")
    turned = board.pose
    alike = set()
    for _ in range(4):
        alike.add(turned.rows)
        turned = turned.turned((0, 0), 1)
    rows, columns = level.size
    if pose.rows not in alike:
        raise MalformedState(f"board {board.name} has another shape than in the level")
    if any(row < 0 or not 0 <= column < columns for row, column in pose.wood) or pose.at[0] >= rows:
        raise MalformedState(f"board {board.name} lies beyond the plate")
    return pose


def _state_fault(level: PlateLevel, state: PlateState) -> str | None:
    for layer in level.layers:
        poses, screws = state.layer(level, layer), state.reaching(layer)
        covered: set[Cell] = set()
        for name, pose in poses.items():
            if covered & pose.wood:
                return f"board {name} shares a point with another board of layer {layer}"
            if (pose.wood - pose.holes) & screws:
                return f"a screw goes through the wood of board {name}"
            covered |= pose.wood
    return None if settle(level, state) == state else "the boards are not at rest"
