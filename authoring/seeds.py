"""Levels as a seed presents them: one symmetric image each, of equal difficulty; seed 0 is the level as authored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from authoring.level_inputs import LevelInput
from authoring.readers.contract import BadOption

__all__ = ["seed_option", "under_seed"]

#: The option `--seed`.
seed_option = click.option(
    "--seed", default="0", metavar="K", help="Present each level as this seed does; default 0, as authored."
)


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
