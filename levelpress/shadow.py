"""Foreign packages in the place of ours.

The code folders are import packages of fixed names, and some of these are names on PyPI too. levelpress is an
application for an environment of its own; where another package of such a name comes first, it must not run.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

__all__ = ["CODE_FOLDERS", "shadowed"]

CODE_FOLDERS = ("games", "solvers", "validators", "catalogue", "snapshots", "authoring")


def shadowed() -> Iterator[str]:
    """One sentence for each code folder that is missing or is not the one beside this package."""
    home = Path(__file__).resolve().parent.parent
    for name in CODE_FOLDERS:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec is not None and spec.origin else None
        if origin is None:
            yield f"the package {name} is missing"
        elif origin.parent.parent != home:
            yield f"the package {name} at {origin.parent} is not levelpress' own"
