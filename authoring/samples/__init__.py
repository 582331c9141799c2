"""A sample level of each game, for a new workspace: our own work, shipped as native level files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from catalogue.level_record import LevelRecord, level_record
from games.registry import game_names
from games.strict_json import read_json

__all__ = ["sample_levels"]


def sample_levels() -> Iterator[tuple[str, LevelRecord]]:
    """(file stem, level) for each game that has a sample, in the order of the games."""
    for name in game_names():
        sample = files(__name__) / f"{name}.json"
        if sample.is_file():
            yield f"{name}-sample", level_record(read_json(sample.read_bytes()))
