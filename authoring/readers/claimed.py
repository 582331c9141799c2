"""A minimum that a file claims in words: `minimum: 12 slides`, in a remark or a property."""

from __future__ import annotations

import re
from collections.abc import Mapping

from games.canonical import Json

__all__ = ["claimed_minimum"]

_WORDS = "optimum|optimal|minimum|best|fewest"
_CLAIM = re.compile(
    rf"[ \t]*(?:{_WORDS})[ \t]*[:=][ \t]*([0-9]{{1,6}})(?:[ \t]+([A-Za-z]{{1,20}}))?[ \t]*", re.IGNORECASE
)


def claimed_minimum(text: str | None) -> Mapping[str, Json]:
    """What `Puzzle.stated` says of the first line that is nothing but such a claim; empty where there is none.

    The word after the number names what is counted; without it the claim has no metric.
    """
    found = next(filter(None, map(_CLAIM.fullmatch, (text or "").split("\n"))), None)
    if found is None:
        return {}
    return {"optimum": int(found[1])} | ({"metric": found[2].lower()} if found[2] else {})
