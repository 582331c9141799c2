"""Tasks for a worker process that speak up, wait for a file, and end in an order that the test decides."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["after", "warm"]


def warm(*arguments: Any) -> None:
    """Nothing to import."""


def after(awaited: Path | None, name: str, report: Callable[..., None]) -> str:
    """Report twice, then answer with the name once the awaited file is there."""
    report(name, 1)
    report(name, 2)
    while awaited is not None and not awaited.exists():
        time.sleep(0.01)
    return name
