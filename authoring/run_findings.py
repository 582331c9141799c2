"""Findings about a run rather than about a level."""

from __future__ import annotations

from games.finding import FindingKind

__all__ = ["CRASH", "FINDINGS", "NOTHING_FOUND", "NO_LEVELS", "UNDECIDED", "UNREADABLE", "UNSOLVABLE"]

NO_LEVELS = FindingKind(
    "run/no-levels", "Nothing was checked: no level matched. That is never a success.", "Name a level, file or folder."
)
CRASH = FindingKind(
    "run/crash",
    "levelpress failed on this level, or two engines disagree: a fault of levelpress, never of the level.",
    "Report it with the level file; nothing about the level is decided.",
)
UNREADABLE = FindingKind("run/unreadable", "A file cannot be read as a level.", "Give a file that can be read.")
UNSOLVABLE = FindingKind("level/unsolvable", "The level is proven unsolvable.", "Change the board.")
UNDECIDED = FindingKind(
    "level/undecided",
    "The level's optimum is not proven within the limits.",
    "Raise what ran out of --seconds, --states and --effort, or use a smaller level.",
    severity="warning",
)
NOTHING_FOUND = FindingKind(
    "generate/nothing-found",
    "The search found no level that meets the target.",
    "Widen the target, give another seed, or more --seconds.",
)
FINDINGS = (NOTHING_FOUND, NO_LEVELS, CRASH, UNREADABLE, UNSOLVABLE, UNDECIDED)
