"""Seeds: per (level, purpose, attempt), derived from the level digest alone. The algorithm is `lpb/seed/v1`.

Attempt 0 is seed `"0"`, the authored layout. Attempt k > 0 is the first 8 bytes, big-endian unsigned, of SHA-256 over
the ASCII text `lpb/seed/v1` NUL level digest NUL purpose NUL k in decimal. Seeds are written as decimal strings: they
do not fit in the integers that every JSON reader keeps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from games.canonical import Json

__all__ = ["FROZEN_ATTEMPTS", "PURPOSES", "SCHEME", "are_seeds_of", "frozen_seeds", "seed_of"]

SCHEME = "lpb/seed/v1"
PURPOSES = ("agent", "layout")
#: The attempts whose seeds `freeze` stores, with known answers for their layouts.
FROZEN_ATTEMPTS = (0, 1, 2, 3)


def seed_of(level_digest: str, purpose: str, attempt: int) -> str:
    """The seed of one attempt, in decimal.

    Raises:
        ValueError: an unknown purpose or a negative attempt.
    """
    if purpose not in PURPOSES or attempt < 0:
        raise ValueError(f"no seed for purpose {purpose!r}, attempt {attempt}")
    if attempt == 0:
        return "0"
    text = "\0".join((SCHEME, level_digest, purpose, str(attempt)))
    return str(int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big"))


def frozen_seeds(level_digest: str) -> dict[str, Json]:
    """Purpose -> the stored seeds of a level, by attempt from 0."""
    return {purpose: [seed_of(level_digest, purpose, k) for k in FROZEN_ATTEMPTS] for purpose in PURPOSES}


def are_seeds_of(level_digest: str, stored: Mapping[str, Sequence[str]]) -> bool:
    """Whether stored seeds are those of the scheme, however many attempts a snapshot stores."""
    return sorted(stored) == sorted(PURPOSES) and all(
        list(seeds) == [seed_of(level_digest, purpose, attempt) for attempt in range(len(seeds))] and len(seeds) > 0
        for purpose, seeds in stored.items()
    )
