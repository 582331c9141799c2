"""Levels as a seed presents them: turned and with other names, of equal difficulty; seed 0 is the level as authored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from authoring.level_inputs import LevelInput, workspace_of
from authoring.readers.contract import BadOption

__all__ = ["scheme_of_run", "seed_option", "under_seed"]

#: The option `--seed`.
seed_option = click.option(
    "--seed", default="0", metavar="K", help="Present each level as this seed does; default 0, as authored."
)


def scheme_of_run(pin: str | None, seed: str, workspace: str | None) -> str:
    """How the seed of a recorded run shows its level: as the snapshot of the run's pin does, which must be at hand.

    Raises:
        NoWorkspace, Unreadable, MalformedPin: the snapshot is not there, or it is another.
    """
    from snapshots.naming import seed_scheme_of
    from snapshots.presentation import AUTHORED, NEWEST

    if pin is None or seed == AUTHORED:
        return NEWEST
    return seed_scheme_of(pin, workspace_of(workspace).frozen)


def under_seed(inputs: Sequence[LevelInput], seed: str) -> list[LevelInput]:
    """The inputs with each level as the seed presents it; moves are then those of the presented board.

    Raises:
        BadOption: no seed.
    """
    from snapshots.presentation import AUTHORED, is_seed, presented

    if not is_seed(seed):
        raise BadOption("--seed", f"--seed {seed[:40]!r} is no unsigned 64-bit number in decimal")
    if seed == AUTHORED:
        return list(inputs)
    return [
        one
        if one.record is None
        else replace(one, record=replace(one.record, level=presented(one.record.game, one.record.level, seed).level))
        for one in inputs
    ]
