"""The boards of one layer as a solver sees them: settling on bit masks, and every result remembered.

This is the settling of the rules written a second time: a layer is a tuple of mask pairs, and a fall drops every loose
board at once and puts back those that came down on something that stayed, until none does.

Settling ends: a fall multiplies a board's wood by two to the width, a turn is made only where it raises the sum of the
row numbers; so the sum of the rows only grows, and no board on the plate reaches further below it than it has points.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solvers.bolt_unscrew.pose_book import MaskPose, PoseBook

__all__ = ["LayerBook", "LayerPoses"]

#: The boards of a layer in the level's order; None for one that has exited.
LayerPoses = tuple[MaskPose | None, ...]


@dataclass(frozen=True, slots=True)
class LayerBook:
    """Numbered states of one layer. Number -> poses, wood; (number, screws that matter) -> settled number.

    Attributes:
        book: the poses.
        number: the layer's number in the level.
        index: poses -> number, in the order in which they were met.
        poses: number -> poses.
        wood: number -> points that the layer's boards cover.
        holes: number -> points where they have holes.
    """

    book: PoseBook
    number: int
    index: dict[LayerPoses, int] = field(default_factory=dict)
    poses: list[LayerPoses] = field(default_factory=list)
    wood: list[int] = field(default_factory=list)
    holes: list[int] = field(default_factory=list)
    _settled: dict[tuple[int, int], int] = field(default_factory=dict)
    _ahead: dict[tuple[int, int], int] = field(default_factory=dict)

    def numbered(self, poses: LayerPoses) -> int:
        """The number of a state of the layer."""
        if poses not in self.index:
            self.index[poses] = len(self.poses)
            self.poses.append(poses)
            wood = holes = 0
            for pose in poses:
                if pose is not None:
                    wood |= pose[0]
                    holes |= pose[1]
            self.wood.append(wood)
            self.holes.append(holes)
        return self.index[poses]

    def ahead(self, state: int, screws: int) -> int:
        """The points of the plate that can still matter to the layer's boards, see `PoseBook.ahead`."""
        key = (state, screws & self.holes[state])
        if key not in self._ahead:
            found = 0
            for pose in self.poses[state]:
                if pose is not None:
                    found |= self.book.ahead(pose, pose[1] & screws)
            self._ahead[key] = found
        return self._ahead[key]

    def after(self, state: int, screws: int, matter: int) -> int:
        """The number of the state that the layer settles into.

        Args:
            state: the layer before.
            screws: the points of the screws that reach the layer.
            matter: a superset of the points that can matter to it; screws elsewhere change nothing, see `ahead`.
        """
        key = (state, screws & matter)
        if key not in self._settled:
            self._settled[key] = self.numbered(_settled(self.book, self.poses[state], screws & matter))
        return self._settled[key]


def _settled(book: PoseBook, poses: LayerPoses, screws: int) -> LayerPoses:
    now = list(poses)
    while True:
        if not _dropped(book, now, screws) and not _turned(book, now, screws):
            return tuple(now)


def _dropped(book: PoseBook, now: list[MaskPose | None], screws: int) -> bool:
    """Let everything that can fall fall one row; whether anything did."""
    width, plate = book.size[1], book.plate
    loose, ground = [], screws
    for place, pose in enumerate(now):
        if pose is None:
            continue
        if pose[1] & screws:
            ground |= pose[0]
        else:
            loose.append((place, pose))
    while True:
        free = [(place, pose) for place, pose in loose if not (pose[0] << width & ~pose[0]) & ground]
        if len(free) == len(loose):
            break
        kept = {place for place, _ in free}
        for place, pose in loose:
            if place not in kept:
                ground |= pose[0]
        loose = free
    for place, (wood, holes) in loose:
        low = wood << width
        assert low > wood, "a fall lowers the board"
        now[place] = (low, holes << width) if low & plate else None
    return bool(loose)


def _turned(book: PoseBook, now: list[MaskPose | None], screws: int) -> bool:
    """Make the first quarter turn that can be made; whether there was one."""
    covered = 0
    for pose in now:
        if pose is not None:
            covered |= pose[0]
    for place, pose in enumerate(now):
        held = pose[1] & screws if pose is not None else 0
        if pose is None or not held or held & (held - 1):
            continue
        turn = book.turn(pose, held)
        # Boards of a layer share no point, so taking this one's wood away leaves the others'.
        if turn is not None and not turn[1] & (screws & ~held | covered & ~pose[0]):
            now[place] = turn[0]
            return True
    return False
