"""The runtime fingerprint: with what a snapshot must be run, what it is run with, and where the two differ."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from games.canonical import Json, sha256_of
from games.registry import game_named, game_names

__all__ = ["differences", "in_range", "observed_here", "pinned_fingerprint"]

CHECKOUT = Path(__file__).resolve().parent.parent
_CLAUSE = re.compile(r"(>=|<=|==|!=|>|<)\s*([0-9]+(?:\.[0-9]+)*)")


def pinned_fingerprint(manifest: Mapping[str, Json], runtime: Mapping[str, Json] | None) -> dict[str, Json]:
    """What a snapshot pins: the served bytes, the rules, browser, viewport and locale, Python, the dependency lock."""
    return {
        "runtime_digest": manifest["runtime_digest"],
        "rules": manifest["rules"],
        "environment": None if runtime is None else runtime["environment"],
        "python": manifest["toolchain"]["python"],
        "dependency_lock_digest": manifest["toolchain"]["dependency_lock_digest"],
    }


def observed_here() -> dict[str, Json]:
    """What this process can say of itself; what a browser would have to say is null."""
    lock = CHECKOUT / "requirements.lock"
    return {
        "runtime_digest": None,
        "rules": {name: game_named(name).rules for name in game_names()},
        "environment": None,
        "python": ".".join(map(str, sys.version_info[:3])),
        "dependency_lock_digest": sha256_of(lock.read_bytes()) if lock.is_file() else None,
    }


def differences(pinned: Mapping[str, Json], observed: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Where an observed fingerprint is not the pinned one, sorted by name: {name, pinned, observed}.

    What is null on either side was not pinned, or not observed, and does not differ. A game that the snapshot does
    not have does not count, and Python must lie in the pinned range.
    """
    found = []
    for name in sorted(pinned):
        want, have = pinned[name], observed.get(name)
        if want is None or have is None:
            continue
        if name == "rules":
            have = {game: have.get(game) for game in want}
        same = in_range(str(have), str(want)) if name == "python" else have == want
        if not same:
            found.append({"name": name, "pinned": want, "observed": have})
    return found


def in_range(version: str, wanted: str) -> bool:
    """Whether a version lies in a range such as `>=3.11,<4`; a clause of another form admits nothing."""
    number = _number(version)
    for clause in wanted.split(","):
        match = _CLAUSE.fullmatch(clause.strip())
        if match is None:
            return False
        bound = _number(match[2])
        cut = number[: len(bound)] if match[1] in ("==", "!=", "<=", ">") else number
        holds = {
            ">=": number >= bound,
            "<=": cut <= bound,
            "==": cut == bound,
            "!=": cut != bound,
            ">": cut > bound,
            "<": number < bound,
        }
        if not holds[match[1]]:
            return False
    return True


def _number(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"[0-9]+", text)[:4])
