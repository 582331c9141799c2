"""Every kind of finding that levelpress can make, collected from the modules that make them."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from games.finding import FindingKind
from games.registry import game_named, game_names

__all__ = ["finding_kinds"]

CODE_FOLDERS = ("games", "solvers", "validators", "catalogue", "snapshots", "authoring")


@cache
def finding_kinds() -> dict[str, FindingKind]:
    """Finding id -> its kind, sorted by id: `FINDINGS` of every module, and of every game."""
    kinds = {kind.id: kind for name in game_names() for kind in game_named(name).findings}
    for folder in CODE_FOLDERS:
        package = importlib.import_module(folder)
        for info in pkgutil.walk_packages(package.__path__, f"{folder}."):
            module = importlib.import_module(info.name)
            kinds |= {kind.id: kind for kind in getattr(module, "FINDINGS", ())}
    return dict(sorted(kinds.items()))
