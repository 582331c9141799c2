"""One level of a snapshot: its manifest row, public file, certificate and provenance held against each other."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from games.canonical import Json
from games.contract import InvalidLevel, canon_digest, level_digest, state_digest
from games.registry import game_named, game_names
from snapshots import faults
from snapshots.exposure import HOME_MADE
from snapshots.faults import Fault, fault
from snapshots.layout import MANIFEST, OBJECTIVES, paths_of
from snapshots.pin import is_date, is_label
from snapshots.presentation import AUTHORED

__all__ = ["level_faults"]


def level_faults(
    manifest: Mapping[str, Json],
    row: Mapping[str, Json],
    values: Mapping[str, Json],
    names: Mapping[str, Mapping[str, Json]],
) -> Iterator[Fault]:
    """Every contradiction about the level of one `levels[]` row. Files that are not there are reported elsewhere.

    `names` is the rows by level id and by level digest.
    """
    public, certificate, provenance = paths_of(row)
    initial = None
    if public in values and row["game"] in game_names():
        initial = yield from _public_faults(manifest, row, public, values[public])
    if provenance in values:
        yield from _provenance_faults(manifest, row, provenance, values[provenance], names)
    if certificate in values:
        yield from _certificate_faults(row, certificate, values[certificate], initial)
    yield from _date_faults(manifest, row)
    if initial is not None and OBJECTIVES in values:
        stated = values[OBJECTIVES]["initial_states"].get(row["id"], {})
        if stated.get(AUTHORED) != initial:
            yield fault(faults.DERIVED, OBJECTIVES, f"initial_states of {row['id']} is not {initial}")
        if sorted(stated) != sorted(values[OBJECTIVES]["seeds"].get(row["id"], {}).get("layout", ())):
            yield fault(faults.DERIVED, OBJECTIVES, f"initial_states of {row['id']} are not of its layout seeds")


def _public_faults(
    manifest: Mapping[str, Json], row: Mapping[str, Json], path: str, value: Mapping[str, Json]
) -> Generator[Fault, None, str | None]:
    """The level file against its row and its rules; returns the digest of the initial state where there is one."""
    for key in ("id", "revision", "game"):
        if value[key] != row[key]:
            yield fault(faults.REFERENCE, path, f"its {key} is {value[key]!r}, the manifest's row has {row[key]!r}")
    if value["canary"] != manifest["canary"]:
        yield fault(faults.CANARY, path, "its canary is not the manifest's")
    if value["license"] is None:
        yield fault(faults.LICENSE, path, "it has no licence")
    game = game_named(row["game"])
    if not row["id"].startswith(game.prefix + "-"):
        yield fault(faults.REFERENCE, MANIFEST, f"the id {row['id']} is no id of {game.name}")
    if manifest["rules"].get(game.name) != game.rules:
        yield fault(faults.RULES, MANIFEST, f"this levelpress has version {game.rules} of the rules of {game.name}")
        return None
    try:
        level = game.parse(value["board"], value["goal"])
    except InvalidLevel as error:
        for finding in error.findings:
            yield fault(faults.LEVEL, path, f"{finding.id}: {finding.message}")
        return None
    if game.print(level) != (value["board"], value["goal"]):
        yield fault(faults.LEVEL, path, "board and goal are not in the form that the game prints")
    for key, digest in (("level_digest", level_digest(game, level)), ("canon_digest", canon_digest(game, level))):
        if row[key] != digest:
            yield fault(faults.DERIVED, MANIFEST, f"{key} of {row['id']} is not {digest}")
    return state_digest(game.state_json(level, game.initial(level)))


def _provenance_faults(
    manifest: Mapping[str, Json],
    row: Mapping[str, Json],
    path: str,
    value: Mapping[str, Json],
    names: Mapping[str, Mapping[str, Json]],
) -> Iterator[Fault]:
    for key in ("id", "revision"):
        if value[key] != row[key]:
            yield fault(faults.REFERENCE, path, f"its {key} is {value[key]!r}, the manifest's row has {row[key]!r}")
    given, origin = value["provenance"]["first_public"], value["provenance"]["origin"]
    if given is None and origin not in HOME_MADE:
        yield fault(faults.DATE, path, f"first_public is null, its origin is {origin}")
    # An earlier snapshot may have published the revision before the day given here; never after it.
    if given is not None and row["first_public"] > given:
        yield fault(faults.DATE, path, f"first public on {given}, the manifest's row has {row['first_public']}")
    if row["added_in"] == manifest["label"] and row["first_public"] != (given or manifest["released_on"]):
        yield fault(faults.DATE, MANIFEST, f"first_public of {row['id']} is not {given or manifest['released_on']}")
    for parent in (names[name] for name in value["provenance"]["parents"] if name in names):
        if _later(row["exposure_date"], parent["exposure_date"]):
            yield fault(faults.DATE, MANIFEST, f"{row['id']} is exposed later than its ancestor {parent['id']}")


def _certificate_faults(
    row: Mapping[str, Json], path: str, value: Mapping[str, Json], initial: str | None
) -> Iterator[Fault]:
    if value["level_digest"] != row["level_digest"]:
        yield fault(faults.REFERENCE, path, "it is bound to another level digest than the manifest's row has")
    if value["verdict"] != "solvable" or value["optimum"]["value"] is None or value["solution"] is None:
        yield fault(faults.REFERENCE, path, "it does not prove the level solvable with an optimum")
    if initial is not None and value["trail"][:1] != [initial]:
        yield fault(faults.DERIVED, path, f"its trail does not begin at the initial state {initial}")


def _date_faults(manifest: Mapping[str, Json], row: Mapping[str, Json]) -> Iterator[Fault]:
    for key in ("first_public", "exposure_date"):
        day = row[key]
        if day is not None and not is_date(day):
            yield fault(faults.DATE, MANIFEST, f"{key} of {row['id']} is {day}, no day of the calendar")
        elif day is not None and day > manifest["released_on"]:
            yield fault(faults.DATE, MANIFEST, f"{key} of {row['id']} is after the release")
    if _later(row["exposure_date"], row["first_public"]):
        yield fault(faults.DATE, MANIFEST, f"{row['id']} is exposed later than it was first public")
    if not is_label(row["added_in"]):
        yield fault(faults.REFERENCE, MANIFEST, f"added_in of {row['id']} is no label")


def _later(day: str | None, other: str | None) -> bool:
    """Whether an exposure is later than one it must not be later than; unknown (None) counts as exposed at once."""
    return day is not None and (other is None or day > other)
