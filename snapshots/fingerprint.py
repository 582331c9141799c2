"""The runtime fingerprint: with what a snapshot must be run, what it is run with, and where the two differ."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from catalogue.document import Unreadable, read_document
from games.canonical import Json, sha256_of
from games.registry import game_named, game_names
from games.shape import nearest
from snapshots.environment import DEFAULT

__all__ = [
    "CHECKOUT",
    "MalformedFingerprint",
    "checked_fingerprint",
    "differences",
    "in_range",
    "lock_digest",
    "observed_here",
    "pinned_fingerprint",
    "read_observed",
]

#: Member of a fingerprint -> its type.
FORMS: Mapping[str, type] = {
    "runtime_digest": str,
    "rules": dict,
    "environment": dict,
    "python": str,
    "dependency_lock_digest": str,
}
CHECKOUT = Path(__file__).resolve().parent.parent
MAX_DIGITS = 9
_CLAUSE = re.compile(r"(>=|<=|==|!=|>|<)\s*([0-9]+(?:\.[0-9]+)*)")


class MalformedFingerprint(ValueError):
    """What is not of the form of a fingerprint. The message says where."""


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
    return {
        "runtime_digest": None,
        "rules": {name: game_named(name).rules for name in game_names()},
        "environment": None,
        "python": ".".join(map(str, sys.version_info[:3])),
        "dependency_lock_digest": lock_digest(CHECKOUT),
    }


def lock_digest(checkout: Path) -> str | None:
    """The digest of the dependency lock in a checkout of levelpress; None where there is none."""
    lock = checkout / "requirements.lock"
    return sha256_of(lock.read_bytes()) if lock.is_file() else None


def differences(pinned: Mapping[str, Json], observed: Mapping[str, Json]) -> list[dict[str, Json]]:
    """Where an observed fingerprint is not the pinned one, sorted by name: {name, pinned, observed}.

    The members of the environment are compared one by one, as `environment.locale`. What is null on either side was not
    pinned, or not observed, and does not differ. A game that the snapshot does
    not have does not count, and Python must lie in the pinned range.
    """
    found = []
    pinned, observed = _by_member(pinned), _by_member(observed)
    for name in sorted(pinned):
        want, have = pinned[name], observed.get(name)
        if want is None or have is None:
            continue
        if name == "rules":
            have = {game: have.get(game) for game in want}
        same = in_range(str(have), str(want)) if name == "python" else _same(have, want)
        if not same:
            found.append({"name": name, "pinned": want, "observed": have})
    return found


def _same(one: Json, two: Json) -> bool:
    """Whether two JSON values are the same; as Python values, 1 and true would be."""
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        return one.keys() == two.keys() and all(_same(one[key], two[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        return len(one) == len(two) and all(map(_same, one, two))
    return bool(one == two)


def _by_member(fingerprint: Mapping[str, Json]) -> dict[str, Json]:
    environment = fingerprint.get("environment")
    members = environment if isinstance(environment, Mapping) else {}
    rest = {name: value for name, value in fingerprint.items() if name != "environment"}
    return rest | {f"environment.{name}": value for name, value in members.items()}


def read_observed(path: Path) -> dict[str, Json]:
    """What a runner observed, from a JSON file of the form of `pinned_fingerprint`; what it leaves out it did not see.

    Raises:
        Unreadable: no JSON, or not of that form.
    """
    try:
        return dict(checked_fingerprint(read_document(path)))
    except MalformedFingerprint as error:
        raise Unreadable(f"{path}: {error}") from None


def checked_fingerprint(value: Json) -> Mapping[str, Json]:
    """The value itself, once it is known to be of the form of `pinned_fingerprint`; members may be left out.

    Raises:
        MalformedFingerprint: no object, an unknown member, or one of another type.
    """
    if not isinstance(value, Mapping):
        raise MalformedFingerprint(f"no fingerprint: not an object but a {type(value).__name__}")
    for name, one in value.items():
        if name not in FORMS:
            hint = nearest(name, sorted(FORMS)) if isinstance(name, str) else ""
            raise MalformedFingerprint(f"no fingerprint: an unknown member {str(name)[:40]!r}{hint}")
        if one is not None and not isinstance(one, Mapping if FORMS[name] is dict else FORMS[name]):
            raise MalformedFingerprint(f"no fingerprint: {name} is of another type")
    for name in value.get("environment") or {}:
        if name not in DEFAULT.to_json():
            raise MalformedFingerprint(f"no fingerprint: an unknown member 'environment.{str(name)[:40]}'")
    return value


def in_range(version: str, wanted: str) -> bool:
    """Whether a version lies in a range such as `>=3.11,<4`; a clause of another form admits nothing, and what is no
    version lies in no range."""
    number = _number(version)
    if not number:
        return False
    for clause in wanted.split(","):
        match = _CLAUSE.fullmatch(clause.strip())
        if match is None:
            return False
        bound = _number(match[2])
        if not bound:
            return False
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
    """The first numbers in a version; none where there is none, or one that no version has and `int` may refuse."""
    parts = re.findall(r"[0-9]+", text)[:4]
    return () if any(len(part) > MAX_DIGITS for part in parts) else tuple(map(int, parts))
